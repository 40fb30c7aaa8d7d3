// Package edgartest has what EDGAR says to the examples of the spec's edgar routes: figures of Apple as its filings
// have them, of some lines and periods only. It also makes documents of facts for tests of rules.
package edgartest

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// Now is the time that the examples were written for.
var Now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

const (
	host = "https://data.sec.gov/api/xbrl/"

	// AppleFacts and AppleConcept are where the facts of Apple are, all of them and those of one tag.
	AppleFacts   = host + "companyfacts/CIK0000320193.json"
	AppleConcept = host + "companyconcept/CIK0000320193/us-gaap/"
)

// Answers are what EDGAR says to the examples. The tables of tickers and the record of Apple are those of package
// filerstest.
func Answers() []upstreamtest.Answer {
	return []upstreamtest.Answer{
		{URL: AppleFacts, Body: Document("320193", "Apple Inc.", apple)},
		{
			URL:  AppleConcept + "OtherAssetsNoncurrent.json",
			Body: Concept("320193", "us-gaap", "OtherAssetsNoncurrent", other),
		},
	}
}

// A Fact is one line of a document: "us-gaap:Assets USD 2025-09-27 359241000000 10-K:0000320193-25-000079:2025-10-31",
// with two days for a period. A third colon gives the fiscal year of the filing.
type Fact = string

// Document is a document with facts as EDGAR gives it. The CIK is kept as written: some documents have a number, some a
// text.
func Document(cik, name string, facts []Fact) string {
	type values = map[string][]map[string]any
	all := map[string]map[string]map[string]any{}
	for _, line := range facts {
		taxonomy, tag, unit, fact := parse(line)
		if all[taxonomy] == nil {
			all[taxonomy] = map[string]map[string]any{}
		}
		entry := all[taxonomy][tag]
		if entry == nil {
			entry = map[string]any{
				"label":       tag,
				"description": nil,
				"units":       values{},
			}
			all[taxonomy][tag] = entry
		}
		units := entry["units"].(values)
		units[unit] = append(units[unit], fact)
	}

	text, err := json.Marshal(all)
	if err != nil {
		return err.Error() // a reader refuses it
	}

	return fmt.Sprintf(`{"cik":%s,"entityName":%q,"facts":%s}`, cik, name, text)
}

// Concept is a document with the facts of one tag.
func Concept(cik, taxonomy, tag string, facts []Fact) string {
	units := map[string][]map[string]any{}
	for _, line := range facts {
		_, _, unit, fact := parse(line)
		units[unit] = append(units[unit], fact)
	}
	text, err := json.Marshal(units)
	if err != nil {
		return err.Error()
	}
	return fmt.Sprintf(`{"cik":%s,"taxonomy":%q,"tag":%q,"label":%q,"description":null,"entityName":"A","units":%s}`,
		cik, taxonomy, tag, tag, text)
}

// parse reads a line; an invalid one gives a fact that no reader accepts.
func parse(line Fact) (taxonomy, tag, unit string, fact map[string]any) {
	fields := strings.Fields(line)
	if len(fields) < 5 {
		return "bad", "bad", "bad", map[string]any{}
	}

	taxonomy, tag, _ = strings.Cut(fields[0], ":")
	unit = fields[1]
	days := fields[2 : len(fields)-2]
	filing := strings.Split(fields[len(fields)-1], ":")

	fact = map[string]any{
		"end":   days[len(days)-1],
		"val":   json.Number(fields[len(fields)-2]),
		"form":  filing[0],
		"accn":  filing[1],
		"filed": filing[2],
		"fy":    nil,
		"fp":    "FY",
	}

	if len(days) == 2 {
		fact["start"] = days[0]
	}
	if len(filing) == 4 {
		fact["fy"] = json.Number(filing[3])
	}

	return taxonomy, tag, unit, fact
}

// The filings of Apple that the facts are of.
const (
	year24    = "10-K:0000320193-24-000123:2024-11-01:2024"
	quarter25 = "10-Q:0000320193-25-000073:2025-08-01:2025"
	year25    = "10-K:0000320193-25-000079:2025-10-31:2025"
)

func revenue(of string) string {
	return "us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax USD " + of
}
func income(of string) string { return "us-gaap:NetIncomeLoss USD " + of }
func earned(of string) string { return "us-gaap:EarningsPerShareDiluted USD/shares " + of }
func cash(of string) string {
	return "us-gaap:NetCashProvidedByUsedInOperatingActivities USD " + of
}

const (
	fy24   = "2023-10-01 2024-09-28 "
	fy25   = "2024-09-29 2025-09-27 "
	third  = "2025-03-30 2025-06-28 "
	toJune = "2024-09-29 2025-06-28 "
)

var apple = []Fact{
	revenue(fy24 + "391035000000 " + year24),
	revenue(fy24 + "391035000000 " + year25),
	revenue(fy25 + "416161000000 " + year25),
	revenue(third + "94036000000 " + quarter25),
	revenue(toJune + "313695000000 " + quarter25),
	income(fy24 + "93736000000 " + year24),
	income(fy24 + "93736000000 " + year25),
	income(fy25 + "112010000000 " + year25),
	income(third + "23434000000 " + quarter25),
	income(toJune + "84544000000 " + quarter25),
	earned(fy24 + "6.08 " + year24),
	earned(fy24 + "6.08 " + year25),
	earned(fy25 + "7.46 " + year25),
	earned(third + "1.57 " + quarter25),
	cash(fy24 + "118254000000 " + year24),
	cash(fy24 + "118254000000 " + year25),
	cash(fy25 + "111482000000 " + year25),
	cash(toJune + "81754000000 " + quarter25),
	"us-gaap:Assets USD 2024-09-28 364980000000 " + year24,
	"us-gaap:Assets USD 2024-09-28 364980000000 " + year25,
	"us-gaap:Assets USD 2025-06-28 331495000000 " + quarter25,
	"us-gaap:Assets USD 2025-09-27 359241000000 " + year25,
	"us-gaap:StockholdersEquity USD 2024-09-28 56950000000 " + year24,
	"us-gaap:StockholdersEquity USD 2025-06-28 65830000000 " + quarter25,
	"us-gaap:StockholdersEquity USD 2025-09-27 73733000000 " + year25,
	"us-gaap:OtherAssetsNoncurrent USD 2025-09-27 83727000000 " + year25,
	"dei:EntityCommonStockSharesOutstanding shares 2025-10-17 14776353000 " + year25,
}

var other = []Fact{
	"us-gaap:OtherAssetsNoncurrent USD 2024-09-28 74834000000 " + year24,
	"us-gaap:OtherAssetsNoncurrent USD 2025-06-28 82882000000 " + quarter25,
	"us-gaap:OtherAssetsNoncurrent USD 2025-09-27 83727000000 " + year25,
}
