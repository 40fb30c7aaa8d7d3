package energy

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	gen "github.com/farebox/farebox/gen/energy"
	"github.com/farebox/farebox/handlers/energy/energytest"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

var withKey = map[string]string{"EIA_API_KEY": "key"}

var service = handlertest.OverWith(serve)

// serve is the routes over a world.
func serve(t testing.TB, env map[string]string, world *upstreamtest.World) *handlertest.Service {
	t.Helper()
	h := New(world.Pool(t, env), func() time.Time { return energytest.Now })
	return handlertest.New(t, "energy", h.Register)
}

func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	handlertest.CheckExamples(service(t, withKey, energytest.Answers()...))
}

func TestRecordedAnswers(t *testing.T) {
	s, _ := service(t, withKey,
		upstreamtest.Answer{
			URL:  energytest.Sales,
			Body: string(samples.Read(t, "eia/electricity_retail_sales.json")),
		},
		upstreamtest.Answer{
			URL:  energytest.Mix,
			Body: string(samples.Read(t, "eia/electricity_rto_fuel_type_data.json")),
		},
		upstreamtest.Answer{
			URL:  energytest.Gas,
			Body: string(samples.Read(t, "eia/natural_gas_pri_fut.json")),
		},
		upstreamtest.Answer{
			URL:  energytest.Retail,
			Body: string(samples.Read(t, "eia/petroleum_pri_gnd.json")),
		},
	)

	t.Run("retail price", func(t *testing.T) {
		_, got := s.Get("/energy/electricity", "metric", "retail_price", "state", "AK")
		handlertest.Holds(t, got, map[string]any{
			"region":                               "AK",
			"region_name":                          "Alaska",
			"frequency":                            "monthly",
			"as_of":                                "2001-02-01T00:00:00Z",
			"retail.month":                         "2001-01",
			"retail.price":                         9.97,
			"retail.unit":                          "cents per kilowatt-hour",
			"retail.change":                        nil,
			"retail.year_ago":                      nil,
			"retail.by_sector.0.sales_million_kwh": 521.03566,
			"retail.by_sector.0.customers":         nil,
			"retail.history.0.value":               9.97,
			"sources.0.status":                     "stale",
			"partial":                              true,
		})
		whole, err := json.Marshal(got)
		if err != nil || strings.Contains(string(whole), "MOCK_API_KEY") {
			t.Errorf("the key is in the answer: %v", err)
		}
	})

	t.Run("mix", func(t *testing.T) {
		_, got := s.Get("/energy/electricity", "metric", "generation_mix", "region", "aec")
		handlertest.Holds(t, got, map[string]any{
			"as_of":                                    "2019-01-02T00:00:00Z",
			"region_name":                              "PowerSouth Energy Cooperative",
			"generation.latest.period_start":           "2019-01-01T23:00:00Z",
			"generation.latest.total_mwh":              -3,
			"generation.latest.mix.0.fuel":             "Coal",
			"generation.latest.mix.0.mwh":              -3,
			"generation.latest.mix.0.share_pct":        nil,
			"generation.latest.unclassified_share_pct": nil,
			"generation.last_24_hours":                 nil,
		})
	})

	t.Run("share of nothing", func(t *testing.T) {
		_, got := s.Get("/energy/renewables", "metric", "share", "region", "AEC")
		handlertest.Holds(t, got, map[string]any{
			"latest.share_pct": nil,
			"latest.total_mwh": 0,
		})
	})

	// The recorded rows belong to other series than requested.
	for _, query := range [][]string{
		{"/energy/natural-gas", "metric", "henry_hub"},
		{"/energy/petroleum", "metric", "gas_prices"},
	} {
		t.Run("another series at "+query[0], func(t *testing.T) {
			if status, got := s.Get(query[0], query[1:]...); status != http.StatusBadGateway {
				t.Errorf("status %d: %v", status, got)
			}
		})
	}
}

