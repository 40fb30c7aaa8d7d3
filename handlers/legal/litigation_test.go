package legal

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	gen "github.com/farebox/farebox/gen/legal"
	"github.com/farebox/farebox/handlers/legal/legaltest"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream/courtlistener"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func TestPartyIsTheCompanyOnlyUnderItsVeryName(t *testing.T) {
	h, _ := handlers(t, nil)
	for _, c := range []struct {
		query, title string
		parties      []string
		matched      string
		same         bool
		side         gen.LegalMatchSide
	}{
		{"Apple Inc.", "Smith v. Apple Inc.", []string{"John Smith", "Apple Inc."}, "Apple Inc.", true, gen.Defendant},
		{"Apple", "Apple, Inc. v. Samsung Electronics Co.", nil, "Apple, Inc.", true, gen.Plaintiff},
		{"Apple Inc.", "Smith v. Apple Rubber Products, Inc.", nil, "Apple Rubber Products, Inc.", false,
			gen.Defendant},
		{"Apple Inc.", "Big Apple Deli LLC v. Jones", nil, "Big Apple Deli LLC", false, gen.Plaintiff},
		{"Apple Inc.", "Jones v. Apple LLC", nil, "Apple LLC", false, gen.Defendant},
		{"Delta Air Lines", "Roe v. Delta Dental of Ohio", nil, "Delta Dental of Ohio", false, gen.Defendant},
		{"Flock Safety", "Smith v. Flock Safety", []string{"Michael Smith", "Flock Group Inc"}, "Flock Safety", true,
			gen.Defendant},
		{"Flock Safety", "Doe v. City of Norfolk", []string{"City of Norfolk", "Flock Group Inc. d/b/a Flock Safety"},
			"Flock Group Inc. d/b/a Flock Safety", true, ""},
		{"Acme Corp", "Roe v. Acme Corp., et al.", nil, "Acme Corp.", true, gen.Defendant},
		{"Acme Corp", "Roe v. Acme Corp, a Delaware corporation", nil, "Acme Corp, a Delaware corporation", true,
			gen.Defendant},
		{"Acme Corp", "In re Acme Corp.", nil, "Acme Corp.", true, ""},
		{"Acme Corp", "United States v. Roe", []string{"Roe", "Acme Corporation"}, "Acme Corporation", true, ""},
		{"Acme Corp", "", []string{"Acme Corporation"}, "Acme Corporation", true, ""},
		{"Acme Corp", "", nil, "", false, ""},
	} {
		t.Run(c.query+" in "+c.title, func(t *testing.T) {
			s, err := h.subject(c.query)
			if err != nil {
				t.Fatal(err)
			}
			v := h.judge(s, &courtlistener.Case{Name: c.title, Parties: c.parties})
			if v.same != c.same || v.side != c.side || c.same && v.name != c.matched {
				t.Errorf("%+v", v)
			}
		})
	}
}

