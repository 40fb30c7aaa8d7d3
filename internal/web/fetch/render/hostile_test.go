package render_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/fetch/render"
)

// endless writes until the other side hangs up.
func endless(w http.ResponseWriter, chunk string) {
	for {
		if _, err := io.WriteString(w, chunk); err != nil {
			return
		}
	}
}

// TestHostilePagesEndInTime: each ends, by itself or by its time limit, with its document or a clear error, and the
// next page renders normally.
func TestHostilePagesEndInTime(t *testing.T) {
	pages := map[string]string{
		"/fine":    `<p id=a></p><script>a.textContent = 'still well'</script>`,
		"/loop":    `<p>before</p><script>for(;;);</script><p>after</p>`,
		"/timers":  `<p>text</p><script>setInterval(() => { for(;;); })</script>`,
		"/alerts":  `<p>text</p><script>for(;;) { alert('x'.repeat(1e5)); confirm(); prompt(); }</script>`,
		"/leave":   `<p>text</p><script>onbeforeunload = () => 'stay'; onunload = () => { for(;;); }</script>`,
		"/windows": `<p>text</p><script>for (let i = 0; i < 5000; i++) window.open('/fine?' + i, '_blank', i % 2 ? 'noopener' : '')</script>`,
		"/nested":  strings.Repeat("<div>", 50_000) + "text",
		"/deep":    `<script>let e = document.body || document.documentElement; for (let i = 0; i < 50000; i++) { const c = document.createElement('div'); e.append(c); e = c; } e.append('text')</script>`,
		"/huge":    `<script>document.write('<p>' + 'x'.repeat(6 << 20))</script>`,
		"/many":    `<body><script>for (let i = 0; i < 600000; i++) document.body.append(document.createElement('i'))</script>`,
		"/memory":  `<p>text</p><script>const keep = []; for(;;) keep.push(new Uint8Array(16 << 20).fill(1))</script>`,
		"/strings": `<p>text</p><script>const keep = []; for(;;) keep.push(Array(1e5).fill(Math.random()))</script>`,
		"/asks":    `<p>text</p><script>for (let i = 0; i < 1e6; i++) fetch('/fine?' + i)</script>`,
		"/frames":  `<body><p>text</p><script>for (let i = 0; i < 2000; i++) { const f = document.createElement('iframe'); f.src = '/frames'; document.body.append(f); }</script>`,
		"/workers": `<p>text</p><script>for (let i = 0; i < 2000; i++) new Worker(URL.createObjectURL(new Blob(['for(;;);'])))</script>`,
		"/names":   `<p>text</p><script>let i = 0; setInterval(() => history.replaceState(null, '', '/names?' + 'x'.repeat(5000) + i++), 1)</script>`,
		"/polls":   `<p>text</p><script>(function again() { fetch('/fine').then(again, again) })()</script>`,
		"/slow.js": ``,
		"/waits":   `<p>text</p><script src=/never.js></script>`,
		"/img":     `<p>text</p><script>const s = document.createElement('script'); s.src = '/never.js'; document.body.append(s)</script>`,
	}
	serveFile := html(pages)
	hurried := render.Options{Pool: 1, MaxBytes: 8 << 20}.Hurried(2 * time.Second)
	r := serveAt(t, hurried, func(w http.ResponseWriter, q *http.Request) {
		switch q.URL.Path {
		case "/never.js":
			<-q.Context().Done()
		case "/endless":
			w.Header().Set("Content-Type", "text/html")
			endless(w, strings.Repeat("<p>more</p>", 1000))
		case "/dribble":
			w.Header().Set("Content-Type", "text/html")
			for q.Context().Err() == nil {
				if _, err := io.WriteString(w, "<p>more</p>"); err != nil {
					return
				}
				_ = http.NewResponseController(w).Flush()
				time.Sleep(50 * time.Millisecond)
			}
		case "/data":
			endless(w, strings.Repeat("x", 10_000))
		case "/stream":
			w.Header().Set("Content-Type", "text/html")
			io.WriteString(w, `<p>text</p><script>fetch('/data')</script>`)
		case "/header":
			w.Header().Set("Content-Type", "text/html")
			for i := range 300 {
				w.Header().Set(fmt.Sprint("X-", i), strings.Repeat("x", 1000))
			}
		default:
			serveFile(w, q)
		}
	})
	for _, x := range []struct {
		path string
		body string      // what must be in the document, "" when it cannot be had
		kind any         // or the error, render.Kind or fetch.Kind
		also render.Kind // which may also happen, depending on the machine
	}{
		{path: "/loop", body: "before", kind: render.KindTimeout},
		{path: "/timers", body: "text"},
		{path: "/alerts", body: "text", kind: render.KindTimeout},
		{path: "/leave", body: "text"},
		{path: "/windows", body: "text"},
		{path: "/nested", body: "text"},
		{path: "/deep", body: "text", kind: render.KindCrashed},
		{path: "/huge", kind: fetch.KindTooLarge},
		{path: "/many", kind: fetch.KindTooLarge, also: render.KindTimeout},
		{path: "/memory", body: "text", kind: render.KindCrashed, also: render.KindTimeout},
		{path: "/strings", body: "text", kind: render.KindCrashed, also: render.KindTimeout},
		{path: "/asks", body: "text", kind: render.KindTimeout},
		{path: "/frames", body: "text", kind: render.KindTimeout},
		{path: "/workers", body: "text", kind: render.KindTimeout},
		{path: "/names", body: "text", kind: render.KindTimeout},
		{path: "/polls", body: "text"},
		{path: "/waits", kind: render.KindTimeout},
		{path: "/img", body: "text"},
		{path: "/endless", kind: fetch.KindTooLarge, also: render.KindTimeout},
		{path: "/dribble", kind: render.KindTimeout},
		{path: "/stream", body: "text"},
		{path: "/header", kind: fetch.KindBadResponse},
	} {
		t.Run(x.path[1:], func(t *testing.T) {
			began := time.Now()
			most := 1
			if x.kind != render.KindTimeout && x.also != render.KindTimeout {
				most = maxTimes
			}
			p, err := inTime(t, r, x.path, most)
			took := time.Since(began)
			var e *fetch.Error
			errors.As(err, &e)
			switch reason := render.Reason(err); {
			case err == nil && x.body != "" && strings.Contains(string(p.Body), x.body):
			case err != nil && reason != "" && (reason == x.kind || reason == x.also):
			case e != nil && e.Kind == x.kind:
			default:
				t.Errorf("%v %v", p, err)
			}
			if err == nil {
				t.Logf("%v: complete %t %s, %d bytes, %d requests, %d of html", took, p.Complete, p.Stopped, p.Bytes, p.Requests, len(p.Body))
			} else {
				t.Logf("%v: %v", took, err)
			}
			p, err = inTime(t, r, "/fine", maxTimes)
			if err != nil {
				t.Fatal(err)
			}
			wantBody(t, p, "still well")
		})
	}
}

