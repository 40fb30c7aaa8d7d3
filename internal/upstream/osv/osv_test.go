package osv

import (
	"context"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const query = "https://api.osv.dev/v1/query"

// advisory is a whole one.
func advisory(id string) string {
	return `{"id":"` + id + `","modified":"2026-09-05T12:00:00Z","summary":"x","aliases":["CVE-2026-1"],
"published":"2026-09-02T12:00:00Z","severity":[{"type":"CVSS_V3","score":"x"}],
"affected":[{"package":{"name":"p","ecosystem":"npm"},"ranges":[{"type":"SEMVER","events":[{"introduced":"0"},{"fixed":"1"}]}]}],
"references":[{"url":"https://a.example"}],"database_specific":{"severity":"HIGH","cwe_ids":["CWE-1"]}}`
}

func TestPagesAreHeldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{Method: "POST", URL: query, Body: `{"vulns":[` + advisory("GHSA-a") + `]}`},
		Required: []string{
			"vulns", "vulns[].id", "vulns[].modified", "vulns[].affected", "vulns[].affected[].package",
			"vulns[].affected[].package.name", "vulns[].affected[].package.ecosystem", "vulns[].affected[].ranges",
			"vulns[].affected[].ranges[].type", "vulns[].affected[].ranges[].events", "vulns[].severity[].score",
			"vulns[].references[].url", "vulns[].database_specific", "vulns[].database_specific.severity",
		},
		Optional: []string{"vulns[].summary", "vulns[].aliases", "vulns[].severity", "vulns[].published"},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, _, err := New(pool).Query(ctx, "npm", "p", "1.0.0")
			return err
		},
	}.Hold(t)
	upstreamtest.Contract{
		Answer:   upstreamtest.Answer{URL: "https://api.osv.dev/v1/vulns/X", Body: advisory("X")},
		Required: []string{"id", "modified", "affected[].package.name", "affected[].ranges[].events"},
		Optional: []string{"affected", "affected[].package", "database_specific"},
		NoRecord: []upstreamtest.Answer{{Status: 404, Body: `{"code":5,"message":"Bug not found."}`}},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Advisory(ctx, "X")
			return err
		},
	}.Hold(t)
}

func TestEventsThatSayNothingAreRefused(t *testing.T) {
	body := strings.ReplaceAll(advisory("X"), `"fixed"`, `"mended"`)
	world := upstreamtest.New(t, upstreamtest.Answer{URL: "https://api.osv.dev/v1/vulns/X", Body: body})
	if _, err := New(world.Pool(t, nil)).Advisory(t.Context(), "X"); upstream.KindOf(err) != upstream.BadResponse {
		t.Error(err)
	}
}

// TestPagesOfAQuery: a page may be empty and still have a next one.
func TestPagesOfAQuery(t *testing.T) {
	world := upstreamtest.New(t,
		upstreamtest.Answer{Method: "POST", URL: query, BodyHas: `{"package":{"name":"p","ecosystem":"npm"},"version":"1.0.0","page_token":"b"}`, Body: `{"vulns":[` + advisory("B") + `]}`},
		upstreamtest.Answer{Method: "POST", URL: query, BodyHas: `"page_token":"a"`, Body: `{"next_page_token":"b"}`},
		upstreamtest.Answer{Method: "POST", URL: query, BodyHas: `{"package":{"name":"p","ecosystem":"npm"},"version":"1.0.0"}`, Body: `{"vulns":[` + advisory("A") + `],"next_page_token":"a"}`},
	)
	c := New(world.Pool(t, nil))
	for range 2 {
		list, cut, err := c.Query(t.Context(), "npm", "p", "1.0.0")
		if err != nil || cut || len(list) != 2 || list[0].ID != "A" || list[1].ID != "B" {
			t.Errorf("%v %v %v", list, cut, err)
		}
	}
	if n := len(world.Asked()); n != 3 {
		t.Errorf("%d requests: the second time the answers should be remembered", n)
	}
}

func TestAdvisoriesOfAnotherPackageAreRefused(t *testing.T) {
	world := upstreamtest.New(t,
		upstreamtest.Answer{Method: "POST", URL: query, Body: `{"vulns":[` + advisory("A") + `]}`})
	c := New(world.Pool(t, nil))
	if _, _, err := c.Query(t.Context(), "npm", "P", "1.0.0"); err != nil {
		t.Error(err)
	}
	if list, _, err := c.Query(t.Context(), "npm", "pp", "1.0.0"); upstream.KindOf(err) != upstream.BadResponse {
		t.Errorf("%v %v", list, err)
	}
}

func TestDatabaseSpecificMayBeAnything(t *testing.T) {
	world := upstreamtest.New(t, upstreamtest.Answer{URL: "https://api.osv.dev/v1/vulns/*", Body: `{"id":"X","modified":"2026-09-05T12:00:00Z","database_specific":["a"],"severity":[],"affected":[{"database_specific":7,"ecosystem_specific":"x"}]}`})
	a, err := New(world.Pool(t, nil)).Advisory(t.Context(), "X")
	if err != nil || a.Specific.Severity != "" {
		t.Errorf("%v %v", a, err)
	}
	for body, want := range map[string]string{`{"severity":"HIGH","cwe_ids":["CWE-1"]}`: "HIGH", `{"severity":{"x":1}}`: "", `null`: "", `"x"`: ""} {
		var s Specific
		if err := s.UnmarshalJSON([]byte(body)); err != nil || s.Severity != want {
			t.Errorf("%s: %v %v", body, s, err)
		}
	}
}

func TestFailuresOfOSV(t *testing.T) {
	for _, c := range []struct {
		answer upstreamtest.Answer
		kind   upstream.Kind
	}{
		{upstreamtest.Answer{Status: 404, Body: `{"code":5,"message":"Bug not found."}`}, upstream.NotFound}, {upstreamtest.Answer{Status: 400}, upstream.Invalid}, {upstreamtest.Answer{Status: 503}, upstream.Unavailable},
		{upstreamtest.Answer{Status: 429, Header: map[string]string{"Retry-After": "900"}}, upstream.RateLimited}, {upstreamtest.Answer{Body: "<html>"}, upstream.BadResponse}, {upstreamtest.Answer{Body: "{}"}, upstream.BadResponse},
		{upstreamtest.Answer{Body: `{"id":"X","affected":"none"}`}, upstream.BadResponse}, {upstreamtest.Answer{Body: `{"id":"Y"}`}, upstream.BadResponse},
	} {
		c.answer.URL = "https://api.osv.dev/v1/vulns/X"
		world := upstreamtest.New(t, c.answer)
		if _, err := New(world.Pool(t, nil)).Advisory(t.Context(), "X"); upstream.KindOf(err) != c.kind {
			t.Errorf("%v: %v", c.answer, err)
		}
	}
}
