package web

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/fetch/fetchtest"
)

// serveSamples serves recorded pages under their real hosts, over plain HTTP because certificates for these are not
// available.
func serveSamples(t *testing.T, files map[string]string) *handlertest.Service {
	t.Helper()
	dir := samples.Path(t, ".")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, ok := files[r.Host+r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		name, contentType, _ := strings.Cut(name, " ")
		body, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Error(err)
		}
		w.Header().Set("Content-Type", contentType)
		_, _ = w.Write(body)
	}))
	t.Cleanup(server.Close)
	hosts := map[string]*httptest.Server{}
	for where := range files {
		host, _, _ := strings.Cut(where, "/")
		hosts[host] = server
	}
	return newService(t, fetch.Options{}, fetchtest.Hosts(t, hosts))
}

func TestRecordedFeeds(t *testing.T) {
	s := serveSamples(t, map[string]string{
		"blog.google/rss/":                        "feeds/rss20_google_blog.xml application/rss+xml",
		"www.reddit.com/r/minecraft.rss":          "feeds/atom10_reddit.xml application/atom+xml",
		"feeds.npr.org/1019/feed.json":            "feeds/json1_npr.json application/json",
		"rss.orf.at/news.xml":                     "feeds/rss10_rdf_orf.xml application/rdf+xml",
		"joeroganexp.joerogan.libsynpro.com/rss":  "feeds/rss20_itunes_podcast.xml text/xml",
		"www.androidauthority.com/feed/":          "feeds/rss20_leading_blank_lines_before_xml_decl.xml application/rss+xml",
		"llmstxt.org/llms.txt":                    "llms-txt/llmstxt_org_llms.txt text/plain",
		"www.coindesk.com/arc/outboundfeeds/rss/": "crypto-news/coindesk_rss_2026-09.xml text/xml",
	})
	for _, c := range []struct {
		url  string
		want map[string]any
	}{
		{"http://blog.google/rss/", map[string]any{"format": "rss20", "count": 2.0, "feed.title": "The Official Google Blog", "feed.link": "https://blog.google/",
			"feed.updated": "2026-06-26T16:00:00Z", "items.0.title": "Investing in Ukraine’s AI leadership and economic future", "items.0.published": "2026-06-25T17:40:00Z",
			"items.0.author": "Annette Kroeber-Riel", "items.1.published": "2026-06-25T17:00:00Z",
			"items.1.link": "https://blog.google/products-and-platforms/products/gemini/find-job-with-google-ai-tools/"}},
		{"http://www.reddit.com/r/minecraft.rss", map[string]any{"format": "atom10", "count": 1.0, "feed.title": "Minecraft on reddit", "feed.link": "https://www.reddit.com/r/minecraft",
			"feed.description": "Minecraft community on Reddit", "feed.updated": "2025-06-22T10:10:32Z", "items.0.title": "Vibrant Visuals - Troubleshooting",
			"items.0.link": "https://www.reddit.com/r/Minecraft/comments/1ldu6hr/vibrant_visuals_troubleshooting/", "items.0.published": "2025-06-17T18:02:33Z",
			"items.0.id": "https://www.redditstatic.com/icon.png/", "items.0.author": "/u/Mlakuss"}},
		{"http://feeds.npr.org/1019/feed.json", map[string]any{
			"format": "json1", "count": 20.0, "total": 25.0, "feed.title": "Technology",
			"feed.link": "https://www.npr.org/sections/technology/?utm_medium=JSONFeed&utm_campaign=technology", "items.0.id": "1050315385",
			"items.0.title": "Keller Rinaudo: How can delivery drones save lives?", "items.0.published": "2021-10-29T14:26:00Z", "items.0.author": "Manoush Zomorodi"}},
		{"http://rss.orf.at/news.xml", map[string]any{"format": "rss10", "count": 1.0, "feed.title": "news.ORF.at", "feed.link": "https://orf.at/", "feed.updated": "2025-01-03T09:14:24Z",
			"items.0.title": "Kiew erneut Ziel russischer Drohnenangriffe", "items.0.link": "https://orf.at/stories/3380633/", "items.0.published": "2025-01-03T09:14:24Z",
			"items.0.author": "ORF Online und Teletext GmbH & Co KG"}},
		{"http://joeroganexp.joerogan.libsynpro.com/rss", map[string]any{"format": "rss20", "count": 1.0, "feed.title": "The Joe Rogan Experience", "feed.link": "https://www.joerogan.com",
			"feed.updated": "2021-07-29T05:45:54Z", "items.0.title": "#1109 - Matthew Walker", "items.0.link": "http://traffic.libsyn.com/joeroganexp/p1109.mp3",
			"items.0.id": "00a5d989b6b2cd8267cf8239f3b5585c", "items.0.published": "2018-04-25T22:37:10Z", "items.0.author": "Joe Rogan", "items.0.enclosures.0.type": "audio/mpeg"}},
		{"http://www.androidauthority.com/feed/", map[string]any{"format": "rss20", "count": 1.0, "feed.updated": "2019-05-15T20:48:02Z",
			"items.0.title": "Japan’s plans for 5G include 10 billion 14-digit phone numbers", "items.0.link": "https://www.androidauthority.com/japan-phone-numbers-14-digits-5g-986823/",
			"items.0.id": "https://www.androidauthority.com/?p=986823", "items.0.author": "Williams Pelegrin"}},
		{"http://www.coindesk.com/arc/outboundfeeds/rss/", map[string]any{"format": "rss20", "count": 3.0, "items.0.published": "2026-09-25T14:41:53Z", "items.0.author": "Oliver Knight"}},
		{"http://llmstxt.org/llms.txt", map[string]any{"status": 422.0, "code": "not_a_feed"}},
	} {
		_, got := s.Get("/feed", "url", c.url)
		for path, want := range c.want {
			if v := handlertest.Member(got, path); !reflect.DeepEqual(v, want) {
				t.Errorf("%s: %s is %v, want %v", c.url, path, v, want)
			}
		}
	}
	if _, got := s.Get("/feed", "url", "http://blog.google/rss/", "max_items", "1"); got["count"] != 1.0 {
		t.Errorf("max_items=1: %v", got["count"])
	}
}

