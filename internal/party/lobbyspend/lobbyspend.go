// Package lobbyspend adds up what an organisation spends on lobbying Congress and federal agencies, from the reports of
// the Lobbying Disclosure Act.
//
// The reports cannot simply be summed. Several firms report on one client, and a client with lobbyists of its own
// reports on itself; its own figure includes what it paid to the firms. Amendments repeat the report that they replace.
// Firms that work for other firms report money that the first firm has reported as well. And a search by name finds
// every client whose name holds those words. Each filing that was read is therefore either counted or left out for a
// reason that the answer gives, and clients are never added together.
package lobbyspend

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/party/samename"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/lda"
)

// Method is how the totals are made, in words for the answer.
const Method = "Per period: the client's own reported expenses where it reports them, since these include " +
	"its payments to outside firms; otherwise the sum of what outside firms report as income from it. Of the " +
	"filings of one registrant on one period only the last counts. Filings for a client on behalf of another are " +
	"left out. Reports below 5,000 USD state no amount."

// Reader reads filings and adds them up.
type Reader struct {
	filings *lda.Client
	names   *names.Engine
	now     func() time.Time
}

// New makes a reader; now is the clock that tells whether a year is over.
func New(pool *upstream.Pool, engine *names.Engine, now func() time.Time) *Reader {
	return &Reader{
		filings: lda.New(pool),
		names:   engine,
		now:     now,
	}
}

// Spend is what one client spent.
type Spend struct {
	Client Client
	Others []Client // whose names hold the words of the query too; nothing of theirs is counted
	Years  []Year   // in the order asked for

	Issues   []Issue // of the client's reports, whether or not their money is counted
	Agencies []Agency

	Total   int // filings that the source has for the query
	Read    int
	Counted int // whose amounts are in the totals; Read is Counted and those left out together
	LeftOut []LeftOut
}

// Complete says whether all filings of all years were read.
func (s *Spend) Complete() bool {
	return !slices.ContainsFunc(s.Years, func(y Year) bool { return !y.Complete })
}

// Year is the spending of one calendar year. All amounts are in dollars.
type Year struct {
	Year     int
	Complete bool  // all filings were read; without that there is no total
	Err      error // why not
	Closed   bool  // the time for the last report of the year is over

	// Total is nil when the filings were not all read, and when no report states an amount.
	Total *decimal.Decimal
	// Stated is the sum of what was read. It is the total once the reading is complete.
	Stated *decimal.Decimal

	Periods     []Period
	Registrants []Registrant
	Reports     int      // the last ones of each registrant on each period
	Below       int      // of these, reports without an amount, which stand for less than 5,000 dollars
	Missing     []string // and who filed these in which period: "ACME CORP Q1"
	Idle        int      // and reports of no activity
}

// Basis says which reports a period's total is made of.
type Basis string

// The bases.
const (
	OwnExpenses   Basis = "own_expenses"
	OutsideIncome Basis = "outside_income"
)

// Period is a quarter, or a half year before 2008. Amounts are nil where no report states one.
type Period struct {
	Period  lda.Period
	Total   *decimal.Decimal
	Basis   Basis // "" without a total
	Own     *decimal.Decimal
	Outside *decimal.Decimal
	Reports int

	// Odd is true when the outside firms report more than the client's own report, which should include theirs.
	Odd bool
	// TaxCode is true when own expenses were counted by the tax code, which takes in state and grassroots lobbying.
	TaxCode bool
}

// Registrant is who reported on the client in a year.
type Registrant struct {
	ID      int
	Name    string
	Own     bool // the client itself
	Reports int
	Amount  *decimal.Decimal // what it stated
	Counted decimal.Decimal  // how much of that is in the total
}

// Issue is an area of lobbying, with the number of reports that name it.
type Issue struct {
	Code    string
	Name    string
	Filings int
}

// Agency is a house of Congress or an agency that was lobbied, with the number of reports that name it.
type Agency struct {
	Name    string
	Filings int
}

// Reason is why a filing is not counted.
type Reason string

// The reasons, in the order in which they are looked for.
const (
	OtherClient  Reason = "other_client"
	OtherState   Reason = "other_state"
	OnBehalf     Reason = "on_behalf_of_another"
	Registration Reason = "registration"
	Unreadable   Reason = "unknown_type"
	Superseded   Reason = "superseded"
	Idle         Reason = "no_activity"
	Below        Reason = "below_threshold"
	WithinOwn    Reason = "within_own_expenses"
)

// details say the reasons in words.
var details = map[Reason]string{
	OtherClient:  "the filing is for a client of another name",
	OtherState:   "the filing gives the client another state than the one asked for, or none",
	OnBehalf:     "a firm reports on work for another firm, whose own report includes the money",
	Registration: "a registration states no money",
	Unreadable:   "the filing's type or period is not known",
	Superseded:   "the registrant filed a later report or an amendment for the same period",
	Idle:         "the report says that there was no lobbying",
	Below:        "the report states no amount, which stands for less than 5,000 USD (10,000 before 2008)",
	WithinOwn:    "the client's own report for the period includes what it paid to this firm",
}

// Detail says the reason in words.
func (r Reason) Detail() string {
	return details[r]
}

// LeftOut are the filings that were left out for one reason.
type LeftOut struct {
	Reason  Reason
	Filings int
	Amount  *decimal.Decimal // what they state, nil when they state none
}

// Read adds up the filings for the client named query in the given years, of the state if there is one. Its errors for
// callers are problems: a client that no filing names (404), and a query that could mean several clients or finds too
// many filings (400).
func (r *Reader) Read(ctx context.Context, query, state string, years []int) (*Spend, error) {
	asked, err := r.nameOf(query)
	if err != nil {
		return nil, problem.Invalid("client_name", "client_name must hold letters or digits")
	}
	if asked.onBehalf {
		return nil, problem.Invalid("client_name",
			"client_name must be one organisation, without \"on behalf of\" and the one that it acts for")
	}

	var read []yearRead
	for _, spelling := range r.Spellings(query) {
		read = r.gather(ctx, spelling, years)
		if slices.ContainsFunc(read, func(y yearRead) bool { return y.total > 0 || y.err != nil }) {
			break
		}
	}
	if err := unread(read); err != nil {
		return nil, err
	}
	clients := r.clients(read, state)
	chosen, err := choose(r.names, asked, clients)
	if err != nil {
		return nil, unlessUnread(err, read)
	}
	return r.total(chosen, clients, read), nil
}

// Spellings are the texts that a client is searched by, one after the other until one is found. The search finds what
// holds a text to the letter, so that the legal form, which filings spell in their own ways, is not among them.
func (r *Reader) Spellings(query string) []string {
	plain := r.names.Plain(upstream.Typed(query))
	list := []string{plain}
	wholes, _ := samename.Held(plain)
	for _, way := range wholes {
		if !strings.Contains(way, strings.ToUpper(plain)) {
			list = append(list, way)
		}
	}
	return list
}
