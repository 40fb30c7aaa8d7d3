package render_test

import (
	"io"
	"net/http"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/farebox/farebox/internal/web/fetch/render"
)

// TestPageThatGoesNowhereStaysAsItIs: neither the browser's error page nor the answer to a form, or to a URL
// without content, replaces the page.
func TestPageThatGoesNowhereStaysAsItIs(t *testing.T) {
	const form = `<form method=post action=/target></form><p>own text</p>`
	pages := html(map[string]string{
		"/posts": form + `<script>document.forms[0].submit()</script>`,
		"/later": form + `<script>onload = () => setTimeout(() => document.forms[0].submit(), 100)</script>`,
		"/none":  `<p>own text</p><script>onload = () => setTimeout(() => { location = '/204' }, 100)</script>`,
	})
	r := serve(t, render.Options{}, func(w http.ResponseWriter, q *http.Request) {
		switch q.URL.Path {
		case "/target":
			t.Error("the form was sent")
		case "/204":
			w.WriteHeader(http.StatusNoContent)
		default:
			pages(w, q)
		}
	})
	for _, path := range []string{"/posts", "/later", "/none"} {
		p := render1(t, r, path)
		wantBody(t, p, "<p>own text</p>")
		if p.FinalURL != site+path || p.Status != 200 || !p.Complete || len(p.Redirects) != 0 {
			t.Errorf("%s: %s, status %d, complete %v %s, %v", path, p.FinalURL, p.Status, p.Complete, p.Stopped, p.Redirects)
		}
	}
}

// TestSentBytesCountToo: a page cannot use the browser to send unbounded data.
func TestSentBytesCountToo(t *testing.T) {
	var got atomic.Int64
	pages := html(map[string]string{"/": `<p>text</p><script>
		const send = () => fetch('/upload', {method: 'POST', body: new Uint8Array(100 << 10)}).then(send)
		for (let i = 0; i < 4; i++) send()</script>`})
	r := serve(t, render.Options{MaxBytes: 1 << 20}, func(w http.ResponseWriter, q *http.Request) {
		if q.URL.Path == "/upload" {
			n, _ := io.Copy(io.Discard, q.Body)
			got.Add(n)
			return
		}
		pages(w, q)
	})
	p := render1(t, r, "/")
	wantBody(t, p, "text")
	if n := got.Load(); p.Stopped != "bytes" || n > 1<<20 {
		t.Errorf("stopped for %q, %d bytes were sent", p.Stopped, n)
	}
}

// TestLongMessagesDoNotEndTheBrowser: the DevTools protocol reports whatever a page sends, however long, and the
// browser serves others too.
func TestLongMessagesDoNotEndTheBrowser(t *testing.T) {
	r := serve(t, render.Options{}, html(map[string]string{
		"/":     `<p>text</p><script>fetch('/upload', {method: 'POST', body: new Uint8Array(30 << 20)})</script>`,
		"/fine": `<p>fine</p>`,
	}))
	render1(t, r, "/fine")
	before := r.Pids()
	wantBody(t, render1(t, r, "/"), "text")
	if after := r.Pids(); !slices.Equal(before, after) {
		t.Errorf("another browser: %v, then %v", before, after)
	}
}
