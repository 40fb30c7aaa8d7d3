package legal

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/legal/legaltest"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// found is an answer of the archive: each case is "title|day|nature of suit", total is all that match.
func found(total int, rows ...string) string {
	list := make([]string, len(rows))
	for i, row := range rows {
		part := strings.Split(row, "|")
		text, _ := json.Marshal(map[string]any{
			"caseName":     part[0],
			"dateFiled":    part[1],
			"suitNature":   part[2],
			"court":        "District Court, D. Delaware",
			"docketNumber": fmt.Sprintf("1:26-cv-%05d", i),
			"party":        []string{},
		})
		list[i] = string(text)
	}
	return fmt.Sprintf(`{"count":%d,"results":[%s]}`, total, strings.Join(list, ","))
}

// published is an answer of the Federal Register: each document is "title|day".
func published(total int, rows ...string) string {
	if total > 0 && len(rows) == 0 {
		rows = []string{"Meeting of a board|2026-01-02"}
	}
	list := make([]string, len(rows))
	for i, row := range rows {
		part := strings.Split(row, "|")
		list[i] = fmt.Sprintf(`{"title":%q,"publication_date":%q,"document_number":"2026-%d","type":"Notice",`+
			`"html_url":"https://www.federalregister.gov/d/1","agencies":[]}`, part[0], part[1], i)
	}
	return fmt.Sprintf(`{"count":%d,"results":[%s]}`, total, strings.Join(list, ","))
}

func repeated(row string, n int) []string { return slices.Repeat([]string{row}, n) }

func TestScoreIsTheSumOfItsRules(t *testing.T) {
	const name = "Acme Brick Co"
	defended := "Roe v. Acme Brick Co.|2020-01-01|"
	for _, c := range []struct {
		why       string
		name      string
		cases     string
		documents string
		score     float64
		band      string
		flags     string
	}{
		{"nothing found", name, noCases, noDocuments, 0, "low", ""},
		{"volume is logarithmic", name, found(9, repeated(defended, 9)...), noDocuments, 10, "low", ""},
		{"what was not read does not count", name, found(99, repeated(defended, 20)...), noDocuments, 13, "low", ""},
		{"volume has a bound", name, found(90000, repeated(defended, 25)...), noDocuments, 13, "low", ""},
		{"cases of others do not count", name,
			found(99, repeated("Roe v. Acme Paint Co.|2026-11-01|410 Antitrust", 20)...), noDocuments,
			0, "low", "names_differ"},
		{"half of them others'", name, found(100, slices.Concat(
			repeated("Roe v. Acme Paint Co.|2026-11-01|410 Antitrust", 10), repeated(defended, 10))...), noDocuments, 10, "low", ""},
		{"a recent case", name, found(1, "Roe v. Acme Brick Co.|2026-11-01|"), noDocuments, 7, "low",
			"recent_litigation"},
		{"365 days are recent", name, found(1, "Roe v. Acme Brick Co.|2025-11-20|"), noDocuments, 7, "low",
			"recent_litigation"},
		{"366 days are not", name, found(1, "Roe v. Acme Brick Co.|2025-11-19|"), noDocuments, 3, "low", ""},
		{"five recent cases at most", name, found(9, repeated("Roe v. Acme Brick Co.|2026-11-01|", 9)...), noDocuments,
			30, "medium", "recent_litigation"},
		{"each nature of suit once", name, found(2, "Roe v. Acme Brick Co.|2020-01-01|410 Antitrust",
			"Doe v. Acme Brick Co.|2020-01-01|Antitrust"), noDocuments, 11, "low", "severe_nature_of_suit"},
		{"four natures of suit at most", name, found(6,
			"A v. Acme Brick Co.|2020-01-01|410 Antitrust", "B v. Acme Brick Co.|2020-01-01|Racketeer (RICO)",
			"C v. Acme Brick Co.|2020-01-01|850 Securities/Commodities", "D v. Acme Brick Co.|2020-01-01|376 Qui Tam",
			"E v. Acme Brick Co.|2020-01-01|365 Personal Inj. Prod. Liability",
			"F v. Acme Brick Co.|2020-01-01|893 Environmental Matters"), noDocuments, 32, "medium",
			"severe_nature_of_suit"},
		{"a case without a day may be recent", name, found(1, "Roe v. Acme Brick Co.||"), noDocuments, 3, "low",
			"undated_cases"},
		{"documents that hold the words in passing", name, noCases, published(99), 0, "low", ""},
		{"volume of documents has a bound", name, noCases,
			published(10000, repeated("Meeting with Acme Brick Company|2020-01-02", 60)...), 5, "low", ""},
		{"an adverse document", name, noCases, published(1, "Consent Order: Acme Brick Company|2026-01-02"), 5, "low",
			"adverse_regulatory"},
		{"an adverse document of another", name, noCases,
			published(1, "Consent Order: Acme Paint Company|2026-01-02"), 0, "low", ""},
		{"words that hold adverse ones", name, noCases,
			published(1, "Plans of Deceased Members: Acme Brick Company|2026-01-02"), 1, "low", ""},
		{"an old adverse document", name, noCases,
			published(1, "Consent Order: Acme Brick Company|2024-11-19"), 1, "low", ""},
		{"four adverse documents at most", name, noCases,
			published(9, repeated("Penalty: Acme Brick Company|2026-01-02", 9)...), 19, "low", "adverse_regulatory"},
		{"a word is no company", "Apple", noCases, published(10000, "Recall of apple juice|2026-10-01"), 0, "low",
			"single_word_name"},
		{"everything", name, found(90000,
			"A v. Acme Brick Co.|2026-10-01|410 Antitrust", "B v. Acme Brick Co.|2026-10-01|470 Racketeer",
			"C v. Acme Brick Co.|2026-10-01|850 Securities", "D v. Acme Brick Co.|2026-10-01|376 Qui Tam",
			"E v. Acme Brick Co.|2026-10-01|442 Civil Rights: Employment"),
			published(10000, repeated("Cease and desist: Acme Brick Company|2026-10-01", 40)...), 73, "high",
			"recent_litigation severe_nature_of_suit adverse_regulatory"},
	} {
		t.Run(c.why, func(t *testing.T) {
			s, _ := service(t, legaltest.Keys, cases(200, c.cases), register(200, c.documents),
				patentOffice(200, `{"count":5000,"patentFileWrapperDataBag":[{"applicationNumberText":"1",`+
					`"applicationMetaData":{"patentNumber":"9"}}]}`))
			status, got := s.Get("/legal/profile", "name", c.name)
			if status != http.StatusOK {
				t.Fatalf("%d %v", status, got)
			}
			risk := got["legal_risk"].(map[string]any)
			var flags []string
			for _, f := range risk["flags"].([]any) {
				flags = append(flags, f.(string))
			}
			if risk["score"] != c.score || risk["band"] != c.band || strings.Join(flags, " ") != c.flags {
				t.Errorf("%v %v %q: %v", risk["score"], risk["band"], flags, risk["reasons"])
			}
			sum := 0.0
			for _, r := range risk["reasons"].([]any) {
				sum += r.(map[string]any)["points"].(float64)
			}
			if sum != risk["score"] {
				t.Errorf("the points are %v, the score %v", sum, risk["score"])
			}
		})
	}
}

