package render_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/fetch/fetchtest"
	"github.com/farebox/farebox/internal/web/fetch/render"
)

var tempBase = os.TempDir()

const site = "http://www.example.com"

// needBrowser skips the test without a browser.
func needBrowser(tb testing.TB) {
	tb.Helper()
	r := render.New(render.Options{Fetch: fetch.New(fetch.Options{})})
	if ok, reason := r.Available(); !ok {
		tb.Skipf("no browser to test with: %s (Debian and Ubuntu: apt-get install chromium)", reason)
	}
}

// serve makes handler www.example.com and other.example.com, and renders through o, patiently. The test fails if a
// browser process or profile is left afterwards.
func serve(tb testing.TB, o render.Options, handler http.HandlerFunc, more ...fetch.Option) *render.Renderer {
	tb.Helper()
	return serveAt(tb, o.Patient(time.Second), handler, more...)
}

// late is when a page counts as settled in tests of pages with delayed actions: long after the action, on any
// machine.
const late = 5 * time.Second

// serveAt is serve at a given pace.
func serveAt(tb testing.TB, o render.Options, handler http.HandlerFunc, more ...fetch.Option) *render.Renderer {
	tb.Helper()
	needBrowser(tb)
	s := httptest.NewServer(handler)
	tb.Cleanup(s.Close)
	doors := append([]fetch.Option{fetchtest.Hosts(tb, map[string]*httptest.Server{"www.example.com": s, "other.example.com": s})}, more...)
	short, err := os.MkdirTemp(tempBase, "r") // t.TempDir's names are too long for Chromium's socket
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { os.RemoveAll(short) })
	tb.Setenv("TMPDIR", short)
	o.Fetch = fetch.New(fetch.Options{}, doors...)
	r := render.New(o)
	tb.Cleanup(func() {
		if err := r.Close(); err != nil {
			tb.Error(err)
		}
		if left := browserProcesses(tb); len(left) > 0 {
			tb.Errorf("left running: %v", left)
		}
		if left, _ := filepath.Glob(filepath.Join(os.TempDir(), "*")); len(left) > 0 {
			tb.Errorf("left behind: %v", left)
		}
	})
	return r
}

// html answers with a page, and with nothing for robots.txt and icons.
func html(pages map[string]string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, ok := pages[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, body)
	}
}

// browserProcesses are those with a profile in this test's directory, without zombies.
func browserProcesses(tb testing.TB) []string {
	tb.Helper()
	var found []string
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	for _, e := range entries {
		if _, err := strconv.Atoi(e.Name()); err != nil {
			continue
		}
		cmdline, _ := os.ReadFile("/proc/" + e.Name() + "/cmdline")
		environ, _ := os.ReadFile("/proc/" + e.Name() + "/environ")
		if strings.Contains(string(cmdline), os.TempDir()) || strings.Contains(string(environ), "HOME="+os.TempDir()+"/farebox-browser-") {
			found = append(found, e.Name()+" "+strings.ReplaceAll(string(cmdline), "\x00", " ")[:min(len(cmdline), 80)])
		}
	}
	return found
}

func render1(tb testing.TB, r *render.Renderer, path string) *render.Page {
	tb.Helper()
	p, err := r.Render(tb.Context(), site+path)
	if err != nil {
		tb.Fatalf("%s: %v", path, err)
	}
	return p
}

func wantBody(tb testing.TB, p *render.Page, parts ...string) {
	tb.Helper()
	for _, part := range parts {
		if !strings.Contains(string(p.Body), part) {
			tb.Errorf("no %q in %.2000s", part, p.Body)
		}
	}
}

func wantFetchError(tb testing.TB, err error, kind fetch.Kind) *fetch.Error {
	tb.Helper()
	var e *fetch.Error
	if !errors.As(err, &e) || e.Kind != kind {
		tb.Fatalf("error %v, want kind %s", err, kind)
	}
	return e
}

func wantBadURL(tb testing.TB, err error, rule fetch.Rule) *fetch.BadURL {
	tb.Helper()
	var b *fetch.BadURL
	if !errors.As(err, &b) || b.Rule != rule {
		tb.Fatalf("error %v, want a refusal by %s", err, rule)
	}
	return b
}
