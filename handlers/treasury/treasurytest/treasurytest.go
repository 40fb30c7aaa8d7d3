// Package treasurytest holds the providers' answers for the examples of the spec's treasury routes: real dates and
// lines, and plausible figures.
package treasurytest

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// Now is the time of the examples.
var Now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// Where the tables are.
const (
	Fiscal  = "https://api.fiscaldata.treasury.gov/services/api/fiscal_service"
	Debt    = Fiscal + "/v2/accounting/od/debt_to_penny"
	Cash    = Fiscal + "/v1/accounting/dts/operating_cash_balance"
	Average = Fiscal + "/v2/accounting/od/avg_interest_rates"
	Table4  = Fiscal + "/v1/accounting/mts/mts_table_4"
	Table5  = Fiscal + "/v1/accounting/mts/mts_table_5"
	Table9  = Fiscal + "/v1/accounting/mts/mts_table_9"
	Results = Fiscal + "/v1/accounting/od/auctions_query"
	Coming  = Fiscal + "/v1/accounting/od/upcoming_auctions"
	Rates   = "https://home.treasury.gov/resource-center/data-chart-center/interest-rates"
	Feed    = Rates + "/pages/xml"
	Direct  = "https://www.treasurydirect.gov/TA_WS/securities/search"
)

// Answers are the providers' answers for the examples of the spec.
func Answers() []upstreamtest.Answer {
	return []upstreamtest.Answer{
		{URL: Debt + "?sort=-record_date", Body: debt},
		{URL: Cash + "?sort=-record_date", Body: cash},
		{URL: Average + "?sort=-record_date", Body: average},
		{URL: Table4 + "?filter=line_code_nbr:eq:830", Body: receipts},
		{URL: Table5 + "?filter=line_code_nbr:eq:5691", Body: outlays},
		{URL: Table5 + "?filter=line_code_nbr:eq:5694", Body: balances},
		{URL: Table9 + "?filter=record_type_cd:eq:RSG", Body: bySource},
		{URL: Table9 + "?filter=record_type_cd:eq:F", Body: byFunction},
		{URL: Results + "?sort=-auction_date", Body: Table(results, ResultColumns)},
		{
			URL:  Feed + "?data=daily_treasury_yield_curve&field_tdr_date_value=2026",
			Type: "application/xml",
			Body: feed,
		},
	}
}

// The columns of the tables of auctions.
const (
	AnnouncedColumns = "record_date security_type security_term reopening cusip offering_amt announcemt_date " +
		"auction_date issue_date"
	ResultColumns = AnnouncedColumns + " maturity_date inflation_index_security floating_rate " +
		"cash_management_bill_cmb total_tendered total_accepted bid_to_cover_ratio high_discnt_rate " +
		"high_investment_rate high_yield high_discnt_margin int_rate price_per100 primary_dealer_accepted " +
		"direct_bidder_accepted indirect_bidder_accepted"
)

// Table fills missing columns of a table's rows with "null", since the service's rows have all columns. Anything
// else stays unchanged.
func Table(body, columns string) string {
	var table struct {
		Data []map[string]string `json:"data"`
	}
	if json.Unmarshal([]byte(body), &table) != nil {
		return body
	}
	for _, row := range table.Data {
		for _, column := range strings.Fields(columns) {
			if _, ok := row[column]; !ok {
				row[column] = "null"
			}
		}
	}

	whole, err := json.Marshal(table)
	if err != nil {
		return body
	}
	return string(whole)
}

const debt = `{"data":[
{"record_date":"2026-11-18","tot_pub_debt_out_amt":"39412853201467.33","debt_held_public_amt":"31702114908812.20",
 "intragov_hold_amt":"7710738292655.13"},
{"record_date":"2026-11-17","tot_pub_debt_out_amt":"39401823745246.24","debt_held_public_amt":"31690877120901.55",
 "intragov_hold_amt":"7710946624344.69"}],
"meta":{"count":2,"total-count":2,"total-pages":1}}`