func TestRecordedSitemaps(t *testing.T) {
	s := serveSamples(t, map[string]string{
		"www.sitemaps.org/sitemap.xml":               "sitemaps/urlset_sitemaps_org.xml application/xml",
		"raw.example.org/tests/sitemap-hreflang.xml": "sitemaps/urlset_hreflang_ext.xml text/plain",
		"raw.example.org/tests/sitemap2.xml":         "sitemaps/sitemapindex_cdata.xml text/plain",
		"www.example.com/other":                      "sitemaps/urlset_hreflang_ext.xml text/plain",
	})
	for _, c := range []struct {
		url  string
		want map[string]any
	}{
		{"http://www.sitemaps.org/", map[string]any{"count": 84.0, "truncated": false, "source": "default_path", "urls.0.loc": "https://www.sitemaps.org/", "urls.0.lastmod": "2016-11-21",
			"urls.0.priority": nil, "urls.83.loc": "https://www.sitemaps.org/zh_TW/terms.html"}},
		{"http://www.sitemaps.org/sitemap.xml", map[string]any{"count": 84.0, "source": "direct"}},
		{"http://raw.example.org/tests/sitemap-hreflang.xml", map[string]any{"count": 4.0, "source": "direct", "urls.0.loc": "http://www.example.com/english/page.html"}},
		{"http://raw.example.org/tests/sitemap2.xml", map[string]any{
			"status": 404.0, "code": "not_found", "sources.1.url": "http://www.example.com/sitemap1.xml.gz",
			"sources.2.url": "http://www.example.com/sitemap2.xml.gz"}},
	} {
		_, got := s.Get("/sitemap", "url", c.url)
		for path, want := range c.want {
			if v := handlertest.Member(got, path); !reflect.DeepEqual(v, want) {
				t.Errorf("%s: %s is %v, want %v", c.url, path, v, want)
			}
		}
	}
}

