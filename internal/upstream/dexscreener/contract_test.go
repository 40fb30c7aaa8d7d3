package dexscreener

import (
	"context"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func TestPoolsAreHeldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL:  "https://api.dexscreener.com/token-pairs/v1/base/" + token.Hex(),
			Body: `[{"chainId":"base","pairAddress":"0x01","liquidity":{"usd":12.5},"pairCreatedAt":1704710000000},{"chainId":"base","pairAddress":"0x02","liquidity":null}]`,
		},
		Required: []string{
			"[].chainId", "[].liquidity.usd",
		},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Pairs(ctx, "base", token)
			return err
		},
	}.Hold(t)
}
