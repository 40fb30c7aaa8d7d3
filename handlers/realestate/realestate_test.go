package realestate

import (
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/realestate/realestatetest"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// service serves the routes over the answers, with the lists loaded.
var service = handlertest.OverWith(serve)

// serve is the routes over a world.
func serve(t testing.TB, keys map[string]string, world *upstreamtest.World) *handlertest.Service {
	t.Helper()
	return serveAt(t, realestatetest.Now, keys, world)
}

// serveAt is the same at another time.
func serveAt(
	t testing.TB, at time.Time, keys map[string]string, world *upstreamtest.World,
) *handlertest.Service {
	t.Helper()
	now := func() time.Time { return at }
	pool := world.Pool(t, keys, upstreamtest.SmallLists, upstreamtest.At(now))
	h := New(pool, now)
	for _, refresh := range []func() error{
		func() error { return h.places.Refresh(t.Context()) },
		func() error { return h.index.Refresh(t.Context()) },
		func() error { return h.values.set.Refresh(t.Context()) },
		func() error { return h.rents.set.Refresh(t.Context()) },
	} {
		if err := refresh(); err != nil {
			t.Logf("a list that is missing: %v", err)
		}
	}
	return handlertest.New(t, "realestate", h.Register)
}

func full(t testing.TB, more ...upstreamtest.Answer) (*handlertest.Service, *upstreamtest.World) {
	t.Helper()
	return service(t, realestatetest.Keys, append(more, realestatetest.Answers()...)...)
}

func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	s, world := full(t)
	s.CheckExamples("sources")
	if m := world.Misses(); len(m) > 0 {
		t.Errorf("asked for what the providers do not have: %q", m)
	}
}

func TestOnePlaceIsFoundByAllItsNames(t *testing.T) {
	s, _ := full(t)
	for _, c := range []struct{ geo, kind, level, code string }{
		{"12420", "cbsa", "cbsa", "12420"},
		{"cbsa:12420", "", "cbsa", "12420"},
		{"cbsa:12420", "county", "cbsa", "12420"},
		{"austin-round rock-san marcos, tx", "", "cbsa", "12420"},
		{"Travis  County, TX", "", "county", "48453"},
		{"county:48453", "", "county", "48453"},
		{"Texas", "", "state", "TX"},
		{"tx", "", "state", "TX"},
		{"48", "", "state", "TX"},
		{"78701", "", "zip", "78701"},
		{"78701-1234", "", "zip", "78701"},
		{"zip:78701", "cbsa", "zip", "78701"},
		{"35614", "cbsa", "metropolitan_division", "35614"},
	} {
		query := []string{"geo", c.geo}
		if c.kind != "" {
			query = append(query, "type", c.kind)
		}
		status, answer := s.Get("/realestate/prices", query...)
		if status != 200 {
			t.Errorf("%s: %d %v", c.geo, status, answer)
			continue
		}
		handlertest.Holds(t, answer, map[string]any{"geo.type": c.level, "geo.code": c.code})
	}
}

// none is a median that the survey did not compute.
const none = "-666666666"

func TestASmallPlaceStepsUpAndSaysSo(t *testing.T) {
	s, world := full(t, upstreamtest.Answer{
		URL: realestatetest.Survey + realestatetest.ZIP + "78701",
		Body: realestatetest.Table(realestatetest.ZIP+"78701", "ZCTA5 78701",
			"2000001", "-333333333", none, "-222222222", "140000", "9000"),
	})
	status, answer := s.Get("/realestate/market", "geo", "78701")
	if status != 200 {
		t.Fatal(status, answer)
	}
	handlertest.Holds(t, answer, map[string]any{
		"geo.type":                           "zip",
		"geo.county.code":                    "48453",
		"geo.cbsa.code":                      "12420",
		"geo.county_land_ratio":              1,
		"median_home_value.value_usd":        2000000,
		"median_home_value.bound":            "at_least",
		"median_home_value.margin_usd":       nil,
		"median_home_value.area.level":       "zip",
		"median_gross_rent.value_usd":        1779,
		"median_gross_rent.area.level":       "county",
		"median_gross_rent.stepped_up":       true,
		"median_household_income.area.level": "zip",
		"median_household_income.margin_usd": 9000,
		"median_household_income.stepped_up": false,
		"price_index.area.level":             "cbsa",
		"price_index.area.code":              "12420",
		"price_index.stepped_up":             true,
		"zhvi.area.level":                    "zip",
		"zhvi.latest_usd":                    654000,
		"zhvi.yoy_pct":                       9,
		"market_label":                       "hot", // by the ZIP code's own series, not the falling index of the metro
		"market_label_source":                "zillow_zhvi",
		"ratios_area.level":                  "county", // the smallest area with all three medians, none at a limit
		"gross_rental_yield_pct":             4.08,
		"price_to_income":                    5.28,
		"partial":                            false,
	})
	surveys := 0
	for _, request := range world.Asked() {
		if strings.Contains(request, "/acs/acs5") {
			surveys++
		}
	}
	if surveys != 2 {
		t.Errorf("the survey was asked %d times, want 2", surveys)
	}
}

