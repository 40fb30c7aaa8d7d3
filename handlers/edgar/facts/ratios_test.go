package facts_test

import (
	"math"
	"slices"
	"testing"

	"github.com/farebox/farebox/handlers/edgar/facts"
	"github.com/farebox/farebox/internal/upstream/sec"
)

func ratios(t *testing.T, c *facts.Company, label string) *facts.Ratios {
	t.Helper()
	p := in(t, c, label)
	var before *facts.Figures
	if earlier := c.Before(p); earlier != nil {
		before = c.Figures(*earlier)
	}
	return c.Figures(p).Ratios(before)
}

// is says whether a ratio is what is wanted, NaN for nil.
func is(got *float64, want float64) bool {
	if got == nil {
		return math.IsNaN(want)
	}
	return *got == want
}

func TestRatiosThatWouldSayNothing(t *testing.T) {
	const flow, day = "2023-01-01 2023-12-31 ", "2023-12-31 "
	const a = " 10-K:a:2024-02-01:2023\n"
	nan := math.NaN()
	cases := []struct {
		why   string
		lines string
		get   func(*facts.Ratios) *float64
		want  float64
	}{
		{
			"return on equity",
			"StockholdersEquity USD " + day + "400" + a,
			func(r *facts.Ratios) *float64 { return r.ROE },
			0.25,
		},
		{
			"equity below zero",
			"StockholdersEquity USD " + day + "-400" + a,
			func(r *facts.Ratios) *float64 { return r.ROE },
			nan,
		},
		{"no equity", "Assets USD " + day + "1000" + a, func(r *facts.Ratios) *float64 { return r.ROE }, nan},
		{"no revenue", "Revenues USD " + flow + "0" + a, func(r *facts.Ratios) *float64 { return r.NetMargin }, nan},
		{
			"a bank has no current assets",
			"Assets USD " + day + "1000" + a + "LiabilitiesCurrent USD " + day + "10" + a,
			func(r *facts.Ratios) *float64 { return r.CurrentRatio },
			nan,
		},
		{
			"debt of which a part is not known",
			"LongTermDebtNoncurrent USD " + day + "50" + a + "StockholdersEquity USD " + day + "100" + a,
			func(r *facts.Ratios) *float64 { return r.DebtToEquity },
			nan,
		},
		{"no interest", "OperatingIncomeLoss USD " + flow + "50" + a + "InterestExpense USD " + flow + "0" + a,
			func(r *facts.Ratios) *float64 { return r.InterestCoverage }, nan},
		{
			"growth from nothing known",
			"Revenues USD " + flow + "10" + a,
			func(r *facts.Ratios) *float64 { return r.RevenueGrowthYoY },
			nan,
		},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			if got := c.get(ratios(t, company(t, year, c.lines), "FY2023")); !is(got, c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}

func TestGrowthFromALossIsNone(t *testing.T) {
	c := company(t, year, `
		NetIncomeLoss USD 2022-01-01 2022-12-31 -50 10-K:z:2023-02-01:2022
		Revenues USD 2022-01-01 2022-12-31 800 10-K:z:2023-02-01:2022
		Revenues USD 2023-01-01 2023-12-31 1000 10-K:a:2024-02-01:2023`)
	r := ratios(t, c, "FY2023")
	if r.NetIncomeGrowth != nil || !is(r.RevenueGrowthYoY, 0.25) {
		t.Errorf("%v %v", r.NetIncomeGrowth, r.RevenueGrowthYoY)
	}
}

// TestBeneishNeedsAGrossProfit: over a margin below zero the index of margins changes its sign, and a company whose
// margin collapsed would look better for it.
func TestBeneishNeedsAGrossProfit(t *testing.T) {
	lines := func(year, filing, gross string) string {
		flow := " USD " + year + "-01-01 " + year + "-12-31 "
		day := " USD " + year + "-12-31 "
		return "Revenues" + flow + "1000" + filing + "GrossProfit" + flow + gross + filing +
			"NetIncomeLoss" + flow + "20" + filing + "DepreciationDepletionAndAmortization" + flow + "10" + filing +
			"NetCashProvidedByUsedInOperatingActivities" + flow + "20" + filing +
			"AccountsReceivableNetCurrent" + day + "50" + filing + "AssetsCurrent" + day + "300" + filing +
			"PropertyPlantAndEquipmentNet" + day + "400" + filing + "Assets" + day + "1000" + filing +
			"LongTermDebtNoncurrent" + day + "100" + filing + "LiabilitiesCurrent" + day + "100" + filing
	}
	for gross, known := range map[string]bool{"300": true, "-100": false, "0": false} {
		c := company(t, year, lines("2022", " 10-K:z:2023-02-01:2022\n", "300")+
			lines("2023", " 10-K:a:2024-02-01:2023\n", gross))
		if r := ratios(t, c, "FY2023"); (r.BeneishM != nil) != known {
			t.Errorf("gross profit %s: %v, missing %q", gross, r.BeneishM, r.Missing)
		}
	}
}

// TestAnomaliesOfFigures: each rule, and its limit.
func TestAnomaliesOfFigures(t *testing.T) {
	const (
		a = " 10-K:a:2024-02-01:2023\n"
		z = " 10-K:z:2023-02-01:2022\n"
		y = " 10-K:y:2022-02-01:2021\n"
	)
	flow := func(tag string, year, value, filing string) string {
		return tag + " USD " + year + "-01-01 " + year + "-12-31 " + value + filing
	}
	day := func(tag string, year, value, filing string) string {
		return tag + " USD " + year + "-12-31 " + value + filing
	}
	const cash = "NetCashProvidedByUsedInOperatingActivities"
	current := day("AssetsCurrent", "2021", "9", y) + day("AssetsCurrent", "2022", "9", z) +
		day("AssetsCurrent", "2023", "9", a)
	cases := []struct {
		code  string
		lines string
		want  bool
	}{
		{"negative_equity", day("StockholdersEquity", "2023", "-1", a), true},
		{"negative_equity", day("StockholdersEquity", "2023", "0", a), false},
		{
			"high_accruals",
			current + flow(cash, "2023", "-20", a) +
				day("Assets", "2023", "1000", a) + day("Assets", "2022", "1000", z),
			true,
		},
		{
			"high_accruals",
			current + flow(cash, "2023", "0", a) +
				day("Assets", "2023", "1000", a) + day("Assets", "2022", "1000", z),
			false,
		},
		{"receivables_outpace_sales", flow("Revenues", "2022", "1000", z) + flow("Revenues", "2023", "1000", a) +
			day(
				"AccountsReceivableNetCurrent",
				"2022",
				"100",
				z,
			) + day("AccountsReceivableNetCurrent", "2023", "131", a), true},
		{"receivables_outpace_sales", flow("Revenues", "2022", "1000", z) + flow("Revenues", "2023", "1000", a) +
			day(
				"AccountsReceivableNetCurrent",
				"2022",
				"100",
				z,
			) + day("AccountsReceivableNetCurrent", "2023", "130", a), false},
		{"margin_swing", flow("Revenues", "2022", "1000", z) + flow("Revenues", "2023", "1000", a) +
			flow("GrossProfit", "2022", "500", z) + flow("GrossProfit", "2023", "399", a), true},
		{"margin_swing", flow("Revenues", "2022", "1000", z) + flow("Revenues", "2023", "1000", a) +
			flow("GrossProfit", "2022", "500", z) + flow("GrossProfit", "2023", "400", a), false},
		{
			"cfo_lt_ni_3y",
			current + flow(cash, "2021", "1", y) + flow(cash, "2022", "1", z) + flow(cash, "2023", "1", a),
			true,
		},
		{"cfo_lt_ni_3y", flow(cash, "2021", "1", y) + flow(cash, "2022", "1", z) + flow(cash, "2023", "1", a), false},
		{
			"cfo_lt_ni_3y",
			current + flow(cash, "2021", "1", y) + flow(cash, "2022", "200", z) + flow(cash, "2023", "1", a),
			false,
		},
		{"cfo_lt_ni_3y", flow(cash, "2022", "1", z) + flow(cash, "2023", "1", a), false},
		{"altman_distress", day("AssetsCurrent", "2023", "10", a) + day("LiabilitiesCurrent", "2023", "500", a) +
			day("RetainedEarningsAccumulatedDeficit", "2023", "-100", a) + flow("OperatingIncomeLoss", "2023", "1", a) +
			day(
				"StockholdersEquity",
				"2023",
				"100",
				a,
			) + day("Assets", "2023", "1000", a) + day("Liabilities", "2023", "900", a), true},
	}
	for _, c := range cases {
		t.Run(c.code, func(t *testing.T) {
			co := company(t, year, `
				NetIncomeLoss USD 2022-01-01 2022-12-31 100 10-K:z:2023-02-01:2022
				IncomeTaxExpenseBenefit USD 2022-01-01 2022-12-31 9 10-K:z:2023-02-01:2022
				NetIncomeLoss USD 2021-01-01 2021-12-31 100 10-K:y:2022-02-01:2021
				IncomeTaxExpenseBenefit USD 2021-01-01 2021-12-31 9 10-K:y:2022-02-01:2021`, c.lines)
			var figures []*facts.Figures
			var all []*facts.Ratios
			for _, p := range co.Annual() {
				figures = append(figures, co.Figures(p))
				all = append(all, ratios(t, co, p.Label()))
			}
			found := slices.ContainsFunc(facts.Anomalies(figures, all, 1), func(a facts.Anomaly) bool {
				return a.Code == c.code && a.PeriodEnd.String() == "2023-12-31"
			})
			if found != c.want {
				t.Errorf("found %v, want %v", found, c.want)
			}
		})
	}
}

func TestAnomaliesOfFilings(t *testing.T) {
	today, _ := sec.ParseDay("2026-11-20")
	filings := []sec.Filing{
		{Form: "NT 10-Q", Filed: "2026-08-10", Accession: "1", ReportDate: "2026-06-30"},
		{Form: "NT 10-K", Filed: "2025-03-01", Accession: "2"},
		{Form: "8-K", Filed: "2025-01-10", Items: []string{"4.01", "9.01"}, Accession: "3"},
		{Form: "8-K", Filed: "2024-01-10", Items: []string{"4.01"}, Accession: "4"},
		{Form: "8-K/A", Filed: "2024-01-10", Items: []string{"4.02"}, Accession: "5"},
		{Form: "8-K", Filed: "2022-01-10", Items: []string{"4.02"}, Accession: "6"},
		{Form: "10-K", Filed: "2026-02-10", Accession: "7"},
	}
	var got []string
	for _, a := range facts.FromFilings(filings, today) {
		got = append(got, a.Code+" "+a.Filing.Accession)
	}
	if want := []string{"late_filing 1", "auditor_change 3", "nonreliance 5"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
