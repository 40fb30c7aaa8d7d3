package trade

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/trade/tradetest"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const (
	search = tradetest.Search
	export = tradetest.Export
)

var shirt = tradetest.Lines(
	tradetest.Line("6109.10.00", 1, "Of cotton", "16.5%", "Free (AU,CL,KR,P,S)", "90%", "", ""),
	tradetest.Line("6109.10.00.12", 3, "T-shirts, <i>men's</i>", "", "", "", "doz.", ""),
)

// TestRecordedLines compares the answers with the Commission's lines.
func TestRecordedLines(t *testing.T) {
	// The recording of the export was truncated: it has only the general rate.
	rates := strings.NewReplacer(`"units"`, `"special": "", "other": "", "units"`)
	s, _ := service(t,
		upstreamtest.Answer{
			URL:  search + "?keyword=8534.00.00",
			Body: string(samples.Read(t, "usitc_hts/search_rows_8534.json")),
		},
		upstreamtest.Answer{
			URL:  search + "?keyword=9903.05.20",
			Body: string(samples.Read(t, "usitc_hts/chapter99_rows_2026.json")),
		},
		upstreamtest.Answer{URL: search + "?keyword=8517.62.00", Status: http.StatusServiceUnavailable},
		upstreamtest.Answer{
			URL:  export + "?from=8517&to=8518",
			Body: rates.Replace(string(samples.Read(t, "usitc_hts/exportList_rows_8517.json"))),
		},
		upstreamtest.Answer{URL: search, Status: http.StatusServiceUnavailable},
	)

	for _, c := range []struct {
		hts, origin string
		want        map[string]any
	}{
		{"8534.00.00", "KP", map[string]any{
			"base_duty.column":     "2",
			"base_duty.rate_text":  "35%",
			"base_duty.rate_pct":   35.0,
			"base_duty.amount_usd": 3500.0,
			"additional_duties":    []any{},
			"total_duty_usd":       3500.0,
		}},
		{"85340000", "DZ", map[string]any{
			"description":                        "Printed circuits",
			"base_duty.rate_text":                "Free",
			"base_duty.amount_usd":               0.0,
			"additional_duties.0.heading":        "9903.05.20",
			"additional_duties.0.rate_pct":       12.5,
			"additional_duties.0.amount_usd":     1250.0,
			"additional_duties.0.schedule_check": "confirmed",
			"partial":                            false,
		}},
		{"85340000", "CN", map[string]any{
			"additional_duties.0.heading":        "9903.05.31",
			"additional_duties.0.amount_usd":     1250.0,
			"additional_duties.0.schedule_check": "not_checked",
			"additional_duties.1.heading":        "9903.88.03",
			"additional_duties.1.amount_usd":     2500.0,
			"total_duty_usd":                     3750.0,
			"partial":                            true,
			"sources.1.status":                   "error",
		}},
		{"8517.62.00.90", "DZ", map[string]any{
			"hts":                         "8517.62.00.90",
			"description":                 "Other",
			"base_duty.rate_text":         "Free",
			"base_duty.amount_usd":        0.0,
			"units":                       []any{"No."},
			"additional_duties.0.status":  "exempt",
			"additional_duties.0.heading": "9903.05.20",
		}},
	} {
		status, answer := s.Get("/trade/tariff", "hts", c.hts, "origin", c.origin, "customs_value", "10000")
		if status != http.StatusOK {
			t.Errorf("%s of %s: %d %v", c.hts, c.origin, status, answer)
			continue
		}
		handlertest.Holds(t, answer, c.want)
	}
}

