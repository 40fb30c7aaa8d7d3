package render_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/await"
	"github.com/farebox/farebox/internal/capacity"
	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/fetch/render"
)

// TestTwentyAtOnceThroughTwoPlaces: one browser serves all, two at a time, each with its own page.
func TestTwentyAtOnceThroughTwoPlaces(t *testing.T) {
	var now, most atomic.Int64
	r := serve(t, render.Options{Pool: 2}, func(w http.ResponseWriter, q *http.Request) {
		switch {
		case strings.HasPrefix(q.URL.Path, "/page"):
			n := now.Add(1)
			for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
			}
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprintf(w, `<p id=a></p><script>fetch('/done').then(() => a.textContent = 'this is ' + location.pathname)</script>`)
		case q.URL.Path == "/done":
			now.Add(-1)
		default:
			http.NotFound(w, q)
		}
	})
	began := time.Now()
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			path := fmt.Sprintf("/page%d", i)
			p, err := r.Render(as(t, path), site+path)
			if err != nil {
				t.Error(err)
				return
			}
			wantBody(t, p, "this is "+path)
		})
	}
	wg.Wait()
	t.Logf("20 pages in %v, %d processes", time.Since(began), len(browserProcesses(t)))
	if most.Load() > 2 || len(r.Pids()) != 1 {
		t.Errorf("%d at once, %d browsers", most.Load(), len(r.Pids()))
	}
}

// as is the context of a caller's request, which has ten minutes.
func as(t testing.TB, caller string) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	t.Cleanup(cancel)
	ctx, visit := capacity.New(capacity.Limits{Memory: 64 << 20}).Begin(ctx)
	t.Cleanup(func() { visit.End(false) })
	capacity.For(ctx, caller)
	return ctx
}

// TestOneCallerDoesNotKeepOthersOut: its pages never settle, and it asks for more of them than there are places.
func TestOneCallerDoesNotKeepOthersOut(t *testing.T) {
	var arrived atomic.Int64
	release := make(chan struct{})
	r := serve(t, render.Options{Pool: 2}, func(w http.ResponseWriter, q *http.Request) {
		if strings.HasPrefix(q.URL.Path, "/held") {
			arrived.Add(1)
			<-release
		}
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, "text")
	})
	var wg sync.WaitGroup
	defer wg.Wait()
	defer close(release)
	for i := range 12 {
		wg.Go(func() { r.Render(as(t, "greedy"), fmt.Sprintf("%s/held%d", site, i)) })
	}
	await.Until(t, "a page of the greedy one is open", func() bool { return arrived.Load() > 0 })

	for i := range 3 {
		if p, err := r.Render(as(t, fmt.Sprint("caller ", i)), fmt.Sprintf("%s/%d", site, i)); err != nil {
			t.Error(err)
		} else {
			wantBody(t, p, "text")
		}
	}
	if n := arrived.Load(); n > 1 {
		t.Errorf("the greedy one has %d of 2 places", n)
	}

	hurried, cancel := context.WithTimeout(as(t, "greedy"), time.Second)
	defer cancel()
	if _, err := r.Render(hurried, site+"/refused"); render.Reason(err) != render.KindBusy {
		t.Errorf("without a place in half of its time: %v", err)
	}
	left, leave := context.WithCancel(as(t, "greedy"))
	leave()
	if _, err := r.Render(left, site+"/left"); !errors.Is(err, context.Canceled) {
		t.Errorf("a caller who left: %v", err)
	}
}

func TestCallerThatLeavesEndsTheRendering(t *testing.T) {
	gone := make(chan struct{})
	ctx, cancel := context.WithCancel(t.Context())
	r := serve(t, render.Options{}, func(w http.ResponseWriter, q *http.Request) {
		if q.URL.Path != "/" {
			http.NotFound(w, q)
			return
		}
		cancel()
		<-q.Context().Done()
		close(gone)
	})
	if _, err := r.Render(ctx, site+"/"); !errors.Is(err, context.Canceled) || render.Reason(err) != "" {
		t.Errorf("%v", err)
	}
	<-gone // the request for the page has ended too
}

