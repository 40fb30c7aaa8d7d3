package facts_test

import (
	"fmt"
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
)

// TestLabelledFigures: fiscal years that end in January, restated figures, shares against dollars, thousands against
// units. A label is a line of check: "net_income FY2024 = 100".
func TestLabelledFigures(t *testing.T) {
	const retailer = `
		NetIncomeLoss USD 2023-01-29 2024-02-03 100 10-K:a:2024-03-13:2023
		IncomeTaxExpenseBenefit USD 2023-01-29 2024-02-03 20 10-K:a:2024-03-13:2023
		NetIncomeLoss USD 2022-01-30 2023-01-28 90 10-K:b:2023-03-08:2022
		IncomeTaxExpenseBenefit USD 2022-01-30 2023-01-28 18 10-K:b:2023-03-08:2022`
	for _, c := range []struct {
		why   string
		lines string
		of    string // concept and period
		want  string
	}{
		{"a retailer's year is named by the year in which most of it lies", retailer, "net_income FY2023", "100"},
		{"and the one before", retailer, "net_income FY2022", "90"},
		{"a chip maker names the year that ends in January by that year", `
			NetIncomeLoss USD 2023-01-30 2024-01-28 100 10-K:a:2024-02-21:2024
			IncomeTaxExpenseBenefit USD 2023-01-30 2024-01-28 20 10-K:a:2024-02-21:2024`, "net_income FY2024", "100"},
		{"the balance of a year that ends in January is that of its last day", retailer + `
			Assets USD 2024-02-03 1000 10-K:a:2024-03-13:2023
			Assets USD 2023-12-31 7 10-Q:q:2024-01-31:2023`, "assets FY2023", "1000"},
		{"the last quarter of a year that ends in January", retailer + `
			NetIncomeLoss USD 2023-01-29 2023-04-29 21 10-Q:q1:2023-05-31:2023
			NetIncomeLoss USD 2023-04-30 2023-07-29 22 10-Q:q2:2023-08-30:2023
			NetIncomeLoss USD 2023-01-29 2023-07-29 43 10-Q:q2:2023-08-30:2023
			NetIncomeLoss USD 2023-07-30 2023-10-28 23 10-Q:q3:2023-11-29:2023
			NetIncomeLoss USD 2023-01-29 2023-10-28 66 10-Q:q3:2023-11-29:2023`, "net_income Q4 FY2023", "34 d"},

		{"amended, then recast: the last word stands, and the first is kept", year + `
			OperatingIncomeLoss USD 2023-01-01 2023-12-31 1000 10-K:a:2024-02-01:2023
			OperatingIncomeLoss USD 2023-01-01 2023-12-31 950 10-K/A:aa:2024-06-01:2023
			OperatingIncomeLoss USD 2023-01-01 2023-12-31 930 10-K:b:2025-02-01:2024`, "operating_income FY2023", "930 (1000)"},
		{"restated and put back: nothing is restated", year + `
			OperatingIncomeLoss USD 2023-01-01 2023-12-31 1000 10-K:a:2024-02-01:2023
			OperatingIncomeLoss USD 2023-01-01 2023-12-31 950 10-K:b:2025-02-01:2024
			OperatingIncomeLoss USD 2023-01-01 2023-12-31 1000 10-K:c:2026-02-01:2025`, "operating_income FY2023", "1000"},
		{"a loss that was a profit", year + `
			OperatingIncomeLoss USD 2023-01-01 2023-12-31 50 10-K:a:2024-02-01:2023
			OperatingIncomeLoss USD 2023-01-01 2023-12-31 -30 10-K/A:aa:2024-06-01:2023`, "operating_income FY2023", "-30 (50)"},

		{"equity in shares is no equity in dollars", year + `
			StockholdersEquity shares 2023-12-31 5000 10-K:a:2024-02-01:2023`, "equity FY2023", "-"},
		{"the number of shares as dollars is no number of shares", year + `
			CommonStockSharesOutstanding USD 2023-12-31 5000 10-K:a:2024-02-01:2023`, "shares_outstanding FY2023", "-"},
		{"earnings per share as dollars are none per share", year + `
			EarningsPerShareDiluted USD 2023-01-01 2023-12-31 2 10-K:a:2024-02-01:2023`, "eps_diluted FY2023", "-"},
		{"dollars beside shares under one tag: the dollars", year + `
			StockholdersEquity shares 2023-12-31 5000 10-K:a:2024-02-01:2023
			StockholdersEquity USD 2023-12-31 700 10-K:a:2024-02-01:2023`, "equity FY2023", "700"},

		{"thousands without their zeros, put right in the next report: no restatement", year + `
			OperatingIncomeLoss USD 2023-01-01 2023-12-31 1234 10-K:a:2024-02-01:2023
			OperatingIncomeLoss USD 2023-01-01 2023-12-31 1234000 10-K:b:2025-02-01:2024`, "operating_income FY2023", "1234000"},
		{"a thousand times too much, put right in the next report", year + `
			OperatingIncomeLoss USD 2023-01-01 2023-12-31 1234000000 10-K:a:2024-02-01:2023
			OperatingIncomeLoss USD 2023-01-01 2023-12-31 1234000 10-K:b:2025-02-01:2024`, "operating_income FY2023", "1234000"},
		{"thousands without their zeros in the last of three reports: two against one", year + `
			OperatingIncomeLoss USD 2023-01-01 2023-12-31 1234000 10-K:a:2024-02-01:2023
			OperatingIncomeLoss USD 2023-01-01 2023-12-31 1234000 10-K:b:2025-02-01:2024
			OperatingIncomeLoss USD 2023-01-01 2023-12-31 1234 10-K:c:2026-02-01:2025`, "operating_income FY2023", "1234000"},
		{"millions without their zeros", year + `
			Assets USD 2023-12-31 5678 10-K:a:2024-02-01:2023
			Assets USD 2023-12-31 5678000000 10-Q:q:2024-05-01:2024`, "assets FY2023", "5678000000"},
		{"a figure that fell to a tenth was restated", year + `
			OperatingIncomeLoss USD 2023-01-01 2023-12-31 1000 10-K:a:2024-02-01:2023
			OperatingIncomeLoss USD 2023-01-01 2023-12-31 100 10-K:b:2025-02-01:2024`, "operating_income FY2023", "100 (1000)"},
	} {
		t.Run(c.why, func(t *testing.T) {
			co := company(t, c.lines)
			var name, label string
			if _, err := fmt.Sscanf(c.of, "%s", &name); err != nil {
				t.Fatal(err)
			}
			label = c.of[len(name)+1:]
			handlertest.Holds(t, map[string]any{c.of: figure(t, co, name, label)}, map[string]any{c.of: c.want})
		})
	}
}