func TestAZIPCodeInSeveralCountiesSaysSo(t *testing.T) {
	s, _ := full(t)
	_, answer := s.Get("/realestate/prices", "geo", "78660")
	handlertest.Holds(t, answer, map[string]any{
		"geo.county.name":       "Travis County, TX",
		"geo.county_land_ratio": 0.7778,
		"geo.note":              "This ZIP code lies in several counties; county is the one with most of its land.",
	})
}

func TestConnecticutIsByPlanningRegion(t *testing.T) {
	s, _ := full(t, upstreamtest.Answer{
		URL: realestatetest.Survey + realestatetest.State + "09",
		Body: realestatetest.Table(realestatetest.State+"09", "Connecticut",
			"367800", "1500", "1459", "8", "95800", "700"),
	})
	t.Run("a ZIP code", func(t *testing.T) {
		_, answer := s.Get("/realestate/prices", "geo", "06604")
		handlertest.Holds(t, answer, map[string]any{
			"geo.county.code":     "09120",
			"geo.county.name":     "Greater Bridgeport Planning Region, CT",
			"geo.cbsa.code":       "14860",
			"series.area.code":    "CT",
			"series.stepped_up":   true,
			"series.yoy_pct":      nil,
			"series.cagr_pct":     nil,
			"series.latest.value": 309,
		})
	})
	t.Run("a county that no longer exists", func(t *testing.T) {
		status, answer := s.Get("/realestate/market", "geo", "09001", "type", "county")
		if status != 200 || answer["geo"].(map[string]any)["note"] == nil {
			t.Errorf("%d %v", status, answer)
		}
		handlertest.Holds(t, answer, map[string]any{
			"geo.name":                          "Fairfield County, CT",
			"median_home_value.area.level":      "state",
			"median_home_value.stepped_up":      true,
			"price_index.area.level":            "state",
			"median_household_income.value_usd": 95800,
		})
	})
}

// massachusetts has two towns of a county with separate rents, in areas with or without rents by ZIP code.
func massachusetts(small string) upstreamtest.Answer {
	return upstreamtest.Answer{
		URL: realestatetest.HUD + "/statedata/MA",
		Body: `{"data":{"year":2026,"metroareas":[],"counties":[
{"town_name":"Abington town","county_name":"Plymouth County","metro_name":"Brockton, MA HUD Metro FMR Area",
"fips_code":"2502300170","Efficiency":1064,"One-Bedroom":1160,"Two-Bedroom":1528,"Three-Bedroom":1918,
"Four-Bedroom":2240,"FMR Percentile":40,"smallarea_status":` + small + `},
{"town_name":"Rockland town","county_name":"Plymouth County","metro_name":"Boston, MA HUD Metro FMR Area",
"fips_code":"2502357775","Efficiency":"2000.0","One-Bedroom":"2100.0","Two-Bedroom":"2500.0","Three-Bedroom":"3000.0",
"Four-Bedroom":"3300.0","FMR Percentile":"50","smallarea_status":` + small + `}]}}`,
	}
}

