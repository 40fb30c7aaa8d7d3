package exempt

import (
	"bufio"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/nonprofit/exempt/exempttest"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/diskindex"
)

// filled are the lists over the master file with so many made-up rows beside the known ones, published by a server on
// this machine.
func filled(tb testing.TB, rows int, data string) *Lists {
	tb.Helper()
	published := filepath.Join(tb.TempDir(), "irs")
	if dir := os.Getenv("FAREBOX_IRS_FILES"); dir != "" {
		published = dir // kept from one run to the next
	}
	publish(tb, published, rows)
	server := httptest.NewServer(http.FileServer(http.Dir(published)))
	tb.Cleanup(server.Close)

	pool := upstream.NewPool(upstream.Options{
		DataDir:    data,
		SmallLists: true,
		AnyAge:     true,
		Lookup: func(name string) (string, bool) {
			return server.URL, name == "UPSTREAM_IRS_URL" || name == "UPSTREAM_IRS_SEARCH_URL"
		},
	})
	lists := New(pool, names.New())
	if err := pool.Err(); err != nil {
		tb.Fatal(err)
	}
	return lists
}

// publish writes the files of the master file, unless they are there.
func publish(tb testing.TB, dir string, rows int) {
	tb.Helper()
	folder := filepath.Join(dir, "pub", "irs-soi")
	if _, err := os.Stat(folder); err == nil {
		return
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		tb.Fatal(err)
	}
	zips := filepath.Join(dir, "pub", "epostcard")
	if err := os.MkdirAll(zips, 0o755); err != nil {
		tb.Fatal(err)
	}
	var listings, revocations strings.Builder
	exempttest.Rows(rows*7/10, 9, func(ein int, name, city, state string) {
		fmt.Fprintf(&listings, "%09d|%s|%s|%s|United States|PC\r\n", ein, name, city, state)
	})
	exempttest.Rows(rows*6/10, 10, func(ein int, name, city, state string) {
		fmt.Fprintf(
			&revocations,
			"%09d|%s||1 MAIN ST|%s|%s|10001|US|03|15-MAY-2020|14-SEP-2020|\r\n",
			ein,
			name,
			city,
			state,
		)
	})
	for name, text := range map[string]string{"pub78": listings.String(), "revocation": revocations.String()} {
		path := filepath.Join(zips, "data-download-"+name+".zip")
		if err := os.WriteFile(path, exempttest.Zip(text), 0o600); err != nil {
			tb.Fatal(err)
		}
	}
	for region := range 4 {
		f, err := os.Create(filepath.Join(folder, fmt.Sprintf("eo%d.csv", region+1)))
		if err != nil {
			tb.Fatal(err)
		}
		w := bufio.NewWriter(f)
		_, _ = w.WriteString(exempttest.Header)
		if region == 0 {
			for _, k := range exempttest.Known {
				_, _ = w.WriteString(exempttest.Row(k.EIN, k.Name, k.City, k.State, k.As))
			}
		}
		exempttest.Rows(rows/4, uint64(region), func(ein int, name, city, state string) {
			_, _ = w.WriteString(exempttest.Row(ein+region, name, city, state, ""))
		})
		if err := w.Flush(); err != nil {
			tb.Fatal(err)
		}
		if err := f.Close(); err != nil {
			tb.Fatal(err)
		}
	}
}

// asking are names as people ask for them, with the EIN that should come among the first ten; 0 for any of a state.
var asking = []struct {
	name, state string
	ein         int
}{
	{"Red Cross", "DC", 530196605},
	{"red cros", "DC", 530196605},
	{"Redcross", "DC", 530196605},
	{"American Red Cross", "", 530196605},
	{"Amercian Red Cross", "", 530196605},
	{"ASPCA", "", 131624147},
	{"prevention of cruelty to animals", "NY", 131624147},
	{"St. Jude Children's Research Hospital", "TN", 620646012},
	{"Saint Jude", "TN", 620646012},
	{"St Judes Childrens Hospital", "TN", 620646012},
	{"American Cancer Soceity", "", 131788491},
	{"Habitat for Humanity International", "", 911914868},
	{"Habitat for Humanty Intl", "GA", 911914868},
	{"Planned Parenthood", "", 131644147},
	{"Packard Foundation", "CA", 942278431},
	{"Lucille Packard Foundation", "CA", 942278431},
	{"Gates Foundation", "WA", 562618866},
	{"Bill and Melinda Gates Foundation", "", 562618866},
	{"Ford Foundation", "NY", 131684331},
	{"Wikimedia", "", 200049703},
	{"Wikipedia Foundation", "CA", 200049703},
	{"Rural Action", "OH", 311124220},
	{"Feeding America", "", 363673599},
	{"boys and girls club of america", "", 135562976},
	{"Doctors without Borders", "", 237069110},
	{"World Wildlife", "", 133433452},
	{"Nature Conservency", "", 530242652},
	{"Goodwill Southern California", "CA", 951831116},
	{"MIT", "MA", 41103580},
	{"Massachusets Institute of Technology", "", 41103580},
	{"Harvard University", "MA", 42103594},
	{"Harvard", "", 42103594},
	{"Mayo Clinic", "", 941196203},
	{"Special Olympic", "", 521693387},
	{"United Way Atlanta", "GA", 580660607},
	{"Lilly Endowment", "", 351044585},
	{"Farnsworth Art Museum", "ME", 10368070},
	{"Farnsworth Art Muse", "", 10368070},
	{"North Country Hospital", "VT", 30185556},
	{"Palmer Second Baptist", "MA", 19818},
	{"Hearing & Speech Center Northern California", "", 941322198},
	{"Electronic Fronteir Foundation", "", 237363942},
	{"Free Software Foundation", "", 43091431},
}

