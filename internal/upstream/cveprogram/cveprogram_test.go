package cveprogram

import (
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func TestRecords(t *testing.T) {
	for _, c := range []struct {
		why    string
		answer upstreamtest.Answer
		kind   upstream.Kind
	}{
		{"a record", upstreamtest.Answer{Body: `{"cveMetadata":{"cveId":"CVE-2026-1000","state":"REJECTED"},"containers":{"cna":{"metrics":[{"other":{"type":"x","content":"free text"}}]},"adp":null}}`}, ""},
		{"unknown or reserved", upstreamtest.Answer{Status: 404, Body: `{"error":"CVE_RECORD_DNE"}`}, upstream.NotFound}, {"malformed", upstreamtest.Answer{Status: 400}, upstream.Invalid},
		{"limited", upstreamtest.Answer{Status: 429, Header: map[string]string{"Retry-After": "900"}}, upstream.RateLimited}, {"down", upstreamtest.Answer{Status: 500}, upstream.Unavailable},
		{"garbage", upstreamtest.Answer{Body: "<html>"}, upstream.BadResponse}, {"another object", upstreamtest.Answer{Body: `{}`}, upstream.BadResponse},
		{"another record", upstreamtest.Answer{Body: `{"cveMetadata":{"cveId":"CVE-2026-1001","state":"PUBLISHED"}}`}, upstream.BadResponse},
	} {
		c.answer.URL = "https://cveawg.mitre.org/api/cve/CVE-2026-1000"
		world := upstreamtest.New(t, c.answer)
		r, err := New(world.Pool(t, nil)).Record(t.Context(), "CVE-2026-1000")
		if upstream.KindOf(err) != c.kind || c.kind == "" && (err != nil || r.Metadata.State != Rejected) {
			t.Errorf("%s: %v %v", c.why, r, err)
		}
	}
}
