package github

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const advisoriesURL = "https://api.github.com/advisories"

// advisory is a whole one, with the replacements made.
func advisory(replace ...string) string {
	return strings.NewReplacer(replace...).Replace(`{"ghsa_id":"GHSA-a","cve_id":"CVE-2026-1000",
"html_url":"https://github.com/advisories/GHSA-a","summary":"x","type":"reviewed","severity":"high","references":["https://a.example"],
"published_at":"2026-09-02T12:00:00Z","updated_at":"2026-09-05T12:00:00Z","withdrawn_at":null,
"vulnerabilities":[{"package":{"ecosystem":"npm","name":"x"},"vulnerable_version_range":"< 1","first_patched_version":"1"}],
"cvss_severities":{"cvss_v3":{"vector_string":null},"cvss_v4":null},"cwes":[{"cwe_id":"CWE-1"}],
"epss":{"percentage":0.25,"percentile":0.5}}`)
}

func TestAdvisoriesAreHeldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{URL: advisoriesURL, Body: "[" + advisory() + "]"},
		Required: []string{
			"[].ghsa_id", "[].cve_id", "[].html_url", "[].summary", "[].type", "[].severity", "[].references",
			"[].published_at", "[].updated_at", "[].withdrawn_at", "[].vulnerabilities", "[].vulnerabilities[].package",
			"[].vulnerabilities[].package.ecosystem", "[].vulnerabilities[].package.name",
			"[].vulnerabilities[].vulnerable_version_range", "[].vulnerabilities[].first_patched_version",
			"[].cvss_severities", "[].cvss_severities.cvss_v3", "[].cvss_severities.cvss_v3.vector_string", "[].cwes",
			"[].cwes[].cwe_id", "[].epss.percentage", "[].epss.percentile",
		},
		Optional: []string{"[].epss"},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).AdvisoriesOfCVE(ctx, "CVE-2026-1000")
			return err
		},
	}.Hold(t)
}

func TestRepositoriesAreHeldToTheirContract(t *testing.T) {
	const url = "https://api.github.com/repos/a/b"
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{URL: url, Body: repository},
		Required: []string{
			"full_name", "html_url", "description", "stargazers_count", "forks_count", "open_issues_count",
			"language", "license", "topics", "archived", "disabled", "fork", "created_at", "pushed_at",
		},
		NoRecord: []upstreamtest.Answer{{Status: 404, Body: `{"message":"Not Found"}`}},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Repository(ctx, "a", "b")
			return err
		},
	}.Hold(t)
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL:  "https://api.github.com/search/repositories",
			Body: `{"total_count":1,"incomplete_results":false,"items":[` + repository + `]}`,
		},
		Required: []string{"total_count", "items", "items[].full_name"},
		Optional: []string{"incomplete_results"},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).SearchRepositories(ctx, "language:go", "stars", "10")
			return err
		},
	}.Hold(t)
}

const repository = `{"full_name":"new/name","html_url":"https://github.com/new/name","description":null,"homepage":null,
"stargazers_count":1,"forks_count":1,"open_issues_count":1,"language":null,"license":null,"topics":[],"archived":false,
"disabled":false,"fork":false,"created_at":"2020-01-01T00:00:00Z","pushed_at":null}`

