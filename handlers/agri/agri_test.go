package agri

import (
	"fmt"
	"math"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	gen "github.com/farebox/farebox/gen/agri"
	"github.com/farebox/farebox/handlers/agri/agritest"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/scored"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

var withKeys = map[string]string{
	"NASS_API_KEY": "key",
	"FAS_API_KEY":  "key",
}

var service = handlertest.OverWith(serve)

// serve is the routes over a world.
func serve(t testing.TB, env map[string]string, world *upstreamtest.World) *handlertest.Service {
	t.Helper()
	h := New(world.Pool(t, env), func() time.Time { return agritest.Now })
	return handlertest.New(t, "agri", h.Register)
}

func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	handlertest.CheckExamples(service(t, withKeys, agritest.Answers()...))
}

// TestRecordedYield: of twelve recorded rows one is the survey's final figure; the others are from the census, for
// silage, or forecasts.
func TestRecordedYield(t *testing.T) {
	s, world := service(t, withKeys, upstreamtest.Answer{
		URL:  agritest.NASS,
		Body: string(samples.Read(t, "usda_nass/yield_corn_va_2012.json")),
	})
	_, got := s.Get("/agri/production", "commodity", "corn", "metric", "yield", "state", "va", "year", "2012")
	handlertest.Holds(t, got, map[string]any{
		"latest.year":        2012,
		"latest.value":       103,
		"latest.is_forecast": false,
		"latest.load_time":   "2015-06-03 15:08:31",
		"unit":               "BU / ACRE",
		"state":              "VA",
		"area_name":          "Virginia",
		"count":              1,
		"change_yoy_pct":     nil,
		"five_year_avg":      nil,
		"as_of_date":         "2015-06-03",
		"partial":            false,
	})
	asked := strings.Join(world.Asked(), " ")
	for _, want := range []string{
		"year__GE=2006", "year__LE=2012", "state_alpha=VA", "source_desc=SURVEY", "agg_level_desc=STATE",
	} {
		if !strings.Contains(asked, want) {
			t.Errorf("%s is not in %s", want, asked)
		}
	}
}

func TestRecordedRefusals(t *testing.T) {
	for _, c := range []struct {
		file   string
		status int
		want   int
	}{
		{"usda_nass/error_400.json", 400, 404},
		{"usda_nass/error_413.json", 413, 502},
	} {
		s, _ := service(t, withKeys, upstreamtest.Answer{
			URL:    agritest.NASS,
			Status: c.status,
			Body:   string(samples.Read(t, c.file)),
		})
		status, got := s.Get("/agri/production", "commodity", "cotton", "metric", "production", "state", "AK")
		if status != c.want {
			t.Errorf("%s gives %d, want %d: %v", c.file, status, c.want, got)
		}
	}
}

func TestRecordedBalance(t *testing.T) {
	answers := agritest.Answers()
	answers[5].Body = string(samples.Read(t, "fas_psd/corn_US_2020.doc.json"))
	answers[5].Body = strings.ReplaceAll(answers[5].Body, `"marketYear":"2020"`, `"marketYear":"2026"`)
	s, _ := service(t, withKeys, answers...)
	_, got := s.Get("/agri/signal", "commodity", "corn")
	handlertest.Holds(t, got, map[string]any{
		"balance":          nil, // the recording has the yield alone
		"sources.5.status": "empty",
		"partial":          false,
	})

	answers[5].Status = http.StatusForbidden
	answers[5].Body = string(samples.Read(t, "fas_psd/error_403_key_missing.json"))
	s, _ = service(t, withKeys, answers...)
	_, got = s.Get("/agri/signal", "commodity", "corn")
	handlertest.Holds(t, got, map[string]any{
		"balance":          nil,
		"sources.5.status": "error",
		"partial":          true,
	})
}

// TestTheBalanceOfLastYearIsOneUntilTheNextIsEstimated: USDA's first estimate of a marketing year comes in the middle
// of May.
func TestTheBalanceOfLastYearIsOneUntilTheNextIsEstimated(t *testing.T) {
	answers := agritest.Answers()
	last := answers[5]
	last.URL = strings.Replace(last.URL, "2026", "2025", 1)
	last.Body = strings.ReplaceAll(last.Body, `"marketYear":"2026"`, `"marketYear":"2025"`)
	answers[5].Body = "[]"
	world := upstreamtest.New(t, append(answers, last)...)
	h := New(world.Pool(t, withKeys), func() time.Time { return time.Date(2026, time.May, 4, 9, 0, 0, 0, time.UTC) })
	_, got := handlertest.New(t, "agri", h.Register).Get("/agri/signal", "commodity", "corn")
	handlertest.Holds(t, got, map[string]any{
		"balance.marketing_year": "2025/26",
		"sources.5.status":       "ok",
	})
}

