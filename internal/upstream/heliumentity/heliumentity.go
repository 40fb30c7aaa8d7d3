// Package heliumentity reads the metadata of Helium's hotspots from the server that their NFTs point to.
package heliumentity

import (
	"context"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Provider is the public server, which needs no key.
var Provider = upstream.Provider{
	Name:          "helium-entity",
	Undated:       true,
	BaseURL:       "https://entities.nft.helium.io",
	Docs:          "https://docs.helium.com/solana/migration/entity-api",
	Attribution:   "Helium",
	Terms:         "public, without promises (https://github.com/helium/helium-program-library)",
	Checked:       "recorded 2025-07, two hotspots",
	RatePerMinute: 120,
	Burst:         20,
	TTL:           time.Hour,
	StaleFor:      24 * time.Hour,
	Timeout:       8 * time.Second,
	MaxBytes:      32 << 20, // a wallet gives all its hotspots in full
	Retries:       1,
}

// Client calls the server.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for an old hotspot.
func probe(ctx context.Context, u *upstream.Client) error {
	hotspot, err := (&Client{u}).ByEntityKey(ctx, "11vBaUqP9vfN8qRkMSwVkQqPdGraJCzWxQdX4cbq89WqkTZtpVF")
	return upstream.Fact(err, "name", "Creamy Lavender Alligator", func() any { return hotspot.Name })
}

// Info is what a sub-network knows about a hotspot. Of one that it is not on it has a location of null alone
// (recorded); where a hotspot is, is absent until that has been asserted.
type Info struct {
	Asset      string      `json:"asset,omitempty"`
	Location   string      `json:"location,omitempty"`                // H3 index of resolution 12
	Lat        *float64    `json:"lat,omitempty" contract:"latitude"` // of the cell of resolution 8
	Lon        *float64    `json:"long,omitempty" contract:"longitude"`
	Street     string      `json:"street,omitempty"`
	City       string      `json:"city,omitempty"`
	State      string      `json:"state,omitempty"`
	Country    string      `json:"country,omitempty"`
	Elevation  scalar.Text `json:"elevation,omitempty"` // metres
	Gain       scalar.Text `json:"gain,omitempty"`      // tenths of a dBi
	DeviceType scalar.Text `json:"device_type,omitempty"`
	CreatedAt  *time.Time  `json:"created_at,omitempty" contract:"past"`
}

// unnamed says whether the sub-network reports a hotspot without its asset.
func (i *Info) unnamed() bool { return i.Asset == "" && *i != (Info{}) }

// Hotspot is a hotspot. Its is_active is left out: the server says false of all.
type Hotspot struct {
	Name       string `json:"name"`
	AssetID    string `json:"asset_id"`
	AssetKey   string `json:"key_to_asset_key" asked:"/v2/hotspot/{}"`
	EntityKey  string `json:"entity_key_str" asked:"/{}"`
	Subnetwork struct {
		IoT    Info `json:"iot"`
		Mobile Info `json:"mobile"`
	} `json:"hotspot_infos"`
}

// Hold requires a sub-network's answer to be about an asset.
func (h *Hotspot) Hold() error {
	for name, info := range map[string]Info{"iot": h.Subnetwork.IoT, "mobile": h.Subnetwork.Mobile} {
		if info.unnamed() {
			return upstream.Lacks("hotspot_infos." + name + ".asset")
		}
	}
	return nil
}

// ByEntityKey gives the hotspot with an entity key.
func (c *Client) ByEntityKey(ctx context.Context, key string) (*Hotspot, error) {
	return one(ctx, c.c.Get("/{}", key))
}

// ByAssetKey gives the hotspot with a key_to_asset key.
func (c *Client) ByAssetKey(ctx context.Context, key string) (*Hotspot, error) {
	return one(ctx, c.c.Get("/v2/hotspot/{}", key))
}

func one(ctx context.Context, request *upstream.Request) (*Hotspot, error) {
	request = request.NoRecord(http.StatusNotFound, upstream.Says("hotspot not found"))
	return upstream.Read[Hotspot](ctx, request)
}

// Balance is an amount in the smallest unit of a mint.
type Balance struct {
	Mint   string      `json:"mint" contract:"key"`
	Amount scalar.Text `json:"balance"`
}

// Wallet is what an address holds.
type Wallet struct {
	Count    int       `json:"hotspots_count"`
	Hotspots []Hotspot `json:"hotspots" counted:"hotspots_count"`
	Balances []Balance `json:"balances"`
}

// Hold sees that no more hotspots are listed than counted, and each of them.
func (w *Wallet) Hold() error {
	for i := range w.Hotspots {
		if err := w.Hotspots[i].Hold(); err != nil {
			return err
		}
	}
	return nil
}

// Wallet returns what an address holds. An empty wallet is not a failure.
func (c *Client) Wallet(ctx context.Context, address string) (*Wallet, error) {
	return upstream.Read[Wallet](ctx, c.c.Get("/v2/wallet/{}", address).TTL(5*time.Minute))
}

// Counts gives how many hotspots are listed on both sub-networks.
func (c *Client) Counts(ctx context.Context) (iot, mobile int, err error) {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() (err error) { iot, err = c.count(ctx, "iot"); return err })
	group.Go(func() (err error) { mobile, err = c.count(ctx, "mobile"); return err })
	err = group.Wait()
	return iot, mobile, err
}

func (c *Client) count(ctx context.Context, subnetwork string) (int, error) {
	var came pages
	_, err := c.c.Get("/v2/hotspots/pagination-metadata").Query("subnetwork", subnetwork).JSON(ctx, &came)
	return came.Total, err
}

type pages struct {
	Total int `json:"totalItems"`
}

// Hold sees that there are hotspots.
func (p *pages) Hold() error {
	if p.Total <= 0 {
		return upstream.BadResponse.Errorf("a list without a total")
	}
	return nil
}
