package facts_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/handlers/edgar/edgartest"
	"github.com/farebox/farebox/handlers/edgar/facts"
	"github.com/farebox/farebox/internal/upstream/sec"
)

// TestQuality holds the figures against what each annual report said of its own year, read by other code from the
// same documents: recorded bodies of companyfacts, in the folder that FAREBOX_COMPANYFACTS names. What was restated
// has to be what the newest filing says. The revenue of well-known companies is held against what they published.
func TestQuality(t *testing.T) {
	dir := os.Getenv("FAREBOX_COMPANYFACTS")
	if dir == "" {
		t.Skip("FAREBOX_COMPANYFACTS names a folder of recorded companyfacts")
	}
	paths, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil || len(paths) == 0 {
		t.Fatal(paths, err)
	}

	tally := map[string]*[3]int{} // right, missing, wrong
	companies, published := 0, 0
	for _, path := range paths {
		body, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		found, err := sec.ReadFacts(bytes.NewReader(body), facts.Wanted())
		var doc oracle
		if err != nil || json.Unmarshal(body, &doc) != nil || len(doc.Facts) == 0 {
			t.Logf("%s is no companyfacts: %v", filepath.Base(path), err)
			continue
		}
		companies++
		found.FetchedAt = edgartest.Now
		c := facts.New(found)
		for _, check := range doc.checks() {
			counts := tally[check.concept]
			if counts == nil {
				counts = new([3]int)
				tally[check.concept] = counts
			}
			got := check.of(c)
			switch {
			case got == "right":
				counts[0]++
			case strings.HasPrefix(got, "missing"):
				counts[1]++
				t.Logf("%s %s %s: %s", filepath.Base(path), check.concept, check.end, got)
			default:
				counts[2]++
				t.Errorf("%s %s %s: %s", filepath.Base(path), check.concept, check.end, got)
			}
		}
		published += revenuePublished(t, c)
		quartersAddUp(t, filepath.Base(path), c, tally)
	}
	t.Logf("%d companies, %d figures of revenue as published", companies, published)
	for _, concept := range slices.Sorted(maps.Keys(tally)) {
		n := tally[concept]
		t.Logf("%-22s %6d figures, %d right, %d missing, %d wrong", concept, n[0]+n[1]+n[2], n[0], n[1], n[2])
	}
}

// quartersAddUp holds the four quarters of a year, of which one at least is worked out, against the year. Years are
// left out in which a figure was restated: quarters of one view do not add up to a year of another.
func quartersAddUp(t *testing.T, name string, c *facts.Company, tally map[string]*[3]int) {
	t.Helper()
	for _, concept := range []string{"revenue", "net_income", "operating_cash_flow"} {
		counts := tally["quarters of "+concept]
		if counts == nil {
			counts = new([3]int)
			tally["quarters of "+concept] = counts
		}
		for _, y := range c.Annual() {
			year := c.Value(facts.Named(concept), y)
			if y.Kind != facts.Year || year == nil || year.First != nil {
				continue
			}
			sum, whole := decimal.Zero, 0
			for _, q := range c.Quarters() {
				v := c.Value(facts.Named(concept), q)
				if q.FY != y.FY || v == nil {
					continue
				}
				if v.First != nil || v.Note != "" || v.Tag != year.Tag {
					whole = -10
				}
				sum = sum.Add(v.Number)
				whole++
			}
			switch {
			case whole != 4:
				continue
			case sum.Sub(year.Number).Abs().LessThan(decimal.NewFromInt(3_000_000)): // each is rounded
				counts[0]++
			default:
				counts[1]++
				t.Logf("%s %s %s: quarters %s, year %s", name, concept, y.Label(), sum, year.Number)
			}
		}
	}
}

// oracle is a document of facts, read without the code under test.
type oracle struct {
	Facts map[string]map[string]struct {
		Units map[string][]oracleFact `json:"units"`
	} `json:"facts"`
}

type oracleFact struct {
	Start string      `json:"start"`
	End   string      `json:"end"`
	Val   json.Number `json:"val"`
	Accn  string      `json:"accn"`
	Form  string      `json:"form"`
	Filed string      `json:"filed"`
}

func (f oracleFact) days() int {
	a, errA := time.Parse(time.DateOnly, f.Start)
	b, errB := time.Parse(time.DateOnly, f.End)
	if errA != nil || errB != nil {
		return 0
	}
	return int(b.Sub(a).Hours()/24) + 1
}

func (f oracleFact) annualForm() bool {
	return slices.Contains([]string{"10-K", "20-F", "40-F"}, f.Form)
}

