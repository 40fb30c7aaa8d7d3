package hazard

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/hazard/hazardtest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

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
		row := `{"COUNTY":"Kalawao","STCOFIPS":"15005","STATEABBRV":"HI","RISK_SCORE":0,
"RISK_RATNG":"Insufficient Data","WFIR_RISKS":null,"WFIR_RISKR":null}`
		s, _ := service(t, upstreamtest.Answer{
			URL:  hazardtest.Counties,
			Body: hazardtest.Features(hazardtest.Whole(hazardtest.Pierce, row)),
		})
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

// TestATractAndACountyOfOnePointBelongTogether holds that on a border the county beside the tract is that of the tract.
func TestATractAndACountyOfOnePointBelongTogether(t *testing.T) {
	s, _ := service(t,
		upstreamtest.Answer{URL: hazardtest.Tracts, Body: hazardtest.Features(hazardtest.Whole(hazardtest.Pierce,
			`{"TRACTFIPS":"53033000100","STCOFIPS":"53033","COUNTY":"King","STATEABBRV":"WA",
"RISK_SCORE":50,"RISK_RATNG":"Relatively Low","WFIR_RISKS":5,"WFIR_RISKR":"Very Low"}`))},
		upstreamtest.Answer{URL: hazardtest.Counties, Body: hazardtest.Features(hazardtest.Pierce)},
	)
	_, got := s.Get("/hazard/risk", "lat", "47.3", "lon", "-122.3")
	handlertest.Holds(t, got, map[string]any{
		"location.fips": "53033000100",
		"county":        nil,
		"notes.0":       otherCounty,
	})
}

// TestRatingsThatAreNotThereAreSaidToLack holds that a hazard of which the index says nothing may be the highest: null
// is not one of the words by which the index says that there is no score.
func TestRatingsThatAreNotThereAreSaidToLack(t *testing.T) {
	for _, c := range []struct {
		why, row string
		want     map[string]any
	}{
		{"all are there", hazardtest.Pierce, map[string]any{"partial": false, "top_hazards.0.code": "ERQK"}},
		{
			"a rating is null",
			strings.Replace(hazardtest.Pierce, `"WFIR_RISKR":"Relatively Low"`, `"WFIR_RISKR":null`, 1),
			map[string]any{"partial": true, "top_hazards": nil, "risk_score": 99},
		},
		{
			"a rating is no word of the index",
			strings.Replace(hazardtest.Pierce, `"WFIR_RISKR":"Relatively Low"`, `"WFIR_RISKR":"Unknown"`, 1),
			map[string]any{"partial": true, "top_hazards": nil, "risk_score": 99},
		},
		{
			"a score is null beside its word",
			strings.Replace(hazardtest.Pierce, `"WFIR_RISKS":76.78117`, `"WFIR_RISKS":null`, 1),
			map[string]any{"partial": true, "top_hazards": nil},
		},
	} {
		t.Run(c.why, func(t *testing.T) {
			s, _ := service(t, upstreamtest.Answer{URL: hazardtest.Counties, Body: hazardtest.Features(c.row)})
			_, got := s.Get("/hazard/risk", "fips", "53053")
			handlertest.Holds(t, got, c.want)
		})
	}
}
