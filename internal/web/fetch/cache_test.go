package fetch

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// clock is a time that tests control.
type clock struct {
	mu sync.Mutex
	t  time.Time
}

func newClock() *clock { return &clock{t: time.Date(2026, 10, 2, 12, 0, 0, 0, time.UTC)} }

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.t
}

func (c *clock) add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.t = c.t.Add(d)
}

// cachingSite is a client with a clock, and a log of its server's requests.
func cachingSite(t *testing.T, handler http.HandlerFunc) (c *Client, clk *clock, asked func() []string) {
	t.Helper()
	var mu sync.Mutex
	var log []string
	clk = newClock()
	c, _, _ = routed(t, map[string][]string{"a.example.com": {"93.184.215.14"}}, func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		log = append(log, strings.TrimSpace(r.URL.RequestURI()+" "+r.Header.Get("If-None-Match")+r.Header.Get("If-Modified-Since")))
		mu.Unlock()
		handler(w, r)
	})
	c.options.Now, c.gate.now, c.options.HostSpacing = clk.now, clk.now, -1
	return c, clk, func() []string {
		mu.Lock()
		defer mu.Unlock()
		l := log
		log = nil
		return l
	}
}

func mustGet(t *testing.T, c *Client, req Request) *Page {
	t.Helper()
	req.URL = "http://a.example.com" + req.URL
	req.IgnoreRobots = true
	page, err := c.Get(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	return page
}

func TestPagesAreKeptForThePurposesTime(t *testing.T) {
	for _, x := range []struct {
		purpose Purpose
		ttl     time.Duration
	}{{ForPage, 5 * time.Minute}, {ForFeed, 5 * time.Minute}, {ForSitemap, time.Hour}, {ForNotarize, 0}} {
		c, clk, asked := cachingSite(t, hello)
		first := mustGet(t, c, Request{URL: "/", For: x.purpose})
		clk.add(x.ttl - time.Second)
		second := mustGet(t, c, Request{URL: "/#other", For: x.purpose})
		if x.ttl > 0 && (!second.FromCache || string(second.Body) != "hello" || !second.FetchedAt.Equal(first.FetchedAt)) {
			t.Errorf("purpose %d: not from the cache", x.purpose)
		}
		clk.add(time.Second)
		if third := mustGet(t, c, Request{URL: "/", For: x.purpose}); third.FromCache {
			t.Errorf("purpose %d: used after its time", x.purpose)
		}
		want := []string{"/", "/"}
		if x.ttl == 0 {
			want = []string{"/", "/", "/"}
		}
		if got := asked(); !slices.Equal(got, want) {
			t.Errorf("purpose %d: asked %v", x.purpose, got)
		}
	}
}

func TestStalePageIsConfirmedByItsValidators(t *testing.T) {
	version, modified := `"v1"`, "Wed, 30 Sep 2026 10:00:00 GMT"
	c, clk, asked := cachingSite(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", version)
		w.Header().Set("Last-Modified", modified)
		if r.Header.Get("If-None-Match") == version {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		fmt.Fprint(w, "body of ", version)
	})
	first := mustGet(t, c, Request{URL: "/"})
	clk.add(6 * time.Minute)
	second := mustGet(t, c, Request{URL: "/"})
	if string(second.Body) != `body of "v1"` || second.Status != 200 || second.FromCache || !second.FetchedAt.After(first.FetchedAt) {
		t.Errorf("after 304: %+v", second)
	}
	clk.add(4 * time.Minute)
	if !mustGet(t, c, Request{URL: "/"}).FromCache {
		t.Error("a confirmed page is not kept on")
	}
	clk.add(2 * time.Minute)
	version = `"v2"`
	if p := mustGet(t, c, Request{URL: "/"}); string(p.Body) != `body of "v2"` {
		t.Errorf("after a change: %s", p.Body)
	}
	if got := asked(); !slices.Equal(got, []string{"/", `/ "v1"` + modified, `/ "v1"` + modified}) {
		t.Errorf("asked %q", got)
	}
}

func TestNotModifiedWithoutOurAskingIsAStatus(t *testing.T) {
	c, _, _ := cachingSite(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotModified) })
	_, err := c.Get(t.Context(), Request{URL: "http://a.example.com/", IgnoreRobots: true})
	if e := wantKind(t, err, KindStatus); e.Status != 304 {
		t.Errorf("%+v", e)
	}
}

func TestRedirectedPageIsKeptUnderBothURLs(t *testing.T) {
	c, _, asked := cachingSite(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/from" {
			http.Redirect(w, r, "/to", http.StatusFound)
			return
		}
		io.WriteString(w, "hello")
	})
	mustGet(t, c, Request{URL: "/from"})
	again, direct := mustGet(t, c, Request{URL: "/from"}), mustGet(t, c, Request{URL: "/to"})
	if !again.FromCache || len(again.Redirects) != 1 || again.RequestedURL != "http://a.example.com/from" || again.FinalURL != "http://a.example.com/to" {
		t.Errorf("%+v", again)
	}
	if !direct.FromCache || len(direct.Redirects) != 0 || direct.RequestedURL != direct.FinalURL {
		t.Errorf("%+v", direct)
	}
	if got := asked(); !slices.Equal(got, []string{"/from", "/to"}) {
		t.Errorf("asked %v", got)
	}
}

