// Package lda reads what lobbyists report to Congress under the Lobbying Disclosure Act: registrations, and reports on
// each period since 1999 (LDA.gov, the database of the Senate and the House).
package lda

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// KeyVariable is the setting of the key.
const KeyVariable = "LDA_API_KEY"

// Provider is the public API. It allows 15 requests a minute without a key and 120 with one. A burst and the rate of a
// minute together stay below that.
var Provider = upstream.Provider{
	Name:        "lda",
	Undeclared:  true,
	BaseURL:     "https://lda.gov/api/v1",
	Docs:        "https://lda.gov/api/redoc/v1/",
	Attribution: "Lobbying Disclosure Act database, LDA.gov",
	Terms:       "https://lda.gov/api/tos/ (name the source and the date of access)",
	Checked:     "recorded 2026-09",
	Keys: []upstream.Key{{
		Env:           KeyVariable,
		Header:        "Authorization",
		Scheme:        "Token",
		RatePerMinute: 110,
		Gives:         "120 requests a minute instead of 15",
	}},
	RatePerMinute: 7,
	Burst:         8,
	TTL:           6 * time.Hour,
	StaleFor:      24 * time.Hour,
	Timeout:       20 * time.Second,
	Retries:       1,
}

// PageSize is how many filings a page has: the most that the API gives.
const PageSize = 25

// Disclaimer is what the database's terms ask to be said beside anything that is worked out from it.
const Disclaimer = "The Senate Office of Public Records cannot vouch for the data or for analyses derived from it " +
	"after it was retrieved from LDA.gov."

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.Client(Provider)} }

// Query says which filings are wanted. At least one member besides Page has to be given.
type Query struct {
	ClientName     string // a part of the client's name, in any case
	RegistrantName string // a part of the name of who files
	Year           int    // of the period that is reported on; 0 for all
	Page           int    // from 1; 0 means 1
}

// Page is a page of filings, the newest first.
type Page struct {
	Total     int  // filings on all pages
	More      bool // there is a page after this one
	Filings   []Filing
	FetchedAt time.Time
}

// Pages is how many pages the whole list has.
func (p *Page) Pages() int { return (p.Total + PageSize - 1) / PageSize }

// Filings is one page of what was filed. A page after the last one is NotFound.
func (c *Client) Filings(ctx context.Context, q Query) (*Page, error) {
	request := c.c.Get("/filings/").
		Query("page_size", strconv.Itoa(PageSize)).
		Query("page", strconv.Itoa(max(1, q.Page))).
		Query("ordering", "-dt_posted")
	if q.ClientName != "" {
		request.Query("client_name", q.ClientName)
	}
	if q.RegistrantName != "" {
		request.Query("registrant_name", q.RegistrantName)
	}
	if q.Year != 0 {
		request.Query("filing_year", strconv.Itoa(q.Year))
	}

	var body listing
	resp, err := request.AcceptStatus(http.StatusNotFound).Check(func(r *upstream.Response) error {
		return checkListing(r, q.Year)
	}).JSON(ctx, &body)
	if err != nil {
		return nil, err
	}
	return &Page{
		Total:     *body.Count,
		More:      body.Next != nil,
		Filings:   body.Results,
		FetchedAt: resp.FetchedAt,
	}, nil
}

// listing is a page as the API writes it.
type listing struct {
	Detail  string   `json:"detail"` // of a refusal
	Count   *int     `json:"count"`
	Next    *string  `json:"next"`
	Results []Filing `json:"results"`
}

// checkListing refuses what is not the page that was asked for. Filings of another year would mean that the filter was
// not understood: the totals made from them would be wrong without a sign.
func checkListing(r *upstream.Response, year int) error {
	var body listing
	if err := r.JSON(&body); err != nil {
		return err
	}
	if r.Status == http.StatusNotFound {
		if strings.Contains(strings.ToLower(body.Detail), "invalid page") {
			return upstream.NotFound.Errorf("no such page")
		}
		return upstream.BadResponse.Errorf("the list of filings is not there")
	}

	if body.Count == nil || *body.Count < 0 || body.Results == nil {
		return upstream.BadResponse.Errorf("not a page of filings")
	}
	for _, f := range body.Results {
		switch {
		case f.UUID == "" || f.Type == "" || f.Registrant.Name == "" || f.Client.Name == "":
			return upstream.BadResponse.Errorf("a filing without an id, a type or its parties")
		case year != 0 && f.Year != year:
			return upstream.BadResponse.Errorf("a filing of another year than was asked for")
		}
	}
	return nil
}
