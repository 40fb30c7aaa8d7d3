// Package openfigi maps identifiers of securities to the places where they are traded.
package openfigi

import (
	"context"
	"time"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/upstream"
)

// Provider is OpenFIGI's mapping. It works without a key; with a key it allows ten times as many requests.
var Provider = upstream.Provider{
	Name:        "openfigi",
	BaseURL:     "https://api.openfigi.com",
	Docs:        "https://www.openfigi.com/api/documentation",
	Attribution: "OpenFIGI",
	Terms:       "https://www.openfigi.com/docs/terms-of-service",
	Checked:     "recorded 2025-08",
	Keys: []upstream.Key{{
		Env:           "OPENFIGI_API_KEY",
		Header:        "X-OPENFIGI-APIKEY",
		RatePerMinute: 200, // 25 in 6 s
		Gives:         "250 requests a minute instead of 25",
	}},
	RatePerMinute: 25,
	Burst:         5,
	TTL:           24 * time.Hour,
	StaleFor:      7 * 24 * time.Hour,
	Timeout:       8 * time.Second,
}

// Client calls it.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for the shares of IBM.
func probe(ctx context.Context, u *upstream.Client) error {
	found, err := (&Client{u}).ByISIN(ctx, "US4592001014")
	return upstream.Has(found["US4592001014"], err, "data", "IBM", func(s Security) bool { return s.Ticker == "IBM" })
}

// Security is one security in one place. OpenFIGI writes all members, and null for what a security has not (recorded
// 2025-08).
type Security struct {
	FIGI      string `json:"figi"`
	Name      string `json:"name" contract:"nullable"` // short, in capitals
	Ticker    string `json:"ticker" contract:"nullable"`
	Exchange  string `json:"exchCode" contract:"nullable"`      // Bloomberg's code: US for the country as a whole
	Composite string `json:"compositeFIGI" contract:"nullable"` // of the country; equal to FIGI for the country as a whole
	Sector    string `json:"marketSector"`                      // Equity, Corp, Govt ...
}

// Equity says whether it is a share or something that stands for one.
func (s Security) Equity() bool { return s.Sector == "Equity" }

// ByISIN are the securities of up to [MaxJobs] ISINs, by ISIN. An unknown ISIN has none.
func (c *Client) ByISIN(ctx context.Context, isins ...string) (map[string][]Security, error) {
	type job struct {
		Type  string `json:"idType"`
		Value string `json:"idValue"`
	}
	jobs := each.Of(isins, func(isin string) job { return job{"ID_ISIN", isin} })

	var results []struct { // one of the members each
		Data    []Security `json:"data,omitempty"`
		Warning string     `json:"warning,omitempty"` // nothing found
		Error   string     `json:"error,omitempty"`
	}
	if _, err := c.c.Post("/v3/mapping").JSONBody(jobs).Safe().JSON(ctx, &results); err != nil {
		return nil, err
	}
	if len(results) != len(jobs) {
		return nil, upstream.BadResponse.Errorf("openfigi: %d answers to %d jobs", len(results), len(jobs))
	}

	found := map[string][]Security{}
	for i, result := range results {
		if result.Data == nil && result.Warning == "" && result.Error == "" {
			return nil, upstream.BadResponse.Errorf("openfigi: an answer that says nothing")
		}
		found[isins[i]] = result.Data
	}
	return found, nil
}
