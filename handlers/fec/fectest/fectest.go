// Package fectest has what the FEC says to the examples of the spec's fec routes: a real committee and a real employer,
// with givers and figures of our own.
package fectest

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// Now is the time that the examples were written for.
var Now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// API is where the provider is, Receipts its list of receipts.
const (
	API      = "https://api.open.fec.gov/v1"
	Receipts = API + "/schedules/schedule_a/"
)

// Answers are what the provider says to the examples of the spec. Other searches find nothing.
func Answers() []upstreamtest.Answer {
	return []upstreamtest.Answer{
		{URL: Receipts + "?committee_id=C00401224&contributor_employer=Netflix", Body: Page(3, true, "", gifts...)},
		{URL: Receipts + "?contributor_employer=Lockheed+Martin", Body: Page(4, true, "", lockheed...)},
		{URL: Receipts, Body: Page(0, true, "")},
		{URL: API + "/committee/C00401224/", Body: `{"api_version":"1.0","pagination":{"count":1,"page":1},` +
			`"results":[` + ActBlue + `]}`},
		{URL: API + "/committee/C00401224/totals/", Body: `{"pagination":{"count":2},"results":[` + totals + `]}`},
		{
			URL:  API + "/committees/?q=Lockheed+Martin",
			Body: `{"pagination":{"count":1},"results":[` + lockheedPAC + `]}`,
		},
		{URL: API + "/committees/", Body: `{"api_version":"1.0","pagination":{"count":0,"is_count_exact":true,` +
			`"page":1,"pages":0,"per_page":20},"results":[]}`},
	}
}

// Page is a page of receipts. last is the last_indexes object, "" for null.
func Page(total int, exact bool, last string, rows ...string) string {
	last = cmp.Or(last, "null")
	return fmt.Sprintf(`{"api_version":"1.0","pagination":{"count":%d,"is_count_exact":%t,"pages":1,"per_page":20,`+
		`"last_indexes":%s},"results":[%s]}`, total, exact, last, strings.Join(rows, ","))
}

// Gift is a receipt of ActBlue.
type Gift struct {
	SubID, Transaction, Name, State, Amount, Date, Memo, Action string
	Committee                                                   string // C00401224 when empty
	File                                                        int
	Text                                                        string // the memo's text
	Original                                                    string
	Employer                                                    string // NETFLIX when empty
}

// Row is the receipt as the provider writes it.
func (g Gift) Row() string {
	g.Committee = cmp.Or(g.Committee, "C00401224")
	g.Employer = cmp.Or(g.Employer, "NETFLIX")

	orNull := func(s string) string {
		if s == "" {
			return "null"
		}
		return fmt.Sprintf("%q", s)
	}

	g.Amount = cmp.Or(g.Amount, "null")

	return fmt.Sprintf(`{"sub_id":%q,"original_sub_id":%s,"transaction_id":%q,"file_number":%d,"report_year":2018,`+
		`"report_type":"M7","line_number":"11AI","committee_id":%q,"committee":{"name":"ACTBLUE","committee_type":"W",`+
		`"committee_type_full":"PAC with Non-Contribution Account - Qualified","party":null},"committee_name":null,`+
		`"contributor_name":%s,"entity_type":"IND","is_individual":true,"contributor_employer":%q,`+
		`"contributor_occupation":"ENGINEER","contributor_city":"LOS GATOS","contributor_state":%s,`+
		`"contributor_street_1":"1 EXAMPLE WAY","contributor_zip":"95032","contribution_receipt_amount":%s,`+
		`"contribution_receipt_date":%s,"contributor_aggregate_ytd":75,"receipt_type_full":"EARMARK","memo_code":%s,`+
		`"memoed_subtotal":%t,`+
		`"memo_text":%s,"amendment_indicator":%s,"two_year_transaction_period":2018,`+
		`"pdf_url":"http://docquery.fec.gov/cgi-bin/fecimg/?201807209116169742"}`,
		g.SubID, orNull(g.Original), g.Transaction, g.File, g.Committee, orNull(g.Name), g.Employer,
		orNull(g.State), g.Amount,
		orNull(g.Date), orNull(g.Memo), g.Memo == "X", orNull(g.Text), orNull(g.Action))
}

