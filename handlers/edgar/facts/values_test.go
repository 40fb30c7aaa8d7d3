package facts_test

import (
	"testing"

	"github.com/farebox/farebox/handlers/edgar/facts"
)

// year is a fiscal year of ours with two tags, so that it is one.
const year = `
	NetIncomeLoss USD 2023-01-01 2023-12-31 100 10-K:a:2024-02-01:2023
	IncomeTaxExpenseBenefit USD 2023-01-01 2023-12-31 20 10-K:a:2024-02-01:2023`

func TestTheFilingThatCameLastIsBelieved(t *testing.T) {
	cases := []struct {
		why   string
		lines string
		want  string
		form  string // of the filing that is cited
		via   string // of the restatement, "" for none
	}{
		{"nothing changed: the first filing is cited", `
			OperatingIncomeLoss USD 2023-01-01 2023-12-31 1000 10-K:a:2024-02-01:2023
			OperatingIncomeLoss USD 2023-01-01 2023-12-31 1000 10-K:b:2025-02-01:2024`, "1000", "10-K a", ""},
		{"recast in the next report", `
			OperatingIncomeLoss USD 2023-01-01 2023-12-31 1000 10-K:a:2024-02-01:2023
			OperatingIncomeLoss USD 2023-01-01 2023-12-31 1050 10-K:b:2025-02-01:2024`,
			"1050 (1000)", "10-K b", "recast"},
		{"amended", `
			OperatingIncomeLoss USD 2023-01-01 2023-12-31 1000 10-K:a:2024-02-01:2023
			OperatingIncomeLoss USD 2023-01-01 2023-12-31 900 10-K/A:aa:2024-08-01:2023
			OperatingIncomeLoss USD 2023-01-01 2023-12-31 900 10-K:b:2025-02-01:2024`,
			"900 (1000)", "10-K/A aa", "amendment"},
		{"recast in a current report", `
			OperatingIncomeLoss USD 2023-01-01 2023-12-31 1000 10-K:a:2024-02-01:2023
			OperatingIncomeLoss USD 2023-01-01 2023-12-31 1100 8-K:k:2024-05-01:2023`,
			"1100 (1000)", "8-K k", "recast"},
		{"half a per cent is no restatement", `
			OperatingIncomeLoss USD 2023-01-01 2023-12-31 1000 10-K:a:2024-02-01:2023
			OperatingIncomeLoss USD 2023-01-01 2023-12-31 1005 10-K:b:2025-02-01:2024`,
			"1005", "10-K b", ""},
		{"rounded to millions: the first figure says more", `
			OperatingIncomeLoss USD 2023-01-01 2023-12-31 1234567890 10-K:a:2024-02-01:2023
			OperatingIncomeLoss USD 2023-01-01 2023-12-31 1235000000 10-K:b:2025-02-01:2024`,
			"1234567890", "10-K a", ""},
		{"a proxy statement is not asked", `
			OperatingIncomeLoss USD 2023-01-01 2023-12-31 1000 10-K:a:2024-02-01:2023
			OperatingIncomeLoss USD 2023-01-01 2023-12-31 7 DEF-14A:p:2024-04-01:2023`, "1000", "10-K a", ""},
		{"twelve months of a quarterly report are not of a year", `
			OperatingIncomeLoss USD 2023-01-01 2023-12-31 1000 10-K:a:2024-02-01:2023
			OperatingIncomeLoss USD 2023-01-01 2023-12-31 7 10-Q:q:2024-05-01:2024`, "1000", "10-K a", ""},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			co := company(t, year, c.lines)
			check(t, co, "operating_income FY2023 = "+c.want)
			v := co.Value(facts.Named("operating_income"), in(t, co, "FY2023"))
			if got := v.Filing.Form + " " + v.Filing.Accession; got != c.form {
				t.Errorf("cites %s, want %s", got, c.form)
			}
			via := ""
			for _, r := range co.Figures(in(t, co, "FY2023")).Restatements() {
				via = r.Via
			}
			if via != c.via {
				t.Errorf("via %q, want %q", via, c.via)
			}
		})
	}
}

