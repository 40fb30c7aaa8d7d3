package openfec

import (
	"context"
	"strconv"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/upstream"
)

// Committee is a political committee. What it did not state is null.
type Committee struct {
	ID                     string   `json:"committee_id" contract:"key" asked:"/committee/{}/"`
	Name                   string   `json:"name"`
	Type                   string   `json:"committee_type,omitempty"`
	TypeDescription        string   `json:"committee_type_full,omitempty"`
	Designation            string   `json:"designation,omitempty"`
	DesignationDescription string   `json:"designation_full,omitempty"`
	Organization           string   `json:"organization_type_full,omitempty"`
	Affiliated             string   `json:"affiliated_committee_name,omitempty"`
	Party                  string   `json:"party,omitempty"`
	PartyName              string   `json:"party_full,omitempty"`
	State                  string   `json:"state,omitempty"`
	Treasurer              string   `json:"treasurer_name,omitempty"`
	FilingFrequency        string   `json:"filing_frequency,omitempty"` // T: terminated, A: administratively terminated
	Cycles                 []int    `json:"cycles"`
	CandidateIDs           []string `json:"candidate_ids,omitempty"`
	FirstFiled             string   `json:"first_file_date,omitempty" contract:"past"`
	LastFiled              string   `json:"last_file_date,omitempty" contract:"past"`
}

// CommitteePage is a list of committees.
type CommitteePage struct {
	Committees []Committee
	Total      *int
}

// committeePage is a page as the server writes it.
type committeePage struct {
	Results    []Committee `json:"results" counted:"pagination.count"`
	Pagination pagination  `json:"pagination"`
}

// FindCommittees lists committees whose name, or whose earlier one, holds the words or begins of them, those that took
// in most first.
func (c *Client) FindCommittees(ctx context.Context, words string, limit int) (*CommitteePage, error) {
	return c.committees(ctx, c.list("/committees/").
		Query("q", words).
		Query("per_page", strconv.Itoa(limit)).
		Query("sort", "-receipts"))
}

// CommitteesOf are the committees that a candidate authorised and that were active in a two-year period.
func (c *Client) CommitteesOf(ctx context.Context, candidateID string, period int) (*CommitteePage, error) {
	return c.committees(ctx, c.get("/candidate/{}/committees/", candidateID).
		Query("designation", "P").
		Query("designation", "A").
		Query("cycle", strconv.Itoa(period)).
		Query("per_page", "100"))
}

// Committee is the committee with an id, NotFound when there is none.
func (c *Client) Committee(ctx context.Context, id string) (*Committee, error) {
	page, err := c.committees(ctx, c.get("/committee/{}/", id))
	if err != nil {
		return nil, err
	}
	for i := range page.Committees {
		if page.Committees[i].ID == id {
			return &page.Committees[i], nil
		}
	}
	return nil, upstream.NotFound.Errorf("openfec: no such committee")
}

func (c *Client) committees(ctx context.Context, request *upstream.Request) (*CommitteePage, error) {
	var page committeePage
	if _, err := request.JSON(ctx, &page); err != nil {
		return nil, err
	}
	return &CommitteePage{
		Committees: page.Results,
		Total:      page.Pagination.Count,
	}, nil
}

// Totals is the money of a committee in a two-year period, as it reported it. Which items there are beside receipts and
// disbursements depends on the type of committee.
type Totals struct {
	CommitteeID         string           `json:"committee_id,omitempty" asked:"/committee/{}/totals/"`
	Period              int              `json:"cycle"`
	CoverageStart       string           `json:"coverage_start_date,omitempty"`
	CoverageEnd         string           `json:"coverage_end_date,omitempty"`
	Receipts            *decimal.Decimal `json:"receipts"`
	Disbursements       *decimal.Decimal `json:"disbursements"`
	Individuals         *decimal.Decimal `json:"individual_contributions,omitempty"`
	CommitteesGave      *decimal.Decimal `json:"other_political_committee_contributions,omitempty"`
	ContributionRefunds *decimal.Decimal `json:"contribution_refunds,omitempty"`
	Cash                *decimal.Decimal `json:"last_cash_on_hand_end_period,omitempty"`
	Debts               *decimal.Decimal `json:"last_debts_owed_by_committee,omitempty"`
	LastReport          string           `json:"last_report_type_full,omitempty"`
}

// totalsPage is a page as the API writes it.
type totalsPage struct {
	Results    []Totals   `json:"results" counted:"pagination.count"`
	Pagination pagination `json:"pagination,omitempty"`
}

// CommitteeTotals lists the periods of a committee, the newest first.
func (c *Client) CommitteeTotals(ctx context.Context, id string) ([]Totals, error) {
	var page totalsPage
	request := c.get("/committee/{}/totals/", id).Query("per_page", "100").Query("sort", "-cycle")
	if _, err := request.JSON(ctx, &page); err != nil {
		return nil, err
	}
	return page.Results, nil
}
