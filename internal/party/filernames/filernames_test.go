package filernames

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/party/samename"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

var rule = samename.New(names.New())

func over(tb testing.TB, text string) *List {
	tb.Helper()
	world := upstreamtest.New(tb, upstreamtest.Answer{
		URL: "https://www.sec.gov/Archives/edgar/cik-lookup-data.txt", Type: "text/plain", Body: text,
	})
	l := New(world.Pool(tb, nil, upstreamtest.SmallLists), rule)
	if err := l.Refresh(tb.Context()); err != nil {
		tb.Fatal(err)
	}
	return l
}

const few = `CELGENE CORP /DE/:0000816284:
HEWLETT PACKARD CO:0000047217:
HEWLETT PACKARD ENTERPRISE CO:0001645590:
HP INC:0000047217:
INDEPENDENT BANK CORP /MA/:0000776901:
INDEPENDENT BANK CORP /MI/:0000039311:
WESTERN CAPITAL RESOURCES INC:0001363958:
`

func TestEntriesOfOneNameAreFoundHoweverTheyAreWritten(t *testing.T) {
	l := over(t, few)
	for name, want := range map[string][]string{
		"Hewlett-Packard Company":    {"0000047217"},
		"HP":                         {"0000047217"},
		"Celgene Corporation":        {"0000816284"},
		"Independent Bank Corp":      {"0000776901", "0000039311"},
		"INDEPENDENT BANK CORP /MI/": {"0000776901", "0000039311"}, // who compares the names sees the marks
		"Hewlett":                    nil,
	} {
		entries, err := l.Same(t.Context(), rule.Read(name))
		if err != nil || !slices.Equal(ciks(entries), want) {
			t.Errorf("%q: %v %v", name, err, entries)
		}
	}
}

func TestNamesThatAreNotWrittenRightHaveEntriesLikeThem(t *testing.T) {
	l := over(t, few)
	for why, c := range map[string]struct{ name, want string }{
		"a letter more":           {"Cellgene Corp", "0000816284"},
		"a letter less":           {"Celgne Corp", "0000816284"},
		"another letter":          {"Xelgene Corp", "0000816284"},
		"letters turned round":    {"Cegleen Corp", ""},
		"two letters turned":      {"Clegene Corp", "0000816284"},
		"turned in the middle":    {"Hewlett Pakcard Co", "0000047217"},
		"cut short":               {"WESTERN CAPITAL RESO", "0001363958"},
		"the first word left out": {"Capital Resources Inc", "0001363958"},
		"words behind it":         {"Western Capital Resources 6.5% Notes", "0001363958"},
		"another name altogether": {"Zzyzx Works", ""},
	} {
		entries, err := l.Like(t.Context(), rule.Read(c.name))
		found := slices.Contains(ciks(entries), c.want)
		if err != nil || found != (c.want != "") {
			t.Errorf("%s: %q: %v %v", why, c.name, err, entries)
		}
	}
}

func ciks(entries []Entry) []string {
	var all []string
	for _, e := range entries {
		all = append(all, e.CIK)
	}
	return all
}

func TestWithoutTheListNothingIsSaidToBeAbsent(t *testing.T) {
	world := upstreamtest.New(t)
	l := New(world.Pool(t, nil, upstreamtest.SmallLists), rule)
	if _, err := l.Same(t.Context(), rule.Read("HP Inc")); err == nil {
		t.Error("an unloaded list has an answer")
	}
	if _, err := l.Like(t.Context(), rule.Read("HP Inc")); err == nil {
		t.Error("an unloaded list has an answer")
	}
}

// TestFullSize builds an index of as many names as the list has, and asks it.
func TestFullSize(t *testing.T) {
	if os.Getenv("FAREBOX_FULL_SIZE") == "" {
		t.Skip("FAREBOX_FULL_SIZE is not set")
	}
	var text strings.Builder
	parts := strings.Fields("american first national global pacific capital energy holding atlantic river stone health " +
		"digital united general northern southern western eastern premier summit liberty pioneer heritage")
	for i := range 1_050_000 {
		a := parts[i%len(parts)]
		b := parts[i/len(parts)%len(parts)]
		fmt.Fprintf(&text, "%s %s %s INC:%010d:\n", strings.ToUpper(a), strings.ToUpper(b), letters(i), i+1)
	}

	start := time.Now()
	l := over(t, text.String())
	t.Logf("built in %s, %d records", time.Since(start).Round(time.Second), l.Status().Records)
	for _, name := range []string{"American First Abcd Inc", "Pacific Energy", "First Natoinal Hpxa", "Qqq", "Riv"} {
		start = time.Now()
		same, err := l.Same(t.Context(), rule.Read(name))
		between := time.Now()
		like, likeErr := l.Like(t.Context(), rule.Read(name))
		t.Logf("%s: %d same in %s, %d like in %s, %v %v", name, len(same), between.Sub(start), len(like),
			time.Since(between), err, likeErr)
	}
}

// letters is a number in letters.
func letters(n int) string {
	var out []byte
	for range 5 {
		out = append(out, byte('A'+n%26))
		n /= 26
	}
	return string(out)
}
