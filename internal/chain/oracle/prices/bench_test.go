package prices

import (
	"testing"

	"github.com/farebox/farebox/internal/chain/oracle"
)

// BenchmarkPlan measures a price without waiting and decoding: finding the asset, its feeds and its pools.
func BenchmarkPlan(b *testing.B) {
	for b.Loop() {
		a, _ := oracle.Find("ETH")
		w := newWant()
		w.network(home)
		w.candidates(a.On(home))
		w.pools(tokenOf(a))
	}
}
