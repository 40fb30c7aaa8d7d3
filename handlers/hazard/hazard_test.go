package hazard

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/hazard/hazardtest"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
	"github.com/farebox/farebox/internal/upstream/usgsdesign"
)

var service = handlertest.Over(serve)

// serve is the routes over a world.
func serve(t testing.TB, world *upstreamtest.World) *handlertest.Service {
	t.Helper()
	return handlertest.New(t, "hazard", New(world.Pool(t, nil)).Register)
}

// point is the query of a point in Indiana that the fixtures know.
var point = []string{"lat", "40.05", "lon", "-86.05"}

func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	handlertest.CheckExamples(service(t, hazardtest.Answers()...))
}

func TestAPlaceOutsideIsToldWhatIsCovered(t *testing.T) {
	s, _ := service(t)
	if _, got := s.Get("/hazard/flood", "lat", "48.8566", "lon", "2.3522"); got["coverage"] != coverage {
		t.Errorf("%v", got)
	}
}

func TestAddressIsPlacedAndSaysHow(t *testing.T) {
	answers := append(hazardtest.Answers(), upstreamtest.Answer{URL: hazardtest.Geocoder, Body: hazardtest.Geocoded})
	s, world := service(t, answers...)
	_, got := s.Get("/hazard/flood", "address", "1 Main St, Fishers, IN")
	handlertest.Holds(t, got, map[string]any{
		"location.placed_by":       "address_range",
		"location.matched_address": "1 MAIN ST, FISHERS, IN, 46038",
		"location.county":          "Hamilton County",
		"location.state":           "IN",
		"flood_zone":               "A",
		"notes.0":                  interpolated,
		"sources.0.name":           "census_geocoder",
	})
	if asked := world.Asked(); len(asked) != 4 {
		t.Errorf("asked %q", asked)
	}

	t.Run("none", func(t *testing.T) {
		s, _ := service(t, upstreamtest.Answer{URL: hazardtest.Geocoder, Body: `{"result":{"addressMatches":[]}}`})
		status, got := s.Get("/hazard/flood", "address", "1 Rue de Rivoli, Paris")
		if status != http.StatusNotFound || got["coverage"] != coverage {
			t.Errorf("%d %v", status, got)
		}
	})

	t.Run("two towns", func(t *testing.T) {
		other := strings.ReplaceAll(hazardtest.Geocoded, `"x":-86.05`, `"x":-87.05`)
		_, second, _ := strings.Cut(other, `"addressMatches":[`)
		both := strings.TrimSuffix(hazardtest.Geocoded, "]}}") + "," + second
		s, _ := service(t, upstreamtest.Answer{URL: hazardtest.Geocoder, Body: both})
		if status, got := s.Get("/hazard/flood", "address", "1 Main St"); status != 400 || got["code"] != "ambiguous" {
			t.Errorf("%d %v", status, got)
		}
	})
}

func TestFaultsOfTheMapServers(t *testing.T) {
	for _, c := range []struct {
		why    string
		answer upstreamtest.Answer
		status int
	}{
		{"an error inside 200", upstreamtest.Answer{Body: `{"error":{"code":400,"message":"Failed"}}`}, 502},
		{"busy inside 200", upstreamtest.Answer{Body: `{"error":{"code":429}}`}, 503},
		{"a page", upstreamtest.Answer{Body: "<html>", Type: "text/html"}, 502},
		{"cut off", upstreamtest.Answer{Body: `{"features":[{"attri`}, 502},
		{"another form", upstreamtest.Answer{Body: `{"features":[{}]}`}, 502},
		{"no features", upstreamtest.Answer{Body: `{}`}, 502},
		{"down", upstreamtest.Answer{Status: 500}, 502},
		{"a layer that is gone", upstreamtest.Answer{Status: 404}, 502},
		{"a layer without its column", upstreamtest.Answer{
			Body: hazardtest.Features(`{"ZONE":"X","RISK":1}`),
		}, 502},
		{"too many requests", upstreamtest.Answer{Status: 429}, 503},
	} {
		t.Run(c.why, func(t *testing.T) {
			for _, server := range []string{hazardtest.Floods, hazardtest.Index} {
				c.answer.URL = server + "/*"
				s, _ := service(t, c.answer)
				route := "/hazard/flood"
				if server == hazardtest.Index {
					route = "/hazard/risk"
				}
				if status, got := s.Get(route, point...); status != c.status {
					t.Errorf("%s: %d %v", route, status, got)
				}
			}
		})
	}
}

