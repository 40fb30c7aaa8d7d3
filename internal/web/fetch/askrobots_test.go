package fetch_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/fetch/fetchtest"
)

// robotsSite serves robots.txt by the given handler and "page" for everything else.
func robotsSite(t *testing.T, robots http.HandlerFunc) (c *fetch.Client, pages *atomic.Int32) {
	t.Helper()
	pages = new(atomic.Int32)
	return client(t, func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/robots.txt") {
			robots(w, r)
			return
		}
		pages.Add(1)
		io.WriteString(w, "page")
	}), pages
}

func robotsText(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, text) }
}

func TestRobotsVerdictComesWithThePage(t *testing.T) {
	c, _ := robotsSite(t, robotsText("User-agent: fareboxbot\nDisallow: /private\nAllow: /private/open\nSitemap: https://cdn.example.net/s.xml\n"))
	page, err := c.Get(t.Context(), fetch.Request{URL: site + "/private/open/x"})
	if err != nil {
		t.Fatal(err)
	}
	r := page.Robots
	if !r.Allowed || r.MatchedRule != "Allow: /private/open" || r.MatchedAgent != "fareboxbot" || r.RobotsURL != site+"/robots.txt" || r.RobotsStatus != 200 ||
		!slices.Equal(r.Sitemaps, []string{"https://cdn.example.net/s.xml"}) {
		t.Errorf("%+v", r)
	}
	if page, err = c.Get(t.Context(), fetch.Request{URL: site + "/private/x", IgnoreRobots: true}); err != nil || page.Robots != nil {
		t.Errorf("robots.txt was asked against the request: %v", err)
	}
}

func TestForbiddenPageIsNotAskedFor(t *testing.T) {
	c, pages := robotsSite(t, robotsText("User-agent: *\nDisallow: /private\nDisallow: /*?q="))
	for _, path := range []string{"/private", "/private/x?y", "/%70rivate", "/x/../private", "/x/%2e%2E/private", "/a?q=1", "/a?%71=1"} {
		_, err := c.Get(t.Context(), fetch.Request{URL: site + path})
		e := wantKind(t, err, fetch.KindRobots)
		if e.Robots == nil || e.Robots.Allowed || !strings.HasPrefix(e.Robots.MatchedRule, "Disallow: /") || e.Robots.MatchedAgent != "*" {
			t.Errorf("%s: %+v", path, e.Robots)
		}
		p := fetch.Problem(err, "url")
		if p.Status != 403 || p.Code != "robots_denied" || p.Field != "url" ||
			p.Extra["matched_rule"] != e.Robots.MatchedRule {
			t.Errorf("%+v", p)
		}
	}
	if pages.Load() != 0 {
		t.Errorf("%d forbidden pages were asked for", pages.Load())
	}
}

func TestRobotsStatuses(t *testing.T) {
	for status, allowed := range map[int]bool{200: true, 204: true, 400: true, 401: true, 403: true, 404: true, 410: true, 451: true, 429: false, 500: false, 502: false, 503: false, 599: false} {
		c, pages := robotsSite(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) })
		page, err := c.Get(t.Context(), fetch.Request{URL: site + "/x"})
		if allowed {
			if err != nil || page.Robots.RobotsStatus != status || !page.Robots.Allowed {
				t.Errorf("%d: %v", status, err)
			}
			continue
		}
		e := wantKind(t, err, fetch.KindRobots)
		if e.Status != status || e.Robots.Allowed || e.Robots.RobotsStatus != status || pages.Load() != 0 {
			t.Errorf("%d: %+v", status, e)
		}
		if p := fetch.Problem(err, "url"); p.Status != 403 || !strings.Contains(p.Detail, fmt.Sprint(status)) {
			t.Errorf("%d: %+v", status, p)
		}
	}
}

func TestRobotsRedirects(t *testing.T) {
	var hops atomic.Int32
	redirect := func(to string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, to, http.StatusFound) }
	}
	for name, x := range map[string]struct {
		robots  http.HandlerFunc
		allowed bool
		why     string
	}{
		"elsewhere": {func(w http.ResponseWriter, r *http.Request) {
			if r.Host == "www.example.com" {
				redirect("http://other.example.com/robots.txt")(w, r)
				return
			}
			io.WriteString(w, "User-agent: *\nDisallow: /x")
		}, false, "the rules are those of the first host"},
		"five hops": {func(w http.ResponseWriter, r *http.Request) {
			if hops.Add(1) <= 5 {
				redirect(fmt.Sprintf("/%d/robots.txt", hops.Load()))(w, r)
				return
			}
			io.WriteString(w, "User-agent: *\nDisallow: /x")
		}, false, "five are followed"},
		"loop":    {redirect("/robots.txt"), true, "more than five hops are as no file"},
		"private": {redirect("http://127.0.0.1/robots.txt"), false, "it points to where we do not go: unknown rules"},
		"nowhere": {redirect("http://nowhere.example.com/robots.txt"), false, "unknown rules"},
	} {
		c, pages := robotsSite(t, x.robots)
		_, err := c.Get(t.Context(), fetch.Request{URL: site + "/x"})
		if x.allowed && err != nil {
			t.Errorf("%s: %v (%s)", name, err, x.why)
		} else if !x.allowed {
			wantKind(t, err, fetch.KindRobots)
			if pages.Load() != 0 {
				t.Errorf("%s: the page was asked for", name)
			}
		}
	}
}