func TestASpecialRateCountsOnlyWhenItIsClaimed(t *testing.T) {
	s, world := service(t,
		upstreamtest.Answer{URL: search + "?keyword=6109.10.00", Body: shirt},
		tradetest.Heading("9903.05.55", "Mexico", tradetest.Plus("10")),
	)

	_, answer := s.Get("/trade/tariff", "hts", "6109100012", "origin", "Mexico", "customs_value", "20000",
		"mode", "truck")
	handlertest.Holds(t, answer, map[string]any{
		"description":              "T-shirts, men's",
		"description_path":         []any{"Of cotton"},
		"base_duty.column":         "1_general",
		"base_duty.amount_usd":     3300.0,
		"preferences.0.symbol":     "S",
		"preferences.0.amount_usd": 0.0,
		"total_duty_usd":           5300.0,
		"fees.0.amount_usd":        69.28,
		"fees.1.status":            "exempt",
		"fees_usd":                 69.28,
	})
	if asked := len(world.Asked()); asked != 2 {
		t.Errorf("%d requests: the line, then the one heading that is counted", asked)
	}

	_, answer = s.Get("/trade/tariff", "hts", "6109100012", "origin", "MX", "customs_value", "20000",
		"claim_preference", "true")
	handlertest.Holds(t, answer, map[string]any{
		"base_duty.column":           "1_special",
		"base_duty.program":          "USMCA",
		"base_duty.amount_usd":       0.0,
		"additional_duties.0.status": "exempt",
		"total_duty_usd":             0.0,
		"fees.0.status":              "exempt",
		"fees.1.status":              "unresolved",
		"fees_usd":                   nil,
	})
}

func TestARateByQuantityNeedsTheQuantity(t *testing.T) {
	wine := tradetest.Lines(tradetest.Line("2204.21.50", 1, "Wine", "6.3¢/liter", "", "33¢/liter", "liters", ""))
	s, _ := service(t,
		upstreamtest.Answer{URL: search + "?keyword=2204.21.50", Body: wine},
		tradetest.Heading("9903.05.39", "European Union", "10%"),
	)
	ask := []string{"hts", "2204.21.50", "origin", "IT", "customs_value", "10000"}

	_, answer := s.Get("/trade/tariff", ask...)
	handlertest.Holds(t, answer, map[string]any{
		"base_duty.amount_usd": nil,
		"base_duty.computable": false,
		"complete":             false,
		"known_duty_usd":       nil,
		"total_duty_usd":       nil,
		"total_rate_pct":       nil,
		"unresolved.0.code":    "base_duty",
	})

	_, answer = s.Get("/trade/tariff", append(ask, "quantity", "2000", "quantity_unit", "liters")...)
	handlertest.Holds(t, answer, map[string]any{
		"base_duty.amount_usd":               126,
		"additional_duties.0.rate_pct":       8.74,
		"additional_duties.0.schedule_check": "confirmed",
		"total_duty_usd":                     1000,
		"total_rate_pct":                     10,
	})
}

// TestARateThatTheScheduleHasOtherwiseIsNotCounted: the tables are older than the schedule.
func TestARateThatTheScheduleHasOtherwiseIsNotCounted(t *testing.T) {
	for _, c := range []struct {
		heading upstreamtest.Answer
		check   string
		sure    float64
		total   any
	}{
		{tradetest.Heading("9903.05.84", "Viet Nam", tradetest.Plus("12.5")), "confirmed", 0.85, 2900.0},
		{tradetest.Heading("9903.05.84", "Viet Nam", tradetest.Plus("20")), "differs", 0.85, nil},
		{tradetest.Heading("9903.05.84", "Viet Nam [Compiler's note: this heading has expired]",
			tradetest.Plus("12.5")), "differs", 0.85, nil},
		{tradetest.Heading("9903.05.84", "Viet Nam", "No change"), "not_checked", 0.85, 2900.0},
		{upstreamtest.Answer{URL: search + "?keyword=9903.05.84", Body: "[]"}, "not_found", 0.5, 2900.0},
		{upstreamtest.Answer{URL: search + "?keyword=9903.05.84", Body: "<html>"}, "not_checked", 0.85, 2900.0},
	} {
		s, _ := service(t, upstreamtest.Answer{URL: search + "?keyword=6109.10.00", Body: shirt}, c.heading)
		_, answer := s.Get("/trade/tariff", "hts", "6109.10.00", "origin", "VN", "customs_value", "10000")
		handlertest.Holds(t, answer, map[string]any{
			"additional_duties.0.schedule_check": c.check,
			"additional_duties.0.confidence":     c.sure,
			"total_duty_usd":                     c.total,
			"known_duty_usd":                     map[bool]float64{true: 1650, false: 2900}[c.total == nil],
		})
	}
}

