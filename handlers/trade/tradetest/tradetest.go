// Package tradetest holds the providers' answers for the examples of the spec's trade routes: real lines and
// headings of the schedule, and plausible trade figures.
package tradetest

import (
	"fmt"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// Now is the time of the examples.
var Now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// Where the providers are.
const (
	Schedule = "https://hts.usitc.gov/reststop"
	Search   = Schedule + "/search"
	Export   = Schedule + "/exportList"
	Preview  = "https://comtradeapi.un.org/public/v1/preview/C/A/HS"
)

// Answers are the providers' answers for the examples of the spec.
func Answers() []upstreamtest.Answer {
	circuits := Lines(Line("8534.00.00", 0, "Printed circuits", "Free", "", "35%", "No.", "9903.88.03"))
	return []upstreamtest.Answer{
		{URL: Search + "?keyword=printed+circuits", Body: circuits},
		{URL: Search + "?keyword=8534.00.00", Body: circuits},
		Heading("9903.88.03", "Articles of China of U.S. note 20(f)", Plus("25")),
		Heading("9903.05.31", "Articles the product of China of U.S. note 52", Plus("12.5")),
		Flow("842", "2024", "M", "", cars),
		Flow("842", "2023", "M", "0", `[`+Trade(842, 2023, "M", 0, "W00", "World", "18900000000", "370000")+`]`),
		Flow("842", "2024", "RM", "0", "[]"),
		Flow("276", "2024", "X", "842", `[`+Trade(276, 2024, "X", 842, "USA", "USA", "5900000000", "97000")+`]`),
	}
}

var cars = `[` + Trade(842, 2024, "M", 0, "W00", "World", "21400000000", "412000") + `,` +
	Trade(842, 2024, "M", 276, "DEU", "Germany", "6100000000", "98000") + `,` +
	Trade(842, 2024, "M", 410, "KOR", "Rep. of Korea", "7300000000", "150000") + `,` +
	Trade(842, 2024, "M", 484, "MEX", "Mexico", "7900000000", "160000") + `,` +
	Trade(842, 2024, "M", 899, "_X ", "Areas, nes", "100000000", "") + `]`

// Lines is a list of lines.
func Lines(lines ...string) string {
	list := "["
	for i, l := range lines {
		if i > 0 {
			list += ","
		}
		list += l
	}
	return list + "]"
}

// Line is a line of the schedule; ref is a heading named in its footnote.
func Line(code string, indent int, description, general, special, other, unit, ref string) string {
	units := "null"
	notes := "[]"
	if unit != "" {
		units = fmt.Sprintf("[%q]", unit)
	}
	if ref != "" {
		notes = fmt.Sprintf(`[{"columns":["general"],"marker":"1","value":"See %s.","type":"endnote"}]`, ref)
	}
	return fmt.Sprintf(`{"htsno":%q,"statisticalSuffix":"","indent":"%d","description":%q,"general":%q,"special":%q,`+
		`"other":%q,"units":%s,"footnotes":%s,"additionalDuties":null}`,
		code, indent, description, general, special, other, units, notes)
}

// Plus is the rate of a heading that adds to the base duty.
func Plus(pct string) string { return "The duty provided in the applicable subheading + " + pct + "%" }

// Heading is a heading of chapter 99 in the search's form.
func Heading(heading, description, general string) upstreamtest.Answer {
	return upstreamtest.Answer{
		URL:  Search + "?keyword=" + heading,
		Body: Lines(Line(heading, 0, description, general, "", "", "", "")),
	}
}

// Flow is the answer to a question about trade; data is a list of rows. An empty partner means all.
func Flow(reporter, year, flow, partner, data string) upstreamtest.Answer {
	query := "?reporterCode=" + reporter + "&period=" + year + "&flowCode=" + flow
	if partner != "" {
		query += "&partnerCode=" + partner
	}
	return upstreamtest.Answer{
		URL: Preview + query,
		Body: fmt.Sprintf(`{"elapsedTime":"0.1 secs","count":%d,"data":%s,"error":""}`,
			strings.Count(data, `"refYear"`), data),
	}
}

// Trade is a row of trade in electric cars.
func Trade(reporter, year int, flow string, partner int, iso, name, value, quantity string) string {
	worth := `"cifvalue":` + value + `,"fobvalue":null`
	if flow == "X" {
		worth = `"cifvalue":null,"fobvalue":` + value
	}
	unit := `"qtyUnitAbbr":"u","qty":` + quantity
	if quantity == "" {
		unit = `"qtyUnitAbbr":"N/A","qty":null`
	}
	return fmt.Sprintf(`{"typeCode":"C","freqCode":"A","refYear":%d,"period":"%d","reporterCode":%d,"flowCode":%q,`+
		`"partnerCode":%d,"partnerISO":%q,"partnerDesc":%q,"partner2Code":0,"classificationCode":"H6",`+
		`"cmdCode":"870380","cmdDesc":"Vehicles; with only electric motor for propulsion","customsCode":"C00",`+
		`"motCode":0,%s,"isQtyEstimated":false,"netWgt":null,"isNetWgtEstimated":false,%s,"primaryValue":%s,`+
		`"isReported":true}`, year, year, reporter, flow, partner, iso, name, unit, worth, value)
}
