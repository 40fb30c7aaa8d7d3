package web

import (
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/web/fetch"
)

const linkPage = `<!doctype html><html><head><base href="/docs/">
<link rel="alternate" type="application/rss+xml" href="/rss"><link rel="alternate" type="application/atom+xml" href="atom.xml">
<link rel="alternate" type="application/json" title="JSON Feed" href="/feed.json"><link rel="alternate" type="application/json" href="/wp-json/1">
<link rel="alternate stylesheet" type="text/css" href="/x.css"><link rel="alternate" hreflang="de" href="/de">
</head><body>
<a href="a#top"><img src="i.png" alt="Picture of A"></a> <a href="a">A in words</a> <a href="a">again</a>
<a href="//www.example.com/b?x=1&amp;y=2">B</a> <a href="https://sub.example.com/">Sub</a> <a href="http://other.org:80"> Other  site </a>
<a href="mailto:x@example.com">mail</a> <a href="javascript:void(0)">js</a> <a href="data:text/html,x">data</a> <a href="tel:1">tel</a> <a name="here">no link</a>
<a href="c" aria-label="See C"></a> <a href="d" title="On D"> </a> <map><area href="e" alt="Area E"></map> <a href="f g/%zz?q=ü">F</a>
</body></html>`

func TestLinksAreAbsoluteAndOnceEach(t *testing.T) {
	web, option := newSite(t)
	web.file("/robots.txt", "text/plain", "Sitemap: /maps/one.xml\nUser-agent: *\nDisallow:\nSitemap: https://other.org/two.xml\n")
	web.file("/", "text/html", linkPage)
	s := newService(t, fetch.Options{}, option)
	status, got := s.Get("/links", "url", "http://example.com/start")
	want := map[string]any{
		"url": "http://example.com/start",
		"links": []any{
			map[string]any{"url": "http://example.com/docs/a", "text": "Picture of A"},
			map[string]any{"url": "http://www.example.com/b?x=1&y=2", "text": "B"},
			map[string]any{"url": "https://sub.example.com/", "text": "Sub"},
			map[string]any{"url": "http://other.org/", "text": "Other site"},
			map[string]any{"url": "http://example.com/docs/c", "text": "See C"},
			map[string]any{"url": "http://example.com/docs/d", "text": "On D"},
			map[string]any{"url": "http://example.com/docs/e", "text": "Area E"},
			map[string]any{"url": "http://example.com/docs/f%20g/%25zz?q=%C3%BC", "text": "F"},
		},
		"internal_count": 6.0, "external_count": 2.0,
		"feeds":        []any{"http://example.com/rss", "http://example.com/docs/atom.xml", "http://example.com/feed.json"},
		"sitemap_hint": "http://example.com/maps/one.xml", "stand_in": nil, "truncated": false,
	}
	if status != http.StatusOK || !reflect.DeepEqual(got, want) {
		t.Errorf("%d\ngot  %v\nwant %v", status, got, want)
	}
	_, same := s.Get("/links", "url", "http://example.com/start", "same_host_only", "true")
	if n := len(same["links"].([]any)); n != 6 || same["internal_count"] != 6.0 || same["external_count"] != 2.0 {
		t.Errorf("same_host_only: %d links, %v internal, %v external; the counts must stay", n, same["internal_count"], same["external_count"])
	}
}

