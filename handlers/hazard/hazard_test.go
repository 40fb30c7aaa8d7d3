package hazard

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/hazard/hazardtest"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream/femanfhl"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
	"github.com/farebox/farebox/internal/upstream/usgsdesign"
)

func service(t testing.TB, answers ...upstreamtest.Answer) (*handlertest.Service, *upstreamtest.World) {
	t.Helper()
	world := upstreamtest.New(t, answers...)
	return handlertest.New(t, "hazard", New(world.Pool(t, nil)).Register), world
}

// point is the query of a point in Indiana that the fixtures know.
var point = []string{"lat", "40.05", "lon", "-86.05"}

func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	s, world := service(t, hazardtest.Answers()...)
	s.CheckExamples()
	if m := world.Misses(); len(m) > 0 {
		t.Errorf("asked for what the providers do not have: %q", m)
	}
}

func TestBadInputIsRefusedBeforeAnySourceIsAsked(t *testing.T) {
	cases := []struct {
		why, route string
		query      []string
		field      string
		status     int
	}{
		{"nothing", "/hazard/risk", nil, "address", 400},
		{"nothing", "/hazard/flood", nil, "address", 400},
		{"half a point", "/hazard/flood", []string{"lat", "40"}, "lon", 400},
		{"the other half", "/hazard/seismic", []string{"lon", "-86"}, "lat", 400},
		{"two ways", "/hazard/flood", []string{"lat", "40", "lon", "-86", "address", "1 Elm St, IN"}, "address", 400},
		{"a code and a point", "/hazard/risk", []string{"lat", "40", "lon", "-86", "fips", "18057"}, "fips", 400},
		{"a code of eight digits", "/hazard/risk", []string{"fips", "53053070"}, "fips", 400},
		{"a code with a letter", "/hazard/risk", []string{"fips", "5305x"}, "fips", 400},
		{"a code of no state", "/hazard/risk", []string{"fips", "99001"}, "fips", 400},
		{"a city", "/hazard/flood", []string{"address", "Indianapolis, Indiana"}, "address", 400},
		{"a number", "/hazard/flood", []string{"address", "46038"}, "address", 400},
		{"Paris", "/hazard/flood", []string{"lat", "48.8566", "lon", "2.3522"}, "lat", 404},
		{"the other hemisphere", "/hazard/seismic", []string{"lat", "34.05", "lon", "118.24"}, "lat", 404},
		{"Berlin", "/hazard/risk", []string{"lat", "52.5", "lon", "13.4"}, "lat", 404},
		{"no such edition", "/hazard/seismic", append(point, "ref_doc", "asce7-05"), "query", 400},
		{"no such site class", "/hazard/seismic", append(point, "site_class", "F"), "query", 400},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			s, world := service(t)
			status, got := s.Get(c.route, c.query...)
			if status != c.status || got["field"] != c.field {
				t.Errorf("%d %v", status, got)
			}
			if status == http.StatusNotFound && got["coverage"] != coverage {
				t.Errorf("does not say what is covered: %v", got)
			}
			if asked := world.Asked(); len(asked) > 0 {
				t.Errorf("asked %q", asked)
			}
		})
	}
}

