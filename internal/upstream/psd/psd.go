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
)

// Provider is the API, which asks for a key of api.data.gov.
var Provider = upstream.Provider{
	Name:        "fas_psd",
	Undeclared:  true,
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
func New(pool *upstream.Pool) *Client {
	c := &Client{pool.Client(Provider)}
	c.c.Probe(c.probe)
	return c
}

// The attributes of a balance.
const (
	AreaHarvested   = 4
	BeginningStocks = 20
	Production      = 28
	Imports         = 57
	TotalSupply     = 86
	Exports         = 88
	DomesticUse     = 125
	EndingStocks    = 176
	Yield           = 184
)

// The units in which the attributes of grains and oilseeds are.
const (
	ThousandHectares = 4
	ThousandTonnes   = 8
	TonnesPerHectare = 26
)

// Row is a value of a marketing year as one month's report has it.
type Row struct {
	Commodity scalar.Text      `json:"commodityCode"`
	Country   scalar.Text      `json:"countryCode"`
	Year      scalar.Text      `json:"marketYear"`
	Calendar  scalar.Text      `json:"calendarYear"` // of the report
	Month     scalar.Text      `json:"month"`        // of the report
	Attribute int              `json:"attributeId"`
	Unit      int              `json:"unitId"`
	Value     *decimal.Decimal `json:"value"`
}

// Report is the month of the report as 2025-07, "" when it is not told.
func (r Row) Report() string {
	year, err := strconv.Atoi(string(r.Calendar))
	month, errMonth := strconv.Atoi(string(r.Month))
	if err != nil || errMonth != nil || month < 1 || month > 12 {
		return ""
	}
	return time.Date(year, time.Month(month), 1, 0, 0, 0, 0, time.UTC).Format("2006-01")
}

// Rows gives the newest value of each attribute for the United States in the marketing year that begins in year. A
// year without any is [upstream.NotFound].
func (c *Client) Rows(ctx context.Context, commodity string, year int) (map[int]Row, error) {
	var rows []Row
	_, err := c.c.Get("/commodity/{}/country/US/year/{}", commodity, strconv.Itoa(year)).
		AcceptStatus(http.StatusForbidden).
		Check(check).
		JSON(ctx, &rows)
	if err != nil {
		return nil, err
	}

	newest := map[int]Row{}
	for _, r := range rows {
		asked := string(r.Commodity) == commodity && r.Country == "US" && string(r.Year) == strconv.Itoa(year)
		if !asked || r.Value == nil {
			continue
		}
		if had, ok := newest[r.Attribute]; !ok || r.Report() > had.Report() {
			newest[r.Attribute] = r
		}
	}
	if len(newest) == 0 {
		return nil, upstream.NotFound.Errorf("nothing for this marketing year")
	}
	return newest, nil
}

// check reads the refusals of the gateway, which has one status for a wrong key and for one that is used up.
func check(resp *upstream.Response) error {
	if resp.Status == http.StatusForbidden {
		return upstream.Unauthorized.Errorf("the key is refused")
	}
	var rows []Row
	if err := resp.JSON(&rows); err != nil {
		return err
	}
	if rows == nil {
		return upstream.BadResponse.Errorf("an answer without rows")
	}
	return nil
}
