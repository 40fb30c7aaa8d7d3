package guard

import (
	"fmt"
	"strings"

	"github.com/farebox/farebox/internal/chain/caip2"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/known"
)

// Network is a chain that requests are judged for.
type Network = evm.Network

// Networks are the chains that are read, and Base Sepolia, on which payments are tested and which is judged without
// reading it.
func Networks() []Network {
	return append(evm.Networks(), Network{
		Name:         "base-sepolia",
		ChainID:      84532,
		CAIP2:        "eip155:84532",
		NativeSymbol: "ETH",
		WrappedToken: known.Wrapped("base-sepolia"),
	})
}

// FindNetwork is the network that [caip2.Of] reads in a text.
func FindNetwork(text string) (Network, error) {
	id, _ := caip2.Of(text)
	var all []string
	for _, n := range Networks() {
		if id == n.CAIP2 {
			return n, nil
		}
		all = append(all, n.Name)
	}
	return Network{}, fmt.Errorf("network must be one of %s, or the CAIP-2 id of one", strings.Join(all, ", "))
}
