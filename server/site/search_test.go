package site

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// TestSearchNeedsNoScript: the form of the pages leads to a page of routes, the best first, not to JSON.
func TestSearchNeedsNoScript(t *testing.T) {
	s := newSite(t)
	form := ""
	elements(t, s.get("/docs").Body.Bytes(), func(n *html.Node) {
		if n.Data == "form" {
			form = attribute(n, "action")
		}
	})
	if form != docsPath {
		t.Fatalf("the form asks %s", form)
	}

	w := s.get(form + "?q=" + url.QueryEscape("keccak256 hash of a text"))
	kind := w.Header().Get("Content-Type")
	if w.Code != http.StatusOK || !strings.HasPrefix(kind, "text/html") ||
		w.Header().Get("Content-Security-Policy") != policy || w.Header().Get("Cache-Control") != "no-store" {
		t.Fatalf("%d %v", w.Code, w.Header())
	}
	var found []string
	asked := ""
	elements(t, w.Body.Bytes(), func(n *html.Node) {
		switch path := attribute(n, "href"); {
		case n.Data == "a" && strings.HasPrefix(path, "/docs/"):
			found = append(found, path)
		case n.Data == "input":
			asked = attribute(n, "value")
		}
	})
	if len(found) == 0 || len(found) > mostHits || found[0] != "/docs/crypto/hash" {
		t.Errorf("found %v", found)
	}
	if asked != "keccak256 hash of a text" {
		t.Errorf("the field holds %q", asked)
	}
}

func TestSearchTakesAnyWords(t *testing.T) {
	s := newSite(t)
	for why, c := range map[string]struct{ query, want string }{
		"nothing known": {"q=" + url.QueryEscape("zzzz qqqq"), "Nothing was found"},
		"very long":     {"q=" + strings.Repeat("hash+", 20000), "The best first"},
		"no UTF-8":      {"q=hash%ff%fe", "The best first"},
		"empty":         {"q=", "Families"},
		"only space":    {"q=+", "Families"},
		"another name":  {"x=hash", "Families"},
	} {
		w := s.get(docsPath + "?" + c.query)
		if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), c.want) || w.Body.Len() > 120_000 {
			t.Errorf("%s: %d, %d bytes without %q", why, w.Code, w.Body.Len(), c.want)
		}
	}
}
