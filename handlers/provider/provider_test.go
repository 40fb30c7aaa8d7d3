package provider

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/provider/providertest"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/party/samename/samenametest"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

var engine = names.New()

const none = `{"result_count":0,"results":[]}`

// service serves the routes over a world of these answers, with the OIG list loaded if the world has it.
func service(
	t testing.TB, env map[string]string, answers ...upstreamtest.Answer,
) (*handlertest.Service, *upstreamtest.World) {
	t.Helper()
	world := upstreamtest.New(t, append(answers,
		providertest.Unindexed(providertest.Organizations), providertest.Unindexed(providertest.Persons))...)
	return serve(t, env, world), world
}

// serve is the routes over a world.
func serve(t testing.TB, env map[string]string, world *upstreamtest.World) *handlertest.Service {
	t.Helper()
	now := func() time.Time { return providertest.Now }
	pool := world.Pool(t, env, upstreamtest.SmallLists, upstreamtest.At(now))
	h := New(pool, engine, now)
	if err := pool.Err(); err != nil {
		t.Fatal(err)
	}
	_ = h.OIG().Refresh(t.Context()) // a world may lack it
	return handlertest.New(t, "provider", h.Register)
}

// register answers everything with the record that change makes of a person's.
func register(change func(record map[string]any)) upstreamtest.Answer {
	record := map[string]any{
		"enumeration_type": "NPI-1",
		"number":           "1003000126",
		"basic": map[string]any{
			"first_name":         "ARDALAN",
			"last_name":          "ENKESHAFI",
			"middle_name":        "B",
			"credential":         "M.D.",
			"status":             "A",
			"enumeration_date":   "2007-08-31",
			"last_updated":       "2025-05-28",
			"certification_date": "2025-05-28",
			"sex":                "M",
		},
		"addresses": []any{
			map[string]any{"address_purpose": "MAILING", "address_1": "1 HOME LANE", "city": "HOMETOWN", "state": "VA"},
			map[string]any{
				"address_purpose": "LOCATION",
				"address_1":       "6410 ROCKLEDGE DR",
				"city":            "BETHESDA",
				"state":           "MD",
			},
		},
		"other_names": []any{},
		"taxonomies": []any{map[string]any{
			"code": "208M00000X", "desc": "Hospitalist", "license": "MD600003480", "state": "DC", "primary": true,
		}},
	}
	if change != nil {
		change(record)
	}
	raw, _ := json.Marshal(map[string]any{"result_count": 1, "results": []any{record}}) // of plain values
	return upstreamtest.Answer{URL: providertest.Register, Body: string(raw)}
}

func basic(name string, value any) func(map[string]any) {
	return func(r map[string]any) { r["basic"].(map[string]any)[name] = value }
}

// row is a row of the OIG list of a person.
func row(last, first, middle, npi, born, state string) string {
	return fmt.Sprintf(`"%s","%s","%s","","IND","NURSE","","%s","%s","9 SECRET ROAD","TOWN","%s","10040","1128b4",`+
		`"20150101","00000000","00000000",""`+"\n", last, first, middle, npi, born, state)
}

func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	s, world := service(t, nil, providertest.Answers()...)
	s.CheckExamples()
	if m := world.Misses(); len(m) > 0 {
		t.Errorf("asked for what the providers do not have: %q", m)
	}
}

func reasonsOf(got map[string]any) (text string, sum float64) {
	var all []string
	for _, x := range got["reasons"].([]any) {
		r := x.(map[string]any)
		sum += r["points"].(float64)
		all = append(all, fmt.Sprintf("%s %v", r["code"], r["points"]))
	}
	return strings.Join(all, ", "), sum
}

