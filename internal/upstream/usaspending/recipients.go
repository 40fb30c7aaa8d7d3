package usaspending

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/upstream"
)

// The levels of a recipient, which its id ends in.
const (
	LevelParent = "P" // with all subsidiaries
	LevelChild  = "C" // itself alone; it names a parent, which may be itself
	LevelAlone  = "R" // it names no parent
)

// Recipient is an entry of the list of recipients. One organisation may be there several times: once for each level,
// and once for each name and identifier that it was reported with.
type Recipient struct {
	ID     string          `json:"id"`
	Name   string          `json:"name"`
	UEI    string          `json:"uei"`
	DUNS   string          `json:"duns"`
	Level  string          `json:"recipient_level"`
	Amount decimal.Decimal `json:"amount"` // obligated in the last twelve months
}

// RecipientList is a page of recipients, those with the most money first.
type RecipientList struct {
	Recipients []Recipient
	Total      int
}

// FindRecipients lists the recipients whose name holds text, or whose UEI or DUNS number does. Names there are in upper
// case, and punctuation counts. Collective names such as "MULTIPLE RECIPIENTS" are not in the list.
func (c *Client) FindRecipients(ctx context.Context, text string, limit int) (*RecipientList, error) {
	body := map[string]any{
		"keyword":    strings.ToUpper(text),
		"award_type": "all",
		"sort":       "amount",
		"order":      "desc",
		"limit":      limit,
		"page":       1,
	}

	var page struct {
		Results  []Recipient `json:"results"`
		Metadata struct {
			Total int `json:"total"`
		} `json:"page_metadata"`
	}
	request := c.search("/recipient/", body)
	if _, err := request.JSON(ctx, &page); err != nil {
		return nil, err
	}
	for _, r := range page.Results {
		if r.ID == "" {
			return nil, upstream.BadResponse.Errorf("usaspending: a recipient without an id")
		}
	}
	return &RecipientList{Recipients: page.Results, Total: page.Metadata.Total}, nil
}

// Profile is what is known of a recipient.
type Profile struct {
	ID             string           `json:"recipient_id"`
	Level          string           `json:"recipient_level"`
	Name           string           `json:"name"`
	AlternateNames []string         `json:"alternate_names"`
	UEI            string           `json:"uei"`
	DUNS           string           `json:"duns"`
	ParentID       string           `json:"parent_id"`
	ParentName     string           `json:"parent_name"`
	ParentUEI      string           `json:"parent_uei"`
	BusinessTypes  []string         `json:"business_types"`
	Location       Place            `json:"location"`
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

	var profile Profile
	request := c.c.Get("/recipient/{}/", id).
		Query("year", span).
		AcceptStatus(http.StatusBadRequest).
		Check(isProfile)
	if _, err := request.JSON(ctx, &profile); err != nil {
		return nil, err
	}
	return &profile, nil
}

func isProfile(r *upstream.Response) error {
	var body struct {
		ID     string `json:"recipient_id"`
		Detail string `json:"detail"`
	}
	if err := r.JSON(&body); err != nil {
		return err
	}
	switch {
	case r.Status == http.StatusBadRequest && strings.Contains(strings.ToLower(body.Detail), "not found"):
		return upstream.NotFound.Errorf("no such recipient")
	case r.Status == http.StatusBadRequest:
		return upstream.Invalid.Errorf("refused")
	case body.ID == "":
		return upstream.BadResponse.Errorf("a profile without an id")
	}
	return nil
}