// TestTheScheduleOfTodayIsNoProofOfAnotherDay: a heading that has expired since was in force on the day of entry.
func TestTheScheduleOfTodayIsNoProofOfAnotherDay(t *testing.T) {
	s, _ := service(t,
		upstreamtest.Answer{URL: search + "?keyword=6109.10.00", Body: shirt},
		tradetest.Heading("9903.03.01", "Articles of any country [Compiler's note: expired]", tradetest.Plus("10")),
	)
	_, answer := s.Get("/trade/tariff", "hts", "6109100012", "origin", "VN", "customs_value", "10000",
		"date", "2026-05-01")
	handlertest.Holds(t, answer, map[string]any{
		"additional_duties.0.heading":        "9903.03.01",
		"additional_duties.0.status":         "applies",
		"additional_duties.0.schedule_check": "not_checked",
		"total_duty_usd":                     2650.0,
	})
}

// TestALineWithoutStatisticalNumbersIsFoundByEightDigits: the schedule prints it with two extra zeros.
func TestALineWithoutStatisticalNumbersIsFoundByEightDigits(t *testing.T) {
	asses := tradetest.Lines(tradetest.Line("0101.30.00.00", 1, "Asses", "6.8%", "Free (AU,E,S)", "15%", "No.", ""))
	s, _ := service(t, upstreamtest.Answer{URL: search + "?keyword=0101.30.00", Body: asses})

	_, answer := s.Get("/trade/tariff", "hts", "0101.30.00", "origin", "JM", "customs_value", "10000")
	handlertest.Holds(t, answer, map[string]any{
		"hts":                   "0101.30.00.00",
		"base_duty.amount_usd":  680.0,
		"preferences.0.symbol":  "E",
		"preferences.0.program": "Caribbean Basin Economic Recovery Act",
		"fees.0.code":           "mpf",
		"fees.0.status":         "unresolved",
		"fees_usd":              nil,
	})
}

func TestOldTablesAreTold(t *testing.T) {
	answers := []upstreamtest.Answer{
		{URL: search + "?keyword=6109.10.00", Body: shirt},
		tradetest.Heading("9903.05.84", "Viet Nam", tradetest.Plus("12.5")),
	}
	for day, want := range map[string]bool{"2026-12-09": false, "2026-12-10": true} {
		now, err := time.Parse(time.DateOnly, day)
		if err != nil {
			t.Fatal(err)
		}
		s, _ := serviceAt(t, now, answers...)
		_, answer := s.Get("/trade/tariff", "hts", "6109.10.00", "origin", "VN", "customs_value", "10000")
		told := slices.ContainsFunc(answer["warnings"].([]any), func(w any) bool {
			return strings.Contains(w.(string), "61 days old")
		})
		if told != want {
			t.Errorf("on %s: %v", day, answer["warnings"])
		}
		handlertest.Holds(t, answer, map[string]any{
			"sources.2.name":   "us_tariff_measures",
			"sources.2.status": map[bool]string{false: "ok", true: "stale"}[want],
			"partial":          want,
		})
	}
}