func TestVerdictsFollowTheRules(t *testing.T) {
	list := providertest.List("")
	for _, c := range []struct {
		name    string
		answers []upstreamtest.Answer
		query   []string
		verdict string
		score   float64
		reasons string
	}{
		{"in order", []upstreamtest.Answer{register(nil), list}, nil,
			"verified", 99, "sam_unchecked 0, not_all_known -1"},
		{"not in the register", []upstreamtest.Answer{{URL: providertest.Register, Body: none}, list}, nil,
			"not_found", 0, "npi_not_found -100, oig_incomplete 0, sam_unchecked 0"},
		{"not in use", []upstreamtest.Answer{register(basic("status", "D")), list}, nil,
			"inactive", 40, "sam_unchecked 0, npi_inactive -60"},
		{"another name", []upstreamtest.Answer{register(nil), list}, []string{"name", "Maria Gonzalez"},
			"review", 60, "sam_unchecked 0, name_mismatch -40"},
		{"the name in another order", []upstreamtest.Answer{register(nil), list}, []string{"name",
			"Enkeshafi, Ardalan"},
			"verified", 99, "sam_unchecked 0, not_all_known -1"},
		{"no field of work", []upstreamtest.Answer{register(func(r map[string]any) { r["taxonomies"] = []any{} }),
			list},
			nil, "verified", 90, "sam_unchecked 0, no_primary_taxonomy -10"},
		{"no licence", []upstreamtest.Answer{register(func(r map[string]any) {
			r["taxonomies"].([]any)[0].(map[string]any)["license"] = ""
		}), list}, nil, "verified", 90, "sam_unchecked 0, no_license -10"},
		{"over five years old", []upstreamtest.Answer{register(basic("last_updated", "2021-11-19")), list}, nil,
			"verified", 90, "sam_unchecked 0, old_record -10"},
		{"five years old today", []upstreamtest.Answer{register(basic("last_updated", "2021-11-21")), list}, nil,
			"verified", 99, "sam_unchecked 0, not_all_known -1"},
		{"over ten years old", []upstreamtest.Answer{register(basic("last_updated", "2016-11-18")), list}, nil,
			"verified", 80, "sam_unchecked 0, very_old_record -20"},
		{"another state", []upstreamtest.Answer{register(nil), list}, []string{"state", "Ohio"},
			"verified", 90, "sam_unchecked 0, state_mismatch -10"},
		{"the state of the licence", []upstreamtest.Answer{register(nil), list}, []string{"state", "DC"},
			"verified", 99, "sam_unchecked 0, not_all_known -1"},
		{"a new number", []upstreamtest.Answer{register(basic("enumeration_date", "2026-09-01")), list}, nil,
			"verified", 95, "sam_unchecked 0, new_number -5"},
		{"the register does not say when it was certified",
			[]upstreamtest.Answer{register(basic("certification_date", nil)), list}, nil,
			"verified", 99, "sam_unchecked 0, not_all_known -1"},
		{"excluded", []upstreamtest.Answer{register(nil), providertest.List(row("OTHER", "NAME", "", "1003000126", "",
			"TX"))},
			nil, "excluded", 0, "oig_excluded -100, sam_unchecked 0"},
		{"excluded and gone from the register", []upstreamtest.Answer{{URL: providertest.Register, Body: none},
			providertest.List(row("OTHER", "NAME", "", "1003000126", "", "TX"))}, nil,
			"excluded", 0, "oig_excluded -100, npi_not_found -100, sam_unchecked 0"},
		{"the same name and state", []upstreamtest.Answer{register(nil),
			providertest.List(row("ENKESHAFI", "ARDALAN", "", "0000000000", "", "MD"))}, nil,
			"review", 50, "possible_exclusion -50, sam_unchecked 0"},
		{"the same name in another state", []upstreamtest.Answer{register(nil),
			providertest.List(row("ENKESHAFI", "ARDALAN", "", "0000000000", "", "TX"))}, nil,
			"review", 75, "possible_exclusion -25, sam_unchecked 0"},
		{"the same name in two states, one of them its own", []upstreamtest.Answer{register(nil),
			providertest.List(row("ENKESHAFI", "ARDALAN", "", "0000000000", "", "TX") +
				row("ENKESHAFI", "ARDALAN", "", "0000000000", "", "MD"))}, nil,
			"review", 50, "possible_exclusion -50, sam_unchecked 0"},
		{"many small things", []upstreamtest.Answer{register(func(r map[string]any) {
			r["taxonomies"] = []any{}
			basic("last_updated", "2010-01-01")(r)
		}), list}, []string{"name", "Maria Gonzalez", "state", "TX"}, "high_risk", 20,
			"sam_unchecked 0, name_mismatch -40, no_primary_taxonomy -10, very_old_record -20, state_mismatch -10"},
	} {
		s, _ := service(t, nil, c.answers...)
		code, got := s.Get("/provider/verify", append([]string{"npi", "1003000126"}, c.query...)...)
		if code != 200 {
			t.Errorf("%s: %d %v", c.name, code, got)
			continue
		}
		reasons, sum := reasonsOf(got)
		if got["verdict"] != c.verdict || got["trust_score"] != c.score || reasons != c.reasons {
			t.Errorf("%s: %v %v %q", c.name, got["verdict"], got["trust_score"], reasons)
		}
		if want := min(max(100+sum, 0), 100); got["trust_score"] != want {
			t.Errorf("%s: the points add up to %v, the score is %v", c.name, want, got["trust_score"])
		}
	}
}

