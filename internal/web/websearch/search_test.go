package websearch

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/web/websearch/serp"
)

// fake is an engine with a given result.
func fake(name, index string, give func(q serp.Query) (serp.Page, error)) engine {
	return engine{name: name, index: index, configured: func() error { return nil },
		ask: func(_ context.Context, q serp.Query) (serp.Page, error) { return give(q) }}
}

func gives(addresses ...string) func(serp.Query) (serp.Page, error) {
	return func(serp.Query) (serp.Page, error) {
		var p serp.Page
		for _, a := range addresses {
			p.Results = append(p.Results, serp.Result{Title: "Page " + a, URL: "https://" + a + ".example.com/"})
		}
		return p, nil
	}
}

func refuses(serp.Query) (serp.Page, error) { return serp.Page{}, serp.Block("captcha") }

// over is a searcher over fakes, with a clock that the test controls.
func over(engines ...engine) (s *Searcher, clock *time.Time) {
	at := testDay
	now := func() time.Time { return at }
	engines = placed(engines)
	return &Searcher{web: engines, news: engines, now: now, webRests: &rests{now: now, of: map[string]rest{}}, newsRests: &rests{now: now, of: map[string]rest{}}}, &at
}

func web1(t *testing.T, s *Searcher, r Request) *Answer {
	t.Helper()
	a, err := s.Web(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func statuses(a *Answer) string {
	var list []string
	for _, e := range a.Engines {
		list = append(list, e.Engine+" "+e.Status)
	}
	return strings.Join(list, ", ")
}

func hosts(a *Answer) string {
	var list []string
	for _, r := range a.Results {
		list = append(list, strings.TrimSuffix(strings.TrimPrefix(r.URL, "https://"), ".example.com/"))
	}
	return strings.Join(list, " ")
}

func TestSecondEngineOfAnIndexIsAskedOnlyWhenTheFirstFails(t *testing.T) {
	broken := func(serp.Query) (serp.Page, error) { return serp.Page{}, upstream.Unavailable.Errorf("down") }
	for _, c := range []struct {
		first func(serp.Query) (serp.Page, error)
		want  string
	}{
		{gives("x"), "one ok, other ok"}, {gives(), "one empty, other ok"}, {refuses, "one blocked, two ok, other ok"}, {broken, "one error, two ok, other ok"},
	} {
		s, _ := over(fake("one", "i", c.first), fake("two", "i", gives("y")), fake("other", "j", gives("z")))
		if got := statuses(web1(t, s, usSearch("q", 10))); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
	s, _ := over(fake("one", "i", gives("x")), fake("two", "i", gives("y")))
	s.web[1].keyed = true
	if got := statuses(web1(t, s, usSearch("q", 10))); got != "two ok" {
		t.Errorf("with a key for the second: %s", got)
	}
}

func TestEnginesOfOneIndexAreOneOpinion(t *testing.T) {
	s, _ := over(fake("a", "same", gives("p", "q")), fake("b", "same", gives("p", "q")), fake("c", "own", gives("q", "r")))
	a := web1(t, s, usSearch("zzz", 10, "a", "b", "c"))
	if hosts(a) != "q p r" { // p is first with two engines, q first and second in two indexes
		t.Errorf("%s", hosts(a))
	}
	if !slices.Equal(a.Results[0].Engines, []string{"a", "b", "c"}) {
		t.Errorf("%v", a.Results[0].Engines)
	}
}

func TestWordsOfTheQueryCountInAMixOnly(t *testing.T) {
	give := func(titles ...string) func(serp.Query) (serp.Page, error) {
		return func(serp.Query) (serp.Page, error) {
			var p serp.Page
			for i, title := range titles {
				p.Results = append(p.Results, serp.Result{Title: title, URL: fmt.Sprintf("https://x%d.example.com/%s", i, strings.ReplaceAll(title, " ", "-"))})
			}
			return p, nil
		}
	}
	s, _ := over(fake("a", "a", give("Something else", "Green tea guide")), fake("b", "b", give("Other")))
	if a := web1(t, s, usSearch("green tea", 10, "a")); a.Results[0].Title != "Something else" {
		t.Errorf("alone: %q first", a.Results[0].Title)
	}
	if a := web1(t, s, usSearch("Green -milk tea", 10)); a.Results[0].Title != "Green tea guide" {
		t.Errorf("mixed: %q first", a.Results[0].Title)
	}
}

func TestEncyclopediaGivesOneArticleToAMix(t *testing.T) {
	wiki := fake("w", "w", gives("first", "tea", "third"))
	wiki.kind = reference
	s, _ := over(fake("a", "a", gives("x", "y")), wiki)
	if got := hosts(web1(t, s, usSearch("page tea", 10))); got != "tea x y" { // "Page tea" has the name of the query
		t.Errorf("by name: %s", got)
	}
	if got := hosts(web1(t, s, usSearch("unrelated", 10))); got != "x y first" {
		t.Errorf("else: %s", got)
	}
	if got := hosts(web1(t, s, usSearch("unrelated", 10, "w"))); got != "first tea third" {
		t.Errorf("alone: %s", got)
	}
}

// TestEncyclopediaHasNoSayInASearchOfOneSite: its articles are on another site than the requested one.
func TestEncyclopediaHasNoSayInASearchOfOneSite(t *testing.T) {
	wiki := fake("w", "w", gives("tea"))
	wiki.kind = reference
	s, _ := over(fake("a", "a", gives("x")), wiki)
	for query, want := range map[string]string{"tea site:example.com": "a ok, w skipped", "SITE:example.com tea": "a ok, w skipped", "filetype:pdf tea": "a ok, w skipped", "tea website: guide": "a ok, w ok", "site: tea": "a ok, w ok"} {
		t.Run(query, func(t *testing.T) {
			if got := statuses(web1(t, s, usSearch(query, 10))); got != want {
				t.Errorf("%s: %s, want %s", query, got, want)
			}
		})
	}
	if got := statuses(web1(t, s, usSearch("tea site:example.com", 10, "w"))); got != "w ok" {
		t.Errorf("by name: %s", got)
	}
}

func TestRefusingEngineRestsLongerEachTime(t *testing.T) {
	asked := 0
	blocked := true
	s, clock := over(fake("a", "a", func(q serp.Query) (serp.Page, error) {
		asked++
		if blocked {
			return refuses(q)
		}
		return gives("x")(q)
	}))
	expect := func(what string, status string, times int) {
		t.Helper()
		asked = 0
		if a := web1(t, s, usSearch("q", 10)); a.Engines[0].Status != status || asked != times {
			t.Errorf("%s: %s (%s) after %d calls", what, a.Engines[0].Status, a.Engines[0].Reason, asked)
		}
	}
	expect("first", StatusBlocked, 1)
	for i, d := range []time.Duration{15 * time.Minute, 30 * time.Minute, time.Hour, 2 * time.Hour, 4 * time.Hour, 6 * time.Hour, 6 * time.Hour} {
		*clock = clock.Add(d - time.Second)
		expect(fmt.Sprintf("rest %d", i), StatusResting, 0)
		*clock = clock.Add(time.Second)
		expect(fmt.Sprintf("after rest %d", i), StatusBlocked, 1)
	}
	blocked = false
	if a := web1(t, s, usSearch("q", 10, "a")); a.Engines[0].Status != StatusOK {
		t.Errorf("by name, although it rests: %+v", a.Engines)
	}
	expect("an answer ends the rest", StatusOK, 1)
	blocked = true
	expect("refused again", StatusBlocked, 1)
	*clock = clock.Add(15 * time.Minute)
	expect("the first rest again", StatusBlocked, 1)
}

func TestFurtherPagesAreAskedWhileResultsAreTooFew(t *testing.T) {
	var pages []int
	s, _ := over(fake("a", "a", func(q serp.Query) (serp.Page, error) {
		pages = append(pages, q.Page)
		if q.Page > 1 && q.Token != fmt.Sprint("after ", q.Page-1) {
			t.Errorf("page %d with token %q", q.Page, q.Token)
		}
		p, _ := gives(fmt.Sprint("x", q.Page), fmt.Sprint("y", q.Page))(q)
		p.More, p.Token = true, fmt.Sprint("after ", q.Page)
		return p, nil
	}))
	for want, max := range map[string]int{"[1]": 2, "[1 2]": 3, "[1 2 3]": 20} {
		t.Run(want, func(t *testing.T) {
			pages = nil
			a := web1(t, s, usSearch("q", max))
			if fmt.Sprint(pages) != want || len(a.Results) != min(max, 6) {
				t.Errorf("%d results: pages %v, %d results", max, pages, len(a.Results))
			}
		})
	}
	same := 0
	s, _ = over(fake("a", "a", func(q serp.Query) (serp.Page, error) {
		same++
		p, _ := gives("x")(q)
		p.More = true
		return p, nil
	}))
	if web1(t, s, usSearch("q", 20)); same != 2 {
		t.Errorf("an engine that repeats itself was asked %d times", same)
	}
}

func TestEnginesThatCannotLimitAPeriodAreSkipped(t *testing.T) {
	w := fake("w", "w", gives("x"))
	w.lacks = everyPeriod
	s, _ := over(fake("a", "a", gives("y")), w)
	r := usSearch("q", 10)
	r.Within = serp.Day
	if a := web1(t, s, r); statuses(a) != "a ok, w skipped" || a.Partial {
		t.Errorf("%s, partial %v", statuses(a), a.Partial)
	}
}

func TestUnknownBackendNamesTheAllowedOnes(t *testing.T) {
	s, _ := searcher(t, nil)
	_, err := s.Web(t.Context(), usSearch("q", 10, "brave", "bing"))
	var unknown *UnknownBackend
	if !errors.As(err, &unknown) || unknown.Name != "bing" || strings.Join(unknown.Allowed, ",") != "auto,arxiv,brave,crossref,duckduckgo,github,google,hackernews,mojeek,searxng,stackexchange,startpage,wikipedia,yahoo,yandex" {
		t.Errorf("%v", err)
	}
	_, err = s.News(t.Context(), usSearch("q", 10, "mojeek"))
	if !errors.As(err, &unknown) || strings.Join(unknown.Allowed, ",") != "auto,bing,brave,duckduckgo,gdelt,hackernews,searxng,yahoo" {
		t.Errorf("%v", err)
	}
}

func TestSwitchedOffEngineIsNotAsked(t *testing.T) {
	s, w := searcher(t, map[string]string{"UPSTREAM_BRAVE_URL": "off"})
	a := web1(t, s, usSearch("q", 10, "brave"))
	if a.Engines[0].Status != StatusNotConfigured || len(w.Asked()) != 0 || a.Partial || a.Answered {
		t.Errorf("%+v %v", a, w.Asked())
	}
}

func TestPanickingEngineFailsAlone(t *testing.T) {
	s, _ := over(fake("a", "a", func(serp.Query) (serp.Page, error) { panic("boom") }), fake("b", "b", gives("x")))
	if a := web1(t, s, usSearch("q", 10)); statuses(a) != "a error, b ok" || !a.Partial || len(a.Results) != 1 {
		t.Errorf("%+v", a)
	}
}

// TestSlowEnginesCostTheirBudgetOnly runs on a fake clock: a silent engine is abandoned after its budget, its
// replacement gets the remaining time, and the others' results are there.
func TestSlowEnginesCostTheirBudgetOnly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hang := func(ctx context.Context, _ serp.Query) (serp.Page, error) {
			<-ctx.Done()
			return serp.Page{}, ctx.Err()
		}
		s, _ := over(fake("slow", "i", nil), fake("standin", "i", nil), fake("quick", "j", gives("x")))
		s.web[0].ask, s.web[1].ask = hang, hang
		s.now, s.webRests.now = time.Now, time.Now
		began := time.Now()
		a := web1(t, s, usSearch("q", 10))
		if took := time.Since(began); took != searchBudget || statuses(a) != "slow timeout, standin timeout, quick ok" || hosts(a) != "x" {
			t.Errorf("%v: %s, %s", took, statuses(a), hosts(a))
		}
		if a.Engines[0].Took != engineBudget || a.Engines[1].Took != searchBudget-engineBudget {
			t.Errorf("%+v", a.Engines)
		}
	})
}

