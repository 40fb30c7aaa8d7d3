package websearch

import (
	"net/http"
	"slices"
	"testing"

	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// refusals are the engines' refusals of programs: recorded ones or, failing that, the bare status.
func refusals(tb testing.TB) []upstreamtest.Answer {
	return []upstreamtest.Answer{
		post(upstreamtest.Answer{URL: "https://html.duckduckgo.com/html/", Status: http.StatusAccepted, Type: "text/html", Body: sample(tb, "duckduckgo/html_captcha.html")}),
		page("https://www.startpage.com/", "<title>Startpage</title>"),
		page("https://www.google.com/search", sample(tb, "google/soft_block_enablejs.html")),
		page("https://yandex.com/search/site/", sample(tb, "yandex/captcha.html")),
		{URL: "https://en.wikipedia.org/w/api.php", Status: http.StatusTooManyRequests},
		{URL: "https://duckduckgo.com/*", Status: http.StatusForbidden},
		{URL: "https://www.bing.com/*", Status: http.StatusFound},
		{URL: "https://news.search.yahoo.com/*", Status: 999},
	}
}

// TestRecordedMixWithRefusals: three engines answer and five refuse. Yahoo stands in for DuckDuckGo, whose index it shares.
func TestRecordedMixWithRefusals(t *testing.T) {
	s, _ := searcher(t, nil, append(refusals(t),
		page("https://search.brave.com/search", sample(t, "brave/search_web.html")),
		page("https://www.mojeek.com/search", sample(t, "mojeek/search_web.html")),
		page("https://search.yahoo.com/search", sample(t, "yahoo/search_web.html")))...)
	a := web1(t, s, usSearch("javascript tutorial", 10))
	if got := statuses(a); got != "brave ok, duckduckgo blocked, startpage blocked, mojeek ok, yahoo ok, yandex blocked, google blocked, wikipedia blocked" {
		t.Errorf("%s", got)
	}
	if len(a.Results) != 10 || !a.Answered || !a.Partial {
		t.Errorf("%d results, answered %v, partial %v", len(a.Results), a.Answered, a.Partial)
	}
	seen := map[string]bool{}
	for i, r := range a.Results {
		if seen[r.URL] {
			t.Errorf("%s twice", r.URL)
		}
		seen[r.URL] = true
		if i < 3 && !slices.Equal(r.Engines, []string{"brave", "mojeek", "yahoo"}) {
			t.Errorf("%d: %s by %v", i, r.URL, r.Engines)
		}
	}
	for _, lead := range []string{"https://www.javascripttutorial.net/", "https://www.geeksforgeeks.org/javascript/javascript-tutorial/", "https://www.tutorialspoint.com/javascript/index.htm"} {
		if at := slices.IndexFunc(a.Results, func(f Found) bool { return f.URL == lead }); at < 0 || at > 2 {
			t.Errorf("%s is number %d", lead, at)
		}
	}
	again := web1(t, s, usSearch("javascript tutorial", 16))
	if got := statuses(again); got != "brave ok, duckduckgo resting, startpage resting, mojeek ok, yahoo ok, yandex resting, google resting, wikipedia resting" {
		t.Errorf("again: %s", got)
	}
	if len(again.Results) != 16 {
		t.Errorf("%d results, want the 16 of the union", len(again.Results))
	}
}

// TestOneAddressIsOneResult: the recordings of Google and Yandex have the same made-up address in every result.
func TestOneAddressIsOneResult(t *testing.T) {
	s, _ := searcher(t, nil, recorded(t)...)
	for _, engine := range []string{"google", "yandex"} {
		if a := web1(t, s, usSearch("any", 10, engine)); len(a.Results) != 1 || a.Results[0].URL != "http://test.test/" {
			t.Errorf("%s: %d results, the first %+v", engine, len(a.Results), a.Results)
		}
	}
}

// TestRecordedRedirectPageIsAnArticle: a near match without a snippet.
func TestRecordedRedirectPageIsAnArticle(t *testing.T) {
	s, _ := searcher(t, nil, upstreamtest.Answer{URL: "https://en.wikipedia.org/w/api.php", Body: sample(t, "wikipedia/query_list_search_nearmatch.json")})
	a := web1(t, s, usSearch("python programming", 10, "wikipedia"))
	if len(a.Results) != 1 || a.Results[0].URL != "https://en.wikipedia.org/wiki/Python_programming" || a.Results[0].Snippet != "" {
		t.Errorf("%+v", a)
	}
}

func TestRecordedNewsMixWithRefusals(t *testing.T) {
	feed := upstreamtest.Answer{URL: "https://www.bing.com/news/search?format=rss", Type: "text/xml; charset=utf-8", Body: sample(t, "bing/news_search_format_rss.xml")}
	s, _ := searcher(t, nil, append([]upstreamtest.Answer{feed}, refusals(t)...)...)
	a := newsOf(t, s, usSearch("madrid", 10))
	if got := statuses(a); got != "brave not_configured, duckduckgo blocked, bing ok, yahoo blocked" || len(a.Results) != 1 || a.Results[0].Source != "Daily Mail" {
		t.Errorf("%s: %+v", got, a.Results)
	}
}

func TestRefusedEverywhereIsAnAnswerWithoutResults(t *testing.T) {
	s, _ := searcher(t, nil, append(refusals(t),
		upstreamtest.Answer{URL: "https://search.brave.com/*", Status: http.StatusTooManyRequests}, upstreamtest.Answer{URL: "https://www.mojeek.com/*", Status: http.StatusForbidden},
		upstreamtest.Answer{URL: "https://search.yahoo.com/*", Status: 999})...)
	for name, a := range map[string]*Answer{"web": web1(t, s, usSearch("blocked everywhere", 10)), "news": newsOf(t, s, usSearch("blocked everywhere", 10))} {
		if a.Answered || !a.Partial || len(a.Results) != 0 {
			t.Errorf("%s: %+v", name, a)
		}
		for _, e := range a.Engines {
			if e.Status == StatusOK || e.Status == StatusEmpty {
				t.Errorf("%s: %+v", name, e)
			}
		}
	}
}
