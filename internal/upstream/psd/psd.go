// Package psd reads USDA's Production, Supply and Distribution database of the Foreign Agricultural Service.
package psd

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
	"github.com/farebox/farebox/internal/upstream/single"
)

// Provider is the API, which requires a key from api.data.gov.
var Provider = upstream.Provider{
	Name:        "fas_psd",
	BaseURL:     "https://api.fas.usda.gov/api/psd",
	Docs:        "https://apps.fas.usda.gov/opendatawebV2/#/",
	Attribution: "USDA Foreign Agricultural Service, PSD Online",
	Terms:       "https://www.usda.gov/policies-and-links (public domain)",
	Checked:     "one row of a note of 2026-10",
	Keys: []upstream.Key{{
		Env:      "FAS_API_KEY",
		Required: true,
		Header:   "X-Api-Key",
		Gives:    "USDA's balance of supply and use in /agri/signal; free at api.data.gov",
	}},
	RatePerMinute: 15,
	Burst:         4,
	TTL:           24 * time.Hour,
	StaleFor:      7 * 24 * time.Hour,
}

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for the corn of 2010.
func probe(ctx context.Context, u *upstream.Client) error {
	rows, err := (&Client{u}).Rows(ctx, "0440000", 2010)
	return upstream.Fact(err, "attributeId", strconv.Itoa(Production), func() any { return rows[Production].Attribute })
}

// The attributes of a balance.
const (
	BeginningStocks = 20
	Production      = 28
	Imports         = 57
	TotalSupply     = 86
	Exports         = 88
	DomesticUse     = 125
	EndingStocks    = 176
)

// The units of attributes of grains and oilseeds.
const (
	ThousandTonnes = 8
)

// Row is a value for a marketing year in one month's report.
type Row struct {
	Commodity scalar.Text     `json:"commodityCode" asked:"/commodity/{}/country/US/year/{}"`
	Country   scalar.Text     `json:"countryCode"`
	Year      scalar.Text     `json:"marketYear" asked:"/commodity/{}/country/US/year/{}"`
	Calendar  scalar.Int      `json:"calendarYear"` // of the report
	Month     scalar.Int      `json:"month"`        // of the report
	Attribute int             `json:"attributeId"`
	Unit      int             `json:"unitId"`
	Value     decimal.Decimal `json:"value"`
}

// Report is the month of the report as 2025-07.
func (r Row) Report() string {
	return time.Date(int(r.Calendar), time.Month(r.Month), 1, 0, 0, 0, 0, time.UTC).Format("2006-01")
}

// rows are the lines of a balance; a country and year without one have no rows.
type rows []Row

// Hold checks that each line has the month of its report, which identifies the newest.
func (rows *rows) Hold() error {
	for _, r := range *rows {
		if r.Month < 1 || r.Month > 12 || r.Calendar < 1900 {
			return upstream.Drifted("[].month", "a month", "another number")
		}
	}
	return nil
}

// Rows returns the newest value of each attribute for the United States in the marketing year that begins in year.
// A year without values is [upstream.NotFound].
func (c *Client) Rows(ctx context.Context, commodity string, year int) (map[int]Row, error) {
	var came rows
	_, err := c.c.Get("/commodity/{}/country/US/year/{}", commodity, strconv.Itoa(year)).
		AcceptStatus(http.StatusForbidden).
		Refusal(refusal).
		JSON(ctx, &came)
	switch {
	case err != nil:
		return nil, err
	case len(came) == 0:
		return nil, upstream.NotFound.Errorf("nothing for this marketing year")
	}

	lines, err := single.Rows(came, func(r Row) [4]int {
		return [4]int{r.Attribute, int(r.Calendar), int(r.Month), r.Unit}
	})
	if err != nil {
		return nil, err
	}
	newest := map[int]Row{}
	for _, r := range lines {
		if r.Country != "US" {
			return nil, upstream.BadResponse.Errorf("a line of another balance than was asked for")
		}
		if had, ok := newest[r.Attribute]; !ok || r.Report() > had.Report() {
			newest[r.Attribute] = r
		}
	}
	return newest, nil
}

// refusal reads the gateway's refusals, which use one status for wrong and exhausted keys.
func refusal(resp *upstream.Response) error {
	if resp.Status == http.StatusForbidden {
		return upstream.Unauthorized.Errorf("the key is refused")
	}
	return nil
}
