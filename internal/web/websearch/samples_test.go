package websearch

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
	"github.com/farebox/farebox/internal/web/websearch/serp"
)

// sample is a recorded page; the test is skipped without the corpus.
func sample(tb testing.TB, name string) string {
	tb.Helper()
	return string(samples.Read(tb, name))
}

var testDay = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func searcher(tb testing.TB, env map[string]string, answers ...upstreamtest.Answer) (*Searcher, *upstreamtest.World) {
	tb.Helper()
	w := upstreamtest.New(tb, answers...)
	pool := w.Pool(tb, env)
	s := New(pool, func() time.Time { return testDay })
	if err := pool.Err(); err != nil {
		tb.Fatal(err)
	}
	return s, w
}

func page(address, body string) upstreamtest.Answer {
	return upstreamtest.Answer{URL: address, Type: "text/html; charset=utf-8", Body: body}
}

func post(a upstreamtest.Answer) upstreamtest.Answer {
	a.Method = http.MethodPost
	return a
}

func usSearch(query string, max int, backends ...string) Request {
	return Request{Query: query, Max: max, Region: Region{"us", "en"}, Safe: serp.Moderate, Backends: backends}
}

// recorded are the result pages of the corpus under the engines' real addresses. Only the first page is there.
func recorded(tb testing.TB) []upstreamtest.Answer {
	return []upstreamtest.Answer{
		post(upstreamtest.Answer{URL: "https://html.duckduckgo.com/html/", BodyHas: "s=10", Body: "none"}),
		post(page("https://html.duckduckgo.com/html/", sample(tb, "duckduckgo/html_results.html"))),
		page("https://www.startpage.com/", `<form id="search"><input type="hidden" name="sc" value="abc"></form>`),
		post(page("https://www.startpage.com/sp/search", sample(tb, "startpage/search_web.html"))),
		page("https://search.brave.com/search", sample(tb, "brave/search_web.html")),
		page("https://www.mojeek.com/search", sample(tb, "mojeek/search_web.html")),
		page("https://search.yahoo.com/search", sample(tb, "yahoo/search_web.html")),
		page("https://yandex.com/search/site/", sample(tb, "yandex/search_web_main.html")),
		page("https://www.google.com/search", sample(tb, "google/search_web_desktop.html")),
		{URL: "https://en.wikipedia.org/w/api.php", Body: sample(tb, "wikipedia/query_list_search.json")},
	}
}