func TestLegalFormsAreSearchedShortAndLong(t *testing.T) {
	for name, want := range map[string]string{
		"Acme Corp":          "Acme Corp|Acme Corporation",
		"ACME CORPORATION":   "ACME CORPORATION|ACME Corp",
		"Apple Inc.":         "Apple Inc.|Apple Incorporated",
		"The Boeing Company": "The Boeing Company|The Boeing Co",
		"Acme, Ltd.":         "Acme, Ltd.|Acme, Limited",
		"Flock Safety":       "Flock Safety",
		"Limited":            "Limited",
	} {
		if got := strings.Join(written(name), "|"); got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
}

func TestHowSureDependsOnTheShareAndTheName(t *testing.T) {
	h, _ := handlers(t, nil)
	for _, c := range []struct {
		query                 string
		total, examined, same int
		want                  gen.LegalAttributionConfidenceLevel
	}{
		{"Acme Brick", 20, 20, 20, gen.LegalAttributionConfidenceLevelHigh},
		{"Acme Brick", 900, 20, 18, gen.LegalAttributionConfidenceLevelHigh},
		{"Acme Brick", 20, 20, 17, gen.LegalAttributionConfidenceLevelMedium},
		{"Acme Brick", 20, 20, 9, gen.LegalAttributionConfidenceLevelLow},
		{"Acme", 20, 20, 20, gen.LegalAttributionConfidenceLevelMedium},
		{"Acme Inc.", 20, 20, 20, gen.LegalAttributionConfidenceLevelHigh},
		{"Acme Inc.", 1, 1, 1, gen.LegalAttributionConfidenceLevelHigh},
		{"Acme Inc.", 99, 1, 1, gen.LegalAttributionConfidenceLevelMedium},
		{"Acme Inc.", 0, 0, 0, ""},
	} {
		s, err := h.subject(c.query)
		if err != nil {
			t.Fatal(err)
		}
		if got := sureness(s, c.total, c.examined, c.same); got != c.want {
			t.Errorf("%s, %d of %d: %s, want %s", c.query, c.same, c.examined, got, c.want)
		}
	}
}

func TestFailuresOfTheArchive(t *testing.T) {
	throttled := upstreamtest.Answer{
		URL:    legaltest.Search,
		Status: 429,
		Header: map[string]string{"Retry-After": "900"},
		Body: `{"detail":"Request was throttled. Rate limit exceeded: 125/day. ` +
			`Expected available in 900 seconds."}`,
	}
	for _, c := range []struct {
		why     string
		env     map[string]string
		answer  upstreamtest.Answer
		status  int
		limited bool
		word    string
	}{
		{"at its limit", legaltest.Keys, throttled, 200, true, "rate_limited"},
		{"refuses without a token", nil, cases(401, `{"detail":"Authentication credentials were not provided."}`),
			200, false, "not_configured"},
		{"refuses the token", legaltest.Keys, cases(401, `{"detail":"Invalid token."}`), 503, false, ""},
	} {
		t.Run(c.why, func(t *testing.T) {
			s, _ := service(t, c.env, c.answer)
			ctx, waived := response.Watch(t.Context())
			query := url.Values{"name": {"Acme Corp"}}
			status, got := s.Do(httptest.NewRequestWithContext(ctx, http.MethodGet,
				"/legal/litigation?"+query.Encode(), nil))
			if status != c.status {
				t.Fatalf("%d %v", status, got)
			}
			if status != http.StatusOK {
				return
			}
			state := got["sources"].(map[string]any)
			provider := got["providers"].([]any)[0].(map[string]any)
			if state["partial"] != true || state["rate_limited"] != c.limited || got["count"] != nil ||
				len(got["recent"].([]any)) != 0 || provider["status"] != c.word || !waived() {
				t.Errorf("waived %v: %v", waived(), got)
			}
		})
	}
}

func TestNoCasesIsAnAnswer(t *testing.T) {
	s, _ := service(t, legaltest.Keys, cases(200, noCases))
	status, got := s.Get("/legal/litigation", "name", "ZZZZ9999 Inc")
	state := got["sources"].(map[string]any)
	if status != http.StatusOK || got["count"] != 0.0 || state["partial"] != false || state["rate_limited"] != false {
		t.Errorf("%d %v", status, got)
	}
}

func TestRecordedCasesAreServed(t *testing.T) {
	s, _ := service(t, legaltest.Keys,
		upstreamtest.Answer{
			URL:  legaltest.Search + "?type=o",
			Body: string(samples.Read(t, "courtlistener/search_o_foo.trim.json")),
		},
		cases(200, recordedDockets(t)),
	)
	_, got := s.Get("/legal/litigation", "name", "Foo", "limit", "1")
	c := got["recent"].([]any)[0].(map[string]any)
	if got["count"] != 2343.0 || c["caseName"] != "Foo v. Foo" || c["date"] != "2003-01-10" ||
		c["citation"] != "101 Haw. 235; 65 P.3d 182" || c["docketNumber"] != "24158" || c["natureOfSuit"] != nil ||
		c["url"] != "https://www.courtlistener.com/opinion/6613686/foo-v-foo/" {
		t.Errorf("%v", c)
	}

	for _, kind := range []string{"r", "d"} {
		_, got = s.Get("/legal/litigation", "name", "Flock Safety", "type", kind, "limit", "1")
		c = got["recent"].([]any)[0].(map[string]any)
		if got["count"] != 99.0 || c["caseName"] != "Smith v. Flock Safety" || c["citation"] != nil ||
			c["court"] != "District Court, N.D. Ohio" || c["terminated_date"] != "2024-04-15" {
			t.Errorf("%s: %v", kind, c)
		}
	}
}