func TestLinksStopAt1000(t *testing.T) {
	web, option := newSite(t)
	var page strings.Builder
	for i := range 1500 {
		fmt.Fprintf(&page, `<a href="/p%d">%d</a><a href="http://other.org/%d">o</a>`, i, i, i)
	}
	web.file("/many", "text/html", page.String())
	web.file("/exact", "text/html", strings.Repeat(`<a href="/same">s</a>`, 3000))
	s := newService(t, fetch.Options{}, option)
	_, got := s.Get("/links", "url", "http://example.com/many")
	links := got["links"].([]any)
	if len(links) != 1000 || got["truncated"] != true || got["internal_count"] != 1500.0 || got["external_count"] != 1500.0 {
		t.Errorf("%d links, truncated %v, %v and %v", len(links), got["truncated"], got["internal_count"], got["external_count"])
	}
	_, got = s.Get("/structured", "url", "http://example.com/many", "include", "links")
	if n := len(got["links"].([]any)); n != 1000 || !reflect.DeepEqual(got["truncated_blocks"], []any{"links"}) {
		t.Errorf("/structured: %d links, truncated %v", n, got["truncated_blocks"])
	}
	_, got = s.Get("/links", "url", "http://example.com/many", "same_host_only", "true")
	if first, last := got["links"].([]any)[0].(map[string]any), got["links"].([]any)[999].(map[string]any); first["url"] != "http://example.com/p0" || last["url"] != "http://example.com/p999" {
		t.Errorf("same_host_only: %v to %v", first, last)
	}
	_, got = s.Get("/links", "url", "http://example.com/exact")
	if len(got["links"].([]any)) != 1 || got["truncated"] != false {
		t.Errorf("repetitions: %v", got)
	}
}

func TestStructuredReturnsWhatIsIncluded(t *testing.T) {
	web, option := newSite(t)
	web.file("/", "text/html", `<title> A  page </title><h1>One</h1><p>Words<table><tr><td>1</table>`)
	s := newService(t, fetch.Options{}, option)
	blocks := []string{"text", "headings", "links", "tables", "metadata"}
	for _, c := range []struct {
		include string
		want    []string
	}{{"", blocks}, {"text", []string{"text"}}, {"links,tables", []string{"links", "tables"}}, {"metadata,metadata", []string{"metadata"}}} {
		query := []string{"url", "http://example.com/"}
		if c.include != "" {
			query = append(query, "include", c.include)
		}
		_, got := s.Get("/structured", query...)
		var have []string
		for _, b := range blocks {
			if _, ok := got[b]; ok {
				have = append(have, b)
			}
		}
		if !reflect.DeepEqual(have, c.want) || got["title"] != "A page" {
			t.Errorf("include %q: %v, title %v", c.include, have, got["title"])
		}
	}
	_, got := s.Get("/structured", "url", "http://example.com/", "include", "links")
	if list, ok := got["links"].([]any); !ok || len(list) != 0 {
		t.Errorf("a block without content must be an empty list, is %v", got["links"])
	}
	for _, bad := range []string{"image", "text,image"} {
		if status, answer := s.Get("/structured", "url", "http://example.com/", "include", bad); status != http.StatusBadRequest {
			t.Errorf("include %s: %d %v", bad, status, answer)
		}
	}
}

// TestWhatAPageDoesNotSayIsNull: neither a title nor a link's text is invented, and neither is an empty text.
func TestWhatAPageDoesNotSayIsNull(t *testing.T) {
	web, option := newSite(t)
	web.file("/", "text/html", `<title> </title><p>Words</p><a href="/a"><img src="a.png"></a><a href="/b"> </a>`)
	s := newService(t, fetch.Options{}, option)

	want := []any{
		map[string]any{"url": "http://example.com/a", "text": nil},
		map[string]any{"url": "http://example.com/b", "text": nil},
	}
	for _, route := range []string{"/structured", "/links"} {
		_, got := s.Get(route, "url", "http://example.com/")
		if !reflect.DeepEqual(got["links"], want) {
			t.Errorf("%s: links %v", route, got["links"])
		}
		if title, has := got["title"]; route == "/structured" && (!has || title != nil) {
			t.Errorf("title %v, there %v", title, has)
		}
	}
}

func TestHeadersFillInWhatThePageDoesNotSay(t *testing.T) {
	web, option := newSite(t)
	web.mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Content-Language", "de-AT, en")
		w.Header().Add("Link", `</a,b>; rel="preload"; as=style, </right?x=1,2>; title="x"; rel="canonical"`)
		fmt.Fprint(w, "<p>words")
	})
	s := newService(t, fetch.Options{}, option)
	_, got := s.Get("/structured", "url", "http://example.com/page", "include", "metadata")
	m := got["metadata"].(map[string]any)
	if m["lang"] != "de-AT" || m["canonical"] != "http://example.com/right?x=1,2" || m["description"] != nil {
		t.Errorf("%v", m)
	}
	if list, ok := m["json_ld"].([]any); !ok || len(list) != 0 {
		t.Errorf("json_ld of a page without: %v", m["json_ld"])
	}
}

