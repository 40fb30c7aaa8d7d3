package kyb

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	gen "github.com/farebox/farebox/gen/kyb"
	"github.com/farebox/farebox/internal/party/organisations"
	"github.com/farebox/farebox/internal/party/organisations/organisationstest"
	"github.com/farebox/farebox/internal/party/sanctions/sanctionstest"
	"github.com/farebox/farebox/internal/upstream/gleif"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestAnEndThatOthersContradict: who says that a company ended is believed until another register says later that it
// goes on. What they say is shown as a conflict either way.
func TestAnEndThatOthersContradict(t *testing.T) {
	current := organisationstest.Filing{Form: "10-Q", Filed: "2026-08-01"}
	acme := filer(current)
	acme.LEI = lei
	left := filer(organisationstest.Filing{Form: "15-12G", Filed: "2026-09-01"}, current)
	item := func(day string) []organisationstest.Item {
		return []organisationstest.Item{{
			QID:       "Q7",
			Label:     "Acme Widgets Inc",
			CIKs:      []string{"7"},
			LEIs:      []string{lei},
			Dissolved: day,
		}}
	}
	ended := func(day string) []organisationstest.Record {
		return record(func(r *organisationstest.Record) {
			r.Registration = "RETIRED"
			r.Status = "INACTIVE"
			r.Expired = "DISSOLVED"
			r.ExpiredOn = day
		})
	}
	cases := []struct {
		why      string
		in       organisationstest.Registers
		query    []string
		verdict  string
		status   string
		code     string
		conflict string
	}{
		{
			"Wikidata against an active LEI and current filings",
			organisationstest.Registers{
				Filers:  []organisationstest.Filer{acme},
				Records: record(nil),
				Items:   item("2019-05-01"),
			},
			[]string{"cik", "7"}, "likely_real", "active", "dissolution_disputed",
			"wikidata says dissolved on 2019-05-01",
		},
		{
			"Wikidata against an active LEI alone",
			organisationstest.Registers{Records: record(nil), Items: item("2019-05-01")},
			[]string{"lei", lei}, "likely_real", "active", "dissolution_disputed", "gleif says",
		},
		{
			"Wikidata against filings of later alone",
			organisationstest.Registers{Filers: []organisationstest.Filer{filer(current)}, Items: item("2026-01-01")},
			[]string{"cik", "7"}, "likely_real", "active", "dissolution_disputed", "sec says",
		},
		{
			"Wikidata after the last filing",
			organisationstest.Registers{Filers: []organisationstest.Filer{filer(current)}, Items: item("2026-10-01")},
			[]string{"cik", "7"}, "dissolved", "active", "dissolved", "sec says",
		},
		{
			"Wikidata after the last word of GLEIF",
			organisationstest.Registers{
				Records: record(func(r *organisationstest.Record) { r.Updated = "2026-03-01" }),
				Items:   item("2026-10-01"),
			},
			[]string{"lei", lei}, "dissolved", "active", "dissolved", "gleif says",
		},
		{
			"GLEIF before the last filing",
			organisationstest.Registers{Filers: []organisationstest.Filer{acme}, Records: ended("2024-01-01")},
			[]string{"cik", "7"}, "likely_real", "unknown", "dissolution_disputed",
			"gleif says dissolved on 2024-01-01",
		},
		{
			"GLEIF after the last filing",
			organisationstest.Registers{Filers: []organisationstest.Filer{acme}, Records: ended("2026-10-01")},
			[]string{"cik", "7"}, "dissolved", "dissolved", "dissolved", "sec says",
		},
		{
			"an end to come",
			organisationstest.Registers{Records: record(func(r *organisationstest.Record) {
				r.Expired = "DISSOLVED"
				r.ExpiredOn = "2027-06-30"
			})},
			[]string{"lei", lei}, "real", "active", "lei_active", "",
		},
		{
			"inactive at GLEIF, filing since",
			organisationstest.Registers{
				Filers: []organisationstest.Filer{acme},
				Records: record(func(r *organisationstest.Record) {
					r.Status = "INACTIVE"
					r.ExpiredOn = "2024-01-01"
				}),
			},
			[]string{"cik", "7"}, "likely_real", "unknown", "id_conflict", "gleif says inactive",
		},
		{
			"deregistered after its last report",
			organisationstest.Registers{Filers: []organisationstest.Filer{left}},
			[]string{"cik", "7"}, "inactive", "inactive", "deregistered", "",
		},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			if len(c.in.Filers) == 0 {
				c.in.Filers = []organisationstest.Filer{
					{CIK: "0000000001", Name: "Unrelated Corp", Tickers: []string{"UNR"}},
				}
			}
			status, got := serve(t, c.in.World(t), false).Get("/kyb/verify", c.query...)
			if status != http.StatusOK {
				t.Fatal(status, got)
			}
			state := got["entity"].(map[string]any)["status"]
			if got["verdict"] != c.verdict || state != c.status {
				t.Errorf("verdict %v, status %v: %v", got["verdict"], state, got["reasons"])
			}
			if !hasCode(got, c.code) || c.code != "dissolved" && hasCode(got, "dissolved") {
				t.Errorf("reasons %v", got["reasons"])
			}
			if c.verdict == "likely_real" && !hasCode(got, "id_conflict") {
				t.Errorf("a contradiction costs nothing: %v", got["reasons"])
			}
			shown := slices.ContainsFunc(got["conflicts"].([]any), func(s any) bool {
				return strings.HasPrefix(s.(string), "status: ") && strings.Contains(s.(string), c.conflict)
			})
			if shown != (c.conflict != "") {
				t.Errorf("conflicts %v", got["conflicts"])
			}
		})
	}
}

