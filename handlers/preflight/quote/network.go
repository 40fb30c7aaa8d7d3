package quote

import (
	"slices"
	"strings"
	"sync"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/chain/caip2"
	"github.com/farebox/farebox/internal/chain/known"
)

// Network is a chain, by the protocol's name.
type Network struct {
	ID      string // CAIP-2, or the seller's own word if not understood
	Known   bool   // one of the chains known here by name
	Testnet bool   // its tokens are worth nothing
}

var testnets = []string{
	"eip155:84532", "eip155:11155111", "eip155:80002", "eip155:43113", "eip155:421614", "eip155:1328", "eip155:11124", "eip155:2201", "eip155:324705682",
	"eip155:4801", "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1",
}

// ParseNetwork reads what [caip2.Of] reads; ok is false for any other text.
func ParseNetwork(s string) (n Network, ok bool) {
	id, ok := caip2.Of(s)
	if !ok {
		return Network{ID: strings.TrimSpace(s)}, false
	}
	return Network{
		ID:      id,
		Known:   caip2.Known(id),
		Testnet: slices.Contains(testnets, id),
	}, true
}

// EVM reports whether the chain's addresses are 0x and 40 hex digits.
func (n Network) EVM() bool { return strings.HasPrefix(n.ID, "eip155:") }

// Solana reports whether the chain's addresses are base58 keys.
func (n Network) Solana() bool { return strings.HasPrefix(n.ID, "solana:") }

// Asset is a token known here: Circle's USDC.
type Asset struct {
	Network  string // CAIP-2
	Address  string // contract in EIP-55 form, or the mint
	Symbol   string
	Decimals int32
	// Name and Version are the token's EIP-712 domain, for which a buyer signs; empty if unknown here.
	Name, Version string
}

// mints are Circle's USDC on the networks of Solana.
var mints = map[string]string{
	"solana":        "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
	"solana-devnet": "4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU",
}

// assets are the tokens that are known here. The list is built once and never changes.
var assets = sync.OnceValue(func() []Asset {
	var list []Asset
	for _, name := range caip2.Names() {
		id, _ := caip2.Of(name)
		a := Asset{
			Network:  id,
			Address:  mints[name],
			Symbol:   "USDC",
			Decimals: 6,
		}
		if token, ok := known.USDC(name); ok {
			a.Address = token.Address.Hex()
			a.Name = token.Domain.Name
			a.Version = token.Domain.Version
		}
		if a.Address != "" {
			list = append(list, a)
		}
	}
	return list
})

// KnownAsset is the token at address on the network, or nil if unknown here.
func KnownAsset(networkID, address string) *Asset {
	for _, a := range assets() {
		if a.Network == networkID && SameAddress(a.Address, address) {
			return &a
		}
	}
	return nil
}

// Named reports whether a known token has the name for signatures on any network.
func Named(name string) bool {
	return slices.ContainsFunc(assets(), func(a Asset) bool { return a.Name == name })
}

// Elsewhere is a known token with this address on a network other than the named one, or nil.
func Elsewhere(networkID, address string) *Asset {
	for _, a := range assets() {
		if a.Network != networkID && SameAddress(a.Address, address) {
			return &a
		}
	}
	return nil
}

// USD is the value of an amount of the asset's atomic units, assuming parity with the dollar.
func (a *Asset) USD(atomic decimal.Decimal) decimal.Decimal { return atomic.Shift(-a.Decimals) }

// SameAddress compares two addresses: 0x ones ignoring case, others exactly.
func SameAddress(a, b string) bool {
	if strings.HasPrefix(a, "0x") || strings.HasPrefix(a, "0X") {
		return strings.EqualFold(a, b)
	}
	return a == b
}