func TestOnlyTheNumberProvesAnExclusion(t *testing.T) {
	for _, c := range []struct {
		name, row string
		query     []string
		match     string
		ground    string
	}{
		{"the number", row("X", "Y", "", "1003000126", "", "TX"), nil, "npi", "the same NPI"},
		{"name and state", row("ENKESHAFI", "ARDALAN", "", "0000000000", "", "MD"), nil, "possible", "the same state"},
		{"name and year of birth", row("ENKESHAFI", "ARDALAN", "", "", "19700203", "TX"), []string{"birth_year",
			"1970"},
			"possible", "the same year of birth"},
		{"name alone", row("ENKESHAFI", "ARDALAN", "", "0000000000", "19700203", "TX"), nil, "possible",
			"another state"},
		{"another year of birth", row("ENKESHAFI", "ARDALAN", "", "", "19700203", "MD"), []string{"birth_year", "1971"},
			"namesake", "another year of birth"},
		{"another number", row("ENKESHAFI", "ARDALAN", "", "1234567893", "", "MD"), nil, "namesake", "another NPI"},
		{"another middle name", row("ENKESHAFI", "ARDALAN", "ZOE", "", "", "MD"), nil, "namesake",
			"another middle name"},
		{"no state on the list", row("ENKESHAFI", "ARDALAN", "", "", "", ""), nil, "possible", "no state to compare"},
		{"neither state nor middle name", row("ENKESHAFI", "ARDALAN", "ZOE", "", "", ""), nil, "namesake",
			"another middle name"},
		{"a like first name", row("ENKESHAFI", "ARDALLAN", "", "", "", "MD"), nil, "namesake", "a like name"},
		{"another first name", row("ENKESHAFI", "ANNE", "", "", "", "MD"), nil, "", ""},
		{"another last name", row("ENKESH", "ARDALAN", "", "", "", "MD"), nil, "", ""},
	} {
		s, _ := service(t, nil, register(nil), providertest.List(c.row))
		_, got := s.Get("/provider/verify", append([]string{"npi", "1003000126"}, c.query...)...)
		matches := got["exclusions"].(map[string]any)["oig"].(map[string]any)["matches"].([]any)
		if c.match == "" {
			if len(matches) != 0 || got["verdict"] != "verified" {
				t.Errorf("%s: %v", c.name, matches)
			}
			continue
		}
		if len(matches) != 1 {
			t.Errorf("%s: %v", c.name, matches)
			continue
		}
		m := matches[0].(map[string]any)
		if m["match_type"] != c.match || !strings.Contains(fmt.Sprint(m["grounds"]), c.ground) ||
			(got["verdict"] == "excluded") != (c.match == "npi") {
			t.Errorf("%s: %v %v, %v", c.name, m["match_type"], m["grounds"], got["verdict"])
		}
		if c.match == "namesake" && (got["verdict"] != "verified" || got["trust_score"] != 99.0) {
			t.Errorf("%s: a namesake counts: %v %v", c.name, got["verdict"], got["trust_score"])
		}
	}
}