func TestFairRentsOfNewEnglandAreByTown(t *testing.T) {
	s, _ := full(t, massachusetts("0"))
	t.Run("a ZIP code in one town", func(t *testing.T) {
		_, answer := s.Get("/realestate/rents", "geo", "02351")
		handlertest.Holds(t, answer, map[string]any{
			"fair_market_rents.br2_usd":      1528,
			"fair_market_rents.area.name":    "Brockton, MA HUD Metro FMR Area",
			"fair_market_rents.area.level":   "hud_area",
			"fair_market_rents.stepped_up":   true,
			"fair_market_rents.by_town":      nil,
			"fair_market_rents.percentile":   40,
			"fair_market_rents.period_start": "2025-10-01",
			"fair_market_rents.period_end":   "2026-09-30",
		})
	})
	for why, query := range map[string][]string{
		"a ZIP code in two towns": {"geo", "02370"},
		"a county":                {"geo", "25023", "type", "county"},
	} {
		t.Run(why, func(t *testing.T) {
			_, answer := s.Get("/realestate/rents", query...)
			handlertest.Holds(t, answer, map[string]any{
				"fair_market_rents.br2_usd":                 nil,
				"fair_market_rents.by_town.count":           2,
				"fair_market_rents.by_town.lowest.br2_usd":  1528,
				"fair_market_rents.by_town.highest.br2_usd": 2500,
			})
		})
	}
}

func TestTownsThatAreNotLoadedAreNotTownsWithoutRents(t *testing.T) {
	s, _ := full(t, massachusetts("0"),
		upstreamtest.Answer{URL: realestatetest.Files + "*", Status: 503},
		upstreamtest.Answer{URL: "https://api.census.gov/*", Status: 204},
	)
	if status, answer := s.Get("/realestate/rents", "geo", "25023", "type", "county"); status != 503 {
		t.Errorf("%d %v", status, answer)
	}
}

func TestFairRentsOfAZIPCodeAreItsOwnWhereHUDSetsThem(t *testing.T) {
	entity := upstreamtest.Answer{URL: realestatetest.HUD + "/data/2502300170", Body: `{"data":{"year":"2026",
"area_name":"Brockton, MA HUD Metro FMR Area","basicdata":[{"zip_code":"MSA level","Efficiency":1064,"One-Bedroom":1160,
"Two-Bedroom":1528,"Three-Bedroom":1918,"Four-Bedroom":2240},{"zip_code":"02351","Efficiency":1100,"One-Bedroom":1200,
"Two-Bedroom":1600,"Three-Bedroom":2000,"Four-Bedroom":2300}]}}`}
	s, _ := full(t, massachusetts(`"1"`), entity, upstreamtest.Answer{URL: "https://api.census.gov/*", Status: 204})

	_, answer := s.Get("/realestate/rents", "geo", "02351")
	handlertest.Holds(t, answer, map[string]any{
		"fair_market_rents.br2_usd":    1600,
		"fair_market_rents.small_area": true,
		"fair_market_rents.area.level": "zip",
		"fair_market_rents.stepped_up": false,
		"partial":                      false,
	})
}

// TestWithoutRentsOfItsOwnAZIPCodeHasThoseOfItsTown: HUD's table says so. A missing table says nothing.
func TestWithoutRentsOfItsOwnAZIPCodeHasThoseOfItsTown(t *testing.T) {
	unknown := map[string]any{"fair_market_rents": nil, "sources.2.status": "error", "partial": true}
	const others = `{"data":{"year":"2026","basicdata":[{"zip_code":"02301","Efficiency":1100,
"One-Bedroom":1200,"Two-Bedroom":1600,"Three-Bedroom":2000,"Four-Bedroom":2300}]}}`
	for status, want := range map[int]map[string]any{
		200: {"fair_market_rents.br2_usd": 1528, "fair_market_rents.small_area": false, "partial": false},
		404: unknown,
		503: unknown,
	} {
		s, _ := full(t, massachusetts("1"),
			upstreamtest.Answer{URL: realestatetest.HUD + "/data/2502300170", Status: status, Body: others},
			upstreamtest.Answer{
				URL: realestatetest.Survey + realestatetest.ZIP + "02351",
				Body: realestatetest.Table(realestatetest.ZIP+"02351", "ZCTA5 02351",
					"500000", "1", "1500", "1", "90000", "1"),
			},
		)
		_, answer := s.Get("/realestate/rents", "geo", "02351")
		handlertest.Holds(t, answer, want)
	}
}