// found says whether a search has the organisation among its first ten.
func found(tb testing.TB, l *Lists, name, state string, ein int) bool {
	tb.Helper()
	hits, _, err := l.Search(tb.Context(), name, state, 10)
	if err != nil {
		tb.Fatal(err)
	}
	return slices.ContainsFunc(hits, func(h Hit) bool { return h.Organization.EIN == ein })
}

// TestMeasure is for docs/quality/nonprofit.md: FAREBOX_IRS_ROWS=2000000 go test ./handlers/nonprofit/exempt -run
// Measure -v
func TestMeasure(t *testing.T) {
	rows, _ := strconv.Atoi(os.Getenv("FAREBOX_IRS_ROWS"))
	if rows == 0 {
		t.Skip("FAREBOX_IRS_ROWS is not set")
	}
	data := t.TempDir()
	lists := filled(t, rows, data)
	before := memory(t, "VmHWM")
	began := time.Now()
	if err := lists.master.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Logf(
		"download and build: %.1f s; memory at its highest %d MB (%d before)",
		time.Since(began).Seconds(),
		memory(t, "VmHWM"),
		before,
	)
	files, _ := filepath.Glob(filepath.Join(data, MasterFile, "*", "*"))
	for _, f := range files {
		if info, err := os.Stat(f); err == nil {
			t.Logf("%s: %d MB", filepath.Base(f), info.Size()>>20)
		}
	}
	for _, other := range []struct {
		name string
		set  *diskindex.Set
	}{{Publication78, lists.listed}, {Revocations, lists.revoked}} {
		began := time.Now()
		if err := other.set.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		files, _ := filepath.Glob(filepath.Join(data, other.name, "*", "*.sqlite"))
		info, err := os.Stat(files[0])
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %.1f s, index of %d MB", other.name, time.Since(began).Seconds(), info.Size()>>20)
	}
	runtime.GC()
	began = time.Now()
	if err := lists.master.Load(); err != nil {
		t.Fatal(err)
	}
	t.Logf("load at the next start: %.1f s; resident %d MB", time.Since(began).Seconds(), memory(t, "VmRSS"))

	var byNumber, byName, everywhere []time.Duration
	for i := range 2000 {
		k := exempttest.Known[i%len(exempttest.Known)]
		began := time.Now()
		if _, err := lists.Organization(t.Context(), k.EIN); err != nil {
			t.Fatal(k, err)
		}
		byNumber = append(byNumber, time.Since(began))
	}
	hit := 0
	for range 5 {
		for _, a := range asking {
			began := time.Now()
			if found(t, lists, a.name, a.state, a.ein) {
				hit++
			}
			if a.state == "" {
				everywhere = append(everywhere, time.Since(began))
			} else {
				byName = append(byName, time.Since(began))
			}
		}
	}
	for _, text := range []string{"First Baptist Church", "Community Foundation", "american legion post",
		"family foundation", "church of god", "little league"} {
		for _, state := range []string{"", "CA", "TX", "VT"} {
			began := time.Now()
			hits, _, err := lists.Search(t.Context(), text, state, 10)
			if err != nil {
				t.Fatal(err)
			}
			if state == "" {
				everywhere = append(everywhere, time.Since(began))
			} else {
				byName = append(byName, time.Since(began))
			}
			if len(hits) > 0 {
				t.Logf(
					"%s %s: %s (%.0f, %s) in %v",
					text,
					state,
					hits[0].Matched,
					hits[0].Score,
					hits[0].Match,
					time.Since(began),
				)
			}
		}
	}
	for _, a := range asking {
		if !found(t, lists, a.name, a.state, a.ein) {
			t.Logf("missed: %q %s", a.name, a.state)
		}
	}
	t.Logf("by EIN: %s", spread(byNumber))
	t.Logf("by name in a state: %s", spread(byName))
	t.Logf("by name in all states: %s", spread(everywhere))
	t.Logf("among the first ten: %d of %d", hit/5, len(asking))
	t.Logf("resident %d MB", memory(t, "VmRSS"))
}

func spread(d []time.Duration) string {
	slices.Sort(d)
	return fmt.Sprintf("median %v, p95 %v, longest %v", d[len(d)/2], d[len(d)*95/100], d[len(d)-1])
}

// memory reads a figure of this process, in megabytes.
func memory(tb testing.TB, name string) int {
	tb.Helper()
	raw, err := os.ReadFile("/proc/self/status")
	if err != nil {
		tb.Skip("no /proc here")
	}
	for line := range strings.Lines(string(raw)) {
		if rest, ok := strings.CutPrefix(line, name+":"); ok {
			kb, _ := strconv.Atoi(strings.Fields(rest)[0])
			return kb >> 10
		}
	}
	return 0
}
