package evm

import (
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/evm/contracts"
	"github.com/farebox/farebox/internal/chain/known"
)

// Rollup is how a network charges for its data on another chain, beyond a transaction's gas.
type Rollup string

// The ways to compute a transaction's fee; see [Receipt.Fee].
const (
	NoRollup   Rollup = ""       // the fee is gas times price
	OPStack    Rollup = "op"     // the receipt's l1Fee, and since Isthmus an operator fee, are added
	ScrollFee  Rollup = "scroll" // the receipt's l1Fee comes on top
	L1InGas    Rollup = "in_gas" // the L1 part is in gasUsed already (Arbitrum, Mantle before Arsia)
	LineaPrice Rollup = "linea"  // the L1 part is in the gas price
)

// Network is an EVM chain known to this service. The table was last checked on 2026-11-30 against the chain
// definitions of viem (ids, symbols, Multicall3), Chainlink's list of sequencer feeds and the explorers' own lists of
// chains. Block times are averages of 100,000 blocks (hyperlane-registry, pull request 1705); viem's are often older.
type Network struct {
	Name         string         // the network parameter's value: base, ethereum...
	ChainID      uint64         // EIP-155
	CAIP2        string         // eip155:<chain id>
	NativeSymbol string         // of the coin that gas is paid in, always 18 decimals
	WrappedToken common.Address // the ERC-20 form of the native coin; on Celo the coin itself, which is an ERC-20
	BlockTime    time.Duration  // average
	Rollup       Rollup
	// first block of the OP Stack's Jovian upgrade, which changed the operator fee; 0 if none
	Jovian       uint64
	L1InGasUntil uint64         // first block with an L1 part apart from gasUsed (Mantle, Celo); 0: all blocks
	Sequencer    common.Address // Chainlink's L2 sequencer uptime feed, zero if there is none
	Blockscout   string         // host of the public Blockscout instance, "" where there is none
	Routescan    bool           // Routescan's explorer API serves the chain
	Etherscan    bool           // the free tier of Etherscan's API serves the chain
	paces        []pace         // for exact block times, oldest first; empty elsewhere

	blockNumber blockNumberCall // how a contract call learns the block number
	endpoints   []endpointDecl
}

// NativeDecimals is the number of decimals of the native coin of every network in the table.
const NativeDecimals = 18

// arsia is the first block of Mantle's Arsia upgrade (2026-04-22 07:00:00 UTC, Mantle's op-geth v1.5.4): since then
// gasUsed is execution alone, and the L1 fee and an operator fee in Jovian's form are added. Counted from block
// 101,299,466 of 2026-09-30 00:47:24 UTC by two seconds a block. The Jovian blocks of the others are counted in the
// same way: from Base's genesis, OP Mainnet's Bedrock (block 105,235,063, 1686068903) to 2025-12-02 16:00:01 UTC,
// and from Celo's first L2 block (31,056,500) to 2026-03-31 12:06:28 UTC.
const arsia = 94_355_444

// L1Apart reports whether in a block the L1 part of a fee is added to the gas, as the receipt's l1Fee.
func (n *Network) L1Apart(block uint64) bool {
	return n.Rollup == ScrollFee || n.Rollup == OPStack && block >= n.L1InGasUntil
}

// Multicall3 is where the Multicall3 contract is on every network of the table.
var Multicall3 = known.Multicall3

// blockNumberCall says how a contract call learns the number of the block it runs in.
type blockNumberCall int

const (
	onMulticall blockNumberCall = iota // Multicall3's getBlockNumber()
	onArbSys                           // Arbitrum's precompile: there the NUMBER opcode returns Ethereum's block
)

// arbSys is the address of Arbitrum's precompile. Source: Arbitrum's documentation, "Precompiles reference".
var arbSys = common.HexToAddress("0x0000000000000000000000000000000000000064")

