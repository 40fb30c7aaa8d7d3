package trials

import (
	"net/http"
	"strings"
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/trials/trialstest"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream/ctgov"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func recorded(t *testing.T) []upstreamtest.Answer {
	t.Helper()
	var answers []upstreamtest.Answer
	for _, nct := range []string{"NCT02576665", "NCT06382129"} {
		answers = append(answers, upstreamtest.Answer{
			URL:  trialstest.Study + nct,
			Body: string(samples.Read(t, "ctgov/study_min_"+nct+".json")),
		})
	}
	return append(answers, upstreamtest.Answer{
		URL:  trialstest.Studies,
		Body: string(samples.Read(t, "ctgov/search_page1_with_nextPageToken.json")),
	})
}

func TestRecordedStudies(t *testing.T) {
	s, _ := service(t, recorded(t)...)

	_, got := s.Get("/trials/study", "nct", "NCT02576665")
	handlertest.Holds(t, got, map[string]any{
		"nct_id":                   "NCT02576665",
		"status":                   "TERMINATED",
		"phase":                    "[PHASE1]",
		"study_type":               "INTERVENTIONAL",
		"conditions.0":             "Colorectal Cancer",
		"conditions.11":            "IDH1 Mutated or MGMT Methylated Recurrent HGG (Not Recruiting)",
		"interventions.0.name":     "Toca 511",
		"interventions.0.type":     nil,
		"interventions.1.name":     "Toca FC",
		"sponsor":                  "Tocagen Inc.",
		"enrollment.count":         21,
		"enrollment.type":          nil,
		"start_date":               nil,
		"dates.start.text":         "2016-07",
		"dates.start.precision":    "month",
		"dates.start.type":         nil,
		"dates.primary_completion": nil,
		"completion_date":          "2019-12-20",
		"eligibility.sex":          "ALL",
		"eligibility.min_age":      "18 Years",
		"eligibility.max_age":      "75 Years",
		"locations_count":          3,
		"countries.0.country":      "US",
		"countries.0.country_name": "United States",
		"countries.0.locations":    3,
		"locations.0.city":         "Denver",
		"locations.0.state":        "CO",
		"locations.1.city":         "Miami",
		"locations.2.city":         "Houston",
		"has_results":              nil,
		"note":                     nil,
	})

	_, got = s.Get("/trials/study", "nct", "nct06382129")
	handlertest.Holds(t, got, map[string]any{
		"nct_id":              "NCT06382129",
		"status":              "ACTIVE_NOT_RECRUITING",
		"phase":               "[PHASE3]",
		"sponsor":             "Sichuan Baili Pharmaceutical Co., Ltd.",
		"enrollment.count":    698,
		"start_date":          "2024-05-17",
		"completion_date":     nil,
		"dates.completion":    "map[date:<nil> precision:month text:2026-12 type:<nil>]",
		"conditions":          "[Non-small Cell Lung Cancer]",
		"eligibility.max_age": nil,
		"locations_count":     nil, // the record has no list
		"locations":           nil,
		"countries":           nil,
	})

	// The recorded request for the study did not ask whether results are posted.
	if status, got := s.Get("/trials/results", "nct", "NCT02576665"); status != 502 {
		t.Errorf("status %d: %v", status, got)
	}
}

func TestStudyWithoutResultsIsAnAnswer(t *testing.T) {
	s, _ := service(t, upstreamtest.Answer{
		URL: trialstest.Study + "NCT02576665",
		Body: `{"protocolSection":{"identificationModule":{"nctId":"NCT02576665","briefTitle":"T"},
"statusModule":{"overallStatus":"TERMINATED"}},"hasResults":false}`,
	})
	_, got := s.Get("/trials/results", "nct", "NCT02576665")
	handlertest.Holds(t, got, map[string]any{
		"has_results":               false,
		"primary_outcomes":          "[]",
		"participant_flow":          nil,
		"adverse_events":            nil,
		"results_first_posted_date": nil,
		"note":                      "no results are posted on ClinicalTrials.gov; they may be published elsewhere",
	})
}

func TestObsoleteIdentifierIsSaidToLeadToAnotherStudy(t *testing.T) {
	s, _ := service(t, upstreamtest.Answer{
		URL:    trialstest.Study + "NCT01111111",
		Status: http.StatusMovedPermanently,
		Header: map[string]string{"Location": trialstest.Study + "NCT01720446"}, // without the fields
	}, upstreamtest.Answer{
		URL: trialstest.Study + "NCT01720446",
		Body: `{"protocolSection":{"identificationModule":{"nctId":"NCT01720446","nctIdAliases":["NCT01111111"],
"briefTitle":"T"},"statusModule":{"overallStatus":"COMPLETED"},"conditionsModule":{"conditions":["C"]},
"sponsorCollaboratorsModule":{"leadSponsor":{"name":"S"}},"designModule":{"studyType":"OBSERVATIONAL"}},
"hasResults":false}`,
	})
	for _, route := range []string{"/trials/study", "/trials/results"} {
		_, got := s.Get(route, "nct", "NCT01111111")
		if note := handlertest.Member(got, "note").(string); !strings.HasPrefix(note, "NCT01111111 is an obsolete") {
			t.Errorf("%s: note %q", route, note)
		}
		handlertest.Holds(t, got, map[string]any{"nct_id": "NCT01720446", "has_results": false})
	}
}

func TestFailuresOfTheRegistry(t *testing.T) {
	const forbidden = "<html><head><title>403 Forbidden</title></head></html>"
	cases := []struct {
		name   string
		answer upstreamtest.Answer
		want   int
		asked  int
	}{
		{"unknown", upstreamtest.Answer{Status: 404, Type: "text/plain", Body: "NCT number not found"}, 404, 1},
		{"refused", upstreamtest.Answer{Status: 403, Type: "text/html", Body: forbidden}, 503, 1},
		{"refused for now", upstreamtest.Answer{
			Status: 403,
			Type:   "text/html",
			Header: map[string]string{"Retry-After": "1"},
			Body:   forbidden,
		}, 503, 1},
		{"another study", upstreamtest.Answer{
			Body: `{"protocolSection":{"identificationModule":{"nctId":"NCT00000002"}}}`,
		}, 502, 1},
	}
	for _, c := range cases {
		for _, route := range []string{"/trials/study", "/trials/results"} {
			t.Run(c.name+" "+route, func(t *testing.T) {
				c.answer.URL = trialstest.Study + "NCT00000001"
				s, world := service(t, c.answer)
				status, got := s.Get(route, "nct", "NCT00000001")
				if status != c.want || len(world.Asked()) != c.asked {
					t.Errorf("status %d, want %d: %v", status, c.want, got)
					t.Errorf("asked %q, want %d times", world.Asked(), c.asked)
				}
			})
		}
	}
}

// TestRefusalStaysARefusal: a permanently refused network learns that each time, rather than that the registry is
// down.
func TestRefusalStaysARefusal(t *testing.T) {
	s, _ := service(t, upstreamtest.Answer{URL: trialstest.Studies + "*", Status: 403, Type: "text/html", Body: "no"})
	for range 20 {
		status, got := s.Get("/trials/study", "nct", "NCT00000001")
		if status != http.StatusServiceUnavailable || got["code"] != "upstream_refused" {
			t.Fatalf("status %d: %v", status, got)
		}
	}
}

func TestDatesKeepTheirPrecision(t *testing.T) {
	cases := []struct {
		text string
		want string // precision, and the day if known
	}{
		{"2016-07-14", "day 2016-07-14"},
		{"2016-07", "month"},
		{"2016", "year"},
		{"2016-02-30", ""},
		{"July 2016", ""},
		{"", ""},
	}
	for _, c := range cases {
		t.Run(c.text, func(t *testing.T) {
			got := ""
			if d := dateOf(ctgov.Date{Date: c.text}); d != nil {
				got = string(d.Precision)
				if d.Date != nil {
					got += " " + *d.Date
				}
			}
			if got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestCountriesOfTheRegistryHaveCodes(t *testing.T) {
	for name, want := range map[string]string{
		"United States":                    "US",
		"Korea, Republic of":               "KR",
		"South Korea":                      "KR",
		"Turkey (Türkiye)":                 "TR",
		"Russian Federation":               "RU",
		"Czechia":                          "CZ",
		"Bosnia and Herzegovina":           "BA",
		"Hong Kong":                        "HK",
		"Côte D'Ivoire":                    "CI",
		"Viet Nam":                         "VN",
		"Saint Lucia":                      "LC",
		"Congo":                            "CG",
		"Democratic Republic of the Congo": "CD",
		"Puerto Rico":                      "PR",
		"Former Yugoslavia":                "",
		"":                                 "",
		"Trinidad and Tobago":              "TT",
		"Iran, Islamic Republic of":        "IR",
		"United Kingdom":                   "GB",
		"Palestine":                        "PS",
		"Macedonia, The Former Yugoslav Republic of": "MK",
	} {
		if got := countryCode(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}
