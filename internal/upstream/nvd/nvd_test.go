package nvd

import (
	"testing"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func TestWhatStatusesOfNVDMean(t *testing.T) {
	for _, c := range []struct {
		why    string
		answer upstreamtest.Answer
		kind   upstream.Kind
	}{
		{"a record", upstreamtest.Answer{Body: `{"totalResults":1,"vulnerabilities":[{"cve":{"id":"CVE-2026-1000"}}]}`}, ""},
		{"another record", upstreamtest.Answer{Body: `{"totalResults":9,"vulnerabilities":[{"cve":{"id":"CVE-2026-1001"}}]}`}, upstream.BadResponse},
		{"no record", upstreamtest.Answer{Body: `{"totalResults":0,"vulnerabilities":[]}`}, upstream.NotFound}, {"an id it does not take", upstreamtest.Answer{Status: 404}, upstream.NotFound},
		{"a key it does not know", upstreamtest.Answer{Status: 404, Header: map[string]string{"message": "Invalid apiKey."}}, upstream.Unauthorized},
		{"the firewall", upstreamtest.Answer{Status: 403, Body: "Request forbidden by administrative rules."}, upstream.RateLimited},
		{"too many", upstreamtest.Answer{Status: 429, Header: map[string]string{"Retry-After": "900"}}, upstream.RateLimited}, {"busy", upstreamtest.Answer{Status: 503}, upstream.Unavailable},
		{"a page of HTML", upstreamtest.Answer{Body: "<html>"}, upstream.BadResponse}, {"another object", upstreamtest.Answer{Body: `{"message":"x"}`}, upstream.BadResponse},
	} {
		c.answer.URL = "https://services.nvd.nist.gov/rest/json/cves/2.0?cveId=CVE-2026-1000"
		world := upstreamtest.New(t, c.answer)
		r, err := New(world.Pool(t, nil)).CVE(t.Context(), "CVE-2026-1000")
		if upstream.KindOf(err) != c.kind || c.kind == "" && (err != nil || r.ID != "CVE-2026-1000") {
			t.Errorf("%s: %v %v", c.why, r, err)
		}
	}
}

func TestTimesWithoutAZoneAreUTC(t *testing.T) {
	want := time.Date(2021, 3, 3, 0, 15, 12, 103e6, time.UTC)
	for _, text := range []string{"2021-03-03T00:15:12.103", "2021-03-03T00:15:12.103Z", "2021-03-03T01:15:12.103+01:00"} {
		if got := Time(text); !got.Equal(want) {
			t.Errorf("%s: %v", text, got)
		}
	}
	if !Time("").IsZero() || !Time("yesterday").IsZero() {
		t.Error("no time should be the zero time")
	}
}
