// Package weatherxm reads cells, stations and rewards of the WeatherXM network from the API of its explorer.
package weatherxm

import (
	"context"
	"net/http"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Provider is the public part of the API, which needs no key.
var Provider = upstream.Provider{
	Name:          "weatherxm",
	BaseURL:       "https://api.weatherxm.com/api/v1",
	Docs:          "https://docs.weatherxm.com",
	Attribution:   "WeatherXM",
	Terms:         "https://weatherxm.com/terms-of-use/",
	Checked:       "recorded 2026-08, four cells and stations; rewards by the app's own examples",
	RatePerMinute: 60,
	Burst:         10,
	TTL:           30 * time.Minute,
	StaleFor:      6 * time.Hour,
	Timeout:       15 * time.Second,
	MaxBytes:      64 << 20,
	Retries:       1,
}

// Client calls the API.
type Client struct {
	c     *upstream.Client
	cells upstream.Reading[Grid]
}

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{c: pool.ProbedClient(Provider, probe)} }

// probe asks for the stations of a cell.
func probe(ctx context.Context, u *upstream.Client) error {
	devices, err := (&Client{c: u}).Devices(ctx, "872aaa945ffffff")
	return upstream.Has(devices, err, "cellIndex", "872aaa945ffffff", func(d Device) bool {
		return d.Cell == "872aaa945ffffff"
	})
}

// Point is a position.
type Point struct {
	Lat float64 `json:"lat" contract:"latitude"`
	Lon float64 `json:"lon" contract:"longitude"`
}

// Cell is an H3 cell of resolution 7 with stations in it.
type Cell struct {
	Index   string `json:"index" contract:"key"`
	Devices int    `json:"device_count"`
	Active  int    `json:"active_device_count"`
	Center  Point  `json:"center"`
}

// Spared: one cell that is odd is left out.
func (Cell) Spared() {}

// Hold refuses a cell with more active stations than stations.
func (c *Cell) Hold() error {
	if c.Active > c.Devices {
		return upstream.BadResponse.Errorf("a cell with more active stations than stations")
	}
	return nil
}

// Grid is all cells but those that are odd.
type Grid struct {
	Cells []Cell
	Odd   int
}

// Cells gives all of them; the list is shared, and read only.
func (c *Client) Cells(ctx context.Context) (Grid, error) {
	resp, err := c.c.Get("/cells").Check(func(resp *upstream.Response) error {
		_, err := c.cells.Of(resp, readCells)
		return err
	}).Do(ctx)
	if err != nil {
		return Grid{}, err
	}
	return c.cells.Of(resp, readCells)
}

func readCells(resp *upstream.Response) (grid Grid, err error) {
	if grid.Odd, err = resp.DecodeRows(&grid.Cells); err != nil {
		return Grid{}, err
	}
	if len(grid.Cells) == 0 {
		return Grid{}, upstream.BadResponse.Errorf("no cells")
	}
	return grid, nil
}

// Device is a station. What is required is in all recordings; what only describes it may be absent.
type Device struct {
	ID     string `json:"id" contract:"key"`
	Cell   string `json:"cellIndex" asked:"/cells/{}/devices"`
	Center Point  `json:"cellCenter"`
	Name   string `json:"name,omitempty"`
	Place  string `json:"address,omitempty"`
	Bundle *struct {
		Title string `json:"title,omitempty"`
	} `json:"bundle,omitempty"`
	Active   *bool      `json:"isActive,omitempty"`
	LastSeen *time.Time `json:"lastWeatherStationActivity,omitempty" contract:"past"`
}

// Devices gives the stations of a cell.
func (c *Client) Devices(ctx context.Context, cell string) ([]Device, error) {
	var list []Device
	_, err := c.c.Get("/cells/{}/devices", cell).JSON(ctx, &list)
	return list, err
}

// Match is a station that a search found.
type Match struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Cell string `json:"cell_index" contract:"nullable"`
}

// Named gives the stations with a name.
func (c *Client) Named(ctx context.Context, name string) ([]Match, error) {
	var answer struct {
		Devices []Match `json:"devices"`
	}
	_, err := c.c.Get("/network/search").
		Query("query", name).
		Query("exact", "true").
		JSON(ctx, &answer)
	return answer.Devices, err
}

// Earned gives what a station was rewarded so far, in WXM.
func (c *Client) Earned(ctx context.Context, id string) (scalar.Text, error) {
	var answer struct {
		Total scalar.Text `json:"total_rewards"`
	}
	_, err := c.c.Get("/devices/{}/rewards", id).JSON(ctx, &answer)
	return answer.Total, err
}

// Wallet is what an address was rewarded, in the smallest unit of WXM.
type Wallet struct {
	Earned    scalar.Text `json:"cumulative_amount"`
	Available scalar.Text `json:"available,omitempty"`
	Claimed   scalar.Text `json:"total_claimed,omitempty"`
}

// Wallet gives what an address was rewarded; NotFound for one that has none, as the server's errors say it: a code in
// an object.
func (c *Client) Wallet(ctx context.Context, address string) (*Wallet, error) {
	var wallet Wallet
	request := c.c.Get("/network/rewards/withdraw").Query("address", address)
	_, err := request.NoRecord(http.StatusNotFound, upstream.Says("notfound")).JSON(ctx, &wallet)
	if err != nil {
		return nil, err
	}
	return &wallet, nil
}

// Paid gives the rewards of the whole network in the last 30 days, and when that was counted. More than there are
// tokens is no such sum.
func (c *Client) Paid(ctx context.Context) (*Stats, error) {
	return upstream.Read[Stats](ctx, c.c.Get("/network/stats"))
}

// Hold sees that the sum of rewards can be.
func (s *Stats) Hold() error {
	paid, told := s.Rewards.Month.Number()
	supply, bounded := s.Rewards.Metrics.Token.Supply.Number()
	if !told || !bounded || paid > supply {
		return upstream.BadResponse.Errorf("no sum of rewards that can be")
	}
	return nil
}

// Stats are statistics of the network.
type Stats struct {
	Rewards struct {
		Month   scalar.Text `json:"last_30days"`
		Metrics struct {
			Token struct {
				Supply scalar.Text `json:"total_supply"`
			} `json:"token"`
		} `json:"token_metrics"`
	} `json:"rewards"`
	UpdatedAt time.Time `json:"last_updated"`
}
