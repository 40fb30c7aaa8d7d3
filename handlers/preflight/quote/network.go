package quote

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/chain/known"
)

// Network is a chain, by the protocol's name.
type Network struct {
	ID      string // CAIP-2, or the seller's own word if not understood
	Known   bool   // one of the chains known here by name
	Testnet bool   // its tokens are worth nothing
}

// names maps the network names of version 1, including those added by the reference implementations and public
// forks, to CAIP-2. Sources: x402 1.2.0 (network.ts), x402 go (mechanisms/evm/v1), the CAIP-2 registry for Solana.
var names = map[string]string{
	"base": "eip155:8453", "ethereum": "eip155:1", "mainnet": "eip155:1", "polygon": "eip155:137", "arbitrum": "eip155:42161", "avalanche": "eip155:43114",
	"optimism": "eip155:10", "bsc": "eip155:56", "sei": "eip155:1329", "iotex": "eip155:4689", "peaq": "eip155:3338", "story": "eip155:1514", "abstract": "eip155:2741",
	"educhain": "eip155:41923", "megaeth": "eip155:4326", "monad": "eip155:143", "stable": "eip155:988", "world": "eip155:480",
	"solana": "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", "solana-mainnet": "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
	"base-sepolia": "eip155:84532", "sepolia": "eip155:11155111", "polygon-amoy": "eip155:80002", "avalanche-fuji": "eip155:43113", "arbitrum-sepolia": "eip155:421614",
	"sei-testnet": "eip155:1328", "abstract-testnet": "eip155:11124", "stable-testnet": "eip155:2201", "skale-base-sepolia": "eip155:324705682", "world-sepolia": "eip155:4801",
	"solana-devnet": "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1",
	"celo":          "eip155:42220",
	"unichain":      "eip155:130",
}

var testnets = []string{
	"eip155:84532", "eip155:11155111", "eip155:80002", "eip155:43113", "eip155:421614", "eip155:1328", "eip155:11124", "eip155:2201", "eip155:324705682",
	"eip155:4801", "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1",
}

// caip2 is the form of chain identifiers (CAIP-2).
var caip2 = regexp.MustCompile(`^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$`)

// Names returns the names that ParseNetwork understands besides CAIP-2.
func Names() []string { return slices.Sorted(maps.Keys(names)) }

// ParseNetwork reads a name of version 1 ("base") or a CAIP-2 identifier ("eip155:8453"); ok is false if it is
// neither.
func ParseNetwork(s string) (n Network, ok bool) {
	s = strings.TrimSpace(s)
	if id, named := names[strings.ToLower(s)]; named {
		return network(id), true
	}
	space, reference, _ := strings.Cut(s, ":")
	id := strings.ToLower(space) + ":" + reference
	if !caip2.MatchString(id) {
		return Network{ID: s}, false
	}
	return network(id), true
}

func network(id string) Network {
	n := Network{ID: id, Testnet: slices.Contains(testnets, id)}
	for _, named := range names {
		n.Known = n.Known || named == id
	}
	return n
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
	for _, name := range Names() {
		a := Asset{
			Network:  names[name],
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