// TestHostilePagesAreAnsweredWithinBounds: each of these breaks a reader that follows the page without bounds.
func TestHostilePagesAreAnsweredWithinBounds(t *testing.T) {
	var formatting strings.Builder
	formatting.WriteString("<p>")
	for i := range 400 {
		fmt.Fprintf(&formatting, "<b a=%d>", i)
	}
	formatting.WriteString(strings.Repeat("<p>x", 500_000))
	pages := map[string]string{
		"nested":       strings.Repeat("<div>", 50_000) + "deep" + strings.Repeat("</div>", 50_000) + "<h1>after</h1>",
		"unclosed":     strings.Repeat("<a href=/x><b><i><span>", 50_000) + "deep",
		"formatting":   formatting.String(),
		"tables":       strings.Repeat("<table><tr><td>x", 20_000),
		"spans":        "<table>" + strings.Repeat("<tr><td colspan=1000 rowspan=1000>x", 10_000),
		"cells":        "<table>" + strings.Repeat("<tr>"+strings.Repeat("<td>x", 100), 5_000),
		"attributes":   "<a " + strings.Repeat("b=c ", 1_000_000) + ">x",
		"microdata":    `<div itemscope id=i itemref="i j">` + strings.Repeat(`<div id=j itemprop="a b c d e f" itemscope itemref="i j">`, 10_000),
		"json-ld":      `<script type="application/ld+json">` + strings.Repeat("[", 2_000_000) + "</script>" + strings.Repeat(`<script type="application/ld+json">{"a":"`+strings.Repeat("x", 1000)+`"}</script>`, 2_000),
		"nested links": strings.Repeat("<table><td><a href=/x>", 200_000),
		"nested heads": strings.Repeat("<h1><span><div>", 80) + strings.Repeat("<i></i>", 400_000),
		"headings":     strings.Repeat("<h2>h", 400_000),
		"stray":        strings.Repeat("</p></b>x</z>", 300_000),
		"anchors":      strings.Repeat("<a href=?", 400_000),
		"style hiding": strings.Repeat(`<div style="display : none">x</div>`, 100_000),
	}
	web, option := newSite(t)
	for name, page := range pages {
		web.file("/"+strings.ReplaceAll(name, " ", "-"), "text/html", page)
	}
	s := newService(t, fetch.Options{}, option)
	for name, page := range pages {
		if len(page) > 5<<20 {
			t.Fatalf("%s is over the cap: %d", name, len(page))
		}
		for _, route := range []string{"/structured", "/links", "/extract"} {
			status, got := s.Get(route, "url", "http://example.com/"+strings.ReplaceAll(name, " ", "-"))
			if empty := route == "/extract" && got["code"] == "no_content"; status != http.StatusOK && !empty {
				t.Errorf("%s of %s: %d %.200v", route, name, status, got)
			}
			if tables, _ := got["tables"].([]any); len(tables) > 50 {
				t.Errorf("%s: %d tables", name, len(tables))
			}
			if text, _ := got["text"].(string); len(text) > 200_000 {
				t.Errorf("%s: text of %d bytes", name, len(text))
			}
		}
	}
	_, got := s.Get("/structured", "url", "http://example.com/nested")
	if heads := got["headings"].([]any); len(heads) != 1 || got["text"] != "deep\nafter" {
		t.Errorf("what comes after the nesting must still be read: %v %q", heads, got["text"])
	}
	_, got = s.Get("/structured", "url", "http://example.com/spans", "include", "tables")
	cells := 0
	for _, row := range got["tables"].([]any)[0].([]any) {
		cells += len(row.([]any))
	}
	if cells > 10_000 || !reflect.DeepEqual(got["truncated_blocks"], []any{"tables"}) {
		t.Errorf("%d cells, truncated %v", cells, got["truncated_blocks"])
	}
}
