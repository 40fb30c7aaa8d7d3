// Package etherscan reads Etherscan's API v2, one host for all chains, with a key. Its free tier omits several
// chains.
package etherscan

import (
	"context"
	"strconv"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/explorers/txlist"
	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the declaration.
var Provider = upstream.Provider{
	Name: "etherscan", BaseURL: "https://api.etherscan.io/v2", Docs: "https://docs.etherscan.io/",
	Attribution: "Powered by Etherscan.io APIs", Terms: "https://etherscan.io/terms", Checked: "recorded 2026-11",
	Keys: []upstream.Key{{
		Env: "ETHERSCAN_API_KEY", Required: true, Query: "apikey",
		Gives: "internal transfers in /tx/explain from Etherscan where no other explorer has them",
	}},
	RatePerMinute: 180, Burst: 1, TTL: 10 * time.Minute, Timeout: 3 * time.Second, Retries: -1,
}

// Client reads Etherscan. It is safe for concurrent use.
type Client struct{ c *upstream.Client }

// New makes the client.
func New(pool *upstream.Pool) *Client {
	c := &Client{pool.Client(Provider)}
	txlist.Probe(c.c, c.Internal)
	return c
}

// Serves reports whether a key is set and the free tier serves the network.
func (c *Client) Serves(n *evm.Network) bool { return c.c.Configured() == nil && n.Etherscan }

// mostRows are the most that the free tier gives since 2026-07.
const mostRows = 1000

// Internal lists the internal transactions of a transaction; for errors see txlist.Rows. As many as are given at most
// are upstream.BadResponse: a part of them would be worse than none.
func (c *Client) Internal(ctx context.Context, n *evm.Network, tx common.Hash) ([]txlist.Row, error) {
	rows, err := txlist.Rows(ctx, c.c.Get("/api").Query("chainid", strconv.FormatUint(n.ChainID, 10)).
		Query("module", "account").Query("action", "txlistinternal").Query("txhash", tx.Hex()))
	if err == nil {
		err = upstream.Whole(len(rows), mostRows)
	}
	return rows, err
}