// TestABalanceMayBeRestatedInAQuarterlyReport: it stands there for comparison.
func TestABalanceMayBeRestatedInAQuarterlyReport(t *testing.T) {
	c := company(t, year, `
		Assets USD 2023-12-31 1000 10-K:a:2024-02-01:2023
		Assets USD 2023-12-31 900 10-Q:q:2024-05-01:2024`)
	check(t, c, "assets FY2023 = 900 (1000)")
}

func TestWhichTagIsRevenue(t *testing.T) {
	const (
		contract = "RevenueFromContractWithCustomerExcludingAssessedTax USD 2023-01-01 2023-12-31 "
		taxed    = "RevenueFromContractWithCustomerIncludingAssessedTax USD 2023-01-01 2023-12-31 "
		all      = "Revenues USD 2023-01-01 2023-12-31 "
		net      = "RevenuesNetOfInterestExpense USD 2023-01-01 2023-12-31 "
		sales    = "SalesRevenueNet USD 2023-01-01 2023-12-31 "
		excise   = "ExciseAndSalesTaxes USD 2023-01-01 2023-12-31 "
		a        = " 10-K:a:2024-02-01:2023\n"
		b        = " 10-K:b:2025-02-01:2024\n"
		ownB     = "RevenueFromContractWithCustomerExcludingAssessedTax USD 2024-01-01 2024-12-31 950" + b +
			"NetIncomeLoss USD 2024-01-01 2024-12-31 90" + b
	)
	cases := []struct{ why, lines, want string }{
		{"contracts are all there is", contract + "900" + a, "900"},
		{"contracts and rents", contract + "900" + a + all + "1000" + a, "1000"},
		{"rebates are taken off contracts", contract + "900" + a + all + "600" + a, "600"},
		{"a figure of a note about an earlier year", contract + "900" + b + all + "600" + b + ownB, "900"},
		{"the total is tagged twice", contract + "900" + a + all + "1000" + a + taxed + "1000" + a, "1000"},
		{
			"the total has excise taxes in it",
			contract + "900" + a + all + "1000" + a + taxed + "1000" + a + excise + "100" + a,
			"900",
		},
		{"a part under the tag of a total", all + "300" + a + sales + "1000" + a, "1000"},
		{"a total of nothing", all + "0" + a + sales + "1000" + a, "1000"},
		{"a bank says net revenue", contract + "300" + a + all + "1500" + a + net + "1000" + a, "1000"},
		{"the tag changed, and with it the figure", sales + "1000" + a + contract + "950" + b, "950 (1000)"},
		{"the tag changed alone", sales + "1000" + a + contract + "1000" + b, "1000"},
		{"sales of goods are rounded in a note", "SalesRevenueGoodsNet USD 2023-01-01 2023-12-31 1100" + a +
			sales + "1000" + a, "1000"},
		{"the new tag has no word on the year", sales + "1000" + a, "1000"},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			check(t, company(t, year, c.lines), "revenue FY2023 = "+c.want)
		})
	}
}

// TestTheTagIsChosenForEachPeriod: each value says its own.
func TestTheTagIsChosenForEachPeriod(t *testing.T) {
	c := company(t, `
		SalesRevenueNet USD 2016-01-01 2016-12-31 800 10-K:a:2017-02-01:2016
		NetIncomeLoss USD 2016-01-01 2016-12-31 80 10-K:a:2017-02-01:2016
		RevenueFromContractWithCustomerExcludingAssessedTax USD 2018-01-01 2018-12-31 1000 10-K:c:2019-02-01:2018
		RevenueFromContractWithCustomerExcludingAssessedTax USD 2017-01-01 2017-12-31 900 10-K:c:2019-02-01:2018
		NetIncomeLoss USD 2018-01-01 2018-12-31 100 10-K:c:2019-02-01:2018
		NetIncomeLoss USD 2017-01-01 2017-12-31 90 10-K:c:2019-02-01:2018`)
	for label, tag := range map[string]string{
		"FY2016": "us-gaap:SalesRevenueNet",
		"FY2018": "us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax",
	} {
		if v := c.Value(facts.Named("revenue"), in(t, c, label)); v == nil || v.Tag != tag {
			t.Errorf("%s: %+v", label, v)
		}
	}
}

