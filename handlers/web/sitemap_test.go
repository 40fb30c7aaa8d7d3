package web

import (
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/web/fetch"
)

func urlset(locs ...string) string {
	var b strings.Builder
	b.WriteString(`<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`)
	for _, loc := range locs {
		fmt.Fprintf(&b, "<url><loc>%s</loc></url>", loc)
	}
	return b.String() + "</urlset>"
}

func index(locs ...string) string {
	return strings.NewReplacer("urlset", "sitemapindex", "<url>", "<sitemap>", "</url>", "</sitemap>").Replace(urlset(locs...))
}

func locs(answer map[string]any) []string {
	var out []string
	list, _ := answer["urls"].([]any)
	for _, u := range list {
		out = append(out, u.(map[string]any)["loc"].(string))
	}
	return out
}

// unread are the unreadable sitemaps among the sources, by URL, with the status and its explanation.
func unread(answer map[string]any) map[string]string {
	out := map[string]string{}
	for _, s := range sitemapSources(answer) {
		if s["status"] != "ok" {
			detail, _ := s["detail"].(string)
			out[s["url"].(string)] = strings.TrimSpace(s["status"].(string) + " " + detail)
		}
	}
	return out
}

// readOf are the URLs of the sitemaps read.
func readOf(answer map[string]any) []string {
	var out []string
	for _, s := range sitemapSources(answer) {
		if s["status"] == "ok" {
			out = append(out, s["url"].(string))
		}
	}
	return out
}

func sitemapSources(answer map[string]any) []map[string]any {
	var out []map[string]any
	list, _ := answer["sources"].([]any)
	for _, s := range list {
		if source := s.(map[string]any); source["name"] == "sitemap" {
			out = append(out, source)
		}
	}
	return out
}

func TestSitemapIsFoundThroughRobotsThenAtUsualPaths(t *testing.T) {
	one, two := urlset("http://example.com/1"), urlset("http://example.com/2")
	for _, c := range []struct {
		name, robots string
		files        map[string]string
		ask          string
		source       string
		want         []string
	}{
		{"named by robots.txt", "Sitemap: http://example.com/a.xml\nsitemap: b.xml\n", map[string]string{"/a.xml": one, "/b.xml": two, "/sitemap.xml": urlset("http://example.com/3")},
			"http://example.com/", "robots_txt", []string{"http://example.com/1", "http://example.com/2"}},
		{"a page means its site", "Sitemap: http://example.com/a.xml", map[string]string{"/a.xml": one}, "http://example.com/some/page?x=1", "robots_txt", []string{"http://example.com/1"}},
		{"robots.txt means its site", "Sitemap: http://example.com/a.xml", map[string]string{"/a.xml": one}, "http://example.com/robots.txt", "robots_txt", []string{"http://example.com/1"}},
		{"no robots.txt", "", map[string]string{"/sitemap.xml": one}, "http://example.com", "default_path", []string{"http://example.com/1"}},
		{"robots.txt names one that is gone", "Sitemap: http://example.com/old.xml", map[string]string{"/sitemap.xml": one}, "http://example.com/", "default_path", []string{"http://example.com/1"}},
		{"a page where the sitemap should be", "", map[string]string{"/sitemap.xml": "<html><body>404", "/sitemap_index.xml": two}, "http://example.com/", "default_path", []string{"http://example.com/2"}},
		{"robots.txt forbids it, which is not for sitemaps", "User-agent: *\nDisallow: /", map[string]string{"/sitemap.xml": one}, "http://example.com/", "default_path", []string{"http://example.com/1"}},
		{"direct", "Sitemap: http://example.com/a.xml", map[string]string{"/a.xml": one, "/deep/x.XML": two}, "http://example.com/deep/x.XML", "direct", []string{"http://example.com/2"}},
		{"direct text", "", map[string]string{"/urls.txt": "http://example.com/t1\n\njunk\nhttps://example.com/t2\r\n"}, "http://example.com/urls.txt", "direct", []string{"http://example.com/t1", "https://example.com/t2"}},
		{"direct gzip", "", map[string]string{"/s.xml.gz": packed(t, one)}, "http://example.com/s.xml.gz", "direct", []string{"http://example.com/1"}},
		{"a feed is a sitemap", "Sitemap: http://example.com/rss", map[string]string{"/rss": `<rss version="2.0"><channel><item><link>http://example.com/post</link></item></channel></rss>`},
			"http://example.com/", "robots_txt", []string{"http://example.com/post"}},
		{"an empty sitemap is one", "", map[string]string{"/sitemap.xml": urlset()}, "http://example.com/", "default_path", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			web, option := newSite(t)
			if c.robots != "" {
				web.file("/robots.txt", "text/plain", c.robots)
			}
			for path, body := range c.files {
				web.file(path, "application/octet-stream", body)
			}
			status, got := newService(t, fetch.Options{}, option).Get("/sitemap", "url", c.ask)
			if status != http.StatusOK || got["source"] != c.source || !reflect.DeepEqual(locs(got), c.want) || got["count"] != float64(len(c.want)) || got["truncated"] != false {
				t.Errorf("%d %v", status, got)
			}
		})
	}
}