// TestLettersAreNoNumbers: a figure that NASS withholds is null, and no change is computed from it.
func TestLettersAreNoNumbers(t *testing.T) {
	for text, note := range map[string]string{
		"(D)":                  "(D): withheld so that no single farm can be told",
		"                 (D)": "(D): withheld so that no single farm can be told",
		"(Z)":                  "(Z): less than half of the unit shown, and not exactly zero",
		"(NA)":                 "(NA): not available",
		"(S)":                  "(S): too few reports to publish",
		"(X)":                  "(X): not applicable",
		"":                     "NASS gives no number",
		"-":                    "NASS gives no number",
	} {
		const production = "COTTON - PRODUCTION, MEASURED IN 480 LB BALES"
		s, _ := service(t, withKeys, agritest.Series(production, "TX", "ANNUAL", "480 LB BALES",
			"2025|YEAR|"+text+"|2026-05-01 12:00:00", "2024|YEAR|3,100,000|2025-05-01 12:00:00"))
		_, got := s.Get("/agri/production", "commodity", "cotton", "metric", "production", "state", "TX")
		handlertest.Holds(t, got, map[string]any{
			"latest.value":      nil,
			"latest.value_note": note,
			"change_yoy_pct":    nil,
			"five_year_avg":     nil,
			"history.1.value":   3_100_000,
		})
	}
}

func TestForecastsAreToldFromFinalFigures(t *testing.T) {
	s, _ := service(t, withKeys, agritest.Answers()...)
	_, got := s.Get("/agri/production", "commodity", "corn", "metric", "yield")
	handlertest.Holds(t, got, map[string]any{
		"state":              nil,
		"area_name":          "United States",
		"latest.value":       186,
		"latest.period":      "YEAR - NOV FORECAST",
		"latest.is_forecast": true,
		"history.1.value":    180,
		"five_year_avg":      176,
		"vs_five_year_pct":   5.68,
		"count":              6,
	})
}

func TestAcreageHasTheHarvestedAcres(t *testing.T) {
	planted := agritest.Series("CORN - ACRES PLANTED", "IA", "ANNUAL", "ACRES",
		"2025|YEAR|13,500,000|2026-01-12 12:00:00", "2024|YEAR|12,900,000|2025-01-10 12:00:00")
	s, _ := service(t, withKeys, planted, agritest.Series("CORN, GRAIN - ACRES HARVESTED", "IA", "ANNUAL", "ACRES",
		"2025|YEAR|13,050,000|2026-01-12 12:00:00"))
	_, got := s.Get("/agri/production", "commodity", "corn", "metric", "acreage", "state", "IA")
	handlertest.Holds(t, got, map[string]any{
		"latest.value":    13_500_000,
		"harvested.value": 13_050_000,
		"change_yoy_pct":  4.65,
		"partial":         false,
	})

	s, _ = service(t, withKeys, planted, upstreamtest.Answer{URL: agritest.NASS, Status: 503, Body: "<html>"})
	_, got = s.Get("/agri/production", "commodity", "corn", "metric", "acreage", "state", "IA")
	handlertest.Holds(t, got, map[string]any{
		"latest.value": 13_500_000,
		"harvested":    nil,
		"partial":      true,
	})
}

func TestStocksAreOfADay(t *testing.T) {
	s, _ := service(t, withKeys, agritest.Series("WHEAT - STOCKS, MEASURED IN BU", "US", "POINT IN TIME", "BU",
		"2026|FIRST OF JUN|850,000,000|2026-06-30 12:00:00", "2026|FIRST OF SEP|2,100,000,000|2026-09-30 12:00:00",
		"2025|FIRST OF SEP|2,000,000,000|2025-09-30 12:00:00", "2025|FIRST OF DEC|1,600,000,000|2026-01-12 12:00:00",
		"2026|MARKETING YEAR|5|2026-09-30 12:00:00"))
	_, got := s.Get("/agri/production", "commodity", "wheat", "metric", "stocks")
	handlertest.Holds(t, got, map[string]any{
		"latest.as_of_date":    "2026-09-01",
		"latest.value":         2_100_000_000,
		"change_yoy_pct":       5,
		"history.1.period":     "FIRST OF JUN",
		"history.2.as_of_date": "2025-12-01",
		"count":                4,
	})
}