func TestACountyThatIsItsOwnRentAreaDoesNotStepUp(t *testing.T) {
	s, _ := full(t)
	_, answer := s.Get("/realestate/rents", "geo", "48301", "type", "county")
	handlertest.Holds(t, answer, map[string]any{
		"fair_market_rents.efficiency_usd": 700,
		"fair_market_rents.area.code":      "48301",
		"fair_market_rents.stepped_up":     false,
	})
}

func TestNoRentsOfAWholeState(t *testing.T) {
	s, _ := full(t)
	_, answer := s.Get("/realestate/rents", "geo", "TX")
	handlertest.Holds(t, answer, map[string]any{
		"fair_market_rents":           nil,
		"sources.2.status":            "skipped",
		"zori":                        nil,
		"median_gross_rent.value_usd": 1411,
		"partial":                     false,
	})
}

func TestADividedMetropolitanAreaNamesItsDivisions(t *testing.T) {
	s, _ := full(t)
	_, division := s.Get("/realestate/prices", "geo", "35614", "type", "cbsa")
	handlertest.Holds(
		t,
		division,
		map[string]any{"series.area.level": "metropolitan_division", "series.stepped_up": false},
	)

	status, whole := s.Get("/realestate/prices", "geo", "35620", "type", "cbsa")
	if status != 404 {
		t.Errorf("%d %v", status, whole)
	}
}

func TestAnAddressIsItsZIPCodeInTheCountyOfTheMatch(t *testing.T) {
	match := func(number, zip, county string) string {
		return `{"matchedAddress":"` + number + ` MAIN ST, AUSTIN, TX, ` + zip + `","coordinates":{"x":-97.7,"y":30.3},
"addressComponents":{"zip":"` + zip + `","city":"AUSTIN","state":"TX","preQualifier":"","preDirection":"",
"preType":"","streetName":"MAIN","suffixType":"ST","suffixDirection":"","suffixQualifier":""},
"geographies":{"Counties":[{"GEOID":"` + county + `","NAME":"x"}]}}`
	}
	answer := func(address, matches string) upstreamtest.Answer {
		return upstreamtest.Answer{
			URL:  realestatetest.Address + "?address=" + address,
			Body: `{"result":{"addressMatches":[` + matches + `]}}`,
		}
	}
	s, _ := full(t,
		answer("1+Main+St,+Austin,+TX", match("1", "78660", "48491")),
		answer("2+Main+St,+Austin,+TX", match("2", "78701", "48453")+","+match("2", "78660", "48453")),
		answer("3+Main+St,+Austin,+TX", match("3", "99999", "48453")),
		answer("4+Main+St,+Austin,+TX", ""),
		answer("6+Main+St,+Austin,+TX", match("200", "78660", "48491")), // what comes nearest
		upstreamtest.Answer{URL: realestatetest.Address + "?address=5+Main+St,+Austin,+TX", Status: 503},
	)

	_, found := s.Get("/realestate/prices", "geo", "1 Main St, Austin, TX")
	handlertest.Holds(t, found, map[string]any{
		"geo.type":              "zip",
		"geo.code":              "78660",
		"geo.county.code":       "48491", // not the one with most of the ZIP code's land
		"geo.county_land_ratio": nil,
		"geo.matched_address":   "1 MAIN ST, AUSTIN, TX, 78660",
	})
	_, county := s.Get("/realestate/prices", "geo", "3 Main St, Austin, TX")
	handlertest.Holds(t, county, map[string]any{"geo.type": "county", "geo.code": "48453"})

	for address, want := range map[string]int{
		"2 Main St, Austin, TX": 400,
		"4 Main St, Austin, TX": 400,
		"6 Main St, Austin, TX": 400,
		"5 Main St, Austin, TX": 502,
	} {
		if status, answer := s.Get("/realestate/prices", "geo", address); status != want {
			t.Errorf("%s: %d %v", address, status, answer)
		}
	}
}