func TestZonesAsTheMapMeansThem(t *testing.T) {
	cases := []struct {
		why, zone, subtype, flag string
		level                    string
		sfha                     any
		floodway                 any
	}{
		{"approximate", "A", "", "T", "high", true, false},
		{"the floodway", "AE", "FLOODWAY", "T", "high", true, true},
		{"shallow", "AO", "", "T", "high", true, false},
		{"numbered on an old map", "A12", "", "", "high", true, false},
		{"behind a levee being built", "A99", "", "T", "high", true, false},
		{"restored", "AR/AE", "", "T", "high", true, false},
		{"the coast", "VE", "", "T", "high", true, false},
		{"0.2 per cent", "X", "0.2 PCT ANNUAL CHANCE FLOOD HAZARD", "F", "moderate", false, false},
		{"behind a levee", "X", "AREA WITH REDUCED FLOOD RISK DUE TO LEVEE", "F", "moderate", false, false},
		{"minimal", "X", "AREA OF MINIMAL FLOOD HAZARD", "F", "low", false, false},
		{"X, and nobody says which", "X", "", "F", "undetermined", false, false},
		{"not judged", "D", "", "F", "undetermined", false, false},
		{"water", "OPEN WATER", "", "F", "unknown", nil, nil},
		{"left out, though marked like land that is safe", "AREA NOT INCLUDED", "", "F", "unknown", nil, nil},
		{"a zone that nobody knows", "Q", "", "", "unknown", nil, nil},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			row, err := json.Marshal(map[string]any{
				"FLD_ZONE": c.zone, "ZONE_SUBTY": c.subtype, "SFHA_TF": c.flag, "STATIC_BFE": -9999.0,
			})
			if err != nil {
				t.Fatal(err)
			}
			s, _ := service(t,
				upstreamtest.Answer{URL: hazardtest.Zones, Body: hazardtest.Features(string(row))},
				upstreamtest.Answer{URL: hazardtest.Floods + "/*", Body: hazardtest.Features()},
			)
			_, got := s.Get("/hazard/flood", point...)
			handlertest.Holds(t, got, map[string]any{
				"risk_level":              c.level,
				"sfha":                    c.sfha,
				"insurance_required":      c.sfha,
				"floodway":                c.floodway,
				"mapped":                  c.zone != notIncluded,
				"base_flood_elevation_ft": nil,
				"firm_panel":              nil,
			})
		})
	}
}

func TestElevationsAreInFeetAndSentinelsAreNone(t *testing.T) {
	cases := []struct {
		why, row   string
		bfe, depth any
		datum      any
	}{
		{"feet", `"STATIC_BFE":12,"DEPTH":-9999,"V_DATUM":"NAVD88","LEN_UNIT":"Feet"`, 12, nil, "NAVD88"},
		{"metres", `"STATIC_BFE":3.5,"DEPTH":1,"V_DATUM":"PRVD02","LEN_UNIT":"Meters"`, 11.48, 3.28, "PRVD02"},
		{"below the sea", `"STATIC_BFE":-2.25,"V_DATUM":"NAVD88"`, -2.25, nil, "NAVD88"},
		{"at the sea", `"STATIC_BFE":0`, 0, nil, nil},
		{"the other sentinel", `"STATIC_BFE":-8888,"DEPTH":-8888,"V_DATUM":"NP"`, nil, nil, nil},
		{"null", `"STATIC_BFE":null`, nil, nil, nil},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			s, _ := service(t,
				upstreamtest.Answer{
					URL:  hazardtest.Zones,
					Body: hazardtest.Features(`{"FLD_ZONE":"AE","ZONE_SUBTY":null,"SFHA_TF":"T",` + c.row + `}`),
				},
				upstreamtest.Answer{
					URL:  hazardtest.Panels,
					Body: hazardtest.Features(`{"FIRM_PAN":"18057C0001F","EFF_DATE":253370764800000}`),
				},
				upstreamtest.Answer{
					URL:  hazardtest.Revisions,
					Body: hazardtest.Features(`{"CASE_NO":"19-05-1234P","EFF_DATE":1577836800000}`),
				},
			)
			_, got := s.Get("/hazard/flood", point...)
			handlertest.Holds(t, got, map[string]any{
				"base_flood_elevation_ft":                  c.bfe,
				"flood_depth_ft":                           c.depth,
				"vertical_datum":                           c.datum,
				"firm_panel.id":                            "18057C0001F",
				"firm_panel.effective_date":                nil,
				"letters_of_map_revision.0.case_number":    "19-05-1234P",
				"letters_of_map_revision.0.effective_date": "2020-01-01",
			})
		})
	}
}