// The tags of which a report's own figure is looked for. Of revenue any will do: which of them is the total is what
// the published figures are for.
var oracleTags = map[string][]string{
	"net_income":          {"NetIncomeLoss", "ProfitLossAttributableToOwnersOfParent"},
	"assets":              {"Assets"},
	"equity":              {"StockholdersEquity", "EquityAttributableToOwnersOfParent"},
	"operating_cash_flow": {"NetCashProvidedByUsedInOperatingActivities", "CashFlowsFromUsedInOperatingActivities"},
	"eps_diluted":         {"EarningsPerShareDiluted", "DilutedEarningsLossPerShare"},
	"revenue": {
		"Revenues",
		"RevenueFromContractWithCustomerExcludingAssessedTax",
		"SalesRevenueNet",
		"RevenuesNetOfInterestExpense",
		"RevenueFromContractWithCustomerIncludingAssessedTax",
		"Revenue",
	},
}

// oracleCheck is what a report says of its own year, and what the newest filing says of that.
type oracleCheck struct {
	concept string
	end     string
	own     map[string]bool // values, of each tag one
	newest  map[string]bool
}

func (o *oracle) series(tag string) []oracleFact {
	var list []oracleFact
	for _, taxonomy := range []string{"us-gaap", "ifrs-full"} {
		units := o.Facts[taxonomy][tag].Units
		for _, unit := range slices.Sorted(maps.Keys(units)) {
			list = append(list, units[unit]...)
		}
	}
	slices.SortStableFunc(
		list,
		func(a, b oracleFact) int { return cmp.Or(cmp.Compare(a.Filed, b.Filed), cmp.Compare(a.Accn, b.Accn)) },
	)
	return list
}

// checks are those of every annual report: its year is the one with the last day that its cash flow or income has.
func (o *oracle) checks() []oracleCheck {
	ends := map[string]string{}
	for _, tag := range []string{
		"NetIncomeLoss", "ProfitLoss",
		"NetCashProvidedByUsedInOperatingActivities", "CashFlowsFromUsedInOperatingActivities",
	} {
		for _, f := range o.series(tag) {
			if days := f.days(); f.annualForm() && days >= 350 && days <= 380 && f.End <= f.Filed {
				ends[f.Accn] = max(ends[f.Accn], f.End)
			}
		}
	}

	var list []oracleCheck
	for _, accession := range slices.Sorted(maps.Keys(ends)) {
		for _, concept := range slices.Sorted(maps.Keys(oracleTags)) {
			c := oracleCheck{
				concept: concept,
				end:     ends[accession],
				own:     map[string]bool{},
				newest:  map[string]bool{},
			}
			for _, tag := range oracleTags[concept] {
				o.add(&c, tag, accession)
			}
			if concept == "revenue" {
				c.newest = o.newestRevenue(c.end)
			}
			if len(c.own) > 0 {
				list = append(list, c)
			}
		}
	}
	return list
}

// newestRevenue are the figures of revenue in the newest filing that has any for a year.
func (o *oracle) newestRevenue(end string) map[string]bool {
	newest := ""
	values := map[string]bool{}
	older := []string{"SalesRevenueGoodsNet", "RegulatedAndUnregulatedOperatingRevenue"}
	for _, tag := range append(older, oracleTags["revenue"]...) {
		for _, f := range o.series(tag) {
			form := strings.TrimSuffix(f.Form, "/A")
			days := f.days()
			forms := []string{"10-K", "20-F", "40-F", "10-KT", "8-K"}
			if f.End != end || days < 350 || days > 380 || !slices.Contains(forms, form) || f.Filed < newest {
				continue
			}
			if f.Filed > newest {
				newest = f.Filed
				values = map[string]bool{}
			}
			values[f.Val.String()] = true
		}
	}
	return values
}

func (o *oracle) add(c *oracleCheck, tag, accession string) {
	own, newest := "", ""
	for _, f := range o.series(tag) {
		flow := f.Start != "" && f.days() >= 350 && f.days() <= 380
		if f.End != c.end || f.Start != "" && !flow {
			continue
		}
		if f.Accn == accession {
			own = f.Val.String()
		}
		form := strings.TrimSuffix(f.Form, "/A")
		if slices.Contains([]string{"10-K", "20-F", "40-F", "10-KT", "8-K"}, form) ||
			f.Start == "" && slices.Contains([]string{"10-Q", "6-K"}, form) {
			newest = f.Val.String()
		}
	}
	if own != "" {
		c.own[own] = true
		c.newest[newest] = true
	}
}

