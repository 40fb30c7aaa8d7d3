package svm

import (
	"fmt"
	"math"

	"github.com/farebox/farebox/payment/x402"
)

// Network is a cluster on which payments are accepted, with the one token they are paid in.
type Network struct {
	CAIP2    string   // "solana:" and the first 32 letters of the genesis hash: the name of version 2
	V1Name   string   // "solana": the name of version 1
	Symbol   string   // "USDC", for people
	Mint     Address  // of the token, which is one of the SPL Token program, see [Chain.Check]
	Decimals uint8    // atomic units are 10^-Decimals of a dollar
	RPCURLs  []string // keyless endpoints used when none is configured
}

// Namespace is what the CAIP-2 names of all clusters begin with.
const Namespace = "solana:"

// Names of the clusters. Source: the x402 specification and the genesis hashes that nodes tell.
const (
	Mainnet = x402.SolanaMainnet
	Devnet  = x402.SolanaDevnet
)

// NetworkOf is a network as it is configured.
func NetworkOf(n x402.Network) (Network, error) {
	if n.Kind != x402.SVM {
		return Network{}, fmt.Errorf("%s is no network of Solana", n.CAIP2)
	}
	mint, err := ParseAddress(n.Mint)
	if err != nil {
		return Network{}, fmt.Errorf("the token of %s: %w", n.CAIP2, err)
	}
	if n.Decimals < 0 || n.Decimals > math.MaxUint8 {
		return Network{}, fmt.Errorf("the token of %s cannot have %d decimals", n.CAIP2, n.Decimals)
	}

	return Network{
		CAIP2:    n.CAIP2,
		V1Name:   n.V1Name,
		Symbol:   n.Symbol,
		Mint:     mint,
		Decimals: uint8(n.Decimals),
		RPCURLs:  n.RPCURLs,
	}, nil
}

// Builtin are the clusters known without configuration, with Circle's USDC.
func Builtin() []Network {
	var all []Network
	for _, n := range x402.OfKind(x402.Builtin(), x402.SVM) {
		network, err := NetworkOf(n)
		if err != nil {
			panic(err) // the table is part of this program
		}
		all = append(all, network)
	}
	return all
}

// TokenAccount is the account in which an owner holds the network's token.
func (n Network) TokenAccount(owner Address) (Address, error) {
	return TokenAccount(owner, n.Mint, TokenProgram)
}