func TestPointWithoutAZoneIsNeverLowRisk(t *testing.T) {
	none := upstreamtest.Answer{URL: hazardtest.Floods + "/*", Body: hazardtest.Features()}
	covered := upstreamtest.Answer{URL: hazardtest.Availability, Body: hazardtest.Features(`{"OBJECTID":1}`)}
	failing := upstreamtest.Answer{URL: hazardtest.Availability, Status: 503}
	inside := upstreamtest.Answer{URL: hazardtest.Areas, Body: hazardtest.LosAngeles}
	abroad := upstreamtest.Answer{URL: hazardtest.Areas, Body: `{"result":{"geographies":{}}}`}
	moved := upstreamtest.Answer{URL: hazardtest.Areas, Status: 404}
	unasked := upstreamtest.Answer{URL: hazardtest.Areas, Status: 503}

	cases := []struct {
		why     string
		answers []upstreamtest.Answer
		status  int
		mapping any
		partial any
	}{
		{"between the polygons", []upstreamtest.Answer{covered, inside, none}, 200, "outside_polygons", false},
		{"no digital map", []upstreamtest.Answer{inside, none}, 200, "not_mapped", false},
		{"abroad", []upstreamtest.Answer{abroad, none}, 404, nil, nil},
		{"maps beyond the county", []upstreamtest.Answer{covered, abroad, none}, 200, "outside_polygons", false},
		{"maps or none, not known", []upstreamtest.Answer{failing, inside, none}, 200, "undetermined", true},
		{"the geocoder moved", []upstreamtest.Answer{moved, none}, 200, "not_mapped", true},
		{"whether it is abroad is not known", []upstreamtest.Answer{unasked, none}, 200, "not_mapped", true},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			s, world := service(t, c.answers...)
			status, got := s.Get("/hazard/flood", point...)
			if status != c.status {
				t.Fatalf("%d %v", status, got)
			}
			handlertest.Holds(t, got, map[string]any{"mapping_status": c.mapping, "partial": c.partial, "sfha": nil})
			if status == http.StatusOK {
				handlertest.Holds(t, got, map[string]any{
					"mapped":             false,
					"risk_level":         "unknown",
					"flood_zone":         nil,
					"insurance_required": nil,
					"floodway":           nil,
				})
			}
			if status == http.StatusNotFound && got["coverage"] != coverage {
				t.Errorf("%v", got)
			}
			if c.why == "whether it is abroad is not known" && !strings.Contains(fmt.Sprint(got["notes"]), unchecked) {
				t.Errorf("does not say so: %v", got["notes"])
			}
			if n := len(slices.Compact(slices.Sorted(slices.Values(world.Asked())))); n != 5 {
				t.Errorf("%d requests: %q", n, world.Asked())
			}
		})
	}
}

func TestZonesAreAskedForInOneRound(t *testing.T) {
	s, world := service(t, hazardtest.Answers()...)
	if status, got := s.Get("/hazard/flood", point...); status != http.StatusOK {
		t.Fatal(got)
	}
	asked := world.Asked()
	if len(asked) != 3 {
		t.Errorf("asked %q", asked)
	}
	for _, url := range asked {
		if !strings.Contains(url, "geometry=-86.05%2C40.05&") || !strings.Contains(url, "inSR=4326") {
			t.Errorf("not the point, longitude first: %s", url)
		}
	}
}