func TestFormsOfAnAdvisory(t *testing.T) {
	for _, c := range []struct {
		why, body string
		patched   Patched
		epss      *AdvisoryEPSS
		ok        bool
	}{
		{"of today", advisory(), "1", &AdvisoryEPSS{0.25, 0.5}, true},
		{
			"a fix as an object, no prediction",
			advisory(`"first_patched_version":"1"`, `"first_patched_version":{"identifier":"2"}`,
				`{"percentage":0.25,"percentile":0.5}`, `null`),
			"2", nil, true,
		},
		{
			"no fix, the prediction in a list",
			advisory(`"first_patched_version":"1"`, `"first_patched_version":null`,
				`{"percentage":0.25,"percentile":0.5}`, `[{"percentage":"0.25","percentile":"0.5"}]`),
			"", &AdvisoryEPSS{0.25, 0.5}, true,
		},
		{
			"no prediction in the list",
			advisory(`{"percentage":0.25,"percentile":0.5}`, `[]`),
			"1", &AdvisoryEPSS{}, true,
		},
		{
			"a fix in another form",
			advisory(`"first_patched_version":"1"`, `"first_patched_version":{"value":"2"}`),
			"", nil, false,
		},
		{"no id", `{"message":"hello"}`, "", nil, false},
		{"a prediction in words", advisory(`0.25`, `"high"`), "", nil, false},
	} {
		world := upstreamtest.New(t, upstreamtest.Answer{URL: advisoriesURL, Body: "[" + c.body + "]"})
		list, err := New(world.Pool(t, nil)).AdvisoriesOfCVE(t.Context(), "CVE-2026-1000")
		switch {
		case !c.ok && !errors.Is(err, upstream.BadResponse):
			t.Errorf("%s: %v", c.why, err)
		case c.ok && (err != nil || len(list) != 1):
			t.Errorf("%s: %+v %v", c.why, list, err)
		case c.ok && (list[0].Vulnerabilities[0].Fixed() != string(c.patched) ||
			(list[0].EPSS == nil) != (c.epss == nil) || c.epss != nil && *list[0].EPSS != *c.epss):
			t.Errorf("%s: %+v %v", c.why, list, err)
		}
	}
}

// TestScoreIsNotTorn holds that a score comes with its vector, and a rating with an object for its score.
func TestScoreIsNotTorn(t *testing.T) {
	vector := &AdvisoryScore{Vector: "CVSS:3.1/AV:N", Score: 9.8}
	none := &AdvisoryScore{}
	torn := &AdvisoryScore{Score: 9.8}
	for _, c := range []struct {
		why    string
		scores AdvisoryScores
		rated  severity
		want   string
	}{
		{"one version", AdvisoryScores{V3: vector, V4: none}, "critical", ""},
		{"no score", AdvisoryScores{V3: none, V4: none}, "high", ""},
		{"only the newer version", AdvisoryScores{V4: vector}, "critical", ""},
		{"a score without a vector", AdvisoryScores{V3: torn, V4: none}, "critical", "cvss_severities.cvss_v3.vector_string"},
		{"a newer score without a vector", AdvisoryScores{V3: vector, V4: torn}, "low", "cvss_severities.cvss_v4.vector_string"},
		{"a rating whose score is null", AdvisoryScores{V4: none}, "critical", "cvss_severities.cvss_v3"},
		{"no rating, no score", AdvisoryScores{V4: none}, "unknown", ""},
	} {
		a := Advisory{Scores: &c.scores, Severity: c.rated}
		if got := a.lacks(); got != c.want {
			t.Errorf("%s: lacks %q, want %q", c.why, got, c.want)
		}
	}
}

// TestRangeThatEndsHasAFix holds that a range which ends before a version says whether that one mends it.
func TestRangeThatEndsHasAFix(t *testing.T) {
	patched := new(Patched("1.2.5"))
	for _, c := range []struct {
		given Vulnerability
		torn  bool
	}{
		{Vulnerability{Range: "< 1.2.5", Patched: patched}, false},
		{Vulnerability{Range: ">= 1.0, < 1.2.5"}, true},
		{Vulnerability{Range: ">= 1.0, <= 1.2.4"}, false},
		{Vulnerability{Range: ">= 0"}, false},
	} {
		if got := c.given.IsTorn(); got != c.torn {
			t.Errorf("%q: %t", c.given.Range, got)
		}
	}
}

