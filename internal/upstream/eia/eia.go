// Package eia reads series of the U.S. Energy Information Administration (API version 2).
package eia

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Provider is the API, which requires a key.
var Provider = upstream.Provider{
	Name:        "eia",
	BaseURL:     "https://api.eia.gov/v2",
	Docs:        "https://www.eia.gov/opendata/documentation.php",
	Attribution: "U.S. Energy Information Administration",
	Terms:       "https://www.eia.gov/about/copyrights_reuse.php (public domain, name the source)",
	Checked:     "recorded 2026-07, one row of each of four tables",
	Keys: []upstream.Key{{
		Env:      "EIA_API_KEY",
		Required: true,
		Query:    "api_key",
		Gives:    "the /energy routes; free at eia.gov/opendata",
	}},
	RatePerMinute: 120,
	Burst:         5,
	TTL:           time.Hour,
	StaleFor:      24 * time.Hour,
}

// maxRows is the largest page of the API.
const maxRows = 5000

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for what electricity cost in Alaska in January 2001.
func probe(ctx context.Context, u *upstream.Client) error {
	c := &Client{u}
	rows, err := Rows[Sale](ctx, c, Query{
		Route:     "electricity/retail-sales",
		Frequency: "monthly",
		Columns:   []string{"price", "sales", "revenue", "customers"},
		Facets:    []Facet{{Name: "stateid", Values: []string{"AK"}}, {Name: "sectorid", Values: []string{"ALL"}}},
		Start:     "2001-01",
		Rows:      1,
	})
	return upstream.Has(rows, err, "response.data", "Alaska", func(s Sale) bool { return s.State == "AK" })
}

// Query is a query to a table.
type Query struct {
	Route     string // "petroleum/pri/gnd"
	Frequency string // hourly, daily, weekly, monthly
	Columns   []string
	Facets    []Facet
	Start     string // first period, in the form of the frequency; "" for no limit
	Rows      int    // newest first
	TTL       time.Duration
}

// Facet restricts a table to rows with one of the values.
type Facet struct {
	Name   string
	Values []string
}

// Observation is a row of a table of series.
type Observation struct {
	Period string `json:"period" contract:"falling"`
	Series string `json:"series" asked:"facets[series][]"`
	Title  string `json:"series-description,omitempty"` // describes
	Unit   string `json:"units"`
	Value  Amount `json:"value" contract:"nullable"`
}

// Output is a row of the grid monitor: an energy source's output in an hour.
type Output struct {
	Period     string `json:"period" contract:"falling"`
	Respondent string `json:"respondent" asked:"facets[respondent][]"`
	Name       string `json:"respondent-name,omitempty"` // describes
	Fuel       string `json:"fueltype" contract:"said" asked:"facets[fueltype][]"`
	FuelName   string `json:"type-name,omitempty"` // describes
	Value      Amount `json:"value" contract:"nullable"`
	Unit       string `json:"value-units"`
}

// Load is a row of the grid monitor: the demand of an hour, its forecast, net generation or interchange.
type Load struct {
	Period     string `json:"period" contract:"falling"`
	Respondent string `json:"respondent" asked:"facets[respondent][]"`
	Name       string `json:"respondent-name,omitempty"`   // describes
	Type       string `json:"type" asked:"facets[type][]"` // D is demand
	Value      Amount `json:"value" contract:"nullable"`
	Unit       string `json:"value-units"`
}

// Sale is a row of retail sales: one month of a sector in a state. Customers are null in older months.
type Sale struct {
	Period     string `json:"period" contract:"falling"`
	State      string `json:"stateid" asked:"facets[stateid][]"`
	StateName  string `json:"stateDescription,omitempty"` // describes
	Sector     string `json:"sectorid" asked:"facets[sectorid][]"`
	SectorName string `json:"sectorName"`
	Price      Amount `json:"price" contract:"nullable"`
	PriceUnit  string `json:"price-units"`
	Sales      Amount `json:"sales" contract:"nullable"`
	Revenue    Amount `json:"revenue" contract:"nullable"`
	Customers  Amount `json:"customers" contract:"nullable"`

	SalesUnit     string `json:"sales-units,omitempty" only:"million kilowatt hours"`
	RevenueUnit   string `json:"revenue-units,omitempty" only:"million dollars"`
	CustomersUnit string `json:"customers-units,omitempty" only:"number of customers"`
}

// Amount is a number, which EIA writes as text or as a number. Number is nil if EIA has none or withholds it.
type Amount struct{ Number *decimal.Decimal }

// UnmarshalJSON reads "9.97", 9.97, null, and the symbols that EIA writes instead of a number (Glossary, "Data
// symbols").
func (a *Amount) UnmarshalJSON(raw []byte) error {
	a.Number = nil
	var text scalar.Text
	if err := text.UnmarshalJSON(raw); err != nil {
		return err
	}
	switch text {
	case "", "W", "NA", "NM", "Q", "*", "**":
		return nil
	}

	d, err := decimal.NewFromString(string(text))
	if err != nil || d.Exponent() > 12 || d.Exponent() < -18 {
		return fmt.Errorf("%.40s is not a number", raw)
	}
	a.Number = &d
	return nil
}

// page is the API's answer to a query. The API also echoes the request including the key, which is not read.
type page[T any] struct {
	Response struct {
		Total scalar.Int `json:"total"`
		Data  []T        `json:"data" counted:"total"`
	} `json:"response"`
}

// Rows returns the newest rows of a table, newest first. A table without such rows is [upstream.NotFound].
func Rows[T any](ctx context.Context, c *Client, q Query) ([]T, error) {
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

	var came page[T]
	_, err := request.AcceptStatus(http.StatusForbidden, http.StatusBadRequest).
		Refusal(refusal).
		JSON(ctx, &came)
	if err != nil {
		return nil, err
	}
	if len(came.Response.Data) == 0 {
		return nil, upstream.NotFound.Errorf("no rows")
	}
	return came.Response.Data, nil
}

// refusal reads why there are no rows. The gateway's refusals have an object as the error, the API's a text.
func refusal(resp *upstream.Response) error {
	var answer struct {
		Error json.RawMessage `json:"error"`
	}
	if err := resp.JSON(&answer); err != nil {
		return err
	}

	var refused struct {
		Code string `json:"code"`
	}
	switch {
	case json.Unmarshal(answer.Error, &refused) == nil && refused.Code == "OVER_RATE_LIMIT":
		return upstream.RateLimited.Errorf("the key's requests of this hour are used up")
	case resp.Status == http.StatusForbidden:
		return upstream.Unauthorized.Errorf("the key is refused")
	case resp.Status != http.StatusOK || len(answer.Error) > 0:
		// No caller's text reaches a query unchecked, so a refusal is not the caller's fault.
		return upstream.BadResponse.Errorf("a query that the API refuses")
	}
	return nil
}
