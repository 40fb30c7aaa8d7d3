package websearch

import (
	"net/url"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/farebox/farebox/internal/web/htmlpage"
)

func TestFormsOfOnePageHaveOneKey(t *testing.T) {
	for _, group := range [][]string{
		{"https://example.com/a", "http://example.com/a", "https://www.example.com/a/", "http://m.example.com/a#part", "https://EXAMPLE.com:443/a?utm_source=x&utm_medium=y",
			"https://example.com/a?gclid=1", "https://amp.example.com/a", "https://example.com/a/amp/", "https://example.com/amp/a", "https://example.com/a?amp=1", "https://example.com/a.amp",
			"https://cdn.ampproject.org/c/s/example.com/a", "https://example-com.cdn.ampproject.org/c/s/www.example.com/a", "https://www.google.com/amp/s/example.com/a"},
		{"https://example.com/", "http://www.example.com", "https://example.com/index.html", "https://example.com/?fbclid=9"},
		{"https://example.com/p?a=1&b=2", "https://example.com/p?b=2&a=1&srsltid=z"},
		{"https://en.wikipedia.org/wiki/Tea_(drink)", "https://en.m.wikipedia.org/wiki/Tea_%28drink%29"},
		{"https://example.com/tea.html", "https://example.com/tea.amp.html"},
		{"https://example.com:8443/a", "https://www.example.com:8443/a/"},
	} {
		for _, u := range group[1:] {
			if canonical(u) != canonical(group[0]) {
				t.Errorf("%s is %s, %s is %s", group[0], canonical(group[0]), u, canonical(u))
			}
		}
	}
}

func TestDifferentPagesHaveDifferentKeys(t *testing.T) {
	seen := map[string]string{}
	for _, u := range []string{
		"https://www.w3schools.com/js/", "https://www.w3schools.com/Js/", "https://example.com/a?id=1", "https://example.com/a?id=2", "https://example.com/a",
		"https://news.example.com/a", "https://example.com:8443/a", "https://example.com/a%2Fb", "https://example.com/a/b", "https://m.com/", "https://www.com/",
		"https://example.com/example", "https://example.com/camp", "https://cdn.ampproject.org/v0.js",
		"https://example.com/a?off=50%", "https://example.com/a?off=60%", "https://example.com/a?id=1;lang=de", "https://example.com/a?id=2;lang=de",
	} {
		if other, dup := seen[canonical(u)]; dup {
			t.Errorf("%s and %s are both %s", other, u, canonical(u))
		}
		seen[canonical(u)] = u
	}
}

func TestTrackingNeverChangesTheKey(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		u := url.URL{Scheme: "https", Host: rapid.StringMatching(`[a-z]{2,8}\.(com|org)`).Draw(t, "host"), Path: "/" + rapid.StringMatching(`[a-zA-Z0-9/ _-]{0,20}`).Draw(t, "path")}
		q := url.Values{}
		for _, name := range rapid.SliceOfN(rapid.StringMatching(`[a-z]{1,4}`), 0, 3).Draw(t, "names") {
			q.Add(name, rapid.String().Draw(t, "value"))
		}
		u.RawQuery = q.Encode()
		plain := u.String()
		tracked := plain + map[bool]string{true: "&", false: "?"}[strings.Contains(plain, "?")] + "utm_campaign=x&msclkid=y#z"
		if canonical(plain) != canonical(tracked) {
			t.Fatalf("%s is %s, %s is %s", plain, canonical(plain), tracked, canonical(tracked))
		}
		if front, _, _ := strings.Cut(tracked, "#"); htmlpage.Untracked(front) != plain {
			t.Fatalf("%s without tracking is %s", front, htmlpage.Untracked(front))
		}
	})
}

func TestAnyTextHasAKey(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "s")
		_ = canonical(s)
		_ = canonical("https://" + s)
		_ = canonical("https://cdn.ampproject.org/c/s/" + s)
	})
}

func TestRegions(t *testing.T) {
	for in, want := range map[string]Region{
		"us-en": {"us", "en"}, "UK-en": {"gb", "en"}, "de_de": {"de", "de"}, "wt-wt": {}, "jp-jp": {"jp", "ja"}, "tw-tzh": {"tw", "zh"}, " br-pt ": {"br", "pt"}, "no-no": {"no", "no"},
	} {
		if got, ok := ParseRegion(in); !ok || got != want {
			t.Errorf("%q: %v %v", in, got, ok)
		}
	}
	for _, in := range []string{"", "us", "us-", "-en", "usa-en", "us-eng", "wt-en", "u1-en", "us-en-x", "üs-en"} {
		if got, ok := ParseRegion(in); ok {
			t.Errorf("%q: %v", in, got)
		}
	}
}
