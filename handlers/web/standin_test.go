package web

import (
	"net/http"
	"testing"

	"github.com/farebox/farebox/internal/web/fetch"
)

func TestWhatStandsInForAPageIsNotSoldAsOne(t *testing.T) {
	pages, opt := newSite(t)
	pages.file("/check", "text/html", "<title>Just a moment...</title><p>Checking your browser.")
	pages.file("/parked", "text/html", "<title>example.com</title><p>This domain is for sale. <a href=/offer>Offer</a>")
	pages.file("/app", "text/html",
		"<title>App</title><noscript>You need to enable JavaScript to run this app.</noscript>")
	pages.status("/robots.txt", http.StatusNotFound)
	s := newService(t, fetch.Options{HostSpacing: -1}, opt)

	for _, route := range []string{"/extract", "/structured", "/links"} {
		status, got := s.Get(route, "url", "http://example.com/check")
		if status != http.StatusBadGateway || got["code"] != "page_withheld" || got["charged"] != false {
			t.Errorf("%s of a challenge: %d %v", route, status, got)
		}

		status, got = s.Get(route, "url", "http://example.com/parked")
		if kind, _ := got["stand_in"].(map[string]any); status != http.StatusOK || kind["kind"] != "parked" {
			t.Errorf("%s of a parked domain: %d %v", route, status, got)
		}
	}

	if status, got := s.Get("/extract", "url", "http://example.com/app"); got["code"] != "no_content" {
		t.Errorf("/extract of a page that scripts draw: %d %v", status, got)
	}
}