func TestWhatIsMissingIsSaid(t *testing.T) {
	page := "<html><head><title>Missing Key</title></head></html>"
	cases := []struct {
		why    string
		keys   map[string]string
		survey upstreamtest.Answer
		want   map[string]any
	}{
		{
			"no key",
			nil,
			upstreamtest.Answer{},
			map[string]any{"sources.0.status": "not_configured", "partial": false},
		},
		{"a refused key", realestatetest.Keys, upstreamtest.Answer{Body: page, Type: "text/html"},
			map[string]any{"sources.0.status": "error", "partial": true}},
		{"too many requests", realestatetest.Keys, upstreamtest.Answer{Status: 429},
			map[string]any{"sources.0.status": "rate_limited", "partial": true}},
		{"no rows", realestatetest.Keys, upstreamtest.Answer{Status: 204},
			map[string]any{"sources.0.status": "empty", "partial": false}},
		{"a refused query", realestatetest.Keys, upstreamtest.Answer{Status: 400, Body: "error: unknown variable"},
			map[string]any{"sources.0.status": "error", "partial": true}},
		{"cut off", realestatetest.Keys, upstreamtest.Answer{Body: `[["NAME","B25`},
			map[string]any{"sources.0.status": "error", "partial": true}},
		{"a page of another kind", realestatetest.Keys, upstreamtest.Answer{Body: "<html>busy", Type: "text/html"},
			map[string]any{"sources.0.status": "error", "partial": true}},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			c.survey.URL = "https://api.census.gov/*"
			s, _ := service(t, c.keys, append([]upstreamtest.Answer{c.survey}, realestatetest.Answers()...)...)
			status, answer := s.Get("/realestate/market", "geo", "TX")
			if status != 200 {
				t.Fatal(status, answer)
			}
			c.want["median_home_value"] = nil
			c.want["price_to_income"] = nil
			c.want["ratios_area"] = nil
			c.want["price_index.latest"] = 498.3
			handlertest.Holds(t, answer, c.want)
		})
	}
}

func TestAFailureOnTheWayUpIsSaidBesideWhatIsKnown(t *testing.T) {
	s, _ := full(t,
		upstreamtest.Answer{
			URL: realestatetest.Survey + realestatetest.ZIP + "78701",
			Body: realestatetest.Table(realestatetest.ZIP+"78701", "ZCTA5 78701",
				"500000", "100", none, none, "140000", "9000"),
		},
		upstreamtest.Answer{URL: realestatetest.Survey + realestatetest.County("48453"), Status: 503},
	)
	_, answer := s.Get("/realestate/market", "geo", "78701")
	handlertest.Holds(t, answer, map[string]any{
		"median_home_value.value_usd": 500000,
		"median_gross_rent":           nil,
		"sources.0.status":            "error",
		"partial":                     true,
	})
}

func TestEstimatesOfTheYearBeforeWhenTheNewestAreNotOutYet(t *testing.T) {
	s, _ := full(t,
		upstreamtest.Answer{URL: realestatetest.Survey + realestatetest.State + "44", Status: 404},
		upstreamtest.Answer{
			URL: realestatetest.Earlier + realestatetest.State + "44",
			Body: realestatetest.Table(realestatetest.State+"44", "Rhode Island",
				"368800", "3000", "1254", "10", "86372", "1000"),
		},
	)
	_, answer := s.Get("/realestate/market", "geo", "RI")
	handlertest.Holds(
		t,
		answer,
		map[string]any{"median_home_value.year": 2023, "median_home_value.period_start": "2019-01-01"},
	)
}

func TestPlacesWithoutAnyData(t *testing.T) {
	s, _ := full(t, upstreamtest.Answer{URL: "https://api.census.gov/*", Status: 204})
	if status, answer := s.Get("/realestate/market", "geo", "GU"); status != 404 {
		t.Errorf("nothing anywhere: %d %v", status, answer)
	}
	s, _ = full(t, upstreamtest.Answer{URL: "https://api.census.gov/*", Status: 404})
	if status, answer := s.Get("/realestate/market", "geo", "GU"); status != 502 {
		t.Errorf("two years of the survey are gone: %d %v", status, answer)
	}

	s, _ = service(t, realestatetest.Keys, upstreamtest.Answer{URL: "https://api.census.gov/*", Status: 503})
	if status, _ := s.Get("/realestate/market", "geo", "TX"); status < 502 {
		t.Errorf("all down: %d", status)
	}
	if status, _ := s.Get("/realestate/market", "geo", "78701"); status != 503 {
		t.Errorf("a ZIP code without the list: %d", status)
	}
	if status, _ := s.Get("/realestate/compare", "geo", "TX,CA", "metric", "price_momentum_yoy"); status < 502 {
		t.Errorf("momentum without lists: %d", status)
	}
}