func TestTheLineIsFoundElsewhereWhenTheSearchFails(t *testing.T) {
	missing := tradetest.Lines(tradetest.Line("6109.10.00", 1, "Of cotton", "16.5%", "", "90%", "", ""))
	down := upstreamtest.Answer{URL: export, Status: http.StatusNotFound}
	for _, c := range []struct {
		why    string
		world  []upstreamtest.Answer
		hts    string
		status int
	}{
		{"both down", []upstreamtest.Answer{
			{URL: search, Status: 500},
			{URL: export, Status: 500},
		}, "6109.10.00", http.StatusBadGateway},
		{"the search gives a page", []upstreamtest.Answer{
			{URL: search + "?keyword=6109.10.00", Body: "<html>", Type: "text/html"},
			{URL: export + "?from=6109&to=6110", Body: shirt},
			{URL: search, Body: "[]"},
		}, "6109.10.00.12", http.StatusOK},
		{"no statistical number in the search", []upstreamtest.Answer{
			{URL: search + "?keyword=6109.10.00", Body: missing},
			{URL: export + "?from=6109&to=6110", Body: shirt},
			{URL: search, Body: "[]"},
		}, "6109.10.00.12", http.StatusOK},
		{"no such statistical number", []upstreamtest.Answer{
			{URL: search + "?keyword=6109.10.00", Body: missing},
			{URL: export + "?from=6109&to=6110", Body: shirt},
		}, "6109.10.00.99", http.StatusNotFound},
		{"the search finds none and there is no export", []upstreamtest.Answer{
			{URL: search, Body: "[]"},
			down,
		}, "6109.10.99", http.StatusNotFound},
		{"the export does not answer for a statistical number", []upstreamtest.Answer{
			{URL: search, Body: missing},
			{URL: export, Status: 500},
		}, "6109.10.00.99", http.StatusBadGateway},
	} {
		s, _ := service(t, c.world...)
		status, answer := s.Get("/trade/tariff", "hts", c.hts, "origin", "KE", "customs_value", "10000")
		if status != c.status {
			t.Errorf("%s: %d %v", c.why, status, answer)
		}
		if status == http.StatusOK && answer["total_duty_usd"] != 1650.0 {
			t.Errorf("%s: %v", c.why, answer["total_duty_usd"])
		}
	}
}

func TestLinesOfTheSchedule(t *testing.T) {
	s, world := service(t,
		upstreamtest.Answer{URL: search + "?keyword=cotton+t-shirts", Body: tradetest.Lines(
			tradetest.Line("", 0, "T-shirts, knitted", "", "", "", "", ""),
			tradetest.Line("6109", 0, "T-shirts, singlets", "", "", "", "", ""),
			tradetest.Line("6109.10.00", 1, "Of cotton", "16.5%", "Free (S)", "90%", "", "9903.88.15"),
			tradetest.Line("6109.10.00.12", 3, "Men's", "", "", "", "doz.", ""),
		)},
		upstreamtest.Answer{URL: search + "?keyword=6109.10", Body: shirt},
		upstreamtest.Answer{URL: search + "?keyword=nothing", Body: "[]"},
		upstreamtest.Answer{URL: search + "?keyword=busy", Status: http.StatusTooManyRequests},
		upstreamtest.Answer{URL: search + "?keyword=cut", Body: shirt[:60]},
		upstreamtest.Answer{URL: search, Body: "[]"},
	)

	_, answer := s.Get("/trade/hts", "keyword", " cotton  t-shirts ", "limit", "3")
	handlertest.Holds(t, answer, map[string]any{
		"count":                      3.0,
		"total":                      3.0,
		"truncated":                  false,
		"results.0.level":            4.0,
		"results.0.general_rate":     nil,
		"results.1.chapter99_refs.0": "9903.88.15",
		"results.2.general_rate":     "16.5%",
		"results.2.column2_rate":     "90%",
		"results.2.inherited":        true,
		"results.2.units.0":          "doz.",
		"results.2.description_path": []any{"T-shirts, singlets", "Of cotton"},
		"results.2.chapter99_refs.0": "9903.88.15",
	})

	_, answer = s.Get("/trade/hts", "keyword", "610910", "limit", "1")
	handlertest.Holds(t, answer, map[string]any{
		"count":     1.0,
		"total":     2.0,
		"truncated": true,
	})

	for keyword, want := range map[string]int{"nothing": 404, "busy": 503, "cut": 502} {
		if status, answer := s.Get("/trade/hts", "keyword", keyword); status != want {
			t.Errorf("%s: %d %v", keyword, status, answer)
		}
	}

	odd := "\"a' \\ ) & keyword=x\n#"
	if status, _ := s.Get("/trade/hts", "keyword", odd); status != http.StatusNotFound {
		t.Errorf("odd words: %d", status)
	}
	last := world.Asked()[len(world.Asked())-1]
	if strings.Count(last, "keyword=") != 1 || !strings.Contains(last, "%22a%27+%5C+%29+%26+keyword%3Dx+%23") {
		t.Errorf("odd words were sent as %s", last)
	}
}