func TestSeriesThatEnded(t *testing.T) {
	const yield = "CORN, GRAIN - YIELD, MEASURED IN BU / ACRE"
	s, _ := service(t, withKeys, agritest.Series(yield, "NV", "ANNUAL", "BU / ACRE",
		"2022|YEAR|150|2023-01-12 12:00:00"))
	_, got := s.Get("/agri/production", "commodity", "corn", "metric", "yield", "state", "NV")
	early, _ := service(t, withKeys, agritest.Series(yield, "NV", "ANNUAL", "BU / ACRE",
		"2026|YEAR|150|2025-01-12 12:00:00"))
	_, of2025 := early.Get("/agri/production", "commodity", "corn", "metric", "yield", "state", "NV")
	if of2025["partial"] != true {
		t.Errorf("published two years ago: %v", of2025)
	}
	handlertest.Holds(t, got, map[string]any{
		"latest.year":      2022,
		"sources.0.status": "stale",
		"partial":          true,
		"warnings.0":       "NASS seems to have stopped this series: the newest value is years old",
	})
	status, _ := s.Get("/agri/production", "commodity", "corn", "metric", "yield", "state", "NV", "year", "2024")
	if status != http.StatusNotFound {
		t.Errorf("a year without a figure gives %d", status)
	}
}

// TestOldFiguresMakeNoOutlook: figures of half a year ago say nothing about the market of today.
func TestOldFiguresMakeNoOutlook(t *testing.T) {
	for days, want := range map[int]int{0: http.StatusOK, 160: http.StatusServiceUnavailable} {
		world := upstreamtest.New(t, agritest.Answers()...)
		h := New(world.Pool(t, withKeys), func() time.Time { return agritest.Now.AddDate(0, 0, days) })
		status, got := handlertest.New(t, "agri", h.Register).Get("/agri/signal", "commodity", "corn")
		if status != want {
			t.Errorf("after %d days: %d %v", days, status, got)
		}
	}
}

// TestPointsOfChanges checks the signal's table on both sides of each limit.
func TestPointsOfChanges(t *testing.T) {
	cases := []struct {
		name string
		cuts cuts
		rows map[string]int
	}{
		{"condition", conditionCuts, map[string]int{
			"-8": 2, "-7.99": 1, "-3": 1, "-2.99": 0, "0": 0, "2.99": 0, "3": -1, "7.99": -1, "8": -2,
		}},
		{"yield", yieldCuts, map[string]int{
			"-5": 2, "-4.99": 1, "-2": 1, "-1.99": 0, "1.99": 0, "2": -1, "4.99": -1, "5": -2,
		}},
		{"stocks", stocksCuts, map[string]int{
			"-15": 2, "-14.99": 1, "-5": 1, "-4.99": 0, "4.99": 0, "5": -1, "14.99": -1, "15": -2,
		}},
		{"acreage", acreageCuts, map[string]int{"-5": 2, "-4.99": 1, "-2": 1, "-1.99": 0, "2": -1, "5": -2}},
		{"price", priceCuts, map[string]int{"-10": -1, "-9.99": 0, "9.99": 0, "10": 1, "80": 1, "-80": -1}},
	}
	for _, c := range cases {
		for delta, want := range c.rows {
			if got := c.cuts.points(decimal.RequireFromString(delta)); got != want {
				t.Errorf("%s %s gives %d points, want %d", c.name, delta, got, want)
			}
		}
	}
}

