// Package agritest holds the answers of NASS and FAS for the examples of the spec's agri routes: real series, and
// plausible figures.
package agritest

import (
	"fmt"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// Now is the time of the examples.
var Now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// Where the sources are.
const (
	NASS = "https://quickstats.nass.usda.gov/api/api_GET/"
	PSD  = "https://api.fas.usda.gov/api/psd/commodity/"
)

// Answers are NASS's and FAS's answers for the examples of the spec.
func Answers() []upstreamtest.Answer {
	const (
		yield   = "CORN, GRAIN - YIELD, MEASURED IN BU / ACRE"
		stocks  = "CORN, GRAIN - STOCKS, MEASURED IN BU"
		planted = "CORN - ACRES PLANTED"
		price   = "CORN, GRAIN - PRICE RECEIVED, MEASURED IN $ / BU"
	)

	list := []upstreamtest.Answer{
		Series(yield, "IA", "ANNUAL", "BU / ACRE",
			"2024|YEAR|211|2025-01-10 12:00:00", "2024|YEAR - NOV FORECAST|213|2024-11-08 12:00:00",
			"2023|YEAR|201|2024-01-12 12:00:00", "2022|YEAR|200|2023-01-12 12:00:00",
			"2021|YEAR|207|2022-01-12 12:00:00", "2020|YEAR|178|2021-01-12 12:00:00",
			"2019|YEAR|198|2020-01-10 12:00:00",
		),
		Series(yield, "US", "ANNUAL", "BU / ACRE",
			"2026|YEAR - NOV FORECAST|186|2026-11-10 12:00:00", "2026|YEAR - OCT FORECAST|187|2026-10-09 12:00:00",
			"2025|YEAR|180|2026-01-12 12:00:00", "2024|YEAR|179|2025-01-10 12:00:00",
			"2023|YEAR|177|2024-01-12 12:00:00", "2022|YEAR|168|2023-01-12 12:00:00",
			"2021|YEAR|176|2022-01-12 12:00:00",
		),
		Series(stocks, "US", "POINT IN TIME", "BU",
			"2026|FIRST OF SEP|1,500,000,000|2026-09-30 12:00:00",
			"2025|FIRST OF SEP|1,532,000,000|2025-09-30 12:00:00",
		),
		Series(planted, "US", "ANNUAL", "ACRES",
			"2026|YEAR - JUN ACREAGE|95,000,000|2026-06-30 12:00:00", "2025|YEAR|98,700,000|2026-01-12 12:00:00",
		),
		Series(price, "US", "MONTHLY", "$ / BU",
			"2026|SEP|4.05|2026-10-31 15:00:00", "2025|SEP|4.00|2025-10-31 15:00:00",
		),
		{URL: PSD + "0440000/country/US/year/2026", Body: Balance("0440000", "2026",
			"20 8 38000", "28 8 425000", "57 8 600", "86 8 463600", "125 8 330000", "88 8 75000", "176 8 58600",
			"184 26 11.68")},
	}

	for _, kind := range []string{"GOOD", "EXCELLENT"} {
		list = append(list, Series("CORN - CONDITION, MEASURED IN PCT "+kind, "US", "WEEKLY", "PCT "+kind,
			"2026|WEEK #40|30|2026-10-05 16:00:00|2026-10-04"))
	}

	return list
}

// Series is an answer with values of a series, each "year|period|value|load time|week ending".
func Series(series, state, frequency, unit string, values ...string) upstreamtest.Answer {
	level := "STATE"
	if state == "US" {
		level = "NATIONAL"
	}
	var rows []string
	for _, v := range values {
		f := append(strings.Split(v, "|"), "")
		rows = append(rows, fmt.Sprintf(`{"short_desc":%q,"source_desc":"SURVEY","agg_level_desc":%q,"state_alpha":%q,
"domain_desc":"TOTAL","freq_desc":%q,"year":%q,"reference_period_desc":%q,"Value":%q,"load_time":%q,"unit_desc":%q,
"week_ending":%q,"CV (%%)":"","commodity_desc":"CROP"}`,
			series, level, state, frequency, f[0], f[1], f[2], f[3], unit, f[4]))
	}
	return upstreamtest.Answer{
		URL:  NASS + "?" + query(series, state),
		Body: `{"data":[` + strings.Join(rows, ",") + `]}`,
	}
}

func query(series, state string) string {
	escaped := strings.NewReplacer(" ", "%20", ",", "%2C", "/", "%2F", "$", "%24").Replace(series)
	return "short_desc=" + escaped + "&state_alpha=" + state + "&source_desc=SURVEY"
}

// Balance is an answer with attributes of a marketing year, each "attribute unit value".
func Balance(commodity, year string, values ...string) string {
	var rows []string
	for _, v := range values {
		f := strings.Fields(v)
		rows = append(rows, fmt.Sprintf(`{"commodityCode":%q,"countryCode":"US","marketYear":%q,"calendarYear":"2026",
"month":"11","attributeId":%s,"unitId":%s,"value":%s}`, commodity, year, f[0], f[1], f[2]))
	}
	return "[" + strings.Join(rows, ",") + "]"
}