func TestSitemapIndexIsFollowedOneLevel(t *testing.T) {
	web, option := newSite(t)
	site := "http://example.com/"
	web.file("/index.xml", "text/xml", index(site+"c1.xml", "<![CDATA[ "+site+"c2.xml ]]>", site+"nested.xml", site+"missing.xml", "http://10.0.0.1/inside.xml", site+"sixth.xml"))
	web.file("/c1.xml", "text/xml", urlset(site+"1", site+"shared"))
	web.file("/c2.xml", "text/xml", urlset(site+"shared", site+"2"))
	web.file("/nested.xml", "text/xml", index(site+"deeper.xml"))
	web.file("/deeper.xml", "text/xml", urlset(site+"deep"))
	web.file("/sixth.xml", "text/xml", urlset(site+"6"))
	s := newService(t, fetch.Options{}, option)
	status, got := s.Get("/sitemap", "url", site+"index.xml")
	if status != http.StatusOK || !reflect.DeepEqual(locs(got), []string{site + "1", site + "shared", site + "2"}) {
		t.Errorf("%d %v", status, got)
	}
	if got["is_index"] != true || got["truncated"] != true || got["partial"] != true {
		t.Errorf("is_index %v, truncated %v (a sixth child and a nested index), partial %v", got["is_index"], got["truncated"], got["partial"])
	}
	want := map[string]string{
		site + "missing.xml":         "error there is nothing at this address, which the site names",
		"http://10.0.0.1/inside.xml": "error url must lead to a public address (this one is private)",
	}
	if !reflect.DeepEqual(unread(got), want) {
		t.Errorf("not read %v, want %v", unread(got), want)
	}
	wantRead := []string{site + "index.xml", site + "c1.xml", site + "c2.xml", site + "nested.xml"}
	if !reflect.DeepEqual(readOf(got), wantRead) {
		t.Errorf("read %v", readOf(got))
	}
	if records := sitemapSources(got)[0]["records"]; records != 5.0 {
		t.Errorf("records of the index: %v", records)
	}
	if web.asked["/sixth.xml"]+web.asked["/deeper.xml"] > 0 {
		t.Error("sitemaps beyond the limits were fetched")
	}
}