func TestGravestZoneOnABorderCounts(t *testing.T) {
	s, _ := service(t,
		upstreamtest.Answer{URL: hazardtest.Zones, Body: hazardtest.Features(
			`{"FLD_ZONE":"X","ZONE_SUBTY":"AREA OF MINIMAL FLOOD HAZARD","SFHA_TF":"F"}`,
			`{"FLD_ZONE":"AE","ZONE_SUBTY":null,"SFHA_TF":"T"}`,
			`{"FLD_ZONE":"AE","ZONE_SUBTY":"FLOODWAY","SFHA_TF":"T"}`,
		)},
		upstreamtest.Answer{URL: hazardtest.Panels, Status: 503},
		upstreamtest.Answer{URL: hazardtest.Revisions, Body: `{"error":{"code":400,"message":"Failed"}}`},
	)
	_, got := s.Get("/hazard/flood", point...)
	handlertest.Holds(t, got, map[string]any{
		"flood_zone":              "AE",
		"floodway":                true,
		"zones.2.risk_level":      "low",
		"letters_of_map_revision": nil,
		"firm_panel":              nil,
		"partial":                 true,
	})
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

func TestScoresThatTheIndexDoesNotHaveAreNull(t *testing.T) {
	s, _ := service(t, hazardtest.Answers()...)
	_, got := s.Get("/hazard/risk", "fips", "53053")
	list := got["hazards"].([]any)
	if len(list) != 18 {
		t.Fatalf("%d hazards", len(list))
	}
	want := map[string]string{
		"HRCN": "<nil> Not Applicable <nil>",
		"TSUN": "<nil> Insufficient Data <nil>",
		"CWAV": "<nil> No Rating 0",
		"WFIR": "77 Relatively Low 1.3002115e+06",
	}
	for _, item := range list {
		hazard := item.(map[string]any)
		text := fmt.Sprint(hazard["score"], " ", hazard["rating"], " ", hazard["expected_annual_loss_usd"])
		if w := want[hazard["code"].(string)]; w != "" && w != text {
			t.Errorf("%s is %s, want %s", hazard["code"], text, w)
		}
	}
	handlertest.Holds(t, got, map[string]any{
		"risk_score":               99,
		"expected_annual_loss_usd": 312407511.23,
		"top_hazards.0.code":       "ERQK",
		"top_hazards.3.code":       "IFLD",
		"location.level":           "county",
	})

	t.Run("an edition before 1.20", func(t *testing.T) {
		old := strings.ReplaceAll(hazardtest.Pierce, "IFLD", "RFLD")
		s, _ := service(t, upstreamtest.Answer{URL: hazardtest.Counties, Body: hazardtest.Features(old)})
		_, got := s.Get("/hazard/risk", "fips", "53053")
		handlertest.Holds(t, got, map[string]any{"hazards.9.hazard": "Riverine Flooding", "hazards.9.score": 91})
	})

	t.Run("an area without an index", func(t *testing.T) {
		row := `{"COUNTY":"Kalawao","STCOFIPS":"15005","RISK_SCORE":0,"RISK_RATNG":"Insufficient Data"}`
		s, _ := service(t, upstreamtest.Answer{URL: hazardtest.Counties, Body: hazardtest.Features(row)})
		_, got := s.Get("/hazard/risk", "fips", "15005")
		handlertest.Holds(t, got, map[string]any{
			"risk_score":    nil,
			"rating":        "Insufficient Data",
			"top_hazards.0": nil,
		})
	})
}

func TestTractComesBeforeItsCounty(t *testing.T) {
	tract := strings.Replace(hazardtest.Pierce, `"STCOFIPS":"53053"`, `"STCOFIPS":"53053","TRACTFIPS":"53053061601"`, 1)
	tract = strings.Replace(tract, "98.53689567", "41.2", 1)
	answers := []upstreamtest.Answer{
		{URL: hazardtest.Tracts, Body: hazardtest.Features(tract)},
		{URL: hazardtest.Counties, Body: hazardtest.Features(hazardtest.Pierce)},
	}
	want := map[string]any{
		"location.level":    "tract",
		"location.fips":     "53053061601",
		"risk_score":        41,
		"county.fips":       "53053",
		"county.risk_score": 99,
		"partial":           false,
	}
	s, world := service(t, answers...)
	_, got := s.Get("/hazard/risk", "lat", "47.24", "lon", "-122.44")
	handlertest.Holds(t, got, want)
	if len(world.Asked()) != 2 {
		t.Errorf("asked %q", world.Asked())
	}
	_, got = s.Get("/hazard/risk", "fips", "53053061601")
	handlertest.Holds(t, got, want)

	empty := hazardtest.Features()
	for _, c := range []struct {
		why, tract, county string
		status             int
		level              any
		partial            any
	}{
		{"the county in its place, said so", "", hazardtest.Features(hazardtest.Pierce), 200, "county", true},
		{"only the tract", hazardtest.Features(tract), "", 200, "tract", true},
		{"the sea or abroad", empty, empty, 404, nil, nil},
		{"no tract, and the county unknown", empty, "", 502, nil, nil},
		{"both down", "", "", 502, nil, nil},
	} {
		t.Run(c.why, func(t *testing.T) {
			s, _ := service(t, layerOr(hazardtest.Tracts, c.tract), layerOr(hazardtest.Counties, c.county))
			status, got := s.Get("/hazard/risk", "lat", "47.24", "lon", "-122.44")
			if status != c.status {
				t.Fatalf("%d %v", status, got)
			}
			handlertest.Holds(t, got, map[string]any{"location.level": c.level, "partial": c.partial})
		})
	}

	t.Run("a code of a tract is never answered with its county", func(t *testing.T) {
		around := layerOr(hazardtest.Counties, hazardtest.Features(hazardtest.Pierce))
		s, _ := service(t, layerOr(hazardtest.Tracts, ""), around)
		if status, got := s.Get("/hazard/risk", "fips", "53053061601"); status != http.StatusBadGateway {
			t.Errorf("%d %v", status, got)
		}
		s, _ = service(t, layerOr(hazardtest.Tracts, empty), around)
		if status, got := s.Get("/hazard/risk", "fips", "53053999999"); status != http.StatusNotFound {
			t.Errorf("%d %v", status, got)
		}
	})
}

// layerOr is a layer that gives the body, or is down without one.
func layerOr(layer, body string) upstreamtest.Answer {
	if body == "" {
		return upstreamtest.Answer{URL: layer, Status: 503}
	}
	return upstreamtest.Answer{URL: layer, Body: body}
}

func TestErrorsOfTheEditions(t *testing.T) {
	inside := upstreamtest.Answer{URL: hazardtest.Areas, Body: hazardtest.LosAngeles}
	failed := `{"request":{"status":"error"},"response":"%s"}`
	cases := []struct {
		why    string
		answer upstreamtest.Answer
		status int
	}{
		{"outside as 400", upstreamtest.Answer{Status: 400, Body: fmt.Sprintf(failed, "outside the region")}, 404},
		{"outside as 500", upstreamtest.Answer{Status: 500, Body: fmt.Sprintf(failed, "no region found")}, 404},
		{"outside as 200", upstreamtest.Answer{Body: fmt.Sprintf(failed, "out of bounds")}, 404},
		{"another form", upstreamtest.Answer{Status: 400, Body: `{"status":"error","message":"not in bounds"}`}, 404},
		{"a failure", upstreamtest.Answer{Status: 500, Body: fmt.Sprintf(failed, "internal server error")}, 502},
		{"a refusal", upstreamtest.Answer{Status: 400, Body: fmt.Sprintf(failed, "Missing parameter")}, 502},
		{"a page", upstreamtest.Answer{Body: "<html>"}, 502},
		{"cut off", upstreamtest.Answer{Body: `{"request":{"sta`}, 502},
		{"no data", upstreamtest.Answer{Body: `{"request":{"status":"success"},"response":{}}`}, 502},
		{"no values", upstreamtest.Answer{Body: `{"request":{"status":"success"},"response":{"data":{}}}`}, 502},
		{"too many requests", upstreamtest.Answer{Status: 429}, 503},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			c.answer.URL = hazardtest.Designs + "/*"
			s, _ := service(t, c.answer, inside)
			if status, got := s.Get("/hazard/seismic", point...); status != c.status {
				t.Errorf("%d %v", status, got)
			}
		})
	}

	design := upstreamtest.Answer{URL: hazardtest.Designs + "/*", Body: hazardtest.Design22}
	t.Run("Toronto, which the maps reach", func(t *testing.T) {
		s, _ := service(t, design, upstreamtest.Answer{URL: hazardtest.Areas, Body: `{"result":{"geographies":{}}}`})
		status, got := s.Get("/hazard/seismic", "lat", "43.65", "lon", "-79.38")
		if status != http.StatusNotFound || got["coverage"] != coverage {
			t.Errorf("%d %v", status, got)
		}
	})
	t.Run("the border not checked", func(t *testing.T) {
		s, _ := service(t, design, upstreamtest.Answer{URL: hazardtest.Areas, Status: 503})
		_, got := s.Get("/hazard/seismic", point...)
		handlertest.Holds(t, got, map[string]any{"partial": true, "location.county": nil, "sds": 1.53})
		if !strings.Contains(fmt.Sprint(got["notes"]), unchecked) {
			t.Errorf("%v", got["notes"])
		}
	})
}