func TestRedirectTargetsAskTheirOwnRobots(t *testing.T) {
	c := client(t, func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/robots.txt" && r.Host == "other.example.com":
			io.WriteString(w, "User-agent: *\nDisallow: /")
		case r.URL.Path == "/robots.txt":
			w.WriteHeader(404)
		case r.Host == "other.example.com":
			t.Error("the forbidden target was asked for")
		default:
			http.Redirect(w, r, "http://other.example.com/y", http.StatusFound)
		}
	})
	_, err := c.Get(t.Context(), fetch.Request{URL: site + "/x"})
	if e := wantKind(t, err, fetch.KindRobots); e.Host != "other.example.com" {
		t.Errorf("%+v", e)
	}
}

func TestHostThatCannotBeReachedIsANetworkErrorNotARule(t *testing.T) {
	c := client(t, func(http.ResponseWriter, *http.Request) {})
	_, err := c.Get(t.Context(), fetch.Request{URL: "http://nowhere.example.com/"})
	if e := wantKind(t, err, fetch.KindDNS); !e.OfRobots {
		t.Errorf("%+v", e)
	}
	if p := fetch.Problem(err, "url"); p.Status != 502 {
		t.Errorf("%+v", p)
	}
}

func TestRobotsFileIsAskedForOnceADay(t *testing.T) {
	var mu sync.Mutex
	now := time.Date(2026, 10, 2, 12, 0, 0, 0, time.UTC)
	add := func(d time.Duration) { mu.Lock(); now = now.Add(d); mu.Unlock() }
	var asked atomic.Int32
	status := 200
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			asked.Add(1)
			w.WriteHeader(status)
		}
	}))
	defer s.Close()
	c := fetch.New(fetch.Options{Now: func() time.Time { mu.Lock(); defer mu.Unlock(); return now }},
		fetchtest.Hosts(t, map[string]*httptest.Server{"www.example.com": s}))
	ask := func(want int32, why string) {
		t.Helper()
		c.Get(t.Context(), fetch.Request{URL: site + "/x", NoCache: true}) // the verdict is tested elsewhere
		if asked.Load() != want {
			t.Errorf("%s: asked %d times, want %d", why, asked.Load(), want)
		}
	}
	ask(1, "first")
	add(24*time.Hour - time.Second)
	ask(1, "within a day")
	add(time.Second)
	status = 503
	ask(2, "after a day")
	add(59 * time.Second)
	ask(2, "a failure is not asked for again at once")
	add(time.Second)
	ask(3, "but after a minute")
}

func TestRobotsFileIsAskedForOnceByManyAtOnce(t *testing.T) {
	var asked atomic.Int32
	c, _ := robotsSite(t, func(w http.ResponseWriter, _ *http.Request) { asked.Add(1) })
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			if _, err := c.RobotsFile(t.Context(), fmt.Sprintf("%s/%d", site, i)); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if asked.Load() != 1 {
		t.Errorf("asked %d times", asked.Load())
	}
}

func TestRobotsFileForOtherCrawlers(t *testing.T) {
	c, _ := robotsSite(t, robotsText("\xEF\xBB\xBFUser-agent: GPTBot\nDisallow: /\n"))
	f, err := c.RobotsFile(t.Context(), site+"/some/page")
	if err != nil {
		t.Fatal(err)
	}
	if v := f.Verdict("GPTBot", site+"/"); v.Allowed || v.MatchedRule != "Disallow: /" {
		t.Errorf("%+v", v)
	}
	if v := f.Verdict("Googlebot", site+"/"); !v.Allowed {
		t.Errorf("%+v", v)
	}
	if f.Status != 200 || f.URL != site+"/robots.txt" || !strings.HasPrefix(string(f.Body), "User-agent") || f.Unreachable {
		t.Errorf("%+v", f)
	}
	_, err = c.RobotsFile(t.Context(), "http://127.0.0.1/")
	wantRule(t, err, fetch.RulePrivateAddress)
}

func TestHugeRobotsFileIsReadToItsLimit(t *testing.T) {
	c, pages := robotsSite(t, func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, "User-agent: *\nDisallow: /early\n")
		for range 3000 {
			if _, err := io.WriteString(w, strings.Repeat("#", 999)+"\n"); err != nil {
				return
			}
		}
		io.WriteString(w, "Disallow: /late\n")
	})
	_, err := c.Get(t.Context(), fetch.Request{URL: site + "/early"})
	wantKind(t, err, fetch.KindRobots)
	if _, err := c.Get(t.Context(), fetch.Request{URL: site + "/late"}); err != nil || pages.Load() != 1 {
		t.Errorf("%v", err)
	}
}
