// Package caip2 knows chains by the names that people and protocols call them, and by their CAIP-2 identifiers.
package caip2

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

// names are the networks of x402's version 1, with what reference implementations and public forks added, and those of
// our own network parameters. Sources: x402 1.2.0 (network.ts), x402 go (mechanisms/evm/v1), the CAIP-2 registry for
// Solana, and the chain definitions of viem.
var names = map[string]string{
	"abstract":           "eip155:2741",
	"abstract-testnet":   "eip155:11124",
	"arbitrum":           "eip155:42161",
	"arbitrum-sepolia":   "eip155:421614",
	"avalanche":          "eip155:43114",
	"avalanche-fuji":     "eip155:43113",
	"base":               "eip155:8453",
	"base-sepolia":       "eip155:84532",
	"bnb":                "eip155:56",
	"bsc":                "eip155:56",
	"celo":               "eip155:42220",
	"educhain":           "eip155:41923",
	"ethereum":           "eip155:1",
	"gnosis":             "eip155:100",
	"iotex":              "eip155:4689",
	"linea":              "eip155:59144",
	"mainnet":            "eip155:1",
	"mantle":             "eip155:5000",
	"megaeth":            "eip155:4326",
	"monad":              "eip155:143",
	"optimism":           "eip155:10",
	"peaq":               "eip155:3338",
	"polygon":            "eip155:137",
	"polygon-amoy":       "eip155:80002",
	"scroll":             "eip155:534352",
	"sei":                "eip155:1329",
	"sei-testnet":        "eip155:1328",
	"sepolia":            "eip155:11155111",
	"skale-base-sepolia": "eip155:324705682",
	"solana":             "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
	"solana-devnet":      "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1",
	"solana-mainnet":     "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
	"stable":             "eip155:988",
	"stable-testnet":     "eip155:2201",
	"story":              "eip155:1514",
	"unichain":           "eip155:130",
	"world":              "eip155:480",
	"world-sepolia":      "eip155:4801",
}

// form is that of an identifier.
var form = regexp.MustCompile(`^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$`)

// Names are all names, in order of the alphabet.
func Names() []string { return slices.Sorted(maps.Keys(names)) }

// Of is the identifier of the chain that a text names: by a name in any case, or by the identifier, which need not be a
// known one. ok is false for any other text.
func Of(text string) (id string, ok bool) {
	text = strings.TrimSpace(text)
	if id, ok := names[strings.ToLower(text)]; ok {
		return id, true
	}
	space, reference, _ := strings.Cut(text, ":")
	id = strings.ToLower(space) + ":" + reference
	return id, form.MatchString(id)
}

// Known says whether an identifier is that of a chain with a name.
func Known(id string) bool {
	for _, named := range names {
		if named == id {
			return true
		}
	}
	return false
}
