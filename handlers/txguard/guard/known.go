package guard

import (
	"fmt"
	"strings"

	"github.com/ethereum/go-ethereum/common"

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

// Role says what a known contract is for.
type Role = known.Role

// The roles that rules ask for. A pool counts as a router: like one it takes the tokens that it is allowed to.
const (
	RoleRouter      = known.RoleRouter
	RolePermit2     = known.RolePermit2
	RoleMarketplace = known.RoleMarketplace
	RoleStablecoin  = known.RoleStablecoin
	RoleWrapped     = known.RoleWrapped
	RoleMultiSend   = known.RoleMultiSend
	RoleDelegate    = known.RoleDelegate
	RoleMulticall   = known.RoleMulticall
	RoleCollection  = known.RoleCollection
	RoleRegistry    = known.RoleRegistry
	RolePayout      = known.RolePayout
)

// Known is a contract that is well known under its address.
type Known struct {
	Name     string
	Role     Role
	Decimals int // of stablecoins, whose unit is a dollar unless the name says euro

	pool bool // holds what people have put in, as theirs
}

// solversCall is the contract that settles orders by calls that its solvers choose: they command it as anybody commands
// a multicall. Orders are paid through its relayer.
const solversCall = "CoW Protocol settlement"

// Wallets ask for these contracts to be trusted; they appear in signatures' domains.
var (
	permit2 = known.Permit2
	zero    = common.Address{}
	dead    = known.Dead
)

// knownAt is the table by network and address.
type knownAt map[string]map[common.Address]Known

func newKnown() knownAt {
	k := knownAt{}
	for _, n := range Networks() {
		at := map[common.Address]Known{}
		k[n.Name] = at

		if n.WrappedToken != zero {
			at[n.WrappedToken] = Known{Name: "Wrapped " + n.NativeSymbol, Role: RoleWrapped}
		}
		for _, c := range known.Contracts() {
			if c.Trusted && c.On(n.Name) {
				at[c.Address] = Known{
					Name: c.Name,
					Role: roleOf(c),
					pool: c.Role == known.RolePool,
				}
			}
		}
		for _, t := range known.Tokens(n.Name) {
			if t.Trusted {
				at[t.Address] = Known{Name: t.Symbol, Role: RoleStablecoin, Decimals: int(t.Decimals)}
			}
		}
	}
	return k
}

// roleOf is the role that a contract has in the rules.
func roleOf(c known.Contract) Role {
	switch {
	case c.Role == known.RolePool:
		return RoleRouter
	case c.Name == solversCall:
		return RoleMulticall
	}
	return c.Role
}
