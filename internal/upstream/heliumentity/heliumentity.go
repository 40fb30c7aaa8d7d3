// Package heliumentity reads the metadata of Helium's hotspots from the server that their NFTs point to.
package heliumentity

import (
	"context"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Provider is the public server, which needs no key.
var Provider = upstream.Provider{
	Name:          "helium-entity",
	Undeclared:    true,
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
func New(pool *upstream.Pool) *Client {
	c := &Client{pool.Client(Provider)}
	c.c.Probe(c.probe)
	return c
}

// Info is what a sub-network knows of a hotspot. One that it is not on has no asset.
type Info struct {
	Asset      string      `json:"asset"`
	Location   string      `json:"location"` // H3 index of resolution 12
	Lat        *float64    `json:"lat"`      // of the cell of resolution 8
	Lon        *float64    `json:"long"`
	Street     string      `json:"street"`
	City       string      `json:"city"`
	State      string      `json:"state"`
	Country    string      `json:"country"`
	Elevation  scalar.Text `json:"elevation"` // metres
	Gain       scalar.Text `json:"gain"`      // tenths of a dBi
	DeviceType scalar.Text `json:"device_type"`
	CreatedAt  *time.Time  `json:"created_at"`
}

// Hotspot is a hotspot. Its is_active is left out: the server says false of all.
type Hotspot struct {
	Name       string `json:"name"`
	AssetID    string `json:"asset_id"`
	AssetKey   string `json:"key_to_asset_key"`
	EntityKey  string `json:"entity_key_str"`
	Subnetwork struct {
		IoT    *Info `json:"iot"`
		Mobile *Info `json:"mobile"`
	} `json:"hotspot_infos"`
}

// ByEntityKey gives the hotspot with an entity key.
func (c *Client) ByEntityKey(ctx context.Context, key string) (*Hotspot, error) {
	return one(ctx, c.c.Get("/{}", key), func(h *Hotspot) bool { return h.EntityKey == key })
}

// ByAssetKey gives the hotspot with a key_to_asset key.
func (c *Client) ByAssetKey(ctx context.Context, key string) (*Hotspot, error) {
	return one(ctx, c.c.Get("/v2/hotspot/{}", key), func(h *Hotspot) bool { return h.AssetKey == key })
}

func one(ctx context.Context, request *upstream.Request, same func(*Hotspot) bool) (*Hotspot, error) {
	var hotspot Hotspot
	_, err := request.Check(func(resp *upstream.Response) error {
		var came Hotspot
		if err := resp.JSON(&came); err != nil {
			return err
		}
		if !same(&came) {
			return upstream.BadResponse.Errorf("not the hotspot asked for")
		}
		return nil
	}).JSON(ctx, &hotspot)
	if err != nil {
		return nil, err
	}
	return &hotspot, nil
}

// Balance is an amount in the smallest unit of a mint.
type Balance struct {
	Mint   string      `json:"mint"`
	Amount scalar.Text `json:"balance"`
}

// Wallet is what an address holds.
type Wallet struct {
	Count    *int      `json:"hotspots_count"`
	Hotspots []Hotspot `json:"hotspots"`
	Balances []Balance `json:"balances"`
}

// Wallet gives what an address holds. One that holds nothing is no failure.
func (c *Client) Wallet(ctx context.Context, address string) (*Wallet, error) {
	var wallet Wallet
	_, err := c.c.Get("/v2/wallet/{}", address).TTL(5*time.Minute).Check(func(resp *upstream.Response) error {
		var came Wallet
		if err := resp.JSON(&came); err != nil {
			return err
		}
		if came.Count == nil || *came.Count < len(came.Hotspots) {
			return upstream.BadResponse.Errorf("a wallet without a count")
		}
		return nil
	}).JSON(ctx, &wallet)
	if err != nil {
		return nil, upstream.Always(err)
	}
	return &wallet, nil
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
	var pages struct {
		Total int `json:"totalItems"`
	}
	_, err := c.c.Get("/v2/hotspots/pagination-metadata").Query("subnetwork", subnetwork).
		Check(func(resp *upstream.Response) error {
			if err := resp.JSON(&pages); err != nil {
				return err
			}
			if pages.Total <= 0 {
				return upstream.BadResponse.Errorf("a list without a total")
			}
			return nil
		}).JSON(ctx, &pages)
	return pages.Total, upstream.Always(err)
}
