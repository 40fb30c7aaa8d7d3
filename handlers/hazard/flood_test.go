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
	"github.com/farebox/farebox/internal/upstream/femanfhl"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

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
				upstreamtest.Answer{
					URL:  hazardtest.Zones,
					Body: hazardtest.Features(hazardtest.Whole(hazardtest.ZoneA, string(row))),
				},
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
		{"below the sea", `"STATIC_BFE":-2.25,"V_DATUM":"NAVD88","LEN_UNIT":null`, -2.25, nil, "NAVD88"},
		{"at the sea", `"STATIC_BFE":0,"LEN_UNIT":null`, 0, nil, nil},
		{"the other sentinel", `"STATIC_BFE":-8888,"DEPTH":-8888,"V_DATUM":"NP"`, nil, nil, nil},
		{"null", `"STATIC_BFE":null`, nil, nil, nil},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			s, _ := service(t,
				upstreamtest.Answer{
					URL:  hazardtest.Zones,
					Body: hazardtest.Features(hazardtest.Whole(hazardtest.ZoneA, `{"FLD_ZONE":"AE","SFHA_TF":"T",`+c.row+`}`)),
				},
				upstreamtest.Answer{
					URL:  hazardtest.Panels,
					Body: hazardtest.Features(`{"FIRM_PAN":"18057C0001F","PANEL_TYP":null,"EFF_DATE":253370764800000}`),
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
			hazardtest.Whole(hazardtest.ZoneA, `{"FLD_ZONE":"X","ZONE_SUBTY":"AREA OF MINIMAL FLOOD HAZARD","SFHA_TF":"F"}`),
			hazardtest.Whole(hazardtest.ZoneA, `{"FLD_ZONE":"AE","ZONE_SUBTY":null,"SFHA_TF":"T"}`),
			hazardtest.Whole(hazardtest.ZoneA, `{"FLD_ZONE":"AE","ZONE_SUBTY":"FLOODWAY","SFHA_TF":"T"}`),
			hazardtest.Whole(hazardtest.ZoneA, `{"FLD_ZONE":"AE","ZONE_SUBTY":"FLOODWAY","SFHA_TF":"T"}`),
		)},
		upstreamtest.Answer{URL: hazardtest.Panels, Status: 503},
		upstreamtest.Answer{URL: hazardtest.Revisions, Body: `{"error":{"code":400,"message":"Failed"}}`},
	)
	_, got := s.Get("/hazard/flood", point...)
	handlertest.Holds(t, got, map[string]any{
		"flood_zone":              "AE",
		"floodway":                true,
		"zones.2.risk_level":      "low",
		"zones.3":                 nil,
		"letters_of_map_revision": nil,
		"firm_panel":              nil,
		"partial":                 true,
	})
}

func TestNumberedZonesEndAtThirty(t *testing.T) {
	for zone, want := range map[string]bool{"A30": true, "A31": false, "V1": true, "A0": false, "AREA": false} {
		got := sfha(femanfhl.Zone{Zone: zone})
		if (got != nil && *got) != want {
			t.Errorf("%s: %v", zone, got)
		}
	}
}
