package x402

import (
	"strconv"

	"github.com/farebox/farebox/internal/chain/known"
	"github.com/farebox/farebox/internal/each"
)

// DefaultDepth is the FinalDepth of a network that is not built in: two times the 64 blocks (two epochs) after which
// Ethereum calls a block final.
const DefaultDepth = 128

// rollupDepth is 20 minutes of blocks of 2 s: by then Ethereum, which takes 13 minutes, has called the batch final that
// holds them. Base makes ten times as many since 2026-11-05.
const rollupDepth = 600

// slotDepth is what Solana calls finalized: 31 slots on top of a block.
const slotDepth = 32

// preset is a network with USDC by Circle.
type preset struct {
	chain uint64
	name  string
	coin  string
	v1    bool // clients of version 1 know the name; they drop a whole quote that names a network they do not know
	depth uint64
	rpc   []string
}

// presets are the EVM networks that are known without configuration. The token's EIP-712 name differs between them
// ("USD Coin", "USDC"): a signature made with the other name is worthless, so that the service compares it with the
// token's DOMAIN_SEPARATOR at its start. Sources: Circle's list of USDC contracts, the reference constants of x402
// (TypeScript, versions 1 and 2), and the chain definitions of viem.
//
// XDC is not among them, although its USDC has EIP-3009: Multicall3, which payments are read and settled with, is at
// another address there.
func presets() []preset {
	return []preset{
		{
			8453, "base", "ETH", true, 10 * rollupDepth,
			[]string{"https://mainnet.base.org", "https://base-rpc.publicnode.com"},
		},
		{
			84532, "base-sepolia", "ETH", true, 10 * rollupDepth,
			[]string{"https://sepolia.base.org", "https://base-sepolia-rpc.publicnode.com"},
		},

		{
			1, "ethereum", "ETH", false, DefaultDepth,
			[]string{"https://ethereum-rpc.publicnode.com", "https://eth.drpc.org"},
		},
		{
			137, "polygon", "POL", true, DefaultDepth,
			[]string{"https://polygon-bor-rpc.publicnode.com", "https://polygon.drpc.org"},
		},
		{
			80002, "polygon-amoy", "POL", true, DefaultDepth,
			[]string{"https://polygon-amoy.drpc.org"},
		},

		{
			42161, "arbitrum", "ETH", false, 4800, // 20 minutes
			[]string{"https://arb1.arbitrum.io/rpc", "https://arbitrum-one-rpc.publicnode.com"},
		},
		{
			421614, "arbitrum-sepolia", "ETH", false, 4800,
			[]string{"https://sepolia-rollup.arbitrum.io/rpc"},
		},
		{
			10, "optimism", "ETH", false, rollupDepth,
			[]string{"https://mainnet.optimism.io", "https://optimism-rpc.publicnode.com"},
		},

		{
			43114, "avalanche", "AVAX", true, DefaultDepth,
			[]string{"https://api.avax.network/ext/bc/C/rpc", "https://avalanche-c-chain-rpc.publicnode.com"},
		},
		{
			43113, "avalanche-fuji", "AVAX", true, DefaultDepth,
			[]string{"https://api.avax-test.network/ext/bc/C/rpc"},
		},

		{
			1329, "sei", "SEI", true, DefaultDepth,
			[]string{"https://evm-rpc.sei-apis.com"},
		},
		{
			143, "monad", "MON", false, DefaultDepth,
			[]string{"https://rpc.monad.xyz"},
		},
		{
			42220, "celo", "CELO", false, 2 * rollupDepth, // blocks of 1 s
			[]string{"https://forno.celo.org", "https://celo.drpc.org"},
		},
		{
			480, "world", "ETH", false, rollupDepth,
			[]string{"https://worldchain-mainnet.g.alchemy.com/public"},
		},
		{
			130, "unichain", "ETH", false, 2 * rollupDepth, // blocks of 1 s
			[]string{"https://mainnet.unichain.org"},
		},
	}
}

func (p preset) network() Network {
	usdc, _ := known.USDC(p.name) // each preset is in that table: a test holds it

	n := Network{
		Kind:         EVM,
		CAIP2:        "eip155:" + strconv.FormatUint(p.chain, 10),
		Name:         p.name,
		ChainID:      p.chain,
		Asset:        usdc.Address,
		Symbol:       "USDC",
		Coin:         p.coin,
		AssetName:    usdc.Domain.Name,
		AssetVersion: usdc.Domain.Version,
		Decimals:     6,
		RPCURLs:      p.rpc,
		FinalDepth:   p.depth,
	}
	if p.v1 {
		n.V1Name = p.name
	}
	return n
}

// The CAIP-2 names of Solana's networks: the first 32 characters of the hash of the genesis block.
const (
	SolanaMainnet = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"
	SolanaDevnet  = "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1"
)

// solana are the networks of Solana with Circle's USDC. Sources: Circle's list of USDC contracts and the reference
// constants of x402.
func solana() []Network {
	return []Network{
		{
			Kind:       SVM,
			CAIP2:      SolanaMainnet,
			Name:       "solana",
			V1Name:     "solana",
			Coin:       "SOL",
			Mint:       "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
			Symbol:     "USDC",
			Decimals:   6,
			RPCURLs:    []string{"https://api.mainnet-beta.solana.com"},
			FinalDepth: slotDepth,
		},

		{
			Kind:       SVM,
			CAIP2:      SolanaDevnet,
			Name:       "solana-devnet",
			V1Name:     "solana-devnet",
			Coin:       "SOL",
			Mint:       "4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU",
			Symbol:     "USDC",
			Decimals:   6,
			RPCURLs:    []string{"https://api.devnet.solana.com"},
			FinalDepth: slotDepth,
		},
	}
}

// Builtin are the networks known without configuration: Base and its test network first, then other EVM networks, then
// Solana's.
func Builtin() []Network {
	all := each.Of(presets(), func(p preset) Network { return p.network() })
	return append(all, solana()...)
}
