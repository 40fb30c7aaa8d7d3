package web

import (
	"net/http"
	"strings"
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
	"github.com/farebox/farebox/internal/web/extract"
	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/fetch/render"
)

const drawn = `<!doctype html><html lang="en"><head><title>Drawn by a script</title></head><body><div id="root"></div><script>
document.getElementById("root").innerHTML = "<article><h1>Drawn by a script</h1><p>" +
"These words are nowhere in the page as it is sent, and only a browser that runs its scripts can read them to the end. ".repeat(4) + "</p></article>";
</script></body></html>`

func withBrowser(t *testing.T, options render.Options, opts ...fetch.Option) *handlertest.Service {
	t.Helper()
	extractor, err := extract.New()
	if err != nil {
		t.Fatal(err)
	}
	options.Fetch = fetch.New(fetch.Options{}, opts...)
	renderer := render.New(options)
	t.Cleanup(func() {
		if err := renderer.Close(); err != nil {
			t.Error(err)
		}
	})
	h := New(Sources{
		PDF:       pdfReader,
		Fetcher:   options.Fetch,
		Extractor: extractor,
		Renderer:  renderer,
		Pool:      upstreamtest.New(t).Pool(t, nil),
	}, clock)
	return handlertest.New(t, "web", h.Register)
}

func TestRenderedPageHasWhatItsScriptsWrote(t *testing.T) {
	web, option := newSite(t)
	web.file("/drawn", "text/html", drawn)
	web.file("/notes.txt", "text/plain", "no page")
	web.file("/robots.txt", "text/plain", "User-agent: *\nDisallow: /private\n")
	s := withBrowser(t, render.Options{}, option)
	if ok, why := render.New(render.Options{Fetch: fetch.New(fetch.Options{})}).Available(); !ok {
		t.Skip(why)
	}
	status, got := s.Get("/extract", "url", "http://example.com/drawn", "render", "true")
	if content, _ := got["content"].(string); status != http.StatusOK || got["rendered"] != true || got["render_note"] != nil || strings.Count(content, "nowhere in the page") != 4 {
		t.Errorf("rendered: %d %v", status, got)
	}
	if status, got = s.Get("/extract", "url", "http://example.com/drawn"); status != http.StatusUnprocessableEntity || got["code"] != "no_content" {
		t.Errorf("as sent: %d %v", status, got)
	}
	if status, got = s.Get("/extract", "url", "http://example.com/notes.txt", "render", "true"); status != http.StatusOK || got["rendered"] != false || got["render_note"] != "not_html" || got["content"] != "no page" {
		t.Errorf("not a page: %d %v", status, got)
	}
	if status, got = s.Get("/extract", "url", "http://example.com/private", "render", "true"); status != http.StatusForbidden {
		t.Errorf("forbidden by robots.txt: %d %v", status, got)
	}
	if status, got = s.Get("/extract", "url", "http://127.0.0.1/", "render", "true"); status != http.StatusBadRequest {
		t.Errorf("private address: %d %v", status, got)
	}
}

func TestWithoutABrowserThePageIsReadAsSent(t *testing.T) {
	web, option := newSite(t)
	web.file("/steam", "text/html", article)
	s := withBrowser(t, render.Options{BrowserPath: "/nonexistent/browser"}, option)
	status, got := s.Get("/extract", "url", "http://example.com/steam", "render", "true")
	if status != http.StatusOK || got["rendered"] != false || got["render_note"] != "no_browser" || !strings.Contains(got["content"].(string), "stops the oxidation") {
		t.Errorf("%d %v", status, got)
	}
}
