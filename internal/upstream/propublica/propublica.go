// Package propublica reads ProPublica's Nonprofit Explorer: exempt organisations by number and by name, with the
// figures of their annual returns as the IRS extracts them.
package propublica

import (
	"context"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the public API, which needs no key. Its data change a few times a month.
var Provider = upstream.Provider{
	Name:          "propublica",
	BaseURL:       "https://projects.propublica.org/nonprofits/api/v2",
	Docs:          "https://projects.propublica.org/nonprofits/api",
	Attribution:   "ProPublica Nonprofit Explorer",
	Terms:         "https://www.propublica.org/datastore/terms (attribution with a link)",
	Checked:       "recorded 2023-01; readers of 2026",
	RatePerMinute: 60,
	Burst:         10,
	TTL:           24 * time.Hour,
	StaleFor:      7 * 24 * time.Hour,
}

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for an organisation by number.
func probe(ctx context.Context, u *upstream.Client) error {
	record, err := (&Client{u}).Record(ctx, 311124220)
	return upstream.Fact(err, "organization.name", "RURAL ACTION INC", func() any { return record.Organization.Name })
}

// Page is the public page of an organisation.
func Page(ein int) string {
	return "https://projects.propublica.org/nonprofits/organizations/" + strconv.Itoa(ein)
}

// Organization is what the master file says of an organisation, or said when it was last in it. The name in "in care
// of" is left out: it is a person's.
type Organization struct {
	EIN           int    `json:"ein" asked:"/organizations/{}"`
	Name          string `json:"name"`
	SortName      string `json:"sort_name,omitempty"`
	Address       string `json:"address,omitempty"`
	City          string `json:"city,omitempty"`
	State         string `json:"state,omitempty"` // two letters, or the state's name
	ZIP           string `json:"zipcode,omitempty"`
	Subsection    *int   `json:"subsection_code,omitempty"`
	Affiliation   *int   `json:"affiliation_code,omitempty"`
	Foundation    *int   `json:"foundation_code,omitempty"`
	Deductibility *int   `json:"deductibility_code,omitempty"`
	Form          *int   `json:"organization_code,omitempty"`
	Status        *int   `json:"exempt_organization_status_code,omitempty"`
	RulingDate    string `json:"ruling_date,omitempty"` // YYYY-MM-01
	TaxPeriod     string `json:"tax_period,omitempty"`  // YYYY-MM-01
	NTEE          string `json:"ntee_code,omitempty"`
}

// Record is an organisation with its returns.
type Record struct {
	Organization Organization       `json:"organization"`
	Filings      []Filing           `json:"filings_with_data"`
	Others       []FilingWithoutSum `json:"filings_without_data"`
}

// Hold refuses returns of no month.
func (r *Record) Hold() error {
	for _, f := range r.Filings {
		if !isMonth(f.Period) {
			return upstream.Drifted("filings_with_data[].tax_prd", "a year and a month", strconv.Itoa(f.Period))
		}
	}
	return nil
}

// isMonth says whether a number is YYYYMM.
func isMonth(yyyymm int) bool {
	return yyyymm >= 190001 && yyyymm <= 999912 && yyyymm%100 >= 1 && yyyymm%100 <= 12
}

// FilingWithoutSum is a return that only has its document.
type FilingWithoutSum struct {
	Period int    `json:"tax_prd"` // YYYYMM in which the tax year ends
	Form   *int   `json:"formtype"`
	PDF    string `json:"pdf_url,omitempty"`
}

// Forms of returns.
const (
	Form990   = 0
	Form990EZ = 1
	Form990PF = 2
)

// Filing is an annual return. The extracts of the three forms name their lines differently; a figure that a form does
// not have is nil.
type Filing struct {
	Period  int       `json:"tax_prd"` // YYYYMM in which the tax year ends
	Form    int       `json:"formtype"`
	PDF     string    `json:"pdf_url,omitempty"`
	Updated time.Time `json:"updated"`

	TotalRevenue  *int64 `json:"totrevenue,omitempty" contract:"signed"`
	TotalExpenses *int64 `json:"totfuncexpns,omitempty" contract:"signed"`
	Assets        *int64 `json:"totassetsend,omitempty" contract:"signed"`
	Liabilities   *int64 `json:"totliabend,omitempty" contract:"signed"`
	NetAssets990  *int64 `json:"totnetassetend,omitempty" contract:"signed"`
	Gifts990      *int64 `json:"totcntrbgfts,omitempty" contract:"signed"`
	Program990    *int64 `json:"totprgmrevnue,omitempty" contract:"signed"`
	Officers990   *int64 `json:"compnsatncurrofcr,omitempty" contract:"signed"`

	RevenueEZ   *int64 `json:"totrevnue,omitempty" contract:"signed"`
	ExpensesEZ  *int64 `json:"totexpns,omitempty" contract:"signed"`
	NetAssetsEZ *int64 `json:"totnetassetsend,omitempty" contract:"signed"`
	GiftsEZ     *int64 `json:"totcntrbs,omitempty" contract:"signed"`
	ProgramEZ   *int64 `json:"prgmservrev,omitempty" contract:"signed"`

	RevenuePF   *int64 `json:"totrcptperbks,omitempty" contract:"signed"`
	ExpensesPF  *int64 `json:"totexpnspbks,omitempty" contract:"signed"`
	NetAssetsPF *int64 `json:"tfundnworth,omitempty" contract:"signed"`
	GiftsPF     *int64 `json:"grscontrgifts,omitempty" contract:"signed"`
	OfficersPF  *int64 `json:"compofficers,omitempty" contract:"signed"`
}

// Figures are the lines that the forms have in common, in dollars; nil where the form or its extract has none.
type Figures struct {
	Revenue, Expenses, Assets, Liabilities, NetAssets, Contributions, ProgramRevenue, OfficerPay *int64
}

// Figures are those of the return's own form.
func (f *Filing) Figures() Figures {
	common := Figures{
		Revenue:     f.TotalRevenue,
		Expenses:    f.TotalExpenses,
		Assets:      f.Assets,
		Liabilities: f.Liabilities,
	}

	switch f.Form {
	case Form990:
		common.NetAssets = f.NetAssets990
		common.Contributions = f.Gifts990
		common.ProgramRevenue = f.Program990
		common.OfficerPay = f.Officers990
	case Form990EZ:
		common.Revenue = first(f.RevenueEZ, f.TotalRevenue)
		common.Expenses = first(f.ExpensesEZ, f.TotalExpenses)
		common.NetAssets = f.NetAssetsEZ
		common.Contributions = f.GiftsEZ
		common.ProgramRevenue = f.ProgramEZ
	case Form990PF:
		common.Revenue = first(f.RevenuePF, f.TotalRevenue)
		common.Expenses = first(f.ExpensesPF, f.TotalExpenses)
		common.NetAssets = f.NetAssetsPF
		common.Contributions = f.GiftsPF
		common.OfficerPay = f.OfficersPF
	}

	return common
}

func first(a, b *int64) *int64 {
	if a != nil {
		return a
	}
	return b
}

// Record is what there is of an EIN; NotFound when nothing is, which the API says by status 404 and {"error":...}.
func (c *Client) Record(ctx context.Context, ein int) (*Record, error) {
	var record Record
	request := c.c.Get("/organizations/{}", strconv.Itoa(ein)+".json").
		NoRecord(http.StatusNotFound, upstream.Says(`"error"`))
	if _, err := request.JSON(ctx, &record); err != nil {
		return nil, err
	}
	if record.Organization.Name == "" {
		return nil, upstream.Lacks("organization.name")
	}
	return &record, nil
}

// Found is an organisation of a search.
type Found struct {
	EIN        int    `json:"ein"`
	Name       string `json:"name"`
	City       string `json:"city,omitempty"`
	State      string `json:"state,omitempty"` // two letters, or the state's name
	NTEE       string `json:"ntee_code,omitempty"`
	Subsection *int   `json:"subseccd,omitempty"`
}

// results is the answer to a search.
type results struct {
	Total         int     `json:"total_results"`
	Organizations []Found `json:"organizations" counted:"total_results"`
}

// Search gives the first page of the organisations whose names have the words, and how many there are in all. state is
// two letters, empty for any.
func (c *Client) Search(ctx context.Context, words, state string) (page []Found, total int, err error) {
	request := c.c.Get("/search.json").Query("q", plain(words)).Query("page", "0")
	if state != "" {
		request = request.Query("state[id]", state)
	}

	// A search without results is a 404 with the same members.
	var answer results
	if _, err := request.AcceptStatus(http.StatusNotFound).JSON(ctx, &answer); err != nil {
		return nil, 0, err
	}
	return answer.Organizations, answer.Total, nil
}

// operators have a meaning in the search's own language.
var operators = regexp.MustCompile(`["+|*()~\\\s-]+`)

func plain(words string) string {
	return strings.TrimSpace(operators.ReplaceAllString(words, " "))
}