func TestWhatMayNotBeKeptIsNot(t *testing.T) {
	for name, x := range map[string]struct {
		header string
		value  string
		req    Request
		status int
	}{
		"no-store": {"Cache-Control", "max-age=60, no-store", Request{}, 200},
		"private":  {"Cache-Control", "private", Request{}, 200},
		"no-cache": {"Cache-Control", "no-cache", Request{}, 200},
		"max-age":  {"Cache-Control", "max-age=0", Request{}, 200},
		"vary":     {"Vary", "*", Request{}, 200},
		"asked":    {"X", "y", Request{NoCache: true}, 200},
		"404":      {"X", "y", Request{Statuses: AnyStatus}, 404},
	} {
		c, _, asked := cachingSite(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set(x.header, x.value)
			w.WriteHeader(x.status)
		})
		x.req.URL = "/"
		mustGet(t, c, x.req)
		if mustGet(t, c, x.req).FromCache || len(asked()) != 2 {
			t.Errorf("%s: kept", name)
		}
	}
}

func TestShorterLifeThatTheServerAsksForIsKept(t *testing.T) {
	for value, want := range map[string]time.Duration{"max-age=60": time.Minute, "max-age=999999": 5 * time.Minute, "public": 5 * time.Minute, `max-age="60"`: time.Minute, "max-age=x": 5 * time.Minute, "": 5 * time.Minute} {
		if got, keep := lifetime(http.Header{"Cache-Control": {value}}, 5*time.Minute); got != want || !keep {
			t.Errorf("%q: %v %v", value, got, keep)
		}
	}
}

func TestPagesOfDifferentRequestsAreNotMixedUp(t *testing.T) {
	c, _, asked := cachingSite(t, func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, r.Header.Get("Accept")) })
	mustGet(t, c, Request{URL: "/"})
	if p := mustGet(t, c, Request{URL: "/", Accept: "application/ld+json"}); string(p.Body) != "application/ld+json" {
		t.Errorf("another Accept got %s", p.Body)
	}
	if p := mustGet(t, c, Request{URL: "/", KeepRaw: true}); p.Raw == nil || p.SHA256 == "" {
		t.Error("a page kept without its raw bytes was given out for them")
	}
	mustGet(t, c, Request{URL: "/", For: ForFeed})
	if len(asked()) != 4 {
		t.Error("pages were shared")
	}
	if _, err := c.Get(t.Context(), Request{URL: "http://a.example.com/"}); err != nil {
		t.Fatal(err)
	}
	if got := asked(); !slices.Equal(got, []string{"/robots.txt", "/"}) {
		t.Errorf("a page fetched without asking robots.txt was given out: asked %v", got)
	}
}

func TestCallersCannotChangeTheCachedHeaders(t *testing.T) {
	c, _, _ := cachingSite(t, hello)
	mustGet(t, c, Request{URL: "/"}).Header.Set("X-Mine", "1")
	p := mustGet(t, c, Request{URL: "/"})
	if p.Header.Get("X-Mine") != "" {
		t.Error("the first caller's header is in the cache")
	}
	p.Header.Set("X-Mine", "1")
	if mustGet(t, c, Request{URL: "/"}).Header.Get("X-Mine") != "" {
		t.Error("the second caller's header is in the cache")
	}
}

func TestCacheKeepsWithinItsBytes(t *testing.T) {
	p := newPageCache(100 * kib)
	item := func(n int) cached { return cached{page: &Page{Body: make([]byte, n)}} }
	for i := range 50 {
		p.put(cacheKey{url: fmt.Sprint(i)}, item(8*kib))
		p.get(cacheKey{url: "0"}) // the one in use stays
	}
	if p.used > p.max || len(p.entries) != p.order.Len() || len(p.entries) < 8 {
		t.Errorf("%d bytes in %d entries", p.used, len(p.entries))
	}
	if _, ok := p.get(cacheKey{url: "0"}); !ok {
		t.Error("the most recently used page went")
	}
	p.put(cacheKey{url: "big"}, item(50*kib))
	if _, ok := p.get(cacheKey{url: "big"}); ok {
		t.Error("one page took half of the cache")
	}
	p.put(cacheKey{url: "0"}, item(1))
	if got, _ := p.get(cacheKey{url: "0"}); len(got.page.Body) != 1 {
		t.Error("a newer page does not replace the older")
	}
}

func TestRetryAfterIsSecondsOrADate(t *testing.T) {
	now := newClock().now()
	for value, want := range map[string]time.Duration{"": 0, "120": 2 * time.Minute, " 5 ": 5 * time.Second, "-5": 0, "soon": 0,
		now.Add(time.Minute).Format(http.TimeFormat): time.Minute, now.Add(-time.Minute).Format(http.TimeFormat): 0} {
		if got := retryAfter(http.Header{"Retry-After": {value}}, now); got != want {
			t.Errorf("%q: %v, want %v", value, got, want)
		}
	}
}