// attributes are those of the features of a recorded answer. Whoever recorded it asked for some columns only.
func attributes(t *testing.T, body string) []string {
	t.Helper()
	var answer struct {
		Features []struct {
			Attributes json.RawMessage `json:"attributes"`
		} `json:"features"`
	}
	if err := json.Unmarshal([]byte(body), &answer); err != nil {
		t.Fatal(err)
	}

	var list []string
	for _, feature := range answer.Features {
		list = append(list, string(feature.Attributes))
	}
	return list
}

func TestRecordedAnswers(t *testing.T) {
	samples.Path(t, "fema_nri") // without recorded answers there is nothing to run
	sample := func(name string) string { return string(samples.Read(t, name)) }

	t.Run("a county", func(t *testing.T) {
		// The recording was cut: its code and most words beside the scores are missing, and no such score is taken.
		row := hazardtest.Features(hazardtest.Whole(hazardtest.Pierce,
			attributes(t, sample("fema_nri/county_rows_trimmed.json"))[0]))
		row = strings.Replace(row, `"STCOFIPS":null`, `"STCOFIPS":"53053"`, 1)
		s, _ := service(t,
			upstreamtest.Answer{URL: hazardtest.Counties, Body: row},
			upstreamtest.Answer{URL: hazardtest.Tracts, Status: 503},
		)
		for _, query := range [][]string{{"fips", "53053"}, {"lat", "47.24", "lon", "-122.44"}} {
			_, got := s.Get("/hazard/risk", query...)
			handlertest.Holds(t, got, map[string]any{
				"risk_score":                 99,
				"rating":                     "Relatively High",
				"location.county":            "Pierce",
				"location.state":             "WA",
				"location.level":             "county",
				"social_vulnerability.score": nil,
				"community_resilience.score": nil,
				"top_hazards.0.hazard":       "Wildfire",
				"top_hazards.0.rating":       "Relatively Low",
				"top_hazards.1":              nil,
				"expected_annual_loss_usd":   nil,
			})
		}
	})

	t.Run("a zone and its panel", func(t *testing.T) {
		panel := upstreamtest.Answer{URL: hazardtest.Panels, Body: sample("fema_nfhl/layer3_firm_panels_rows.json")}
		letters := upstreamtest.Answer{URL: hazardtest.Revisions, Body: sample("fema_nfhl/error_http200.json")}
		levels := []string{}
		for _, row := range attributes(t, sample("fema_nfhl/layer28_rows.json")) {
			zone := upstreamtest.Answer{
				URL:  hazardtest.Zones,
				Body: hazardtest.Features(hazardtest.Whole(hazardtest.ZoneA, row)),
			}
			s, _ := service(t, zone, panel, letters)
			_, got := s.Get("/hazard/flood", point...)
			handlertest.Holds(t, got, map[string]any{
				"base_flood_elevation_ft":   nil,
				"firm_panel.id":             "18057C0233G",
				"firm_panel.effective_date": "2014-11-19",
				"firm_panel.type":           "Countywide, Panel Printed",
				"partial":                   true,
			})
			levels = append(levels, fmt.Sprint(got["flood_zone"], got["risk_level"], got["sfha"]))
		}
		if strings.Join(levels, " ") != "Ahightrue Xmoderatefalse" {
			t.Errorf("%q", levels)
		}
	})

	t.Run("minimal hazard", func(t *testing.T) {
		s, _ := service(t,
			upstreamtest.Answer{URL: hazardtest.Zones, Body: hazardtest.Features(hazardtest.Whole(hazardtest.ZoneA,
				attributes(t, sample("fema_nfhl/layer28_query_envelope_2026-07.json"))[0]))},
			upstreamtest.Answer{URL: hazardtest.Floods + "/*", Body: hazardtest.Features()},
		)
		_, got := s.Get("/hazard/flood", "lat", "29.7355", "lon", "-95.2654")
		handlertest.Holds(t, got, map[string]any{"flood_zone": "X", "risk_level": "low", "sfha": false})
	})

	t.Run("ASCE 7-22 in Houston", func(t *testing.T) {
		s, _ := service(t,
			upstreamtest.Answer{
				URL:  hazardtest.Designs + "/*",
				Body: sample("usgs_designmaps/asce7-22_houston_2026-07.reduced.json"),
			},
			upstreamtest.Answer{URL: hazardtest.Areas, Body: hazardtest.LosAngeles},
		)
		_, got := s.Get("/hazard/seismic", "lat", "29.7355", "lon", "-95.2654")
		handlertest.Holds(t, got, map[string]any{
			"pgam": 0.044, "sms": 0.11, "sm1": 0.098, "sds": 0.072, "sd1": 0.065, "sdc": "A", "ss": 0.082, "s1": 0.044,
			"tl_s": 12, "pga": nil, "fa": nil, "spectrum": nil,
		})
	})

	for _, name := range []string{"asce7-16", "asce7-10"} {
		t.Run("expected values of "+name, func(t *testing.T) {
			var list []json.RawMessage
			if err := json.Unmarshal([]byte(sample("usgs_designmaps/"+name+".smoketest.json")), &list); err != nil {
				t.Fatal(err)
			}
			for i, body := range list {
				if strings.Contains(string(body), `"data": {}`) {
					continue // a place for which nothing is expected
				}
				design, err := usgsdesign.Read(http.StatusOK, body)
				if err != nil || design.SMS == nil || *design.SMS <= 0 {
					t.Errorf("%d: %+v %v", i, design, err)
				}
			}
		})
	}
}