// TestSeriesOfMetrics checks the series for each metric and region.
func TestSeriesOfMetrics(t *testing.T) {
	cases := []struct {
		metric gen.EnergyPetroleumParamsMetric
		region gen.EnergyPetroleumParamsRegion
		want   string
	}{
		{"gas_prices", "us", "EMM_EPMR_PTE_NUS_DPG"},
		{"gas_prices", "west_coast", "EMM_EPMR_PTE_R50_DPG"},
		{"diesel_prices", "midwest", "EMD_EPD2D_PTE_R20_DPG"},
		{"crude_wti", "us", "RWTC"},
		{"crude_brent", "us", "RBRTE"},
		{"crude_stocks", "us", "WCESTUS1"},
		{"crude_stocks", "gulf_coast", "WCESTP31"},
		{"gasoline_stocks", "east_coast", "WGTSTP11"},
		{"distillate_stocks", "rocky_mountain", "WDISTP41"},
	}
	for _, c := range cases {
		t.Run(string(c.metric)+" "+string(c.region), func(t *testing.T) {
			s, ok := petroleum(c.metric, c.region)
			if !ok || s.id != c.want || s.basis == "" || s.unit == "" {
				t.Errorf("%+v, want %s", s, c.want)
			}
		})
	}
	if _, ok := petroleum("crude_wti", "midwest"); ok {
		t.Error("WTI has a region")
	}
}

// TestFiveYearAverage: five years of weekly values that rise by 7 a week, so that each day's value is known.
func TestFiveYearAverage(t *testing.T) {
	latest := time.Date(2026, 11, 13, 0, 0, 0, 0, time.UTC)
	var observations []string
	for week := range weeksBack {
		at := latest.AddDate(0, 0, -7*week)
		observations = append(observations, fmt.Sprintf("%s %d", at.Format(time.DateOnly), 10_000-7*week))
	}
	// The same day of the years before lies 365, 730, 1096 (a leap day in 2024), 1461 and 1826 days back, a step a day.
	const average = 10_000 - (365+730+1096+1461+1826)/5.0

	ask := func(list []string) map[string]any {
		s, _ := service(t, withKey, upstreamtest.Answer{
			URL:  energytest.Storage + "?facets[series][]=NW2_EPG0_SWO_R48_BCF",
			Body: energytest.Series("NW2_EPG0_SWO_R48_BCF", "BCF", "Lower 48 (Bcf)", list...),
		})
		_, got := s.Get("/energy/natural-gas", "metric", "storage", "history", "3")
		return got
	}
	handlertest.Holds(t, ask(observations), map[string]any{
		"region":                    "lower_48",
		"title":                     "Lower 48",
		"count":                     3,
		"storage.week_change_bcf":   7,
		"storage.five_year_avg_bcf": math.Round(average),
		"storage.surplus_bcf":       10_000 - math.Round(average),
		"year_ago.period":           "2025-11-14",
		"sources.0.status":          "ok",
	})

	holed := append([]string{}, observations...)
	holed[105] = strings.Fields(holed[105])[0] + " null" // in the autumn of 2024
	holed[104] = strings.Fields(holed[104])[0] + " null"
	handlertest.Holds(t, ask(holed), map[string]any{
		"storage.week_change_bcf":   7,
		"storage.five_year_avg_bcf": nil,
		"storage.surplus_bcf":       nil,
	})
	handlertest.Holds(t, ask(observations[:1]), map[string]any{
		"storage.week_change_bcf": nil,
		"change":                  nil,
		"year_ago":                nil,
	})
}

