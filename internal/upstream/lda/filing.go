package lda

import (
	"strings"
	"time"

	"github.com/shopspring/decimal"
)

// Filing is a registration, or a report on one period by one registrant for one client.
type Filing struct {
	UUID       string `json:"filing_uuid" contract:"key"`
	Type       string `json:"filing_type"` // a code, see [Filing.Kind]
	TypeName   string `json:"filing_type_display,omitempty"`
	Year       int    `json:"filing_year" asked:"filing_year"`
	PeriodName string `json:"filing_period"` // first_quarter, ..., mid_year, year_end; see [Filing.Period]

	// Income in dollars is what an outside firm was paid by the client, Expenses what an organisation that lobbies for
	// itself spent, payments to outside firms included. A report has at most one of them. None is given for amounts
	// below the threshold of 5,000 dollars (10,000 before 2008), and for many reports of the first years: both are null
	// then, and never absent.
	Income   *decimal.Decimal `json:"income"`
	Expenses *decimal.Decimal `json:"expenses"`
	// ExpensesMethod is how the expenses were counted: A by the definitions of the act, B and C by those of sections
	// 6033(b)(8) and 162(e) of the Internal Revenue Code, which include state and grassroots lobbying.
	ExpensesMethod string `json:"expenses_method,omitempty"`

	Posted string `json:"dt_posted,omitempty" contract:"past falling"` // see [Filing.PostedAt]

	Registrant Registrant `json:"registrant"`
	Client     Party      `json:"client"`
	Activities []Activity `json:"lobbying_activities"`
}

// Registrant is who files: a firm, or an organisation that lobbies for itself.
type Registrant struct {
	ID   int    `json:"id"`
	Name string `json:"name" asked:"~registrant_name"`
}

// Party is a client as one registrant describes it. Its ID belongs to that pair: a client has as many as it has
// registrants.
type Party struct {
	ID          int    `json:"id"`
	Name        string `json:"name" asked:"~client_name"`
	Description string `json:"general_description,omitempty"`
	State       string `json:"state,omitempty"`
	Country     string `json:"country,omitempty"`
	SelfSelect  bool   `json:"client_self_select,omitempty"` // the registrant lobbies for itself; see [Filing.OfItself]
}

// Activity is what was lobbied for in one area.
type Activity struct {
	Code        string     `json:"general_issue_code"`
	Name        string     `json:"general_issue_code_display,omitempty"`
	Description string     `json:"description,omitempty"` // null in filings of 1999
	Lobbyists   []Lobbying `json:"lobbyists"`
	Agencies    []Agency   `json:"government_entities"`
}

// Lobbying is a lobbyist's part in an activity.
type Lobbying struct {
	Lobbyist        Lobbyist `json:"lobbyist"`
	CoveredPosition string   `json:"covered_position,omitempty"` // the public office held before, null when none is given
	New             *bool    `json:"new,omitempty"`              // absent from filings of 1999
}

// Lobbyist is a person.
type Lobbyist struct {
	ID    int    `json:"id"`
	First string `json:"first_name"`
	Last  string `json:"last_name"`
}

// Name is the lobbyist's name without the middle name, which is not always given.
func (l Lobbyist) Name() string {
	return strings.Join(strings.Fields(l.First+" "+l.Last), " ")
}

// Agency is a house of Congress or an agency that was lobbied.
type Agency struct {
	Name string `json:"name"`
}

// Kind says what a code of a filing's type stands for.
type Kind struct {
	Registration bool // LD-1: it reports no money
	Amendment    bool // it takes the place of an earlier filing
	Termination  bool // the last report, since the registration ends
	NoActivity   bool
}

// Kind reads the type. Codes are the period (Q1 to Q4 and 1 to 4, M, Y) with T for a termination, A for an amendment
// or @ for an amended termination, and a Y behind that for no activity: Q1, 1TY, MA, YYY. known is false for others.
func (f *Filing) Kind() (kind Kind, known bool) {
	code := f.Type
	if strings.HasPrefix(code, "R") {
		return Kind{Registration: true, Amendment: code == "RA"}, code == "RR" || code == "RA"
	}
	if len(code) == 3 && code[2] == 'Y' {
		kind.NoActivity = true
		code = code[:2]
	}
	switch {
	case code == "Q1" || code == "Q2" || code == "Q3" || code == "Q4" || code == "MM" || code == "YY":
		return kind, true
	case len(code) != 2 || !strings.ContainsRune("1234MY", rune(code[0])):
		return Kind{}, false
	}

	switch code[1] {
	case 'T':
		kind.Termination = true
	case 'A':
		kind.Amendment = true
	case '@':
		kind.Termination = true
		kind.Amendment = true
	default:
		return Kind{}, false
	}
	return kind, true
}

// Period is a part of a year that reports are about.
type Period string

// The periods: quarters since 2008, half years before.
const (
	Q1 Period = "Q1"
	Q2 Period = "Q2"
	Q3 Period = "Q3"
	Q4 Period = "Q4"
	H1 Period = "H1"
	H2 Period = "H2"
)

// periods are the periods in the words of filings.
var periods = map[string]Period{
	"first_quarter":  Q1,
	"second_quarter": Q2,
	"third_quarter":  Q3,
	"fourth_quarter": Q4,
	"mid_year":       H1,
	"year_end":       H2,
}

// Period is what the filing is about, "" for a registration and what has none.
func (f *Filing) Period() Period {
	return periods[f.PeriodName]
}

// firstYear is the first of the database.
const firstYear = 1996

// PostedAt is when the filing was posted, nil when that is not known: old filings have a moment of 1905 there.
func (f *Filing) PostedAt() *time.Time {
	at, err := time.Parse(time.RFC3339, f.Posted)
	if err != nil || at.Year() < firstYear {
		return nil
	}
	return &at
}

// URL is the filing's public page.
func (f *Filing) URL() string {
	return "https://lda.gov/filings/public/filing/" + f.UUID + "/print/"
}

// OfItself says whether an organisation reports on its own lobbying. Reports of expenses are always of that sort.
func (f *Filing) OfItself() bool {
	return f.Client.SelfSelect || f.Expenses != nil ||
		strings.EqualFold(strings.TrimSpace(f.Registrant.Name), strings.TrimSpace(f.Client.Name))
}
