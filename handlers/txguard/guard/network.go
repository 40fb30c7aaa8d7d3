package guard

import (
	"strconv"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/known"
)

// Network is a chain that requests are judged for.
type Network struct {
	Name    string
	ChainID uint64
	Native  string         // symbol of its own coin
	Wrapped common.Address // the contract that wraps it
}

// CAIP2 is the chain's id as CAIP-2 writes it: "eip155:8453".
func (n Network) CAIP2() string { return "eip155:" + strconv.FormatUint(n.ChainID, 10) }

// Networks are the chains known: those that are read, and Base Sepolia, on which payments are tested
// and which is judged without reading it.
func Networks() []Network {
	var out []Network
	for _, n := range evm.Networks() {
		out = append(out, Network{Name: n.Name, ChainID: n.ChainID, Native: n.NativeSymbol, Wrapped: n.WrappedToken})
	}
	return append(out, Network{
		Name:    "base-sepolia",
		ChainID: 84532,
		Native:  "ETH",
		Wrapped: known.Wrapped("base-sepolia"),
	})
}

// FindNetwork reads a network's name, in any case, or its CAIP-2 id.
func FindNetwork(text string) (Network, bool) {
	text = strings.ToLower(strings.TrimSpace(text))
	for _, n := range Networks() {
		if text == n.Name || text == n.CAIP2() {
			return n, true
		}
	}
	return Network{}, false
}

// NetworkNames lists the names, for messages.
func NetworkNames() string {
	names := []string{}
	for _, n := range Networks() {
		names = append(names, n.Name)
	}
	return strings.Join(names, ", ")
}