// gifts are a gift, a refund and a memo entry.
var gifts = []string{
	Gift{
		SubID: "4080120181000000003", Transaction: "SA11AI_3", Name: "SAMPLE, PAT", State: "CA", Amount: "250.5",
		Date: "2018-06-20T00:00:00", Action: "N", File: 1245001, Text: "EARMARKED FOR DCCC (C00000935)",
	}.Row(),
	Gift{
		SubID: "4080120181000000002", Transaction: "SA11AI_2", Name: "SAMPLE, PAT", State: "CA", Amount: "-50",
		Date: "2018-06-19T00:00:00", Action: "A", File: 1245001,
	}.Row(),
	Gift{
		SubID: "4080120181000000001", Transaction: "SA11AI_1", Name: "SPECIMEN, ROBIN", State: "CA", Amount: "1000",
		Date: "2018-06-18", Memo: "X", Action: "N", File: 1245001, Text: "REDESIGNATION",
	}.Row(),
}

// ActBlue is a committee.
const ActBlue = `{"committee_id":"C00401224","name":"ACTBLUE","committee_type":"W",
"committee_type_full":"PAC with Non-Contribution Account - Qualified","designation":"U",
"designation_full":"Unauthorized",
"organization_type":null,"organization_type_full":null,"affiliated_committee_name":"NONE","party":null,
"party_full":null,"state":"MA","treasurer_name":"HILL, ERIN","filing_frequency":"M","cycles":[2004,2018,2020],
"candidate_ids":[],"first_file_date":"2004-06-01","last_file_date":"2020-12-20"}`

const totals = `{"committee_id":"C00401224","cycle":2020,"coverage_start_date":"2019-01-01T00:00:00",
"coverage_end_date":"2020-12-31T00:00:00","receipts":4318759213.71,"disbursements":4297610154.01,
"individual_contributions":4200000000.5,"other_political_committee_contributions":1000.25,
"contribution_refunds":900000.1,"last_cash_on_hand_end_period":43123456.78,"last_debts_owed_by_committee":0.0,
"last_report_type_full":"YEAR-END","last_report_year":2020},
{"committee_id":"C00401224","cycle":2018,"coverage_start_date":"2017-01-01T00:00:00",
"coverage_end_date":"2018-12-31T00:00:00","receipts":1634000000.5,"disbursements":1630000000.25,
"individual_contributions":null,"other_political_committee_contributions":null,"contribution_refunds":null,
"last_cash_on_hand_end_period":21000000,"last_debts_owed_by_committee":null,"last_report_type_full":"YEAR-END",
"last_report_year":2018}`

// lockheed are gifts of people who name two employers, one of them in two spellings.
var lockheed = []string{
	Gift{
		SubID: "4080120261000000004", Transaction: "SA11AI_4", Name: "SAMPLE, PAT", State: "MD", Amount: "500",
		Date: "2026-06-20", Action: "N", File: 1900001, Employer: "LOCKHEED MARTIN",
	}.Row(),
	Gift{
		SubID: "4080120261000000003", Transaction: "SA11AI_3", Name: "SPECIMEN, ROBIN", State: "TX", Amount: "250.25",
		Date: "2026-06-19", Action: "N", File: 1900001, Employer: "LOCKHEED MARTIN CORPORATION",
	}.Row(),
	Gift{
		SubID: "4080120261000000002", Transaction: "SA11AI_2", Name: "SPECIMEN, ROBIN", State: "TX", Amount: "-50.25",
		Date: "2026-06-18", Action: "N", File: 1900001, Employer: "LOCKHEED MARTIN CORPORATION",
	}.Row(),
	Gift{
		SubID: "4080120261000000001", Transaction: "SA11AI_1", Name: "SAMPLE, LEE", State: "VA", Amount: "75",
		Date: "2026-06-17", Action: "N", File: 1900001, Employer: "LOCKHEED MARTIN FEDERAL CREDIT UNION EMPLOYEE CLUB",
	}.Row(),
}

const lockheedPAC = `{"committee_id":"C00303024",
"name":"LOCKHEED MARTIN CORPORATION EMPLOYEES' POLITICAL ACTION COMMITTEE","committee_type":"Q",
"committee_type_full":"PAC - Qualified","designation":"B","designation_full":"Lobbyist/Registrant PAC",
"organization_type_full":"Corporation","affiliated_committee_name":"LOCKHEED MARTIN CORPORATION","party":null,
"state":"VA","treasurer_name":"SAMPLE, LEE","filing_frequency":"M","cycles":[2024,2026],"candidate_ids":[]}`
