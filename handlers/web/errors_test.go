package web

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/fetch/fetchtest"
)

// site serves answers by path under http://example.com/, and counts the requests.
type site struct {
	mux   *http.ServeMux
	mu    sync.Mutex
	asked map[string]int
}

func newSite(t testing.TB, more ...string) (*site, fetch.Option) {
	t.Helper()
	s := &site{mux: http.NewServeMux(), asked: map[string]int{}}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.asked[r.URL.Path]++
		s.mu.Unlock()
		s.mux.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	hosts := map[string]*httptest.Server{"example.com": server}
	for _, name := range more {
		hosts[name] = server
	}
	return s, fetchtest.Hosts(t, hosts)
}

func (s *site) file(path, contentType, body string) {
	s.mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) {
		if contentType != "" {
			w.Header().Set("Content-Type", contentType)
		} else {
			w.Header()["Content-Type"] = nil
		}
		fmt.Fprint(w, body)
	})
}

func (s *site) status(path string, status int) {
	s.mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) })
}

var routes = []string{"/extract", "/structured", "/links", "/feed", "/sitemap"}

func TestPrivateAndMalformedURLsAre400BeforeAnyRequest(t *testing.T) {
	s := newService(t, fetch.Options{}, fetchtest.Hosts(t, nil))
	for _, route := range routes {
		for _, bad := range []string{
			"http://127.0.0.1/", "http://localhost/", "http://169.254.169.254/latest/meta-data", "http://[::1]/", "http://10.0.0.1/x.xml",
			"http://2130706433/", "ftp://example.com/", "example.com", "http://user:pw@example.com/", "http://example.com:22/", "javascript:alert(1)",
			"http://exa mple.com/", "//example.com/",
		} {
			status, answer := s.Get(route, "url", bad)
			if status != http.StatusBadRequest || answer["field"] != "url" {
				t.Errorf("%s of %s: %d %v", route, bad, status, answer)
			}
		}
	}
}

func TestFailuresHaveTheirOwnStatus(t *testing.T) {
	web, option := newSite(t)
	web.file("/robots.txt", "text/plain", "User-agent: *\nDisallow: /private/\n")
	for path, status := range map[string]int{"/gone": 410, "/login": 401, "/broken": 500, "/gone.xml": 410, "/broken.xml": 503} {
		web.status(path, status)
	}
	web.file("/private/", "text/html", "<p>secret")
	web.file("/image", "image/png", "\x89PNG")
	web.file("/plain", "text/plain", "no page")
	web.file("/empty", "text/html", " \n")
	web.file("/untyped", "", "just words")
	web.file("/page.xml", "text/html", "<html><body>not found, says a page")
	web.mux.HandleFunc("/loop", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/loop", http.StatusFound) })
	web.mux.HandleFunc("/inside", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://127.0.0.1:9/", http.StatusFound)
	})
	web.mux.HandleFunc("/cut", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "1000")
		fmt.Fprint(w, "<p>half")
	})
	s := newService(t, fetch.Options{}, option)
	for _, c := range []struct {
		route, path string
		status      int
		code        string
	}{
		{"/structured", "/private/x", 403, "robots_denied"},
		{"/links", "/private/x", 403, "robots_denied"},
		{"/feed", "/private/feed.xml", 403, "robots_denied"},
		{"/structured", "/nothing", 422, "upstream_status"}, {"/links", "/gone", 422, "upstream_status"}, {"/feed", "/login", 422, "upstream_status"},
		{"/structured", "/broken", 502, "upstream_status"}, {"/links", "/broken", 502, "upstream_status"}, {"/feed", "/broken", 502, "upstream_status"},
		{"/structured", "/image", 422, "unsupported_media_type"}, {"/links", "/plain", 422, "unsupported_media_type"}, {"/links", "/untyped", 422, "unsupported_media_type"},
		{"/structured", "/empty", 422, "empty_page"}, {"/links", "/loop", 422, "redirect_loop"}, {"/feed", "/image", 422, "not_a_feed"}, {"/feed", "/plain", 422, "not_a_feed"},
		{"/structured", "/inside", 400, "private_address"}, {"/feed", "/inside", 400, "private_address"}, {"/sitemap", "/inside.xml", 404, "not_found"},
		{"/structured", "/cut", 502, "bad_response"}, {"/feed", "/cut", 502, "bad_response"},
		{"/sitemap", "/", 404, "not_found"}, {"/sitemap", "/page.xml", 404, "not_found"}, {"/sitemap", "/gone.xml", 404, "not_found"}, {"/sitemap", "/broken.xml", 502, "upstream_status"},
	} {
		status, answer := s.Get(c.route, "url", "http://example.com"+c.path)
		if status != c.status || answer["code"] != c.code || answer["charged"] != false {
			t.Errorf("%s of %s: %d %v, want %d %s", c.route, c.path, status, answer, c.status, c.code)
		}
	}
	for _, route := range routes {
		status, answer := s.Get(route, "url", "http://nobody.example.org/")
		if status != http.StatusBadGateway || answer["code"] != "dns_failed" {
			t.Errorf("%s of a host that does not resolve: %d %v", route, status, answer)
		}
	}
}

func TestNobodyListeningIs502(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	option := fetchtest.Hosts(t, map[string]*httptest.Server{"example.com": server})
	server.Close()
	s := newService(t, fetch.Options{}, option)
	for _, route := range routes {
		for _, path := range []string{"/", "/x.xml"} {
			if status, answer := s.Get(route, "url", "http://example.com"+path); status != http.StatusBadGateway || answer["code"] != "connect_failed" {
				t.Errorf("%s of %s: %d %v", route, path, status, answer)
			}
		}
	}
}

func TestTooLargePagesAre422(t *testing.T) {
	web, option := newSite(t)
	web.file("/page", "text/html", "<p>"+strings.Repeat("word ", 5<<20/5+1))
	web.file("/feed", "application/rss+xml", "<rss>"+strings.Repeat("<item/>", 10<<20/7+1))
	s := newService(t, fetch.Options{}, option)
	for route, path := range map[string]string{"/structured": "/page", "/links": "/page", "/feed": "/feed"} {
		if status, answer := s.Get(route, "url", "http://example.com"+path); status != 422 || answer["code"] != "too_large" {
			t.Errorf("%s: %d %.300v", route, status, answer)
		}
	}
}
