// Package fiscaldata reads the tables of the U.S. Treasury's Fiscal Data service: the debt, the daily cash balance, the
// monthly statement, auctions and average interest rates.
package fiscaldata

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Provider is the public API, which needs no key.
var Provider = upstream.Provider{
	Name:          "fiscaldata",
	BaseURL:       "https://api.fiscaldata.treasury.gov/services/api/fiscal_service",
	Docs:          "https://fiscaldata.treasury.gov/api-documentation/",
	Attribution:   "U.S. Department of the Treasury, Bureau of the Fiscal Service, Fiscal Data",
	Terms:         "https://fiscaldata.treasury.gov/about-us/ (public domain)",
	Checked:       "recorded 2026-07",
	RatePerMinute: 300,
	Burst:         20,
	TTL:           2 * time.Hour,
	StaleFor:      24 * time.Hour,
}

// maxRows is the largest page of the API.
const maxRows = 10_000

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for the public debt of the last days of 2019.
func probe(ctx context.Context, u *upstream.Client) error {
	last := time.Date(2019, 12, 31, 0, 0, 0, 0, time.UTC)
	debts, err := (&Client{u}).Debts(ctx, last.AddDate(0, 0, -1), last)
	return upstream.Has(debts, err, "tot_pub_debt_out_amt", "23201380142724.53 on 2019-12-31", func(d Debt) bool {
		return d.Total.String() == "23201380142724.53"
	})
}

// Text is a value of a table. Every value is a string, and a missing one the string "null", which becomes "" here.
type Text string

// UnmarshalJSON reads a string or null.
func (t *Text) UnmarshalJSON(data []byte) error { return (*scalar.Text)(t).UnmarshalJSON(data) }

// number is the value as a number, or nil.
func (t Text) number() (*decimal.Decimal, error) {
	if t == "" {
		return nil, nil
	}
	d, err := decimal.NewFromString(string(t))
	if err != nil || d.Exponent() > 12 || d.Exponent() < -18 {
		return nil, fmt.Errorf("%q where a number should be", clipped(t))
	}
	return &d, nil
}

// amount is the value as a required number.
func (t Text) amount() (decimal.Decimal, error) {
	d, err := t.number()
	if err == nil && d == nil {
		err = errors.New("no value where a number should be")
	}
	if err != nil {
		return decimal.Decimal{}, err
	}
	return *d, nil
}

// date is the value as a required day.
func (t Text) date() (time.Time, error) {
	day, err := time.Parse(time.DateOnly, string(t))
	if err != nil {
		return time.Time{}, fmt.Errorf("%q where a date should be", clipped(t))
	}
	return day, nil
}

func clipped(t Text) string { return string(t)[:min(len(t), 40)] }

// question is a query to a table.
type question struct {
	path   string
	fields string // comma-separated; "" for all
	filter string // field:operator:value, comma-separated
	sort   string
	rows   int
}

// rows asks a table and reads its rows. An unreadable row makes the whole answer invalid.
func rows[R, V any](ctx context.Context, c *Client, q question, read func(R) (V, error)) ([]V, error) {
	type page struct {
		Data []R `json:"data" counted:"meta.count"`
		Meta struct {
			Count int `json:"count"` // of the rows in data
		} `json:"meta,omitzero"`
	}
	request := c.c.Get(q.path).Query("filter", q.filter).Query("sort", q.sort).
		Query("page[size]", strconv.Itoa(q.rows)).Query("page[number]", "1").Query("format", "json")
	if q.fields != "" {
		request = request.Query("fields", q.fields)
	}

	var came page
	// No caller's text reaches a question, so a refusal is not the caller's fault.
	if _, err := request.AcceptStatus(http.StatusBadRequest).Check(func(resp *upstream.Response) error {
		var checked page
		if err := resp.JSON(&checked); err != nil {
			return err
		}
		if err := q.met(resp); err != nil {
			return err
		}
		_, err := readAll(checked.Data, read)
		return err
	}).JSON(ctx, &came); err != nil {
		return nil, err
	}
	return readAll(came.Data, read)
}

// met sees that all rows are ones that the filter lets through, as far as they have its columns.
func (q question) met(resp *upstream.Response) error {
	var page struct {
		Data []map[string]Text `json:"data"`
	}
	if err := resp.JSON(&page); err != nil {
		return err
	}

	for _, row := range page.Data {
		for condition := range strings.SplitSeq(q.filter, ",") {
			parts := strings.SplitN(condition, ":", 3)
			value, there := row[parts[0]]
			order := strings.Compare(string(value), parts[2])
			if there && (parts[1] == "gte" && order < 0 || parts[1] == "lte" && order > 0 ||
				parts[1] == "eq" && order != 0) {
				return upstream.BadResponse.Errorf("fiscaldata: a row that was not asked for by its %s", parts[0])
			}
		}
	}
	return nil
}

// lacks is the error for a row that lacks a column, or nil. A table has every column in every row.
func lacks(row map[string]Text, columns ...string) error {
	for _, name := range columns {
		if _, ok := row[name]; !ok {
			return upstream.Lacks("data[]." + name)
		}
	}
	return nil
}

func readAll[R, V any](data []R, read func(R) (V, error)) ([]V, error) {
	list := make([]V, 0, len(data))
	for i, row := range data {
		v, err := read(row)
		if err != nil {
			return nil, upstream.BadResponse.Errorf("row %d: %w", i+1, err)
		}
		list = append(list, v)
	}
	return list, nil
}

// between is a filter on a day: from the first to the last, inclusive.
func between(field string, first, last time.Time) string {
	return field + ":gte:" + first.Format(time.DateOnly) + "," + field + ":lte:" + last.Format(time.DateOnly)
}
