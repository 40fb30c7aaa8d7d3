// Package macrotest has what the providers say to the examples of the spec's macro routes: real countries and years,
// and figures that could be theirs.
package macrotest

import (
	"fmt"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// Now is the time that the examples were written for.
var Now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// Where the providers are.
const (
	Bank = "https://api.worldbank.org/v2/country/"
	Fund = "https://api.imf.org/external/sdmx/3.0/data/dataflow/IMF.RES/WEO/+/"
)

// Invalid is the World Bank's answer about a code that it does not know, with status 200.
const Invalid = `[{"message":[{"id":"120","key":"Invalid value","value":"The provided parameter value is not valid"}]}]`

// Answers are what the providers say to the examples of the spec.
func Answers() []upstreamtest.Answer {
	growth := []string{
		"NY.GDP.MKTP.KD.ZG DEU 2025 0.239578342117881",
		"NY.GDP.MKTP.KD.ZG DEU 2024 -0.495966883882119",
		"NY.GDP.MKTP.KD.ZG USA 2025 2.1",
		"NY.GDP.MKTP.KD.ZG USA 2024 2.8",
	}
	return []upstreamtest.Answer{
		{URL: Bank + "DEU;USA/indicator/NY.GDP.MKTP.KD.ZG?format=json", Body: Page(growth...)},
		{URL: Bank + "DEU?format=json", Body: economy},
		{URL: Bank + "DEU/indicator/*", Body: Page(
			"NY.GDP.MKTP.KD.ZG DEU 2025 0.24", "NY.GDP.MKTP.KD.ZG DEU 2024 -0.5",
			"FP.CPI.TOTL.ZG DEU 2025 2.17", "FP.CPI.TOTL.ZG DEU 2024 2.26",
		)},
		Debt("DEU", "2024,63.9", "2025,64.4", "2026,66.1", "2031,74.6"),
	}
}

// Debt is what the IMF has of a country's debt, each "year,value". Without any it has no series.
func Debt(iso3 string, values ...string) upstreamtest.Answer {
	var years, observations []string
	for i, v := range values {
		year, value, _ := strings.Cut(v, ",")
		years = append(years, fmt.Sprintf(`{"value":%q}`, year))
		observations = append(observations, fmt.Sprintf(`"%d":[%q]`, i, value))
	}
	series := ""
	if len(values) > 0 {
		series = fmt.Sprintf(`,"series":{"0:0:0":{"observations":{%s}}}`, strings.Join(observations, ","))
	}

	const body = `{"data":{"dataSets":[{"structure":0,"action":"Replace"%s}],"structures":[{"dimensions":{"series":[` +
		`{"id":"COUNTRY","values":[{"id":%q}]},{"id":"INDICATOR","values":[{"id":"GGXWDG_NGDP"}]},` +
		`{"id":"FREQUENCY","values":[{"id":"A"}]}],"observation":[{"id":"TIME_PERIOD","values":[%s]}]}}]}}`
	return upstreamtest.Answer{
		URL:  Fund + iso3 + ".GGXWDG_NGDP.A*",
		Body: fmt.Sprintf(body, series, iso3, strings.Join(years, ",")),
	}
}

const economy = `[{"page":1,"pages":1,"per_page":"50","total":1},[{"id":"DEU","iso2Code":"DE","name":"Germany",
"region":{"id":"ECS","iso2code":"Z7","value":"Europe & Central Asia "},"adminregion":{"id":"","iso2code":"","value":""},
"incomeLevel":{"id":"HIC","iso2code":"XD","value":"High income"},"capitalCity":"Berlin"}]]`

var indicatorNames = map[string]string{
	"NY.GDP.MKTP.KD.ZG": "GDP growth (annual %)",
	"FP.CPI.TOTL.ZG":    "Inflation, consumer prices (annual %)",
}

// Page is an answer with observations, each "indicator economy year value"; "null" means no value.
func Page(observations ...string) string {
	var rows []string
	for _, o := range observations {
		f := strings.Fields(o)
		rows = append(rows, fmt.Sprintf(
			`{"indicator":{"id":%q,"value":%q},"country":{"id":%q,"value":"Name of %s"},"countryiso3code":%q,`+
				`"date":%q,"value":%s,"unit":"","obs_status":"","decimal":1}`,
			f[0], indicatorNames[f[0]], f[1][:2], f[1], f[1], f[2], f[3]))
	}
	const head = `[{"page":1,"pages":1,"per_page":10000,"total":%d,"sourceid":"2","lastupdated":"2026-07-13"},[%s]]`
	return fmt.Sprintf(head, len(rows), strings.Join(rows, ","))
}
