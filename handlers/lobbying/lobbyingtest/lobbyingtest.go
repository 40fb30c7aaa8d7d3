// Package lobbyingtest has what LDA.gov says to the examples of the spec's lobbying routes: a real client and a real
// firm, with figures that could be theirs.
package lobbyingtest

import (
	"fmt"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// Now is the time that the examples were written for.
var Now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// Filings is the address of the list of filings.
const Filings = "https://lda.gov/api/v1/filings/"

// Answers are what the source says to the examples of the spec. A search for anything else finds nothing.
func Answers() []upstreamtest.Answer {
	return []upstreamtest.Answer{
		{URL: Filings + "?client_name=Lockheed+Martin&filing_year=2025", Body: Page(lockheed...)},
		{URL: Filings, Body: Page()},
	}
}

// Page is a list of filings on one page.
func Page(filings ...string) string {
	return fmt.Sprintf(`{"count":%d,"next":null,"previous":null,"results":[%s]}`,
		len(filings), strings.Join(filings, ","))
}

const (
	corporation = `"client":{"id":57001,"client_id":12,"name":"LOCKHEED MARTIN CORPORATION",` +
		`"general_description":"Aerospace and defense manufacturer","client_self_select":%t,` +
		`"state":"MD","country":"US"}`

	defense = `{"general_issue_code":"DEF","general_issue_code_display":"Defense",` +
		`"description":"Appropriations for aircraft and ships","foreign_entity_issues":"",` +
		`"lobbyists":[{"lobbyist":{"id":80347,"first_name":"MOSHE","middle_name":"M","last_name":"SCHWARTZ"},` +
		`"covered_position":"N/A","new":false}],` +
		`"government_entities":[{"id":2,"name":"HOUSE OF REPRESENTATIVES"},{"id":1,"name":"SENATE"}]}`

	space = `{"general_issue_code":"AER","general_issue_code_display":"Aerospace",` +
		`"description":"Launch services","foreign_entity_issues":"","lobbyists":[],` +
		`"government_entities":[{"id":1,"name":"SENATE"}]}`
)

// lockheed are filings on 2025, the newest first: an outside firm's report and its amendment, the corporation's own
// reports, a report on behalf of another firm, and a registration.
var lockheed = []string{
	filing("00000000-0000-4000-8000-000000000006", "Q4", "fourth_quarter", `"income":"40000.00","expenses":null`,
		"2026-01-18T09:30:00-05:00", "ETHERTON AND ASSOCIATES, INC.", 307832, false, defense),
	filing("00000000-0000-4000-8000-000000000005", "2A", "second_quarter", `"income":"35000.00","expenses":null`,
		"2025-08-02T15:04:05-04:00", "ETHERTON AND ASSOCIATES, INC.", 307832, false, defense),
	filing("00000000-0000-4000-8000-000000000004", "Q2", "second_quarter", `"income":"30000.00","expenses":null`,
		"2025-07-18T15:04:05-04:00", "ETHERTON AND ASSOCIATES, INC.", 307832, false, defense),
	filing("00000000-0000-4000-8000-000000000003", "Q1", "first_quarter",
		`"income":null,"expenses":"3200000.00","expenses_method":"A"`,
		"2025-04-20T12:00:00-04:00", "LOCKHEED MARTIN CORPORATION", 23488, true, defense+","+space),
	filing("00000000-0000-4000-8000-000000000002", "Q1", "first_quarter", `"income":"30000.00","expenses":null`,
		"2025-04-18T15:04:05-04:00", "ETHERTON AND ASSOCIATES, INC.", 307832, false, defense),
	filing("00000000-0000-4000-8000-000000000001", "RR", "first_quarter", `"income":null,"expenses":null`,
		"2025-01-12T10:00:00-05:00", "ETHERTON AND ASSOCIATES, INC.", 307832, false, ""),
}

func filing(id, kind, period, money, posted, registrant string, registrantID int, own bool, activities string) string {
	names := map[string]string{
		"Q1": "1st Quarter - Report",
		"Q2": "2nd Quarter - Report",
		"2A": "2nd Quarter - Amendment",
		"Q4": "4th Quarter - Report",
		"RR": "Registration",
	}
	return fmt.Sprintf(`{"filing_uuid":%q,"filing_type":%q,"filing_type_display":%q,"filing_year":2025,`+
		`"filing_period":%q,"filing_document_url":"https://lda.gov/filings/public/filing/%s/print/",%s,`+
		`"dt_posted":%q,"termination_date":null,"registrant":{"id":%d,"name":%q},%s,"lobbying_activities":[%s]}`,
		id, kind, names[kind], period, id, money, posted, registrantID, registrant,
		fmt.Sprintf(corporation, own), activities)
}
