package web

import (
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/websearch"
)

// searchDay is the clock of the examples: relative dates count back from it.
var searchDay = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func searcherOver(t testing.TB, answers ...upstreamtest.Answer) *websearch.Searcher {
	t.Helper()
	return websearch.New(upstreamtest.New(t, answers...).Pool(t, nil), clock)
}

func clock() time.Time { return searchDay }

func TestSearchInputsAreRefusedByName(t *testing.T) {
	s := newService(t, fetch.Options{})
	for _, c := range []struct{ route, name, value, field, says string }{
		{"/search", "query", " \t ", "query", "white space"},
		{"/search", "query", "\u200b", "query", "white space"},
		{"/search", "region", "en-us-x", "", ""},
		{"/search", "region", "us-eng", "region", "us-en"},
		{"/search", "region", "wt-en", "region", "wt-wt"},
		{"/search", "backend", "brave,bing", "", ""},
		{"/search/news", "backend", "google", "", ""},
		{"/search", "max_results", "21", "", ""},
		{"/search", "max_results", "0", "", ""},
		{"/search/news", "timelimit", "h", "", ""},
		{"/search", "safesearch", "strict", "", ""},
		{"/search", "query", strings.Repeat("x", 500), "", ""},
		{"/search", "query", strings.Repeat("\u0958", 250), "query", "499"},
		{"/search/news", "query", strings.Repeat("\ufb2c", 200), "query", "499"},
	} {
		query := []string{"query", "tea", c.name, c.value}
		status, got := s.Get(c.route, query...)
		if status != http.StatusBadRequest {
			t.Errorf("%s %s=%q: %d %v", c.route, c.name, c.value, status, got)
		}
		if c.field != "" && (got["field"] != c.field || !strings.Contains(got["detail"].(string), c.says)) {
			t.Errorf("%s %s=%q: %v", c.route, c.name, c.value, got)
		}
	}
}

// TestSearchWithoutAnyEngineIsNotSold: a search without any engine's answer is an error, which is never charged. An
// engine that finds nothing has answered.
func TestSearchWithoutAnyEngineIsNotSold(t *testing.T) {
	refusing := []upstreamtest.Answer{
		{URL: "https://search.brave.com/*", Status: 429}, {Method: "POST", URL: "https://html.duckduckgo.com/*", Status: 202}, {URL: "https://www.mojeek.com/*", Status: 403},
		{URL: "https://www.startpage.com/*"}, {URL: "https://search.yahoo.com/*", Status: 999}, {URL: "https://en.wikipedia.org/*", Status: 429},
		{URL: "https://duckduckgo.com/*", Status: 403}, {URL: "https://www.bing.com/*", Status: 302}, {URL: "https://news.search.yahoo.com/*", Status: 500},
	}
	noArticle := upstreamtest.Answer{URL: "https://en.wikipedia.org/w/api.php", Body: `{"query":{"search":[]}}`}
	noPage := upstreamtest.Answer{URL: "https://www.mojeek.com/search", Type: "text/html", Body: `<p>No pages found matching: tea</p>`}
	for _, c := range []struct {
		name    string
		answers []upstreamtest.Answer
		path    string
		query   []string
		status  int
	}{
		{"web, all refuse", refusing, "/search", []string{"query", "tea"}, 503},
		{"news, all refuse", refusing, "/search/news", []string{"query", "tea"}, 200},
		{"web, one finds nothing", append([]upstreamtest.Answer{noPage}, refusing...), "/search", []string{"query", "tea"}, 200},
		{"web, only the encyclopedia answers, and has nothing", append([]upstreamtest.Answer{noArticle}, refusing...), "/search", []string{"query", "tea"}, 503},
		{"the encyclopedia alone has nothing", []upstreamtest.Answer{noArticle}, "/search", []string{"query", "tea", "backend", "wikipedia"}, 200},
		{"an engine that cannot do it", refusing, "/search",
			[]string{"query", "tea", "backend", "wikipedia", "timelimit", "d"}, 400},
	} {
		h := &Handlers{searcher: searcherOver(t, c.answers...)}
		s := handlertest.New(t, "web", h.Register)
		status, got := s.Get(c.path, c.query...)
		if ctx, waived := response.Watch(t.Context()); status == http.StatusOK {
			in := searchInputs{query: "tea", most: 10, region: "us-en"}
			ask := h.searcher.Web
			if c.path == "/search/news" {
				ask = h.searcher.News
			}
			if len(c.query) > 2 {
				in.backends = c.query[3:]
			}
			if _, _, err := searched(ctx, ask, in); err != nil || waived() != (len(c.answers) > 1) {
				t.Errorf("%s: free %t, %v", c.name, waived(), err)
			}
		}
		if status != c.status {
			t.Errorf("%s: %d, want %d: %v", c.name, status, c.status, got)
		}
		empty := reflect.DeepEqual(got["results"], []any{}) && got["partial"] == (len(c.answers) > 1)
		if status == http.StatusOK && !empty {
			t.Errorf("%s: %v", c.name, got)
		}
		if sources, _ := got["sources"].([]any); len(sources) == 0 {
			t.Errorf("%s: the engines are not told of: %v", c.name, got)
		}
	}
}
