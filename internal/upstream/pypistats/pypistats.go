// Package pypistats reads download counts of the Python Package Index from pypistats.org. Its counts leave out mirrors.
package pypistats

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the public API, which needs no key.
var Provider = upstream.Provider{
	Name:          "pypistats",
	BaseURL:       "https://pypistats.org",
	Docs:          "https://pypistats.org/api/",
	Attribution:   "PyPI Stats",
	Terms:         "https://pypistats.org/about",
	Checked:       "recorded 2026-10",
	RatePerMinute: 30,
	Burst:         5,
	TTL:           6 * time.Hour,
	StaleFor:      48 * time.Hour,
}

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for the downloads of flask.
func probe(ctx context.Context, u *upstream.Client) error {
	recent, err := (&Client{u}).Recent(ctx, "flask")
	return upstream.Fact(err, "last_month", "true", func() any { return recent.LastMonth > 0 })
}

// Recent is the downloads of the last day, week and month.
type Recent struct {
	LastDay   int64 `json:"last_day"`
	LastWeek  int64 `json:"last_week"`
	LastMonth int64 `json:"last_month"`
}

// Recent is what the site shows for a package, whose name is in normal form (PEP 503). Of a package that it does not
// know it shows a page, which could be any.
func (c *Client) Recent(ctx context.Context, name string) (Recent, error) {
	var r struct {
		Data    Recent `json:"data"`
		Package string `json:"package,omitempty" asked:"/api/packages/{}/recent"`
	}
	if _, err := c.c.Get("/api/packages/{}/recent", name).JSON(ctx, &r); err != nil {
		return Recent{}, err
	}
	return r.Data, nil
}

// Day is the downloads of one day.
type Day struct {
	Date      string `json:"date"` // YYYY-MM-DD
	Downloads int64  `json:"downloads"`
}

// Days is the downloads of each of the last 180 days, oldest first.
func (c *Client) Days(ctx context.Context, name string) ([]Day, error) {
	var r struct {
		Data []struct {
			Category string `json:"category"`
			Day
		} `json:"data"`
	}
	if _, err := c.c.Get("/api/packages/{}/overall", name).Query("mirrors", "false").JSON(ctx, &r); err != nil {
		return nil, err
	}
	days := make([]Day, 0, len(r.Data))
	for _, d := range r.Data {
		if d.Category == "without_mirrors" {
			days = append(days, d.Day)
		}
	}
	slices.SortFunc(days, func(a, b Day) int { return strings.Compare(a.Date, b.Date) })
	return days, nil
}
