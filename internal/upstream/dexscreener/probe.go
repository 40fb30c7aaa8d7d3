package dexscreener

import (
	"context"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for the pools of WETH.
func (c *Client) probe(ctx context.Context) error {
	pairs, err := c.Pairs(ctx, "ethereum", common.HexToAddress("0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2"))
	if err != nil {
		return err
	}
	return upstream.Has("pairs", pairs, "a pool on ethereum", func(p Pair) bool { return p.Chain == "ethereum" })
}
