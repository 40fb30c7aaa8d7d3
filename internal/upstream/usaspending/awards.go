package usaspending

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/upstream"
)

// Group is a kind of awards. One search is about one group: the API refuses a mixture.
type Group string

// The groups.
const (
	Contracts      Group = "contracts"
	IDVs           Group = "idvs" // indefinite delivery vehicles: frameworks that orders are placed under
	Grants         Group = "grants"
	DirectPayments Group = "direct_payments"
	Loans          Group = "loans"
	Other          Group = "other" // insurance and other assistance
)

// LeastKeyword is the shortest keyword that the API searches for: it refuses shorter ones with 422 (text_min of
// keywords in its award filters).
const LeastKeyword = 3

// types are the award types of each group. Those with an F are the assistance types of the reporting standard of 2026;
// without them newer awards would be missing.
var types = map[Group][]string{
	Contracts:      {"A", "B", "C", "D"},
	IDVs:           {"IDV_A", "IDV_B", "IDV_B_A", "IDV_B_B", "IDV_B_C", "IDV_C", "IDV_D", "IDV_E"},
	Grants:         {"02", "03", "04", "05", "F001", "F002"},
	DirectPayments: {"06", "10", "F006", "F007"},
	Loans:          {"07", "08", "F003", "F004"},
	Other:          {"09", "11", "-1", "F005", "F008", "F009", "F010"},
}

// Types are the award types of the group, as the API names them.
func (g Group) Types() []string { return types[g] }

// AwardQuery is a search for awards. What is empty is not asked for.
type AwardQuery struct {
	Group     Group
	Recipient string // part of a name, or a UEI
	Agency    string // exact name of the awarding toptier agency
	NAICS     string // 2, 4 or 6 digits; it stands for all codes below it
	Keyword   string // at least 3 characters
	Period    *Period
	ByDate    bool // newest first instead of largest first
	Limit     int  // at most 100
	Page      int  // from 1
}

// filters are what searches and counts have in common.
func (q AwardQuery) filters() map[string]any {
	f := map[string]any{"award_type_codes": q.Group.Types()}
	if q.Recipient != "" {
		f["recipient_search_text"] = []string{upstream.Typed(q.Recipient)}
	}

	if q.Agency != "" {
		f["agencies"] = []map[string]string{{
			"type": "awarding",
			"tier": "toptier",
			"name": q.Agency,
		}}
	}

	if q.NAICS != "" {
		f["naics_codes"] = map[string][]string{"require": {q.NAICS}}
	}
	if q.Keyword != "" {
		f["keywords"] = []string{upstream.Typed(q.Keyword)}
	}

	if q.Period != nil {
		f["time_period"] = []Period{*q.Period}
	}
	return f
}

// fields are the columns that the group has; amount and date are those to sort by.
func (g Group) fields() (columns []string, amount, date string) {
	columns = []string{
		"Award ID", "Recipient Name", "Recipient UEI", "recipient_id", "Description",
		"Awarding Agency", "Awarding Sub Agency", "Funding Agency", "Base Obligation Date",
	}

	switch g {
	case Contracts:
		columns = append(columns, "Award Amount", "Total Outlays", "Contract Award Type", "NAICS", "PSC",
			"Start Date", "End Date")
	case IDVs:
		columns = append(columns, "Award Amount", "Total Outlays", "Contract Award Type", "NAICS", "PSC",
			"Start Date", "Last Date to Order")
	case Loans:
		// The date by this name is that of the latest action, so that it is only sorted by.
		columns = append(columns, "Loan Value", "Subsidy Cost", "Issued Date", "primary_assistance_listing")
		return columns, "Loan Value", "Issued Date"
	case Grants, DirectPayments, Other:
		columns = append(columns, "Award Amount", "Total Outlays", "Award Type", "Start Date", "End Date",
			"primary_assistance_listing")
	}

	return columns, "Award Amount", "Start Date"
}

// AwardRow is an award in a list of results. Amounts are in US dollars over the whole life of the award; a negative one
// says that more was taken back (deobligated) than was obligated.
type AwardRow struct {
	GeneratedID    string           `json:"generated_internal_id" contract:"key"`
	AwardID        string           `json:"Award ID" contract:"nullable"` // PIID, FAIN or URI
	Recipient      string           `json:"Recipient Name" contract:"nullable"`
	UEI            string           `json:"Recipient UEI" contract:"nullable"`
	RecipientID    string           `json:"recipient_id" contract:"nullable"`
	Description    string           `json:"Description" contract:"nullable"`
	Agency         string           `json:"Awarding Agency" contract:"nullable"`
	SubAgency      string           `json:"Awarding Sub Agency" contract:"nullable"`
	FundingAgency  string           `json:"Funding Agency" contract:"nullable"`
	SubsidyCost    *decimal.Decimal `json:"Subsidy Cost,omitempty"` // what the loan is expected to cost the government
	Outlays        *decimal.Decimal `json:"Total Outlays,omitempty"`
	ContractType   string           `json:"Contract Award Type,omitempty"`
	AssistanceType string           `json:"Award Type,omitempty"`
	NAICS          Code             `json:"NAICS,omitempty"`
	PSC            Code             `json:"PSC,omitempty"`
	Listing        *Listing         `json:"primary_assistance_listing,omitempty"`
	StartDate      string           `json:"Start Date,omitempty"`
	EndDate        string           `json:"End Date,omitempty"`
	LastOrderDate  string           `json:"Last Date to Order,omitempty"`
	SignedDate     string           `json:"Base Obligation Date" contract:"nullable"` // of the first transaction

	Amount    *decimal.Decimal `json:"-"` // obligated; nil for loans
	LoanValue *decimal.Decimal `json:"-"` // face value
}

