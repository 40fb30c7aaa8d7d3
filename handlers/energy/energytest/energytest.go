// Package energytest holds EIA's answers for the examples of the spec's energy routes: real series and regions, and
// plausible figures.
package energytest

import (
	"fmt"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// Now is the time of the examples.
var Now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// Where the tables are.
const (
	API     = "https://api.eia.gov/v2/"
	Retail  = API + "petroleum/pri/gnd/data/"
	Spot    = API + "petroleum/pri/spt/data/"
	Stocks  = API + "petroleum/stoc/wstk/data/"
	Gas     = API + "natural-gas/pri/fut/data/"
	Storage = API + "natural-gas/stor/wkly/data/"
	Mix     = API + "electricity/rto/fuel-type-data/data/"
	Demand  = API + "electricity/rto/region-data/data/"
	Sales   = API + "electricity/retail-sales/data/"
)

// Answers are EIA's answers for the examples of the spec.
func Answers() []upstreamtest.Answer {
	const (
		gasoline = "U.S. Regular All Formulations Retail Gasoline Prices (Dollars per Gallon)"
		south    = "South Central Region Natural Gas Working Underground Storage (Billion Cubic Feet)"
	)
	return []upstreamtest.Answer{
		{URL: Retail + "?facets[series][]=EMM_EPMR_PTE_NUS_DPG", Body: Series(
			"EMM_EPMR_PTE_NUS_DPG", "$/GAL", gasoline,
			"2026-11-16 3.104", "2026-11-09 3.085", "2025-11-17 3.062",
		)},
		{URL: Storage + "?facets[series][]=NW2_EPG0_SWO_R33_BCF", Body: Series(
			"NW2_EPG0_SWO_R33_BCF", "BCF", south,
			"2026-11-13 1301", "2026-11-06 1295", "2025-11-14 1287",
		)},
		{URL: Mix + "?facets[respondent][]=TEX", Body: Fuels("TEX", "Texas",
			"2026-11-20T10 NG 18100",
			"2026-11-20T09 NG 18000", "2026-11-20T09 WND 12000", "2026-11-20T09 NUC 5000", "2026-11-20T09 COL 4800",
			"2026-11-20T09 OTH 200", "2026-11-20T09 BAT -350",
		)},
	}
}

// Series is an answer with the observations of a series, each "period value"; "null" is a missing value.
func Series(id, unit, title string, observations ...string) string {
	var rows []string
	for _, o := range observations {
		period, value, _ := strings.Cut(o, " ")
		rows = append(rows, fmt.Sprintf(
			`{"period":%q,"series":%q,"series-description":%q,"units":%q,"value":%s}`,
			period, id, title, unit, quoted(value)))
	}
	return Page(rows...)
}

// Fuels is an answer with the output of a region, each "hour source megawatthours".
func Fuels(code, name string, outputs ...string) string {
	var rows []string
	for _, o := range outputs {
		f := strings.Fields(o)
		rows = append(rows, fmt.Sprintf(
			`{"period":%q,"respondent":%q,"respondent-name":%q,"fueltype":%q,"type-name":"Type %s","value":%s,`+
				`"value-units":"megawatthours"}`,
			f[0], code, name, f[1], f[1], quoted(f[2])))
	}
	return Page(rows...)
}

// Page is an answer with rows. It echoes the key, as EIA does.
func Page(rows ...string) string {
	return fmt.Sprintf(`{"response":{"total":"%d","dateFormat":"YYYY-MM-DD","data":[%s]},`+
		`"request":{"params":{"api_key":"SECRET"}},"apiVersion":"2.1.13"}`, len(rows), strings.Join(rows, ","))
}

func quoted(value string) string {
	if value == "null" {
		return value
	}
	return `"` + value + `"`
}
