package nvd

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const one = `{"totalResults":1,"vulnerabilities":[{"cve":{"id":"CVE-2026-1000","published":"2026-09-02T11:15:00.000",
"lastModified":"2026-09-21T12:00:00.000","vulnStatus":"Analyzed","descriptions":[{"lang":"en","value":"x"}],
"metrics":{"cvssMetricV31":[{"source":"nvd@nist.gov","type":"Primary","cvssData":{"version":"3.1","vectorString":"x",
"baseScore":7.5,"baseSeverity":"HIGH"}}]},"weaknesses":[{"description":[{"lang":"en","value":"CWE-918"}]}],
"references":[{"url":"https://a.example"}]}}]}`

const address = "https://services.nvd.nist.gov/rest/json/cves/2.0?cveId=CVE-2026-1000"

func TestRecordsAreHeldToTheirContract(t *testing.T) {
	const cve = "vulnerabilities[].cve."
	const metric = cve + "metrics.cvssMetricV31[]."
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{URL: address, Body: one},
		Required: []string{
			"totalResults", "vulnerabilities", "vulnerabilities[].cve", cve + "id", cve + "published", cve + "lastModified",
			cve + "vulnStatus", cve + "descriptions", cve + "descriptions[].value", cve + "metrics", cve + "metrics.cvssMetricV31",
			metric + "source", metric + "type", metric + "cvssData", metric + "cvssData.vectorString",
			metric + "cvssData.baseScore", cve + "weaknesses", cve + "weaknesses[].description", cve + "references", cve + "references[].url",
		},
		Optional: []string{metric + "cvssData.baseSeverity"},
		NoRecord: []upstreamtest.Answer{
			{Body: `{"totalResults":0,"vulnerabilities":[]}`},
			{Status: 404, Header: map[string]string{"message": "Invalid cveId."}},
		},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).CVE(ctx, "CVE-2026-1000")
			return err
		},
	}.Hold(t)
}

func TestWhatStatusesOfNVDMean(t *testing.T) {
	for _, c := range []struct {
		why    string
		answer upstreamtest.Answer
		kind   upstream.Kind
	}{
		{"a record", upstreamtest.Answer{Body: one}, ""},
		{"another record", upstreamtest.Answer{Body: strings.Replace(one, "2026-1000", "2026-1001", 1)}, upstream.BadResponse},
		{"no record", upstreamtest.Answer{Body: `{"totalResults":0,"vulnerabilities":[]}`}, upstream.NotFound}, {"a path that is not there", upstreamtest.Answer{Status: 404}, upstream.BadResponse},
		{"a key it does not know", upstreamtest.Answer{Status: 404, Header: map[string]string{"message": "Invalid apiKey."}}, upstream.Unauthorized},
		{"the firewall", upstreamtest.Answer{Status: 403, Body: "Request forbidden by administrative rules."}, upstream.RateLimited},
		{"too many", upstreamtest.Answer{Status: 429, Header: map[string]string{"Retry-After": "900"}}, upstream.RateLimited}, {"busy", upstreamtest.Answer{Status: 503}, upstream.Unavailable},
		{"a page of HTML", upstreamtest.Answer{Body: "<html>"}, upstream.BadResponse}, {"another object", upstreamtest.Answer{Body: `{"message":"x"}`}, upstream.BadResponse},
	} {
		c.answer.URL = address
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
