// Package nass reads series of USDA's National Agricultural Statistics Service (Quick Stats).
package nass

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
	"github.com/farebox/farebox/internal/upstream/single"
)

// Provider is the API, which requires a key and returns at most 50,000 rows at once.
var Provider = upstream.Provider{
	Name:        "nass",
	Undated:     true,
	BaseURL:     "https://quickstats.nass.usda.gov/api",
	Docs:        "https://quickstats.nass.usda.gov/api",
	Attribution: "USDA National Agricultural Statistics Service, Quick Stats",
	Terms:       "https://www.nass.usda.gov/Developer/ (public domain; say that NASS does not endorse the product)",
	Checked:     "recorded, the yield of one state and two errors",
	Keys: []upstream.Key{{
		Env:      "NASS_API_KEY",
		Required: true,
		Query:    "key",
		Gives:    "the /agri routes; free at quickstats.nass.usda.gov/api",
	}},
	RatePerMinute: 120,
	Burst:         8,
	TTL:           12 * time.Hour,
	StaleFor:      24 * time.Hour,
	Timeout:       20 * time.Second,
}

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for the yield of corn in Virginia in 2012.
func probe(ctx context.Context, u *upstream.Client) error {
	rows, err := (&Client{u}).Rows(ctx, Query{
		Series: "CORN, GRAIN - YIELD, MEASURED IN BU / ACRE",
		State:  "VA",
		From:   2012,
		To:     2012,
	})
	return upstream.Has(rows, err, "Value", "103", func(r Row) bool { return r.Text == "103" })
}

// Query names a series, by its exact name.
type Query struct {
	Series    string // short_desc: "CORN, GRAIN - YIELD, MEASURED IN BU / ACRE"
	State     string // two letters, "" for the United States
	Frequency string // freq_desc: ANNUAL, MONTHLY, WEEKLY, POINT IN TIME
	From, To  int    // years; To 0 for no end
}

// Row is one value of a series. The API writes all columns in every row, empty ones as "".
type Row struct {
	Series     string      `json:"short_desc"`
	Source     string      `json:"source_desc"` // SURVEY, CENSUS
	Level      string      `json:"agg_level_desc"`
	State      string      `json:"state_alpha"`
	Domain     string      `json:"domain_desc"`
	Frequency  string      `json:"freq_desc"`
	Period     string      `json:"reference_period_desc"` // YEAR, YEAR - AUG FORECAST, FIRST OF SEP, JAN, WEEK #45
	WeekEnding string      `json:"week_ending"`
	YearText   scalar.Text `json:"year"`
	Unit       string      `json:"unit_desc"`
	Text       scalar.Text `json:"Value"`
	Loaded     string      `json:"load_time" contract:"past"` // when it was published, without a zone
}

// Year is the year, or 0.
func (r Row) Year() int {
	year, err := strconv.Atoi(string(r.YearText))
	if err != nil {
		return 0
	}
	return year
}

// Value is the value, or nil if NASS writes a letter instead. No amount, area or price of these series is below zero.
func (r Row) Value() *decimal.Decimal {
	d, err := decimal.NewFromString(strings.ReplaceAll(string(r.Text), ",", ""))
	if err != nil || d.IsNegative() || d.Exponent() > 12 || d.Exponent() < -18 {
		return nil
	}
	return &d
}

// Note says why there is no value, or is "" if there is one (Quick Stats, "Glossary of symbols").
func (r Row) Note() string {
	if r.Value() != nil {
		return ""
	}
	switch strings.Trim(string(r.Text), "() ") {
	case "D":
		return "(D): withheld so that no single farm can be told"
	case "NA":
		return "(NA): not available"
	case "S":
		return "(S): too few reports to publish"
	case "X":
		return "(X): not applicable"
	case "Z":
		return "(Z): less than half of the unit shown, and not exactly zero"
	}
	return "NASS gives no number"
}

// answer is the API's answer to a query.
type answer struct {
	Data []Row `json:"data"`
}

// Hold checks that each row has a year: one without would silently be left out of a series.
func (a *answer) Hold() error {
	for _, r := range a.Data {
		if r.Year() == 0 {
			return upstream.Drifted("data[].year", "a year", "another text")
		}
	}
	return nil
}

// Rows returns a series' values from surveys, unordered. A series without values is [upstream.NotFound]: NASS does
// not distinguish it from a nonexistent one.
func (c *Client) Rows(ctx context.Context, q Query) ([]Row, error) {
	level := "NATIONAL"
	state := "US"
	if q.State != "" {
		level = "STATE"
		state = q.State
	}
	request := c.c.Get("/api_GET/").
		Query("source_desc", "SURVEY").
		Query("short_desc", q.Series).
		Query("agg_level_desc", level).
		Query("state_alpha", state).
		Query("domain_desc", "TOTAL").
		Query("freq_desc", q.Frequency).
		Query("year__GE", strconv.Itoa(q.From))
	if q.To > 0 {
		request = request.Query("year__LE", strconv.Itoa(q.To))
	}

	var a answer
	_, err := request.Query("format", "JSON").
		AcceptStatus(http.StatusBadRequest, http.StatusRequestEntityTooLarge).
		Refusal(refusal).
		JSON(ctx, &a)
	if err != nil {
		return nil, err
	}
	if len(a.Data) == 0 {
		return nil, upstream.NotFound.Errorf("no rows of the series")
	}

	rows := each.Where(a.Data, func(r Row) bool {
		return r.Series == q.Series && r.Source == "SURVEY" && r.Domain == "TOTAL" && r.Frequency == q.Frequency &&
			r.Level == level && r.State == state && r.Year() >= q.From && (q.To == 0 || r.Year() <= q.To)
	})
	if len(rows) == 0 {
		return nil, upstream.BadResponse.Errorf("none of %d rows is of the series that was asked for", len(a.Data))
	}
	return single.Rows(rows, func(r Row) [4]string {
		return [4]string{string(r.YearText), r.Period, r.WeekEnding, r.Loaded}
	})
}

// refusal reads why there are no rows.
func refusal(resp *upstream.Response) error {
	var refused struct {
		Errors []string `json:"error"`
	}
	if resp.Status == http.StatusOK || resp.JSON(&refused) != nil {
		return nil
	}

	for _, text := range refused.Errors {
		switch {
		case strings.Contains(text, "unauthorized"):
			return upstream.Unauthorized.Errorf("the key is refused")
		case strings.Contains(text, "exceeds limit"):
			return upstream.BadResponse.Errorf("more rows than the API gives at once")
		case strings.Contains(text, "invalid query"): // recorded of a series without rows
			return upstream.NotFound.Errorf("no rows")
		}
	}
	return upstream.BadResponse.Errorf("a query that the API refuses")
}
