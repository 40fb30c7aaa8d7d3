package edgar

import (
	"strings"
	"testing"

	"github.com/farebox/farebox/handlers/edgar/edgartest"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/party/filers/filerstest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// troubled are the facts of a filer that restated a year, split its shares, wrote a year in thousands, has more debts
// than assets and pays interest.
var troubled = []edgartest.Fact{
	"us-gaap:NetIncomeLoss USD 2019-01-01 2019-12-31 34343000000 10-K:0000070858-20-000001:2020-02-25:2019",
	"us-gaap:NetIncomeLoss USD 2020-01-01 2020-12-31 40269000000 10-K:0000070858-21-000001:2021-02-25:2020",
	"us-gaap:NetIncomeLoss USD 2020-01-01 2020-12-31 40000000000 10-K:0000070858-22-000001:2022-02-25:2021",
	"us-gaap:NetIncomeLoss USD 2021-01-01 2021-12-31 76033000000 10-K:0000070858-22-000001:2022-02-25:2021",
	"us-gaap:EarningsPerShareDiluted USD/shares 2019-01-01 2019-12-31 49.16 10-K:0000070858-20-000001:2020-02-25:2019",
	"us-gaap:EarningsPerShareDiluted USD/shares 2020-01-01 2020-12-31 58.61 10-K:0000070858-21-000001:2021-02-25:2020",
	"us-gaap:EarningsPerShareDiluted USD/shares 2020-01-01 2020-12-31 2.93 10-K:0000070858-22-000001:2022-02-25:2021",
	"us-gaap:CommonStockSharesOutstanding shares 2019-12-31 688335000 10-K:0000070858-20-000001:2020-02-25:2019",
	"us-gaap:OperatingIncomeLoss USD 2021-01-01 2021-12-31 78714000000 10-K:0000070858-22-000001:2022-02-25:2021",
	"us-gaap:InterestExpense USD 2021-01-01 2021-12-31 346000000 10-K:0000070858-22-000001:2022-02-25:2021",
	"us-gaap:Revenues USD 2020-01-01 2020-12-31 182527000000 10-K:0000070858-21-000001:2021-02-25:2020",
	"us-gaap:Revenues USD 2020-01-01 2020-12-31 182527000 10-K:0000070858-22-000001:2022-02-25:2021",
	"us-gaap:Revenues USD 2020-01-01 2020-12-31 182527000000 10-K:0000070858-23-000001:2023-02-24:2022",
	"us-gaap:NetCashProvidedByUsedInInvestingActivities USD 2020-01-01 2020-12-31 -32773000000 " +
		"10-K:0000070858-23-000001:2023-02-24:2022",
	"us-gaap:NetCashProvidedByUsedInOperatingActivities USD 2020-01-01 2020-12-31 65124000000 " +
		"10-K:0000070858-21-000001:2021-02-25:2020",
	"us-gaap:NetCashProvidedByUsedInOperatingActivities USD 2020-01-01 2020-12-31 65000000000 " +
		"10-K:0000070858-22-000001:2022-02-25:2021",
	"us-gaap:NetCashProvidedByUsedInInvestingActivities USD 2020-01-01 2020-12-31 -32773000000 " +
		"10-K:0000070858-21-000001:2021-02-25:2020",
	"us-gaap:NetCashProvidedByUsedInInvestingActivities USD 2020-01-01 2020-12-31 -32773000 " +
		"10-K:0000070858-22-000001:2022-02-25:2021",
	"us-gaap:Assets USD 2020-12-31 319616000000 10-K:0000070858-21-000001:2021-02-25:2020",
	"us-gaap:Assets USD 2020-12-31 319000000000 10-K:0000070858-22-000001:2022-02-25:2021",
	"us-gaap:Assets USD 2021-12-31 359268000000 10-K:0000070858-22-000001:2022-02-25:2021",
	"us-gaap:StockholdersEquity USD 2021-12-31 -5000000 10-K:0000070858-22-000001:2022-02-25:2021",
}

// TestWhatFewFilersHaveIsAnswered: first values of restated ones, splits since, notes, and anomalies told by a figure
// and by a filing.
func TestWhatFewFilersHaveIsAnswered(t *testing.T) {
	const eps = "https://data.sec.gov/api/xbrl/companyconcept/CIK0000070858/us-gaap/EarningsPerShareDiluted.json"
	record := strings.NewReplacer("0000320193", "0000070858", "Apple Inc.", "EXAMPLE CORP", "AAPL", "EXMP", "2.02,9.01", "4.02")
	s, _ := service(t, append([]upstreamtest.Answer{
		{
			URL:  "https://data.sec.gov/api/xbrl/companyfacts/CIK0000070858.json",
			Body: edgartest.Document("70858", "Example Corp", troubled),
		},
		{URL: eps, Body: edgartest.Concept("70858", "us-gaap", "EarningsPerShareDiluted", troubled[4:7])},
		{URL: "https://data.sec.gov/submissions/CIK0000070858.json", Body: record.Replace(filerstest.Apple)},
	}, all()...)...)

	const otherScale = "another filing has the same digits with three zeros more or fewer, or six, or nine"
	_, got := s.Get("/edgar/financials", "cik", "70858", "freq", "annual", "periods", "3")
	handlertest.Holds(t, got, map[string]any{
		"periods.1.income.net_income.originally_reported.value":             40269000000,
		"periods.1.income.revenue.note":                                     otherScale,
		"periods.1.cash_flow.investing_cash_flow.note":                      otherScale,
		"periods.2.balance.shares_outstanding.later_split_ratio":            20,
		"periods.2.income.eps_diluted.later_split_ratio":                    20,
		"periods.1.cash_flow.operating_cash_flow.originally_reported.value": 65124000000,
		"periods.1.balance.assets.originally_reported.value":                319616000000,
	})
	_, got = s.Get("/edgar/ratios", "cik", "70858", "freq", "annual", "periods", "3")
	handlertest.Holds(t, got, map[string]any{
		"periods.0.ratios.interest_coverage": "227.4971",
	})
	codes := map[string]map[string]any{}
	anomalies, _ := got["flags"].(map[string]any)["anomalies"].([]any)
	for _, a := range anomalies {
		row := a.(map[string]any)
		codes[row["code"].(string)] = row
	}
	equity := codes["negative_equity"]
	if equity == nil || equity["value"] != -5000000.0 || equity["threshold"] != 0.0 || equity["period_end"] != "2021-12-31" {
		t.Errorf("negative equity: %v", equity)
	}
	filed := false
	for _, row := range codes {
		filed = filed || row["filing"] != nil
	}
	if !filed {
		t.Errorf("no anomaly of a filing: %v", codes)
	}

	_, got = s.Get("/edgar/concept", "cik", "70858", "concept", "eps_diluted", "freq", "annual")
	handlertest.Holds(t, got, map[string]any{"observations.1.later_split_ratio": 20})
}
