package tokenrisk

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"
)

func TestEveryMarketHasItsRouters(t *testing.T) {
	for network, m := range Markets() {
		for _, concentrated := range []bool{false, true} {
			if router(network, concentrated) == (common.Address{}) {
				t.Errorf("%s: no router, concentrated %t", network, concentrated)
			}
		}
		if len(m.Feeds) == 0 {
			t.Errorf("%s: no price of the native coin", network)
		}
	}
}
