package openfec

import (
	"cmp"
	"context"
	"encoding/json"
	"strconv"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/upstream"
)

// Receipt is a line of Schedule A: money that a committee took in. The server writes all members of a line, with null
// for what the filing does not state. Those that a sum rests on are asked for; the others only describe.
type Receipt struct {
	SubID              ID               `json:"sub_id" contract:"key"`               // the line's id in the database
	OriginalSubID      ID               `json:"original_sub_id" contract:"nullable"` // of the line that this one replaces
	TransactionID      string           `json:"transaction_id" contract:"nullable"`  // unique within a committee's filings
	FileNumber         *int64           `json:"file_number" contract:"signed"`       // of the filing; an amendment has a higher one
	ReportYear         *decimal.Decimal `json:"report_year"`
	ReportType         string           `json:"report_type,omitempty"`
	LineNumber         string           `json:"line_number,omitempty"`
	CommitteeID        string           `json:"committee_id" asked:"committee_id"`
	Committee          *ReceiptOf       `json:"committee,omitempty"`
	CommitteeName      string           `json:"committee_name,omitempty"`
	Contributor        string           `json:"contributor_name" contract:"nullable"`
	ContributorID      string           `json:"contributor_id,omitempty"` // of a committee that gave
	Entity             string           `json:"entity_type,omitempty"`    // IND, ORG, COM, PAC, PTY, CCM, CAN
	IsIndividual       *bool            `json:"is_individual,omitempty"`
	Employer           string           `json:"contributor_employer" contract:"nullable"`
	Occupation         string           `json:"contributor_occupation,omitempty"`
	City               string           `json:"contributor_city,omitempty"`
	State              string           `json:"contributor_state" contract:"nullable"`
	Amount             *decimal.Decimal `json:"contribution_receipt_amount"`
	Date               string           `json:"contribution_receipt_date" contract:"nullable past"`
	ReceiptType        string           `json:"receipt_type_full" contract:"nullable"`   // EARMARK
	ReceiptCode        string           `json:"receipt_type,omitempty"`                  // 18G: a transfer
	MemoCode           string           `json:"memo_code" contract:"nullable"`           // X: the amount is in no total
	MemoedSubtotal     *bool            `json:"memoed_subtotal,omitempty"`               // whether the code is X
	MemoText           string           `json:"memo_text" contract:"nullable"`           // what an earmarked gift is for
	AmendmentIndicator string           `json:"amendment_indicator" contract:"nullable"` // N, A, C, T
	PDF                string           `json:"pdf_url,omitempty"`
}

// ID is a number of the database, which answers write as a text or as a number.
type ID string

// UnmarshalJSON accepts both forms, and null as "" if a member may be null.
func (id *ID) UnmarshalJSON(text []byte) error {
	var number json.Number
	if err := json.Unmarshal(text, &number); err != nil {
		return err
	}
	*id = ID(number)
	return nil
}

// ReceiptOf is the committee that took the money in.
type ReceiptOf struct {
	Name            string `json:"name"`
	Type            string `json:"committee_type,omitempty"`
	TypeDescription string `json:"committee_type_full,omitempty"`
	Party           string `json:"party,omitempty"`
}

// IsMemo says that the line explains another one: its amount is in no total.
func (r *Receipt) IsMemo() bool { return r.MemoCode == "X" }

// IsTransfer says that the line is money moved between committees of one campaign or party: line 12 of their reports.
func (r *Receipt) IsTransfer() bool { return r.LineNumber == "12" || r.ReceiptCode == "18G" }

// lacks is the member without which the line says nothing, or something else than the server means, "" if there is
// none.
func (r *Receipt) lacks(q ReceiptQuery) string {
	switch {
	case r.MemoedSubtotal != nil && *r.MemoedSubtotal != r.IsMemo():
		return "memo_code"
	case q.Employer != "" && r.Employer == "":
		return "contributor_employer"
	case q.Contributor != "" && r.Contributor == "":
		return "contributor_name"
	}
	return ""
}

// ReceiptQuery is a search for receipts. Period is always sent; the others only if not empty.
type ReceiptQuery struct {
	Contributor string // words of the name, each of which may be a beginning
	Employer    string // the same for the employer
	Committees  []string
	Period      int
	MinAmount   string // a decimal number
	Limit       int    // at most 100
	After       *Place
}

// Place is where a page ended, and where the next one continues.
type Place struct {
	Index string // of the last row
	Date  string // of the last row, YYYY-MM-DD; empty when it has none
}

// beyond stands for "no date" in the order of the pages: the server puts rows without one before all others by giving
// them the last day of its calendar. It documents another way, a flag, which skips rows in descending order.
const beyond = "9999-12-31"

// ReceiptPage is a page of receipts, the newest first.
type ReceiptPage struct {
	Receipts []Receipt
	Total    *int   // nil when the server does not say
	Exact    *bool  // false: the total is estimated; nil when the server does not say
	Next     *Place // nil at the end
}

// Receipts is a page of itemized receipts.
func (c *Client) Receipts(ctx context.Context, q ReceiptQuery) (*ReceiptPage, error) {
	request := c.list("/schedules/schedule_a/").
		Query("two_year_transaction_period", strconv.Itoa(q.Period)).
		Query("per_page", strconv.Itoa(q.Limit)).
		Query("sort", "-contribution_receipt_date")
	if q.Contributor != "" {
		request.Query("contributor_name", q.Contributor)
	}
	if q.Employer != "" {
		request.Query("contributor_employer", q.Employer)
	}
	for _, id := range q.Committees {
		request.Query("committee_id", id)
	}
	if q.MinAmount != "" {
		request.Query("min_amount", q.MinAmount)
	}
	if q.After != nil {
		date := cmp.Or(q.After.Date, beyond)
		request.Query("last_index", q.After.Index).Query("last_contribution_receipt_date", date)
	}

	var page struct {
		Results    []Receipt `json:"results" counted:"pagination.count"`
		Pagination struct {
			pagination
			Exact *bool `json:"is_count_exact,omitempty"`
			Last  *struct {
				Index ID     `json:"last_index" contract:"nullable"`
				Date  string `json:"last_contribution_receipt_date,omitempty"` // absent when the last row has none
			} `json:"last_indexes,omitempty"` // null or absent at the end
		} `json:"pagination"`
	}
	if _, err := request.JSON(ctx, &page); err != nil {
		return nil, err
	}

	for i := range page.Results {
		if member := page.Results[i].lacks(q); member != "" {
			return nil, &upstream.Error{
				Kind:     upstream.BadResponse,
				Provider: Provider.Name,
				Cause:    upstream.Lacks("results[]." + member),
			}
		}
	}

	p := page.Pagination
	out := &ReceiptPage{
		Receipts: page.Results,
		Total:    p.Count,
		Exact:    p.Exact,
	}
	switch {
	case len(page.Results) < q.Limit:
		if p.Count != nil && *p.Count > 0 && len(page.Results) == 0 && q.After == nil {
			return nil, upstream.BadResponse.Errorf("openfec: none of %d receipts", *p.Count)
		}
	case p.Last != nil && p.Last.Index != "":
		out.Next = &Place{
			Index: string(p.Last.Index),
			Date:  firstTen(p.Last.Date),
		}
	case p.Count != nil && *p.Count > q.Limit && q.After == nil:
		return nil, &upstream.Error{
			Kind:     upstream.BadResponse,
			Provider: Provider.Name,
			Cause:    upstream.Lacks("pagination.last_indexes"),
		}
	}
	return out, nil
}

// firstTen is the day of a date or a moment.
func firstTen(text string) string { return text[:min(len(text), len("2006-01-02"))] }