func TestNamesThatTheListCutsAreFound(t *testing.T) {
	long := register(func(r map[string]any) {
		basic("last_name", "VANDERBILT-MONTGOMERYSHIRE")(r)
		basic("first_name", "CHRISTOPHERALEXANDER")(r)
	})
	s, _ := service(t, nil, long, providertest.List(row("VANDERBILT-MONTGOMER", "CHRISTOPHERALEX", "", "", "", "MD")))
	_, got := s.Get("/provider/verify", "npi", "1003000126")
	if got["verdict"] != "review" {
		t.Errorf("a person's name: %v", got["exclusions"])
	}

	business := `"","","","NORTHERN CALIFORNIA SPEECH AND","OTHER","CLINIC","","","","1 A","TOWN","CA","10040",` +
		`"1128a1",` +
		`"20150101","00000000","00000000",""` + "\n"
	answer := upstreamtest.Answer{URL: providertest.Register, Body: none}
	s, _ = service(t, nil, answer, providertest.List(business))
	_, got = s.Get("/provider/screen", "organization", "Northern California Speech and Hearing Center")
	matches := got["exclusions"].(map[string]any)["oig"].(map[string]any)["matches"].([]any)
	if len(matches) != 1 || matches[0].(map[string]any)["match_type"] != "possible" || got["found"] != false {
		t.Errorf("a business's name: %v", got)
	}
}

func TestListThatWasNotAskedClearsNobody(t *testing.T) {
	s, _ := service(t, nil, register(nil))
	_, got := s.Get("/provider/verify", "npi", "1003000126")
	oig := got["exclusions"].(map[string]any)["oig"].(map[string]any)
	if got["verdict"] != "review" || got["confidence_level"] != "low" || got["partial"] != true ||
		oig["available"] != false ||
		oig["reason"] != "unavailable" || got["trust_score"] != nil ||
		fmt.Sprint(got["flags"]) != "[oig_unchecked]" {
		t.Errorf("without the OIG list: %v %v %v %v", got["verdict"], got["confidence_level"], got["flags"], oig)
	}
}

// TestFormerAndGivenNamesAreSearchedToo: an exclusion stands under the name that a person had then.
func TestFormerAndGivenNamesAreSearchedToo(t *testing.T) {
	former := register(func(r map[string]any) {
		r["other_names"] = []any{map[string]any{"type": "Former Name", "first_name": "ARDALAN", "last_name": "ZAMANI"}}
	})
	list := providertest.List(row("ZAMANI", "ARDALAN", "", "0000000000", "", "MD"))
	for why, c := range map[string]struct {
		answer upstreamtest.Answer
		query  []string
	}{
		"a former name":            {former, []string{"npi", "1003000126"}},
		"found by today's name":    {former, []string{"name", "Ardalan Enkeshafi"}},
		"the name that was stated": {register(nil), []string{"npi", "1003000126", "name", "Ardalan Zamani"}},
	} {
		s, _ := service(t, nil, c.answer, list)
		_, got := s.Get("/provider/verify", c.query...)
		reasons, _ := reasonsOf(got)
		if !strings.Contains(reasons, "possible_exclusion -50") || got["verdict"] == "verified" {
			t.Errorf("%s: %v %s", why, got["verdict"], reasons)
		}
	}
}

// TestANumberAloneClearsNobody: nine entries in ten of the OIG list have no number, so that a number that no name is
// known for was not looked for in full.
func TestANumberAloneClearsNobody(t *testing.T) {
	answer := upstreamtest.Answer{URL: providertest.Register, Body: none}
	key := map[string]string{"SAM_GOV_API_KEY": "a-key"}
	s, world := service(t, key, answer, providertest.List(row("X", "Y", "", "0000000000", "", "TX")))
	status, got := s.Get("/provider/screen", "npi", "1003000126")
	lists := got["exclusions"].(map[string]any)
	for _, name := range []string{"oig", "sam"} {
		if list := lists[name].(map[string]any); status != 200 || list["reason"] != "incomplete" || got["partial"] != true {
			t.Errorf("%s: %d %v %v", name, status, list, got["partial"])
		}
	}
	if strings.Contains(strings.Join(world.Asked(), " "), "api.sam.gov") {
		t.Error("SAM.gov was asked without a name")
	}

	s, _ = service(t, nil, answer, providertest.List(""))
	_, got = s.Get("/provider/screen", "npi", "1003000126", "name", "Ardalan Enkeshafi")
	if oig := got["exclusions"].(map[string]any)["oig"].(map[string]any); oig["reason"] != nil {
		t.Errorf("with a name: %v", oig)
	}
}

