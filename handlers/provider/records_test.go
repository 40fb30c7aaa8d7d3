package provider

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/provider/providertest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// excludedBusiness is a row of the OIG list of a business.
func excludedBusiness(name, state string) string {
	return fmt.Sprintf(`"","","","%s","OTHER BUSINESS","CLINIC","","0000000000","","9 SECRET ROAD","TOWN","%s","10040",`+
		`"1128b4","20150101","00000000","00000000",""`+"\n", name, state)
}

// called gives a person of the register another last name, and further names.
func called(last string, others ...any) upstreamtest.Answer {
	return register(func(r map[string]any) {
		basic("last_name", last)(r)
		r["other_names"] = append([]any{}, others...)
	})
}

// formerName is a former name of a person.
func formerName(first, last string) any {
	return map[string]any{"type": "Former Name", "code": "1", "first_name": first, "last_name": last}
}

// clinic is an organisation of the register with a further name.
func clinic(code, other string) upstreamtest.Answer {
	return register(func(r map[string]any) {
		r["enumeration_type"] = "NPI-2"
		r["basic"] = map[string]any{
			"organization_name":  "BRIGHT HARBOR CLINIC LLC",
			"status":             "A",
			"enumeration_date":   "2007-08-31",
			"last_updated":       "2025-05-28",
			"certification_date": "2025-05-28",
		}
		r["other_names"] = []any{map[string]any{"code": code, "organization_name": other}}
	})
}

