package safety

import (
	"math"
	"slices"
	"testing"

	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream/nhtsa"
)

// row is a campaign for the table of points.
func row(component string, flags ...string) campaign {
	c := campaign{components: []string{levels(component)}}
	for _, flag := range flags {
		switch flag {
		case "park":
			c.doNotDrive = new(true)
		case "outside":
			c.parkOutside = new(true)
		case "air":
			c.overTheAir = new(true)
		}
	}
	return c
}

// TestCampaignIsTheSameInAnyOrderOfItsRows that may differ, one for each component or name of the model.
func TestCampaignIsTheSameInAnyOrderOfItsRows(t *testing.T) {
	rows := []nhtsa.Recall{
		{Campaign: "20V001000", Component: "STEERING", OverTheAir: "true"},
		{Campaign: "20V001000", Component: "AIR BAGS", ParkIt: "true", OverTheAir: "false"},
		{Campaign: "20V001000", Component: "STEERING", ParkIt: "false", ParkOutside: "true"},
	}
	for range rows {
		rows = append(rows[1:], rows[0])
		list := campaignsOf(rows)
		if len(list) != 1 || len(list[0].components) != 2 {
			t.Fatalf("%+v", list)
		}
		c := list[0]
		if !response.OrZero(c.doNotDrive) || !response.OrZero(c.parkOutside) || response.OrZero(c.overTheAir) {
			t.Errorf("from %s: %v %v %v", rows[0].Component, c.doNotDrive, c.parkOutside, c.overTheAir)
		}
	}
}

func TestPointsOfCampaigns(t *testing.T) {
	for _, c := range []struct {
		why  string
		of   campaign
		want int
	}{
		{"do not drive", row("AIR BAGS", "park", "outside"), 25},
		{"park outside", row("ENGINE", "outside"), 15},
		{"an air bag", row("AIR BAGS:FRONTAL"), 8},
		{"brakes", row("SERVICE BRAKES, HYDRAULIC:FOUNDATION COMPONENTS"), 8},
		{"steering", row("STEERING"), 8},
		{"fuel", row("FUEL SYSTEM, GASOLINE"), 8},
		{"belts", row("SEAT BELTS:FRONT"), 8},
		{"gears", row("POWER TRAIN"), 8},
		{"a battery that drives", row("ELECTRICAL SYSTEM: PROPULSION SYSTEM:TRACTION BATTERY"), 8},
		{"another battery", row("ELECTRICAL SYSTEM:12V/24V BATTERY"), 4},
		{"it does not say what", row(""), 8},
		{"a camera", row("BACK OVER PREVENTION"), 4},
		{"a camera, over the air", row("BACK OVER PREVENTION", "air"), 2},
		{"do not drive, over the air", row("X", "park", "air"), 12},
		{"park outside, over the air", row("X", "outside", "air"), 7},
	} {
		if got := campaignPoints(c.of); got != c.want {
			t.Errorf("%s: %d points, want %d", c.why, got, c.want)
		}
	}
}

func TestScoreIsTheTable(t *testing.T) {
	none := []campaign{}
	many := slices.Repeat([]campaign{row("AIR BAGS")}, 9)
	cases := []struct {
		why   string
		known known
		score any
		band  string
	}{
		{"nothing known", known{}, nil, ""},
		{"only no recalls, 40 of 100", known{campaigns: &none}, nil, ""},
		{"recalls alone that say not to drive", known{campaigns: &[]campaign{row("AIR BAGS", "park")}}, 63, "high"},
		{"nothing against it in what is known", known{campaigns: &none, stars: new(5)}, 1, ""},
		{"stars without the recalls", known{stars: new(5), investigations: new(1)}, nil, ""},
		{"complaints without the recalls", known{complaints: &tally{total: 99}}, nil, ""},
		{"stars and an investigation", known{campaigns: &none, stars: new(5), investigations: new(1)}, 3, ""},
		{"one star", known{campaigns: &none, stars: new(1)}, 27, "medium"},
		{"two stars", known{campaigns: &none, stars: new(2)}, 20, ""},
		{"three stars", known{campaigns: &none, stars: new(3)}, 13, ""},
		{"four stars", known{campaigns: &none, stars: new(4)}, 5, ""},
		{"investigations are capped", known{campaigns: &none, stars: new(5), investigations: new(9)}, 8, ""},
		{"recalls are capped", known{campaigns: &many, stars: new(5)}, 73, "high"},
		{"complaints by number", known{campaigns: &none, complaints: &tally{total: 99}}, 15, ""},
		{"complaints by gravity", known{
			campaigns:  &none,
			complaints: &tally{total: 9, deaths: 5, fires: 10, crashes: 3},
		}, 29, "medium"},
		{"all of it", known{
			campaigns:      &[]campaign{row("STEERING"), row("VISIBILITY")},
			complaints:     &tally{total: 99, crashes: 3},
			stars:          new(4),
			investigations: new(2),
		}, 39, "medium"},
		{"do not drive", known{campaigns: &[]campaign{row("AIR BAGS", "park")}, stars: new(5)}, 60, "high"},
		{"do not drive, and a death", known{
			campaigns:  &[]campaign{row("AIR BAGS", "park")},
			complaints: &tally{total: 1, deaths: 1},
			stars:      new(5),
		}, 75, "critical"},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			risk := scoreOf(c.known)
			if c.score == nil {
				if risk.Score != nil || risk.Band != nil || risk.Reasons[len(risk.Reasons)-1].Points != 0 {
					t.Errorf("%+v", risk)
				}
				return
			}
			if risk.Score == nil || *risk.Score != c.score || string(response.OrZero(risk.Band)) != c.band {
				t.Errorf("%v %s, want %v %s", *risk.Score, response.OrZero(risk.Band), c.score, c.band)
			}
			sum := 0.0
			for _, reason := range risk.Reasons {
				sum += reason.Points
			}
			if math.Abs(sum-float64(*risk.Score)) > 0.5001 {
				t.Errorf("reasons add up to %v, the score is %d", sum, *risk.Score)
			}
			if len(risk.Dimensions) != 5 {
				t.Errorf("%v", risk.Dimensions)
			}
		})
	}
}