// TestSharesAddUp: the shares of all sources sum to 100, storage is excluded, and negative output counts as zero.
func TestSharesAddUp(t *testing.T) {
	var outputs []string
	for hour := range 30 {
		at := time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC).Add(-time.Duration(hour) * time.Hour).Format(formHour)
		outputs = append(outputs,
			at+" NG 500", at+" COL 100", at+" NUC 100", at+" WND 200", at+" SUN -5", at+" WAT 50", at+" XYZ 50",
			at+" BAT -40", at+" PS 10")
	}
	outputs = append([]string{"2026-11-20T11 NG 480"}, outputs...) // the hour that is still written
	answer := upstreamtest.Answer{
		URL:  energytest.Mix + "?facets[respondent][]=CISO",
		Body: energytest.Fuels("CISO", "California ISO", outputs...),
	}
	s, _ := service(t, withKey, answer)

	_, got := s.Get("/energy/renewables", "region", "ciso")
	handlertest.Holds(t, got, map[string]any{
		"as_of":                         "2026-11-20T10:00:00Z",
		"latest.share_pct":              25,
		"latest.clean_share_pct":        35,
		"latest.unclassified_share_pct": 5,
		"latest.total_mwh":              1000,
		"latest.by_fuel.0.code":         "WND",
		"last_24_hours.share_pct":       25,
		"last_24_hours.total_mwh":       24_000,
		"last_24_hours.hours":           24,
		"last_24_hours.period_start":    "2026-11-19T10:00:00Z",
		"last_24_hours.renewable_mwh":   6000,
	})

	_, got = s.Get("/energy/electricity", "metric", "generation_mix", "region", "ciso")
	handlertest.Holds(t, got, map[string]any{
		"generation.latest.total_mwh":       995,
		"generation.latest.storage_net_mwh": -30,
		"generation.latest.mix.5.fuel":      "Type XYZ",
		"generation.latest.mix.5.kind":      "unclassified",
	})
	total := 0.0
	for _, f := range got["generation"].(map[string]any)["latest"].(map[string]any)["mix"].([]any) {
		total += f.(map[string]any)["share_pct"].(float64)
	}
	if math.Abs(total-100) > 0.1 {
		t.Errorf("shares make %v", total)
	}
}

// TestHoursWithoutGas: an hour in which a large source has not reported is neither the newest one nor part of a
// day.
func TestHoursWithoutGas(t *testing.T) {
	ask := func(without int) map[string]any {
		var outputs []string
		for hour := range 48 {
			at := time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC).Add(-time.Duration(hour) * time.Hour).Format(formHour)
			for _, o := range []string{"NG 500", "COL 100", "NUC 100", "WND 200", "SUN 5", "WAT 50", "GEO 3", "OTH 1"} {
				if o != "NG 500" || hour != without {
					outputs = append(outputs, at+" "+o)
				}
			}
		}
		s, _ := service(t, withKey, upstreamtest.Answer{
			URL:  energytest.Mix + "?facets[respondent][]=CISO",
			Body: energytest.Fuels("CISO", "California ISO", outputs...),
		})
		_, got := s.Get("/energy/renewables", "region", "CISO")
		return got
	}

	handlertest.Holds(t, ask(0), map[string]any{
		"as_of":               "2026-11-20T09:00:00Z",
		"latest.total_mwh":    959,
		"last_24_hours.hours": 24,
	})
	handlertest.Holds(t, ask(7), map[string]any{
		"as_of":            "2026-11-20T10:00:00Z",
		"latest.total_mwh": 959,
		"last_24_hours":    nil,
	})
}

func TestDemandOfADay(t *testing.T) {
	row := func(hours int, mwh string) string {
		at := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC).Add(-time.Duration(hours) * time.Hour)
		return fmt.Sprintf(`{"period":%q,"respondent":"US48","respondent-name":"United States Lower 48","type":"D",`+
			`"value":%s,"value-units":"megawatthours"}`, at.Format(formHour), mwh)
	}
	var rows []string
	for hour := range 30 {
		rows = append(rows, row(hour, strconv.Itoa(400_000+1000*hour)))
	}
	ask := func(rows []string) map[string]any {
		s, _ := service(t, withKey, upstreamtest.Answer{
			URL:  energytest.Demand + "?facets[respondent][]=US48&facets[type][]=D",
			Body: energytest.Page(rows...),
		})
		_, got := s.Get("/energy/electricity", "metric", "demand")
		return got
	}

	handlertest.Holds(t, ask(rows), map[string]any{
		"region":                      "us",
		"demand.latest.mwh":           400_000,
		"demand.peak_24_hours.mwh":    423_000,
		"demand.average_24_hours_mwh": 411_500,
		"demand.change_24_hours_pct":  -5.66,
		"demand.history.23.mwh":       423_000,
		"demand.history.24":           nil,
		"generation":                  nil,
	})
	missing := append(append([]string{}, rows[:5]...), rows[6:]...)
	handlertest.Holds(t, ask(missing), map[string]any{
		"demand.peak_24_hours":        nil,
		"demand.average_24_hours_mwh": nil,
	})
	handlertest.Holds(t, ask([]string{row(0, "null"), row(1, "5")}), map[string]any{
		"demand.latest.mwh": 5,
	})
}