func (b blockNumberCall) read() Read {
	if b == onArbSys {
		return Read{arbSys, contracts.NewArbSys().PackArbBlockNumber()}
	}
	return Read{Multicall3, contracts.NewMulticall3().PackGetBlockNumber()}
}

// endpointDecl is a keyless public endpoint.
type endpointDecl struct {
	label    string // short name of its operator
	url      string
	logRange uint64 // blocks that one eth_getLogs may span; 0 means defaultLogRange
	noLogs   bool   // eth_getLogs is switched off
}

// defaultLogRange is the span that every known endpoint allows.
const defaultLogRange = 1000

// Blocks is how many blocks the network makes in d, at least 1.
func (n *Network) Blocks(d time.Duration) uint64 { return max(1, uint64(d/n.BlockTime)) }

// pace is how blocks come from one of them on, until the next pace begins.
type pace struct {
	first uint64
	at    time.Time // of that block
	every time.Duration
}

// paceOf is the pace that a block came at.
func (n *Network) paceOf(block uint64) pace {
	for _, p := range slices.Backward(n.paces) {
		if p.first <= block {
			return p
		}
	}
	return pace{every: n.BlockTime}
}

// TimeOf is the time of a block, in whole seconds as in its header, on networks with exact block times. ok is false
// elsewhere.
func (n *Network) TimeOf(block uint64) (at time.Time, ok bool) {
	if len(n.paces) == 0 || block > 1<<40 {
		return time.Time{}, false
	}
	p := n.paceOf(block)
	return p.at.Add(time.Duration(block-p.first) * p.every).Truncate(time.Second), true
}

// Before is the block that was the newest one this long before another, by the network's block times. ok is false
// where that is before the first block.
func (n *Network) Before(block uint64, ago time.Duration) (earlier uint64, ok bool) {
	for {
		p := n.paceOf(block)
		back := uint64((ago + p.every - 1) / p.every)
		switch {
		case back <= block-p.first:
			return block - back, back < block
		case p.first == 0:
			return 0, false
		}
		ago -= time.Duration(block-p.first)*p.every + n.paceOf(p.first-1).every
		block = p.first - 1
	}
}

// paceOfBase: blocks came every two seconds until Denim, which was active from 2026-11-05 18:00:00 UTC on. The first
// block at or after that time still came two seconds after the one before it. Source: base/base, rollup.rs,
// l2_block_timestamp_millis.
func paceOfBase() []pace {
	const legacy = 2 * time.Second
	began := time.Unix(1686789347, 0).UTC()
	denim := time.Date(2026, time.November, 5, 18, 0, 0, 0, time.UTC)
	first := uint64((denim.Sub(began) + legacy - 1) / legacy)
	return []pace{
		{0, began, legacy},
		{first, began.Add(time.Duration(first) * legacy), 200 * time.Millisecond},
	}
}

