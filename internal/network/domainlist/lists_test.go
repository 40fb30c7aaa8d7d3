package domainlist

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/farebox/farebox/internal/network/hostname"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

var now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func host(t testing.TB, name string) *hostname.Host {
	t.Helper()
	h, err := hostname.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func TestNamesInNormalForm(t *testing.T) {
	for in, want := range map[string]string{
		"Bad.Tea.Example": "bad.tea.example", "bad.tea.example.": "bad.tea.example", " a.b ": "a.b", "www.tea.com": "tea.com", "www.com": "www.com", "www.blogspot.com": "www.blogspot.com",
		"www.x.blogspot.com": "x.blogspot.com", "www.co.uk": "www.co.uk", "bücher.example": "xn--bcher-kva.example", "45.66.77.88": "45.66.77.88", "_a.b-c.d": "_a.b-c.d",
		"": "", ".": "", "word": "", "a..b": "", "a..": "", "a.b..": "", ".a.b": "", "a b.c": "", "<html>": "", "a/b.c": "", "a:80.c": "", strings.Repeat("a", 64) + ".b": "", strings.Repeat("a.", 130) + "b": "",
	} {
		got, ok := Normal([]byte(in))
		if ok != (want != "") || string(got) != want {
			t.Errorf("%q: %q, %v", in, got, ok)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		in := rapid.StringOf(rapid.RuneFrom([]rune("aBw.-_é1"))).Draw(t, "name")
		once, ok := Normal([]byte(in))
		if !ok {
			return
		}
		if twice, ok := Normal([]byte(string(once))); !ok || string(twice) != string(once) && !strings.HasPrefix(string(once), "www.") {
			t.Fatalf("%q, then %q", once, twice)
		}
	})
}

func TestParentsThatAListingReaches(t *testing.T) {
	for name, want := range map[string]string{
		"a.b.tea.com": "a.b.tea.com b.tea.com tea.com", "tea.co.uk": "tea.co.uk", "x.tea.co.uk": "x.tea.co.uk tea.co.uk", "www.tea.com": "tea.com",
		"x.site.pages.dev": "x.site.pages.dev site.pages.dev", "site.pages.dev": "site.pages.dev", "pages.dev": "pages.dev", "a.blogspot.com": "a.blogspot.com", "45.66.77.88": "45.66.77.88",
	} {
		if got := Candidates(host(t, name)); strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// names are n listed domains: tea0.example and so on.
func names(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "tea%d.example\n", i)
	}
	return b.String()
}

// lists are over a publisher whose warning list the test writes.
func lists(t *testing.T, body *string) *Lists {
	t.Helper()
	world := upstreamtest.New(t)
	world.Handle("hole.cert.pl", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, *body) }))
	pool := upstream.NewPool(upstream.Options{Transport: world, DataDir: t.TempDir(), RateScale: 1e6, Rand: func() float64 { return 0 }, Now: func() time.Time { return now }, UserAgent: "farebox/test"})
	return New(pool, func() time.Time { return now })
}

func TestBrokenListsAreRefusedAndTheLastGoodOneStays(t *testing.T) {
	for _, c := range []struct {
		why, body string
		taken     bool
	}{
		{"a page", "<html>\n<p>busy</p>\n", false}, {"nothing", "", false}, {"other records", strings.Repeat("0.0.0.0 tea.example\n", 30_000), false},
		{"shorter than any real list", names(9_000), false}, {"a normal change", names(29_000), true},
	} {
		body := names(31_000)
		l := lists(t, &body)
		_ = l.Refresh(t.Context())
		before := l.Status()[3]
		if before.ID != "certpl" || before.State != "ok" || before.Records < 10_000 {
			t.Fatalf("%+v", before)
		}
		body = c.body
		_ = l.Refresh(t.Context())
		after := l.Status()[3]
		if (after.Records != before.Records) != c.taken || after.State != "ok" {
			t.Errorf("%s: %d records after %d", c.why, after.Records, before.Records)
		}
		if hits, clears := l.Blocked(host(t, "www.tea7.example")); clears || len(hits) != 1 {
			t.Errorf("%s: %v, %t", c.why, hits, clears)
		}
	}
}

