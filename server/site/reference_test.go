package site

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
)

func TestViewerIsSentAsItWasPackedAndUnpackedForOthers(t *testing.T) {
	s := newSite(t)
	for coding, unpack := range map[string]func(io.Reader) (io.Reader, error){
		"br":   func(r io.Reader) (io.Reader, error) { return brotli.NewReader(r), nil },
		"gzip": func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) },
		"":     func(r io.Reader) (io.Reader, error) { return r, nil },
	} {
		w := s.get(viewerPath, "Accept-Encoding", coding)
		if w.Code != http.StatusOK || w.Header().Get("Content-Encoding") != coding ||
			!strings.Contains(w.Header().Get("Cache-Control"), "immutable") {
			t.Fatalf("%q: %d %v", coding, w.Code, w.Header())
		}
		body, err := unpack(w.Body)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(body)
		if err != nil || len(text) < 4_000_000 || !bytes.Contains(text, []byte("createApiReference")) {
			t.Errorf("%q: %d bytes %v", coding, len(text), err)
		}
	}
}

// TestViewersPolicyIsItsOwn: no other page may have style within it.
func TestViewersPolicyIsItsOwn(t *testing.T) {
	s := newSite(t)
	w := s.get(referencePath)
	if w.Code != http.StatusOK || w.Header().Get("Content-Security-Policy") != referencePolicy {
		t.Errorf("%d %v", w.Code, w.Header())
	}
	for _, source := range []string{"http:", "https:", "*", "script-src 'self' ", "unsafe-eval"} {
		if strings.Contains(referencePolicy, source) {
			t.Errorf("the policy allows %s", source)
		}
	}
	if !strings.Contains(w.Body.String(), viewerPath) || strings.Contains(w.Body.String(), stylePath) {
		t.Error("the viewer is not loaded, or the style of the other pages is")
	}
	if strings.Contains(string(referenceText), "proxyUrl") {
		t.Error("the viewer has a proxy")
	}
}

func TestLicencesOfTheViewerStandBesideIt(t *testing.T) {
	text, err := os.ReadFile("vendor/scalar.licences.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"@scalar/api-reference 1.", "vue 3."} {
		if !bytes.Contains(text, []byte(name)) {
			t.Errorf("the licences lack those of %s", name)
		}
	}
}

func TestBrowsersGetAPageForWhatIsNotThere(t *testing.T) {
	s := newSite(t)
	r := httptest.NewRequest(http.MethodGet, "/crypto/hush%3Cimg%20src=x%3E", nil)
	w := httptest.NewRecorder()
	if s.Missing(w, r, nil) || w.Body.Len() > 0 {
		t.Error("a program got a page")
	}

	r.Header.Set("Accept", "text/html")
	r.Header.Set("User-Agent", "Mozilla/5.0")
	w = httptest.NewRecorder()
	if !s.Missing(w, r, []string{"/crypto/hash", "/match/dedupe", "/no/route"}) {
		t.Fatal("a browser got no page")
	}
	page := w.Body.String()
	if w.Code != http.StatusNotFound || w.Header().Get("Vary") != "Accept, User-Agent" ||
		w.Header().Get("Content-Security-Policy") != policy || w.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("%d %v", w.Code, w.Header())
	}
	if !strings.Contains(page, `href="/docs/crypto/hash"`) || !strings.Contains(page, `href="/docs/match/dedupe"`) ||
		strings.Contains(page, "<img") || strings.Contains(page, "/no/route") {
		t.Error(page)
	}
}