func TestWhatTheOwnersHave(t *testing.T) {
	c := company(t, `
		ProfitLoss USD 2023-01-01 2023-12-31 100 10-K:a:2024-02-01:2023
		NetIncomeLossAttributableToNoncontrollingInterest USD 2023-01-01 2023-12-31 -4 10-K:a:2024-02-01:2023
		IncomeTaxExpenseBenefit USD 2023-01-01 2023-12-31 20 10-K:a:2024-02-01:2023
		StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest USD 2023-12-31 500 10-K:a:2024-02-01:2023
		MinorityInterest USD 2023-12-31 9 10-K:a:2024-02-01:2023`)
	check(t, c, "net_income FY2023 = 104 d", "equity FY2023 = 491 d")
}

const exDepreciation = "CostOfGoodsAndServiceExcludingDepreciationDepletionAndAmortization"

func TestWhatIsWorkedOutWithinAPeriod(t *testing.T) {
	cases := []struct{ why, name, lines, want string }{
		{"gross profit", "gross_profit", `
			Revenues USD 2023-01-01 2023-12-31 1000 10-K:a:2024-02-01:2023
			CostOfRevenue USD 2023-01-01 2023-12-31 600 10-K:a:2024-02-01:2023`, "400 d"},
		{"gross profit of a bank", "gross_profit", `
			RevenuesNetOfInterestExpense USD 2023-01-01 2023-12-31 1000 10-K:a:2024-02-01:2023
			CostOfRevenue USD 2023-01-01 2023-12-31 600 10-K:a:2024-02-01:2023`, "-"},
		{"gross profit of a lender", "gross_profit", `
			Revenues USD 2023-01-01 2023-12-31 1000 10-K:a:2024-02-01:2023
			InterestAndDividendIncomeOperating USD 2023-01-01 2023-12-31 800 10-K:a:2024-02-01:2023
			CostOfRevenue USD 2023-01-01 2023-12-31 600 10-K:a:2024-02-01:2023`, "-"},
		{"before depreciation it is not gross profit", "gross_profit", `
			Revenues USD 2023-01-01 2023-12-31 1000 10-K:a:2024-02-01:2023
			` + exDepreciation + ` USD 2023-01-01 2023-12-31 600 10-K:a:2024-02-01:2023`, "-"},
		{"gross profit with a revenue that was recast since", "gross_profit", `
			Revenues USD 2023-01-01 2023-12-31 1000 10-K:a:2024-02-01:2023
			Revenues USD 2023-01-01 2023-12-31 500 10-K:b:2025-02-01:2024
			Revenues USD 2023-01-01 2023-12-31 500 10-K:c:2026-02-01:2025
			CostOfRevenue USD 2023-01-01 2023-12-31 600 10-K:a:2024-02-01:2023`, "-"},
		{"liabilities", "liabilities", `
			LiabilitiesAndStockholdersEquity USD 2023-12-31 1000 10-K:a:2024-02-01:2023
			StockholdersEquity USD 2023-12-31 400 10-K:a:2024-02-01:2023
			MinorityInterest USD 2023-12-31 30 10-K:a:2024-02-01:2023
			RedeemableNoncontrollingInterestEquityCarryingAmount USD 2023-12-31 20 10-K:a:2024-02-01:2023`, "550 d"},
		{"liabilities without equity", "liabilities", `
			LiabilitiesAndStockholdersEquity USD 2023-12-31 1000 10-K:a:2024-02-01:2023`, "-"},
		{"debt of two kinds", "short_term_debt", `
			LongTermDebtCurrent USD 2023-12-31 12 10-K:a:2024-02-01:2023
			CommercialPaper USD 2023-12-31 8 10-K:a:2024-02-01:2023`, "20 d"},
		{"commercial paper is a part of borrowings", "short_term_debt", `
			ShortTermBorrowings USD 2023-12-31 10 10-K:a:2024-02-01:2023
			CommercialPaper USD 2023-12-31 8 10-K:a:2024-02-01:2023`, "10"},
		{"all debt less what is due", "long_term_debt", `
			LongTermDebt USD 2023-12-31 100 10-K:a:2024-02-01:2023
			LongTermDebtCurrent USD 2023-12-31 12 10-K:a:2024-02-01:2023`, "88 d"},
		{"all debt", "long_term_debt", `
			LongTermDebt USD 2023-12-31 100 10-K:a:2024-02-01:2023`, "100"},
		{"selling expenses", "sga_expense", `
			GeneralAndAdministrativeExpense USD 2023-01-01 2023-12-31 5 10-K:a:2024-02-01:2023
			SellingAndMarketingExpense USD 2023-01-01 2023-12-31 7 10-K:a:2024-02-01:2023`, "12 d"},
		{"half of selling expenses", "sga_expense", `
			GeneralAndAdministrativeExpense USD 2023-01-01 2023-12-31 5 10-K:a:2024-02-01:2023`, "-"},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			check(t, company(t, year, c.lines), c.name+" FY2023 = "+c.want)
		})
	}
}

