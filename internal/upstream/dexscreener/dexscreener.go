// Package dexscreener reads the pools of a token from DexScreener (api.dexscreener.com, keyless, 300
// requests a minute for pairs).
package dexscreener

import (
	"context"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is DexScreener.
var Provider = upstream.Provider{
	Name:          "dexscreener",
	BaseURL:       "https://api.dexscreener.com",
	Docs:          "https://docs.dexscreener.com/api/reference",
	Attribution:   "DexScreener",
	Terms:         "https://docs.dexscreener.com/api/api-terms-and-conditions",
	Checked:       "recorded 2026-10 (pairs), documentation (token-pairs)",
	RatePerMinute: 240,
	Burst:         10,
	TTL:           time.Minute,
	Timeout:       6 * time.Second,
	MaxBytes:      4 << 20,
	Retries:       -1,
}

// Client asks DexScreener.
type Client struct{ c *upstream.Client }

// New returns the pool's client of DexScreener.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for the pools of WETH.
func probe(ctx context.Context, u *upstream.Client) error {
	pairs, err := (&Client{u}).Pairs(ctx, "ethereum", common.HexToAddress("0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2"))
	return upstream.Has(pairs, err, "pairs", "a pool on ethereum", func(p Pair) bool { return p.Chain == "ethereum" })
}

// Pair is one pool.
type Pair struct {
	Chain     string `json:"chainId" asked:"/token-pairs/v1/{}/{}"` // base, ethereum, arbitrum, optimism, polygon, bsc...
	Liquidity *struct {
		USD *decimal.Decimal `json:"usd,omitempty"`
	} `json:"liquidity,omitempty"` // null of pools that it does not follow (documented)
	CreatedMS *int64 `json:"pairCreatedAt,omitempty" contract:"millis"` // Unix milliseconds; may be null (documented)
}

type pairs []Pair

// Hold sees that some of the pools have what a single one may lack.
func (l pairs) Hold() error {
	valued := slices.ContainsFunc(l, func(p Pair) bool { return p.Liquidity != nil && p.Liquidity.USD != nil })
	dated := slices.ContainsFunc(l, func(p Pair) bool { return p.CreatedMS != nil })
	switch {
	case len(l) > 0 && !valued:
		return upstream.Lacks("[].liquidity.usd")
	case len(l) > 0 && !dated:
		return upstream.Lacks("[].pairCreatedAt")
	}
	return nil
}

// Created is when the pool was made; ok is false when it is not known.
func (p *Pair) Created() (at time.Time, ok bool) {
	if p.CreatedMS == nil || *p.CreatedMS <= 0 {
		return time.Time{}, false
	}
	return time.UnixMilli(*p.CreatedMS).UTC(), true
}

// Pairs returns the pools of a token on a chain, none when DexScreener knows no such token.
func (c *Client) Pairs(ctx context.Context, chain string, token common.Address) ([]Pair, error) {
	var out pairs
	_, err := c.c.Get("/token-pairs/v1/{}/{}", chain, token.Hex()).JSON(ctx, &out)
	return out, err
}
