package honeypotis

import (
	"context"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func TestSimulationsAreHeldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL:  "https://api.honeypot.is/v2/IsHoneypot",
			Body: `{"token":{"totalHolders":5},"simulationSuccess":true,"honeypotResult":{"isHoneypot":false},"simulationResult":{"buyTax":0,"sellTax":1},"contractCode":{"openSource":true,"isProxy":false},"pair":{"pair":{"address":"0x01","type":"UniswapV2"},"liquidity":12.5,"createdAtTimestamp":"1698160000"}}`,
		},
		Required: []string{
			"token", "honeypotResult", "honeypotResult.isHoneypot", "simulationResult",
			"simulationResult.buyTax", "simulationResult.sellTax", "contractCode.openSource",
		},
		Optional: []string{
			"contractCode", "pair", "pair.liquidity",
		},
		NoRecord: []upstreamtest.Answer{{Status: 404, Body: `{"error":"Token not found on chain"}`}},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Check(ctx, 8453, token)
			return err
		},
	}.Hold(t)
}