// obligated is a row of every group but the loans.
type obligated struct {
	AwardRow
	Value *decimal.Decimal `json:"Award Amount"`
}

func (r obligated) row() AwardRow {
	r.Amount = r.Value
	return r.AwardRow
}

// lent is a row of the loans.
type lent struct {
	AwardRow
	Value *decimal.Decimal `json:"Loan Value"`
}

func (r lent) row() AwardRow {
	r.LoanValue = r.Value
	return r.AwardRow
}

// awardPage is a page as the API writes it.
type awardPage[Row interface{ row() AwardRow }] struct {
	Results  []Row `json:"results"`
	Metadata struct {
		HasNext bool `json:"hasNext"`
	} `json:"page_metadata"`
}

func (p *awardPage[Row]) page() *AwardPage {
	page := &AwardPage{HasNext: p.Metadata.HasNext}
	for _, r := range p.Results {
		page.Awards = append(page.Awards, r.row())
	}
	return page
}

// Listing is an assistance programme.
type Listing struct {
	Number string `json:"cfda_number,omitempty"`
	Title  string `json:"cfda_program_title,omitempty"`
}

// Code is a code of a classification with its meaning.
type Code struct {
	Code        string `json:"code" contract:"nullable"`
	Description string `json:"description" contract:"nullable"`
}

// UnmarshalJSON accepts an object with both, or only the code, as in older answers.
func (c *Code) UnmarshalJSON(text []byte) error {
	type plain Code
	switch {
	case bytes.HasPrefix(text, []byte(`"`)):
		return json.Unmarshal(text, &c.Code)
	case bytes.Equal(text, []byte("null")):
		return nil
	}
	return upstream.Decode(text, (*plain)(c))
}

// IsCollective says whether a recipient's name stands for several recipients or for persons who are not disclosed.
func IsCollective(name string) bool {
	return collective[strings.ToUpper(strings.TrimSpace(name))]
}

// AwardPage is a page of results.
type AwardPage struct {
	Awards  []AwardRow
	HasNext bool
}

// Awards searches for awards.
func (c *Client) Awards(ctx context.Context, q AwardQuery) (*AwardPage, error) {
	columns, amount, date := q.Group.fields()
	sort := amount
	if q.ByDate {
		sort = date
	}
	body := map[string]any{
		"filters": q.filters(),
		"fields":  columns,
		"sort":    sort,
		"order":   "desc",
		"limit":   q.Limit,
		"page":    q.Page,
	}

	request := c.search("/search/spending_by_award/", body)
	if q.Group == Loans {
		return awards(ctx, request, &awardPage[lent]{})
	}
	return awards(ctx, request, &awardPage[obligated]{})
}

func awards(ctx context.Context, request *upstream.Request, into interface{ page() *AwardPage }) (*AwardPage, error) {
	if _, err := request.JSON(ctx, into); err != nil {
		return nil, err
	}
	return into.page(), nil
}

// CountAwards is how many awards of the query's group there are.
func (c *Client) CountAwards(ctx context.Context, q AwardQuery) (int, error) {
	var answer struct {
		Results map[Group]int `json:"results"`
	}
	body := map[string]any{"filters": q.filters()}
	request := c.search("/search/spending_by_award_count/", body)
	if _, err := request.JSON(ctx, &answer); err != nil {
		return 0, err
	}

	total, ok := answer.Results[q.Group]
	if !ok || total < 0 {
		return 0, upstream.BadResponse.Errorf("usaspending: no count of the group that was asked for")
	}
	return total, nil
}

// search is a search with a body, which is a read although it is a POST.
func (c *Client) search(path string, body any, segments ...string) *upstream.Request {
	return c.c.Post(path, segments...).JSONBody(body).Safe()
}

// Total is the money of one entry of a breakdown: an agency, an industry.
type Total struct {
	Name   string          `json:"name" contract:"nullable"` // null for money that could not be assigned
	Code   string          `json:"code,omitempty"`
	Amount decimal.Decimal `json:"amount"`
}

// Category is what money is broken down by.
type Category string

// The categories.
const (
	ByAwardingAgency Category = "awarding_agency"
	ByNAICS          Category = "naics"
)

// RecipientTotals is what was obligated to a recipient in a period, broken down, largest first. Loans count with their
// subsidy cost. The id's level says whether subsidiaries are in it; see [Recipient].
func (c *Client) RecipientTotals(
	ctx context.Context, recipientID string, by Category, period Period, limit int,
) ([]Total, error) {
	body := map[string]any{
		"filters": map[string]any{
			"recipient_id": recipientID,
			"time_period":  []Period{period},
		},
		"limit": limit,
		"page":  1,
	}

	var answer struct {
		By      Category `json:"category,omitempty" asked:"/search/spending_by_category/{}/"`
		Results []Total  `json:"results"`
	}
	request := c.search("/search/spending_by_category/{}/", body, string(by))
	if _, err := request.JSON(ctx, &answer); err != nil {
		return nil, err
	}
	return answer.Results, nil
}