func TestComparisonsNeedPlacesThatDiffer(t *testing.T) {
	s, _ := full(t)
	for _, geo := range []string{"TX", "TX,", ",", "TX,Texas", "TX,nowhere", "AL,AK,AZ,AR,CA,CO,CT,DE,DC,FL,GA,HI,ID"} {
		if status, answer := s.Get("/realestate/compare", "geo", geo, "metric", "median_home_value"); status != 400 ||
			answer["field"] != "geo" {
			t.Errorf("%s: %d %v", geo, status, answer)
		}
	}
	if status, _ := s.Get("/realestate/compare", "geo", "TX,CA", "metric", "beauty"); status != 400 {
		t.Error("an unknown metric")
	}
}

func TestAComparisonNeverTakesTheValueOfALargerArea(t *testing.T) {
	s, _ := full(t,
		upstreamtest.Answer{
			URL: realestatetest.Survey + realestatetest.ZIP + "78701",
			Body: realestatetest.Table(realestatetest.ZIP+"78701", "ZCTA5 78701",
				none, none, "2436", "100", "140000", "9000"),
		},
		upstreamtest.Answer{URL: realestatetest.Survey + realestatetest.County("48301"), Status: 204},
	)
	_, answer := s.Get(
		"/realestate/compare",
		"geo",
		"Travis County, TX;78701;county:48301;TX",
		"metric",
		"median_home_value",
	)
	handlertest.Holds(t, answer, map[string]any{
		"count":               2,
		"ranking.0.area.code": "48453",
		"ranking.0.value":     522900,
		"ranking.0.rank":      1,
		"best.code":           "48453",
		"worst.code":          "TX",
		"same_level":          false,
		"warnings.0":          "The places are of different kinds; one may lie in another.",
		"missing.0.geo":       "78701",
		"missing.1.area.code": "48301",
		"partial":             false,
	})
}

func TestMomentumIsOfOneMeasureForAll(t *testing.T) {
	s, _ := full(t)
	cases := []struct {
		why, geo string
		want     map[string]any
	}{
		{"sales, which both have", "cbsa:12420,TX", map[string]any{
			"source": "fhfa", "count": 2, "best.code": "TX", "ranking.0.value": 1.07, "ranking.1.value": -1.12,
			"ranking.0.period": "2026 Q2", "same_level": false,
		}},
		{"all transactions, since one has no sales", "cbsa:12420,cbsa:10180", map[string]any{
			"source": "fhfa", "count": 2, "best.code": "10180", "ranking.0.value": 3, "ranking.1.value": -0.76,
		}},
		{
			"dollars of Zillow, since FHFA has no counties",
			"county:48453,78701",
			map[string]any{
				"source":              "zillow_zhvi",
				"count":               2,
				"ranking.0.area.code": "78701",
				"ranking.0.value":     9,
				"ranking.1.value":     -2.88,
			},
		},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			status, answer := s.Get("/realestate/compare", "geo", c.geo, "metric", "price_momentum_yoy")
			if status != 200 {
				t.Fatal(status, answer)
			}
			handlertest.Holds(t, answer, c.want)
		})
	}
}

func TestAComparisonWithoutTheSurveyIsNotSold(t *testing.T) {
	s, _ := service(t, nil, realestatetest.Answers()...)
	if status, answer := s.Get("/realestate/compare", "geo", "TX,CA", "metric", "median_home_value"); status != 503 ||
		answer["code"] != "not_configured" {
		t.Errorf("%d %v", status, answer)
	}
	s, _ = full(t, upstreamtest.Answer{URL: realestatetest.Survey + realestatetest.State + "06", Status: 503})
	_, answer := s.Get("/realestate/compare", "geo", "TX,CA,FL", "metric", "median_home_value")
	handlertest.Holds(t, answer, map[string]any{
		"count": 2, "partial": true, "missing.0.geo": "CA", "missing.0.reason": "the source did not answer for it",
	})
}

