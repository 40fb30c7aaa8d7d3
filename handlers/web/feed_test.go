package web

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"

	"github.com/farebox/farebox/internal/web/fetch"
)

const atomFeed = `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom" xml:base="/blog/"><title type="html">Caf&amp;eacute; &lt;b&gt;news&lt;/b&gt;</title>
<link rel="self" href="/feed"/><link href="."/><updated>2026-01-02T03:04:05.678+02:00</updated><author><name>Ada</name></author>
<entry><id>tag:1</id><title>1 &lt; 2</title><link rel="alternate" href="one"/><updated>2026-01-01T00:00:00Z</updated><summary>S</summary></entry>
<entry><id>tag:2</id><title>Two</title><link href="https://example.com/two"/><published>sometime in May</published><author><name>Bob</name></author><author><name>Eve</name></author>
<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Rich</p><p>text</p></div></content></entry>
<entry><id>tag:1</id><title>1 again</title><link rel="alternate" href="one"/></entry></feed>`

func TestFeedAnswersWhatTheFeedSays(t *testing.T) {
	web, option := newSite(t)
	web.file("/feed", "text/html", atomFeed) // the content counts, not the type
	s := newService(t, fetch.Options{}, option)
	status, got := s.Get("/feed", "url", "http://example.com/feed", "max_items", "20")
	want := map[string]any{
		"url": "http://example.com/feed", "format": "atom10", "count": 2.0, "total": 2.0, "truncated": false,
		"feed": map[string]any{"title": "Café news", "link": "http://example.com/blog/", "description": nil, "updated": "2026-01-02T01:04:05Z", "language": nil},
		"items": []any{
			map[string]any{"title": "1 < 2", "link": "http://example.com/blog/one", "published": "2026-01-01T00:00:00Z", "published_raw": nil, "summary": "S",
				"id": "tag:1", "author": "Ada", "content_type": nil, "enclosures": []any{}},
			map[string]any{"title": "Two", "link": "https://example.com/two", "published": nil, "published_raw": "sometime in May", "summary": "Rich text",
				"id": "tag:2", "author": "Bob, Eve", "content_type": nil, "enclosures": []any{}},
		},
	}
	if status != http.StatusOK || !reflect.DeepEqual(got, want) {
		t.Errorf("%d\ngot  %v\nwant %v", status, got, want)
	}
	_, got = s.Get("/feed", "url", "http://example.com/feed", "max_items", "1")
	if got["count"] != 1.0 || got["total"] != 2.0 || len(got["items"].([]any)) != 1 {
		t.Errorf("max_items=1: %v", got)
	}
	for _, bad := range []string{"0", "101", "-1", "x"} {
		if status, answer := s.Get("/feed", "url", "http://example.com/feed", "max_items", bad); status != http.StatusBadRequest {
			t.Errorf("max_items %s: %d %v", bad, status, answer)
		}
	}
}

func TestPageThatIsNoFeedNamesTheFeedsThatItDeclares(t *testing.T) {
	web, option := newSite(t)
	web.file("/", "text/html", `<html><head><link rel="alternate" type="application/rss+xml" href="rss"><link rel=alternate type="application/feed+json" href="/f.json"></head><body>x`)
	web.file("/bare", "text/html", "<html><body>no feeds")
	web.file("/data", "application/json", `{"version":"1","items":[]}`)
	s := newService(t, fetch.Options{}, option)
	for path, want := range map[string][]any{"/": {"http://example.com/rss", "http://example.com/f.json"}, "/bare": {}, "/data": {}} {
		status, got := s.Get("/feed", "url", "http://example.com"+path)
		if status != 422 || got["code"] != "not_a_feed" || !reflect.DeepEqual(got["feeds"], want) {
			t.Errorf("%s: %d %v", path, status, got)
		}
	}
}

func packed(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestFeedsComeInEveryDress(t *testing.T) {
	const rss = `<rss version="2.0"><channel><title>Größe</title><item><title>é</title></item></channel></rss>`
	latin, err := charmap.ISO8859_1.NewEncoder().String(`<?xml version="1.0" encoding="iso-8859-1"?>` + rss)
	if err != nil {
		t.Fatal(err)
	}
	web, option := newSite(t)
	for path, f := range map[string][2]string{
		"/utf8": {"application/rss+xml; charset=utf-8", rss}, "/untyped": {"", rss}, "/binary": {"application/octet-stream", rss},
		"/latin": {"application/octet-stream", latin}, "/latin-text": {"text/xml", latin}, "/lie": {"text/xml; charset=utf-8", latin}, "/other-lie": {"text/xml; charset=iso-8859-1", rss},
		"/gzip": {"application/gzip", packed(t, rss)}, "/gzip-as-xml": {"text/xml", packed(t, rss)}, "/gzip-latin": {"application/x-gzip", packed(t, latin)},
		"/bom": {"text/xml", "\uFEFF\n\n" + rss}, "/page": {"text/html", rss},
	} {
		web.file(path, f[0], f[1])
		s := newService(t, fetch.Options{}, option)
		status, got := s.Get("/feed", "url", "http://example.com"+path)
		if status != http.StatusOK {
			t.Errorf("%s: %d %v", path, status, got)
			continue
		}
		title, item := got["feed"].(map[string]any)["title"], got["items"].([]any)[0].(map[string]any)["title"]
		if title != "Größe" || item != "é" {
			t.Errorf("%s: %q %q", path, title, item)
		}
	}
}

func TestFeedBombsAreRefused(t *testing.T) {
	web, option := newSite(t)
	web.file("/bomb", "application/gzip", packed(t, "<rss>"+strings.Repeat(" ", 20<<20)))
	web.file("/laughs", "text/xml", `<!DOCTYPE rss [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><rss version="2.0"><channel><title>&b;</title><item><title>x &b;</title></item></channel></rss>`)
	web.file("/outside", "text/xml", `<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss version="2.0"><channel><title>&x;</title></channel></rss>`)
	web.file("/deep", "text/xml", `<rss version="2.0"><channel><title>deep</title>`+strings.Repeat("<item>", 100_000)+"<title>t</title>")
	s := newService(t, fetch.Options{}, option)
	if status, got := s.Get("/feed", "url", "http://example.com/bomb"); status != 422 || got["code"] != "too_large" {
		t.Errorf("bomb: %d %v", status, got)
	}
	for path, want := range map[string]string{"/laughs": "&b;", "/outside": "&x;", "/deep": "deep"} {
		status, got := s.Get("/feed", "url", "http://example.com"+path)
		if status != http.StatusOK || got["feed"].(map[string]any)["title"] != want {
			t.Errorf("%s: %d %v; entities of a DTD stay as they are", path, status, got)
		}
	}
}
