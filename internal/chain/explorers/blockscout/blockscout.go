// Package blockscout reads Blockscout explorers: the PRO API, one host for all chains with a key, and the public
// instances, one keyless host per chain, which are behind bot protection and which Blockscout is closing down.
package blockscout

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/explorers/txlist"
	"github.com/farebox/farebox/internal/upstream"
)

// Pro declares the PRO API. Without a key it demands a payment, so it is not asked.
func Pro() upstream.Provider {
	return upstream.Provider{
		Name: "blockscout_pro", BaseURL: "https://api.blockscout.com", Docs: "https://docs.blockscout.com/",
		Attribution: "Blockscout", Checked: "recorded 2026-11",
		Keys: []upstream.Key{{
			Env: "BLOCKSCOUT_API_KEY", Required: true, Query: "apikey",
			Gives: "internal transfers in /tx/explain from Blockscout's PRO API (free tier: 5 requests a second, 100,000 credits a day)",
		}},
		RatePerMinute: 300, Burst: 1, TTL: 10 * time.Minute, Timeout: 3 * time.Second, Retries: -1,
	}
}

// Instances declares the public instances, one host per network of package evm.
func Instances() upstream.Provider {
	p := upstream.Provider{
		Name: "blockscout", Docs: "https://docs.blockscout.com/", Hosts: map[string]string{},
		Attribution: "Blockscout", Checked: "recorded 2026-11",
		RatePerMinute: 120, TTL: 10 * time.Minute, Timeout: 3 * time.Second, Retries: -1,
	}
	for _, n := range evm.Networks() {
		switch {
		case n.Blockscout == "":
		case p.BaseURL == "":
			p.BaseURL = "https://" + n.Blockscout
		default:
			p.Hosts[n.Name] = "https://" + n.Blockscout
		}
	}
	return p
}

// proChains are those of our networks that the PRO API serves (its list of chains, 2026-11-20).
var proChains = []uint64{1, 10, 100, 137, 8453, 42161, 42220, 534352}

// Client reads both. It is safe for concurrent use.
type Client struct {
	pro, public *upstream.Client
}

// New makes the client.
func New(pool *upstream.Pool) *Client {
	c := &Client{
		pro:    pool.Client(Pro()),
		public: pool.Client(Instances()),
	}
	txlist.Probe(c.pro, c.InternalPro)
	txlist.Probe(c.public, c.Internal)
	return c
}

// ServesPro reports whether the PRO API serves the network and a key is set.
func (c *Client) ServesPro(n *evm.Network) bool {
	return c.pro.Configured() == nil && slices.Contains(proChains, n.ChainID)
}

// InternalPro lists the internal transactions of a transaction from the PRO API; for errors see txlist.Rows.
func (c *Client) InternalPro(ctx context.Context, n *evm.Network, tx common.Hash) ([]txlist.Row, error) {
	return internal(ctx, c.pro.Get("/{}/api", strconv.FormatUint(n.ChainID, 10)), tx)
}

// Internal lists the internal transactions of a transaction from the network's public instance; for errors see
// txlist.Rows. The instances lack those of Optimism before its Bedrock upgrade.
func (c *Client) Internal(ctx context.Context, n *evm.Network, tx common.Hash) ([]txlist.Row, error) {
	if n.Blockscout == "" {
		return nil, upstream.Invalid.Errorf("there is no Blockscout instance for %s", n.Name)
	}
	r := c.public.Get("/api")
	if _, ok := c.public.Provider().Hosts[n.Name]; ok {
		r = r.On(n.Name)
	}
	return internal(ctx, r, tx)
}

func internal(ctx context.Context, r *upstream.Request, tx common.Hash) ([]txlist.Row, error) {
	r = r.Query("module", "account").Query("action", "txlistinternal").Query("txhash", tx.Hex())
	rows, err := txlist.Rows(ctx, r)
	if err != nil {
		return nil, err
	}

	for _, row := range rows { // Blockscout calls all calls "call"; without their kind, delegated ones would move coins
		if row.Type == "call" && row.CallType == "" {
			return nil, &upstream.Error{Kind: upstream.BadResponse, Cause: upstream.Lacks("result[].callType")}
		}
	}
	return rows, nil
}