const cash = `{"data":[
{"record_date":"2026-11-18","account_type":"Treasury General Account (TGA) Opening Balance",
 "open_today_bal":"871204","close_today_bal":"null"},
{"record_date":"2026-11-18","account_type":"Total TGA Deposits (Table II)",
 "open_today_bal":"31518","close_today_bal":"null"},
{"record_date":"2026-11-18","account_type":"Total TGA Withdrawals (Table II) (-)",
 "open_today_bal":"24890","close_today_bal":"null"},
{"record_date":"2026-11-18","account_type":"Treasury General Account (TGA) Closing Balance",
 "open_today_bal":"877831","close_today_bal":"null"},
{"record_date":"2026-11-17","account_type":"Treasury General Account (TGA) Opening Balance",
 "open_today_bal":"866530","close_today_bal":"null"},
{"record_date":"2026-11-17","account_type":"Total TGA Deposits (Table II)",
 "open_today_bal":"40277","close_today_bal":"null"},
{"record_date":"2026-11-17","account_type":"Total TGA Withdrawals (Table II) (-)",
 "open_today_bal":"35603","close_today_bal":"null"},
{"record_date":"2026-11-17","account_type":"Treasury General Account (TGA) Closing Balance",
 "open_today_bal":"871204","close_today_bal":"null"}]}`

const average = `{"data":[
{"record_date":"2026-10-31","security_type_desc":"Marketable","security_desc":"Treasury Bills",
 "avg_interest_rate_amt":"3.802"},
{"record_date":"2026-10-31","security_type_desc":"Marketable","security_desc":"Treasury Notes",
 "avg_interest_rate_amt":"3.271"},
{"record_date":"2026-09-30","security_type_desc":"Marketable","security_desc":"Treasury Bills",
 "avg_interest_rate_amt":"3.911"}]}`

const receipts = `{"data":[
{"record_date":"2026-10-31","record_fiscal_year":"2027","classification_desc":"Total -- Receipts",
 "current_month_net_rcpt_amt":"412306518204.11","current_fytd_net_rcpt_amt":"412306518204.11",
 "prior_fytd_net_rcpt_amt":"404372000000.00"},
{"record_date":"2026-09-30","record_fiscal_year":"2026","classification_desc":"Total -- Receipts",
 "current_month_net_rcpt_amt":"561944201773.52","current_fytd_net_rcpt_amt":"5412000000000.00",
 "prior_fytd_net_rcpt_amt":"5235000000000.00"}]}`

const outlays = `{"data":[
{"record_date":"2026-10-31","record_fiscal_year":"2027","classification_desc":"Total--Outlays",
 "current_month_net_outly_amt":"641902334517.86","current_fytd_net_outly_amt":"641902334517.86",
 "prior_fytd_net_outly_amt":"688724000000.00"},
{"record_date":"2026-09-30","record_fiscal_year":"2026","classification_desc":"Total--Outlays",
 "current_month_net_outly_amt":"356817093334.08","current_fytd_net_outly_amt":"7231000000000.00",
 "prior_fytd_net_outly_amt":"7010000000000.00"}]}`

const balances = `{"data":[
{"record_date":"2026-10-31","record_fiscal_year":"2027","classification_desc":"Total Surplus (+) or Deficit (-)",
 "current_month_net_outly_amt":"-229595816313.75","current_fytd_net_outly_amt":"-229595816313.75",
 "prior_fytd_net_outly_amt":"-284352000000.00"},
{"record_date":"2026-09-30","record_fiscal_year":"2026","classification_desc":"Total Surplus (+) or Deficit (-)",
 "current_month_net_outly_amt":"205127108439.44","current_fytd_net_outly_amt":"-1819000000000.00",
 "prior_fytd_net_outly_amt":"-1775000000000.00"}]}`

const bySource = `{"data":[
{"record_type_cd":"RSG","record_date":"2026-10-31","record_fiscal_year":"2027","classification_desc":"Individual Income Taxes",
 "current_month_rcpt_outly_amt":"217031447902.40","current_fytd_rcpt_outly_amt":"217031447902.40",
 "prior_fytd_rcpt_outly_amt":"209118000000.00"},
{"record_type_cd":"RSG","record_date":"2026-10-31","record_fiscal_year":"2027","classification_desc":"Total",
 "current_month_rcpt_outly_amt":"412306518204.11","current_fytd_rcpt_outly_amt":"412306518204.11",
 "prior_fytd_rcpt_outly_amt":"404372000000.00"},
{"record_type_cd":"RSG","record_date":"2026-09-30","record_fiscal_year":"2026","classification_desc":"Individual Income Taxes",
 "current_month_rcpt_outly_amt":"298440000000.00","current_fytd_rcpt_outly_amt":"2790000000000.00",
 "prior_fytd_rcpt_outly_amt":"2656000000000.00"}]}`