// TestLabelledNames: an exclusion stands under the name and in the state of its day. What nothing tells apart from the
// provider is never passed over.
func TestLabelledNames(t *testing.T) {
	const noNumber = "0000000000"
	for _, c := range []struct {
		why    string
		answer upstreamtest.Answer
		rows   string
		query  []string
		want   map[string]any
	}{
		{
			why:    "excluded under the maiden name, in a state of the provider",
			answer: called("ENKESHAFI", formerName("ARDALAN", "ZAMANI")),
			rows:   row("ZAMANI", "ARDALAN", "", noNumber, "", "MD"),
			want:   map[string]any{"verdict": "review", "exclusions.oig.matches.0.match_type": "possible"},
		},
		{
			why:    "excluded under the maiden name, in another state",
			answer: called("ENKESHAFI", formerName("ARDALAN", "ZAMANI")),
			rows:   row("ZAMANI", "ARDALAN", "", noNumber, "", "TX"),
			want:   map[string]any{"verdict": "review", "exclusions.oig.matches.0.match_type": "possible"},
		},
		{
			why:    "excluded under the name of today, in another state",
			answer: register(nil),
			rows:   row("ENKESHAFI", "ARDALAN", "", noNumber, "", "TX"),
			want:   map[string]any{"verdict": "review", "exclusions.oig.matches.0.match_type": "possible"},
		},
		{
			why:    "in another state, with the same middle initial",
			answer: register(nil),
			rows:   row("ENKESHAFI", "ARDALAN", "BEHZAD", noNumber, "", "TX"),
			want:   map[string]any{"verdict": "review"},
		},
		{
			why:    "in another state, with another middle name: somebody else",
			answer: register(nil),
			rows:   row("ENKESHAFI", "ARDALAN", "ZOE", noNumber, "", "TX"),
			want:   map[string]any{"verdict": "verified", "exclusions.oig.matches.0.match_type": "namesake"},
		},
		{
			why:    "in another state, born in another year: somebody else",
			answer: register(nil),
			rows:   row("ENKESHAFI", "ARDALAN", "", noNumber, "19610203", "TX"),
			query:  []string{"birth_year", "1970"},
			want:   map[string]any{"verdict": "verified", "exclusions.oig.matches.0.match_type": "namesake"},
		},
		{
			why:    "the maiden name of somebody born in another year",
			answer: called("ENKESHAFI", formerName("ARDALAN", "ZAMANI")),
			rows:   row("ZAMANI", "ARDALAN", "", noNumber, "19610203", "TX"),
			query:  []string{"birth_year", "1970"},
			want:   map[string]any{"verdict": "verified"},
		},
		{
			why:    "with a number of its own: somebody else",
			answer: register(nil),
			rows:   row("ENKESHAFI", "ARDALAN", "", "1234567893", "", "TX"),
			want:   map[string]any{"verdict": "verified"},
		},
		{
			why:    "a double name of today, the first half of which is on the list",
			answer: called("ZAMANI-ENKESHAFI"),
			rows:   row("ZAMANI", "ARDALAN", "", noNumber, "", "MD"),
			want:   map[string]any{"verdict": "review", "exclusions.oig.matches.0.match_type": "possible"},
		},
		{
			why:    "a double name of today, the second half of which is on the list",
			answer: called("ZAMANI ENKESHAFI"),
			rows:   row("ENKESHAFI", "ARDALAN", "", noNumber, "", "MD"),
			want:   map[string]any{"verdict": "review"},
		},
		{
			why:    "a former name with another first name",
			answer: called("ENKESHAFI", formerName("ARDESHIR", "ZAMANI")),
			rows:   row("ZAMANI", "ARDESHIR", "", noNumber, "", "MD"),
			want:   map[string]any{"verdict": "review"},
		},
		{
			why:    "the number on the list under a name that the register does not have",
			answer: register(nil),
			rows:   row("ZAMANI", "ARDALAN", "", "1003000126", "", "TX"),
			want:   map[string]any{"verdict": "excluded", "exclusions.oig.matches.0.match_type": "npi"},
		},
		{
			why:    "a former legal name of an organisation is on the list",
			answer: clinic("4", "DARK HARBOR CLINIC INC"),
			rows:   excludedBusiness("DARK HARBOR CLINIC", "MD"),
			want:   map[string]any{"verdict": "review", "exclusions.oig.matches.0.match_type": "possible"},
		},
		{
			why:    "a trade name that others have too is no former name",
			answer: clinic("3", "FAMILY PHARMACY"),
			rows:   excludedBusiness("FAMILY PHARMACY", "TX"),
			want:   map[string]any{"verdict": "verified"},
		},
		{
			why:    "an organisation of the very name in another state",
			answer: clinic("3", "HARBOR"),
			rows:   excludedBusiness("BRIGHT HARBOR CLINIC INC", "TX"),
			want:   map[string]any{"verdict": "review"},
		},
		{
			why:    "a generation behind the name on the list, none in the register",
			answer: register(nil),
			rows:   row("ENKESHAFI JR", "ARDALAN", "", noNumber, "", "MD"),
			want:   map[string]any{"verdict": "review", "exclusions.oig.matches.0.match_type": "possible"},
		},
		{
			why:    "the generation of the register in figures, that of the list in letters",
			answer: register(basic("name_suffix", "II")),
			rows:   row("ENKESHAFI JR", "ARDALAN", "", noNumber, "", "MD"),
			want:   map[string]any{"verdict": "review"},
		},
		{
			why:    "father and son: somebody else",
			answer: register(basic("name_suffix", "SR")),
			rows:   row("ENKESHAFI JR", "ARDALAN", "", noNumber, "", "MD"),
			want:   map[string]any{"verdict": "verified", "exclusions.oig.matches.0.match_type": "namesake"},
		},
		{
			why:    "the initial of the first name on the list, in a state of the provider",
			answer: register(nil),
			rows:   row("ENKESHAFI", "A", "", noNumber, "", "MD"),
			want:   map[string]any{"verdict": "review"},
		},
		{
			why:    "the initial of the first name, in another state: nothing beside the name agrees",
			answer: register(nil),
			rows:   row("ENKESHAFI", "A", "", noNumber, "", "TX"),
			want:   map[string]any{"verdict": "verified"},
		},
		{
			why:    "neither state nor date of birth on the list",
			answer: register(nil),
			rows:   row("ENKESHAFI", "ARDALAN", "", "", "", ""),
			want:   map[string]any{"verdict": "review"},
		},
		{
			why:    "excluded with a waiver for the provider's state: the exclusion stands, and the waiver is told",
			answer: register(nil),
			rows:   strings.Replace(row("ENKESHAFI", "ARDALAN", "", "1003000126", "", "MD"), `"00000000",""`, `"20200101","MD"`, 1),
			want:   map[string]any{"verdict": "excluded", "exclusions.oig.matches.0.waiver_state": "MD"},
		},
		{
			why:    "deactivated and given back: the number is the provider's",
			answer: register(basic("reactivation_date", "2016-02-01")),
			want:   map[string]any{"verdict": "verified"},
		},
	} {
		t.Run(c.why, func(t *testing.T) {
			s, _ := service(t, nil, c.answer, providertest.List(c.rows))
			_, got := s.Get("/provider/verify", append([]string{"npi", "1003000126"}, c.query...)...)
			handlertest.Holds(t, got, c.want)
		})
	}
}