func TestRequestsForAdvisories(t *testing.T) {
	world := upstreamtest.New(t, upstreamtest.Answer{URL: advisoriesURL, Body: "[]"})
	pool := world.Pool(t, map[string]string{"GITHUB_TOKEN": "t"})
	c := New(pool)
	if list, err := c.AdvisoriesOfCVE(t.Context(), "CVE-2026-1000"); err != nil || len(list) != 0 || !c.HasToken() {
		t.Errorf("%v %v", list, err)
	}
	if list, cut, err := c.AdvisoriesOfPackage(t.Context(), "npm", "@scope/name"); err != nil || len(list) != 0 || cut {
		t.Errorf("%v %v %v", list, cut, err)
	}
	want := []string{"GET " + advisoriesURL + "?cve_id=CVE-2026-1000", "GET " + advisoriesURL + "?affects=%40scope%2Fname&ecosystem=npm&per_page=100"}
	if got := world.Asked(); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%q", got)
	}
	if New(world.Pool(t, nil)).HasToken() {
		t.Error("a token out of nowhere")
	}
}

func TestPagesOfAdvisoriesAreFollowedWithinABound(t *testing.T) {
	var answers []upstreamtest.Answer
	for i := 9; i >= 0; i-- {
		url := advisoriesURL
		if i > 0 {
			url += fmt.Sprintf("?after=c%d", i)
		}
		answers = append(answers, upstreamtest.Answer{URL: url, Body: "[" + advisory("GHSA-a", fmt.Sprintf("GHSA-%d", i)) + "]",
			Header: map[string]string{"Link": fmt.Sprintf(`<%s?ecosystem=pip&affects=a&after=c%d>; rel="next", <%s?before=x>; rel="prev"`, advisoriesURL, i+1, advisoriesURL)}})
	}
	world := upstreamtest.New(t, answers...)
	list, cut, err := New(world.Pool(t, nil)).AdvisoriesOfPackage(t.Context(), "pip", "a")
	if err != nil || !cut || len(list) != maxAdvisoryPages || list[4].ID != "GHSA-4" {
		t.Errorf("%v %v %v", list, cut, err)
	}
	// A link to somewhere else is not followed.
	world = upstreamtest.New(t, upstreamtest.Answer{URL: advisoriesURL, Body: "[" + advisory() + "]", Header: map[string]string{"Link": `<https://example.com/advisories?after=c1>; rel="next"`}})
	if list, _, err := New(world.Pool(t, nil)).AdvisoriesOfPackage(t.Context(), "pip", "a"); err == nil || strings.Contains(fmt.Sprint(world.Asked()), "example.com") {
		t.Errorf("%v %v", list, world.Asked())
	}
}

func TestAdvisoriesOfOtherCVEsAreNotTheAnswer(t *testing.T) {
	for _, other := range []string{`"CVE-2026-1001"`, `null`} {
		body := "[" + advisory() + "," + advisory(`"CVE-2026-1000"`, other) + "]"
		world := upstreamtest.New(t, upstreamtest.Answer{URL: advisoriesURL, Body: body})
		if _, err := New(world.Pool(t, nil)).AdvisoriesOfCVE(t.Context(), "CVE-2026-1000"); !errors.Is(err, upstream.BadResponse) {
			t.Errorf("%s: %v", other, err)
		}
	}
}