const byFunction = `{"data":[
{"record_type_cd":"F","record_date":"2026-10-31","record_fiscal_year":"2027","classification_desc":"Social Security",
 "current_month_rcpt_outly_amt":"141772900310.27","current_fytd_rcpt_outly_amt":"141772900310.27",
 "prior_fytd_rcpt_outly_amt":"133904000000.00"},
{"record_type_cd":"F","record_date":"2026-10-31","record_fiscal_year":"2027","classification_desc":"Total",
 "current_month_rcpt_outly_amt":"641902334517.86","current_fytd_rcpt_outly_amt":"641902334517.86",
 "prior_fytd_rcpt_outly_amt":"688724000000.00"}]}`

const results = `{"data":[
{"record_date":"2026-11-10","cusip":"91282CPJ4","security_type":"Note","security_term":"10-Year","reopening":"No",
 "announcemt_date":"2026-11-04","auction_date":"2026-11-10","issue_date":"2026-11-16","maturity_date":"2036-11-15",
 "inflation_index_security":"No","floating_rate":"No","cash_management_bill_cmb":"No",
 "offering_amt":"42000000000","total_tendered":"102234000000","total_accepted":"45120410500",
 "bid_to_cover_ratio":"2.430000","high_discnt_rate":"null","high_investment_rate":"null","high_yield":"4.712000",
 "high_discnt_margin":"null","int_rate":"4.625000","price_per100":"99.309841",
 "primary_dealer_accepted":"4410000000","direct_bidder_accepted":"8320000000",
 "indirect_bidder_accepted":"29210000000"},
{"record_date":"2026-11-09","cusip":"912797UA7","security_type":"Bill","security_term":"13-Week","reopening":"No",
 "announcemt_date":"2026-11-05","auction_date":"2026-11-09","issue_date":"2026-11-12","maturity_date":"2027-02-11",
 "inflation_index_security":"No","floating_rate":"No","cash_management_bill_cmb":"No",
 "offering_amt":"89000000000","total_tendered":"246010000000","total_accepted":"91210300000",
 "bid_to_cover_ratio":"2.700000","high_discnt_rate":"3.660000","high_investment_rate":"3.745000",
 "high_yield":"null","high_discnt_margin":"null","int_rate":"null","price_per100":"99.074833"},
{"record_date":"2026-11-20","cusip":"91282CPK1","security_type":"Note","security_term":"10-Year","reopening":"No",
 "auction_date":"2026-11-19","inflation_index_security":"Yes","floating_rate":"No","cash_management_bill_cmb":"No",
 "offering_amt":"21000000000","bid_to_cover_ratio":"null","high_yield":"null"}]}`

const feed = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:d="http://schemas.microsoft.com/ado/2007/08/dataservices"
 xmlns:m="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata">
<title type="text">DailyTreasuryYieldCurveRateData</title>
<entry><content type="application/xml"><m:properties>
<d:NEW_DATE m:type="Edm.DateTime">2026-11-19T00:00:00</d:NEW_DATE>
<d:BC_1MONTH m:type="Edm.Double">3.61</d:BC_1MONTH><d:BC_1_5MONTH m:type="Edm.Double">3.63</d:BC_1_5MONTH>
<d:BC_2MONTH m:type="Edm.Double">3.66</d:BC_2MONTH><d:BC_3MONTH m:type="Edm.Double">3.71</d:BC_3MONTH>
<d:BC_4MONTH m:type="Edm.Double">3.74</d:BC_4MONTH><d:BC_6MONTH m:type="Edm.Double">3.80</d:BC_6MONTH>
<d:BC_1YEAR m:type="Edm.Double">3.86</d:BC_1YEAR><d:BC_2YEAR m:type="Edm.Double">4.02</d:BC_2YEAR>
<d:BC_3YEAR m:type="Edm.Double">4.10</d:BC_3YEAR><d:BC_5YEAR m:type="Edm.Double">4.24</d:BC_5YEAR>
<d:BC_7YEAR m:type="Edm.Double">4.43</d:BC_7YEAR><d:BC_10YEAR m:type="Edm.Double">4.65</d:BC_10YEAR>
<d:BC_20YEAR m:type="Edm.Double">5.21</d:BC_20YEAR><d:BC_30YEAR m:type="Edm.Double">5.24</d:BC_30YEAR>
<d:BC_30YEARDISPLAY m:type="Edm.Double">5.24</d:BC_30YEARDISPLAY>
</m:properties></content></entry></feed>`
