package sourcify

import (
	"context"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func TestContractsAreHeldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL:  "https://sourcify.dev/server/v2/contract/8453/" + contract.Hex(),
			Body: `{"match":"match","deployment":{"blockNumber":"123"},"proxyResolution":{"isProxy":true,"proxyType":"EIP1967Proxy"}}`,
		},
		Required: []string{
			"match", "deployment", "deployment.blockNumber", "proxyResolution", "proxyResolution.isProxy",
			"proxyResolution.proxyType",
		},
		NoRecord: []upstreamtest.Answer{{Status: 404, Body: `{"match":null,"chainId":"8453"}`}},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Contract(ctx, 8453, contract)
			return err
		},
	}.Hold(t)
}
