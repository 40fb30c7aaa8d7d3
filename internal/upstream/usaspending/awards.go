package usaspending

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"time"

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
		f["recipient_search_text"] = []string{q.Recipient}
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
		f["keywords"] = []string{q.Keyword}
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
	GeneratedID    string           `json:"generated_internal_id"`
	AwardID        string           `json:"Award ID"` // PIID, FAIN or URI
	Recipient      string           `json:"Recipient Name"`
	UEI            string           `json:"Recipient UEI"`
	RecipientID    string           `json:"recipient_id"`
	Description    string           `json:"Description"`
	Agency         string           `json:"Awarding Agency"`
	SubAgency      string           `json:"Awarding Sub Agency"`
	FundingAgency  string           `json:"Funding Agency"`
	Amount         *decimal.Decimal `json:"Award Amount"` // obligated; null for loans
	LoanValue      *decimal.Decimal `json:"Loan Value"`   // face value
	SubsidyCost    *decimal.Decimal `json:"Subsidy Cost"` // what the loan is expected to cost the government
	Outlays        *decimal.Decimal `json:"Total Outlays"`
	ContractType   string           `json:"Contract Award Type"`
	AssistanceType string           `json:"Award Type"`
	NAICS          Code             `json:"NAICS"`
	PSC            Code             `json:"PSC"`
	Listing        *Listing         `json:"primary_assistance_listing"`
	StartDate      string           `json:"Start Date"`
	EndDate        string           `json:"End Date"`
	LastOrderDate  string           `json:"Last Date to Order"`
	SignedDate     string           `json:"Base Obligation Date"` // of the first transaction
}

// Listing is an assistance programme.
type Listing struct {
	Number string `json:"cfda_number"`
	Title  string `json:"cfda_program_title"`
}

// Code is a code of a classification with its meaning.
type Code struct {
	Code        string `json:"code"`
	Description string `json:"description"`
}

// UnmarshalJSON takes an object, or the code alone, which older answers have.
func (c *Code) UnmarshalJSON(text []byte) error {
	type plain Code
	if bytes.HasPrefix(text, []byte(`"`)) {
		return json.Unmarshal(text, &c.Code)
	}
	return json.Unmarshal(text, (*plain)(c))
}

// IsCollective says whether a recipient's name stands for several recipients or for persons who are not disclosed.
func IsCollective(name string) bool {
	return collective[strings.ToUpper(strings.TrimSpace(name))]
}

// AwardPage is a page of results.
type AwardPage struct {
	Awards    []AwardRow
	HasNext   bool
	FetchedAt time.Time
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

	var page struct {
		Results  *[]AwardRow `json:"results"`
		Metadata struct {
			HasNext bool `json:"hasNext"`
		} `json:"page_metadata"`
	}
	request := c.search("/search/spending_by_award/", body)
	resp, err := request.JSON(ctx, &page)
	if err != nil {
		return nil, err
	}
	return &AwardPage{
		Awards:    *page.Results,
		HasNext:   page.Metadata.HasNext,
		FetchedAt: resp.FetchedAt,
	}, nil
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
	return c.c.Post(path, segments...).
		JSONBody(body).
		Safe().
		AcceptStatus(http.StatusNotFound).
		Check(hasResults)
}

// hasResults refuses an answer without results: an empty one would be read as "there are no awards". A search that is
// itself not found is no empty search either.
func hasResults(r *upstream.Response) error {
	if r.Status == http.StatusNotFound {
		return upstream.BadResponse.Errorf("there is no such search any more")
	}
	var body struct {
		Results json.RawMessage `json:"results"`
	}
	if err := r.JSON(&body); err != nil {
		return err
	}
	if len(body.Results) == 0 || bytes.Equal(body.Results, []byte("null")) {
		return upstream.BadResponse.Errorf("an answer without results")
	}
	return nil
}

// Total is the money of one entry of a breakdown: an agency, an industry.
type Total struct {
	Name   string          `json:"name"`
	Code   string          `json:"code"`
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
		Results []Total `json:"results"`
	}
	request := c.search("/search/spending_by_category/{}/", body, string(by))
	if _, err := request.JSON(ctx, &answer); err != nil {
		return nil, err
	}
	return answer.Results, nil
}
