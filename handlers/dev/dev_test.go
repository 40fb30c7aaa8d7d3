package dev

import (
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	gen "github.com/farebox/farebox/gen/dev"
	"github.com/farebox/farebox/handlers/dev/devtest"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func service(t testing.TB, answers ...upstreamtest.Answer) (*handlertest.Service, *upstreamtest.World) {
	t.Helper()
	world := upstreamtest.New(t, append(slices.Clip(answers), nothingElse()...)...)
	return serve(t, world), world
}

// serve is the routes over a world.
func serve(t testing.TB, world *upstreamtest.World) *handlertest.Service {
	t.Helper()
	h := New(world.Pool(t, nil, upstreamtest.Hurried), func() time.Time { return devtest.Now })
	return handlertest.New(t, "dev", h.Register)
}

// nothingElse is how the providers say that they have nothing else.
func nothingElse() []upstreamtest.Answer {
	return []upstreamtest.Answer{
		{URL: "https://api.github.com/repos/*", Status: 404, Body: `{"message":"Not Found"}`},
		{URL: "https://api.deps.dev/*", Status: 404, Type: "text/plain", Body: "package not found"},
		{URL: "https://crates.io/*", Status: 404, Body: `{"errors":[{"detail":"crate ` + "`x`" + ` does not exist"}]}`},
		{URL: "https://api.npmjs.org/*", Status: 404, Body: `{"error":"package x not found"}`},
	}
}

func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	handlertest.CheckExamples(service(t, devtest.Answers()...))
}

func TestRepositoryNames(t *testing.T) {
	for in, want := range map[string]string{
		"golang/go": "golang/go", " golang/go ": "golang/go", "https://github.com/golang/go": "golang/go", "http://www.github.com/golang/go.git": "golang/go",
		"git@github.com:golang/go.git": "golang/go", "ssh://git@github.com/golang/go.git": "golang/go", "git+ssh://git@github.com/golang/go.git": "golang/go", "git://github.com/golang/go.git#v1": "golang/go",
		"git+https://github.com/golang/go.git": "golang/go", "HTTPS://GitHub.com/golang/go/": "golang/go", "github:golang/go": "golang/go", "https://notgithub.com/a/b": "", "https://github.com.example.org/a/b": "", "https://github.com/a/..": "", "github.com/golang/go/tree/master/src?tab=x#y": "golang/go", "a/.github": "a/.github",
		"golang": "", "golang/": "", "/go": "", "a/b/c": "", "-a/b": "", "a/..": "", "a/.": "", "a_b/c": "", "a/b c": "", "https://gitlab.com/a/b": "", "github.com/": "", "a/b?x": "",
	} {
		owner, name, err := parseRepo(in)
		if got := owner + "/" + name; err == nil && got != want || err != nil && want != "" {
			t.Errorf("%q is %q, %v; want %q", in, got, err, want)
		}
	}
}

// repository is one as GitHub shows it, with the replacements made.
func repository(name string, replace ...string) string {
	return strings.NewReplacer(replace...).Replace(`{"full_name":"` + name + `","html_url":"https://github.com/` + name +
		`","description":null,"homepage":null,"stargazers_count":0,"forks_count":0,"open_issues_count":0,"language":null,"license":null,"topics":[],"archived":false,"disabled":false,"fork":false,"created_at":"2020-01-01T00:00:00Z","pushed_at":null}`)
}