// TestLabelledDebt: debt under the tags that balance sheets have it under.
func TestLabelledDebt(t *testing.T) {
	const (
		day        = " USD 2023-12-31 "
		a          = " 10-K:a:2024-02-01:2023\n"
		equity     = "StockholdersEquity" + day + "3000" + a
		classified = equity + "LiabilitiesCurrent" + day + "900" + a
	)
	for _, c := range []struct {
		why   string
		lines string
		want  string
	}{
		{"both parts", classified + "LongTermDebtNoncurrent" + day + "1200" + a + "DebtCurrent" + day + "300" + a, "0.5"},
		{"a convertible note alone, on a balance sheet that has what is due within a year",
			classified + "ConvertibleDebtNoncurrent" + day + "2271" + a, "0.757"},
		{"long-term debt alone, the same", classified + "LongTermDebtNoncurrent" + day + "1200" + a, "0.4"},
		{"long-term debt alone, on a balance sheet that does not part what is due",
			equity + "LongTermDebtNoncurrent" + day + "1200" + a, "<nil>"},
		{"a convertible note due within a year", classified + "LongTermDebtNoncurrent" + day + "1200" + a +
			"ConvertibleDebtCurrent" + day + "300" + a, "0.5"},
		{"notes due within a year", classified + "LongTermDebtNoncurrent" + day + "1200" + a +
			"NotesPayableCurrent" + day + "300" + a, "0.5"},
		{"debt with finance leases, both parts", classified + "LongTermDebtAndCapitalLeaseObligations" + day + "1200" + a +
			"LongTermDebtAndCapitalLeaseObligationsCurrent" + day + "300" + a, "0.5"},
		{"long-term notes", classified + "LongTermNotesPayable" + day + "1200" + a + "NotesPayableCurrent" + day +
			"300" + a, "0.5"},
		{"senior notes alone", classified + "SeniorLongTermNotes" + day + "1500" + a, "0.5"},
		{"what is due within a year alone", classified + "ShortTermBorrowings" + day + "1500" + a, "0.5"},
		{"no debt under any tag", classified, "<nil>"},
		{"two kinds without a total: which of them holds the other is not known",
			classified + "SeniorNotesNoncurrent" + day + "1200" + a + "ConvertibleDebtNoncurrent" + day + "600" + a, "<nil>"},
	} {
		t.Run(c.why, func(t *testing.T) {
			r := ratios(t, company(t, year, c.lines), "FY2023")
			got := "<nil>"
			if r.DebtToEquity != nil {
				got = fmt.Sprint(*r.DebtToEquity)
			}
			handlertest.Holds(t, map[string]any{"debt_to_equity": got}, map[string]any{"debt_to_equity": c.want})
		})
	}
}