func TestBrowserIsReplacedAfterSoManyPages(t *testing.T) {
	r := serve(t, render.Options{MaxRenders: 2}, html(map[string]string{"/": "text"}))
	var leaders []int
	for range 3 {
		wantBody(t, render1(t, r, "/"), "text")
		leaders = append(leaders, r.Pids()...)
	}
	if len(leaders) != 3 || leaders[0] != leaders[1] || leaders[1] == leaders[2] {
		t.Errorf("%v", leaders)
	}
}

func TestBrowserThatNobodyWantsIsEnded(t *testing.T) {
	r := serve(t, render.Options{Idle: 100 * time.Millisecond}, html(map[string]string{"/": "text"}))
	wantBody(t, render1(t, r, "/"), "text")
	await.Until(t, "the browser's end", func() bool { return len(browserProcesses(t)) == 0 })
	if ok, reason := r.Available(); !ok {
		t.Error(reason)
	}
	wantBody(t, render1(t, r, "/"), "text")
}

// TestCloseEndsEverything: also running renderings; the harness checks for leftovers.
func TestCloseEndsEverything(t *testing.T) {
	arrived := make(chan struct{})
	r := serve(t, render.Options{}, func(w http.ResponseWriter, q *http.Request) {
		if q.URL.Path == "/" {
			close(arrived)
			<-q.Context().Done()
		}
	})
	ended := make(chan error, 1)
	go func() {
		_, err := r.Render(t.Context(), site+"/")
		ended <- err
	}()
	<-arrived
	if len(browserProcesses(t)) < 2 {
		t.Error("the processes are not found, so nothing is shown by none being left")
	}
	r.Close()
	if err := <-ended; render.Reason(err) == "" {
		t.Errorf("%v", err)
	}
	if ok, _ := r.Available(); ok {
		t.Error("still available")
	}
	if _, err := r.Render(t.Context(), site+"/x"); render.Reason(err) != render.KindNoBrowser {
		t.Errorf("%v", err)
	}
	r.Close()
}

// TestBrowserDoesNotSeeTheServicesKeys: its environment is a short list.
func TestBrowserDoesNotSeeTheServicesKeys(t *testing.T) {
	t.Setenv("FAREBOX_TEST_SECRET_KEY", "0123456789")
	r := serve(t, render.Options{}, html(map[string]string{"/": "text"}))
	wantBody(t, render1(t, r, "/"), "text")
	for _, pid := range r.Pids() {
		environ, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
		if err != nil {
			t.Skip("no /proc here")
		}
		if !strings.Contains(string(environ), "HOME=") || strings.Contains(string(environ), "FAREBOX_TEST") {
			t.Errorf("%q", environ)
		}
	}
}

func TestWithoutABrowserTheReasonIsSaid(t *testing.T) {
	broken := filepath.Join(t.TempDir(), "broken")
	if err := os.WriteFile(broken, []byte("#!/bin/sh\necho no display >&2; exit 3\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	fetcher := fetch.New(fetch.Options{Resolver: &turning{}})
	for _, x := range []struct {
		why, says string
		o         render.Options
	}{
		{"no such program", "not-there", render.Options{BrowserPath: "/not-there/chromium"}},
		{"remote without a proxy that it can reach", "another machine", render.Options{BrowserURL: "ws://browser.example.net:3000"}},
	} {
		x.o.Fetch = fetcher
		r := render.New(x.o)
		if ok, reason := r.Available(); ok || !strings.Contains(reason, x.says) {
			t.Errorf("%s: %t %q", x.why, ok, reason)
		}
		_, err := r.Render(t.Context(), site+"/")
		if render.Reason(err) != render.KindNoBrowser {
			t.Errorf("%s: %v", x.why, err)
		}
		r.Close()
	}
	r := serve(t, render.Options{BrowserPath: broken}, html(map[string]string{"/": "text"}))
	if ok, _ := r.Available(); !ok {
		t.Error("a program that is there counts until it was tried")
	}
	_, err := r.Render(t.Context(), site+"/")
	if render.Reason(err) != render.KindNoBrowser || !strings.Contains(err.Error(), "no display") {
		t.Errorf("%v", err)
	}
	if ok, reason := r.Available(); ok || !strings.Contains(reason, "no display") {
		t.Errorf("%t %q", ok, reason)
	}
}
