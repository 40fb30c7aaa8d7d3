// Package lda reads what lobbyists report to Congress under the Lobbying Disclosure Act: registrations, and reports on
// each period since 1999 (LDA.gov, the database of the Senate and the House).
package lda

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// KeyVariable is the setting of the key.
const KeyVariable = "LDA_API_KEY"

// Provider is the public API. It allows 15 requests a minute without a key and 120 with one. A burst and the rate of a
// minute together stay below that.
var Provider = upstream.Provider{
	Name:        "lda",
	Undated:     true,
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
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for filings of 2025.
func probe(ctx context.Context, u *upstream.Client) error {
	page, err := (&Client{u}).Filings(ctx, Query{
		ClientName: "lockheed",
		Year:       2025,
	})
	if err != nil {
		return err
	}
	return upstream.Has(page.Filings, err, "results", "one of 2025", func(f Filing) bool { return f.Year == 2025 })
}

// Query says which filings are wanted. At least one member besides Page has to be given.
type Query struct {
	ClientName     string // a part of the client's name, in any case
	RegistrantName string // a part of the name of who files
	Year           int    // of the period that is reported on; 0 for all
	Page           int    // from 1; 0 means 1
}

// Page is a page of filings, the newest first.
type Page struct {
	Total   int // filings on all pages
	Filings []Filing
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
	request.NoRecord(http.StatusNotFound, upstream.Says("invalid page"))
	if _, err := request.JSON(ctx, &body); err != nil {
		return nil, err
	}
	return &Page{
		Total:   body.Count,
		Filings: body.Results,
	}, nil
}

// listing is a page as the API writes it.
type listing struct {
	Count   int      `json:"count"`
	Results []Filing `json:"results" counted:"count"`
}
