package legal

import (
	"net/http"
	"strings"
	"testing"

	"github.com/farebox/farebox/handlers/legal/legaltest"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func TestDocumentNamesTheCompanyOnlyWhenItIsMeant(t *testing.T) {
	h, _ := handlers(t, nil)
	for _, c := range []struct {
		query, text string
		want        bool
	}{
		{"Apple Inc.", "Settlement with Apple Inc. over refunds", true},
		{"Apple", "Settlement with Apple, Inc.", true},
		{"Apple Inc.", "Recall of apple juice", false},
		{"Apple", "Apples; marketing order", false},
		{"The Boeing Company", "Airworthiness Directives; The Boeing Company Airplanes", true},
		{"Boeing", "Airworthiness Directives; The Boeing Company Airplanes", true},
		{"Boeing", "a Boeing of another time", false},
		{"Flock Safety", "Consent order: Flock Safety", true},
		{"Flock Safety", "Consent order: Flock\nSafety, Inc.", true},
		{"Flock Safety", "FLOCK SAFETYNET", false},
		{"Flock Safety, Inc.", "consent of flock safety", true},
		{"A.B (c) [d]+", "the A.B (c) [d]+ case", true},
		{"A.B (c) [d]+", "the AxB (c) d case", false},
	} {
		s, err := h.subject(c.query)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.named(c.text); got != c.want {
			t.Errorf("%s in %q: %v", c.query, c.text, got)
		}
	}
}

func TestTroubleOfTheFederalRegisterIsNotNone(t *testing.T) {
	for why, c := range map[string]struct {
		answer upstreamtest.Answer
		status int
	}{
		"none": {register(200, noDocuments), 200},
		"throttled": {upstreamtest.Answer{URL: legaltest.Documents, Status: 429,
			Header: map[string]string{"Retry-After": "900"}}, 503},
	} {
		s, _ := service(t, nil, c.answer)
		status, got := s.Get("/legal/regulatory", "name", "qqzzxxnonexistentterm")
		if status != c.status || status == 200 && got["count"] != 0.0 {
			t.Errorf("%s: %d %v", why, status, got)
		}
	}
}

func TestNameIsSearchedAsAPhrase(t *testing.T) {
	s, world := service(t, nil, register(200, noDocuments))
	status, _ := s.Get("/legal/regulatory", "name", `Acme " OR (x) & "Corp`)
	if status != http.StatusOK || !strings.Contains(world.Asked()[0], "conditions%5Bterm%5D=%22Acme+OR+x+Corp%22") {
		t.Errorf("%d %q", status, world.Asked())
	}
}

func TestRecordedDocumentsAreServed(t *testing.T) {
	s, _ := service(t, nil, register(200, string(samples.Read(t, "federal_register/documents_newest.trim.json"))))
	_, got := s.Get("/legal/regulatory", "name", "Federal Register", "limit", "4")
	recent := got["recent"].([]any)
	if got["count"] != 10000.0 || got["count_capped"] != true || len(recent) != 4 {
		t.Fatalf("%v", got)
	}
	for i, want := range []string{
		"2026-20321|Presidential Document|Executive Office of the President",
		"2026-20281|Rule|Health and Human Services Department; Centers for Medicare & Medicaid Services",
		"2026-20280|Notice|Securities and Exchange Commission",
		"2026-20277|Proposed Rule|Treasury Department; Internal Revenue Service",
	} {
		d := recent[i].(map[string]any)
		row := strings.Join([]string{d["document_number"].(string), d["type"].(string), d["agency"].(string)}, "|")
		if row != want || d["date"] != "2026-10-02" {
			t.Errorf("%s on %v, want %s", row, d["date"], want)
		}
	}
}
