package x402

import (
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/farebox/farebox/internal/each"
)

// Kind is how payments on a network are made: what a payer signs, and who puts it on the chain.
type Kind int

// The kinds of networks.
const (
	// EVM: the payer signs a transfer of a token (EIP-3009, or Permit2), which anybody may put on the chain.
	EVM Kind = iota
	// SVM: the payer signs a transaction of Solana, which a fee payer signs too and sends.
	SVM
)

// Network is a chain on which payments are accepted, with the one token they are paid in.
type Network struct {
	Kind         Kind
	CAIP2        string         // "eip155:8453": the name of version 2
	Name         string         // "base": for people, and for names of settings
	V1Name       string         // "base": the name of version 1; empty when version 1 has none, which hides it from v1 quotes
	ChainID      uint64         // the number in CAIP2, of an EVM network
	Asset        common.Address // of an EVM network: token contract
	Permit2      bool           // of an EVM network: the token has no EIP-3009 and is moved by Permit2
	Mint         string         // of a Solana network: the mint of the token, base58
	Symbol       string         // "USDC", for people
	Coin         string         // symbol of what its transactions are paid in; "" where that is not known
	AssetName    string         // EIP-712 domain name of the token: differs between networks
	AssetVersion string         // EIP-712 domain version of the token
	Decimals     int32          // atomic units are 10^-Decimals of a dollar
	RPCURLs      []string       // keyless endpoints used when none is configured
	FinalDepth   uint64         // blocks on top of a settlement that make it final; 0: it is not looked for again
	PayTo        string         // who is paid: an address (EIP-55), or the owner of a token account (base58)
	// Sponsors are who may pay the fees of transactions on a network of Solana, as the facilitator says. Quotes name
	// the first.
	Sponsors []string
}

// Token is the token as quotes write it: the contract in EIP-55 checksum case, or the mint.
func (n Network) Token() string {
	if n.Kind == SVM {
		return n.Mint
	}
	return n.Asset.Hex()
}

// Setting is the name of the network in names of settings: RPC_URL_<Setting> has its endpoints.
func (n Network) Setting() string {
	return strings.ToUpper(strings.NewReplacer("-", "_", ":", "_").Replace(n.Name))
}

// Extra is the EIP-712 domain of the token as a quote carries it, or who pays the fee on Solana.
func (n Network) Extra() Extra {
	e := Extra{
		Name:    n.AssetName,
		Version: n.AssetVersion,
	}
	if n.Permit2 {
		e.TransferMethod = MethodPermit2
	}
	if len(n.Sponsors) > 0 {
		e.FeePayer = n.Sponsors[0]
	}
	return e
}

// Method is how the token of an EVM network moves.
func (n Network) Method() string {
	if n.Permit2 {
		return "Permit2"
	}
	return "EIP-3009"
}

// Signed is what a buyer signs to pay on the network, in words.
func (n Network) Signed() string {
	switch {
	case n.Kind == SVM:
		return "transaction"
	case n.Permit2:
		return "permit of Permit2, which the wallet has approved once,"
	}
	return "EIP-3009 authorization"
}

// OfKind are the networks of one kind, in their order.
func OfKind(networks []Network, kind Kind) []Network {
	return each.Where(networks, func(n Network) bool { return n.Kind == kind })
}

// NetworkNamed finds a network by its CAIP-2 name.
func NetworkNamed(networks []Network, caip2 string) (Network, bool) {
	for _, n := range networks {
		if n.CAIP2 == caip2 {
			return n, true
		}
	}
	return Network{}, false
}

// SameAddress is an address as it is compared: capitals are a checksum on EVM networks, and other letters on Solana.
func SameAddress(address string) string {
	if strings.HasPrefix(address, "0x") {
		return strings.ToLower(address)
	}
	return address
}
