package politics

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/farebox/farebox/handlers/fec/fectest"
	"github.com/farebox/farebox/handlers/govcon/govcontest"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/lobbying/lobbyingtest"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/upstream/openfec"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

var engine = names.New()

func now() time.Time { return time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC) }

// examples are what the registers say to the example of the spec.
func examples() []upstreamtest.Answer {
	return slices.Concat(fectest.Answers(), govcontest.Answers(), lobbyingtest.Answers())
}

var service = handlertest.Over(serve)

// serve is the route over a world.
func serve(t testing.TB, world *upstreamtest.World) *handlertest.Service {
	t.Helper()

	h := New(world.Pool(t, map[string]string{openfec.KeyVariable: "k"}), engine, now)
	return handlertest.New(t, "politics", func(e *echo.Echo) { h.Register(e) })
}

func TestExample(t *testing.T) {
	s, world := service(t, examples()...)
	s.CheckExamples("sources", "as_of") // the pool has a clock of its own
	if misses := world.Misses(); len(misses) > 0 {
		t.Errorf("asked for what the registers do not have: %q", misses)
	}
}

// TestOneRound: no request waits for another.
func TestOneRound(t *testing.T) {
	s, world := service(t, examples()...)
	s.Get("/politics/profile", "name", "Lockheed Martin")
	if asked := world.Asked(); len(asked) != 5 { // two years of lobbying
		t.Errorf("%q", asked)
	}
}

const (
	fecHost  = "https://api.open.fec.gov/*"
	ldaHost  = "https://lda.gov/*"
	usaHost  = "https://api.usaspending.gov/*"
	allParts = "fec lobbying federal_awards"
)

// without are the registers of which those at some hosts are down.
func without(hosts ...string) []upstreamtest.Answer {
	var down []upstreamtest.Answer
	for _, host := range hosts {
		down = append(down,
			upstreamtest.Answer{URL: host, Status: 503},
			upstreamtest.Answer{Method: "POST", URL: host, Status: 503})
	}
	return append(down, examples()...)
}

func TestRegisterThatIsDownIsNullAndOthersAnswer(t *testing.T) {
	for _, c := range []struct {
		why, null string
		down      []string
	}{
		{"all answer", "", nil},
		{"no FEC", "fec", []string{fecHost}},
		{"no LDA", "lobbying", []string{ldaHost}},
		{"no USAspending", "federal_awards", []string{usaHost}},
		{"only the FEC", "lobbying federal_awards", []string{ldaHost, usaHost}},
		{"only LDA", "fec federal_awards", []string{fecHost, usaHost}},
	} {
		s, _ := service(t, without(c.down...)...)
		status, answer := s.Get("/politics/profile", "name", "Lockheed Martin")
		if status != 200 || answer["partial"] != (len(c.down) > 0) {
			t.Errorf("%s: %d, partial %v", c.why, status, answer["partial"])
		}
		for _, part := range strings.Fields(allParts) {
			if (answer[part] == nil) != slices.Contains(strings.Fields(c.null), part) {
				t.Errorf("%s: %s is %v", c.why, part, answer[part])
			}
		}
	}

	for why, down := range map[string][]string{
		"all are down":                        {fecHost, ldaHost, usaHost},
		"neither campaign money nor lobbying": {fecHost, ldaHost},
	} {
		s, _ := service(t, without(down...)...)
		status, problem := s.Get("/politics/profile", "name", "Lockheed Martin")
		if status != 502 || problem["code"] != "upstream_failed" {
			t.Errorf("%s: %d %v", why, status, problem)
		}
	}
}

// TestShortNameIsAnsweredInPart: the FEC takes no search for two letters, the others do.
func TestShortNameIsAnsweredInPart(t *testing.T) {
	ge := lobbyingtest.Answers()[0]
	ge.URL = lobbyingtest.Filings
	ge.Body = strings.ReplaceAll(ge.Body, "LOCKHEED MARTIN CORPORATION", "GE")
	s, world := service(t, append([]upstreamtest.Answer{ge}, examples()...)...)
	status, answer := s.Get("/politics/profile", "name", "GE")
	if status != 200 || answer["partial"] != true || answer["fec"] != nil {
		t.Fatalf("%d, partial %v, fec %v", status, answer["partial"], answer["fec"])
	}

	skipped := 0
	sources, _ := answer["sources"].([]any)
	for _, s := range sources {
		if source, ok := s.(map[string]any); ok && source["status"] == "skipped" {
			skipped++
		}
	}
	if skipped != 2 {
		t.Errorf("%d sources were skipped, want 2: %v", skipped, sources)
	}
	for _, asked := range world.Asked() {
		if strings.Contains(asked, "open.fec.gov") {
			t.Errorf("asked %s", asked)
		}
	}
}

// TestNothingOfANameIsNotSold: neither three nulls nor what is found by an article.
func TestNothingOfANameIsNotSold(t *testing.T) {
	for name, want := range map[string]int{"3M": 404, "the": 400, "Inc": 400, "N/A": 400, "none": 400} {
		s, _ := service(t, examples()...)
		if status, answer := s.Get("/politics/profile", "name", name); status != want {
			t.Errorf("%s: %d %v", name, status, answer)
		}
	}
}

func TestEmployersAreSearchedWithoutTheLegalForm(t *testing.T) {
	s, _ := service(t, examples()...)
	_, answer := s.Get("/politics/profile", "name", "Lockheed Martin Corporation")
	gifts := answer["fec"].(map[string]any)["employer_gifts"].(map[string]any)
	if gifts["rows"] == 0.0 {
		t.Errorf("%v", gifts)
	}
}