// TestADutyByTheListThatTheCallerTakesAwayIsTold: a caller's slip would halve the duty on steel.
func TestADutyByTheListThatTheCallerTakesAwayIsTold(t *testing.T) {
	steel := tradetest.Lines(tradetest.Line("7208.51.00.30", 3, "Plate", "Free", "", "20%", "kg", ""))
	s, _ := service(t,
		upstreamtest.Answer{URL: search + "?keyword=7208.51.00", Body: steel},
		tradetest.Heading("9903.05.84", "Vietnam", tradetest.Plus("12.5")),
	)
	_, answer := s.Get("/trade/tariff", "hts", "7208510030", "origin", "VN", "customs_value", "10000",
		"section_232", "does_not_apply")
	warnings, _ := answer["warnings"].([]any)
	if !slices.ContainsFunc(warnings, func(w any) bool { return strings.Contains(w.(string), "9903.82.02") }) {
		t.Errorf("%v", answer["warnings"])
	}
}

// TestEntryIsNotSaidToBeFreeWhereItWasNotLookedAt: an empty list of prohibitions is of tariff measures alone.
func TestEntryIsNotSaidToBeFreeWhereItWasNotLookedAt(t *testing.T) {
	says := func(list any, words string) bool {
		texts, _ := list.([]any)
		return slices.ContainsFunc(texts, func(text any) bool { return strings.Contains(text.(string), words) })
	}
	for origin, want := range map[string]string{
		"CN": "Xinjiang",
		"TM": "Cotton of Turkmenistan",
		"VN": "",
	} {
		s, _ := service(t, upstreamtest.Answer{URL: search + "?keyword=6109.10.00", Body: shirt})
		_, answer := s.Get("/trade/tariff", "hts", "6109.10.00", "origin", origin, "customs_value", "10000")
		if !says(answer["not_included"], "UFLPA Entity List") {
			t.Errorf("%s: %v", origin, answer["not_included"])
		}
		told := says(answer["warnings"], "was not looked at")
		if told != (want != "") || told && !says(answer["warnings"], want) {
			t.Errorf("%s: %v", origin, answer["warnings"])
		}
	}
}

// TestSmallShipmentsAreToldByTheDayOfEntry: an entry is told the rule of its day and of its origin, and none that came
// after it.
func TestSmallShipmentsAreToldByTheDayOfEntry(t *testing.T) {
	for _, c := range []struct {
		origin, day, want string
	}{
		{"VN", "2025-08-01", "could enter free of duty then"},
		{"VN", "2025-08-29", "suspended since 2025-08-29"},
		{"CN", "2025-05-01", "could enter free of duty then"},
		{"CN", "2025-05-02", "suspended since 2025-05-02"},
		{"HK", "2026-09-01", "suspended since 2025-05-02"},
	} {
		s, _ := service(t, upstreamtest.Answer{URL: search + "?keyword=6109.10.00", Body: shirt})
		_, answer := s.Get("/trade/tariff", "hts", "6109.10.00", "origin", c.origin, "customs_value", "500",
			"date", c.day)
		warnings, _ := answer["warnings"].([]any)
		told := slices.ContainsFunc(warnings, func(w any) bool { return strings.Contains(w.(string), c.want) })
		if !told {
			t.Errorf("%s on %s: %v", c.origin, c.day, warnings)
		}
	}
}

// TestPossessionsAreToldOfTheirNote: no preference of the line is theirs, and the general note is not worked out.
func TestPossessionsAreToldOfTheirNote(t *testing.T) {
	s, _ := service(t, upstreamtest.Answer{URL: search, Body: shirt})
	for origin, want := range map[string]bool{"GU": true, "VI": true, "DE": false} {
		_, got := s.Get("/trade/tariff", "hts", "6109.10.00", "origin", origin, "customs_value", "10000",
			"claim_preference", "true")
		if told := strings.Contains(fmt.Sprint(got["warnings"]), "general note 3(a)(iv)"); told != want {
			t.Errorf("%s: %v", origin, got["warnings"])
		}
	}
}
