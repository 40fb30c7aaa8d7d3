package cveprogram

import (
	"context"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const published = `{"cveMetadata":{"cveId":"CVE-2026-1000","state":"PUBLISHED","datePublished":"2026-09-02T10:11:12.131Z",
"dateUpdated":"2026-09-20T07:00:00.000Z"},"containers":{"cna":{"title":"x","descriptions":[{"lang":"en","value":"x"}],
"providerMetadata":{"orgId":"a","shortName":"teapots"},"metrics":[{"cvssV3_1":{"version":"3.1","vectorString":"x",
"baseScore":8.7,"baseSeverity":"HIGH"}}],"problemTypes":[{"descriptions":[{"cweId":"CWE-918"}]}],
"references":[{"url":"https://a.example"}]},
"adp":[{"providerMetadata":{"orgId":"134c704f-9b21-4f2e-91b3-4a467353bcc0"},"metrics":[{"other":{"type":"ssvc",
"content":{"options":[{"Exploitation":"poc"},{"Automatable":"yes"},{"Technical Impact":"partial"}]}}}]}]}}`

func TestRecordsAreHeldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{URL: "https://cveawg.mitre.org/api/cve/CVE-2026-1000", Body: published},
		Required: []string{
			"cveMetadata", "cveMetadata.cveId", "cveMetadata.state", "cveMetadata.datePublished", "cveMetadata.dateUpdated",
			"containers", "containers.cna", "containers.adp", "containers.cna.providerMetadata",
			"containers.adp[].providerMetadata.orgId", "containers.cna.metrics[].cvssV3_1",
			"containers.cna.metrics[].cvssV3_1.baseScore", "containers.cna.metrics[].cvssV3_1.vectorString",
			"containers.cna.references[].url", "containers.adp[].metrics", "containers.adp[].metrics[].other", "containers.adp[].metrics[].other.type",
			"containers.adp[].metrics[].other.content", "containers.adp[].metrics[].other.content.options",
			"containers.adp[].metrics[].other.content.options[].Exploitation",
			"containers.adp[].metrics[].other.content.options[].Automatable",
		},
		Optional: []string{"containers.cna.title", "containers.cna.metrics", "containers.cna.problemTypes[].descriptions[].cweId"},
		NoRecord: []upstreamtest.Answer{{Status: 404, Body: `{"error":"CVE_RECORD_DNE"}`}},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Record(ctx, "CVE-2026-1000")
			return err
		},
	}.Hold(t)
}

func TestRecords(t *testing.T) {
	for _, c := range []struct {
		why    string
		answer upstreamtest.Answer
		kind   upstream.Kind
	}{
		{"a record", upstreamtest.Answer{Body: `{"cveMetadata":{"cveId":"CVE-2026-1000","state":"REJECTED"},"containers":{"cna":{"providerMetadata":{"orgId":"x"},"metrics":[{"other":{"type":"x","content":"free text"}}]}}}`}, ""},
		{"unknown or reserved", upstreamtest.Answer{Status: 404, Body: `{"error":"CVE_RECORD_DNE"}`}, upstream.NotFound}, {"malformed", upstreamtest.Answer{Status: 400}, upstream.Invalid},
		{"limited", upstreamtest.Answer{Status: 429, Header: map[string]string{"Retry-After": "900"}}, upstream.RateLimited}, {"down", upstreamtest.Answer{Status: 500}, upstream.Unavailable},
		{"garbage", upstreamtest.Answer{Body: "<html>"}, upstream.BadResponse}, {"another object", upstreamtest.Answer{Body: `{}`}, upstream.BadResponse},
		{
			"a decision in another word",
			upstreamtest.Answer{Body: strings.Replace(published, `"Exploitation":"poc"`, `"Exploitation":"Unknown"`, 1)},
			upstream.BadResponse,
		},
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
