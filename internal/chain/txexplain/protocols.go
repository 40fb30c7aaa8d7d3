package txexplain

import (
	"slices"
	"sync"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/known"
)

// kind is the part a known contract plays.
type kind int

const (
	other kind = iota
	router
	marketplace
)

// kindOf is the part played by contracts of a role.
func kindOf(role known.Role) kind {
	switch role {
	case known.RoleRouter:
		return router
	case known.RoleMarketplace:
		return marketplace
	}
	return other
}

// byAddress finds by address the contracts that explanations name.
var byAddress = sync.OnceValue(func() map[common.Address][]known.Contract {
	table := map[common.Address][]known.Contract{}
	for _, c := range known.Contracts() {
		if c.Explained {
			table[c.Address] = append(table[c.Address], c)
		}
	}
	return table
})

// lookup is a known contract of the network. ok is false if the table does not have it.
func lookup(network string, a common.Address) (c known.Contract, ok bool) {
	for _, c := range byAddress()[a] {
		if c.On(network) {
			return c, true
		}
	}
	return known.Contract{}, false
}

// meet lists a contract of the table, once.
func (r *reading) meet(a common.Address) {
	if c, ok := lookup(r.in.Network.Name, a); ok {
		r.list(a, c.Name, kindOf(c.Role))
	}
}

// list lists a contract under the first name it gets.
func (r *reading) list(a common.Address, name string, k kind) {
	r.routed = r.routed || k == router
	if len(r.protocols) < maxProtocols && !slices.ContainsFunc(r.protocols, func(p Protocol) bool { return p.Address == a }) {
		r.protocols = append(r.protocols, Protocol{a, name})
	}
}

// meetCalled lists the contract that the transaction calls. Two contracts with many addresses are identified by the
// function.
func (r *reading) meetCalled() {
	if r.in.Call.To == nil {
		return
	}
	r.meet(*r.in.Call.To)
	switch s, _ := r.selector(); s {
	case settlerSelector:
		r.list(*r.in.Call.To, "0x Settler", router)
	case safeSelector:
		r.list(*r.in.Call.To, "Safe", other)
	}
}

// named is the listed name of a contract, or "".
func (r *reading) named(a common.Address) string {
	for _, p := range r.protocols {
		if p.Address == a {
			return p.Name
		}
	}
	if c, ok := lookup(r.in.Network.Name, a); ok {
		return c.Name
	}
	return ""
}

// IsEntryPoint reports whether a contract executes the operations of smart accounts (ERC-4337, versions 0.6 to
// 0.9). The sender of a transaction to it is a bundler, not the acting account.
func IsEntryPoint(a common.Address) bool {
	return slices.ContainsFunc(byAddress()[a], func(c known.Contract) bool { return c.Role == known.RoleEntryPoint })
}
