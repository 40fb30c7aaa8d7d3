package quote

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/shopspring/decimal"
)

// Network is a chain as the protocol names it.
type Network struct {
	ID      string // CAIP-2, or the seller's own word where that is not understood
	Known   bool   // one of the chains that are known here by name
	Testnet bool   // its tokens are worth nothing
}

// names are the networks of version 1 by name, with those that the reference implementations and public forks of them
// added, in CAIP-2. Sources: x402 1.2.0 (network.ts), x402 go (mechanisms/evm/v1), the CAIP-2 registry for Solana.
var names = map[string]string{
	"base": "eip155:8453", "ethereum": "eip155:1", "mainnet": "eip155:1", "polygon": "eip155:137", "arbitrum": "eip155:42161", "avalanche": "eip155:43114",
	"optimism": "eip155:10", "bsc": "eip155:56", "sei": "eip155:1329", "iotex": "eip155:4689", "peaq": "eip155:3338", "story": "eip155:1514", "abstract": "eip155:2741",
	"educhain": "eip155:41923", "megaeth": "eip155:4326", "monad": "eip155:143", "stable": "eip155:988", "world": "eip155:480",
	"solana": "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", "solana-mainnet": "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
	"base-sepolia": "eip155:84532", "sepolia": "eip155:11155111", "polygon-amoy": "eip155:80002", "avalanche-fuji": "eip155:43113", "arbitrum-sepolia": "eip155:421614",
	"sei-testnet": "eip155:1328", "abstract-testnet": "eip155:11124", "stable-testnet": "eip155:2201", "skale-base-sepolia": "eip155:324705682", "world-sepolia": "eip155:4801",
	"solana-devnet": "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1",
}

var testnets = []string{
	"eip155:84532", "eip155:11155111", "eip155:80002", "eip155:43113", "eip155:421614", "eip155:1328", "eip155:11124", "eip155:2201", "eip155:324705682",
	"eip155:4801", "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1",
}

// caip2 is the form of chain identifiers (CAIP-2).
var caip2 = regexp.MustCompile(`^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$`)

// Names are the names that ParseNetwork understands besides CAIP-2.
func Names() []string { return slices.Sorted(maps.Keys(names)) }

// ParseNetwork reads a name of version 1 ("base") or a CAIP-2 identifier ("eip155:8453"); ok is false when it is neither.
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
	for _, known := range names {
		n.Known = n.Known || known == id
	}
	return n
}

// EVM says whether the chain's addresses are 0x and 40 hex digits.
func (n Network) EVM() bool { return strings.HasPrefix(n.ID, "eip155:") }

// Solana says whether the chain's addresses are base58 keys.
func (n Network) Solana() bool { return strings.HasPrefix(n.ID, "solana:") }

// Asset is a token that is known here: Circle's USDC.
type Asset struct {
	Network  string // CAIP-2
	Address  string // contract in EIP-55 form, or the mint
	Symbol   string
	Decimals int32
	// Name and Version are the token's EIP-712 domain, which a buyer signs for; empty where not known here.
	Name, Version string
}

// assets are Circle's USDC as the x402 reference sources name it.
var assets = []Asset{
	{"eip155:8453", "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", "USDC", 6, "USD Coin", "2"},
	{"eip155:84532", "0x036CbD53842c5426634e7929541eC2318f3dCF7e", "USDC", 6, "USDC", "2"},
	{"eip155:1", "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48", "USDC", 6, "", ""},
	{"eip155:137", "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359", "USDC", 6, "", ""},
	{"eip155:42161", "0xaf88d065e77c8cC2239327C5EDb3A432268e5831", "USDC", 6, "", ""},
	{"eip155:43114", "0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E", "USDC", 6, "", ""},
	{"solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", "USDC", 6, "", ""},
}

// KnownAsset is the token at address on the network; nil when it is not known here.
func KnownAsset(networkID, address string) *Asset {
	for i := range assets {
		if assets[i].Network == networkID && SameAddress(assets[i].Address, address) {
			return &assets[i]
		}
	}
	return nil
}

// Elsewhere is a known token that has this address on another network than the one named; nil when there is none.
func Elsewhere(networkID, address string) *Asset {
	for i := range assets {
		if assets[i].Network != networkID && SameAddress(assets[i].Address, address) {
			return &assets[i]
		}
	}
	return nil
}

// USD is what an amount of atomic units of the asset is worth, a dollar being a dollar.
func (a *Asset) USD(atomic decimal.Decimal) decimal.Decimal { return atomic.Shift(-a.Decimals) }

// SameAddress compares two addresses: 0x ones in any case, others as they are.
func SameAddress(a, b string) bool {
	if strings.HasPrefix(a, "0x") || strings.HasPrefix(a, "0X") {
		return strings.EqualFold(a, b)
	}
	return a == b
}
