// Package cratesio reads crates and their download counts from crates.io.
package cratesio

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the public API. Its rules want one request a second and a User-Agent with a contact.
var Provider = upstream.Provider{
	Name:          "crates-io",
	BaseURL:       "https://crates.io",
	Docs:          "https://crates.io/data-access",
	Attribution:   "crates.io",
	Terms:         "https://crates.io/policies",
	Checked:       "recorded 2026-10",
	RatePerMinute: 60,
	Burst:         1,
	TTL:           6 * time.Hour,
	StaleFor:      48 * time.Hour,
}

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for a crate, which was made in 2022.
func probe(ctx context.Context, u *upstream.Client) error {
	crate, err := (&Client{u}).Crate(ctx, "parameters_lib")
	return upstream.Fact(err, "crate.created_at", "2022", func() any { return crate.CreatedAt.Year() })
}

// get asks for something of a crate. That there is no such crate is said in words.
func (c *Client) get(path, name string) *upstream.Request {
	return c.c.Get(path, name).NoRecord(http.StatusNotFound, upstream.Says("does not exist"))
}

// Crate is a crate with its versions, newest first.
type Crate struct {
	Name             string    `json:"name" asked:"/api/v1/crates/{}"`
	CreatedAt        time.Time `json:"created_at" contract:"past"`
	MaxStableVersion *string   `json:"max_stable_version"` // null when all are pre-releases
	MaxVersion       string    `json:"max_version"`
	Versions         []Version `json:"-"`
}

// Version is one version of a crate.
type Version struct {
	Num       string    `json:"num" contract:"said"`
	CreatedAt time.Time `json:"created_at" contract:"past"`
	Yanked    bool      `json:"yanked"`
	License   *string   `json:"license"` // null in some old ones; an SPDX expression, "/" for OR in old ones
}

// Crate is the crate of that name; - and _ are the same in names.
func (c *Client) Crate(ctx context.Context, name string) (*Crate, error) {
	var r struct {
		Crate    Crate     `json:"crate"`
		Versions []Version `json:"versions"`
	}
	if _, err := c.get("/api/v1/crates/{}", name).JSON(ctx, &r); err != nil {
		return nil, err
	}
	r.Crate.Versions = r.Versions
	return &r.Crate, nil
}

// Day is the downloads of one day.
type Day struct {
	Date      string `json:"date"` // YYYY-MM-DD
	Downloads int64  `json:"downloads"`
}

// Days is the downloads of each of the last 90 days over all versions, oldest first.
func (c *Client) Days(ctx context.Context, name string) ([]Day, error) {
	var r struct {
		ByVersion []Day `json:"version_downloads"` // of the newest versions, one entry for each and day
		Meta      struct {
			Extra []Day `json:"extra_downloads"` // of all the others
		} `json:"meta"`
	}
	if _, err := c.get("/api/v1/crates/{}/downloads", name).JSON(ctx, &r); err != nil {
		return nil, err
	}

	sum := map[string]int64{}
	for _, d := range append(r.ByVersion, r.Meta.Extra...) {
		sum[d.Date] += d.Downloads
	}

	days := make([]Day, 0, len(sum))
	for date, n := range sum {
		days = append(days, Day{date, n})
	}

	slices.SortFunc(days, func(a, b Day) int { return strings.Compare(a.Date, b.Date) })
	return days, nil
}
