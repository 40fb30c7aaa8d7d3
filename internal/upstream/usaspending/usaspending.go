// Package usaspending reads federal awards, their recipients and the agencies that make them from USAspending.gov.
package usaspending

import (
	"context"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Attribution is what the site asks to be shown with its data.
const Attribution = "Data from USAspending.gov"

// FirstDate is the earliest day that searches take: the first of fiscal year 2008.
const FirstDate = "2007-10-01"

// FirstYear is the earliest fiscal year that searches take.
const FirstYear = 2008

// Provider is the public API, which needs no key and publishes no limit of requests. Its data are renewed every night.
var Provider = upstream.Provider{
	Name:          "usaspending",
	Undated:       true,
	BaseURL:       "https://api.usaspending.gov/api/v2",
	Docs:          "https://api.usaspending.gov/docs/endpoints",
	Attribution:   Attribution,
	Terms:         "public domain (17 U.S.C. 105)",
	Checked:       "two answers recorded in 2025; the rest by the published contracts of 2026-05",
	RatePerMinute: 300,
	Burst:         12,
	TTL:           time.Hour,
	StaleFor:      24 * time.Hour,
	Timeout:       25 * time.Second, // large searches take that long
}

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for a recipient by number.
func probe(ctx context.Context, u *upstream.Client) error {
	profile, err := (&Client{u}).RecipientProfile(ctx, "34228757-4b3c-8dac-90bb-a06834ec884a-C", 0)
	return upstream.Fact(err, "uei", "KMLTRR8Y96L9", func() any { return profile.UEI })
}

// FiscalYear is the fiscal year of the United States that a day is in: it ends on 30 September.
func FiscalYear(day time.Time) int {
	if day.Month() >= time.October {
		return day.Year() + 1
	}
	return day.Year()
}

// FiscalYearPeriod is the first and the last day of a fiscal year.
func FiscalYearPeriod(year int) Period {
	return Period{
		Start: time.Date(year-1, time.October, 1, 0, 0, 0, 0, time.UTC).Format(time.DateOnly),
		End:   time.Date(year, time.September, 30, 0, 0, 0, 0, time.UTC).Format(time.DateOnly),
	}
}

// Period is a span of days, YYYY-MM-DD, both included.
type Period struct {
	Start string `json:"start_date"`
	End   string `json:"end_date"`
}

// collective are the names under which awards to several recipients, or to persons who are not disclosed, stand.
var collective = map[string]bool{
	"MULTIPLE RECIPIENTS":            true,
	"REDACTED DUE TO PII":            true,
	"MULTIPLE FOREIGN RECIPIENTS":    true,
	"PRIVATE INDIVIDUAL":             true,
	"INDIVIDUAL RECIPIENT":           true,
	"MISCELLANEOUS FOREIGN AWARDEES": true,
}