// TestNothingIsSoldWithoutTheRegister: a page in place of an answer is no word that there is no such provider.
func TestNothingIsSoldWithoutTheRegister(t *testing.T) {
	for why, answer := range map[string]upstreamtest.Answer{
		"down":      {Status: 503},
		"moved":     {Status: 404, Type: "text/html", Body: "<!DOCTYPE html><title>404</title>"},
		"a page":    {Type: "text/html", Body: "<html>maintenance</html>"},
		"no status": {Body: strings.Replace(providertest.Clinic, `"status":"A"`, `"state":"A"`, 1)},
	} {
		answer.URL = providertest.Register
		s, _ := service(t, nil, answer, providertest.List(""))
		for _, route := range []string{"/provider/screen", "/provider/verify"} {
			if status, got := s.Get(route, "npi", "1568946812"); status != 502 {
				t.Errorf("%s of %s: %d %v", why, route, status, got)
			}
		}
	}
}

// TestUnknownStatusOfANumberIsNotInactive: the register's word is A or D.
func TestUnknownStatusOfANumberIsNotInactive(t *testing.T) {
	s, _ := service(t, nil, register(basic("status", "P")), providertest.List(""))
	_, got := s.Get("/provider/verify", "npi", "1003000126")
	handlertest.Holds(t, got, map[string]any{
		"verdict":         "verified",
		"provider.status": "unknown",
	})
}

// TestANameWithoutAStateMayBeAnybodys: with nothing to compare, an entry of the same name is not another person's.
func TestANameWithoutAStateMayBeAnybodys(t *testing.T) {
	answer := upstreamtest.Answer{URL: providertest.Register, Body: none}
	s, _ := service(t, nil, answer, providertest.List(row("ENKESHAFI", "ARDALAN", "", "", "", "TX")))
	_, got := s.Get("/provider/screen", "name", "Ardalan Enkeshafi")
	matches := got["exclusions"].(map[string]any)["oig"].(map[string]any)["matches"].([]any)
	if len(matches) != 1 || matches[0].(map[string]any)["match_type"] != "possible" {
		t.Errorf("%v", matches)
	}
}

func TestSAMIsAskedWithAKeyOnly(t *testing.T) {
	key := map[string]string{"SAM_GOV_API_KEY": "a-key"}
	clear := upstreamtest.Answer{URL: providertest.SAM, Body: `{"totalRecords":0,"excludedEntity":[]}`}
	entity := func(npi, state, terminated string) upstreamtest.Answer {
		return upstreamtest.Answer{URL: providertest.SAM, Body: fmt.Sprintf(`{"totalRecords":1,"excludedEntity":[{
			"exclusionDetails":{"classificationType":"Individual","exclusionType":"Ineligible (Proceedings Completed)",
			"exclusionProgram":"Reciprocal","excludingAgencyName":"OPM"},
			"exclusionIdentification":{"npi":%s,"firstName":"Ardalan","middleName":null,"lastName":"Enkeshafi",
"entityName":"Ardalan Enkeshafi"},
			"exclusionActions":{"listOfActions":[{"activateDate":"12-12-2011","terminationDate":%s,
"recordStatus":"Active"}]},
			"exclusionPrimaryAddress":{"stateOrProvinceCode":%q,"countryCode":"USA"}}]}`, npi, terminated, state)}
	}
	more := entity("null", "TX", "null")
	more.Body = strings.Replace(more.Body, `"totalRecords":1`, `"totalRecords":63`, 1)
	for _, c := range []struct {
		name       string
		env        map[string]string
		sam        upstreamtest.Answer
		verdict    string
		confidence string
		reason     any
		partial    bool
	}{
		{"no key", nil, clear, "verified", "medium", "not_configured", false},
		{"nothing there", key, clear, "verified", "high", nil, false},
		{"bad key", key, upstreamtest.Answer{URL: providertest.SAM, Status: 403}, "review", "medium", "unavailable",
			true},
		{"quota used up", key, upstreamtest.Answer{URL: providertest.SAM, Status: 429}, "review", "medium",
			"unavailable", true},
		{"moved", key, upstreamtest.Answer{URL: providertest.SAM, Status: 404, Type: "text/html", Body: "<html>"},
			"review", "medium", "unavailable", true},
		{"the number", key, entity(`"1003000126"`, "TX", "null"), "excluded", "high", nil, false},
		{"name and state", key, entity("null", "MD", "null"), "review", "high", nil, false},
		{"name alone", key, entity("null", "TX", "null"), "review", "high", nil, false},
		{"a masked number", key, entity(`"1234567890"`, "MD", "null"), "review", "high", nil, false},
		{"more than a page", key, more, "review", "medium", "incomplete", true},
		{"more than a page, and none of them", key, upstreamtest.Answer{
			URL:  providertest.SAM,
			Body: `{"totalRecords":63,"excludedEntity":[]}`,
		}, "review", "medium", "unavailable", true},
		{"over", key, entity(`"1003000126"`, "MD", `"01-01-2020"`), "verified", "high", nil, false},
	} {
		s, world := service(t, c.env, register(nil), providertest.List(""), c.sam)
		_, got := s.Get("/provider/verify", "npi", "1003000126")
		sam := got["exclusions"].(map[string]any)["sam"].(map[string]any)
		if got["verdict"] != c.verdict || got["confidence_level"] != c.confidence || sam["reason"] != c.reason ||
			got["partial"] != c.partial {
			t.Errorf("%s: %v %v %v partial %v", c.name, got["verdict"], got["confidence_level"], sam, got["partial"])
		}
		asked := slices.DeleteFunc(world.Asked(), func(u string) bool { return !strings.Contains(u, "api.sam.gov") })
		if (len(asked) > 0) != (c.env != nil) {
			t.Errorf("%s: asked %q", c.name, asked)
		}
	}
}

