package chain_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/labstack/echo/v4"

	"github.com/farebox/farebox/handlers/chain"
	"github.com/farebox/farebox/internal/chain/chaintest"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// BenchmarkRoutes measures whole routes on a test chain in the same process: the figures include the chain's own
// work and the calls to it, but no network.
func BenchmarkRoutes(b *testing.B) {
	dev := chaintest.Start(b, chaintest.Options{})
	world := upstreamtest.New(b)
	dev.Mount(world)
	pool := world.Pool(b, nil)
	chains, err := evm.New(pool, evm.Options{})
	if err != nil {
		b.Fatal(err)
	}
	e := echo.New()
	chain.New(chain.Sources{Chains: chains, Pool: pool, Gateways: world}).Register(e)
	for name, target := range map[string]string{
		"gas": "/gas", "token": "/token/meta?network=base&token=0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", "tx": "/tx?network=base&hash=" + chaintest.ExampleTx.Hex(),
		"wallet12": "/wallet/balances?network=base&address=0x1111111111111111111111111111111111111111",
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				w := httptest.NewRecorder()
				e.ServeHTTP(w, httptest.NewRequestWithContext(b.Context(), http.MethodGet, target, nil))
				if w.Code != http.StatusOK {
					b.Fatal(w.Body)
				}
			}
		})
	}
}
