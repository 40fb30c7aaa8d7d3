package usaspending

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/upstream"
)

// Level is how much of an organisation a recipient stands for. Its id ends in it.
type Level string

// The levels.
const (
	LevelParent Level = "P" // with all subsidiaries
	LevelChild  Level = "C" // itself alone; it names a parent, which may be itself
	LevelAlone  Level = "R" // it names no parent
)

// Words are the levels that there are.
func (Level) Words() []string {
	return []string{string(LevelParent), string(LevelChild), string(LevelAlone)}
}

// Recipient is an entry of the list of recipients. One organisation may be there several times: once for each level,
// and once for each name and identifier that it was reported with.
type Recipient struct {
	ID     string          `json:"id" contract:"key"`
	Name   string          `json:"name" contract:"nullable"`
	UEI    string          `json:"uei" contract:"nullable"`
	DUNS   string          `json:"duns" contract:"nullable"`
	Level  Level           `json:"recipient_level"`
	Amount decimal.Decimal `json:"amount"` // obligated in the last twelve months
}

// RecipientList is a page of recipients, those with the most money first.
type RecipientList struct {
	Recipients []Recipient
	Total      int
}

// recipientPage is a page as the API writes it.
type recipientPage struct {
	Results  []Recipient `json:"results" counted:"page_metadata.total"`
	Metadata total       `json:"page_metadata"`
}

// total counts a list.
type total struct {
	Total int `json:"total"`
}

// FindRecipients lists the recipients whose name holds text, or whose UEI or DUNS number does. Names there are in upper
// case, and punctuation counts. Collective names such as "MULTIPLE RECIPIENTS" are not in the list.
func (c *Client) FindRecipients(ctx context.Context, text string, limit int) (*RecipientList, error) {
	body := map[string]any{
		"keyword":    strings.ToUpper(upstream.Typed(text)),
		"award_type": "all",
		"sort":       "amount",
		"order":      "desc",
		"limit":      limit,
		"page":       1,
	}

	var page recipientPage
	request := c.search("/recipient/", body)
	if _, err := request.JSON(ctx, &page); err != nil {
		return nil, err
	}
	return &RecipientList{Recipients: page.Results, Total: page.Metadata.Total}, nil
}

// Profile is what is known about a recipient.
type Profile struct {
	ID             string           `json:"recipient_id" asked:"/recipient/{}/"`
	Level          Level            `json:"recipient_level"`
	Name           string           `json:"name" contract:"nullable"`
	AlternateNames []string         `json:"alternate_names" contract:"nullable"`
	UEI            string           `json:"uei" contract:"nullable"`
	DUNS           string           `json:"duns" contract:"nullable"`
	ParentID       string           `json:"parent_id" contract:"nullable"`
	ParentName     string           `json:"parent_name" contract:"nullable"`
	ParentUEI      string           `json:"parent_uei" contract:"nullable"`
	BusinessTypes  []string         `json:"business_types" contract:"nullable"`
	Location       Place            `json:"location" contract:"nullable"`
	Obligated      *decimal.Decimal `json:"total_transaction_amount"`
	Transactions   *int             `json:"total_transactions"`
	LoanValue      *decimal.Decimal `json:"total_face_value_loan_amount"`
	Loans          *int             `json:"total_face_value_loan_transactions"`
}

// RecipientProfile is the recipient with an id, with its totals of a fiscal year; year 0 stands for the last twelve
// months. Unknown ids are NotFound: the API says so with HTTP 400.
func (c *Client) RecipientProfile(ctx context.Context, id string, year int) (*Profile, error) {
	span := "latest"
	if year != 0 {
		span = strconv.Itoa(year)
	}

	request := c.c.Get("/recipient/{}/", id).
		Query("year", span).
		AcceptStatus(http.StatusBadRequest).
		Refusal(isProfile)
	return upstream.Read[Profile](ctx, request)
}

// isProfile reads what the API says in place of a profile: {"detail":"Recipient ID not found: '...'"}.
func isProfile(r *upstream.Response) error {
	if r.Status != http.StatusBadRequest {
		return nil
	}
	var body struct {
		Detail string `json:"detail"`
	}
	if err := r.JSON(&body); err != nil {
		return err
	}
	if strings.Contains(strings.ToLower(body.Detail), "not found") {
		return upstream.NotFound.Errorf("no such recipient")
	}
	return upstream.Invalid.Errorf("refused")
}
