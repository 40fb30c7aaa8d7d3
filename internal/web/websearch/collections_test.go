package websearch

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/upstream/upstreamtest"
	"github.com/farebox/farebox/internal/web/websearch/serp"
)

// The answers of collections, in the shape that their documentation gives.
const (
	excerpts = `{"items":[
{"item_type":"question","question_id":11,"title":"How to cancel a goroutine&#39;s context","excerpt":"I <span class=\"highlight\">cancel</span> a goroutine","creation_date":1700000000,"tags":["go"]},
{"item_type":"answer","question_id":12,"answer_id":13,"title":"Stop a goroutine","excerpt":"cancel its context","creation_date":1700000001},
{"item_type":"question","question_id":14,"title":"Bread","excerpt":"sourdough","creation_date":1700000002}],"has_more":false,"quota_max":300,"quota_remaining":299}`
	throttled = `{"error_id":502,"error_message":"too many requests from this IP","error_name":"throttle_violation"}`
	preprints = `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">
<opensearch:totalResults>1</opensearch:totalResults><entry><id>http://arxiv.org/abs/2101.00001v2</id><title>Goroutine
 context</title><summary>  How to cancel.  </summary><published>2021-01-01T10:00:00Z</published></entry></feed>`
	preprintError = `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">
<opensearch:totalResults>1</opensearch:totalResults><entry><id>http://arxiv.org/api/errors#x</id><title>Error</title></entry></feed>`
	works = `{"status":"ok","message":{"total-results":2,"items":[
{"DOI":"10.1000/a","type":"journal-article","title":["Cancel a <i>goroutine</i> by its context"],"container-title":["J"],"publisher":"P","issued":{"date-parts":[[2020,5,6]]},"is-referenced-by-count":0},
{"DOI":"10.1000/b","type":"book","title":["Baking"],"issued":{"date-parts":[[null]]},"is-referenced-by-count":0}]}}`
	repositories = `{"total_count":1,"incomplete_results":false,"items":[{"full_name":"a/goroutine","html_url":"https://github.com/a/goroutine","description":"cancel by context","stargazers_count":1,"forks_count":0,"language":"Go","created_at":"2020-01-01T00:00:00Z","pushed_at":"2020-01-01T00:00:00Z"}]}`
	storiesFound = `{"hits":[{"objectID":"77","title":"Ask HN: cancel a goroutine context","story_text":"<p>How?","points":1,"num_comments":0,"author":"a","created_at":"2016-12-08T19:39:07Z"}],"nbHits":1}`
	ownServer    = `{"query":"q","results":[{"title":"S","url":"https://s.example.com/","content":"c","publishedDate":"2026-11-01T00:00:00","engine":"x"}],"unresponsive_engines":[]}`
	ownServerBad = `{"query":"q","results":[],"unresponsive_engines":[["google","CAPTCHA"]]}`
	gdeltNews    = `{"articles":[{"url":"https://n.example.com/1","title":"Goroutine context cancelled","seendate":"20261119T120000Z","socialimage":"","domain":"n.example.com","language":"English","sourcecountry":"United States"}]}`
)

