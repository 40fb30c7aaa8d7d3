package macro

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/macro/macrotest"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

var service = handlertest.Over(serve)

// serve is the routes over a world.
func serve(t testing.TB, world *upstreamtest.World) *handlertest.Service {
	t.Helper()
	now := func() time.Time { return macrotest.Now }
	h := New(world.Pool(t, nil, upstreamtest.At(now)), now)
	return handlertest.New(t, "macro", h.Register)
}

func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	handlertest.CheckExamples(service(t, macrotest.Answers()...))
}

func TestRecordedAnswers(t *testing.T) {
	s, _ := service(t,
		upstreamtest.Answer{
			URL:  macrotest.Bank + "DEU;USA/indicator/FP.CPI.TOTL.ZG",
			Body: string(samples.Read(t, "worldbank/multi_indicator_mrnev1.json")),
		},
		upstreamtest.Answer{
			URL:  macrotest.Bank + "COL?format=json",
			Body: string(samples.Read(t, "worldbank/country_COL.json")),
		},
		upstreamtest.Answer{
			URL:  macrotest.Bank + "COL/indicator/*",
			Body: macrotest.Page("FP.CPI.TOTL.ZG COL 2024 6.61"),
		},
		upstreamtest.Answer{
			URL:  macrotest.Bank + "DEU/indicator/ZZ.ZZZ.ZZZZ",
			Body: string(samples.Read(t, "worldbank/error_invalid_value_http200.json")),
		},
		upstreamtest.Answer{URL: macrotest.Fund + "*", Status: http.StatusTooManyRequests},
	)

	_, got := s.Get("/macro/country", "country", "Colombia")
	handlertest.Holds(t, got, map[string]any{
		"country.iso2":                   "CO",
		"country.region":                 "Latin America & Caribbean",
		"country.income_level":           "Upper middle income",
		"country.capital":                "Bogota",
		"indicators.inflation.value":     6.61,
		"indicators.inflation.prior":     nil,
		"indicators.government_debt":     nil,
		"derived.growth_minus_inflation": nil,
		"sources.2.status":               "rate_limited",
		"partial":                        true,
	})
	if status, got := s.Get("/macro/indicator", "indicator", "ZZ.ZZZ.ZZZZ", "country", "DE"); status != 400 {
		t.Errorf("unknown indicator: status %d: %v", status, got)
	}
}

// TestForecastsAreNotSold: the IMF's values of this year and later are no observations.
func TestForecastsAreNotSold(t *testing.T) {
	s, _ := service(t, macrotest.Debt("ITA", "2023,134.6", "2024,135.3", "2025,137.3", "2026,138.5", "2031,137"))
	_, got := s.Get("/macro/indicator", "indicator", "government_debt", "country", "Italy,WLD", "range", "2")
	handlertest.Holds(t, got, map[string]any{
		"indicator.code":          "GGXWDG_NGDP",
		"unit":                    "percent of GDP",
		"series.0.latest.year":    2025,
		"series.0.latest.value":   137.3,
		"series.0.change":         2,
		"series.0.observations.2": nil,
		"missing.0.iso3":          "WLD",
		"last_updated_date":       nil,
		"sources.0.status":        "skipped",
		"sources.1.status":        "ok",
		"partial":                 false,
	})

	_, got = s.Get("/macro/indicator", "indicator", "government_debt", "country", "Italy", "years", "2023:2026")
	handlertest.Holds(t, got, map[string]any{
		"series.0.latest.year":         2025,
		"series.0.observations.2.year": 2023,
	})
	if status, got := s.Get(
		"/macro/indicator", "indicator", "government_debt", "country", "Italy", "years", "2026"); status != 404 {
		t.Errorf("this year's forecast: status %d: %v", status, got)
	}
}

// TestAYearThatIsOverIsStillForecast: the newest edition of January is that of October.
func TestAYearThatIsOverIsStillForecast(t *testing.T) {
	for day, want := range map[string]float64{"2026-12-31": 2025, "2027-01-01": 2025, "2027-04-04": 2025, "2027-05-01": 2026} {
		now, err := time.Parse(time.DateOnly, day)
		if err != nil {
			t.Fatal(err)
		}
		world := upstreamtest.New(t, macrotest.Debt("ITA", "2024,135.3", "2025,137.3", "2026,138.5", "2031,137"))
		h := New(world.Pool(t, nil), func() time.Time { return now })
		_, got := handlertest.New(t, "macro", h.Register).
			Get("/macro/indicator", "indicator", "government_debt", "country", "Italy")
		handlertest.Holds(t, got, map[string]any{"series.0.latest.year": want})
	}
}