func TestSharesAreThoseOfTheFirstPage(t *testing.T) {
	const at = "dei:EntityCommonStockSharesOutstanding shares "
	c := company(t, year, at+"2024-01-20 700 10-K:a:2024-02-01:2023")
	check(t, c, "shares_outstanding FY2023 = 700")

	c = company(t, year, at+"2024-01-20 700 10-K:a:2024-02-01:2023\n"+at+"2024-01-20 50 10-K:a:2024-02-01:2023")
	check(t, c, "shares_outstanding FY2023 = -") // two classes: neither is the company's

	c = company(
		t,
		year,
		at+"2024-04-20 710 10-Q:q:2024-05-01:2024\n"+
			"CommonStockSharesOutstanding shares 2023-12-31 690 10-K:a:2024-02-01:2023",
	)
	check(t, c, "shares_outstanding FY2023 = 690") // the first page of another report
}

func TestOneCurrencyInAnAnswer(t *testing.T) {
	const lines = `
		ifrs-full:Revenue TWD 2023-01-01 2023-12-31 2100 20-F:a:2024-04-15:2023
		ifrs-full:ProfitLoss TWD 2023-01-01 2023-12-31 850 20-F:a:2024-04-15:2023
		ifrs-full:Revenue TWD 2022-01-01 2022-12-31 2200 20-F:a:2024-04-15:2023
		ifrs-full:ProfitLoss TWD 2022-01-01 2022-12-31 990 20-F:a:2024-04-15:2023
		ifrs-full:Assets TWD 2023-12-31 5500 20-F:a:2024-04-15:2023
		ifrs-full:Assets TWD 2022-12-31 5000 20-F:a:2024-04-15:2023
		ifrs-full:Revenue USD 2023-01-01 2023-12-31 70 20-F:a:2024-04-15:2023
		ifrs-full:ProfitLoss USD 2023-01-01 2023-12-31 28 20-F:a:2024-04-15:2023
		ifrs-full:Assets USD 2023-12-31 180 20-F:a:2024-04-15:2023
		ifrs-full:DilutedEarningsLossPerShare TWD/shares 2023-01-01 2023-12-31 32.3 20-F:a:2024-04-15:2023`
	c := company(t, lines)
	if c.Currency != "TWD" || len(c.Others) != 1 || c.Others[0] != "USD" {
		t.Errorf("%s %v: a year in dollars for the reader is not the currency of the reports", c.Currency, c.Others)
	}
	check(t, c, "revenue FY2023 = 2100", "assets FY2023 = 5500", "eps_diluted FY2023 = 32.3", "revenue FY2022 = 2200")
	if v := c.Value(facts.Named("eps_diluted"), in(t, c, "FY2023")); v.Unit != "TWD/shares" {
		t.Error(v.Unit)
	}

	c = company(t, `
		ifrs-full:Revenue EUR 2023-01-01 2023-12-31 210 40-F:a:2024-04-15:2023
		ifrs-full:ProfitLossAttributableToOwnersOfParent EUR 2023-01-01 2023-12-31 21 40-F:a:2024-04-15:2023
		ifrs-full:ProfitLoss EUR 2023-01-01 2023-12-31 25 40-F:a:2024-04-15:2023`)
	check(t, c, "revenue FY2023 = 210", "net_income FY2023 = 21")
	if c.Currency != "EUR" {
		t.Error(c.Currency)
	}
}
