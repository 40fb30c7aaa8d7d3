package websearch

import (
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/upstream/upstreamtest"
	"github.com/farebox/farebox/internal/web/websearch/serp"
)

var keys = map[string]string{
	"BRAVE_API_KEY": "bk", "MOJEEK_API_KEY": "mk", "YANDEX_API_KEY": "yk", "YANDEX_FOLDER_ID": "folder", "GOOGLE_CSE_KEY": "gk", "GOOGLE_CSE_CX": "cx1",
}

const (
	braveWeb = `{"type":"search","query":{"original":"a","more_results_available":false},"web":{"results":[
{"title":"A &amp; <strong>B</strong>","url":"https://a.example.com/?x=1","description":"About <strong>a</strong>.","page_age":"2026-11-01T08:00:00"},{"title":"","url":"https://no.example.com"},{"title":"Bad","url":"javascript:alert(1)"}]}}`
	braveNews = `{"type":"news","results":[{"type":"news_result","title":"News A","url":"https://n.example.com/a","description":"<b>x</b>","age":"2 hours ago","page_age":"2026-11-20T09:30:00",
"meta_url":{"hostname":"www.n.example.com"},"thumbnail":{"src":"https://imgs.example.com/s.jpg","original":"https://n.example.com/o.jpg"}},{"title":"News B","url":"https://n.example.com/b","age":"3 days ago","profile":{"name":"Paper B"}}]}`
	mojeekOK   = `{"response":{"status":"OK","head":{"results":1},"results":[{"title":"M","url":"https://m1.example.com/","desc":"d &quot;q&quot;"}]}}`
	mojeekDone = `{"response":{"status":"ERROR: Daily Limit Reached."}}`
	yandexXML  = `<?xml version="1.0" encoding="utf-8"?><yandexsearch version="1.0"><response><results><grouping><group><doc><url>https://y.example.com/</url>
<title>Title <hlword>word</hlword></title><passages><passage>First <hlword>part</hlword></passage><passage>second</passage></passages></doc></group></grouping></results></response></yandexsearch>`
	yandexNone = `<yandexsearch><response><error code="15">Nothing</error></response></yandexsearch>`
	yandexBad  = `<yandexsearch><response><error code="32">Limit</error></response></yandexsearch>`
	googleOK   = `{"kind":"customsearch#search","queries":{"request":[{}]},"items":[{"title":"G &amp; co","link":"https://g.example.com/","snippet":"line one \nline two"}]}`
)

func raw(xml string) string {
	return `{"rawData":"` + base64.StdEncoding.EncodeToString([]byte(xml)) + `"}`
}

func yandexAPI(body string) upstreamtest.Answer {
	return post(upstreamtest.Answer{URL: "https://searchapi.api.cloud.yandex.net/v2/web/search", Body: body})
}

func TestOfficialAPIsAreAskedWhenThereIsAKey(t *testing.T) {
	for _, c := range []struct {
		engine string
		answer upstreamtest.Answer
		status string
		first  serp.Result
	}{
		{"brave", upstreamtest.Answer{URL: "https://api.search.brave.com/res/v1/web/search?q=a&count=20&country=US&search_lang=en&safesearch=moderate", Body: braveWeb}, StatusOK,
			serp.Result{Title: "A & B", URL: "https://a.example.com/?x=1", Snippet: "About a.", Published: time.Date(2026, 11, 1, 8, 0, 0, 0, time.UTC)}},
		{"mojeek", upstreamtest.Answer{URL: "https://api.mojeek.com/search?q=a&fmt=json&api_key=mk&safe=1&arc=US&lb=EN", Body: mojeekOK}, StatusOK, serp.Result{Title: "M", URL: "https://m1.example.com/", Snippet: `d "q"`}},
		{"mojeek", upstreamtest.Answer{URL: "https://api.mojeek.com/search", Body: mojeekDone}, StatusBlocked, serp.Result{}},
		{"yandex", yandexAPI(raw(yandexXML)), StatusOK, serp.Result{Title: "Title word", URL: "https://y.example.com/", Snippet: "First part second"}},
		{"yandex", yandexAPI(raw(yandexNone)), StatusEmpty, serp.Result{}},
		{"yandex", yandexAPI(raw(yandexBad)), StatusError, serp.Result{}},
		{"yandex", yandexAPI(raw("<a><b>")), StatusError, serp.Result{}},
		{"yandex", yandexAPI(`{"rawData":"%%%"}`), StatusError, serp.Result{}},
		{"google", upstreamtest.Answer{URL: "https://www.googleapis.com/customsearch/v1?q=a&num=10&safe=active&gl=us&hl=en&key=gk&cx=cx1", Body: googleOK}, StatusOK,
			serp.Result{Title: "G & co", URL: "https://g.example.com/", Snippet: "line one line two"}},
		{"google", upstreamtest.Answer{URL: "https://www.googleapis.com/customsearch/v1", Body: `{"kind":"customsearch#search","queries":{}}`}, StatusEmpty, serp.Result{}},
		{"google", upstreamtest.Answer{URL: "https://www.googleapis.com/customsearch/v1", Status: 400, Body: `{"error":{"code":400,"message":"Invalid Value"}}`}, StatusError, serp.Result{}},
		{"brave", upstreamtest.Answer{URL: "https://api.search.brave.com/*", Status: 429, Header: map[string]string{"Retry-After": "3600"}, Body: `{}`}, StatusRateLimited, serp.Result{}},
		{"brave", upstreamtest.Answer{URL: "https://api.search.brave.com/*", Body: `<html>`}, StatusError, serp.Result{}},
	} {
		s, w := searcher(t, keys, c.answer)
		a := web1(t, s, usSearch("a", 5, c.engine))
		if a.Engines[0].Status != c.status || len(w.Misses()) != 0 {
			t.Errorf("%s: %+v, misses %q", c.engine, a.Engines, w.Misses())
			continue
		}
		if c.first.URL != "" && (len(a.Results) != 1 || a.Results[0].Result != c.first) {
			t.Errorf("%s: %+v", c.engine, a.Results)
		}
	}
}

