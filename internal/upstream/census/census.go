// Package census reads the Data API of the U.S. Census Bureau, which requires a key for every query since 2026.
package census

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Provider is the API.
var Provider = upstream.Provider{
	Name:        "census",
	BaseURL:     "https://api.census.gov/data",
	Docs:        "https://www.census.gov/data/developers.html",
	Attribution: "U.S. Census Bureau",
	Terms:       "https://www.census.gov/data/developers/about/terms-of-service.html (public domain)",
	Checked:     "recorded 2020-07, a table; refusals 2026",
	Keys: []upstream.Key{{
		Env:      "CENSUS_API_KEY",
		Required: true,
		Query:    "key",
		Gives:    "values of the American Community Survey; free at api.census.gov/data/key_signup.html",
	}},
	RatePerMinute: 300,
	Burst:         20,
	TTL:           7 * 24 * time.Hour,
	StaleFor:      30 * 24 * time.Hour,
}

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for the median income of Howard County in the survey of 2018.
func probe(ctx context.Context, u *upstream.Client) error {
	rows, err := (&Client{u}).Rows(ctx, "2018/acs/acs5", []string{"NAME", "B19013_001E"}, url.Values{
		"for": {"county:*"},
		"in":  {"state:24"},
	})
	return upstream.Has(rows, err, "B19013_001E", "117730 in Howard County", func(r Row) bool {
		return r["county"] == "027" && r["B19013_001E"] == "117730"
	})
}

// Row is a line of a table by column. Null values are "".
type Row map[string]string

// Rows queries a dataset, as "2024/acs/acs5" or "timeseries/intltrade/imports/hs", for columns. No rows are
// [upstream.NotFound]; an unpublished dataset is a bad response with status 404. The order of rows has no meaning.
func (c *Client) Rows(ctx context.Context, dataset string, columns []string, query url.Values) ([]Row, error) {
	resp, err := c.c.Get("/"+dataset).
		QueryValues(query).
		Query("get", strings.Join(columns, ",")).
		Refusal(keyRefused).
		Check(func(resp *upstream.Response) error {
			rows, err := read(resp, columns)
			if slices.ContainsFunc(rows, func(r Row) bool { return !r.isOf(query) }) {
				return upstream.BadResponse.Errorf("an area that was not asked for")
			}
			return err
		}).
		Do(ctx)
	if err != nil {
		return nil, err
	}
	return read(resp, columns)
}

// isOf says whether a row is of an area that was asked for, as "for=county:031" and "in=state:24" name it.
func (r Row) isOf(query url.Values) bool {
	for _, condition := range slices.Concat(query["for"], query["in"]) {
		level, code, _ := strings.Cut(condition, ":")
		if code != "*" && r[level] != code {
			return false
		}
	}
	return true
}

// keyRefused reads the page with status 200 to which the API redirects without a valid key.
func keyRefused(resp *upstream.Response) error {
	if resp.Header.Get("X-DataWebAPI-KeyError") != "" || bytes.Contains(resp.Body, []byte("<title>Missing Key")) ||
		bytes.Contains(resp.Body, []byte("<title>Invalid Key")) {
		return upstream.Unauthorized.Errorf("the key is refused")
	}
	return nil
}

// read takes the rows from an answer. Without rows the API answers 204.
func read(resp *upstream.Response, columns []string) ([]Row, error) {
	if resp.Status == http.StatusNoContent {
		return nil, upstream.NotFound.Errorf("no rows")
	}

	var table [][]scalar.Text
	if err := json.Unmarshal(resp.Body, &table); err != nil {
		return nil, upstream.BadResponse.Errorf("a table that cannot be read")
	}
	if len(table) == 0 {
		return nil, upstream.BadResponse.Errorf("a table without a header")
	}
	for _, name := range columns {
		if !slices.Contains(table[0], scalar.Text(name)) {
			return nil, upstream.Drifted("[0][]", "the column "+name, "others")
		}
	}
	if len(table) == 1 {
		return nil, upstream.NotFound.Errorf("no rows")
	}

	rows := make([]Row, 0, len(table)-1)
	for _, line := range table[1:] {
		if len(line) != len(table[0]) {
			return nil, upstream.BadResponse.Errorf("a line of %d columns under %d", len(line), len(table[0]))
		}
		row := make(Row, len(line))
		for i, value := range line {
			row[string(table[0][i])] = string(value)
		}
		rows = append(rows, row)
	}
	return rows, nil
}