func TestCallerGoingAwayIsAnError(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s, _ := over(fake("a", "a", gives("x")))
	if _, err := s.Web(ctx, usSearch("q", 1)); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// TestTroubleOfEachKindHasItsStatus goes through the client of providers.
func TestTroubleOfEachKindHasItsStatus(t *testing.T) {
	for want, c := range map[string]struct {
		status int
		body   string
	}{
		"blocked: the engine answered HTTP 429":                                                 {429, ""},
		"blocked: the engine answered HTTP 403":                                                 {403, "no"},
		"blocked: the engine answered HTTP 302":                                                 {302, ""},
		"blocked: a captcha, a consent page or a demand for JavaScript":                         {200, `<title>Captcha</title><form></form>`},
		"error: the page has no results that can be read, and does not say that there are none": {200, "hello"},
		"error: it answered HTTP 404":                                                           {404, ""},
		"error: it could not be reached, or has failed several times in a row":                  {500, ""},
		"empty: ": {200, `<p>Not many great matches came back for your search.</p>`},
		"ok: ":    {200, `<div data-type="web"><a href="https://x.example.com"><div class="title">captcha</div></a></div><div class="captcha"></div>`},
		"error: the page has no results that can be read, and does not say that there are none (2)": {200, "Portal: news, weather and sports of the day"},
	} {
		t.Run(want, func(t *testing.T) {
			s, w := searcher(t, nil)
			w.Handle("search.brave.com", http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) {
				rw.Header().Set("Content-Type", "text/html")
				rw.WriteHeader(c.status)
				_, _ = rw.Write([]byte(c.body))
			}))
			a := web1(t, s, usSearch("x", 10, "brave"))
			wanted, _, _ := strings.Cut(want, " (")
			if got := a.Engines[0].Status + ": " + a.Engines[0].Reason; got != wanted {
				t.Errorf("HTTP %d %q: %q, want %q", c.status, c.body, got, wanted)
			}
		})
	}
}

func TestSearcherIsSafeForConcurrentUse(t *testing.T) {
	s, _ := over(fake("a", "a", gives("x", "y")), fake("b", "b", refuses), fake("c", "b", gives("y")))
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			for _, ask := range []func(context.Context, Request) (*Answer, error){s.Web, s.News} {
				if a, err := ask(t.Context(), usSearch("q", 5)); err != nil || hosts(a) != "y x" && hosts(a) != "x y" {
					t.Errorf("%v %v", a, err)
				}
			}
		})
	}
	wg.Wait()
}
