// Package eia reads series of the U.S. Energy Information Administration (API version 2).
package eia

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the API, which asks for a key.
var Provider = upstream.Provider{
	Name:        "eia",
	Undeclared:  true,
	BaseURL:     "https://api.eia.gov/v2",
	Docs:        "https://www.eia.gov/opendata/documentation.php",
	Attribution: "U.S. Energy Information Administration",
	Terms:       "https://www.eia.gov/about/copyrights_reuse.php (public domain, name the source)",
	Checked:     "recorded 2026-07, one row of each of four tables",
	Keys: []upstream.Key{{
		Env:      "EIA_API_KEY",
		Required: true,
		Header:   "X-Api-Key",
		Gives:    "the /energy routes; free at eia.gov/opendata",
	}},
	RatePerMinute: 120,
	Burst:         5,
	TTL:           time.Hour,
	StaleFor:      24 * time.Hour,
}

// maxRows is the largest page that the API gives.
const maxRows = 5000

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client {
	c := &Client{pool.Client(Provider)}
	c.c.Probe(c.probe)
	return c
}

// Query is what to ask a table for.
type Query struct {
	Route     string // "petroleum/pri/gnd"
	Frequency string // hourly, daily, weekly, monthly
	Columns   []string
	Facets    []Facet
	Start     string // first period, in the form of the frequency; "" for no limit
	Rows      int    // newest first
	TTL       time.Duration
}

// Facet narrows a table down to rows with one of the values.
type Facet struct {
	Name   string
	Values []string
}

// Row is a row of a table: its columns by name. Numbers come as strings and as numbers.
type Row map[string]json.RawMessage

// Text is a column as text, "" when it is null or not there.
func (r Row) Text(column string) string {
	var text string
	if json.Unmarshal(r[column], &text) != nil {
		raw := string(r[column])
		if raw == "null" {
			return ""
		}
		return raw
	}
	return strings.TrimSpace(text)
}

// Number is a column as a number, nil when it is null, not there or none.
func (r Row) Number(column string) *decimal.Decimal {
	d, err := decimal.NewFromString(r.Text(column))
	if err != nil || d.Exponent() > 12 || d.Exponent() < -18 {
		return nil
	}
	return &d
}

// Rows gives the newest rows of a table, newest first. A table without such rows is [upstream.NotFound].
//
// The answer also echoes the request with the key in it, which is dropped here.
func (c *Client) Rows(ctx context.Context, q Query) ([]Row, error) {
	request := c.c.Get("/"+q.Route+"/data/").Query("frequency", q.Frequency)
	for i, column := range q.Columns {
		request = request.Query("data["+strconv.Itoa(i)+"]", column)
	}
	for _, facet := range q.Facets {
		for _, value := range facet.Values {
			request = request.Query("facets["+facet.Name+"][]", value)
		}
	}
	if q.Start != "" {
		request = request.Query("start", q.Start)
	}
	request = request.
		Query("sort[0][column]", "period").
		Query("sort[0][direction]", "desc").
		Query("offset", "0").
		Query("length", strconv.Itoa(min(q.Rows, maxRows)))
	if q.TTL > 0 {
		request = request.TTL(q.TTL)
	}

	resp, err := request.AcceptStatus(http.StatusForbidden, http.StatusBadRequest).
		Check(func(resp *upstream.Response) error {
			_, err := read(resp)
			return err
		}).
		Do(ctx)
	if err != nil {
		return nil, err
	}
	return read(resp)
}

// read takes the rows out of an answer. The gateway's refusals have an object for an error, those of the API a text.
func read(resp *upstream.Response) ([]Row, error) {
	var answer struct {
		Response struct {
			Data []Row `json:"data"`
		} `json:"response"`
		Error json.RawMessage `json:"error"`
	}
	if err := resp.JSON(&answer); err != nil {
		return nil, err
	}

	var refusal struct {
		Code string `json:"code"`
	}
	switch {
	case json.Unmarshal(answer.Error, &refusal) == nil && refusal.Code == "OVER_RATE_LIMIT":
		return nil, upstream.RateLimited.Errorf("the key's requests of this hour are used up")
	case resp.Status == http.StatusForbidden:
		return nil, upstream.Unauthorized.Errorf("the key is refused")
	case resp.Status != http.StatusOK || len(answer.Error) > 0:
		// Nothing that a caller writes reaches a query unchecked, so that a refused one is no fault of theirs.
		return nil, upstream.BadResponse.Errorf("a query that the API refuses")
	case answer.Response.Data == nil:
		return nil, upstream.BadResponse.Errorf("an answer without data")
	case len(answer.Response.Data) == 0:
		return nil, upstream.NotFound.Errorf("no rows")
	}
	for i, row := range answer.Response.Data {
		if row.Text("period") == "" {
			return nil, upstream.BadResponse.Errorf("row %d has no period", i+1)
		}
	}
	return answer.Response.Data, nil
}
