package usaspending

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"strconv"
	"time"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/upstream"
)

// leastAgencies is the number below which a list of agencies is not believed: it has had more than a hundred for years.
const leastAgencies = 60

// Agency is a toptier agency: a department or an independent agency.
type Agency struct {
	Name            string           `json:"agency_name"`
	Abbreviation    string           `json:"abbreviation" contract:"nullable"`
	Code            string           `json:"toptier_code"` // 3 or 4 digits
	Slug            string           `json:"agency_slug,omitempty"`
	BudgetAuthority *decimal.Decimal `json:"budget_authority_amount"`
	Obligated       *decimal.Decimal `json:"obligated_amount"`
	Outlays         *decimal.Decimal `json:"outlay_amount"`
	// a share from 0 to 1 despite its name
	BudgetShare   *decimal.Decimal `json:"percentage_of_total_budget_authority,omitempty"`
	FiscalYear    string           `json:"active_fy"`
	FiscalQuarter string           `json:"active_fq,omitempty"`
}

// Agencies keeps the list of toptier agencies.
type Agencies struct {
	list *upstream.Dataset[[]Agency]
}

// NewAgencies registers the list with the pool, which loads it and looks for a newer one every day.
func NewAgencies(pool *upstream.Pool) *Agencies {
	file := upstream.File{
		Name:    "toptier_agencies.json",
		Request: func(c *upstream.Client) *upstream.Request { return c.Get("/references/toptier_agencies/") },
	}
	return &Agencies{upstream.NewDataset(pool, upstream.DatasetSpec[[]Agency]{
		Name:       "usaspending-agencies",
		Client:     pool.Client(Provider),
		Files:      []upstream.File{file},
		Every:      24 * time.Hour,
		Parse:      func(dir fs.FS) ([]Agency, error) { return upstream.ReadFile(dir, file.Name, readAgencies) },
		Count:      func(list []Agency) int { return len(list) },
		MinRecords: leastAgencies,
	})}
}

// List is the list in use, Warming before the first load.
func (a *Agencies) List() ([]Agency, upstream.DatasetInfo, error) { return a.list.Get() }

// Refresh loads the list now, for tests.
func (a *Agencies) Refresh(ctx context.Context) error { return a.list.Refresh(ctx) }

func readAgencies(f io.Reader) ([]Agency, error) {
	body, err := io.ReadAll(f)
	if err != nil {
		return nil, fmt.Errorf("list of agencies: %w", err)
	}
	var file struct {
		Results []Agency `json:"results"`
	}
	if err := upstream.Decode(body, &file); err != nil {
		return nil, fmt.Errorf("list of agencies: %w", err)
	}
	return file.Results, nil
}

// ofAgency is in answers about one agency.
type ofAgency struct {
	Code string `json:"toptier_code" asked:"/agency/{}/ /agency/{}/awards/ /agency/{}/budgetary_resources/"`
}

// AgencyOverview is what an agency says of itself.
type AgencyOverview struct {
	ofAgency
	Mission      string `json:"mission,omitempty"`
	Website      string `json:"website,omitempty"`
	SubtierCount *int   `json:"subtier_agency_count"`
}

// AgencyAwards are the awards that an agency made in a fiscal year.
type AgencyAwards struct {
	ofAgency
	LatestAction string           `json:"latest_action_date" contract:"nullable"`
	Transactions *int             `json:"transaction_count"`
	Obligated    *decimal.Decimal `json:"obligations"`
}

// SubAgency is a part of an agency with the awards that it made in a fiscal year.
type SubAgency struct {
	Name         string           `json:"name"`
	Abbreviation string           `json:"abbreviation,omitempty"`
	Obligated    *decimal.Decimal `json:"total_obligations"`
	Transactions *int             `json:"transaction_count"`
	NewAwards    *int             `json:"new_award_count"`
}

// BudgetYear is the money of an agency in a fiscal year, awards and everything else.
type BudgetYear struct {
	FiscalYear int              `json:"fiscal_year" contract:"key"`
	Resources  *decimal.Decimal `json:"agency_budgetary_resources"`
	Obligated  *decimal.Decimal `json:"agency_total_obligated"`
	Outlays    *decimal.Decimal `json:"agency_total_outlayed"`
	Government *decimal.Decimal `json:"total_budgetary_resources"` // of all agencies
}

// CategoryTotal is what an agency obligated to one kind of awards.
type CategoryTotal struct {
	Category string          `json:"category"`
	Amount   decimal.Decimal `json:"aggregated_amount"`
}

// AgencyOverview asks for an agency by its toptier code.
func (c *Client) AgencyOverview(ctx context.Context, code string, year int) (*AgencyOverview, error) {
	var answer AgencyOverview
	err := c.about(ctx, "/agency/{}/", code, year, &answer)
	return &answer, err
}

// AgencyAwards asks for the totals of the awards that an agency made in a fiscal year.
func (c *Client) AgencyAwards(ctx context.Context, code string, year int) (*AgencyAwards, error) {
	var answer AgencyAwards
	err := c.about(ctx, "/agency/{}/awards/", code, year, &answer)
	return &answer, err
}

// AgencyBudget lists the years of an agency's budget, newest first.
func (c *Client) AgencyBudget(ctx context.Context, code string) ([]BudgetYear, error) {
	var answer struct {
		ofAgency
		Years []BudgetYear `json:"agency_data_by_year"`
	}
	err := c.about(ctx, "/agency/{}/budgetary_resources/", code, 0, &answer)
	return answer.Years, err
}

// AgencyCategories lists what an agency obligated in a fiscal year by kind of awards, largest first.
func (c *Client) AgencyCategories(ctx context.Context, code string, year int) ([]CategoryTotal, error) {
	var answer struct {
		Results []CategoryTotal `json:"results"`
	}
	err := c.about(ctx, "/agency/{}/obligations_by_award_category/", code, year, &answer)
	return answer.Results, err
}

// SubAgencies lists the parts of an agency that made awards in a fiscal year, those with most money first, and how many
// there are.
func (c *Client) SubAgencies(ctx context.Context, code string, year, limit int) ([]SubAgency, int, error) {
	var answer subAgencyPage
	request := c.c.Get("/agency/{}/sub_agency/", code).
		Query("fiscal_year", strconv.Itoa(year)).
		Query("limit", strconv.Itoa(limit))
	_, err := request.JSON(ctx, &answer)
	return answer.Results, answer.Metadata.Total, err
}

// subAgencyPage is a page as the API writes it.
type subAgencyPage struct {
	Code     string      `json:"toptier_code,omitempty" asked:"/agency/{}/sub_agency/"`
	Year     int         `json:"fiscal_year,omitempty" asked:"fiscal_year"`
	Results  []SubAgency `json:"results" counted:"page_metadata.total"`
	Metadata total       `json:"page_metadata"`
}

// about asks for something of an agency; year 0 is not sent.
func (c *Client) about(ctx context.Context, path, code string, year int, into any) error {
	request := c.c.Get(path, code)
	if year != 0 {
		request = request.Query("fiscal_year", strconv.Itoa(year))
	}
	_, err := request.JSON(ctx, into)
	return err
}