func TestRecordedPages(t *testing.T) {
	s := serveSamples(t, map[string]string{
		"www.songkick.com/artists/236156-elysian-fields": "structured/songkick_event.html text/html;charset=utf-8",
		"v8.dev/blog/emscripten-standalone-wasm":         "extract/v8-blog.source.html text/html;charset=utf-8",
		"arstechnica.com/information-technology/x/":      "extract/ars-1.source.html text/html;charset=utf-8",
	})
	_, got := s.Get("/structured", "url", "http://www.songkick.com/artists/236156-elysian-fields", "include", "metadata")
	for path, want := range map[string]any{
		"title": "Elysian Fields Tickets, Tour Dates 2017 & Concerts – Songkick", "metadata.lang": "en", "metadata.canonical": "http://www.songkick.com/artists/236156-elysian-fields",
		"metadata.description":    "Buy tickets for an upcoming Elysian Fields concert near you. List of all Elysian Fields tickets and tour dates for 2017.",
		"metadata.json_ld_errors": 0.0, "metadata.json_ld.0.@type": "MusicEvent", "metadata.json_ld.0.startDate": "2017-06-10T19:30:00-0400",
		"text": nil, "headings": nil, "links": nil, "tables": nil,
	} {
		if v := handlertest.Member(got, path); !reflect.DeepEqual(v, want) {
			t.Errorf("songkick: %s is %v, want %v", path, v, want)
		}
	}
	og := handlertest.Member(got, "metadata.open_graph").(map[string]any)
	if og["og:title"] != "Elysian Fields" || og["og:type"] != "songkick-concerts:artist" || og["og:image"] != "http://images.sk-static.com/images/media/img/col4/20100330-103600-169450.jpg" {
		t.Errorf("songkick: %v", og)
	}
	if n := len(handlertest.Member(got, "metadata.json_ld").([]any)); n != 5 {
		t.Errorf("songkick: %d JSON-LD objects", n)
	}
	_, got = s.Get("/links", "url", "http://v8.dev/blog/emscripten-standalone-wasm")
	if want := []any{"http://v8.dev/blog.atom", "http://v8.dev/features.atom"}; !reflect.DeepEqual(got["feeds"], want) || got["sitemap_hint"] != nil || got["truncated"] != false {
		t.Errorf("v8: %v %v %v", got["feeds"], got["sitemap_hint"], got["truncated"])
	}
	found := false
	for _, l := range got["links"].([]any) {
		found = found || handlertest.Member(l, "url") == "http://v8.dev/blog/tags/webassembly" && handlertest.Member(l, "text") == "WebAssembly"
	}
	if !found {
		t.Errorf("v8: the link to the tag is missing: %v", got["links"])
	}
	_, got = s.Get("/links", "url", "http://arstechnica.com/information-technology/x/")
	if want := []any{"http://feeds.arstechnica.com/arstechnica/index/"}; !reflect.DeepEqual(got["feeds"], want) {
		t.Errorf("ars: %v", got["feeds"])
	}
}

func TestRecordedArticles(t *testing.T) {
	s := serveSamples(t, map[string]string{
		"v8.dev/blog/emscripten-standalone-wasm":    "extract/v8-blog.source.html text/html;charset=utf-8",
		"arstechnica.com/information-technology/x/": "extract/ars-1.source.html text/html;charset=utf-8",
		"nicolas.perriault.net/code/2013/x/":        "extract/001.source.html text/html;charset=utf-8",
		"www.google.com/robots.txt":                 "robots/www.google.com.robots.txt text/plain",
	})
	for _, c := range []struct {
		url, format, title string
		has, lacks         []string
	}{
		{"http://arstechnica.com/information-technology/x/", "text", "Just-released Minecraft exploit makes it easy to crash game servers",
			[]string{"A flaw in the wildly popular online game", "proof-of-concept"}, []string{"Share on", "Reader comments", "You must login"}},
		{"http://nicolas.perriault.net/code/2013/x/", "markdown", "Get your Frontend JavaScript Code Covered", []string{"```", "Mocha"}, nil},
		{"http://v8.dev/blog/emscripten-standalone-wasm", "markdown", "Outside the web: standalone WebAssembly binaries using Emscripten", []string{"```", "STANDALONE_WASM"}, nil},
	} {
		_, got := s.Get("/extract", "url", c.url, "format", c.format)
		content, _ := got["content"].(string)
		if title, _ := got["title"].(string); !strings.HasPrefix(title, c.title) || got["format"] != c.format {
			t.Errorf("%s: title %q, %v", c.url, got["title"], got["format"])
		}
		for _, text := range c.has {
			if !strings.Contains(content, text) {
				t.Errorf("%s lacks %q", c.url, text)
			}
		}
		for _, text := range c.lacks {
			if strings.Contains(content, text) {
				t.Errorf("%s has %q", c.url, text)
			}
		}
	}
	status, got := s.Get("/extract", "url", "http://www.google.com/search?q=weather")
	if status != http.StatusForbidden || got["code"] != "robots_denied" {
		t.Errorf("forbidden by robots.txt: %d %v", status, got)
	}
}
