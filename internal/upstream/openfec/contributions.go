package openfec

import (
	"context"
	"encoding/json"
	"strconv"
	"time"

	"github.com/shopspring/decimal"
)

// Receipt is a line of Schedule A: money that a committee took in.
type Receipt struct {
	SubID              ID               `json:"sub_id"` // the line's id in the database
	OriginalSubID      ID               `json:"original_sub_id"`
	TransactionID      string           `json:"transaction_id"` // unique within a committee's filings
	FileNumber         *int64           `json:"file_number"`    // of the filing; an amendment has a higher one
	ReportYear         *decimal.Decimal `json:"report_year"`
	ReportType         string           `json:"report_type"`
	LineNumber         string           `json:"line_number"`
	CommitteeID        string           `json:"committee_id"`
	Committee          *ReceiptOf       `json:"committee"`
	CommitteeName      string           `json:"committee_name"`
	Contributor        string           `json:"contributor_name"`
	Entity             string           `json:"entity_type"` // IND, ORG, COM, PAC, PTY, CCM, CAN
	IsIndividual       *bool            `json:"is_individual"`
	Employer           string           `json:"contributor_employer"`
	Occupation         string           `json:"contributor_occupation"`
	City               string           `json:"contributor_city"`
	State              string           `json:"contributor_state"`
	Amount             *decimal.Decimal `json:"contribution_receipt_amount"`
	Date               string           `json:"contribution_receipt_date"`
	ReceiptType        string           `json:"receipt_type_full"`
	MemoCode           string           `json:"memo_code"` // X: the amount is in no total
	MemoText           string           `json:"memo_text"`
	AmendmentIndicator string           `json:"amendment_indicator"` // N, A, C, T
	PDF                string           `json:"pdf_url"`
}

// ID is a number of the database, which answers write as a text or as a number.
type ID string

// UnmarshalJSON takes both forms, and null as "".
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
	Type            string `json:"committee_type"`
	TypeDescription string `json:"committee_type_full"`
	Party           string `json:"party"`
}

// IsMemo says that the line explains another one: its amount is in no total.
func (r *Receipt) IsMemo() bool { return r.MemoCode == "X" }

// ReceiptQuery is a search for receipts. Period is always asked for; of the others what is not empty.
type ReceiptQuery struct {
	Contributor string // words of the name, each of which may be a beginning
	Employer    string // the same for the employer
	Committees  []string
	Period      int
	MinAmount   string // a decimal number
	Limit       int    // at most 100
	After       *Place
}

// Place is where a page ended, from which the next one goes on.
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
	Total    *int // known, or estimated when Exact is false; nil when the server does not say
	Exact    bool
	Next     *Place // nil at the end

	FetchedAt time.Time
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
		date := q.After.Date
		if date == "" {
			date = beyond
		}
		request.Query("last_index", q.After.Index).Query("last_contribution_receipt_date", date)
	}

	var page struct {
		Results    []Receipt `json:"results"`
		Pagination *struct {
			Count *int  `json:"count"`
			Exact *bool `json:"is_count_exact"`
			Last  *struct {
				Index ID     `json:"last_index"`
				Date  string `json:"last_contribution_receipt_date"`
			} `json:"last_indexes"`
		} `json:"pagination"`
	}
	resp, err := request.Check(hasPage).JSON(ctx, &page)
	if err != nil {
		return nil, err
	}

	out := &ReceiptPage{
		Receipts:  page.Results,
		FetchedAt: resp.FetchedAt,
	}
	if p := page.Pagination; p != nil {
		out.Total = p.Count
		out.Exact = p.Exact != nil && *p.Exact
		if p.Last != nil && p.Last.Index != "" && len(page.Results) >= q.Limit {
			out.Next = &Place{
				Index: string(p.Last.Index),
				Date:  firstTen(p.Last.Date),
			}
		}
	}
	return out, nil
}

// firstTen is the day of a date or a moment.
func firstTen(text string) string { return text[:min(len(text), len("2006-01-02"))] }
