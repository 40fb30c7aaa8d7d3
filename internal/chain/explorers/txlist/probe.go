package txlist

import (
	"context"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/upstream"
)

// probed is an old Ethereum transaction with internal ones.
const probed = "0xc23d562c935fc3afd31a3597d647dee302421659ad9fc5ca77e2b257df400532"

// Probe declares the probe of the explorer behind c: the internal transactions of an old transaction.
func Probe(c *upstream.Client, internal func(context.Context, *evm.Network, common.Hash) ([]Row, error)) {
	c.Probe(func(ctx context.Context) error {
		networks := evm.Networks()
		at := slices.IndexFunc(networks, func(n evm.Network) bool { return n.Name == "ethereum" })
		rows, err := internal(ctx, &networks[at], common.HexToHash(probed))
		return upstream.Has(rows, err, "result", "an internal transaction", func(r Row) bool { return r.From != "" })
	})
}