func TestOneRequestOfTheFECMayFail(t *testing.T) {
	answers := append([]upstreamtest.Answer{{URL: fectest.API + "/committees/", Status: 503}}, examples()...)
	s, _ := service(t, answers...)
	_, answer := s.Get("/politics/profile", "name", "Lockheed Martin")
	part := answer["fec"].(map[string]any)
	if part["committees"] != nil || part["employer_gifts"] == nil || answer["partial"] != true {
		t.Errorf("%v", part)
	}
}

// TestOtherNamesAreShownAndNotAdded: neither employers nor committees nor recipients that only hold the words.
func TestOtherNamesAreShownAndNotAdded(t *testing.T) {
	answers := append([]upstreamtest.Answer{{
		URL: fectest.API + "/committees/",
		Body: `{"results":[
{"committee_id":"C00000001","name":"RETIREES OF LOCKHEED MARTIN","affiliated_committee_name":"NONE","cycles":[]},
{"committee_id":"C00000002","name":"EMPLOYEES' PAC","affiliated_committee_name":"LOCKHEED MARTIN CORP","cycles":[]},
{"committee_id":"C00000003","name":"LOCKHEED MARTIN INC","affiliated_committee_name":null,"cycles":[]}],
"pagination":{"count":3}}`,
	}}, examples()...)
	s, _ := service(t, answers...)
	_, answer := s.Get("/politics/profile", "name", "Lockheed Martin")

	fec := answer["fec"].(map[string]any)
	gifts := fec["employer_gifts"].(map[string]any)
	if gifts["matched_amount_usd"] != 700.0 || gifts["matched_count"] != 3.0 || gifts["rows"] != 4.0 {
		t.Errorf("%v", gifts)
	}
	var relations []any
	for _, c := range fec["committees"].([]any) {
		relations = append(relations, c.(map[string]any)["relation"])
	}
	if !slices.Equal(relations, []any{"holds_words", "named_as_affiliate", "same_name"}) {
		t.Errorf("%v", relations)
	}

	awards := answer["federal_awards"].(map[string]any)
	others := awards["other_recipients"].([]any)
	if awards["includes_subsidiaries"] != true || awards["ambiguous"] != false ||
		awards["match_score"].(float64) < 85 ||
		len(others) != 1 || !strings.Contains(others[0].(string), "JAVELIN") {
		t.Errorf("%v", awards)
	}
}

func TestNameThatNobodyHas(t *testing.T) {
	s, _ := service(t, examples()...)
	status, answer := s.Get("/politics/profile", "name", "ZZZZ9999")
	if status != 404 || answer["field"] != "name" {
		t.Errorf("%d %v", status, answer)
	}
}

// TestNameOfArticlesIsThatOfAClient: On AG is one, by words that name nobody where no register has them.
func TestNameOfArticlesIsThatOfAClient(t *testing.T) {
	on := lobbyingtest.Answers()[0]
	on.URL = lobbyingtest.Filings
	on.Body = strings.ReplaceAll(on.Body, "LOCKHEED MARTIN CORPORATION", "ON AG")
	s, _ := service(t, append([]upstreamtest.Answer{on}, examples()...)...)
	if status, answer := s.Get("/politics/profile", "name", "On AG"); status != 200 || answer["lobbying"] == nil {
		t.Errorf("%d %v", status, answer)
	}

	nothing, _ := service(t, examples()...)
	nothing.RefusesNobody("/politics/profile", "name")
}

func TestClientsOfOneNameInTwoPlacesAreNoted(t *testing.T) {
	elsewhere := lobbyingtest.Answers()[0]
	elsewhere.URL = lobbyingtest.Filings
	elsewhere.Body = strings.Replace(elsewhere.Body, `"state":"MD"`, `"state":"OH"`, 1)
	s, _ := service(t, append([]upstreamtest.Answer{elsewhere}, examples()...)...)
	_, answer := s.Get("/politics/profile", "name", "Lockheed Martin")
	if notes, _ := json.Marshal(answer["notes"]); !strings.Contains(string(notes), "namesakes") {
		t.Errorf("%s", notes)
	}
}

func TestNameOfSeveralClientsIsLeftAlone(t *testing.T) {
	filing := func(id, client string) string {
		return `{"filing_uuid":"` + id + `","filing_type":"Q1","filing_type_display":"1st Quarter - Report",` +
			`"filing_year":2026,` +
			`"filing_period":"first_quarter","income":"30000.00","expenses":null,"registrant":{"id":1,"name":"FIRM ` +
			`LLP"},` +
			`"client":{"id":2,"name":"` + client + `"},"lobbying_activities":[]}`
	}
	answers := append([]upstreamtest.Answer{{
		URL:  lobbyingtest.Filings + "?client_name=Summit&filing_year=2026",
		Body: lobbyingtest.Page(filing("1", "SUMMIT TOOLS"), filing("2", "SUMMIT HEALTH")),
	}}, examples()...)
	s, _ := service(t, answers...)
	_, answer := s.Get("/politics/profile", "name", "Summit")
	source := answer["sources"].([]any)[2].(map[string]any)
	notes := answer["notes"].([]any)
	if answer["lobbying"] != nil || answer["partial"] != false || source["status"] != "skipped" || len(notes) == 0 ||
		!strings.Contains(notes[0].(string), "SUMMIT HEALTH") {
		t.Errorf("%v %v", source, notes)
	}
}
