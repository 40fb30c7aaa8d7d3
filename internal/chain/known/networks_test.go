package known_test

import (
	"testing"

	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/known"
)

// TestNetworksAreThoseThatAreRead: plus Base Sepolia, where payments are tested.
func TestNetworksAreThoseThatAreRead(t *testing.T) {
	networks := map[string]bool{"base-sepolia": true}
	for _, n := range evm.Networks() {
		networks[n.Name] = true
	}

	for _, c := range known.Contracts() {
		for _, n := range c.Networks {
			if !networks[n] {
				t.Errorf("%s: no network %q", c.Name, n)
			}
		}
	}
	for n := range networks {
		if len(known.Tokens(n)) == 0 {
			t.Errorf("no token of %s", n)
		}
	}
}
