// Package routescan reads Routescan, a keyless explorer of several EVM chains with the API of Etherscan.
package routescan

import (
	"context"
	"strconv"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/explorers/txlist"
	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the declaration. Keyless callers may send two requests a second.
var Provider = upstream.Provider{
	Name: "routescan", BaseURL: "https://api.routescan.io/v2", Docs: "https://routescan.io/documentation",
	Attribution: "Routescan", Checked: "recorded 2026-11",
	RatePerMinute: 120, Burst: 1, TTL: 10 * time.Minute, Timeout: 3 * time.Second, Retries: -1,
}

// Client reads Routescan. It is safe for concurrent use.
type Client struct{ c *upstream.Client }

// New makes the client.
func New(pool *upstream.Pool) *Client {
	c := &Client{pool.Client(Provider)}
	txlist.Probe(c.c, c.Internal)
	return c
}

const (
	perPage  = 100
	maxPages = 4
)

// Internal lists the internal transactions of a transaction; for errors see txlist.Rows. More than four hundred are
// upstream.BadResponse: a part of them would be worse than none.
func (c *Client) Internal(ctx context.Context, n *evm.Network, tx common.Hash) ([]txlist.Row, error) {
	if !n.Routescan {
		return nil, upstream.Invalid.Errorf("%s is not served", n.Name)
	}
	var all []txlist.Row
	for page := 1; page <= maxPages; page++ {
		rows, err := txlist.Rows(ctx, c.c.Get("/network/mainnet/evm/{}/etherscan/api", strconv.FormatUint(n.ChainID, 10)).
			Query("module", "account").Query("action", "txlistinternal").Query("txhash", tx.Hex()).
			Query("page", strconv.Itoa(page)).Query("offset", strconv.Itoa(perPage)).Query("apikey", "placeholder"))
		if err != nil {
			return nil, err
		}
		all = append(all, rows...)
		if len(rows) < perPage {
			return all, nil
		}
	}
	return nil, upstream.BadResponse.Errorf("more than %d internal transactions", perPage*maxPages)
}