func TestFailures(t *testing.T) {
	refusal := func(code string) string { return `{"error":{"code":"` + code + `","message":"no"}}` }
	cases := []struct {
		name   string
		env    map[string]string
		status int // of the provider
		body   string
		want   int
	}{
		{"no key", nil, 200, "", 503},
		{"key refused", withKey, 403, refusal("API_KEY_INVALID"), 503},
		{"used up", withKey, 403, refusal("OVER_RATE_LIMIT"), 503},
		{"bad query", withKey, 400, `{"error":"Invalid frequency 'x' provided.","code":400}`, 502},
		{"an error inside 200", withKey, 200, `{"error":"no such thing","code":404}`, 502},
		{"empty", withKey, 200, energytest.Page(), 404},
		{"a row without a period", withKey, 200, `{"response":{"data":[{"value":"3"}]}}`, 502},
		{"another unit", withKey, 200, energytest.Series("RWTC", "$/GAL", "x", "2026-11-16 70"), 502},
		{"only nulls", withKey, 200, energytest.Series("RWTC", "$/BBL", "x", "2026-11-16 null"), 502},
		{"a word for a number", withKey, 200, energytest.Series("RWTC", "$/BBL", "x", "2026-11-16 W"), 502},
		{"no number", withKey, 200, energytest.Series("RWTC", "$/BBL", "x", "2026-11-16 n.a."), 502},
		{"a period of another form", withKey, 200, energytest.Series("RWTC", "$/BBL", "x", "2026-W46 70"), 502},
		{
			"two numbers of a day", withKey, 200,
			energytest.Series("RWTC", "$/BBL", "x", "2026-11-16 70", "2026-11-16 71"), 502,
		},
		{"a day still to come", withKey, 200, energytest.Series("RWTC", "$/BBL", "x", "2099-11-16 70"), 502},
		{"a spot price below 0", withKey, 200, energytest.Series("RWTC", "$/BBL", "x", "2020-04-20 -36.98"), 200},
		{"a row twice", withKey, 200, energytest.Series("RWTC", "$/BBL", "x", "2026-11-16 70", "2026-11-16 70"), 200},
		{"rows counted and not given", withKey, 200, `{"response":{"total":"3","data":[]}}`, 502},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s, _ := service(t, c.env, upstreamtest.Answer{URL: energytest.Spot, Status: c.status, Body: c.body})
			if status, got := s.Get("/energy/petroleum", "metric", "crude_wti"); status != c.want {
				t.Errorf("status %d, want %d: %v", status, c.want, got)
			}
		})
	}
}

// TestWhereNothingIsSoldThereIsNoPrice: most states have no trains that run on sold power.
func TestWhereNothingIsSoldThereIsNoPrice(t *testing.T) {
	const row = `{"period":"2026-08","stateid":"KS","stateDescription":"Kansas","sectorid":%q,"sectorName":%q,` +
		`"price":%q,"sales":%q,"revenue":%q,"customers":%q,"price-units":"cents per kilowatt-hour"}`
	s, _ := service(t, withKey, upstreamtest.Answer{URL: energytest.Sales, Body: energytest.Page(
		fmt.Sprintf(row, "ALL", "all sectors", "11.2", "4000", "448", "1500000"),
		fmt.Sprintf(row, "TRA", "transportation", "0", "0", "0", "0"),
	)})
	_, got := s.Get("/energy/electricity", "metric", "retail_price", "state", "KS")
	handlertest.Holds(t, got, map[string]any{
		"retail.price":                         11.2,
		"retail.by_sector.1.code":              "TRA",
		"retail.by_sector.1.price":             nil,
		"retail.by_sector.1.sales_million_kwh": 0,
	})
}