// TestAnAddressElsewhereIsNotTakenForTheOneAskedFor holds that the geocoder's nearest guess is refused, with its name,
// where it has another number, town or state.
func TestAnAddressElsewhereIsNotTakenForTheOneAskedFor(t *testing.T) {
	cases := []struct {
		why, asked, matched, city, state, zip string
		fits                                  bool
	}{
		{"the same", "1 Main St, Fishers, IN", "1 MAIN ST", "FISHERS", "IN", "46038", true},
		{"the same by its ZIP code", "1 Main St 46038", "1 MAIN ST", "FISHERS", "IN", "46038", true},
		{"another name of the town, with the ZIP code", "1 Main St, Noblesville, IN 46038-1234", "1 MAIN ST", "FISHERS",
			"IN", "46038", true},
		{"a name before the number", "City Hall, 1 Main St, Fishers, Indiana", "1 MAIN ST", "FISHERS", "IN", "46038",
			true},
		{"a letter behind the number", "1A Main St, Fishers, IN", "1 MAIN ST", "FISHERS", "IN", "46038", true},
		{"a saint", "900 Market St, St. Louis, MO", "900 MARKET ST", "SAINT LOUIS", "MO", "63101", true},
		{"a fort", "200 W 2nd St, Ft Worth, Texas", "200 W 2ND ST", "FORT WORTH", "TX", "76102", true},
		{"a city that is called one", "350 5th Ave, New York City, NY", "350 5TH AVE", "NEW YORK", "NY", "10118", true},
		{"a street alone", "1 Main St", "1 MAIN ST", "FISHERS", "IN", "46038", false},
		{"the country behind it", "1 Main St, Fishers, IN, USA", "1 MAIN ST", "FISHERS", "IN", "46038", true},
		{"another town", "1 Main St, Carmel, IN", "1 MAIN ST", "FISHERS", "IN", "46038", false},
		{"another state", "1 Main St, Fishers, TX", "1 MAIN ST", "FISHERS", "IN", "46038", false},
		{"another street", "1 Maine St, Fishers, IN", "1 MAIN ST", "FISHERS", "IN", "46038", false},
		{"another house", "11 Main St, Fishers, IN", "1 MAIN ST", "FISHERS", "IN", "46038", false},
		{"another ZIP code and town", "1 Main St, Carmel, IN 46032", "1 MAIN ST", "FISHERS", "IN", "46038", false},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			line := strings.Join([]string{c.matched, c.city, c.state, c.zip}, ", ")
			street := strings.Fields(c.matched)
			body := strings.NewReplacer(
				"1 MAIN ST, FISHERS, IN, 46038", line, `"MAIN"`, `"`+street[len(street)-2]+`"`,
				`"IN"`, `"`+c.state+`"`, "FISHERS", c.city, "46038", c.zip,
			).Replace(hazardtest.Geocoded)
			geocoded := upstreamtest.Answer{URL: hazardtest.Geocoder, Body: body}
			s, _ := service(t, append(hazardtest.Answers(), geocoded)...)
			status, got := s.Get("/hazard/flood", "address", c.asked)
			if c.fits != (status == http.StatusOK) {
				t.Errorf("%d %v", status, got["detail"])
			}
			if detail, _ := got["detail"].(string); !c.fits && !strings.Contains(detail, line) {
				t.Errorf("does not say what it has instead: %q", detail)
			}
		})
	}
}