// TestRankingIsOfOneYear: countries are compared in the newest year that most of them have, and the others are named.
func TestRankingIsOfOneYear(t *testing.T) {
	const gdp = "NY.GDP.MKTP.KD.ZG"
	s, _ := service(t, upstreamtest.Answer{
		URL: macrotest.Bank + "DEU;FRA;ITA;ESP;WLD/indicator/" + gdp,
		Body: macrotest.Page(
			gdp+" DEU 2025 1", gdp+" DEU 2024 2",
			gdp+" FRA 2024 2", gdp+" FRA 2023 9",
			gdp+" ITA 2024 -1",
			gdp+" ESP 2019 3",
			gdp+" WLD 2024 5",
		),
	})
	_, got := s.Get("/macro/compare", "indicator", "gdp_growth", "country", "DE, FR, IT, ES, world, DEU")
	handlertest.Holds(t, got, map[string]any{
		"year":           2024,
		"count":          3,
		"ranking.0.iso3": "FRA",
		"ranking.0.rank": 1,
		"ranking.1.iso3": "DEU",
		"ranking.1.rank": 1,
		"ranking.2.iso3": "ITA",
		"ranking.2.rank": 3,
		"groups.0.iso3":  "WLD",
		"groups.0.value": 5,
		"missing.0.iso3": "ESP",
		"stats.mean":     1,
		"stats.median":   2,
		"stats.spread":   3,
	})
}

// TestRankingIsOfTheLatestYears: surveys of decades ago are no ranking of now.
func TestRankingIsOfTheLatestYears(t *testing.T) {
	s, world := service(t, upstreamtest.Answer{URL: macrotest.Bank + "*", Body: macrotest.Page()})
	if status, got := s.Get("/macro/compare", "indicator", "gini", "country", "DE,US"); status != http.StatusNotFound {
		t.Errorf("%d %v", status, got)
	}
	if asked := world.Asked()[0]; !strings.Contains(asked, "date=2016%3A2026") {
		t.Errorf("asked %s", asked)
	}
}

// TestTheLatestYearIsOnePublished: in February the World Bank has no figure of the year before.
func TestTheLatestYearIsOnePublished(t *testing.T) {
	world := upstreamtest.New(t, upstreamtest.Answer{URL: macrotest.Bank + "*", Body: macrotest.Page()})
	h := New(world.Pool(t, nil), func() time.Time { return time.Date(2027, time.February, 1, 9, 0, 0, 0, time.UTC) })
	handlertest.New(t, "macro", h.Register).Get("/macro/compare", "indicator", "gdp", "country", "DE,US", "range", "1")
	if asked := world.Asked()[0]; !strings.Contains(asked, "date=2025%3A2027") {
		t.Errorf("asked %s", asked)
	}
}

// TestTheIMFHasCodesOfItsOwn: Kosovo and Palestine are in its data.
func TestTheIMFHasCodesOfItsOwn(t *testing.T) {
	for code, own := range map[string]string{"XK": "KOS", "PS": "WBG"} {
		s, _ := service(t, macrotest.Debt(own, "2025,17.3"))
		_, got := s.Get("/macro/indicator", "indicator", "government_debt", "country", code)
		handlertest.Holds(t, got, map[string]any{"series.0.latest.value": 17.3})
	}
}

// TestProfileWithoutOneIndicator: when the World Bank refuses one of many codes, the others are still had.
func TestProfileWithoutOneIndicator(t *testing.T) {
	answers := []upstreamtest.Answer{
		{URL: macrotest.Bank + "DEU?format=json", Status: 503},
		{URL: macrotest.Bank + "DEU/indicator/*", Body: macrotest.Invalid},
		macrotest.Debt("DEU"),
	}
	single := upstreamtest.Answer{
		URL:  macrotest.Bank + "DEU/indicator/SP.POP.TOTL",
		Body: macrotest.Page("SP.POP.TOTL DEU 2025 83500000"),
	}
	s, world := service(t, slices.Concat([]upstreamtest.Answer{single}, answers)...)
	status, got := s.Get("/macro/country", "country", "DE")
	if status != 200 {
		t.Fatalf("status %d: %v", status, got)
	}
	handlertest.Holds(t, got, map[string]any{
		"indicators.population.value": 83_500_000,
		"country.region":              nil,
		"sources.0.status":            "error",
		"sources.2.status":            "empty",
		"partial":                     true,
	})
	if n := len(world.Asked()); n > 25 {
		t.Errorf("%d requests", n)
	}
}

// TestProfileWithAFailedRequest: an indicator that could not be asked for is no indicator without a value.
func TestProfileWithAFailedRequest(t *testing.T) {
	s, _ := service(t,
		upstreamtest.Answer{
			URL:  macrotest.Bank + "DEU/indicator/SP.POP.TOTL",
			Body: macrotest.Page("SP.POP.TOTL DEU 2025 83500000"),
		},
		upstreamtest.Answer{URL: macrotest.Bank + "DEU/indicator/FP.CPI.TOTL.ZG", Status: 503},
		upstreamtest.Answer{URL: macrotest.Bank + "DEU/indicator/*", Body: macrotest.Invalid},
		upstreamtest.Answer{URL: macrotest.Bank + "DEU?format=json", Status: 404},
		macrotest.Debt("DEU"),
	)
	_, got := s.Get("/macro/country", "country", "DE")
	handlertest.Holds(t, got, map[string]any{
		"indicators.population.value": 83_500_000,
		"sources.1.name":              "worldbank",
		"sources.1.status":            "error",
		"partial":                     true,
	})
}