func TestRecordedPagesOfEachEngine(t *testing.T) {
	s, _ := searcher(t, nil, recorded(t)...)
	for _, c := range []struct {
		engine  string
		given   int // results of the page
		titles  map[int]string
		urls    map[int]string
		snippet map[int]string // beginnings
	}{
		{"duckduckgo", 10, map[int]string{0: "Rust Programming Language"},
			map[int]string{0: "https://rust-lang.org/", 1: "https://en.wikipedia.org/wiki/Rust_(programming_language)",
				9: "https://developers.slashdot.org/story/26/04/12/2329229/has-the-rust-programming-languages-popularity-reached-its-plateau"},
			map[int]string{0: "Rust is a fast, reliable, and productive programming language that can run on embedded devices, web services, and more. Learn how to get started, why Rust is different, and what companies are using it in production."}},
		{"brave", 8, map[int]string{0: "JavaScript Tutorial", 2: "JavaScript Guide - MDN Web Docs - Mozilla"},
			map[int]string{0: "https://www.w3schools.com/js/", 1: "https://www.javascripttutorial.net/", 2: "https://developer.mozilla.org/en-US/docs/Web/JavaScript/Guide",
				3: "https://www.geeksforgeeks.org/javascript/javascript-tutorial/", 4: "https://www.tutorialspoint.com/javascript/index.htm"},
			map[int]string{0: "JavaScript is easy to learn. This tutorial covers everything from basic JavaScript up to the latest 2026 version."}},
		{"mojeek", 10, map[int]string{0: "The Modern JavaScript Tutorial"},
			map[int]string{0: "https://javascript.info/", 1: "https://www.w3schools.com/js/", 9: "https://smartwebby.com/DHTML/"},
			map[int]string{1: "", 0: "The Modern JavaScript Tutorial ... Main course contains 2 parts"}},
		{"startpage", 6, map[int]string{0: "JavaScript Tutorial - W3Schools"}, map[int]string{0: "https://www.w3schools.com/js/", 2: "https://www.javascripttutorial.net/"}, nil},
		{"yahoo", 7, map[int]string{0: "JavaScript Tutorial - W3Schools"},
			map[int]string{0: "https://www.w3schools.com/Js/", 1: "https://www.javascripttutorial.net/", 4: "https://javascript.info/"}, nil},
		{"yandex", 11, map[int]string{0: "Using theFetchAPI - Web APIs | MDN"}, nil, nil},
		{"google", 8, map[int]string{0: "Using the Fetch API - MDN Web Docs"}, nil, nil},
		{"wikipedia", 3, map[int]string{0: "Python (programming language)", 1: "History of Python"},
			map[int]string{0: "https://en.wikipedia.org/wiki/Python_(programming_language)"}, map[int]string{0: "Python is a high-level, general-purpose programming language."}},
	} {
		a, err := s.Web(t.Context(), usSearch("any", 1, c.engine))
		if err != nil {
			t.Fatal(err)
		}
		if r := a.Engines[0]; len(a.Engines) != 1 || r.Status != StatusOK || r.Count != c.given {
			t.Errorf("%s: %+v, want %d results", c.engine, a.Engines, c.given)
		}
		a, err = s.Web(t.Context(), usSearch("any", c.given, c.engine))
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range c.titles {
			if got := a.Results[i].Title; got != want {
				t.Errorf("%s %d: title %q, want %q", c.engine, i, got, want)
			}
		}
		for i, want := range c.urls {
			if got := a.Results[i].URL; got != want {
				t.Errorf("%s %d: %q, want %q", c.engine, i, got, want)
			}
		}
		for i, want := range c.snippet {
			if got := a.Results[i].Snippet; !strings.HasPrefix(got, want) || want == "" && got != "" {
				t.Errorf("%s %d: snippet %q, want %q", c.engine, i, got, want)
			}
		}
		for _, r := range a.Results {
			if !strings.HasPrefix(r.URL, "http") || strings.Contains(r.URL, "duckduckgo.com/l/") || strings.Contains(r.URL, "r.search.yahoo.com") || strings.Contains(r.Title+r.Snippet, "</") || strings.ContainsAny(r.Title+r.Snippet, "\n\t") {
				t.Errorf("%s: %+v", c.engine, r)
			}
		}
	}
}

func TestRecordedRefusals(t *testing.T) {
	for name, c := range map[string]struct {
		engine string
		answer upstreamtest.Answer
		status string
	}{
		"duckduckgo's challenge, as 202": {"duckduckgo", upstreamtest.Answer{URL: "https://html.duckduckgo.com/html/", Status: 202, Body: sample(t, "duckduckgo/html_captcha.html")}, StatusBlocked},
		"duckduckgo's challenge, as 200": {"duckduckgo", upstreamtest.Answer{URL: "https://html.duckduckgo.com/html/", Body: sample(t, "duckduckgo/html_captcha.html")}, StatusBlocked},
		"yandex' captcha":                {"yandex", page("https://yandex.com/search/site/", sample(t, "yandex/captcha.html")), StatusBlocked},
		"google's enablejs":              {"google", page("https://www.google.com/search", sample(t, "google/soft_block_enablejs.html")), StatusBlocked},
		"google's sorry, as 200":         {"google", page("https://www.google.com/search", sample(t, "google/captcha_sorry.html")), StatusBlocked},
		"google found nothing":           {"google", page("https://www.google.com/search", sample(t, "google/no_results.html")), StatusEmpty},
	} {
		t.Run(name, func(t *testing.T) {
			if c.engine == "duckduckgo" {
				c.answer = post(c.answer)
			}
			s, _ := searcher(t, nil, c.answer)
			a, err := s.Web(t.Context(), usSearch("rust programming language", 10, c.engine))
			if err != nil {
				t.Fatal(err)
			}
			if a.Engines[0].Status != c.status || len(a.Results) != 0 || a.Answered != (c.status == StatusEmpty) {
				t.Errorf("%s: %+v", name, a)
			}
		})
	}
}

