package server

import (
	"net/http"
	"strings"
	"testing"
)

// open asks for a path as a browser does, or as a program.
func (s *service) open(path string, browser bool) *http.Response {
	s.Helper()
	r, err := http.NewRequest(http.MethodGet, s.url+path, nil)
	if err != nil {
		s.Fatal(err)
	}
	if browser {
		r.Header.Set("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")
		r.Header.Set("User-Agent", "Mozilla/5.0 (X11; Linux x86_64)")
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(func() { answer.Body.Close() })
	return answer
}

func TestPaidRouteIsAPageForABrowserAndAQuoteForAll(t *testing.T) {
	t.Parallel()
	chain := newChain(t)
	s := start(t, chain.BuyerKey(), onChain(chain))
	for _, browser := range []bool{false, true} {
		answer := s.open("/donation001", browser)
		kind, _, _ := strings.Cut(answer.Header.Get("Content-Type"), ";")
		want := map[bool]string{false: "application/json", true: "text/html"}[browser]
		if answer.StatusCode != http.StatusPaymentRequired || kind != want {
			t.Errorf("browser %v: %d %s", browser, answer.StatusCode, kind)
		}
		if answer.Header.Get("PAYMENT-REQUIRED") == "" || answer.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("browser %v: no quote, or it may be stored: %v", browser, answer.Header)
		}
		vary := strings.Join(answer.Header.Values("Vary"), ", ")
		if !strings.Contains(vary, "Accept, User-Agent") {
			t.Errorf("browser %v: Vary %q", browser, vary)
		}
	}
}

func TestPagesStandBesideTheRoutes(t *testing.T) {
	t.Parallel()
	chain := newChain(t)
	s := start(t, chain.BuyerKey(), onChain(chain))
	for path, kind := range map[string]string{
		"/":                 "text/html",
		"/docs":             "text/html",
		"/docs/crypto":      "text/html",
		"/docs/crypto/hash": "text/html",
		"/docs.md":          "text/markdown",
		"/sitemap.xml":      "application/xml",
	} {
		answer := s.open(path, true)
		got, _, _ := strings.Cut(answer.Header.Get("Content-Type"), ";")
		if answer.StatusCode != http.StatusOK || got != kind {
			t.Errorf("%s: %d %s", path, answer.StatusCode, got)
		}
		policy := answer.Header.Get("Content-Security-Policy")
		if kind == "text/html" && !strings.HasPrefix(policy, "default-src 'none'") {
			t.Errorf("%s: policy %q", path, policy)
		}
		head, err := http.Head(s.url + path)
		if err != nil {
			t.Fatal(err)
		}
		head.Body.Close()
		if head.StatusCode != http.StatusOK {
			t.Errorf("HEAD %s: %d", path, head.StatusCode)
		}
	}
}
