// Package geodnet reads the list of GEODNET's reference stations.
package geodnet

import (
	"context"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the list behind the network's map, which needs no key.
var Provider = upstream.Provider{
	Name:          "geodnet",
	BaseURL:       "https://rtk.geodnet.com/api/v2",
	Docs:          "https://docs.geodnet.com",
	Attribution:   "GEODNET",
	Terms:         "https://geodnet.com/terms",
	Checked:       "recorded 2026-08, 12 stations",
	RatePerMinute: 6,
	Burst:         3,
	TTL:           6 * time.Hour,
	StaleFor:      24 * time.Hour,
	Timeout:       15 * time.Second,
	MaxBytes:      32 << 20,
	Retries:       1,
}

// Client calls the API.
type Client struct {
	c    *upstream.Client
	list upstream.Reading[[]Station]
}

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{c: pool.ProbedClient(Provider, probe)} }

// probe asks for the stations.
func probe(ctx context.Context, u *upstream.Client) error {
	stations, err := (&Client{c: u}).Stations(ctx)
	return upstream.Has(stations, err, "stations", "a station with a name", func(s Station) bool {
		return s.Name != ""
	})
}

// Station is a station. Of its serial the list shows the last five characters, which several may share. One that is new
// may have no place yet.
type Station struct {
	Name string   `json:"name"`
	Lat  *float64 `json:"lat" contract:"latitude"`
	Lon  *float64 `json:"lng" contract:"longitude"`
}

// Stations gives all of them; the list is shared, and read only.
func (c *Client) Stations(ctx context.Context) ([]Station, error) {
	resp, err := c.c.Get("/coverage_stations").Check(func(resp *upstream.Response) error {
		_, err := c.list.Of(resp, read)
		return err
	}).Do(ctx)
	if err != nil {
		return nil, err
	}
	return c.list.Of(resp, read)
}

type answer struct {
	Code int       `json:"code" contract:"signed"`
	Data []Station `json:"data"`
}

// unplacedShare is the share of stations (one in unplacedShare) that may lack a place before the list is refused.
const unplacedShare = 10

// Hold sees that there are stations, and where nearly all of them are.
func (a *answer) Hold() error {
	if a.Code != 0 || len(a.Data) == 0 {
		return upstream.BadResponse.Errorf("no list of stations")
	}
	unplaced := 0
	for _, s := range a.Data {
		if s.Lat == nil || s.Lon == nil {
			unplaced++
		}
	}
	if unplaced*unplacedShare > len(a.Data) {
		return upstream.Lacks("data[].lat")
	}
	return nil
}

func read(resp *upstream.Response) ([]Station, error) {
	var list answer
	if err := upstream.Decode(resp.Body, &list); err != nil {
		return nil, err
	}
	return list.Data, nil
}