// of says "right", "missing" with a reason, or what is wrong.
func (o oracleCheck) of(c *facts.Company) string {
	for _, p := range c.Annual() {
		if p.End.String() != o.end {
			continue
		}
		v := c.Value(facts.Named(o.concept), p)
		if v == nil {
			return "missing: no value"
		}
		if has(o.newest, v.Number) {
			return "right"
		}
		return fmt.Sprintf("wrong: %s (%s), the newest filing says %v, the report itself %v", v.Number, v.Tag,
			slices.Sorted(maps.Keys(o.newest)), slices.Sorted(maps.Keys(o.own)))
	}
	return "missing: no such year among " + labels(c.Annual())
}

// has says whether a value is among some, or one of them is it rounded to millions or less.
func has(values map[string]bool, number decimal.Decimal) bool {
	for text := range values {
		other, err := decimal.NewFromString(text)
		if err != nil {
			continue
		}
		for places := int32(0); places <= 6; places++ {
			if number.Round(-places).Equal(other) || number.Equal(other) {
				return true
			}
		}
	}
	return false
}

// revenuePublished holds revenue against what companies published for the fiscal year 2024, in millions, and counts
// the figures that were there.
func revenuePublished(t *testing.T, c *facts.Company) int {
	t.Helper()
	want, ok := published2024[c.CIK]
	if !ok {
		return 0
	}
	for _, p := range c.Annual() {
		if p.Label() != "FY2024" {
			continue
		}
		v := c.Value(facts.Named("revenue"), p)
		if v == nil {
			t.Errorf("%s: no revenue of FY2024, published %d", c.Name, want)
			return 0
		}
		was := v.Number
		if v.First != nil {
			was = v.First.Number // later filings may have recast what was published then
		}
		if got := was.Shift(-6).Round(0).IntPart(); got != want {
			t.Errorf("%s: revenue of FY2024 %d (%s), published %d", c.Name, got, v.Tag, want)
		}
		return 1
	}
	return 0
}

// published2024 is the total revenue in the earnings releases for the fiscal year 2024 as the companies count it.
var published2024 = map[string]int64{
	"0000320193": 391035, // Apple
	"0001045810": 60922,  // NVIDIA
	"0001652044": 350018, // Alphabet
	"0000789019": 245122, // Microsoft
	"0001018724": 637959, // Amazon
	"0001326801": 164501, // Meta
	"0000104169": 648125, // Walmart
	"0000909832": 254453, // Costco
	"0000354950": 159514, // Home Depot
	"0000019617": 177556, // JPMorgan Chase
	"0000070858": 101887, // Bank of America
	"0000886982": 53512,  // Goldman Sachs
	"0000895421": 61761,  // Morgan Stanley
	"0000004962": 65949,  // American Express
	"0000034088": 349585, // Exxon Mobil, with other income
	"0000093410": 202792, // Chevron, with other income
	"0001163165": 54745,  // ConocoPhillips, sales
	"0000018230": 64809,  // Caterpillar, with financial products
	"0000315189": 51716,  // Deere, with financial services
	"0000040545": 38702,  // GE Aerospace
	"0000773840": 38498,  // Honeywell
	"0000012927": 66517,  // Boeing
	"0000936468": 71043,  // Lockheed Martin
	"0000101829": 80738,  // RTX
	"0000732717": 122336, // AT&T
	"0000732712": 134788, // Verizon
	"0001283699": 81400,  // T-Mobile US
	"0001166691": 123731, // Comcast
	"0001744489": 91361,  // Disney
	"0001065280": 39001,  // Netflix
	"0000731766": 400278, // UnitedHealth
	"0000200406": 88821,  // Johnson & Johnson
	"0000078003": 63627,  // Pfizer
	"0000310158": 64168,  // Merck
	"0000059478": 45043,  // Lilly
	"0001551152": 56334,  // AbbVie
	"0000097745": 42879,  // Thermo Fisher
	"0001403161": 35926,  // Visa
	"0001141391": 28167,  // Mastercard
	"0001633917": 31797,  // PayPal
	"0000063908": 25920,  // McDonald's
	"0000829224": 36176,  // Starbucks
	"0000320187": 51362,  // Nike
	"0000021344": 47061,  // Coca-Cola
	"0000077476": 91854,  // PepsiCo
	"0000080424": 84039,  // Procter & Gamble
	"0000055785": 20058,  // Kimberly-Clark
	"0000050863": 53101,  // Intel
	"0000002488": 25785,  // AMD
	"0000804328": 38962,  // Qualcomm
	"0001730168": 51574,  // Broadcom
	"0000006951": 27176,  // Applied Materials
	"0000051143": 62753,  // IBM
	"0001341439": 52961,  // Oracle
	"0000796343": 21505,  // Adobe
	"0000937966": 28263,  // ASML, in euros
	"0001543151": 43978,  // Uber
	"0001013871": 28130,  // NRG
	"0001692819": 17224,  // Vistra
	"0001868275": 23568,  // Constellation
	"0001551182": 24878,  // Eaton
}
