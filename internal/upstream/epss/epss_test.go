package epss

import (
	"fmt"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const scores = "https://api.first.org/data/v1/epss"

func TestScoresOfSeveralCVEs(t *testing.T) {
	world := upstreamtest.New(t, upstreamtest.Answer{URL: scores + "?cve=CVE-2026-1000,CVE-2026-1001,CVE-2026-1002",
		Body: `{"status":"OK","total":2,"data":[{"cve":"CVE-2026-1000","epss":"0.000430000","percentile":"0.104000000","date":"2026-11-20"},{"cve":"CVE-2026-1002","epss":"1","percentile":"1.000000000","date":"2026-11-20"}]}`})
	got, err := New(world.Pool(t, nil)).Scores(t.Context(), "CVE-2026-1000", "CVE-2026-1001", "CVE-2026-1002")
	if err != nil || len(got) != 2 || got["CVE-2026-1000"] != (Score{0.00043, 0.104, "2026-11-20"}) || got["CVE-2026-1002"].Percentile != 1 {
		t.Errorf("%v %v", got, err)
	}
}

func TestAnswersThatCannotBeUsed(t *testing.T) {
	for _, c := range []struct {
		answer upstreamtest.Answer
		kind   upstream.Kind
	}{
		{upstreamtest.Answer{Status: 429, Header: map[string]string{"Retry-After": "900"}}, upstream.RateLimited}, {upstreamtest.Answer{Status: 500}, upstream.Unavailable},
		{upstreamtest.Answer{Status: 404, Body: `{"status":"error","message":"no such page"}`}, upstream.BadResponse}, {upstreamtest.Answer{Body: `{"status":"error","data":[]}`}, upstream.BadResponse},
		{upstreamtest.Answer{Body: "<html>"}, upstream.BadResponse}, {upstreamtest.Answer{Body: "{}"}, upstream.BadResponse},
		{upstreamtest.Answer{Body: `{"status":"OK","data":[{"cve":"CVE-2026-1000","epss":"NaN","percentile":"0.5"}]}`}, upstream.BadResponse},
		{upstreamtest.Answer{Body: `{"status":"OK","data":[{"cve":"CVE-2026-1000","epss":"0.5","percentile":"-1"}]}`}, upstream.BadResponse},
		{upstreamtest.Answer{Body: `{"status":"OK","data":[{"cve":"CVE-2026-1000"}]}`}, upstream.BadResponse},
	} {
		c.answer.URL = scores
		world := upstreamtest.New(t, c.answer)
		if _, err := New(world.Pool(t, nil)).Scores(t.Context(), "CVE-2026-1000"); upstream.KindOf(err) != c.kind {
			t.Errorf("%v: %v", c.answer, err)
		}
	}
	var many []string
	for i := range MaxIDs + 1 {
		many = append(many, fmt.Sprintf("CVE-2026-%d", 1000+i))
	}
	c := New(upstreamtest.New(t).Pool(t, nil))
	for _, ids := range [][]string{nil, many} {
		if _, err := c.Scores(t.Context(), ids...); upstream.KindOf(err) != upstream.Invalid {
			t.Errorf("%d ids: %v", len(ids), err)
		}
	}
}
