package facts_test

import (
	"testing"

	"github.com/farebox/farebox/handlers/edgar/facts"
)

// quarters is a fiscal year in quarterly reports: revenue by quarter, cash by the year to date.
const quarters = `
	Revenues USD 2023-01-01 2023-03-31 100 10-Q:q1:2023-05-01:2023
	NetCashProvidedByUsedInOperatingActivities USD 2023-01-01 2023-03-31 10 10-Q:q1:2023-05-01:2023
	Revenues USD 2023-04-01 2023-06-30 110 10-Q:q2:2023-08-01:2023
	Revenues USD 2023-01-01 2023-06-30 210 10-Q:q2:2023-08-01:2023
	NetCashProvidedByUsedInOperatingActivities USD 2023-01-01 2023-06-30 25 10-Q:q2:2023-08-01:2023
	Revenues USD 2023-07-01 2023-09-30 120 10-Q:q3:2023-11-01:2023
	Revenues USD 2023-01-01 2023-09-30 330 10-Q:q3:2023-11-01:2023
	NetCashProvidedByUsedInOperatingActivities USD 2023-01-01 2023-09-30 45 10-Q:q3:2023-11-01:2023
	EarningsPerShareDiluted USD/shares 2023-07-01 2023-09-30 0.3 10-Q:q3:2023-11-01:2023
	EarningsPerShareDiluted USD/shares 2023-01-01 2023-09-30 0.8 10-Q:q3:2023-11-01:2023
	EarningsPerShareDiluted USD/shares 2023-01-01 2023-12-31 1.2 10-K:a:2024-02-01:2023
	Revenues USD 2023-01-01 2023-12-31 460 10-K:a:2024-02-01:2023
	NetCashProvidedByUsedInOperatingActivities USD 2023-01-01 2023-12-31 70 10-K:a:2024-02-01:2023`

func TestQuartersThatNoFilingHas(t *testing.T) {
	c := company(t, quarters)
	check(t, c,
		"revenue Q4 FY2023 = 130 d", "operating_cash_flow Q4 FY2023 = 25 d",
		"revenue Q3 FY2023 = 120", "operating_cash_flow Q3 FY2023 = 20 d", "operating_cash_flow Q2 FY2023 = 15 d",
		"operating_cash_flow Q1 FY2023 = 10",
		"eps_diluted Q4 FY2023 = -", "eps_diluted Q3 FY2023 = 0.3")

	v := c.Value(facts.Named("revenue"), in(t, c, "Q4 FY2023"))
	if len(v.Inputs) != 2 || v.Inputs[0].Factor != 1 || v.Inputs[0].Filing.Form != "10-K" ||
		v.Inputs[1].Factor != -1 || v.Inputs[1].Filing.Accession != "q3" || v.Filing.Accession != "a" {
		t.Errorf("does not cite what it follows from: %+v", v)
	}
}

// TestAYearLessNineMonthsOfAnotherView: filings of one time are taken together, or nothing is.
func TestAYearLessNineMonthsOfAnotherView(t *testing.T) {
	const recastYear = `
		Revenues USD 2023-01-01 2023-12-31 400 10-K:b:2025-02-01:2024
		NetCashProvidedByUsedInOperatingActivities USD 2023-01-01 2023-12-31 70 10-K:b:2025-02-01:2024`
	c := company(t, quarters, recastYear)
	check(t, c, "revenue FY2023 = 400 (460)", "revenue Q4 FY2023 = 130 d")
	if v := c.Value(facts.Named("revenue"), in(t, c, "Q4 FY2023")); v.Note == "" {
		t.Error("worked out from the figures first reported, without a word of it")
	}

	c = company(t, quarters, recastYear, `
		Revenues USD 2023-01-01 2023-09-30 290 10-Q:n3:2024-11-01:2024
		Revenues USD 2023-07-01 2023-09-30 105 10-Q:n3:2024-11-01:2024`)
	check(t, c, "revenue Q4 FY2023 = 110 d", "revenue Q3 FY2023 = 105 (120)")
	if v := c.Value(facts.Named("revenue"), in(t, c, "Q4 FY2023")); v.Note != "" {
		t.Errorf("both were recast: %q", v.Note)
	}

	c = company(t, quarters, `
		Revenues USD 2023-01-01 2023-12-31 300 10-K/A:aa:2024-06-01:2023`)
	check(t, c, "revenue FY2023 = 300 (460)", "revenue Q4 FY2023 = 130 d")
}

// TestRevenueBelowZeroIsAMistake: the filings do not go together.
func TestRevenueBelowZeroIsAMistake(t *testing.T) {
	c := company(t, `
		Revenues USD 2023-07-01 2023-09-30 120 10-Q:q3:2023-11-01:2023
		Revenues USD 2023-01-01 2023-09-30 330 10-Q:q3:2023-11-01:2023
		NetIncomeLoss USD 2023-07-01 2023-09-30 12 10-Q:q3:2023-11-01:2023
		NetIncomeLoss USD 2023-01-01 2023-09-30 33 10-Q:q3:2023-11-01:2023
		Revenues USD 2023-01-01 2023-12-31 300 10-K:a:2024-02-01:2023
		NetIncomeLoss USD 2023-01-01 2023-12-31 30 10-K:a:2024-02-01:2023`)
	check(t, c, "revenue Q4 FY2023 = -", "net_income Q4 FY2023 = -3 d")
}

func TestTwelveMonths(t *testing.T) {
	const next = `
		Revenues USD 2024-01-01 2024-03-31 150 10-Q:n1:2024-05-01:2024
		NetCashProvidedByUsedInOperatingActivities USD 2024-01-01 2024-03-31 18 10-Q:n1:2024-05-01:2024
		Revenues USD 2023-01-01 2023-03-31 100 10-Q:n1:2024-05-01:2024
		NetCashProvidedByUsedInOperatingActivities USD 2023-01-01 2023-03-31 10 10-Q:n1:2024-05-01:2024`
	c := company(t, quarters, next)
	check(t, c, "revenue TTM Q1 FY2024 = 510 d", "operating_cash_flow TTM Q1 FY2024 = 78 d",
		"revenue TTM Q4 FY2023 = 460", "eps_diluted TTM Q4 FY2023 = 1.2", "eps_diluted TTM Q1 FY2024 = -",
		"revenue TTM Q3 FY2023 = -")

	c = company(t, quarters, `
		Revenues USD 2024-01-01 2024-03-31 150 10-Q:n1:2024-05-01:2024
		NetCashProvidedByUsedInOperatingActivities USD 2024-01-01 2024-03-31 18 10-Q:n1:2024-05-01:2024
		Revenues USD 2023-01-01 2023-03-31 60 10-Q:n1:2024-05-01:2024
		NetCashProvidedByUsedInOperatingActivities USD 2023-01-01 2023-03-31 10 10-Q:n1:2024-05-01:2024`)
	check(t, c, "revenue TTM Q1 FY2024 = -", "operating_cash_flow TTM Q1 FY2024 = 78 d")
}