func TestOldListsStillBlockButNoLongerClear(t *testing.T) {
	text := names(12_000)
	l := lists(t, &text)
	_ = l.Refresh(t.Context()) // the other lists are not there
	for _, age := range []time.Duration{0, 30 * day} {
		l.now = func() time.Time { return now.Add(age) }
		hits, clears := l.Blocked(host(t, "x.tea7.example"))
		if len(hits) != 1 || hits[0].Name != "tea7.example" || clears {
			t.Errorf("after %s: %v, %t", age, hits, clears)
		}
	}
}

// TestURLhausStatesItsTime: two fresh lists clear a name, unless one of them stands still.
func TestURLhausStatesItsTime(t *testing.T) {
	recent := `"1","2026-11-19","http://tea.example/x","online","","malware_download","None","https://urlhaus.abuse.ch/url/1/","x"` + "\n"
	for head, clears := range map[string]bool{
		"# Last updated: 2026-11-19 00:40:25 (UTC)                      #\n": true,
		"# Last updated: 2020-08-26 00:40:25 (UTC)                      #\n": false,
		"# Last updated: today                                          #\n": false,
	} {
		world := upstreamtest.New(t,
			upstreamtest.Answer{URL: "https://urlhaus.abuse.ch/downloads/hostfile/", Type: "text/plain",
				Body: head + "127.0.0.1\t" + strings.ReplaceAll(strings.TrimSpace(names(200)), "\n", "\n127.0.0.1\t")},
			upstreamtest.Answer{URL: "https://urlhaus.abuse.ch/downloads/csv_recent/", Type: "text/plain", Body: recent},
			upstreamtest.Answer{URL: "https://hole.cert.pl/domains/v2/domains.txt", Type: "text/plain", Body: names(12_000)},
		)
		off := map[string]string{"UPSTREAM_OPENPHISH_URL": "off", "UPSTREAM_PHISHING_DB_URL": "off"}
		l := New(world.Pool(t, off, upstreamtest.At(func() time.Time { return now })), func() time.Time { return now })
		_ = l.Refresh(t.Context())
		if _, got := l.Blocked(host(t, "kettle.example")); got != clears {
			t.Errorf("%s: %t, %+v", head, got, l.Status())
		}
		if hits, _ := l.Blocked(host(t, "tea7.example")); len(hits) != 2 {
			t.Errorf("%s: %v", head, hits)
		}
	}
}

func TestRealSamples(t *testing.T) {
	data := t.TempDir()
	for file, sample := range map[string]string{"hosts": "urlhaus/hostfile_head.txt", "recent": "urlhaus/csv_recent_rows.csv", "list": "openphish/feed_head.txt"} {
		if err := os.WriteFile(filepath.Join(data, file), samples.Read(t, sample), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	haus, err := readSet(func(add func([]byte) bool) error { return readURLhaus(os.DirFS(data), add) })
	if err != nil || haus.Len() != 9 || !haus.Has("24kitten.com") || !haus.Has("dc2power.platformendpoint.in.net") || !haus.Has("115.55.131.250") {
		t.Errorf("%d hosts, %v", haus.Len(), err)
	}
	if at := statedByURLhaus(nil, os.DirFS(data)); at.Format(time.DateOnly) != "2020-08-26" {
		t.Errorf("made %v", at)
	}
	phish, err := readSet(func(add func([]byte) bool) error { return plain(readOpenPhish)(os.DirFS(data), add) })
	if err != nil || phish.Len() != 12 || !phish.Has("send-usdt-9999.netlify.app") || phish.Has("vercel.app") || phish.Has("blogspot.com") {
		t.Errorf("%d hosts, %v", phish.Len(), err)
	}
	if got := Candidates(host(t, "another-app.vercel.app")); slices.ContainsFunc(got, phish.Has) {
		t.Errorf("listed: %v", got)
	}
}
