package facts_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// TestKindsOfCompanies has made documents in the form of filers of which no recorded body was at hand: banks, insurers,
// property trusts and filers by international standards, with the tags that compete in their reports. The figures are
// those that they published.
func TestKindsOfCompanies(t *testing.T) {
	const (
		flow = " USD 2023-01-01 2023-12-31 "
		day  = " USD 2023-12-31 "
		a    = " 10-K:a:2024-02-16:2023"
		euro = " EUR 2023-01-01 2023-12-31 "
		paid = " 20-F:a:2024-02-29:2023"
	)
	for _, c := range []struct {
		kind  string
		lines []string
		want  []string
	}{
		{
			"a large bank says net revenue",
			[]string{
				"RevenuesNetOfInterestExpense" + flow + "158104000000" + a, "Revenues" + flow + "239425000000" + a,
				"RevenueFromContractWithCustomerExcludingAssessedTax" + flow + "35000000000" + a,
				"InterestAndDividendIncomeOperating" + flow + "170588000000" + a,
				"NoninterestExpense" + flow + "87172000000" + a, "NetIncomeLoss" + flow + "49552000000" + a,
				"IncomeTaxExpenseBenefit" + flow + "12060000000" + a, "Assets" + day + "3875393000000" + a,
				"StockholdersEquity" + day + "327878000000" + a, "LiabilitiesAndStockholdersEquity" + day +
					"3875393000000" + a, "Liabilities" + day + "3547515000000" + a, "LongTermDebt" + day +
					"391825000000" + a, "ShortTermBorrowings" + day + "44712000000" + a,
				"EarningsPerShareDiluted USD/shares 2023-01-01 2023-12-31 16.23" + a,
			},
			[]string{
				"revenue = 158104000000", "net_income = 49552000000", "operating_expenses = 87172000000",
				"assets = 3875393000000", "equity = 327878000000", "liabilities = 3547515000000", "eps_diluted = 16.23",
				"gross_profit = -", "current_assets = -", "inventory = -",
			},
		},
		{
			"diluted earnings of a part under the tag of the total",
			[]string{
				"EarningsPerShareBasic USD/shares 2023-01-01 2023-12-31 3.48" + a,
				"EarningsPerShareDiluted USD/shares 2023-01-01 2023-12-31 -0.05" + a,
				"NetIncomeLoss" + flow + "790456000" + a,
			},
			[]string{"eps_basic = 3.48", "eps_diluted = -"},
		},
		{
			"diluted earnings that options on own shares turn into a loss",
			[]string{
				"EarningsPerShareBasic USD/shares 2023-01-01 2023-12-31 -0.10" + a,
				"EarningsPerShareDiluted USD/shares 2023-01-01 2023-12-31 -0.25" + a,
				"NetIncomeLoss" + flow + "-790456000" + a,
			},
			[]string{"eps_basic = -0.1", "eps_diluted = -0.25"},
		},
		{
			"a small bank has no total of its revenue",
			[]string{
				"InterestAndDividendIncomeOperating" + flow + "90000000" + a, "InterestExpense" + flow + "30000000" + a,
				"NoninterestIncome" + flow + "12000000" + a, "NetIncomeLoss" + flow + "21000000" + a,
				"IncomeTaxExpenseBenefit" + flow + "5000000" + a, "Assets" + day + "2000000000" + a,
				"StockholdersEquity" + day + "210000000" + a,
			},
			[]string{"revenue = -", "net_income = 21000000", "interest_expense = 30000000", "gross_profit = -"},
		},
		{
			"an insurer: premiums are a part of its revenues",
			[]string{
				"Revenues" + flow + "62108500000" + a, "PremiumsEarnedNet" + flow + "58664600000" + a,
				"RevenueFromContractWithCustomerExcludingAssessedTax" + flow + "888900000" + a,
				"NetIncomeLoss" + flow + "3902400000" + a, "IncomeTaxExpenseBenefit" + flow + "1000600000" + a,
				"Assets" + day + "88690800000" + a, "StockholdersEquity" + day + "20277100000" + a,
				"Liabilities" + day + "68413700000" + a, "LongTermDebt" + day + "6888600000" + a,
				"NetCashProvidedByUsedInOperatingActivities" + flow + "10643300000" + a,
				"EarningsPerShareDiluted USD/shares 2023-01-01 2023-12-31 6.58" + a,
			},
			[]string{
				"revenue = 62108500000", "net_income = 3902400000", "assets = 88690800000", "equity = 20277100000",
				"liabilities = 68413700000", "operating_cash_flow = 10643300000", "eps_diluted = 6.58", "gross_profit = -",
			},
		},
		{
			"a property trust: rents are no revenue from contracts, and owners of units have a part",
			[]string{
				"Revenues" + flow + "4078993000" + a, "OperatingLeaseLeaseIncome" + flow + "3958150000" + a,
				"RevenueFromContractWithCustomerExcludingAssessedTax" + flow + "120843000" + a,
				"ProfitLoss" + flow + "876914000" + a, "NetIncomeLossAttributableToNoncontrollingInterest" + flow +
					"4605000" + a, "NetIncomeLoss" + flow + "872309000" + a, "Assets" + day + "57779357000" + a,
				"StockholdersEquity" + day + "32941404000" + a, "MinorityInterest" + day + "165502000" + a,
				"LiabilitiesAndStockholdersEquity" + day + "57779357000" + a,
				"EarningsPerShareDiluted USD/shares 2023-01-01 2023-12-31 1.26" + a,
			},
			[]string{
				"revenue = 4078993000", "net_income = 872309000", "assets = 57779357000", "equity = 32941404000",
				"liabilities = 24672451000 d", "eps_diluted = 1.26", "current_assets = -",
			},
		},
		{
			"a filer by international standards, in euros",
			[]string{
				"ifrs-full:Revenue" + euro + "31207000000" + paid, "ifrs-full:ProfitLoss" + euro + "6139000000" + paid,
				"ifrs-full:ProfitLossAttributableToOwnersOfParent" + euro + "6144000000" + paid,
				"ifrs-full:ProfitLossFromOperatingActivities" + euro + "5799000000" + paid,
				"ifrs-full:IncomeTaxExpenseContinuingOperations" + euro + "1741000000" + paid,
				"ifrs-full:Assets EUR 2023-12-31 68291000000" + paid, "ifrs-full:Equity EUR 2023-12-31 43406000000" + paid,
				"ifrs-full:EquityAttributableToOwnersOfParent EUR 2023-12-31 43014000000" + paid,
				"ifrs-full:CashFlowsFromUsedInOperatingActivities" + euro + "6332000000" + paid,
				"ifrs-full:DilutedEarningsLossPerShare EUR/shares 2023-01-01 2023-12-31 5.20" + paid,
			},
			[]string{
				"revenue = 31207000000", "net_income = 6144000000", "operating_income = 5799000000",
				"assets = 68291000000", "equity = 43014000000", "operating_cash_flow = 6332000000", "eps_diluted = 5.2",
			},
		},
	} {
		t.Run(c.kind, func(t *testing.T) {
			co := company(t, c.lines...)
			for _, line := range c.want {
				name, value, _ := strings.Cut(line, " = ")
				check(t, co, fmt.Sprintf("%s FY2023 = %s", name, value))
			}
		})
	}
}

// TestPartOfOthersThatIsInNeitherFigure: a filing shows income and, in a note, a part of others that the income does
// not have in it. Earnings per share tell which is the owners'.
func TestPartOfOthersThatIsInNeitherFigure(t *testing.T) {
	const flow, a = " 2023-01-01 2023-12-31 ", " 10-K:a:2024-02-16:2023\n"
	lines := "ProfitLoss USD" + flow + "12874" + a + "IncomeTaxExpenseBenefit USD" + flow + "20" + a +
		"NetIncomeLossAttributableToNoncontrollingInterest USD" + flow + "16" + a
	shares := func(each string) string {
		return "EarningsPerShareDiluted USD/shares" + flow + each + a +
			"WeightedAverageNumberOfDilutedSharesOutstanding shares" + flow + "927" + a
	}
	check(t, company(t, lines), "net_income FY2023 = 12858 d")
	check(t, company(t, lines, shares("13.89")), "net_income FY2023 = 12874")
	check(t, company(t, lines, shares("13.87")), "net_income FY2023 = 12858 d")
	if math.Abs(927*13.89-12874) > math.Abs(927*13.89-12858) {
		t.Error("the case does not tell the two apart")
	}
}