// TestLabelledSigns: the register finds an organisation by the beginning of its name as it is written there.
func TestLabelledSigns(t *testing.T) {
	for _, c := range []struct {
		why, asked, registered, found string // found is the beginning by which the register has it
	}{
		{"an apostrophe", "Children's Hospital Los Angeles", "CHILDRENS HOSPITAL LOS ANGELES", "CHILDRENS HOSPITAL LOS ANGELES"},
		{"a comma before the legal form", "Bright Harbor Clinic LLC", "BRIGHT HARBOR CLINIC, LLC", "BRIGHT HARBOR CLINIC"},
		{"points", "St. Mary's Medical Center, Inc.", "ST MARYS MEDICAL CENTER", "ST MARYS MEDICAL CENTER"},
		{"a hyphen", "Mid-State Dialysis", "MID STATE DIALYSIS INC", "MID STATE DIALYSIS"},
	} {
		t.Run(c.why, func(t *testing.T) {
			organisation := register(func(r map[string]any) {
				r["enumeration_type"] = "NPI-2"
				r["basic"] = map[string]any{
					"organization_name": c.registered,
					"status":            "A",
					"enumeration_date":  "2007-08-31",
					"last_updated":      "2025-05-28",
				}
			})
			organisation.URL += "?organization_name=" + url.QueryEscape(c.found+"*")
			none := upstreamtest.Answer{URL: providertest.Register, Body: `{"result_count":0,"results":[]}`}
			s, _ := service(t, nil, organisation, none, providertest.List(""))
			_, got := s.Get("/provider/verify", "organization", c.asked)
			handlertest.Holds(t, got, map[string]any{"verdict": "verified", "provider.name": c.registered})
		})
	}
}

// TestIndexThatFailsIsNoAbsence: a name that the register does not have to the letter is not missing while the index,
// which may know it, gives nothing. One that the register has needs no index.
func TestIndexThatFailsIsNoAbsence(t *testing.T) {
	down := func(url string) upstreamtest.Answer { return upstreamtest.Answer{URL: url, Status: 503, Body: "busy"} }
	world := upstreamtest.New(t, append([]upstreamtest.Answer{
		down(providertest.Organizations), down(providertest.Persons),
	}, providertest.Answers()...)...)
	s := serve(t, nil, world)
	for _, route := range []string{"/provider/screen", "/provider/verify"} {
		if status, got := s.Get(route, "organization", "Quillfeather Clinic"); status < 500 {
			t.Errorf("%s: %d %v", route, status, got)
		}
		if status, got := s.Get(route, "organization", "CSP Anesthesia", "state", "GA"); status != http.StatusOK {
			t.Errorf("%s: %d %v", route, status, got)
		}
	}
}

// TestIndexFindsWhatTheRegisterHas: a name with an error is answered with the register's record; a number that the
// register no longer has is not.
func TestIndexFindsWhatTheRegisterHas(t *testing.T) {
	row := upstreamtest.Answer{
		URL:  providertest.Organizations,
		Body: `[2,["1568946812","1999999976"],null,[["CSP ANESTHESIA LLC",null],["CSP ANESTHESIA",null]]]`,
	}
	s := serve(t, nil, upstreamtest.New(t, append([]upstreamtest.Answer{row}, providertest.Answers()...)...))
	_, got := s.Get("/provider/screen", "organization", "CSP Anesthesla")
	handlertest.Holds(t, got, map[string]any{
		"count":           1.0,
		"found":           true,
		"providers.0.npi": "1568946812",
	})
	sources, _ := got["sources"].([]any)
	if len(sources) != 4 {
		t.Errorf("sources: %v", sources)
	}
}

// TestHowManyAreListedChangesNoExclusion: with limit=1 the name means as many providers as before.
func TestHowManyAreListedChangesNoExclusion(t *testing.T) {
	var both []any
	for _, change := range []func(map[string]any){nil, func(r map[string]any) {
		r["number"] = "1234567893"
		r["addresses"] = []any{map[string]any{"address_purpose": "LOCATION", "city": "AUSTIN", "state": "TX"}}
		r["taxonomies"] = []any{}
	}} {
		var page map[string]any
		if err := json.Unmarshal([]byte(register(change).Body), &page); err != nil {
			t.Fatal(err)
		}
		both = append(both, page["results"].([]any)...)
	}
	raw, err := json.Marshal(map[string]any{"result_count": 2, "results": both})
	if err != nil {
		t.Fatal(err)
	}

	list := providertest.List(row("ENKESHAFI", "ARDALAN", "", "1234567893", "", "TX") +
		row("ENKESHAFI", "ARDALAN", "", "0000000000", "", "OH"))
	s, _ := service(t, nil, upstreamtest.Answer{URL: providertest.Register, Body: string(raw)}, list)
	_, many := s.Get("/provider/screen", "name", "Ardalan Enkeshafi")
	_, one := s.Get("/provider/screen", "name", "Ardalan Enkeshafi", "limit", "1")
	if len(many["providers"].([]any)) != 2 || len(one["providers"].([]any)) != 1 || one["truncated"] != true {
		t.Fatalf("%v, %v", many["providers"], one["providers"])
	}
	if a, b := fmt.Sprint(many["exclusions"]), fmt.Sprint(one["exclusions"]); a != b {
		t.Errorf("of ten: %s\nof one: %s", a, b)
	}
}