func TestRecordedProviders(t *testing.T) {
	recorded := func(file string) upstreamtest.Answer {
		return upstreamtest.Answer{URL: providertest.Register, Body: string(samples.Read(t, "nppes/"+file))}
	}
	list := upstreamtest.Answer{URL: providertest.OIG, Body: string(samples.Read(t, "leie/updated_head.csv"))}
	for _, c := range []struct {
		file, npi, verdict string
		score              float64
	}{
		{"individual_1003000126_2026.trim.json", "1003000126", "verified", 99},
		{"individual_by_npi_2019.json", "1720377294", "verified", 90},
		{"org_by_npi_2019.json", "1568946812", "verified", 80},
		{"not_found.json", "1234567893", "not_found", 0},
		{"not_found.json", "1972902351", "excluded", 0},
	} {
		s, _ := service(t, nil, recorded(c.file), list)
		_, got := s.Get("/provider/verify", "npi", c.npi)
		if got["verdict"] != c.verdict || got["trust_score"] != c.score || got["confidence_level"] != "medium" {
			t.Errorf("%s: %v %v %v", c.npi, got["verdict"], got["trust_score"], got["reasons"])
		}
	}

	s, _ := service(t, nil, recorded("individual_1003000126_2026.trim.json"), list)
	_, got := s.Get("/provider/screen", "npi", "1003000126")
	p := got["providers"].([]any)[0].(map[string]any)
	main := p["primary_taxonomy"].(map[string]any)
	if got["found"] != true || p["name"] != "ARDALAN ENKESHAFI" || p["credential"] != "M.D." ||
		p["status"] != "active" ||
		p["enumeration_date"] != "2007-08-31" || main["code"] != "208M00000X" ||
		main["license"] != "MD600003480" ||
		p["address"].(map[string]any)["city"] != "BETHESDA" {
		t.Errorf("screen: %v", p)
	}
	_, got = s.Get("/provider/screen", "name", "Ardalan Enkeshafi")
	if got["count"] != 1.0 || got["providers"].([]any)[0].(map[string]any)["match_score"] != 100.0 {
		t.Errorf("by name: %v", got["providers"])
	}
}

func TestNameHasToMeanOneProvider(t *testing.T) {
	record := register(nil).Body
	one := record[strings.Index(record, "[{")+1 : len(record)-2]
	two := `{"result_count":2,"results":[` + one + `,` + strings.Replace(one, "1003000126", "1720377294", 1) + `]}`
	s, _ := service(t, nil, upstreamtest.Answer{URL: providertest.Register, Body: two}, providertest.List(""))
	code, got := s.Get("/provider/verify", "name", "Ardalan Enkeshafi")
	if code != 400 || got["code"] != "ambiguous" || got["field"] != "name" {
		t.Errorf("two providers: %d %v", code, got)
	}
	code, got = s.Get("/provider/screen", "name", "Ardalan Enkeshafi")
	if code != 200 || got["count"] != 2.0 {
		t.Errorf("screened: %d %v", code, got["count"])
	}
	code, got = s.Get("/provider/verify", "name", "Maria Gonzalez")
	if code != 404 || got["field"] != "name" {
		t.Errorf("none of that name: %d %v", code, got)
	}
}

