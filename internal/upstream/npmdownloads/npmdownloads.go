// Package npmdownloads reads download counts of the npm registry.
package npmdownloads

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the public API, which needs no key.
var Provider = upstream.Provider{
	Name: "npm-downloads", BaseURL: "https://api.npmjs.org", Docs: "https://github.com/npm/registry/blob/main/docs/download-counts.md",
	Attribution: "npm", Terms: "https://docs.npmjs.com/policies/terms", Checked: "recorded 2026-10",
	RatePerMinute: 300, Burst: 20, TTL: 6 * time.Hour, StaleFor: 48 * time.Hour,
}

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for the downloads of react on three days of 2019.
func probe(ctx context.Context, u *upstream.Client) error {
	days, err := (&Client{u}).Range(ctx, "react", "2019-01-01", "2019-01-03")
	return upstream.Fact(err, "downloads", "3", func() any { return len(days) })
}

// Day is the downloads of one day, in UTC.
type Day struct {
	Day       string `json:"day" contract:"past key"` // YYYY-MM-DD
	Downloads int64  `json:"downloads"`
}

// Range is the downloads of each day from from to to, both YYYY-MM-DD, oldest first. The newest day or two may be 0 because
// they are not counted yet.
func (c *Client) Range(ctx context.Context, name, from, to string) ([]Day, error) {
	// The slash of a scoped name is not escaped, by the API's own documentation.
	path := "/downloads/range/{}/{}"
	segments := []string{from + ":" + to, name}
	if scope, rest, scoped := strings.Cut(name, "/"); scoped {
		path = "/downloads/range/{}/{}/{}"
		segments = []string{from + ":" + to, scope, rest}
	}
	var r struct {
		Downloads []Day  `json:"downloads"`
		Package   string `json:"package,omitempty" asked:"/downloads/range/{}/{}"`
	}
	if _, err := c.c.Get(path, segments...).
		NoRecord(http.StatusNotFound, upstream.Says("not found")).
		JSON(ctx, &r); err != nil {
		return nil, err
	}
	return r.Downloads, nil
}