func TestSitemapsThatLeadInCirclesEnd(t *testing.T) {
	web, option := newSite(t)
	web.file("/self.xml", "text/xml", index("http://example.com/self.xml", "http://example.com/back.xml", "http://example.com/a.xml"))
	web.file("/a.xml", "text/xml", urlset("http://example.com/1"))
	web.mux.HandleFunc("/back.xml", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/self.xml", http.StatusFound) })
	status, got := newService(t, fetch.Options{}, option).Get("/sitemap", "url", "http://example.com/self.xml")
	if status != http.StatusOK || !reflect.DeepEqual(locs(got), []string{"http://example.com/1"}) ||
		len(unread(got)) != 0 {
		t.Errorf("%d %v", status, got)
	}
}

func TestSitemapStopsAt5000(t *testing.T) {
	web, option := newSite(t)
	var many []string
	for i := range 3000 {
		many = append(many, fmt.Sprintf("http://example.com/a%d", i))
	}
	more := strings.ReplaceAll(urlset(many...), ".com/a", ".com/b")
	web.file("/exact.xml", "text/xml", urlset(append(many, many...)...))
	web.file("/index.xml", "text/xml", index("http://example.com/a.xml", "http://example.com/b.xml"))
	web.file("/a.xml", "text/xml", urlset(many...))
	web.file("/b.xml", "text/xml", more)
	s := newService(t, fetch.Options{}, option)
	if _, got := s.Get("/sitemap", "url", "http://example.com/index.xml"); got["count"] != 5000.0 || got["truncated"] != true || len(locs(got)) != 5000 {
		t.Errorf("count %v, truncated %v", got["count"], got["truncated"])
	}
	if _, got := s.Get("/sitemap", "url", "http://example.com/exact.xml"); got["count"] != 3000.0 || got["truncated"] != false {
		t.Errorf("repetitions: count %v, truncated %v", got["count"], got["truncated"])
	}
}

func TestNothingFoundIs404AndSaysWhatWasTried(t *testing.T) {
	web, option := newSite(t)
	web.file("/robots.txt", "text/plain", "Sitemap: http://example.com/index.xml\n")
	web.file("/index.xml", "text/xml", index("http://example.com/x.xml", "http://example.com/y.xml"))
	status, got := newService(t, fetch.Options{}, option).Get("/sitemap", "url", "http://example.com/")
	if status != http.StatusNotFound || got["code"] != "not_found" || len(unread(got)) != 6 {
		t.Errorf("%d %v", status, got)
	}
}

func TestChildrenThatTheNetworkLosesMakeNothing502(t *testing.T) {
	web, option := newSite(t)
	web.file("/index.xml", "text/xml", index("http://lost.example.org/x.xml"))
	status, got := newService(t, fetch.Options{}, option).Get("/sitemap", "url", "http://example.com/index.xml")
	if status != http.StatusBadGateway || got["code"] != "dns_failed" {
		t.Errorf("%d %v", status, got)
	}
}

func TestUsualPathsWithoutASitemapAreEmptyAndNoFailure(t *testing.T) {
	web, option := newSite(t)
	web.file("/sitemap.xml", "text/html", "<html><body>404")
	web.file("/sitemap.xml.gz", "text/xml", urlset("http://example.com/1"))

	_, got := newService(t, fetch.Options{}, option).Get("/sitemap", "url", "http://example.com/")

	want := map[string]string{
		"http://example.com/sitemap.xml":       "empty",
		"http://example.com/sitemap_index.xml": "empty",
	}
	if !reflect.DeepEqual(unread(got), want) || got["partial"] != false {
		t.Errorf("partial %v, not read %v", got["partial"], unread(got))
	}
}

// TestRobotsThatCouldNotBeReadLeaveTheSitemapPartial: it may name others than the one at the usual path.
func TestRobotsThatCouldNotBeReadLeaveTheSitemapPartial(t *testing.T) {
	web, option := newSite(t)
	web.status("/robots.txt", http.StatusServiceUnavailable)
	web.file("/sitemap.xml", "text/xml", urlset("http://example.com/1"))

	status, got := newService(t, fetch.Options{}, option).Get("/sitemap", "url", "http://example.com/")

	robots := got["sources"].([]any)[0].(map[string]any)
	if status != http.StatusOK || got["partial"] != true ||
		robots["name"] != "robots_txt" || robots["status"] != "error" {
		t.Errorf("%d, partial %v, %v", status, got["partial"], robots)
	}
}
