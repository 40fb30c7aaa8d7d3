// Package propublica reads ProPublica's Nonprofit Explorer: exempt organisations by number and by name, with the
// figures of their annual returns as the IRS extracts them.
package propublica

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the public API, which needs no key. Its data change a few times a month.
var Provider = upstream.Provider{
	Name:          "propublica",
	Undeclared:    true,
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
func New(pool *upstream.Pool) *Client { return &Client{pool.Client(Provider)} }

// Page is the public page of an organisation.
func Page(ein int) string {
	return "https://projects.propublica.org/nonprofits/organizations/" + strconv.Itoa(ein)
}

// Organization is what the master file says of an organisation, or said when it was last in it. The name in "in care
// of" is left out: it is a person's.
type Organization struct {
	EIN           int    `json:"ein"`
	Name          string `json:"name"`
	SortName      string `json:"sort_name"`
	Address       string `json:"address"`
	City          string `json:"city"`
	State         string `json:"state"` // two letters, or the state's name
	ZIP           string `json:"zipcode"`
	Subsection    *int   `json:"subsection_code"`
	Affiliation   *int   `json:"affiliation_code"`
	Foundation    *int   `json:"foundation_code"`
	Deductibility *int   `json:"deductibility_code"`
	Form          *int   `json:"organization_code"`
	Status        *int   `json:"exempt_organization_status_code"`
	Group         *int   `json:"exemption_number"`
	RulingDate    string `json:"ruling_date"` // YYYY-MM-01
	TaxPeriod     string `json:"tax_period"`  // YYYY-MM-01
	NTEE          string `json:"ntee_code"`
}

// Record is an organisation with its returns.
type Record struct {
	Organization Organization       `json:"organization"`
	Filings      []Filing           `json:"filings_with_data"`
	Others       []FilingWithoutSum `json:"filings_without_data"`
}

// FilingWithoutSum is a return of which only the document is there.
type FilingWithoutSum struct {
	Period int    `json:"tax_prd"` // YYYYMM in which the tax year ends
	Form   int    `json:"formtype"`
	Name   string `json:"formtype_str"`
	PDF    string `json:"pdf_url"`
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
	Period  int       `json:"tax_prd"`    // YYYYMM in which the tax year ends
	Year    int       `json:"tax_prd_yr"` // of Period
	Form    int       `json:"formtype"`
	PDF     string    `json:"pdf_url"`
	Updated time.Time `json:"updated"`

	TotalRevenue  *int64 `json:"totrevenue"`
	TotalExpenses *int64 `json:"totfuncexpns"`
	Assets        *int64 `json:"totassetsend"`
	Liabilities   *int64 `json:"totliabend"`
	NetAssets990  *int64 `json:"totnetassetend"`
	Gifts990      *int64 `json:"totcntrbgfts"`
	Program990    *int64 `json:"totprgmrevnue"`
	Officers990   *int64 `json:"compnsatncurrofcr"`

	RevenueEZ   *int64 `json:"totrevnue"`
	ExpensesEZ  *int64 `json:"totexpns"`
	NetAssetsEZ *int64 `json:"totnetassetsend"`
	GiftsEZ     *int64 `json:"totcntrbs"`
	ProgramEZ   *int64 `json:"prgmservrev"`

	RevenuePF   *int64 `json:"totrcptperbks"`
	ExpensesPF  *int64 `json:"totexpnspbks"`
	NetAssetsPF *int64 `json:"tfundnworth"`
	GiftsPF     *int64 `json:"grscontrgifts"`
	OfficersPF  *int64 `json:"compofficers"`
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

// Record is what there is of an EIN; NotFound when nothing is.
func (c *Client) Record(ctx context.Context, ein int) (*Record, error) {
	var record Record
	if _, err := c.c.Get("/organizations/{}", strconv.Itoa(ein)+".json").JSON(ctx, &record); err != nil {
		return nil, err
	}
	if record.Organization.EIN != ein || record.Organization.Name == "" {
		return nil, upstream.BadResponse.Errorf("propublica: another organisation than the one asked for")
	}
	return &record, nil
}

// Found is an organisation of a search.
type Found struct {
	EIN        int    `json:"ein"`
	Name       string `json:"name"`
	City       string `json:"city"`
	State      string `json:"state"` // two letters, or the state's name
	NTEE       string `json:"ntee_code"`
	Subsection *int   `json:"subseccd"`
}

// PerPage is the number of organisations of a search's page.
const PerPage = 25

// Search gives the first page of the organisations whose names have the words, and how many there are in all. state is
// two letters, empty for any.
func (c *Client) Search(ctx context.Context, words, state string) (page []Found, total int, err error) {
	request := c.c.Get("/search.json").Query("q", plain(words)).Query("page", "0")
	if state != "" {
		request = request.Query("state[id]", state)
	}
	var answer struct {
		Total         int      `json:"total_results"`
		Organizations *[]Found `json:"organizations"`
	}

	// A search without results is a 404 with the same members.
	if _, err := request.AcceptStatus(http.StatusNotFound).JSON(ctx, &answer); err != nil {
		return nil, 0, err
	}
	if answer.Organizations == nil {
		return nil, 0, &upstream.Error{
			Kind:     upstream.BadResponse,
			Provider: Provider.Name,
			Cause:    errors.New("a search without organizations"),
		}
	}
	return *answer.Organizations, answer.Total, nil
}

// operators have a meaning in the search's own language.
var operators = strings.NewReplacer(
	`"`,
	" ",
	"+",
	" ",
	"-",
	" ",
	"|",
	" ",
	"*",
	" ",
	"(",
	" ",
	")",
	" ",
	"~",
	" ",
	`\`,
	" ",
	"\n",
	" ",
	"\r",
	" ",
	"\t",
	" ",
)

func plain(words string) string {
	return strings.Join(strings.Fields(operators.Replace(words)), " ")
}