func TestValuesThatAnEditionDoesNotGiveAreNull(t *testing.T) {
	body := `{"request":{"status":"success"},"response":{"data":{"ss":1.5,"s1":0.6,"sms":1.5,"sds":1,"fa":1,"fv":null,
"sm1":null,"sd1":null,"sdc":"null","pga":0.6,"pgam":0.66,"t-sub-l":12,"sdSpectrum":[[0,0.4],[0.2,1]]}}}`
	s, _ := service(t,
		upstreamtest.Answer{URL: hazardtest.Designs + "/asce7-16/calculate?riskCategory=IV&siteClass=D", Body: body},
		upstreamtest.Answer{URL: hazardtest.Areas, Body: hazardtest.LosAngeles},
	)
	_, got := s.Get("/hazard/seismic", append(point, "ref_doc", "asce7-16", "risk_category", "IV")...)
	handlertest.Holds(t, got, map[string]any{
		"ref_doc":             "asce7-16",
		"site_class":          "D",
		"fv":                  nil,
		"sm1":                 nil,
		"sd1":                 nil,
		"sdc":                 nil,
		"tl_s":                12,
		"pga":                 0.6,
		"spectrum.1.sa_g":     1,
		"spectrum.1.period_s": 0.2,
	})
	if !strings.Contains(fmt.Sprint(got["notes"]), "11.4.8") {
		t.Errorf("does not say why: %v", got["notes"])
	}
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

func TestRecordedAnswers(t *testing.T) {
	sample := func(name string) string { return string(samples.Read(t, name)) }

	t.Run("a county", func(t *testing.T) {
		s, _ := service(t,
			upstreamtest.Answer{URL: hazardtest.Counties, Body: sample("fema_nri/county_rows_trimmed.json")},
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
				"social_vulnerability.score": 14,
				"community_resilience.score": 60,
				"top_hazards.0.hazard":       "Wildfire",
				"top_hazards.0.rating":       "Relatively Low",
				"top_hazards.1":              nil,
				"expected_annual_loss_usd":   nil,
			})
		}
	})

	t.Run("a zone and its panel", func(t *testing.T) {
		var rows struct {
			Features []struct {
				Attributes json.RawMessage `json:"attributes"`
			} `json:"features"`
		}
		if err := json.Unmarshal([]byte(sample("fema_nfhl/layer28_rows.json")), &rows); err != nil {
			t.Fatal(err)
		}
		panel := upstreamtest.Answer{URL: hazardtest.Panels, Body: sample("fema_nfhl/layer3_firm_panels_rows.json")}
		letters := upstreamtest.Answer{URL: hazardtest.Revisions, Body: sample("fema_nfhl/error_http200.json")}
		levels := []string{}
		for _, row := range rows.Features {
			zone := upstreamtest.Answer{URL: hazardtest.Zones, Body: hazardtest.Features(string(row.Attributes))}
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
			upstreamtest.Answer{URL: hazardtest.Zones, Body: sample("fema_nfhl/layer28_query_envelope_2026-07.json")},
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

// BenchmarkFlood is what a flood zone takes of our own time, with a map server that answers at once.
func BenchmarkFlood(b *testing.B) {
	s, _ := service(b, hazardtest.Answers()...)
	for b.Loop() {
		s.Get("/hazard/flood", point...)
	}
}

// BenchmarkRisk is the same of a county's record.
func BenchmarkRisk(b *testing.B) {
	s, _ := service(b, hazardtest.Answers()...)
	for b.Loop() {
		s.Get("/hazard/risk", "fips", "53053")
	}
}

func TestNumberedZonesEndAtThirty(t *testing.T) {
	for zone, want := range map[string]bool{"A30": true, "A31": false, "V1": true, "A0": false, "AREA": false} {
		got := sfha(femanfhl.Zone{Zone: zone})
		if (got != nil && *got) != want {
			t.Errorf("%s: %v", zone, got)
		}
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
		{"another house", "11 Main St, Fishers, IN", "1 MAIN ST", "FISHERS", "IN", "46038", false},
		{"another ZIP code and town", "1 Main St, Carmel, IN 46032", "1 MAIN ST", "FISHERS", "IN", "46038", false},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			line := strings.Join([]string{c.matched, c.city, c.state, c.zip}, ", ")
			body := strings.NewReplacer(
				"1 MAIN ST, FISHERS, IN, 46038", line, `"IN"`, `"`+c.state+`"`, "FISHERS", c.city, "46038", c.zip,
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

// TestATractAndACountyOfOnePointBelongTogether holds that on a border the county beside the tract is that of the tract.
func TestATractAndACountyOfOnePointBelongTogether(t *testing.T) {
	s, _ := service(t,
		upstreamtest.Answer{URL: hazardtest.Tracts, Body: hazardtest.Features(
			`{"TRACTFIPS":"53033000100","STCOFIPS":"53033","COUNTY":"King","RISK_SCORE":50,
"RISK_RATNG":"Relatively Low"}`)},
		upstreamtest.Answer{URL: hazardtest.Counties, Body: hazardtest.Features(hazardtest.Pierce)},
	)
	_, got := s.Get("/hazard/risk", "lat", "47.3", "lon", "-122.3")
	handlertest.Holds(t, got, map[string]any{
		"location.fips": "53033000100",
		"county":        nil,
		"notes.0":       otherCounty,
	})
}