func TestReasonsNameTheCases(t *testing.T) {
	s, _ := service(t, legaltest.Keys, register(200, noDocuments), patentOffice(404, noPatents),
		cases(200, found(1, "Roe v. Acme Brick Co.|2026-11-01|410 Antitrust")))
	_, got := s.Get("/legal/profile", "name", "Acme Brick Company")
	text, _ := json.Marshal(got["legal_risk"])
	const want = "Roe v. Acme Brick Co., District Court, D. Delaware, 1:26-cv-00000, party Acme Brick Co. as defendant"
	if strings.Count(string(text), want) != 2 {
		t.Errorf("%s", text)
	}
}

func TestSourceThatIsMissingLowersTheConfidence(t *testing.T) {
	whole := map[string]upstreamtest.Answer{
		"cases":     cases(200, found(9, repeated("Roe v. Acme Brick Co.|2020-01-01|", 9)...)),
		"patents":   patentOffice(404, noPatents),
		"documents": register(200, noDocuments),
	}
	for _, c := range []struct {
		why, without string
		env          map[string]string
		score        any
		confidence   string
		flag         string
		partial      bool
		waived       bool
		ratio        float64
	}{
		{"none", "", legaltest.Keys, 10.0, "high", "", false, false, 1},
		{"documents down", "documents", legaltest.Keys, 10.0, "medium", "regulatory_unavailable", true, false, 0.5},
		{"patents down", "patents", legaltest.Keys, 10.0, "high", "patents_unavailable", true, false, 1},
		{"no key for patents", "patents", map[string]string{"COURTLISTENER_TOKEN": "x"}, 10.0, "high",
			"patents_unavailable", false, false, 1},
		{"no token", "token", map[string]string{"USPTO_API_KEY": "x"}, nil, "low", "litigation_unavailable", true, true,
			0.5},
	} {
		t.Run(c.why, func(t *testing.T) {
			var answers []upstreamtest.Answer
			for part, a := range whole {
				switch {
				case part == c.without:
					a.Status = 503
				case part == "cases" && c.without == "token":
					a.Status = 401
				}
				answers = append(answers, a)
			}
			s, _ := service(t, c.env, answers...)
			ctx, waived := response.Watch(t.Context())
			status, got := s.Do(httptest.NewRequestWithContext(ctx, http.MethodGet,
				"/legal/profile?name=Acme+Brick+Co", nil))
			risk, _ := got["legal_risk"].(map[string]any)
			if status != http.StatusOK || risk["score"] != c.score || risk["confidence_level"] != c.confidence ||
				c.flag != "" && !slices.Contains(risk["flags"].([]any), any(c.flag)) || got["partial"] != c.partial ||
				risk["coverage"].(map[string]any)["ratio"] != c.ratio || waived() != c.waived {
				t.Errorf("%d, waived %v, partial %v: %v", status, waived(), got["partial"], risk)
			}
		})
	}
}

