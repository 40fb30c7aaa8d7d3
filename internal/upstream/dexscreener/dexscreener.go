// Package dexscreener reads the pools of a token from DexScreener (api.dexscreener.com, keyless, 300
// requests a minute for pairs).
package dexscreener

import (
	"context"
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
	Undeclared:    true,
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
func New(pool *upstream.Pool) *Client {
	c := &Client{pool.Client(Provider)}
	c.c.Probe(c.probe)
	return c
}

// Pair is one pool.
type Pair struct {
	Chain     string   `json:"chainId"` // base, ethereum, arbitrum, optimism, polygon, bsc...
	Dex       string   `json:"dexId"`
	Labels    []string `json:"labels"` // v2, v3, v4
	Address   string   `json:"pairAddress"`
	Base      Token    `json:"baseToken"`
	Quote     Token    `json:"quoteToken"`
	Liquidity *struct {
		USD decimal.Decimal `json:"usd"`
	} `json:"liquidity"`
	CreatedMS *int64 `json:"pairCreatedAt"` // Unix milliseconds
}

// Token is one side of a pool.
type Token struct {
	Address string `json:"address"`
	Symbol  string `json:"symbol"`
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
	var out []Pair
	_, err := c.c.Get("/token-pairs/v1/{}/{}", chain, token.Hex()).JSON(ctx, &out)
	return out, err
}