func TestRepositoriesThatLackThings(t *testing.T) {
	s, _ := service(t,
		upstreamtest.Answer{URL: "https://api.github.com/repos/a/empty", Body: repository("a/empty", `"license":null`, `"license":{"spdx_id":"NOASSERTION"}`, `"2020-01-01T00:00:00Z"`, `"2026-11-20T11:00:00Z"`)},
		upstreamtest.Answer{URL: "https://api.github.com/repos/a/old", Body: repository("a/old", `"stargazers_count":0`, `"stargazers_count":3`, `"open_issues_count":0`, `"open_issues_count":1`, `"pushed_at":null`, `"pushed_at":"2026-08-21T12:00:00Z"`, `"archived":false`, `"archived":true`)},
		upstreamtest.Answer{URL: "https://api.github.com/repos/a/edge", Body: repository("a/edge", `"pushed_at":null`, `"pushed_at":"2026-08-22T12:00:00Z"`)},
		upstreamtest.Answer{URL: "https://api.github.com/repos/a/blocked", Status: 451, Body: `{"message":"Repository access blocked"}`},
		upstreamtest.Answer{URL: "https://api.github.com/repos/a/limited", Status: 403, Header: map[string]string{"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "9999999999"}, Body: `{"message":"API rate limit exceeded"}`},
		upstreamtest.Answer{URL: "https://api.github.com/repos/a/broken", Body: `{"full_name":`},
		upstreamtest.Answer{URL: "https://api.github.com/repos/a/odd", Body: `{"message":"hello"}`},
	)
	_, got := s.Get("/dev/github", "repo", "a/empty")
	for _, name := range []string{"license", "language", "description", "pushed_at"} {
		if got[name] != nil {
			t.Errorf("%s is %v", name, got[name])
		}
	}
	if want := map[string]any{"days_since_push": nil, "age_days": 0.0, "issues_per_star": nil, "is_active": nil}; !reflect.DeepEqual(got["signals"], want) {
		t.Errorf("empty: %v", got["signals"])
	}
	_, got = s.Get("/dev/github", "repo", "a/old")
	if want := map[string]any{"days_since_push": 91.0, "age_days": 2515.0, "issues_per_star": 0.3333, "is_active": false}; !reflect.DeepEqual(got["signals"], want) {
		t.Errorf("old: %v", got["signals"])
	}
	if _, got = s.Get("/dev/github", "repo", "a/edge"); got["signals"].(map[string]any)["is_active"] != true {
		t.Errorf("pushed 90 days ago: %v", got["signals"])
	}
	for repo, want := range map[string]int{"a/none": 404, "a/blocked": 404, "a/broken": 502, "a/odd": 502, "a b": 400} {
		if status, got := s.Get("/dev/github", "repo", repo); status != want {
			t.Errorf("%s: %d %v, want %d", repo, status, got, want)
		}
	}
	if status, got := s.Get("/dev/github", "repo", "a/limited"); status != http.StatusServiceUnavailable ||
		got["code"] != "rate_limited" {
		t.Errorf("limited: %d %v", status, got)
	}
}

func TestTrendingQueries(t *testing.T) {
	text := func(s string) *string { return &s }
	for _, c := range []struct {
		language, topic, after *string
		want                   string
	}{
		{text("Go"), nil, nil, "language:Go"},
		{text("c++"), nil, nil, "language:c++"},
		{text("jupyter notebook"), text("LLM"), text("2026-01-01"), `language:"jupyter notebook" topic:llm created:>=2026-01-01`},
		{nil, text("cli"), nil, "topic:cli"},
		{nil, nil, nil, ""}, {text(`go" stars:>1`), nil, nil, ""}, {text("go:x"), nil, nil, ""}, {text(" "), nil, nil, ""},
	} {
		got, err := trendingQuery(gen.DevTrendingParams{Language: c.language, Topic: c.topic, CreatedAfter: c.after})
		if got != c.want || err != nil && c.want != "" {
			t.Errorf("%v, %v: %q, %v; want %q", c.language, c.topic, got, err, c.want)
		}
	}
	s, _ := service(t,
		upstreamtest.Answer{URL: "https://api.github.com/search/repositories?q=language:nosuch", Status: 422, Body: `{"message":"Validation Failed"}`},
		upstreamtest.Answer{URL: "https://api.github.com/search/repositories?q=topic:nosuch", Status: 422, Body: `{"message":"Validation Failed"}`},
		upstreamtest.Answer{URL: "https://api.github.com/search/repositories?q=topic:odd", Body: `{"message":"hello"}`},
		upstreamtest.Answer{URL: "https://api.github.com/search/repositories?q=topic:fast", Status: 403, Body: `{"message":"You have exceeded a secondary rate limit."}`},
		upstreamtest.Answer{
			URL: "https://api.github.com/search/repositories?q=topic:old+created:>=2014-06-17",
			Body: `{"total_count":1,"incomplete_results":false,"items":[{"full_name":"a/b","html_url":"https://github.com/a/b",
				"description":null,"stargazers_count":1,"forks_count":1,"language":null,"created_at":"2014-06-16T23:57:25Z",
				"pushed_at":null}]}`,
		},
		upstreamtest.Answer{URL: "https://api.github.com/search/repositories?q=topic:none", Body: `{"total_count":0,"incomplete_results":true,"items":[]}`},
	)
	if status, got := s.Get("/dev/trending", "language", "nosuch"); status != http.StatusBadRequest || got["field"] != "language" {
		t.Errorf("a query that GitHub refuses: %d %v", status, got)
	}
	if status, got := s.Get("/dev/trending", "topic", "nosuch"); status != http.StatusBadRequest || got["field"] != "topic" {
		t.Errorf("a topic that GitHub refuses: %d %v", status, got)
	}
	if status, got := s.Get("/dev/trending", "topic", "unheard-of"); status != http.StatusBadGateway {
		t.Errorf("a search that is not there: %d %v", status, got)
	}
	if status, got := s.Get("/dev/trending", "topic", "odd"); status != http.StatusBadGateway {
		t.Errorf("an answer without results: %d %v", status, got)
	}
	if status, got := s.Get("/dev/trending", "topic", "none"); status != http.StatusOK || got["count"] != 0.0 || got["partial"] != true {
		t.Errorf("nothing found: %d %v", status, got)
	}
	status, got := s.Get("/dev/trending", "topic", "old", "created_after", "2014-06-17")
	if status != http.StatusBadGateway {
		t.Errorf("only one that was made before: %d %v", status, got)
	}
	if status, got := s.Get("/dev/trending", "topic", "fast"); status != http.StatusServiceUnavailable ||
		got["code"] != "rate_limited" {
		t.Errorf("too fast: %d %v", status, got)
	}
	for _, bad := range [][]string{{}, {"language", ""}, {"topic", "a b"}, {"language", "go", "limit", "21"}, {"language", "go", "sort", "name"}, {"language", "go", "created_after", "2026-02-30"}} {
		if status, got := s.Get("/dev/trending", bad...); status != http.StatusBadRequest {
			t.Errorf("%q: %d %v", bad, status, got)
		}
	}
}

func TestStoriesWithoutURLPointsOrTitle(t *testing.T) {
	var hits []string
	for i := range 12 {
		hits = append(hits, fmt.Sprintf(`{"objectID":"%d","title":"s%d","story_text":"x","points":%d,"num_comments":%d,"created_at":"2026-11-01T00:00:00Z","author":"a"}`, i, i, i/2, i%2))
	}
	hits = append(hits, `{"objectID":"99","title":"null points","story_text":"x","points":null,"num_comments":null,"created_at":"2026-11-01T00:00:00Z","author":"a"}`)
	s, world := service(t,
		upstreamtest.Answer{URL: "https://hn.algolia.com/api/v1/search?query=many", Body: `{"nbHits":13,"hits":[` + strings.Join(hits, ",") + `]}`},
		upstreamtest.Answer{
			URL:  "https://hn.algolia.com/api/v1/search?query=old",
			Body: `{"nbHits":40,"hits":[` + hits[0] + "," + strings.Replace(hits[1], "2026-11", "2026-09", 1) + `]}`,
		},
		upstreamtest.Answer{
			URL:  "https://hn.algolia.com/api/v1/search?query=older",
			Body: `{"nbHits":1,"hits":[` + strings.Replace(hits[1], "2026-11", "2026-09", 1) + `]}`,
		},
		upstreamtest.Answer{URL: "https://hn.algolia.com/api/v1/search?query=odd", Body: `{"message":"hello"}`},
		upstreamtest.Answer{URL: "https://hn.algolia.com/api/v1/search?query=none", Body: `{"nbHits":0,"hits":[]}`},
	)
	if status, got := s.Get("/dev/hn", "query", "?!"); status != http.StatusBadRequest || got["field"] != "query" {
		t.Errorf("no word: %d %v", status, got)
	}
	if status, got := s.Get("/dev/hn", "query", "unheard of"); status != http.StatusBadGateway {
		t.Errorf("a search that is not there: %d %v", status, got)
	}
	if status, got := s.Get("/dev/hn", "query", "odd"); status != http.StatusBadGateway {
		t.Errorf("an answer without hits: %d %v", status, got)
	}
	if status, got := s.Get("/dev/hn", "query", "older"); status != http.StatusBadGateway {
		t.Errorf("all older than 30 days: %d %v", status, got)
	}
	_, got := s.Get("/dev/hn", "query", "many")
	top := got["top"].([]any)
	if len(top) != 10 || top[0].(map[string]any)["title"] != "s11" || top[1].(map[string]any)["title"] != "s10" || got["count_stories"] != 13.0 || got["total_points"] != 30.0 || got["avg_points"] != 2.5 {
		t.Errorf("%v", got)
	}
	if _, got = s.Get("/dev/hn", "query", "none", "days", "1"); got["avg_points"] != nil || got["count_stories"] != 0.0 || len(got["top"].([]any)) != 0 {
		t.Errorf("%v", got)
	}
	_, got = s.Get("/dev/hn", "query", "old")
	if got["count_stories"] != 1.0 || got["total_points"] != 0.0 || got["truncated"] != true {
		t.Errorf("one of the two is older than 30 days, and there are more: %v", got)
	}
	if asked := world.Asked()[3]; !strings.Contains(asked, "numericFilters=created_at_i%3E1792584000") ||
		!strings.Contains(asked, "typoTolerance=false") {
		t.Errorf("30 days back from noon of 2026-11-20: %s", asked)
	}
	for _, bad := range [][]string{{}, {"query", " "}, {"query", "x", "days", "0"}, {"query", "x", "days", "3651"}} {
		if status, _ := s.Get("/dev/hn", bad...); status != http.StatusBadRequest {
			t.Errorf("%q: %d", bad, status)
		}
	}
}

// npmDays is an answer of the npm registry's counter at the time of the examples.
func npmDays(days int, before, after int64) string {
	return devtest.NpmDownloads(devtest.Now, days, before, after)
}

// TestDaysThatAreNotListedHaveNoCount: npm's counter may be days behind, and a day that it does not list is not one
// without downloads.
func TestDaysThatAreNotListedHaveNoCount(t *testing.T) {
	for behind, want := range map[int]any{0: 50.0, 3: 50.0, 5: nil, 400: nil} {
		days := devtest.NpmDownloads(devtest.Now.AddDate(0, 0, -behind), 62, 50, 50)
		s, _ := service(t, append([]upstreamtest.Answer{
			{URL: "https://api.npmjs.org/downloads/range/*", Body: days},
		}, devtest.Answers()...)...)
		_, got := s.Get("/dev/package", "ecosystem", "npm", "name", "lodash")
		counts, _ := got["downloads"].(map[string]any)
		if counts["last_day"] != want || got["partial"] != (want == nil) {
			t.Errorf("%d days behind: %v, partial %v", behind, got["downloads"], got["partial"])
		}
	}
}

// crateDownloads is an answer of crates.io: before downloads a day, and after since 30 days, in two halves, the older
// of which is among the extra ones.
func crateDownloads(now time.Time, days, before, after int) string {
	var recent, extra []string
	for i := days - 1; i >= 0; i-- {
		n := before
		if i <= 30 {
			n = after
		}
		date := now.UTC().AddDate(0, 0, -i).Format(time.DateOnly)
		recent = append(recent, fmt.Sprintf(`{"version":9000001,"downloads":%d,"date":%q}`, n/2, date))
		extra = append(extra, fmt.Sprintf(`{"date":%q,"downloads":%d}`, date, n-n/2))
	}
	return `{"version_downloads":[` + strings.Join(recent, ",") + `],` +
		`"meta":{"extra_downloads":[` + strings.Join(extra, ",") + `]}}`
}

func TestPackages(t *testing.T) {
	const npm, pypi = "https://api.deps.dev/v3/systems/npm/packages/", "https://api.deps.dev/v3/systems/pypi/packages/"
	range60 := "https://api.npmjs.org/downloads/range/2026-09-18:2026-11-19/"
	s, world := service(t,
		upstreamtest.Answer{URL: npm + "@tea%2Fpot", Body: `{"packageKey":{"system":"NPM","name":"@tea/pot"},"versions":[
			{"versionKey":{"version":"1.0.0"},"publishedAt":"2025-11-20T12:00:00Z","isDefault":false,"isDeprecated":false},{"versionKey":{"version":"2.0.0-rc.1"},"publishedAt":"2026-11-10T12:00:00Z","isDefault":false,"isDeprecated":false},
			{"versionKey":{"version":"0.0.1"},"publishedAt":"","isDefault":false,"isDeprecated":false},{"versionKey":{"version":"1.1.0"},"publishedAt":"2026-10-01T12:00:00Z","isDefault":false,"isDeprecated":false}]}`},
		upstreamtest.Answer{URL: npm + "@tea%2Fpot/versions/1.1.0", Body: `{"licenses":["MIT","MIT","non-standard","BSD-3-Clause"]}`},
		upstreamtest.Answer{URL: range60 + "@tea/pot", Body: npmDays(62, 100, 50)},
		upstreamtest.Answer{URL: npm + "gone", Body: `{"packageKey":{"name":"gone"},"versions":[{"versionKey":{"version":"1.0.0"},"publishedAt":"2026-11-01T00:00:00Z","isDefault":true,"isDeprecated":true}]}`},
		upstreamtest.Answer{URL: npm + "gone/versions/1.0.0", Status: 503},
		upstreamtest.Answer{URL: range60 + "gone", Status: 429, Body: "<html>429", Type: "text/html", Header: map[string]string{"Retry-After": "3600"}},
		upstreamtest.Answer{URL: pypi + "tea-pot", Body: `{"packageKey":{"name":"tea-pot"},"versions":[{"versionKey":{"version":"3.1"},"publishedAt":"2024-01-01T00:00:00Z","isDefault":true,"isDeprecated":false}]}`},
		upstreamtest.Answer{URL: pypi + "tea-pot/versions/3.1", Body: `{"licenses":["non-standard"],"projectStatus":"archived"}`},
		upstreamtest.Answer{URL: "https://pypistats.org/api/packages/tea-pot/recent", Body: `{"data":{"last_day":1,"last_week":7,"last_month":30},"package":"tea-pot","type":"recent_downloads"}`},
		upstreamtest.Answer{URL: npm + "down", Status: 503},
		upstreamtest.Answer{
			URL: "https://crates.io/api/v1/crates/steady",
			Body: `{"crate":{"name":"steady","created_at":"2020-01-01T00:00:00Z","max_version":"1.2.0","max_stable_version":"1.2.0"},"versions":[
				{"num":"1.2.0","created_at":"2026-09-21T08:00:00Z","license":"MIT/Apache-2.0","yanked":false},
				{"num":"1.0.0","created_at":"2025-07-28T08:00:00Z","yanked":true,"license":"MIT/Apache-2.0"}]}`,
		},
		upstreamtest.Answer{
			URL:  "https://crates.io/api/v1/crates/steady/downloads",
			Body: crateDownloads(devtest.Now, 90, 30, 40),
		},
		upstreamtest.Answer{
			URL: "https://api.deps.dev/v3/systems/cargo/packages/steady",
			Body: `{"packageKey":{"name":"steady"},"versions":[
				{"versionKey":{"version":"1.2.0"},"publishedAt":"2026-09-21T08:00:00Z","isDefault":true,"isDeprecated":false}]}`,
		},
		upstreamtest.Answer{
			URL:  "https://api.deps.dev/v3/systems/cargo/packages/steady/versions/1.2.0",
			Body: `{"versionKey":{"version":"1.2.0"},"licenses":["MIT OR Apache-2.0"]}`,
		},
		upstreamtest.Answer{URL: "https://crates.io/api/v1/crates/lost", Status: 404, Body: `{"errors":[{"detail":"crate does not exist"}]}`},
		upstreamtest.Answer{URL: npm + "void", Body: `{"packageKey":{"name":"void"},"versions":[]}`},
		upstreamtest.Answer{URL: range60 + "void", Body: `{"downloads":[]}`},
		upstreamtest.Answer{URL: npm + "young", Body: `{"packageKey":{"name":"young"},"versions":[{"versionKey":{"version":"0.1.0"},"publishedAt":"2026-10-11T12:00:00Z","isDefault":false,"isDeprecated":false}]}`},
		upstreamtest.Answer{URL: npm + "young/versions/0.1.0", Body: `{}`},
		upstreamtest.Answer{URL: range60 + "young", Body: npmDays(62, 1, 50)},
		upstreamtest.Answer{URL: npm + "undated", Body: `{"packageKey":{"name":"undated"},"versions":[{"versionKey":{"version":"0.1.0"},"publishedAt":"0001-01-01T00:00:00Z","isDefault":false,"isDeprecated":false},{"versionKey":{"version":"0.0.1"},"publishedAt":"1970-01-01T00:00:00Z","isDefault":false,"isDeprecated":false}]}`},
		upstreamtest.Answer{URL: npm + "undated/versions/*", Body: `{}`},
		upstreamtest.Answer{URL: range60 + "undated", Body: npmDays(62, 100, 50)},
		upstreamtest.Answer{URL: pypi + "held", Body: `{"packageKey":{"name":"held"},"versions":[{"versionKey":{"version":"1.0"},"publishedAt":"2026-11-01T00:00:00Z","isDefault":true,"isDeprecated":false}]}`},
		upstreamtest.Answer{URL: pypi + "held/versions/1.0", Body: `{"versionKey":{"version":"1.0"},"licenses":[],"projectStatus":"QUARANTINED"}`},
		upstreamtest.Answer{URL: "https://pypistats.org/api/packages/held/recent", Body: `{"message":"hello"}`},
		upstreamtest.Answer{URL: "https://crates.io/api/v1/crates/pulled", Body: `{"crate":{"name":"pulled","created_at":"2020-01-01T00:00:00Z","max_version":"0.0.0","max_stable_version":null},"versions":[
			{"num":"0.2.0","yanked":true,"license":"MIT","created_at":"2026-11-01T00:00:00Z"},{"num":"0.1.0","yanked":true,"license":"GPL-3.0","created_at":"2026-10-01T00:00:00Z"}]}`},
		upstreamtest.Answer{URL: "https://crates.io/api/v1/crates/pulled/downloads", Body: `{"version_downloads":[],"meta":{"extra_downloads":[]}}`},
		upstreamtest.Answer{URL: "https://api.deps.dev/v3/systems/cargo/packages/deleted", Body: `{"packageKey":{"name":"deleted"},"versions":[{"versionKey":{"version":"1.0.0"},"isDefault":true,"isDeprecated":false}]}`},
		upstreamtest.Answer{URL: "https://api.deps.dev/v3/systems/cargo/packages/lost", Status: 503},
	)
	for _, c := range []struct {
		ecosystem, name string
		want            map[string]any
	}{
		{"NodeJS", "@tea/pot", map[string]any{"ecosystem": "npm", "name": "@tea/pot", "latest_version": "1.1.0", "license": "MIT, BSD-3-Clause", "releases_count": 4.0, "age_days": 365.0,
			"release_cadence_days": 178.0, "deprecated": false, "partial": false, "downloads": map[string]any{"last_day": 50.0, "last_week": 350.0, "last_month": 1500.0},
			"signals": map[string]any{"download_trend": "falling", "download_change_pct": -50.0, "is_maintained": true, "days_since_release": 10.0}}},
		{"py", "Tea_Pot", map[string]any{"ecosystem": "pypi", "name": "tea-pot", "deprecated": true, "license": nil, "partial": true, "downloads": map[string]any{"last_day": 1.0, "last_week": 7.0, "last_month": 30.0}}},
		{"js", "young", map[string]any{"latest_version": "0.1.0", "age_days": 40.0, "signals": map[string]any{"download_trend": nil, "download_change_pct": nil, "is_maintained": true, "days_since_release": 40.0}}},
		{"js", "undated", map[string]any{"age_days": nil, "latest_published": nil, "signals": map[string]any{"download_trend": "falling", "download_change_pct": -50.0, "is_maintained": nil, "days_since_release": nil}}},
		{"pip", "held", map[string]any{"deprecated": true, "downloads": map[string]any{"last_day": nil, "last_week": nil, "last_month": nil}, "partial": true,
			"signals": map[string]any{"download_trend": nil, "download_change_pct": nil, "is_maintained": false, "days_since_release": 19.0}}},
		{"cargo", "steady", map[string]any{
			"latest_version":       "1.2.0",
			"license":              "MIT OR Apache-2.0",
			"releases_count":       2.0,
			"release_cadence_days": 420.0,
			"downloads":            map[string]any{"last_day": 40.0, "last_week": 280.0, "last_month": 1200.0},
			"signals": map[string]any{
				"download_trend":      "rising",
				"is_maintained":       true,
				"download_change_pct": 33.3,
				"days_since_release":  60.0,
			},
		}},
		{"rust", "pulled", map[string]any{"latest_version": "0.2.0", "yanked": true, "license": "MIT", "latest_published": "2026-11-01T00:00:00Z"}},
		{"npm", "gone", map[string]any{"deprecated": true, "license": nil, "partial": true, "latest_version": "1.0.0", "downloads": map[string]any{"last_day": nil, "last_week": nil, "last_month": nil},
			"sources": []any{
				sourceOf("deps.dev", "ok"), sourceOf("downloads", "rate_limited"),
			}, "release_cadence_days": nil,
			"signals": map[string]any{"download_trend": nil, "download_change_pct": nil, "is_maintained": false, "days_since_release": 19.0}}},
	} {
		status, got := s.Get("/dev/package", "ecosystem", c.ecosystem, "name", c.name)
		for _, source := range got["sources"].([]any) {
			source.(map[string]any)["fetched_at"] = nil // by the machine's clock
		}
		for name, want := range c.want {
			if !reflect.DeepEqual(got[name], want) {
				t.Errorf("%s %s: %d, %s is %v, want %v", c.ecosystem, c.name, status, name, got[name], want)
			}
		}
	}
	for _, c := range []struct {
		ecosystem, name string
		status          int
	}{
		{"npm", "none", 404}, {"npm", "void", 404}, {"cargo", "deleted", 404}, {"pypi", "none", 404}, {"rust", "none", 404}, {"cargo", "lost", 404}, {"npm", "down", 502}, {"maven", "x", 400}, {"npm", "../x", 400}, {"npm", "a/b", 400},
		{"cargo", "9lives", 400}, {"pypi", "-x", 400}, {"npm", "", 400},
	} {
		if status, got := s.Get("/dev/package", "ecosystem", c.ecosystem, "name", c.name); status != c.status {
			t.Errorf("%s %s: %d %v, want %d", c.ecosystem, c.name, status, got, c.status)
		}
	}
	for _, miss := range world.Misses() {
		if !strings.Contains(miss, "none") && !strings.Contains(miss, "deleted") && !strings.Contains(miss, "/cargo/packages/pulled") && !strings.Contains(miss, "lost") && !strings.Contains(miss, "/down") && !strings.Contains(miss, "/overall") {
			t.Errorf("asked for what the providers do not have: %s", miss)
		}
	}
}

func TestNewestDaysThatAreNotCountedYetAreLeftOut(t *testing.T) {
	last := time.Date(2026, 11, 19, 0, 0, 0, 0, time.UTC)
	byDay := map[string]int64{}
	for i := range 70 {
		byDay[last.AddDate(0, 0, -i).Format(time.DateOnly)] = 10
	}
	byDay["2026-11-19"], byDay["2026-11-18"] = 0, 0
	delete(byDay, "2026-11-10")
	c := countsOf(byDay, last)
	if *c.day != 10 || *c.week != 70 || *c.month != 290 || *c.change != -3.3 {
		t.Errorf("%d %d %d %v", *c.day, *c.week, *c.month, *c.change)
	}
	for day := range byDay {
		byDay[day] *= 10
	}
	for i := range 10 { // the counter was out; the means of the other days are equal
		delete(byDay, last.AddDate(0, 0, -33-i).Format(time.DateOnly))
	}
	if c := countsOf(byDay, last); c.change == nil || *c.change != 0 {
		t.Errorf("ten days were not counted: %v", c.change)
	}
	delete(byDay, last.AddDate(0, 0, -45).Format(time.DateOnly))
	if c := countsOf(byDay, last); c.change != nil {
		t.Errorf("too few days for a trend: %v", *c.change)
	}
	if c := countsOf(map[string]int64{"2026-11-19": 5}, last); *c.day != 5 || *c.month != 5 || c.change != nil {
		t.Errorf("one day: %+v", c)
	}
}

// TestDaysThatWereNotCountedHaveNoSum: a counter that was out is no day without downloads.
func TestDaysThatWereNotCountedHaveNoSum(t *testing.T) {
	last := time.Date(2026, 11, 19, 0, 0, 0, 0, time.UTC)
	ago := func(days int) string { return last.AddDate(0, 0, -days).Format(time.DateOnly) }
	out := map[string]int64{}
	late := map[string]int64{}
	rare := map[string]int64{ago(40): 3}
	young := map[string]int64{}
	for i := range 63 {
		out[ago(i)] = 1000
		late[ago(i)] = 1000
		young[ago(i)] = 0
	}
	out[ago(2)] = 0
	for i := range 10 {
		delete(late, ago(i))
		young[ago(i)] = 1000
	}

	if c := countsOf(out, last); *c.day != 1000 || c.week != nil || c.month != nil {
		t.Errorf("a day in the week: %v %v %v", *c.day, c.week, c.month)
	}
	if c := countsOf(late, last); c.day != nil || c.week != nil || c.month != nil {
		t.Errorf("ten days late: %v %v %v", c.day, c.week, c.month)
	}
	if c := countsOf(rare, last); *c.week != 0 || *c.month != 0 {
		t.Errorf("a package that few take: %v %v", *c.week, *c.month)
	}
	if c := countsOf(young, last); *c.week != 7000 || *c.month != 10_000 {
		t.Errorf("ten days old: %v %v", *c.week, *c.month)
	}
}

func TestTrendsAndUpkeepTurnAtTheirBounds(t *testing.T) {
	for _, c := range []struct {
		change float64
		age    int
		want   string
	}{{10, 60, "rising"}, {9.9, 60, "stable"}, {-9.9, 60, "stable"}, {-10, 60, "falling"}, {400, 59, ""}} {
		var answer gen.DevPackage200JSONResponse
		answer.AgeDays = &c.age
		(&counts{change: &c.change}).describe(&answer)
		got := ""
		if answer.Signals.DownloadTrend != nil {
			got = string(*answer.Signals.DownloadTrend)
		}
		if got != c.want || (answer.Signals.DownloadChangePct == nil) != (c.want == "") {
			t.Errorf("%v %% at %d days: %q", c.change, c.age, got)
		}
	}
	for days, want := range map[int]bool{365: true, 366: false} {
		var answer gen.DevPackage200JSONResponse
		(&versions{latest: "1.0.0", dates: map[string]time.Time{"1.0.0": devtest.Now.AddDate(0, 0, -days)}}).describe(&answer, devtest.Now)
		if *answer.Signals.IsMaintained != want {
			t.Errorf("%d days: %v", days, !want)
		}
	}
}

func TestPrereleases(t *testing.T) {
	for number, want := range map[string]bool{"1.0.0": false, "v1.2": false, "1.0.post1": false, "2.0.0-rc.1": true, "2.0rc1": true, "2.0.dev3": true, "1.0.0+build.5": false, "1.0.0-beta+x": true} {
		if isPrerelease(number) != want {
			t.Errorf("%s", number)
		}
	}
}

// TestRecordedAnswers reads real answers, where the samples are.
func TestRecordedAnswers(t *testing.T) {
	sample := func(name string) string { return string(samples.Read(t, name)) }
	s, _ := service(t,
		upstreamtest.Answer{URL: "https://api.github.com/repos/PyGithub/PyGithub", Body: sample("github/repo.json")},
		upstreamtest.Answer{URL: "https://api.github.com/repos/zzzz9999/not-there", Status: 404, Body: sample("github/repo_404.json")},
		upstreamtest.Answer{URL: "https://api.github.com/repos/zzzz9999/limited", Status: 403, Body: sample("github/rate_limit_403.json")},
		upstreamtest.Answer{
			URL:  "https://api.github.com/search/repositories?q=language:python",
			Body: sample("github/search_repositories.json"),
		},
		upstreamtest.Answer{URL: "https://api.github.com/search/repositories", Body: sample("github/search_repositories_empty.json")},
		upstreamtest.Answer{URL: "https://api.deps.dev/v3/systems/npm/packages/express", Body: sample("deps-dev/package_versions_express_trim.json")},
		upstreamtest.Answer{URL: "https://api.deps.dev/*", Status: 404, Type: "text/plain", Body: "package not found"},
		upstreamtest.Answer{URL: "https://api.npmjs.org/*", Status: 503},
		upstreamtest.Answer{URL: "https://crates.io/api/v1/crates/parameters_lib", Body: sample("crates-io/crate_parameters_lib.json")},
		upstreamtest.Answer{URL: "https://crates.io/*", Status: 503},
		upstreamtest.Answer{URL: "https://hn.algolia.com/api/v1/search", Body: sample("hn-algolia/search_story.json")},
	)
	is := func(got map[string]any, want map[string]any) {
		t.Helper()
		for name, v := range want {
			if !reflect.DeepEqual(got[name], v) {
				t.Errorf("%s is %v, want %v", name, got[name], v)
			}
		}
	}
	_, got := s.Get("/dev/github", "repo", "PyGithub/PyGithub")
	is(got, map[string]any{"full_name": "PyGithub/PyGithub", "stars": 7122.0, "forks": 1793.0, "open_issues": 357.0, "language": "Python", "license": "LGPL-3.0", "archived": false,
		"signals": map[string]any{"days_since_push": 700.0, "age_days": 5381.0, "issues_per_star": 0.0501, "is_active": false}})
	_, got = s.Get("/dev/package", "ecosystem", "npm", "name", "express")
	is(got, map[string]any{"latest_version": "5.2.1", "releases_count": 3.0, "age_days": 4607.0, "release_cadence_days": 4254.0, "deprecated": false, "license": nil, "partial": true})
	_, got = s.Get("/dev/package", "ecosystem", "rust", "name", "parameters_lib")
	is(got, map[string]any{"ecosystem": "cargo", "latest_version": "0.2.2", "license": "MIT", "releases_count": 4.0, "age_days": 1701.0, "yanked": false,
		"downloads": map[string]any{"last_day": nil, "last_week": nil, "last_month": nil}})
	_, got = s.Get("/dev/hn", "query", "theoretical biologist", "days", "3650")
	is(got, map[string]any{"window_days": 3650.0, "count_stories": 1.0, "total_points": 1.0, "total_comments": 0.0, "avg_points": 1.0})
	if top := got["top"].([]any)[0].(map[string]any); top["url"] != "https://news.ycombinator.com/item?id=13133437" || top["date"] != "2016-12-08T19:39:07Z" {
		t.Errorf("%v", top)
	}
	_, got = s.Get("/dev/trending", "language", "python")
	is(got, map[string]any{"sort": "stars", "total_count": 2723.0, "count": 2.0})
	_, got = s.Get("/dev/trending", "language", "go", "created_after", "2030-01-01")
	is(got, map[string]any{"total_count": 0.0, "count": 0.0, "repos": []any{}})
	for repo, want := range map[string]int{"zzzz9999/not-there": 404, "zzzz9999/limited": 503} {
		if status, _ := s.Get("/dev/github", "repo", repo); status != want {
			t.Errorf("%s: %d", repo, status)
		}
	}
}

// sourceOf is an entry of an answer's sources that says no more than how it took part.
func sourceOf(name, status string) map[string]any {
	return map[string]any{
		"name": name, "status": status, "as_of": nil, "fetched_at": nil, "records": nil, "url": nil, "detail": nil,
	}
}