func TestProfileWithoutAWordAboutCasesIsNotSold(t *testing.T) {
	for why, down := range map[string]upstreamtest.Answer{
		"down":             cases(503, ""),
		"a moved path":     {URL: legaltest.Search, Status: 404, Type: "text/html", Body: "<html></html>"},
		"another contract": cases(200, `{"count":1,"cases":[]}`),
	} {
		s, _ := service(t, legaltest.Keys, down, patentOffice(404, noPatents), register(200, noDocuments))
		if status, got := s.Get("/legal/profile", "name", "Acme Brick Co"); status != http.StatusBadGateway {
			t.Errorf("%s: %d %v", why, status, got)
		}
	}
}

func TestAllSourcesDownIsAnError(t *testing.T) {
	s, _ := service(t, legaltest.Keys, cases(503, ""), patentOffice(503, ""), register(503, ""))
	if status, got := s.Get("/legal/profile", "name", "Acme Brick Co"); status != http.StatusBadGateway {
		t.Errorf("%d %v", status, got)
	}
	s, _ = service(t, nil, cases(401, "{}"), register(503, ""))
	if status, got := s.Get("/legal/profile", "name", "Acme Brick Co"); status != http.StatusBadGateway {
		t.Errorf("%d %v", status, got)
	}
}

func TestSourcesOfAProfileAreAskedOnceEach(t *testing.T) {
	s, world := service(t, legaltest.Keys, append(registers(), cases(200, noCases), patentOffice(404, noPatents),
		register(200, noDocuments))...)
	status, got := s.Get("/legal/profile", "name", "Apple Inc.", "cik", "320193", "qid", "Q312", "limit", "20")
	if status != http.StatusOK || len(world.Asked()) != 5 || len(got["sources"].([]any)) != 5 {
		t.Errorf("%d, asked %q, %v", status, world.Asked(), got["sources"])
	}
}

func TestWrongIdentifierOfAProfileIsSaid(t *testing.T) {
	s, _ := service(t, legaltest.Keys, append(registers(), cases(200, noCases), patentOffice(404, noPatents),
		register(200, noDocuments))...)
	status, got := s.Get("/legal/profile", "name", "Microsoft", "cik", "320193")
	if status != http.StatusBadRequest || got["field"] != "cik" {
		t.Errorf("%d %v", status, got)
	}
}

// recordedDockets has the nature of suit, which the recording was left without.
func recordedDockets(t *testing.T) string {
	t.Helper()
	return strings.Replace(string(samples.Read(t, "courtlistener/search_r_flock.trim.json")), `"caseName"`,
		`"suitNature":"","caseName"`, 1)
}

func TestRecordedCaseGivesItsScore(t *testing.T) {
	s, _ := service(t, legaltest.Keys, cases(200, recordedDockets(t)),
		patentOffice(503, ""), register(503, ""))
	_, got := s.Get("/legal/profile", "name", "Flock Safety", "limit", "1")
	risk := got["legal_risk"].(map[string]any)
	if got["litigation"].(map[string]any)["count"] != 99.0 || risk["score"] != 3.0 || risk["band"] != "low" ||
		got["partial"] != true || got["patents"].(map[string]any)["available"] != false {
		t.Errorf("%v", risk)
	}
}

// TestNobodyIsNotCleared: a text that names nobody is refused, and a company that no source names has no confident
// score.
func TestNobodyIsNotCleared(t *testing.T) {
	s, _ := service(t, legaltest.Keys, cases(200, noCases), register(200, noDocuments), patentOffice(404, noPatents))
	for _, route := range []string{"profile", "litigation", "regulatory", "patents"} {
		s.RefusesNobody("/legal/"+route, "name")
	}
	_, got := s.Get("/legal/profile", "name", "Zzyzx Imaginary Widgets LLC")
	handlertest.Holds(t, got, map[string]any{
		"legal_risk.score":            0,
		"legal_risk.confidence_level": "low",
	})
}

// TestLowBandNeedsBothSources: what the Federal Register was not asked for could lift the score out of the band.
func TestLowBandNeedsBothSources(t *testing.T) {
	for n, want := range map[int]any{1: nil, 9: "medium"} {
		s, _ := service(t, legaltest.Keys, register(503, ""), patentOffice(404, noPatents),
			cases(200, found(n, repeated("Roe v. Acme Brick Co.|2026-11-01|", n)...)))
		_, got := s.Get("/legal/profile", "name", "Acme Brick Co")
		handlertest.Holds(t, got, map[string]any{"legal_risk.band": want})
	}
}