// TestRefusedKeys are refused as requests that are malformed.
func TestRefusedKeys(t *testing.T) {
	for engine, answer := range map[string]upstreamtest.Answer{
		"google": {URL: "https://www.googleapis.com/*", Status: 400,
			Body: `{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT"}}`},
		"brave": {URL: "https://api.search.brave.com/*", Status: 422,
			Body: `{"type":"ErrorResponse","error":{"code":"SUBSCRIPTION_TOKEN_INVALID",
"detail":"The provided subscription token is invalid.","status":422}}`},
	} {
		s, _ := searcher(t, keys, answer)
		got := web1(t, s, usSearch("a", 5, engine)).Engines[0]
		if got.Status != StatusError || got.Reason != "it did not accept this service's key" {
			t.Errorf("%s: %+v", engine, got)
		}
	}
}

func TestKeysGoWhereTheyBelong(t *testing.T) {
	s, w := searcher(t, keys)
	var got http.Header
	var body struct {
		Query struct {
			SearchType, QueryText, FamilyMode, Page string
		}
		FolderID string
	}
	w.Handle("searchapi.api.cloud.yandex.net", http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		got = r.Header
		sent, _ := io.ReadAll(r.Body)
		_ = json.Unmarshal(sent, &body)
		_, _ = rw.Write([]byte(raw(yandexNone)))
	}))
	r := usSearch("чай", 5, "yandex")
	r.Region, r.Safe = Region{"ru", "ru"}, serp.Strict
	web1(t, s, r)
	if got.Get("Authorization") != "Api-Key yk" || body.FolderID != "folder" || body.Query.QueryText != "чай" || body.Query.SearchType != "SEARCH_TYPE_RU" ||
		body.Query.FamilyMode != "FAMILY_MODE_STRICT" || body.Query.Page != "0" {
		t.Errorf("%v %+v", got, body)
	}
	h := listen(w, "api.search.brave.com", "application/json", braveWeb)
	web1(t, s, usSearch("a", 5, "brave"))
	if h.list[0].Header.Get("X-Subscription-Token") != "bk" || h.list[0].URL.Query().Has("key") {
		t.Errorf("%v", h.list[0].Header)
	}
}

func TestBraveNewsNeedAKey(t *testing.T) {
	answer := upstreamtest.Answer{URL: "https://api.search.brave.com/res/v1/news/search?q=a&freshness=pw&safesearch=moderate", Body: braveNews}
	s, _ := searcher(t, keys, answer)
	r := usSearch("a", 5, "brave")
	r.Within = serp.Week
	a, err := s.News(t.Context(), r)
	if err != nil || len(a.Results) != 2 {
		t.Fatalf("%+v %v", a, err)
	}
	first, second := a.Results[0], a.Results[1]
	if first.Published.Format("2006-01-02T15:04:05Z07:00") != "2026-11-20T09:30:00Z" || first.Source != "n.example.com" || first.Image != "https://n.example.com/o.jpg" || first.Snippet != "x" {
		t.Errorf("%+v", first)
	}
	if !second.Published.Equal(testDay.AddDate(0, 0, -3)) || second.Source != "Paper B" || second.Image != "" {
		t.Errorf("%+v", second)
	}
	s, w := searcher(t, nil, answer)
	a, err = s.News(t.Context(), r)
	if err != nil || a.Engines[0].Status != StatusNotConfigured || len(w.Asked()) != 0 {
		t.Errorf("%+v %v", a, err)
	}
}

// TestBraveIsAskedForLanguagesThatItHas: it answers any other with 422.
func TestBraveIsAskedForLanguagesThatItHas(t *testing.T) {
	for region, want := range map[Region]string{
		{"us", "en"}: "en", {"jp", "ja"}: "jp", {"br", "pt"}: "pt-br", {"pt", "pt"}: "pt-pt", {"tw", "zh"}: "zh-hant", {"cn", "zh"}: "zh-hans", {"no", "no"}: "nb", {"gr", "el"}: "el",
		{"id", "id"}: "", {"ir", "fa"}: "", {}: "",
	} {
		s, w := searcher(t, keys)
		h := listen(w, "api.search.brave.com", "application/json", braveWeb)
		r := usSearch("a", 5, "brave")
		r.Region = region
		web1(t, s, r)
		if sent := h.list[0].URL.Query(); sent.Get("search_lang") != want || sent.Has("search_lang") != (want != "") {
			t.Errorf("%v: %v", region, sent)
		}
	}
}

func TestQueryThatAnAPICannotTakeIsNotSent(t *testing.T) {
	for _, engine := range []string{"brave", "yandex"} {
		s, w := searcher(t, keys)
		a := web1(t, s, usSearch(strings.Repeat("x", 401), 5, engine))
		if e := a.Engines[0]; e.Status != StatusError || !strings.Contains(e.Reason, "400 characters") || len(w.Asked()) != 0 {
			t.Errorf("%s: %+v after %q", engine, e, w.Asked())
		}
	}
	s, w := searcher(t, keys)
	r := usSearch(strings.Repeat("x ", 51), 5, "brave")
	if a, err := s.News(t.Context(), r); err != nil || a.Engines[0].Status != StatusError || len(w.Asked()) != 0 {
		t.Errorf("%+v %v", a, err)
	}
}