// TestWhatRefusalsMean: 403 stands for limits, with headers or in words only, for blocked repositories and for bad tokens.
func TestWhatRefusalsMean(t *testing.T) {
	for _, c := range []struct {
		why    string
		answer upstreamtest.Answer
		kind   upstream.Kind
		wait   time.Duration
	}{
		{"the hourly limit", upstreamtest.Answer{Status: 403, Header: map[string]string{"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "120"}, Body: `{"message":"API rate limit exceeded"}`}, upstream.RateLimited, 2 * time.Minute},
		{"too fast, with a pause", upstreamtest.Answer{Status: 403, Header: map[string]string{"Retry-After": "300"}, Body: `<html>`, Type: "text/html"}, upstream.RateLimited, 5 * time.Minute},
		{"too fast, in words only", upstreamtest.Answer{Status: 403, Header: map[string]string{"X-RateLimit-Remaining": "41"}, Body: `{"message":"You have exceeded a secondary rate limit. Please wait."}`}, upstream.RateLimited, time.Minute},
		{"too fast, in older words", upstreamtest.Answer{Status: 403, Body: `{"message":"You have triggered an abuse detection mechanism."}`}, upstream.RateLimited, time.Minute},
		{"a limit without headers", upstreamtest.Answer{Status: 403, Body: `{"message":"API Rate Limit Exceeded for 192.0.2.1"}`}, upstream.RateLimited, 0},
		{"blocked for its content", upstreamtest.Answer{Status: 403, Body: `{"message":"Repository access blocked","block":{"reason":"tos"}}`}, upstream.NotFound, 0},
		{"blocked by law", upstreamtest.Answer{Status: 451, Body: `{"message":"Repository access blocked","block":{"reason":"dmca"}}`}, upstream.NotFound, 0},
		{"a token without the right", upstreamtest.Answer{Status: 403, Body: `{"message":"Resource not accessible by personal access token"}`}, upstream.Unauthorized, 0},
		{"no words", upstreamtest.Answer{Status: 403, Body: `<html>`, Type: "text/html"}, upstream.Unauthorized, 0},
	} {
		c.answer.URL = "https://api.github.com/*"
		for name, ask := range map[string]func(*Client) error{
			"repository": func(g *Client) error { _, err := g.Repository(t.Context(), "a", "b"); return err },
			"search": func(g *Client) error {
				_, err := g.SearchRepositories(t.Context(), "language:go", "stars", "10")
				return err
			},
			"advisories": func(g *Client) error { _, err := g.AdvisoriesOfCVE(t.Context(), "CVE-2026-1000"); return err },
		} {
			world := upstreamtest.New(t, c.answer)
			err := ask(New(world.Pool(t, nil, upstreamtest.Hurried)))
			var e *upstream.Error
			if !errors.As(err, &e) || e.Kind != c.kind || e.RetryAfter != c.wait {
				t.Errorf("%s, %s: %v", c.why, name, err)
			}
		}
	}
}

func TestRenamedRepositoriesAreFollowed(t *testing.T) {
	world := upstreamtest.New(t,
		upstreamtest.Answer{URL: "https://api.github.com/repos/old/name", Status: 301, Header: map[string]string{"Location": "https://api.github.com/repositories/7"}, Body: `{"message":"Moved Permanently"}`},
		upstreamtest.Answer{URL: "https://api.github.com/repositories/7", Body: repository})
	if r, err := New(world.Pool(t, nil)).Repository(t.Context(), "old", "name"); err != nil || r.FullName != "new/name" {
		t.Errorf("%v %v", r, err)
	}
}

func TestLimitsOfTheAdvisories(t *testing.T) {
	for _, c := range []struct {
		answer upstreamtest.Answer
		kind   upstream.Kind
	}{
		{upstreamtest.Answer{Status: 403, Header: map[string]string{"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "9999999999"}}, upstream.RateLimited},
		{upstreamtest.Answer{Status: 429}, upstream.RateLimited}, {upstreamtest.Answer{Status: 401}, upstream.Unauthorized}, {upstreamtest.Answer{Status: 503}, upstream.Unavailable},
		{upstreamtest.Answer{Body: "<html>"}, upstream.BadResponse}, {upstreamtest.Answer{Body: `{"message":"x"}`}, upstream.BadResponse}, {upstreamtest.Answer{Body: `null`}, upstream.BadResponse},
		{upstreamtest.Answer{Status: 404, Body: `{"message":"Not Found"}`}, upstream.BadResponse},
	} {
		c.answer.URL = advisoriesURL
		world := upstreamtest.New(t, c.answer)
		if _, err := New(world.Pool(t, nil, upstreamtest.Hurried)).AdvisoriesOfCVE(t.Context(), "CVE-2026-1000"); upstream.KindOf(err) != c.kind {
			t.Errorf("%v: %v", c.answer, err)
		}
	}
}