// openWorld has all collections. Every general engine refuses.
func openWorld(tb testing.TB) []upstreamtest.Answer {
	tb.Helper()
	refused := []upstreamtest.Answer{
		{URL: "https://search.brave.com/*", Status: http.StatusTooManyRequests},
		{URL: "https://www.mojeek.com/*", Status: http.StatusForbidden},
		{URL: "https://search.yahoo.com/*", Status: 999},
		post(upstreamtest.Answer{URL: "https://html.duckduckgo.com/html/", Status: http.StatusAccepted}),
		{URL: "https://www.startpage.com/*", Status: http.StatusForbidden},
		{URL: "https://www.google.com/*", Status: http.StatusTooManyRequests},
		{URL: "https://yandex.com/*", Status: http.StatusTooManyRequests},
		{URL: "https://duckduckgo.com/*", Status: http.StatusForbidden},
		{URL: "https://www.bing.com/*", Status: http.StatusFound},
		{URL: "https://news.search.yahoo.com/*", Status: 999},
	}
	return append(refused,
		upstreamtest.Answer{URL: "https://en.wikipedia.org/w/api.php", Body: `{"query":{"search":[
{"title":"Goroutine","snippet":"<b>cancel</b> by a context"},{"title":"Goat","snippet":"an animal"},{"title":"Context of a goroutine","snippet":"cancel it"}]}}`},
		upstreamtest.Answer{URL: "https://api.stackexchange.com/2.3/search/excerpts?site=stackoverflow&q=cancel+goroutine+context", Body: excerpts},
		upstreamtest.Answer{URL: "https://export.arxiv.org/api/query?search_query=all:cancel+AND+all:goroutine+AND+all:context", Type: "application/atom+xml", Body: preprints},
		upstreamtest.Answer{URL: "https://api.crossref.org/works?query.bibliographic=cancel+goroutine+context", Body: works},
		upstreamtest.Answer{URL: "https://api.github.com/search/repositories?q=cancel+goroutine+context", Body: repositories},
		upstreamtest.Answer{URL: "https://hn.algolia.com/api/v1/search?query=cancel+goroutine+context", Body: storiesFound},
		upstreamtest.Answer{URL: "https://api.gdeltproject.org/api/v2/doc/doc?query=cancel+goroutine+context+sourcelang:english", Body: gdeltNews},
	)
}

func TestCollectionsAnswerWhenAllEnginesRefuse(t *testing.T) {
	s, w := searcher(t, nil, openWorld(t)...)
	a := web1(t, s, usSearch("how to cancel a goroutine context", 20))
	var got []string
	for _, r := range a.Results {
		got = append(got, r.URL)
		if len(r.Engines) == 0 {
			t.Errorf("%s has no engine", r.URL)
		}
	}
	slices.Sort(got)
	want := []string{
		"https://arxiv.org/abs/2101.00001v2", "https://doi.org/10.1000/a", "https://en.wikipedia.org/wiki/Context_of_a_goroutine",
		"https://en.wikipedia.org/wiki/Goroutine", "https://github.com/a/goroutine", "https://news.ycombinator.com/item?id=77",
		"https://stackoverflow.com/a/13", "https://stackoverflow.com/questions/11",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q\n%s\nmisses %q", got, want, statuses(a), w.Misses())
	}
	if !a.Answered || a.WholeWeb || !a.Partial {
		t.Errorf("answered %v, of the whole web %v, partial %v", a.Answered, a.WholeWeb, a.Partial)
	}
}

func TestNewsOfCollectionsWhenAllEnginesRefuse(t *testing.T) {
	s, w := searcher(t, nil, openWorld(t)...)
	a := newsOf(t, s, usSearch("cancel goroutine context", 20))
	if len(a.Results) != 2 || !a.Answered || a.WholeWeb {
		t.Errorf("%s: %+v, misses %q", statuses(a), a.Results, w.Misses())
	}
}

// TestCollectionsWithNothingAboutTheQueryAreNoAnswer: they find something for any words.
func TestCollectionsWithNothingAboutTheQueryAreNoAnswer(t *testing.T) {
	finds := fake("c", "c", gives("tea", "bread"))
	finds.kind = collection
	s, _ := over(fake("a", "a", refuses), finds)
	if a := web1(t, s, usSearch("opening hours of the town hall", 10)); a.Answered || len(a.Results) != 0 {
		t.Errorf("%+v", a)
	}
	if a := web1(t, s, usSearch("bread page", 10)); !a.Answered || len(a.Results) != 1 || a.WholeWeb {
		t.Errorf("%+v", a)
	}
}

func TestCollectionsAreNotAskedBesideAnEngineThatAnswers(t *testing.T) {
	other := fake("c", "c", gives("x"))
	other.kind = collection
	for want, give := range map[string]func(serp.Query) (serp.Page, error){"a ok": gives("x"), "a empty, c ok": gives(), "a blocked, c ok": refuses} {
		t.Run(want, func(t *testing.T) {
			s, _ := over(fake("a", "a", give), other)
			if a := web1(t, s, usSearch("page x", 10)); statuses(a) != want || !a.Answered {
				t.Errorf("%s, answered %v", statuses(a), a.Answered)
			}
		})
	}
}