// networks is the table, in the order of the network parameter's values. Endpoints come from DefiLlama's chainlist
// (2026-08-22) and viem, in the order in which they are tried.
func networks() []Network {
	return []Network{
		{
			Name: "base", ChainID: 8453, NativeSymbol: "ETH", WrappedToken: known.Wrapped("base"),
			BlockTime: 200 * time.Millisecond, Rollup: OPStack, Jovian: 38950927, paces: paceOfBase(),
			Sequencer:  common.HexToAddress("0xBCF85224fc0756B9Fa45aA7892530B47e10b6433"),
			Blockscout: "base.blockscout.com", Routescan: true,
			endpoints: []endpointDecl{
				{label: "coinbase", url: "https://mainnet.base.org", logRange: 10_000},
				{label: "publicnode", url: "https://base-rpc.publicnode.com"},
				{label: "drpc", url: "https://base.drpc.org"},
				{label: "1rpc", url: "https://public.1rpc.io/base"},
				{label: "nodies", url: "https://base-public.nodies.app"},
				{label: "tenderly", url: "https://gateway.tenderly.co/public/base"},
				{label: "meowrpc", url: "https://base.meowrpc.com"},
			},
		},
		{
			Name: "ethereum", ChainID: 1, NativeSymbol: "ETH", WrappedToken: known.Wrapped("ethereum"),
			BlockTime:  12 * time.Second,
			Blockscout: "eth.blockscout.com", Routescan: true, Etherscan: true,
			endpoints: []endpointDecl{
				{label: "publicnode", url: "https://ethereum-rpc.publicnode.com"},
				{label: "drpc", url: "https://eth.drpc.org"},
				{label: "1rpc", url: "https://public.1rpc.io/eth"},
				{label: "reth", url: "https://ethereum.reth.rs/rpc"},
				{label: "tenderly", url: "https://gateway.tenderly.co/public/mainnet"},
				{label: "mevblocker", url: "https://rpc.mevblocker.io"},
				{label: "meowrpc", url: "https://eth.meowrpc.com"},
			},
		},
		{
			Name: "arbitrum", ChainID: 42161, NativeSymbol: "ETH", WrappedToken: known.Wrapped("arbitrum"),
			BlockTime: 250 * time.Millisecond, Rollup: L1InGas, blockNumber: onArbSys,
			Sequencer:  common.HexToAddress("0xFdB631F5EE196F0ed6FAa767959853A9F217697D"),
			Blockscout: "arbitrum.blockscout.com", Routescan: true, Etherscan: true,
			endpoints: []endpointDecl{
				{label: "offchain", url: "https://arb1.arbitrum.io/rpc"},
				{label: "publicnode", url: "https://arbitrum-one-rpc.publicnode.com"},
				{label: "drpc", url: "https://arbitrum.drpc.org"},
				{label: "1rpc", url: "https://public.1rpc.io/arb"},
				{label: "nodies", url: "https://arbitrum-one-public.nodies.app"},
			},
		},
		{
			Name: "optimism", ChainID: 10, NativeSymbol: "ETH", WrappedToken: known.Wrapped("optimism"),
			BlockTime: 2 * time.Second, Rollup: OPStack, Jovian: 144546212,
			Sequencer:  common.HexToAddress("0x371EAD81c9102C9BF4874A9075FFFf170F2Ee389"),
			Blockscout: "explorer.optimism.io", Routescan: true,
			endpoints: []endpointDecl{
				{label: "optimism", url: "https://mainnet.optimism.io"},
				{label: "publicnode", url: "https://optimism-rpc.publicnode.com"},
				{label: "drpc", url: "https://optimism.drpc.org"},
				{label: "1rpc", url: "https://public.1rpc.io/op"},
				{label: "nodies", url: "https://optimism-public.nodies.app"},
			},
		},
		{
			Name: "polygon", ChainID: 137, NativeSymbol: "POL", WrappedToken: known.Wrapped("polygon"),
			BlockTime:  1500 * time.Millisecond,
			Blockscout: "polygon.blockscout.com", Etherscan: true,
			endpoints: []endpointDecl{
				{label: "publicnode", url: "https://polygon-bor-rpc.publicnode.com"},
				{label: "drpc", url: "https://polygon.drpc.org"},
				{label: "1rpc", url: "https://public.1rpc.io/matic"},
				{label: "nodies", url: "https://polygon-public.nodies.app"},
			},
		},
		{
			Name: "bnb", ChainID: 56, NativeSymbol: "BNB", WrappedToken: known.Wrapped("bnb"),
			BlockTime: 450 * time.Millisecond,
			endpoints: []endpointDecl{
				{label: "bnbchain", url: "https://bsc-dataseed.bnbchain.org", noLogs: true},
				{label: "publicnode", url: "https://bsc-rpc.publicnode.com"},
				{label: "drpc", url: "https://bsc.drpc.org"},
				{label: "1rpc", url: "https://public.1rpc.io/bnb"},
				{label: "meowrpc", url: "https://bsc.meowrpc.com"},
				{label: "thirdweb", url: "https://56.rpc.thirdweb.com"},
			},
		},
		{
			Name: "avalanche", ChainID: 43114, NativeSymbol: "AVAX", WrappedToken: known.Wrapped("avalanche"),
			BlockTime: 1050 * time.Millisecond,
			Routescan: true,
			endpoints: []endpointDecl{
				{label: "avax", url: "https://api.avax.network/ext/bc/C/rpc"},
				{label: "publicnode", url: "https://avalanche-c-chain-rpc.publicnode.com"},
				{label: "drpc", url: "https://avalanche.drpc.org"},
				{label: "1rpc", url: "https://public.1rpc.io/avax/c"},
			},
		},
		{
			Name: "gnosis", ChainID: 100, NativeSymbol: "XDAI", WrappedToken: known.Wrapped("gnosis"),
			BlockTime:  5 * time.Second,
			Blockscout: "gnosis.blockscout.com",
			endpoints: []endpointDecl{
				{label: "gnosis", url: "https://rpc.gnosischain.com"},
				{label: "publicnode", url: "https://gnosis-rpc.publicnode.com"},
				{label: "drpc", url: "https://gnosis.drpc.org"},
				{label: "1rpc", url: "https://public.1rpc.io/gnosis"},
			},
		},
		{
			Name: "linea", ChainID: 59144, NativeSymbol: "ETH", WrappedToken: known.Wrapped("linea"),
			BlockTime: 2 * time.Second, Rollup: LineaPrice,
			Blockscout: "explorer.linea.build", Etherscan: true,
			endpoints: []endpointDecl{
				{label: "linea", url: "https://rpc.linea.build"},
				{label: "publicnode", url: "https://linea-rpc.publicnode.com"},
				{label: "drpc", url: "https://linea.drpc.org"},
				{label: "1rpc", url: "https://public.1rpc.io/linea"},
			},
		},
		{
			Name: "scroll", ChainID: 534352, NativeSymbol: "ETH", WrappedToken: known.Wrapped("scroll"),
			BlockTime: 3 * time.Second, Rollup: ScrollFee,
			Sequencer:  common.HexToAddress("0x45c2b8C204568A03Dc7A2E32B71D67Fe97F908A9"),
			Blockscout: "scroll.blockscout.com",
			endpoints: []endpointDecl{
				{label: "scroll", url: "https://rpc.scroll.io"},
				{label: "drpc", url: "https://scroll.drpc.org"},
				{label: "1rpc", url: "https://public.1rpc.io/scroll"},
				{label: "nodies", url: "https://scroll-public.nodies.app"},
			},
		},
		{
			Name: "celo", ChainID: 42220, NativeSymbol: "CELO", WrappedToken: known.Wrapped("celo"),
			BlockTime: time.Second, Rollup: OPStack, Jovian: 63058030, L1InGasUntil: 31_056_500,
			Sequencer:  common.HexToAddress("0x4CD491Dc27C8B0BbD10D516A502856B786939d18"),
			Blockscout: "celo.blockscout.com", Etherscan: true,
			endpoints: []endpointDecl{
				{label: "forno", url: "https://forno.celo.org"},
				{label: "drpc", url: "https://celo.drpc.org"},
				{label: "stakely", url: "https://celo-json-rpc.stakely.io"},
			},
		},
		{
			Name: "mantle", ChainID: 5000, NativeSymbol: "MNT", WrappedToken: known.Wrapped("mantle"),
			BlockTime: 2 * time.Second, Rollup: OPStack, Jovian: arsia, L1InGasUntil: arsia,
			Sequencer: common.HexToAddress("0xaDE1b9AbB98c6A542E4B49db2588a3Ec4bF7Cdf0"), Etherscan: true,
			endpoints: []endpointDecl{
				{label: "mantle", url: "https://rpc.mantle.xyz"},
				{label: "publicnode", url: "https://mantle-rpc.publicnode.com"},
				{label: "drpc", url: "https://mantle.drpc.org"},
				{label: "1rpc", url: "https://public.1rpc.io/mantle"},
			},
		},
	}
}