func hasCode(answer map[string]any, code string) bool {
	return slices.ContainsFunc(answer["reasons"].([]any), func(r any) bool {
		return r.(map[string]any)["code"] == code
	})
}

// TestAPersonIsNoCompany: Wikidata has items of everything.
func TestAPersonIsNoCompany(t *testing.T) {
	in := organisationstest.Registers{
		Filers: []organisationstest.Filer{filer()},
		Items:  []organisationstest.Item{{QID: "Q42", Label: "Douglas Adams", Kinds: []string{"Q5"}}},
	}
	status, got := serve(t, in.World(t), false).Get("/kyb/verify", "qid", "Q42")
	if status != http.StatusOK || got["verdict"] != "not_found" {
		t.Errorf("%d %v", status, got)
	}
}

// TestEveryLegalNameIsScreened: the lists have the names of foreign companies in English, GLEIF in their own language.
func TestEveryLegalNameIsScreened(t *testing.T) {
	in := organisationstest.Registers{
		Filers: []organisationstest.Filer{filer()},
		Records: record(func(r *organisationstest.Record) {
			r.Name = "Gruppe Auferstehung"
			r.English = "Lazarus Group"
		}),
	}
	world := in.World(t)
	world.Add(t, sanctionstest.Answers()...)
	_, got := serve(t, world, true).Get("/kyb/verify", "lei", lei)
	screening := got["screening"].(map[string]any)
	if !hasCode(got, "sanctions_match") || screening["status"] != "match" ||
		!slices.Contains(screening["names"].([]any), any("Lazarus Group")) {
		t.Errorf("%v %v", got["reasons"], screening)
	}
}

// TestNamesInOtherScriptsAreComparedWithTheRegister: a listed party is found by a name that Wikidata alone has for it.
func TestNamesInOtherScriptsAreComparedWithTheRegister(t *testing.T) {
	h := handlersListed(t, upstreamtest.New(t, examples()...), func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	})
	entity := gleif.Entity{LegalName: gleif.Name{Name: "科希斯坦货币兑换"}}
	part := h.screen(&organisations.Party{Record: &gleif.Record{Entity: entity}}).part
	if part.Status != gen.Match || len(part.Matches) == 0 {
		t.Fatal(part.Status, part.Matches)
	}
	if item := part.Matches[0].WikidataItem; item == nil || *item != "Q990000002" {
		t.Error(part.Matches[0])
	}
}

// TestTheFrenchRegisterIsNamed: where it stands in for the Union's own list, nobody is cleared by it.
func TestTheFrenchRegisterIsNamed(t *testing.T) {
	in := organisationstest.Registers{Filers: []organisationstest.Filer{filer()}, Records: record(nil)}
	world := in.World(t)
	for _, answer := range sanctionstest.Answers() {
		if !strings.Contains(answer.URL, "webgate.ec.europa.eu") {
			world.Add(t, answer)
		}
	}
	_, got := serveListed(t, world, func(error) {}).Get("/kyb/verify", "lei", lei)
	screening := got["screening"].(map[string]any)
	if screening["status"] != "incomplete" || got["partial"] != true {
		t.Error(screening["status"], got["partial"])
	}
	for _, row := range screening["lists"].([]any) {
		list := row.(map[string]any)
		french := strings.Contains(list["title"].(string), "French register")
		if french != (list["list"] == "eu-fsf") {
			t.Error(list)
		}
	}
}

// TestANameOfSignsIsNone: it is refused, and no register asked.
func TestANameOfSignsIsNone(t *testing.T) {
	in := organisationstest.Registers{Filers: []organisationstest.Filer{filer()}}
	world := in.World(t)
	s := serve(t, world, false)
	before := len(world.Asked())
	for _, name := range []string{"!!!", "&", "(*)", "…"} {
		if status, got := s.Get("/kyb/verify", "name", name); status != http.StatusBadRequest {
			t.Errorf("%q: %d %v", name, status, got)
		}
	}
	if asked := world.Asked()[before:]; len(asked) > 0 {
		t.Errorf("asked %q", asked)
	}
}

// TestADownRegisterIsNotOneThatHasNothing: who did not answer is not said to have no entry, and without both registers
// there is nothing to sell.
func TestADownRegisterIsNotOneThatHasNothing(t *testing.T) {
	in := organisationstest.Registers{
		Filers: []organisationstest.Filer{filer()},
		Items: []organisationstest.Item{
			{QID: "Q7", Label: "Acme Widgets Inc", CIKs: []string{"7"}, LEIs: []string{lei}},
		},
		Down: []string{"api.gleif.org", "data.sec.gov"},
	}
	status, got := serve(t, in.World(t), false).Get("/kyb/verify", "qid", "Q7")
	if status != http.StatusBadGateway {
		t.Errorf("%d %v", status, got)
	}
}