// TestScoreIsTheSumOfItsReasons checks every combination of points and unevaluated parts.
func TestScoreIsTheSumOfItsReasons(t *testing.T) {
	most := []int{2, 2, 2, 2, 1}
	names := []gen.AgriComponentName{"condition", "yield", "stocks", "acreage", "price"}
	combinations := 1
	for range most {
		combinations *= 6
	}
	for n := range combinations {
		var parts []gen.AgriComponent
		rest, total, limit := n, 0, 0
		for i, m := range most {
			points := rest%6 - 2 // 3 is not evaluated
			rest /= 6
			part := gen.AgriComponent{
				Name:      names[i],
				MaxPoints: m,
			}
			if points <= 2 {
				points = max(-m, min(m, points))
				part.Evaluated = true
				part.Points = &points
				total += points
				limit += m
			}
			parts = append(parts, part)
		}

		got := outlook(parts)
		if 2*limit < 9 {
			last := got.Reasons[len(got.Reasons)-1]
			if got.Score != nil || got.Signal != nil || last.Code != scored.CodeTooLittle {
				t.Fatalf("%d of 9 points were evaluated: %v %v %+v", limit, got.Score, got.Signal, got.Reasons)
			}
			continue
		}

		want := int(math.Floor(50 + 50*float64(total)/float64(limit) + 0.5 + 1e-9))
		sum := 0.0
		for _, r := range got.Reasons {
			sum += r.Points
		}
		if *got.Score != want || math.Abs(sum-float64(want)) > 0.51 {
			t.Fatalf("score %d of %d points out of %d, want %d; reasons make %v", *got.Score, total, limit, want, sum)
		}
		signal := gen.Neutral
		if want >= 60 {
			signal = gen.Bullish
		} else if want <= 40 {
			signal = gen.Bearish
		}
		if *got.Signal != signal || got.Coverage.Evaluated != len(got.Reasons)-1 {
			t.Fatalf("%s at %d, %d evaluated, %d reasons", *got.Signal, want, got.Coverage.Evaluated, len(got.Reasons))
		}
	}
}

// TestSignalHoldsWhateverAFailedSeriesHas: one that has no value is left out, one that could not be read is not.
func TestSignalHoldsWhateverAFailedSeriesHas(t *testing.T) {
	for _, c := range []struct {
		why            string
		yield, acreage int
		condition      string
		want           any
	}{
		{"out of season", 1, 1, "out of season", gen.Bullish},
		{"a good condition would make it neutral", 1, 1, seriesUnread, nil},
		{"tight without it", 2, 2, seriesUnread, gen.Bullish},
	} {
		part := func(name gen.AgriComponentName, points int) gen.AgriComponent {
			return gen.AgriComponent{Name: name, MaxPoints: 2, Evaluated: true, Points: &points}
		}
		got := outlook([]gen.AgriComponent{
			{Name: "condition", MaxPoints: 2, Reason: c.condition},
			part("yield", c.yield), part("acreage", c.acreage), part("stocks", 0),
		})
		if got.Score == nil || (got.Signal == nil) != (c.want == nil) || got.Signal != nil && *got.Signal != c.want {
			t.Errorf("%s: %v at %v", c.why, got.Signal, got.Score)
		}
	}
}

// weeks are conditions in the week to 15 November 2026 and in the same week of earlier years.
func weeks(kind string, newest int, earlier ...int) upstreamtest.Answer {
	list := []string{fmt.Sprintf("2026|WEEK #46|%d|2026-11-16 16:00:00|2026-11-15", newest)}
	for i, value := range earlier {
		sunday := time.Date(2026, 11, 15, 0, 0, 0, 0, time.UTC).AddDate(-i-1, 0, 3)
		sunday = sunday.AddDate(0, 0, -int(sunday.Weekday()))
		list = append(list, fmt.Sprintf("%d|WEEK #46|%d|2026-01-01 00:00:00|%s",
			sunday.Year(), value, sunday.Format(time.DateOnly)))
	}
	return agritest.Series("WHEAT, WINTER - CONDITION, MEASURED IN PCT "+kind, "US", "WEEKLY", "PCT "+kind, list...)
}

func TestConditionIsHeldAgainstTheSameWeek(t *testing.T) {
	ask := func(answers ...upstreamtest.Answer) map[string]any {
		s, _ := service(t, withKeys, append(answers, upstreamtest.Answer{
			URL:    agritest.NASS,
			Status: 400,
			Body:   `{"error":["bad request - invalid query"]}`,
		})...)
		_, got := s.Get("/agri/signal", "commodity", "wheat")
		return got
	}

	got := ask(weeks("GOOD", 35, 40, 41, 39, 40, 40), weeks("EXCELLENT", 6, 9, 8, 9, 9, 10))
	handlertest.Holds(t, got, map[string]any{
		"components.0.evaluated": true,
		"components.0.value":     41,
		"components.0.baseline":  49,
		"components.0.delta_pp":  -8,
		"components.0.delta_pct": nil,
		"components.0.points":    2,
		"components.0.reason":    "41 % are good or excellent, 8 points below the mean of the same week",
		"components.1.evaluated": false,
		"components.1.reason":    "NASS has no recent values of the series",
		"score":                  nil, // 2 of 9 points were evaluated
		"signal":                 nil,
		"reasons.1.code":         scored.CodeTooLittle,
		"coverage.evaluated":     1,
		"confidence_level":       "low",
		"partial":                true, // FAS has nothing at this URL: its own failure
	})
	handlertest.Holds(t, ask(weeks("GOOD", 35, 40, 41), weeks("EXCELLENT", 6, 9, 8)), map[string]any{
		"code": "not_found",
	})
}