func TestFailures(t *testing.T) {
	cases := []struct {
		name   string
		status int
		body   string
		want   int
	}{
		{"a country that it does not have", 200, macrotest.Invalid, 400},
		{"another message", 200, `[{"message":[{"id":"175","key":"Invalid format"}]}]`, 502},
		{"no rows", 200, `[{"page":1,"pages":1,"total":0},null]`, 404},
		{"a null among the latest that have a value", 200, macrotest.Page("SP.POP.TOTL DEU 2025 null"), 502},
		{"another indicator", 200, macrotest.Page("SP.POP.GROW DEU 2025 1"), 502},
		{"another country", 200, macrotest.Page("SP.POP.TOTL FRA 2025 69000000"), 502},
		{"rows that are counted and not given", 200, `[{"page":1,"pages":1,"total":3},null]`, 502},
		{"years to come", 200, macrotest.Page("SP.POP.TOTL DEU 2031 84000000"), 404},
		{"pages", 200, `[{"page":1,"pages":2,"total":20000},[]]`, 502},
		{"a head alone", 200, `[{"page":1}]`, 502},
		{"no year", 200, macrotest.Page("SP.POP.TOTL DEU Q1 84000000"), 502},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s, _ := service(t, upstreamtest.Answer{URL: macrotest.Bank + "*", Status: c.status, Body: c.body})
			if status, got := s.Get("/macro/indicator", "indicator", "population", "country", "DE"); status != c.want {
				t.Errorf("status %d, want %d: %v", status, c.want, got)
			}
		})
	}
}

// TestYearsWithoutValues: the World Bank has a row for each year of a period, and no number for some.
func TestYearsWithoutValues(t *testing.T) {
	s, _ := service(t, upstreamtest.Answer{
		URL:  macrotest.Bank + "*",
		Body: macrotest.Page("SP.POP.TOTL DEU 2025 null", "SP.POP.TOTL DEU 2024 null"),
	})
	query := []string{"indicator", "population", "country", "DE", "years", "2024:2025"}
	if status, got := s.Get("/macro/indicator", query...); status != http.StatusNotFound {
		t.Errorf("status %d: %v", status, got)
	}
}

// TestGroupsWithoutACode: of some groups the World Bank gives an own code of two letters and no other.
func TestGroupsWithoutACode(t *testing.T) {
	row := strings.NewReplacer(`"countryiso3code":"HIC"`, `"countryiso3code":""`, "Name of HIC", "High income")
	s, _ := service(t, upstreamtest.Answer{
		URL:  macrotest.Bank + "HIC/indicator/SP.POP.TOTL",
		Body: row.Replace(macrotest.Page("SP.POP.TOTL HIC 2025 1420000000")),
	})
	_, got := s.Get("/macro/indicator", "indicator", "population", "country", "HIC")
	handlertest.Holds(t, got, map[string]any{
		"series.0.iso3":         "HIC",
		"series.0.latest.value": 1_420_000_000,
		"missing":               "[]",
	})
}

// TestProfileWithoutTheBank: of sixteen indicators the IMF has one, which is not what a profile is bought for.
func TestProfileWithoutTheBank(t *testing.T) {
	s, _ := service(t,
		upstreamtest.Answer{URL: macrotest.Bank + "DEU/indicator/*", Status: 503},
		macrotest.Answers()[1],
		macrotest.Answers()[3],
	)
	if status, got := s.Get("/macro/country", "country", "DE"); status != http.StatusBadGateway {
		t.Errorf("status %d: %v", status, got)
	}
}

func TestKeysAreWhole(t *testing.T) {
	seen := map[string]bool{}
	for _, i := range indicators {
		if i.key == "" || i.code == "" || i.definition == "" || i.unit == "" || i.basis == "" || seen[i.key] {
			t.Errorf("indicator %+v", i)
		}
		seen[i.key] = true
	}
}

// TestOldFiguresAreStale: the World Bank gives at once what it last updated years ago.
func TestOldFiguresAreStale(t *testing.T) {
	for years, want := range map[int]string{0: "ok", 2: "stale"} {
		now := func() time.Time { return macrotest.Now.AddDate(years, 0, 0) }
		world := upstreamtest.New(t, upstreamtest.Answer{
			URL:  macrotest.Bank + "*",
			Body: macrotest.Page("SP.POP.TOTL DEU 2025 83500000"),
		})
		h := New(world.Pool(t, nil, upstreamtest.At(now)), now)
		_, got := handlertest.New(t, "macro", h.Register).Get("/macro/indicator", "indicator", "population", "country", "DE", "years", "2025")
		handlertest.Holds(t, got, map[string]any{"sources.0.status": want, "partial": want == "stale"})
	}
}