// TestLowQuotasAreSpared: one index is enough for a search when quotas run low; the others are asked when it fails.
func TestLowQuotasAreSpared(t *testing.T) {
	at := func(name string, room float64, give func(serp.Query) (serp.Page, error)) engine {
		e := fake(name, name, give)
		e.room = func() float64 { return room }
		return e
	}
	for _, c := range []struct {
		why     string
		engines []engine
		want    string
	}{
		{"ample", []engine{at("a", 1, gives("x")), at("b", .7, gives("x")), at("c", .8, gives("x"))}, "a ok, b ok, c ok"},
		{"low", []engine{at("a", .2, gives("x")), at("b", .4, gives("x")), at("c", .3, gives("x"))}, "a skipped, b ok, c skipped"},
		{"without quota first", []engine{at("a", .2, gives("x")), at("b", .4, gives("x")), fake("c", "c", gives("x"))}, "a skipped, b skipped, c ok"},
		{"low ones refuse", []engine{at("a", .2, gives("x")), at("b", .4, refuses), at("c", .3, refuses)}, "a ok, b blocked, c blocked"},
		{"low ones have nothing", []engine{at("a", .2, gives("x")), at("b", .4, gives()), at("c", .3, gives())}, "a ok, b empty, c empty"},
	} {
		t.Run(c.why, func(t *testing.T) {
			s, _ := over(c.engines...)
			a := web1(t, s, usSearch("page x", 10))
			if statuses(a) != c.want || len(a.Results) != 1 {
				t.Errorf("%s, want %s; %d results", statuses(a), c.want, len(a.Results))
			}
		})
	}
}

func TestOperatorsOwnServerIsPartOfAMixWhenThereIsOne(t *testing.T) {
	s, _ := searcher(t, nil, openWorld(t)...)
	if a := web1(t, s, usSearch("cancel goroutine context", 5)); strings.Contains(statuses(a), "searxng") {
		t.Errorf("without a server: %s", statuses(a))
	}

	env := map[string]string{"UPSTREAM_SEARXNG_URL": "https://searx.test"}
	own := upstreamtest.Answer{URL: "https://searx.test/search?q=zz&format=json&categories=general&language=en-US&safesearch=1&pageno=1", Body: ownServer}
	s, _ = searcher(t, env, append(openWorld(t), own)...)
	a := web1(t, s, usSearch("zz", 5))
	if len(a.Results) == 0 || a.Results[0].URL != "https://s.example.com/" || !a.WholeWeb {
		t.Errorf("%s: %+v", statuses(a), a.Results)
	}

	s, _ = searcher(t, env, upstreamtest.Answer{URL: "https://searx.test/search", Body: ownServerBad})
	if a := web1(t, s, usSearch("zz", 5, "searxng")); a.Answered {
		t.Errorf("nothing from engines that failed is an answer: %+v", a.Engines)
	}
}

func TestRefusalsOfCollectionsAreNoEmptyAnswer(t *testing.T) {
	for engine, answer := range map[string]upstreamtest.Answer{
		"stackexchange": {URL: "https://api.stackexchange.com/2.3/search/excerpts", Status: http.StatusBadRequest, Body: throttled},
		"arxiv":         {URL: "https://export.arxiv.org/api/query", Type: "application/atom+xml", Body: preprintError},
		"crossref":      {URL: "https://api.crossref.org/works", Body: `{"message":{"total-results":5,"items":[]}}`},
	} {
		t.Run(engine, func(t *testing.T) {
			s, _ := searcher(t, nil, answer)
			if a := web1(t, s, usSearch("tea", 5, engine)); a.Answered {
				t.Errorf("%+v", a.Engines)
			}
		})
	}
}

func TestBackoffOfStackExchangeIsObeyed(t *testing.T) {
	asked := strings.Replace(excerpts, `"has_more"`, `"backoff":600,"has_more"`, 1)
	s, world := searcher(t, nil, upstreamtest.Answer{
		URL:  "https://api.stackexchange.com/2.3/search/excerpts",
		Body: asked,
	})
	if a := web1(t, s, usSearch("cancel goroutine context", 5, "stackexchange")); !a.Answered {
		t.Fatalf("%+v", a.Engines)
	}
	if a := web1(t, s, usSearch("stop goroutine", 5, "stackexchange")); a.Answered || len(world.Asked()) != 1 {
		t.Errorf("asked %q, %+v", world.Asked(), a.Engines)
	}
}