// TestSharedResultsLead: of four recorded pages for one query, results shared by three indexes come first, then
// those of two, then the rest.
func TestSharedResultsLead(t *testing.T) {
	s, _ := searcher(t, nil, recorded(t)...)
	a, err := s.Web(t.Context(), usSearch("javascript tutorial", 16, "brave", "mojeek", "yahoo"))
	if err != nil {
		t.Fatal(err)
	}
	if len(a.Results) != 16 {
		t.Errorf("%d results, want the 16 of the union", len(a.Results))
	}
	shared := []string{"https://www.javascripttutorial.net/", "https://www.geeksforgeeks.org/javascript/javascript-tutorial/", "https://www.tutorialspoint.com/javascript/index.htm"}
	last := 4
	for i, r := range a.Results {
		if i < 3 && (!slices.Contains(shared, r.URL) || len(r.Engines) != 3) {
			t.Errorf("%d: %s by %v", i, r.URL, r.Engines)
		}
		if len(r.Engines) > last {
			t.Errorf("%d: %s by %v comes after one of fewer engines", i, r.URL, r.Engines)
		}
		last = len(r.Engines)
	}
}

// TestLongestSnippetDoesNotLead: of two pages from the same engines the better-ranked comes first, however long the
// other's snippet.
func TestLongestSnippetDoesNotLead(t *testing.T) {
	s, _ := searcher(t, nil, recorded(t)...)
	a, err := s.Web(t.Context(), usSearch("javascript tutorial", 16, "mojeek", "yahoo"))
	if err != nil {
		t.Fatal(err)
	}

	place := map[string]int{}
	for i, r := range a.Results {
		place[r.URL] = i + 1
	}
	better := place["https://javascript.info/"]
	lesser := place["https://www.tutorialspoint.com/javascript/index.htm"]
	if better == 0 || lesser == 0 || better > lesser {
		t.Errorf("javascript.info is %d, a page that both engines rank lower is %d", better, lesser)
	}
}

// BenchmarkPages measures a whole search with one engine and a stored page: request, check, parsing, merging.
func BenchmarkPages(b *testing.B) {
	for _, c := range []struct{ engine, file string }{
		{"duckduckgo", "duckduckgo/html_results.html"}, {"brave", "brave/search_web.html"}, {"mojeek", "mojeek/search_web.html"},
		{"yahoo", "yahoo/search_web.html"}, {"google", "google/search_web_desktop.html"},
	} {
		b.Run(c.engine, func(b *testing.B) {
			body := sample(b, c.file)
			b.SetBytes(int64(len(body)))
			answers := recorded(b)
			for b.Loop() {
				b.StopTimer()
				s, _ := searcher(b, nil, answers...) // nothing remembered, no limit used up
				b.StartTimer()
				if a, err := s.Web(b.Context(), usSearch("any", 1, c.engine)); err != nil || len(a.Results) != 1 {
					b.Fatal(err, a)
				}
			}
		})
	}
	b.Run("auto", func(b *testing.B) {
		answers := recorded(b)
		for b.Loop() {
			b.StopTimer()
			s, _ := searcher(b, nil, answers...)
			b.StartTimer()
			if _, err := s.Web(b.Context(), usSearch("any", 10)); err != nil {
				b.Fatal(err)
			}
		}
	})
}