func TestWhenTheRegisterFails(t *testing.T) {
	list := providertest.List("")
	for name, answer := range map[string]upstreamtest.Answer{
		"down":    {Status: 503},
		"limited": {Status: 429},
		"a page":  {Body: "<html>"},
		"cut":     {Body: `{"result_count":1,"results":[{`},
		"error":   {Body: `{"Errors":[{"description":"odd","field":"number","number":"99"}]}`},
	} {
		answer.URL = providertest.Register
		s, _ := service(t, nil, answer, list)
		if code, got := s.Get("/provider/verify", "npi", "1003000126"); code < 500 {
			t.Errorf("%s: a verdict without the register: %d %v", name, code, got)
		}
		code, got := s.Get("/provider/verify", "npi", "1972902351")
		if code != 200 || got["verdict"] != "excluded" || got["partial"] != true || got["provider"] != nil {
			t.Errorf("%s: excluded all the same: %d %v", name, code, got)
		}
		code, got = s.Get("/provider/screen", "organization", "101 First Care Pharmacy Inc")
		if code < 500 {
			t.Errorf("%s: screened without the register: %d %v", name, code, got)
		}
	}

	s, _ := service(t, nil, upstreamtest.Answer{URL: providertest.Register, Status: 503})
	if code, got := s.Get("/provider/screen", "npi", "1003000126"); code != 502 {
		t.Errorf("nothing answers: %d %v", code, got)
	}
}

func TestPersonsPrivateDataAreLeftOut(t *testing.T) {
	s, _ := service(t, nil, register(nil), providertest.List(row("ENKESHAFI", "ARDALAN", "", "", "19700203", "MD")))
	for _, route := range []string{"screen", "verify"} {
		_, got := s.Get("/provider/"+route, "npi", "1003000126", "birth_year", "1970")
		text, err := json.Marshal(got)
		if err != nil {
			t.Fatal(err)
		}
		for _, private := range []string{"HOME LANE", "HOMETOWN", "SECRET ROAD", "1970", `"M"`} {
			if strings.Contains(string(text), private) {
				t.Errorf("%s shows %s: %s", route, private, text)
			}
		}
	}
	s, _ = service(t, nil, providertest.Answers()...)
	_, got := s.Get("/provider/verify", "npi", "1568946812")
	if text := fmt.Sprint(got); strings.Contains(text, "OFFICIAL") || strings.Contains(text, "MABLETON") {
		t.Errorf("an official or a mailing address: %s", text)
	}
}

func TestBadInputIsRefusedBeforeAnybodyIsAsked(t *testing.T) {
	s, world := service(t, nil)
	asked := len(world.Asked())
	for _, c := range []struct{ query, field, code string }{
		{"", "", "missing_input"},
		{"npi=1003000127", "npi", "invalid_input"},
		{"npi=3003000126", "npi", "invalid_input"},
		{"npi=100300012X", "npi", "invalid_input"},
		{"name=Ardalan", "name", "invalid_input"},
		{"name=!!", "name", "invalid_input"},
		{"name=A+B&organization=C+D", "organization", "ambiguous"},
		{"organization=!!", "organization", "invalid_input"},
		{"organization=CSP&birth_year=1970", "birth_year", "invalid_input"},
		{"npi=1003000126&state=Atlantis", "state", "invalid_input"},
	} {
		var query []string
		for pair := range strings.SplitSeq(c.query, "&") {
			if name, value, ok := strings.Cut(pair, "="); ok {
				query = append(query, name, strings.ReplaceAll(value, "+", " "))
			}
		}
		for _, route := range []string{"screen", "verify"} {
			code, got := s.Get("/provider/"+route, query...)
			field, _ := got["field"].(string)
			if code != 400 || got["code"] != c.code || field != c.field {
				t.Errorf("%s %q: %d %v", route, c.query, code, got)
			}
		}
	}
	if len(world.Asked()) != asked {
		t.Errorf("asked: %q", world.Asked()[asked:])
	}
}

