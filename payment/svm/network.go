package svm

// Network is a cluster on which payments are accepted, with the one token they are paid in.
type Network struct {
	CAIP2    string   // "solana:" and the first 32 letters of the genesis hash: the name of version 2
	V1Name   string   // "solana": the name of version 1
	Symbol   string   // "USDC", for people
	Mint     Address  // of the token, which is one of the SPL Token program, see [Chain.Check]
	Decimals uint8    // atomic units are 10^-Decimals of a dollar
	RPCName  string   // RPC_URL_<RPCName> configures the endpoints
	RPCURLs  []string // keyless endpoints used when none is configured
}

// Namespace is what the CAIP-2 names of all clusters begin with.
const Namespace = "solana:"

// Names of the clusters. Source: the x402 specification and the genesis hashes that nodes tell.
const (
	Mainnet = Namespace + "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"
	Devnet  = Namespace + "EtWTRABZaYq6iMfeYKouRu166VU2xqa1"
)

// Builtin are the clusters known without configuration, with Circle's USDC. Source: Circle's list of USDC addresses.
func Builtin() []Network {
	return []Network{
		{
			CAIP2:    Mainnet,
			V1Name:   "solana",
			Symbol:   "USDC",
			Mint:     mustAddress("EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"),
			Decimals: 6,
			RPCName:  "SOLANA",
			RPCURLs:  []string{"https://api.mainnet-beta.solana.com"},
		},

		{
			CAIP2:    Devnet,
			V1Name:   "solana-devnet",
			Symbol:   "USDC",
			Mint:     mustAddress("4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU"),
			Decimals: 6,
			RPCName:  "SOLANA_DEVNET",
			RPCURLs:  []string{"https://api.devnet.solana.com"},
		},
	}
}

// TokenAccount is the account in which an owner holds the network's token.
func (n Network) TokenAccount(owner Address) (Address, error) {
	return TokenAccount(owner, n.Mint, TokenProgram)
}