func TestPartsThatCannotBeEvaluated(t *testing.T) {
	answers := agritest.Answers()
	answers[2].Status = 503
	answers[2].Body = "<html>busy</html>"
	answers[3] = agritest.Series("CORN - ACRES PLANTED", "US", "ANNUAL", "ACRES",
		"2023|YEAR|94,000,000|2024-01-12 12:00:00")
	s, _ := service(t, map[string]string{"NASS_API_KEY": "key"}, answers...)
	_, got := s.Get("/agri/signal", "commodity", "corn")
	handlertest.Holds(t, got, map[string]any{
		"components.2.evaluated": false,
		"components.2.points":    nil,
		"components.2.reason":    "the series could not be read",
		"components.3.reason":    "there is no recent value",
		"coverage.missing":       "[condition stocks acreage]",
		"sources.2.status":       "error",
		"sources.5.status":       "not_configured",
		"balance":                nil,
		"partial":                true,
		"score":                  nil, // 3 of 9 points were evaluated
		"signal":                 nil,
	})
}

func TestCottonHasNoStocks(t *testing.T) {
	s, world := service(t, withKeys, agritest.Answers()...)
	status, got := s.Get("/agri/production", "commodity", "cotton", "metric", "stocks")
	if status != http.StatusNotFound || len(world.Asked()) > 0 {
		t.Errorf("%d %v, asked %q", status, got, world.Asked())
	}

	s, _ = service(t, withKeys, agritest.Series("COTTON - YIELD, MEASURED IN LB / ACRE", "US", "ANNUAL", "LB / ACRE",
		"2026|YEAR - NOV FORECAST|900|2026-11-10 12:00:00", "2025|YEAR|900|2026-05-01 12:00:00",
		"2024|YEAR|900|2025-05-01 12:00:00",
		"2023|YEAR|900|2025-05-01 12:00:00", "2022|YEAR|900|2025-05-01 12:00:00", "2021|YEAR|900|2025-05-01 12:00:00"),
		upstreamtest.Answer{URL: agritest.NASS, Status: 400, Body: `{"error":["bad request - invalid query"]}`})
	_, got = s.Get("/agri/signal", "commodity", "cotton")
	handlertest.Holds(t, got, map[string]any{
		"score":               nil, // 2 of 9 points were evaluated
		"components.2.series": "[]",
		"components.2.reason": "NASS publishes no such series of this crop",
		"sources.2.status":    "skipped",
		"sources.5.status":    "skipped",
		"partial":             false,
	})
}

func TestFailures(t *testing.T) {
	row := func(unit string) string {
		const yield = "CORN, GRAIN - YIELD, MEASURED IN BU / ACRE"
		return agritest.Series(yield, "US", "ANNUAL", unit, "2025|YEAR|180|2025-05-01 12:00:00").Body
	}
	cases := []struct {
		name   string
		env    map[string]string
		status int
		body   string
		want   int
	}{
		{"no key", nil, 200, "", 503},
		{"key refused", withKeys, 401, `{"error":["unauthorized"]}`, 503},
		{"no rows", withKeys, 400, `{"error":["bad request - invalid query"]}`, 404},
		{"another refusal", withKeys, 400, `{"error":["bad request - unsupported media type"]}`, 502},
		{"too many rows", withKeys, 413, `{"error":["exceeds limit=50000"]}`, 502},
		{"empty", withKeys, 200, `{"data":[]}`, 404},
		{"another unit", withKeys, 200, row("TONS / ACRE"), 502},
		{"the unit", withKeys, 200, row("BU / ACRE"), 200},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s, _ := service(t, c.env, upstreamtest.Answer{URL: agritest.NASS, Status: c.status, Body: c.body})
			if status, got := s.Get("/agri/production", "commodity", "corn", "metric", "yield"); status != c.want {
				t.Errorf("status %d, want %d: %v", status, c.want, got)
			}
			want := c.want
			if want == 200 {
				want = 404 // one year alone cannot be judged
			}
			if status, got := s.Get("/agri/signal", "commodity", "corn"); status != want {
				t.Errorf("signal: status %d, want %d: %v", status, want, got)
			}
		})
	}
}
