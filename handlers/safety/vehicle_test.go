package safety

import (
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/safety/safetytest"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream/nhtsa"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func TestDatesOfEachListHaveOneForm(t *testing.T) {
	cases := []struct {
		why   string
		form  string
		other string
		texts []string
		want  string
	}{
		{"day first", dayFirst, monthFirst, []string{"02/04/2020", "24/03/2021"}, "2020-04-02 2021-03-24"},
		{"month first", monthFirst, dayFirst, []string{"02/04/2020", "03/24/2021"}, "2020-02-04 2021-03-24"},
		{"the form has changed", dayFirst, monthFirst, []string{"02/04/2020", "03/24/2021"}, "2020-02-04 2021-03-24"},
		{"both forms", dayFirst, monthFirst, []string{"24/03/2021", "03/24/2021"}, "2021-03-24 -"},
		{"no dates", dayFirst, monthFirst, []string{"", "soon", "12/31/1969"}, "- - -"},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			var got []string
			for _, day := range daysOf(c.texts, c.form, c.other) {
				text := "-"
				if day != nil {
					text = day.Format(time.DateOnly)
				}
				got = append(got, text)
			}
			if strings.Join(got, " ") != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestComponentsAreSplitOnlyBetweenNames(t *testing.T) {
	for text, want := range map[string][]string{
		"UNKNOWN OR OTHER,SERVICE BRAKES, HYDRAULIC": {"SERVICE BRAKES, HYDRAULIC", "UNKNOWN OR OTHER"},
		"FUEL SYSTEM, GASOLINE":                      {"FUEL SYSTEM, GASOLINE"},
		"ENGINE,ENGINE":                              {"ENGINE"},
		"":                                           nil,
		",":                                          nil,
	} {
		if got := components(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// recallRow is a campaign: its number, day of receipt, component and model year.
func recallRow(campaign, received, component, year string) string {
	return fmt.Sprintf(`{"NHTSACampaignNumber":%q,"ReportReceivedDate":%q,"Component":%q,"ModelYear":%q,"Summary":"",
"Consequence":"","Remedy":"","Model":"F-150","Manufacturer":"","parkIt":false,"parkOutSide":false}`,
		campaign, received, component, year)
}

// complaintRow is a complaint: its number, its day, and the types and model years of its products.
func complaintRow(number int, filed string, products ...string) string {
	var list []string
	for i := 0; i < len(products); i += 2 {
		list = append(list, fmt.Sprintf(`{"type":%q,"productYear":%q}`, products[i], products[i+1]))
	}
	return fmt.Sprintf(`{"odiNumber":%d,"crash":false,"fire":false,"numberOfInjuries":0,"numberOfDeaths":0,
"dateComplaintFiled":%q,"components":"ENGINE","products":[%s]}`, number, filed, strings.Join(list, ","))
}

// listOf is a list of models.
func listOf(names ...string) string {
	var rows []string
	for _, name := range names {
		rows = append(rows, fmt.Sprintf(`{"modelYear":"2016","make":"FORD","model":%q}`, name))
	}
	return fmt.Sprintf(`{"count":%d,"message":"Results returned successfully","results":[%s]}`,
		len(names), strings.Join(rows, ","))
}

// TestSpellingsOfOneModelAreTheModel: a database that has two of them files some recalls under each.
func TestSpellingsOfOneModelAreTheModel(t *testing.T) {
	recall := func(model, campaign string) upstreamtest.Answer {
		row := strings.ReplaceAll(recallRow(campaign, "01/02/2016", "ENGINE", "2016"), "F-150", model)
		return upstreamtest.Answer{URL: with(safetytest.Recalls, model), Body: `{"results":[` + row + `]}`}
	}
	for _, list := range [][]string{{"F-150", "F150"}, {"F150", "F-150"}} {
		for _, asked := range []string{"F-150", "F150", "F 150"} {
			s, _ := service(t,
				upstreamtest.Answer{URL: safetytest.Models, Body: listOf(list...)},
				recall("F-150", "16V100000"), recall("F150", "16V200000"),
				upstreamtest.Answer{URL: safetytest.Recalls, Status: 400, Body: safetytest.NoRows},
				upstreamtest.Answer{URL: safetytest.Complaints, Status: 400, Body: safetytest.NoRows},
				upstreamtest.Answer{URL: safetytest.Ratings + "/*", Body: `{"Results":[]}`},
			)
			_, got := s.Get("/safety/vehicle", "make", "Ford", "model", asked, "year", "2016")
			if got["recalls_count"] != 2.0 {
				t.Errorf("%s of %q: %v", asked, list, got["recalls_count"])
			}
		}
	}
}

func TestModelsAreFoundUnderTheNamesOfEachDatabase(t *testing.T) {
	oneRecall := `{"results":[` + recallRow("16V100000", "01/02/2016", "ENGINE", "2016") + `]}`
	oneComplaint := `{"results":[` + complaintRow(1, "01/02/2017", "Vehicle", "2016") + `]}`

	cases := []struct {
		why, model         string
		recalls, complains []string // what the lists have
		recallsUnder       string   // the name that there are rows under
		complaintsUnder    string
		status             int
		count, total       any
		named              any
		note               string
	}{
		{"the same", "F-150", []string{"F-150"}, []string{"F-150"}, "F-150", "F-150", 200, 1, 1, "F-150", ""},
		{
			"another spelling", "GTR", []string{"GT-R"}, []string{"GT-R", "X"}, "GT-R", "GT-R",
			200, 1, 1, "GT-R", "under GT-R: these are shown",
		},
		{
			"one longer name", "F-250", []string{"F-250 SD", "F-350 SD"}, []string{"F-250"}, "F-250 SD", "F-250",
			200, 1, 1, "F-250 SD", "under F-250 SD: these are shown",
		},
		{
			"cabs of one truck", "F-150", []string{"F-150 SUPERCREW"}, []string{"F-150 REGULAR CAB", "F-150 LIGHTNING"},
			"F-150 SUPERCREW", "F-150 REGULAR CAB", 200, 1, 1, "F-150 SUPERCREW", "not counted here: F-150 LIGHTNING",
		},
		{
			"another car whose name begins so is not taken for it", "Corolla", []string{"COROLLA CROSS"},
			[]string{"COROLLA"}, "COROLLA CROSS", "Corolla", 200, nil, 1, nil, "ask for one",
		},
		{
			"nor is the car that its name begins with", "Corolla Cross", []string{"COROLLA"},
			[]string{"COROLLA CROSS"}, "COROLLA", "Corolla Cross", 200, nil, 1, nil, "ask for one",
		},
		{
			"several longer names are not mixed", "Silverado", []string{"SILVERADO 1500", "SILVERADO 2500"},
			[]string{"SILVERADO"}, "SILVERADO 1500", "Silverado", 200, nil, 1, nil, "ask for one",
		},
		{
			"a shorter name", "F-150 SuperCrew", []string{"F-150"}, []string{"F-150 " +
				"SUPERCREW"}, "F-150", "F-150 SuperCrew",
			200, 1, 1, "F-150", "under F-150: these are shown",
		},
		{
			"no recalls, and a sister database knows the " +
				"name", "Fiesta", []string{"FUSION"}, []string{"FIESTA"}, "-", "Fiesta",
			200, 0, 1, nil, "",
		},
		{
			"no recalls, and the list is empty: the make may be spelt otherwise", "Fiesta", nil, []string{"FIESTA"},
			"-", "Fiesta", 200, nil, 1, nil, "there may be some under another",
		},
		{"a name that nobody has", "Fiessta", []string{"FIESTA"}, []string{"FIESTA"}, "-", "-", 404, nil, nil, nil, ""},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			s, _ := service(t,
				upstreamtest.Answer{URL: safetytest.Models + "?issueType=r", Body: listOf(c.recalls...)},
				upstreamtest.Answer{URL: safetytest.Models + "?issueType=c", Body: listOf(c.complains...)},
				upstreamtest.Answer{
					URL:  with(safetytest.Recalls, c.recallsUnder),
					Body: strings.Replace(oneRecall, "F-150", c.recallsUnder, 1),
				},
				upstreamtest.Answer{URL: with(safetytest.Complaints, c.complaintsUnder), Body: oneComplaint},
				upstreamtest.Answer{URL: safetytest.Recalls, Status: 400, Body: safetytest.NoRows},
				upstreamtest.Answer{URL: safetytest.Complaints, Status: 400, Body: safetytest.NoRows},
				upstreamtest.Answer{URL: safetytest.Ratings + "/*", Body: `{"Results":[]}`},
			)
			status, got := s.Get("/safety/vehicle", "make", "Ford", "model", c.model, "year", "2016")
			if status != c.status {
				t.Fatalf("%d %v", status, got)
			}
			handlertest.Holds(t, got, map[string]any{
				"recalls_count":            c.count,
				"complaints_summary.total": c.total,
				"matched_models.recalls":   c.named,
			})
			if c.note != "" && !strings.Contains(fmt.Sprint(got["notes"]), c.note) {
				t.Errorf("notes %v, want %q", got["notes"], c.note)
			}
		})
	}
}

func with(url, model string) string { return url + "?model=" + strings.ReplaceAll(model, " ", "+") }

func TestRatingIsOfTheLowestVariant(t *testing.T) {
	rating := func(id int, stars string) string {
		return fmt.Sprintf(`{"Results":[{"VehicleId":%d,"VehicleDescription":"variant %d","OverallRating":%q,
"OverallFrontCrashRating":%q,"RolloverRating":"Not Rated","RolloverPossibility":0,"InvestigationCount":%d}]}`,
			id, id, stars, stars, id)
	}
	answers := []upstreamtest.Answer{
		{URL: safetytest.Recalls, Status: 400, Body: safetytest.NoRows},
		{URL: safetytest.Complaints, Status: 400, Body: safetytest.NoRows},
		{URL: safetytest.Models, Body: listOf("F-150")},
		{URL: safetytest.Ratings + "/modelyear/2016/make/Ford", Body: listOf("F-150 "+
			"SUPERCREW", "F-150 REGULAR CAB", "FUSION")},
		{
			URL:  safetytest.Ratings + "/modelyear/2016/make/Ford/model/F-150%20SUPERCREW",
			Body: `{"Results":[{"VehicleId":1,"VehicleDescription":"a"},{"VehicleId":2,"VehicleDescription":"b"}]}`,
		},
		{
			URL:  safetytest.Ratings + "/modelyear/2016/make/Ford/model/F-150%20REGULAR%20CAB",
			Body: `{"Results":[{"VehicleId":3,"VehicleDescription":"c"}]}`,
		},
		{URL: safetytest.Ratings + "/VehicleId/1", Body: rating(1, "5")},
		{URL: safetytest.Ratings + "/VehicleId/2", Body: rating(2, "3")},
		{URL: safetytest.Ratings + "/VehicleId/3", Body: rating(3, "Not Rated")},
		{URL: safetytest.Ratings + "/modelyear/2016/make/Ford/model/F-150", Body: `{"Results":[]}`},
	}
	s, _ := service(t, answers...)
	_, got := s.Get("/safety/vehicle", "make", "Ford", "model", "F-150", "year", "2016")
	handlertest.Holds(t, got, map[string]any{
		"safety_rating.overall":                  3,
		"safety_rating.front":                    3,
		"safety_rating.rollover":                 nil,
		"safety_rating.rollover_probability_pct": nil,
		"safety_rating.rated_variant":            "variant 2",
		"safety_rating.vehicle_variants.2.id":    2,
		"matched_models.ratings.0":               "F-150 REGULAR CAB",
		"matched_models.ratings.1":               "F-150 SUPERCREW",
		"partial":                                false,
	})
	flags := got["risk_score"].(map[string]any)["flags"]
	if want := []any{"low_ncap_rating", "investigations_on_record"}; !reflect.DeepEqual(flags, want) {
		t.Errorf("flags %v, want %v", flags, want)
	}

	t.Run("one that cannot be had", func(t *testing.T) {
		answers[7].Status = 503
		s, _ := service(t, answers...)
		_, got := s.Get("/safety/vehicle", "make", "Ford", "model", "F-150", "year", "2016")
		handlertest.Holds(t, got, map[string]any{"safety_rating": nil, "partial": true})
	})
}

// TestDecodedVINAloneIsNotSold: what the VIN stands for tells nothing of the vehicle's safety.
func TestDecodedVINAloneIsNotSold(t *testing.T) {
	s, _ := service(t,
		upstreamtest.Answer{URL: safetytest.Decoder + "/*", Body: safetytest.Audi},
		upstreamtest.Answer{URL: safetytest.Vehicles + "/*", Status: 503})
	if status, got := s.Get("/safety/vehicle", "vin", "WA1A4AFY2J2008189"); status != http.StatusBadGateway {
		t.Errorf("%d %v", status, got)
	}
}

// TestUnknownWordsOfARatingAreNotUnrated: the program is told that there is no rating only where NHTSA says so.
func TestUnknownWordsOfARatingAreNotUnrated(t *testing.T) {
	for stars, want := range map[string]bool{"Not Rated": true, "Five": false} {
		answers := safetytest.Answers()
		answers = append([]upstreamtest.Answer{{
			URL:  safetytest.Ratings + "/VehicleId/13679",
			Body: strings.Replace(safetytest.GolfRating, `"OverallRating":"5"`, `"OverallRating":"`+stars+`"`, 1),
		}}, answers...)
		s, _ := service(t, answers...)
		_, got := s.Get("/safety/vehicle", "make", "Volkswagen", "model", "Golf", "year", "2019")
		handlertest.Holds(t, got, map[string]any{"safety_rating.overall": nil})
		flags := fmt.Sprint(got["risk_score"].(map[string]any)["flags"])
		if strings.Contains(flags, "ncap_not_rated") != want {
			t.Errorf("%s: flags %s", stars, flags)
		}
	}
}

func TestFaultsOfTheDatabases(t *testing.T) {
	faults := []struct {
		why    string
		answer upstreamtest.Answer
	}{
		{"down", upstreamtest.Answer{Status: 503}},
		{"a page that blocks", upstreamtest.Answer{Status: 403, Body: "<html>"}},
		{"a page", upstreamtest.Answer{Body: "<html>"}},
		{"cut off", upstreamtest.Answer{Body: `{"Count":1,"results":[{"NHTSA`}},
		{"400 with another body", upstreamtest.Answer{Status: 400, Body: `{"message":"bad"}`}},
		{"gone", upstreamtest.Answer{Status: 404}},
		{"rows of another kind", upstreamtest.Answer{Body: `{"results":[{"a":1}]}`}},
	}
	for _, c := range faults {
		t.Run(c.why, func(t *testing.T) {
			answers := safetytest.Answers()
			for i, url := range []string{safetytest.Recalls, safetytest.Complaints} {
				c.answer.URL = url
				answers[i] = c.answer
			}
			s, _ := service(t, answers...)
			_, got := s.Get("/safety/vehicle", "make", "Volkswagen", "model", "Golf", "year", "2019")
			handlertest.Holds(t, got, map[string]any{
				"recalls_count":         nil,
				"recalls":               nil,
				"complaints_summary":    nil,
				"safety_rating.overall": 5,
				"risk_score.score":      nil,
				"partial":               true,
			})

			c.answer.URL = safetytest.Vehicles + "/*"
			s, _ = service(t, c.answer)
			status, body := s.Get("/safety/vehicle", "make", "Volkswagen", "model", "Golf", "year", "2019")
			if status < http.StatusBadGateway {
				t.Errorf("all of them: %d %v", status, body)
			}
		})
	}

	t.Run("too many requests", func(t *testing.T) {
		s, _ := service(t, upstreamtest.Answer{
			URL:    safetytest.Vehicles + "/*",
			Status: 429,
			Header: map[string]string{"Retry-After": "600"},
		})
		if status, got := s.Get("/safety/vehicle", "make", "VW", "model", "Golf", "year", "2019"); status != 503 {
			t.Errorf("%d %v", status, got)
		}
	})

	t.Run("the decoder", func(t *testing.T) {
		for _, body := range []string{`<html>`, `{"Results":[]}`, `{"Results":[{"Make":"X"}]}`, `{"Res`} {
			s, _ := service(t, upstreamtest.Answer{URL: safetytest.Decoder + "/*", Body: body})
			if status, got := s.Get("/safety/vehicle", "vin", "WA1A4AFY2J2008189"); status != http.StatusBadGateway {
				t.Errorf("%s: %d %v", body, status, got)
			}
		}
	})
}

func TestComplaintsAreCountedOnceAndOfTheirYear(t *testing.T) {
	rows := []nhtsa.Complaint{
		{Number: "1", Crash: true, Injuries: 2, Deaths: 1, Components: "AIR BAGS", Filed: "09/07/2016"},
		{Number: "1", Crash: true, Injuries: 2, Deaths: 1, Components: "WHEELS", Filed: "09/07/2016"},
		{Number: "2", Fire: true},
	}
	got := tallyOf(rows)
	if got.total != 2 || got.deaths != 1 || got.injuries != 2 || got.crashes != 1 || got.fires != 1 ||
		got.first == nil || got.first.Format(time.DateOnly) != "2016-09-07" {
		t.Errorf("%+v", got)
	}

	s, _ := service(t,
		upstreamtest.Answer{URL: safetytest.Complaints, Body: `{"results":[` + strings.Join([]string{
			complaintRow(1, "", "Vehicle", "2018"),
			complaintRow(2, "", "Vehicle", "2018", "Vehicle", "2016"),
			complaintRow(3, "", "Tire", "9999"),
		}, ",") + `]}`},
		upstreamtest.Answer{URL: safetytest.Recalls, Body: `{"results":[` + strings.Join([]string{
			recallRow("A", "", "ENGINE", "2016"),
			recallRow("A", "", "AIR BAGS", "2016"),
			recallRow("B", "", "ENGINE", "2015"),
		}, ",") + `]}`},
		upstreamtest.Answer{URL: safetytest.Models, Body: listOf("F-150")},
		upstreamtest.Answer{URL: safetytest.Ratings + "/*", Body: `{"Results":[]}`},
	)
	_, answer := s.Get("/safety/vehicle", "make", "Ford", "model", "F-150", "year", "2016")
	handlertest.Holds(t, answer, map[string]any{
		"complaints_summary.total": 2,
		"recalls_count":            1,
		"recalls.0.component":      "ENGINE; AIR BAGS",
		"recalls.0.do_not_drive":   false,
		"recalls.0.date":           nil,
	})
}

func TestSearchesAreAskedForInFewRounds(t *testing.T) {
	s, world := service(t, safetytest.Answers()...)
	if status, got := s.Get("/safety/vehicle", "make", "Volkswagen", "model", "Golf", "year", "2019"); status != 200 {
		t.Fatal(got)
	}
	if asked := world.Asked(); len(asked) != 6 {
		t.Errorf("asked %q", asked)
	}
}

func TestRecordedVehicles(t *testing.T) {
	samples.Path(t, "nhtsa") // without recorded answers there is nothing to run
	sample := func(name string) string { return string(samples.Read(t, "nhtsa/"+name)) }

	t.Run("ratings of a Golf, and nothing else", func(t *testing.T) {
		s, _ := service(t,
			upstreamtest.Answer{
				URL:  safetytest.Ratings + "/modelyear/2019/make/Volkswagen/model/Golf",
				Body: sample("SafetyRatings_variants_volkswagen_golf_2019.json"),
			},
			upstreamtest.Answer{
				URL:  safetytest.Ratings + "/VehicleId/13679",
				Body: sample("SafetyRatings_VehicleId_13679.json"),
			},
			upstreamtest.Answer{URL: safetytest.Vehicles + "/*", Status: 503},
		)
		_, got := s.Get("/safety/vehicle", "make", "Volkswagen", "model", "Golf", "year", "2019")
		handlertest.Holds(t, got, map[string]any{
			"safety_rating.overall":                        5,
			"safety_rating.front":                          4,
			"safety_rating.side":                           5,
			"safety_rating.rollover":                       4,
			"safety_rating.rollover_probability_pct":       13.4,
			"safety_rating.vehicle_variants.0.id":          13679,
			"safety_rating.vehicle_variants.0.description": "2019 Volkswagen Golf 4 DR FWD",
			"recalls_count":                                nil,
			"complaints_summary":                           nil,
			"risk_score.score":                             nil,
			"risk_score.band":                              nil,
			"risk_score.flags.0":                           "investigations_on_record",
			"partial":                                      true,
		})
	})

	t.Run("a VIN", func(t *testing.T) {
		s, _ := service(t,
			upstreamtest.Answer{
				URL:  safetytest.Decoder + "/WA1A4AFY2J2008189",
				Body: sample("vpic_DecodeVinValues_WA1A4AFY2J2008189.json"),
			},
			upstreamtest.Answer{URL: safetytest.Ratings + "/*", Body: `{"Results":[]}`},
			upstreamtest.Answer{URL: safetytest.Vehicles + "/*", Status: 503},
		)
		_, got := s.Get("/safety/vehicle", "vin", "wa1a4afy2j2008189")
		handlertest.Holds(t, got, map[string]any{
			"vehicle_identity.make":                    "AUDI",
			"vehicle_identity.model":                   "SQ5",
			"vehicle_identity.year":                    2018,
			"vehicle_identity.trim":                    nil,
			"vehicle_identity.drive_type":              nil,
			"vehicle_identity.engine.cylinders":        6,
			"vehicle_identity.engine.displacement_l":   3,
			"vehicle_identity.engine.horsepower_hp":    354,
			"vehicle_identity.plant_country":           "MEXICO",
			"vehicle_identity.decode_ok":               true,
			"vehicle_identity.check_digit":             "valid",
			"vehicle_identity.model_year_candidates.0": 2018,
			"safety_rating":                            nil,
			"risk_score.score":                         nil,
			"partial":                                  true,
		})
	})

	t.Run("recalls and complaints of a Wrangler", func(t *testing.T) {
		s, _ := service(t,
			upstreamtest.Answer{
				URL:  safetytest.Recalls,
				Body: `{"Count":5,"results":` + sample("recallsByVehicle_results_jeep_wrangler.json") + `}`,
			},
			upstreamtest.Answer{
				URL:  safetytest.Complaints,
				Body: `{"count":7,"results":` + sample("complaintsByVehicle_results_jeep_wrangler.json") + `}`,
			},
			upstreamtest.Answer{URL: safetytest.Models, Body: listOf("WRANGLER")},
			upstreamtest.Answer{URL: safetytest.Ratings + "/*", Body: `{"Results":[]}`},
		)
		_, got := s.Get("/safety/vehicle", "make", "Jeep", "model", "Wrangler", "year", "2020")
		handlertest.Holds(t, got, map[string]any{
			"recalls_count":          5,
			"recalls.0.campaign":     "24V720000",
			"recalls.0.date":         "2024-09-27",
			"recalls.0.park_outside": true,
			"recalls.4.date":         "2020-01-24",
		})
		_, got = s.Get("/safety/vehicle", "make", "Jeep", "model", "Wrangler", "year", "2005")
		handlertest.Holds(t, got, map[string]any{
			"recalls_count":                 nil, // rows of other years only
			"complaints_summary.deaths":     2,
			"complaints_summary.last_date":  "2017-08-09",
			"complaints_summary.first_date": "2016-09-07",
			"complaints_summary.fires":      1,
			"complaints_summary.total":      2,
			"risk_score.coverage.evaluated": 2,
			"complaints_summary.injuries":   2,
			"complaints_summary.crashes":    1,
			"risk_score.flags.0":            "fatal_complaints",
		})
	})

	t.Run("no rows as HTTP 400", func(t *testing.T) {
		s, _ := service(t,
			upstreamtest.Answer{URL: safetytest.Recalls, Status: 400, Body: sample("recalls_no_result_HTTP400.json")},
			upstreamtest.Answer{URL: safetytest.Complaints, Status: 400,
				Body: sample("complaints_no_result_HTTP400.json")},
			upstreamtest.Answer{URL: safetytest.Models, Status: 400, Body: safetytest.NoRows},
			upstreamtest.Answer{URL: safetytest.Ratings + "/*", Body: `{"Results":[]}`},
		)
		status, got := s.Get("/safety/vehicle", "make", "zzmotors", "model", "nothing", "year", "2020")
		if status != http.StatusNotFound || got["field"] != "model" {
			t.Errorf("%d %v", status, got)
		}
	})
}

// TestCabsOfATruckAreTheTruck: what is filed under its name with a cab counts beside what is under its own.
func TestCabsOfATruckAreTheTruck(t *testing.T) {
	recall := func(model, campaign string) upstreamtest.Answer {
		row := strings.ReplaceAll(recallRow(campaign, "01/02/2016", "ENGINE", "2016"), "F-150", model)
		return upstreamtest.Answer{URL: with(safetytest.Recalls, model), Body: `{"results":[` + row + `]}`}
	}
	both := recall("F-150 SUPERCREW", "16V200000") // with a campaign that is under the other name as well
	again := recall("F-150 SUPERCREW", "16V100000").Body
	both.Body = strings.TrimSuffix(both.Body, "]}") + "," + strings.TrimPrefix(again, `{"results":[`)
	s, _ := service(t,
		upstreamtest.Answer{URL: safetytest.Models, Body: listOf("F-150", "F-150 SUPERCREW", "F-150 LIGHTNING")},
		recall("F-150", "16V100000"), both, recall("F-150 LIGHTNING", "16V300000"),
		upstreamtest.Answer{URL: safetytest.Complaints, Status: 400, Body: safetytest.NoRows},
		upstreamtest.Answer{URL: safetytest.Ratings + "/*", Body: `{"Results":[]}`},
	)
	_, got := s.Get("/safety/vehicle", "make", "Ford", "model", "F-150", "year", "2016")
	handlertest.Holds(t, got, map[string]any{
		"recalls_count":          2,
		"matched_models.recalls": "F-150, F-150 SUPERCREW",
		"recalls.0.component":    "ENGINE",
		"recalls.1.component":    "ENGINE",
	})
	if notes := fmt.Sprint(got["notes"]); !strings.Contains(notes, "not counted here: F-150 LIGHTNING.") {
		t.Errorf("notes %s", notes)
	}
}