func TestEqualValuesShareARank(t *testing.T) {
	s, _ := full(t, upstreamtest.Answer{
		URL:  realestatetest.Survey + realestatetest.State + "06",
		Body: realestatetest.Table(realestatetest.State+"06", "California", "277800", "1", "1", "1", "1", "1"),
	})
	_, answer := s.Get("/realestate/compare", "geo", "TX,CA,FL", "metric", "median_home_value")
	handlertest.Holds(t, answer, map[string]any{"ranking.0.rank": 1, "ranking.1.rank": 2, "ranking.2.rank": 2})
}

// TestRecordedAnswers compares the answers with FHFA's and HUD's.
func TestRecordedAnswers(t *testing.T) {
	answers := []upstreamtest.Answer{
		{URL: realestatetest.Master, Body: string(samples.Read(t, "fhfa/hpi_master_rows_2026_12col.csv"))},
		{URL: realestatetest.HUD + "/statedata/VA", Body: string(samples.Read(t, "hud/fmr_statedata_VA_2021.json"))},
	}
	s, _ := service(t, realestatetest.Keys, append(answers, realestatetest.Answers()...)...)

	_, abilene := s.Get("/realestate/market", "geo", "10180", "type", "cbsa")
	handlertest.Holds(t, abilene, map[string]any{
		"geo.name":                      "Abilene, TX",
		"price_index.latest":            265.92,
		"price_index.latest_unadjusted": 264.64,
		"price_index.period":            "2026 Q2",
		"price_index.yoy_pct":           nil,
		"price_index.base_period":       nil,
		"market_label":                  nil,
	})
	_, island := s.Get("/realestate/prices", "geo", "PR")
	handlertest.Holds(t, island, map[string]any{
		"series.latest.period":           "2026 Q1",
		"series.latest.value":            272.95,
		"series.latest.value_unadjusted": 272.77,
		"series.yoy_pct":                 nil,
		"series.count":                   1,
	})
	_, accomack := s.Get("/realestate/rents", "geo", "51001", "type", "county")
	handlertest.Holds(t, accomack, map[string]any{
		"fair_market_rents.year":           2021,
		"fair_market_rents.period_start":   "2020-10-01",
		"fair_market_rents.efficiency_usd": 481,
		"fair_market_rents.br1_usd":        602,
		"fair_market_rents.br2_usd":        713,
		"fair_market_rents.br3_usd":        947,
		"fair_market_rents.br4_usd":        967,
		"fair_market_rents.stepped_up":     false,
	})
	_, alexandria := s.Get("/realestate/rents", "geo", "51510", "type", "county")
	handlertest.Holds(t, alexandria, map[string]any{
		"fair_market_rents.br2_usd":    1765,
		"fair_market_rents.area.level": "hud_area",
		"fair_market_rents.stepped_up": true,
	})
}

// TestListsThatStandStillAreOld: what was hot when they ended is not hot now.
func TestListsThatStandStillAreOld(t *testing.T) {
	for months, want := range map[int]map[string]string{
		0:  {"fhfa": "ok", "zillow_zhvi": "ok", "zillow_zori": "ok", "hud": "ok"},
		5:  {"fhfa": "stale", "zillow_zhvi": "stale", "zillow_zori": "stale", "hud": "ok"},
		24: {"fhfa": "stale", "zillow_zhvi": "stale", "zillow_zori": "stale", "hud": "stale"},
	} {
		world := upstreamtest.New(t, realestatetest.Answers()...)
		s := serveAt(t, realestatetest.Now.AddDate(0, months, 0), realestatetest.Keys, world)
		for _, route := range []string{"market", "prices", "rents", "compare"} {
			geo := "cbsa:12420"
			if route == "compare" {
				geo += ",TX"
			}
			_, answer := s.Get("/realestate/"+route, "geo", geo)
			sources, _ := answer["sources"].([]any)
			for _, source := range sources {
				name, _ := source.(map[string]any)["name"].(string)
				status := source.(map[string]any)["status"]
				unused := route == "compare" && name == "zillow_zhvi"
				if want[name] != "" && !unused && status != want[name] {
					t.Errorf("%s after %d months: %s is %v, want %s", route, months, name, status, want[name])
				}
			}
			if route == "market" && (answer["market_label"] != nil) != (months == 0) {
				t.Errorf("after %d months the market is %v", months, answer["market_label"])
			}
		}
	}
}