func TestRoundTrips(t *testing.T) {
	key := map[string]string{"SAM_GOV_API_KEY": "a-key"}
	clear := upstreamtest.Answer{URL: providertest.SAM, Body: `{"totalRecords":0,"excludedEntity":[]}`}
	s, world := service(t, key, register(nil), providertest.List(""), clear)
	before := len(world.Asked())
	s.Get("/provider/verify", "npi", "1003000126")
	asked := world.Asked()[before:]
	if len(asked) != 2 || !strings.Contains(asked[0], "npiregistry") {
		t.Errorf("want the register, then SAM by name: %q", asked)
	}

	s.Get("/provider/screen", "organization", "Acme and Daughters Home Health, L.L.C.")
	if all := strings.Join(world.Asked(), " "); !strings.Contains(all, "exclusionName=Acme+Daughters+Home+Health&") {
		t.Errorf("want the words that each record of the name has: %s", all)
	}
}

// TestWordsThatNameNobodyExcludeNobody: that no list has them is no answer.
func TestWordsThatNameNobodyExcludeNobody(t *testing.T) {
	s, _ := service(t, nil, providertest.Answers()...)
	s.RefusesNobody("/provider/screen", "organization")
}

func TestOddNamesNeverBreakAScreen(t *testing.T) {
	s, _ := service(t, nil, providertest.Answers()...)
	for _, name := range []string{
		`O'Brien "Bob" Smith`, `a\b c\d`, "a\nb", "a) OR (b", "'; DROP TABLE exclusion; --", "李 小龙", "Jean-Luc %",
		strings.Repeat("ab ", 39), strings.Repeat("x", 60) + " " + strings.Repeat("é", 20), "* *", "Dr. X Y Jr.",
	} {
		for _, field := range []string{"name", "organization"} {
			if code, got := s.Get("/provider/screen", field, name); code != 200 && code != 400 {
				t.Errorf("%s %q: %d %v", field, name, code, got)
			}
		}
	}
}

func BenchmarkVerify(b *testing.B) {
	s, _ := service(b, nil, register(nil), providertest.List(""))
	for b.Loop() {
		s.Get("/provider/verify", "npi", "1003000126")
	}
}

func BenchmarkScreenByName(b *testing.B) {
	s, _ := service(b, nil, register(nil), providertest.List(""))
	for b.Loop() {
		s.Get("/provider/screen", "name", "Ardalan Enkeshafi")
	}
}

// TestANameThatIsOnlyAlikeGetsNoVerdict: it is a free 404, of an organisation and of a person.
func TestANameThatIsOnlyAlikeGetsNoVerdict(t *testing.T) {
	for _, p := range samenametest.Pairs {
		clinic := func(r map[string]any) {
			r["enumeration_type"] = "NPI-2"
			r["basic"] = map[string]any{
				"organization_name": p.Registered, "status": "A",
				"enumeration_date": "2007-08-31", "last_updated": "2025-05-28",
			}
		}
		s, _ := service(t, nil, register(clinic), providertest.List(""))
		status, got := s.Get("/provider/verify", "organization", p.Asked)
		if provider, _ := got["provider"].(map[string]any); (status == 200 && provider != nil) != p.Same {
			t.Errorf("%q and %q: %d %v %v", p.Asked, p.Registered, status, got["verdict"], got["detail"])
		}
	}

	s, _ := service(t, nil, register(nil), providertest.List(""))
	for name, same := range map[string]bool{
		"Ardalan Enkeshafi":    true,
		"Ardalan B. Enkeshafi": true,
		"Enkeshafi, Ardalan":   true,
		"Ardalan Enkeshaffi":   false,
		"Ardalan C. Enkeshafi": false,
		"Ardalen Enkeshafi":    false,
	} {
		status, got := s.Get("/provider/verify", "name", name)
		if provider, _ := got["provider"].(map[string]any); (provider != nil) != same {
			t.Errorf("%q: %d %v", name, status, got["verdict"])
		}
	}
}