// maxTimes is how much longer than usual a page may take on a busy machine.
const maxTimes = 81

// inTime renders a page. If it times out, it is tried again with three times as long, up to most times.
func inTime(t *testing.T, r *render.Renderer, path string, most int) (p *render.Page, err error) {
	for times := 1; ; times *= 3 {
		r.Longer(times, func() { p, err = r.Render(t.Context(), site+path) })
		if render.Reason(err) != render.KindTimeout || times >= most {
			return p, err
		}
		t.Logf("%s: %v; again with %d times the time", path, err, 3*times)
	}
}

// TestBrowserThatDiesIsReplaced: the open page is retried in the new one, unnoticed.
func TestBrowserThatDiesIsReplaced(t *testing.T) {
	killed := make(chan func(), 1)
	r := serve(t, render.Options{}, func(w http.ResponseWriter, q *http.Request) {
		select {
		case kill := <-killed:
			kill()
		default:
		}
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, "<p>text")
	})
	wantBody(t, render1(t, r, "/"), "text")
	before := r.Pids()
	killed <- func() { _ = syscall.Kill(before[0], syscall.SIGKILL) }
	wantBody(t, render1(t, r, "/"), "text")
	after := r.Pids()
	if len(before) != 1 || len(after) != 1 || before[0] == after[0] {
		t.Errorf("before %v, after %v", before, after)
	}
}

// TestPageThatDiesIsAnError: only its own process ended, so the browser stays.
func TestPageThatDiesIsAnError(t *testing.T) {
	var r *render.Renderer
	r = serve(t, render.Options{}, func(w http.ResponseWriter, q *http.Request) {
		if q.URL.Path == "/die" {
			for _, pid := range r.PageProcesses() {
				_ = syscall.Kill(pid, syscall.SIGKILL)
			}
		}
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, "<p>text<script>fetch('/die')</script>")
	})
	began := r.Pids()
	if len(began) != 0 {
		t.Fatalf("started early: %v", began)
	}
	_, err := r.Render(t.Context(), site+"/")
	if render.Reason(err) != render.KindCrashed {
		t.Errorf("%v", err)
	}
	if n := len(r.Pids()); n != 1 {
		t.Errorf("%d browsers", n)
	}
}
