package legal

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/farebox/farebox/handlers/legal/legaltest"
	"github.com/farebox/farebox/internal/party/filers/filerstest"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const (
	item = `{"entities":{"Q312":{"id":"Q312","labels":{"en":{"language":"en","value":"Apple Inc."}},
		"descriptions":{},"aliases":{},"claims":{}}},"success":1}`
)

// registers are the answers of the registers that know Apple.
func registers() []upstreamtest.Answer {
	return append(filerstest.Answers(),
		upstreamtest.Answer{URL: "https://www.wikidata.org/w/api.php?ids=Q312", Body: item},
		upstreamtest.Answer{
			URL:  "https://www.wikidata.org/w/api.php",
			Body: `{"entities":{"Q9":{"id":"Q9","missing":""}},"success":1}`,
		},
	)
}

func TestWithoutAKeyPatentsAreFreeAndNotNone(t *testing.T) {
	for _, query := range []string{"name=Acme", "inventor=Jobs", "name=Acme&inventor=Jobs&cik=320193"} {
		s, world := service(t, nil, registers()...)
		ctx, waived := response.Watch(t.Context())
		status, got := s.Do(httptest.NewRequestWithContext(ctx, http.MethodGet, "/legal/patents?"+query, nil))
		provider := got["sources"].([]any)[0].(map[string]any)
		if status != http.StatusOK || !waived() || got["available"] != false || got["reason"] != "not_configured" ||
			got["total"] != nil || provider["status"] != "not_configured" ||
			provider["detail"] != "the operator has not set USPTO_API_KEY" || len(world.Asked()) != 0 {
			t.Errorf("%s: %d, waived %v, asked %q: %v", query, status, waived(), world.Asked(), got)
		}
	}
}

func TestTroubleOfThePatentOfficeIsNotNone(t *testing.T) {
	for why, c := range map[string]struct {
		answer upstreamtest.Answer
		status int
	}{
		"no match": {patentOffice(404, noPatents), 200},
		"bad key":  {patentOffice(403, `{"message":"Forbidden"}`), 503},
	} {
		s, _ := service(t, legaltest.Keys, c.answer)
		status, got := s.Get("/legal/patents", "name", "ZZZZ9999 Inc")
		if status != c.status || status == 200 && got["total"] != 0.0 {
			t.Errorf("%s: %d %v", why, status, got)
		}
	}
}

func TestIdentifiersAddTheNamesOfTheCompany(t *testing.T) {
	office := patentOffice(404, noPatents)
	for _, c := range []struct {
		query  []string
		status int
		names  string
		field  string
	}{
		{[]string{"name", "Apple", "cik", "320193"}, 200, "Apple|Apple Inc.|APPLE COMPUTER INC", ""},
		{[]string{"name", "APPLE INC.", "qid", "Q312"}, 200, "APPLE INC.", ""},
		{[]string{"cik", "CIK0000320193", "qid", "q312"}, 200, "Apple Inc.|APPLE COMPUTER INC", ""},
		{[]string{"inventor", "Jobs"}, 200, "", ""},
		{[]string{"name", "Microsoft", "cik", "320193"}, 400, "", "cik"},
		{[]string{"name", "Microsoft", "qid", "Q312"}, 400, "", "qid"},
		{[]string{"name", "Apple", "qid", "Q9"}, 404, "", "qid"},
		{[]string{"name", "Apple", "cik", "9"}, 404, "", "cik"},
	} {
		t.Run(strings.Join(c.query, " "), func(t *testing.T) {
			s, _ := service(t, legaltest.Keys, append(registers(), office)...)
			status, got := s.Get("/legal/patents", c.query...)
			if status != c.status || c.field != "" && got["field"] != c.field {
				t.Fatalf("%d %v", status, got)
			}
			if status != http.StatusOK {
				return
			}
			var have []string
			for _, n := range got["searched_names"].([]any) {
				have = append(have, n.(string))
			}
			if strings.Join(have, "|") != c.names {
				t.Errorf("%q, want %s", have, c.names)
			}
		})
	}
}

func TestRegisterThatFailsLeavesItsNamesOut(t *testing.T) {
	down := upstreamtest.Answer{URL: "https://data.sec.gov/submissions/CIK0000320193.json", Status: 503}
	s, _ := service(t, legaltest.Keys, down, patentOffice(404, noPatents))
	status, got := s.Get("/legal/patents", "name", "Apple", "cik", "320193")
	if status != http.StatusOK || got["partial"] != true || len(got["searched_names"].([]any)) != 1 {
		t.Errorf("%d %v", status, got)
	}
	if status, got = s.Get("/legal/patents", "cik", "320193"); status != http.StatusBadGateway {
		t.Errorf("the only name failed: %d %v", status, got)
	}
}

func TestRecordedPatentIsServed(t *testing.T) {
	s, _ := service(t, legaltest.Keys,
		patentOffice(200, string(samples.Read(t, "uspto_odp/applications_search_post.trim.json"))))
	_, got := s.Get("/legal/patents", "name", "BTL Medical Technologies S.R.O.", "limit", "5")
	p := got["recent"].([]any)[0].(map[string]any)
	if got["total"] != 1.0 || p["patent_id"] != "10765880" || p["date"] != "2020-09-08" || p["type"] != "utility" ||
		p["application_number"] != "14412875" || len(p["assignees"].([]any)) != 1 ||
		p["assignees"].([]any)[0] != "BTL MEDICAL SOLUTIONS A.S." {
		t.Errorf("%v", p)
	}
}
