// Package known is the table of well-known addresses on EVM chains: contracts that wallets and programs use every
// day (contracts.go), and tokens (tokens.go). Each address occurs here and nowhere else.
package known

import (
	"slices"
	"strings"
	"sync"

	"github.com/ethereum/go-ethereum/common"
)

// Role is the purpose of a known contract.
type Role string

// The roles of known contracts.
const (
	RoleRouter      Role = "router"      // swaps tokens that it has an allowance for
	RolePool        Role = "pool"        // holds deposits, and trades or returns them
	RolePermit2     Role = "permit2"     // holds allowances for others and checks their signatures
	RoleMarketplace Role = "marketplace" // settles NFT orders, or is such a market's transfer contract
	RoleStablecoin  Role = "stablecoin"
	RoleWrapped     Role = "wrapped_native"
	RoleMultiSend   Role = "multisend" // Safe's batch contract, made to be delegatecalled
	RoleEntryPoint  Role = "entrypoint"
	RoleDelegate    Role = "delegate" // EIP-7702 code of a well-known wallet
	RoleRegistry    Role = "registry"
	RoleMulticall   Role = "multicall"
	RolePayout      Role = "payout"     // pays many at once what it is sent
	RoleCollection  Role = "collection" // well-known NFTs; some predate ERC-165 and do not declare it
)

// Contract is a contract with a well-known address.
type Contract struct {
	Address  common.Address
	Networks []string // where it is; empty: the same contract on every network that has it
	Name     string   // as shown in answers: the project, then its kind and version
	Role     Role
	Source   string // the published list against which the address was checked

	// Explained contracts are named in explanations of transactions.
	Explained bool
	// Trusted contracts count as what their name says in assessments.
	Trusted bool
}

// On reports whether the contract is on the network.
func (c Contract) On(network string) bool {
	return len(c.Networks) == 0 || slices.Contains(c.Networks, network)
}

// Addresses that the code needs by name.
const (
	permit2    = "0x000000000022D473030F116dDEE9F6B43aC78BA3"
	multicall3 = "0xcA11bde05977b3631167028862bE2a173976CA11"
	x402Exact  = "0x402085c248EeA27D92E8b30b2C58ed07f9E20001"

	basenamesRegistry = "0xB94704422c2a1E396835A571837Aa5AE53285a95"
)

// Contracts that the code needs by name. Each has one address on every network.
var (
	Permit2    = common.HexToAddress(permit2)
	Multicall3 = common.HexToAddress(multicall3)
	X402Exact  = common.HexToAddress(x402Exact) // x402ExactPermit2Proxy
)

// BasenamesRegistry is where Basenames keeps the owners and resolvers of names, on Base.
var BasenamesRegistry = common.HexToAddress(basenamesRegistry)

// Dead is the address without a key to which tokens are sent to burn them.
var Dead = common.HexToAddress("0x000000000000000000000000000000000000dEaD")

// LegacyEther is by which the bridges of the OP Stack name the coin of a rollup. Source: ethereum-optimism/optimism,
// predeploys.
var LegacyEther = common.HexToAddress("0xDeadDeAddeAddEAddeadDEaDDEAdDeaDDeAD0000")

// Contracts is the table. Its contents are shared; do not change them.
func Contracts() []Contract { return slices.Clone(contracts()) }

// ContractOn is the contract that answers show under this name on a network.
func ContractOn(network, name string) (Contract, bool) {
	for _, c := range contracts() {
		if c.Name == name && c.On(network) {
			return c, true
		}
	}
	return Contract{}, false
}

// contracts is built once and never changes.
var contracts = sync.OnceValue(func() []Contract {
	var list []Contract
	for _, g := range groups() {
		for _, r := range g.rows {
			c := Contract{
				Address:   common.HexToAddress(r.address),
				Name:      r.name,
				Role:      r.role,
				Source:    g.source,
				Explained: g.explained,
				Trusted:   g.trusted,
			}
			if r.networks != everywhere {
				c.Networks = strings.Split(r.networks, ",")
			}
			list = append(list, c)
		}
	}
	return list
})

// groups are all rows as written.
func groups() []group { return slices.Concat(table, protocolTable, bridgeTable) }

// group is rows from one source, for the same readers.
type group struct {
	source    string
	explained bool
	trusted   bool
	rows      []row
}

// row is one address. Networks are separated by commas.
type row struct {
	address  string
	networks string
	role     Role
	name     string
}

// everywhere is for a contract that deterministic deployment puts at one address on every network, or that is on one
// network only.
const everywhere = ""

// table is the table as written. OpenSea's Wyvern 2 and Blur are in no published list; their addresses were checked
// against several public programs that trade there.
var table = []group{
	{
		source:    "Uniswap: universal-router, contracts, docs, sdks",
		explained: true,
		trusted:   true,
		rows: []row{
			{
				"0x3fC91A3afd70395Cd496C647d5a6CC9D4B2b7FAD", "base,ethereum",
				RoleRouter, "Uniswap Universal Router v1.2",
			},
			{"0x5E325eDA8064b456f4781070C0738d849c824258", "arbitrum", RoleRouter, "Uniswap Universal Router v1.2"},
			{"0xCb1355ff08Ab38bBCE60111F1bb2B784bE25D7e8", "optimism", RoleRouter, "Uniswap Universal Router v1.2"},
			{"0xec7BE89e9d109e7e3Fec59c222CF297125FEFda2", "polygon", RoleRouter, "Uniswap Universal Router v1.2"},
			{
				"0x4Dae2f939ACf50408e13d58534Ff8c2776d45265", "bnb,avalanche",
				RoleRouter, "Uniswap Universal Router v1.2",
			},
			{"0x643770E279d5D0733F21d6DC03A8efbABf3255B4", "celo", RoleRouter, "Uniswap Universal Router v1.2"},
			{"0x6fF5693b99212Da76ad316178A184AB56D299b43", "base", RoleRouter, "Uniswap Universal Router v2"},
			{"0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af", "ethereum", RoleRouter, "Uniswap Universal Router v2"},
			{"0xA51afAFe0263b40EdaEf0Df8781eA9aa03E381a3", "arbitrum", RoleRouter, "Uniswap Universal Router v2"},
			{"0x851116D9223fabED8E56C0E6b8Ad0c31d98B3507", "optimism", RoleRouter, "Uniswap Universal Router v2"},
			{"0x1095692A6237d83C6a72F3F5eFEdb9A670C49223", "polygon", RoleRouter, "Uniswap Universal Router v2"},
			{"0x1906c1d672b88cD1B9aC7593301cA990F94Eae07", "bnb", RoleRouter, "Uniswap Universal Router v2"},
			{"0xFdf682F51FE81Aa4898F0AE2163d8A55c127fbC7", "base", RoleRouter, "Uniswap Universal Router v2.1.1"},
			{"0x4C82D1fBFe28C977cBB58D8C7FF8FCF9F70a2cCA", "ethereum", RoleRouter, "Uniswap Universal Router v2.1.1"},
			{
				"0x8B844f885672f333Bc0042cB669255f93a4C1E6b", "arbitrum,optimism,polygon,bnb,avalanche,celo,linea",
				RoleRouter, "Uniswap Universal Router v2.1.1",
			},
			{
				"0xE592427A0AEce92De3Edee1F18E0157C05861564", "ethereum,arbitrum,optimism,polygon",
				RoleRouter, "Uniswap v3 SwapRouter",
			},
			{
				"0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45", "ethereum,arbitrum,optimism,polygon",
				RoleRouter, "Uniswap v3 SwapRouter02",
			},
			{"0x2626664c2603336E57B271c5C0b26F421741e481", "base", RoleRouter, "Uniswap v3 SwapRouter02"},
			{"0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D", "ethereum", RoleRouter, "Uniswap v2 Router02"},
			{
				"0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24", "base,arbitrum,bnb,avalanche",
				RoleRouter, "Uniswap v2 Router02",
			},
			{"0x4A7b5Da61326A6379179b40d00F57E5bbDC962c2", "optimism", RoleRouter, "Uniswap v2 Router02"},
			{"0xedf6066a2b290C185783862C7F4776A2C8077AD1", "polygon", RoleRouter, "Uniswap v2 Router02"},
			{"0x6000da47483062A0D734Ba3dc7576Ce6A0B645C4", "ethereum", RoleRouter, "UniswapX reactor"},
			{"0x00000011F84B9aa48e5f8aA8B9897600006289Be", "ethereum", RoleRouter, "UniswapX reactor"},
			{"0x0000000015757c461808EA25Eb309638B62681cf", "ethereum", RoleRouter, "UniswapX reactor"},
			{"0x1bd1aAdc9E230626C44a139d7E70d842749351eb", "arbitrum", RoleRouter, "UniswapX reactor"},
			{"0xB274d5F4b833b61B340b654d600A864fB604a87c", "arbitrum", RoleRouter, "UniswapX reactor"},
			{"0x000000000923439A92daE8930613568824108631", "optimism", RoleRouter, "UniswapX reactor"},
			{"0x00000000a55e50C71b70Db3C8B58749cd1E18eB2", "bnb", RoleRouter, "UniswapX reactor"},
			{"0x00000000bAB6E234db8AD638B6A6395b7c499Bc4", "polygon", RoleRouter, "UniswapX reactor"},
			{"0x000000001Ec5656dcdB24D90DFa42742738De729", "base", RoleRouter, "UniswapX reactor"},
			{"0x000000008a8330B5d1F43A62Bf4C673A49f27ba0", "base", RoleRouter, "UniswapX reactor"},
			{"0x498581fF718922c3f8e6A244956aF099B2652b2b", "base", RolePool, "Uniswap v4 PoolManager"},
			{
				"0xC36442b4a4522E871399CD717aBDD847Ab11FE88", "ethereum,arbitrum,optimism,polygon",
				RolePool, "Uniswap v3 positions",
			},
			{permit2, everywhere, RolePermit2, "Permit2"},
		},
	},
	{
		source:    "Uniswap: universal-router, contracts, docs, sdks",
		explained: true,
		rows: []row{
			{"0x000000000004444c5dc75cB358380D2e3dE08A90", "ethereum", RolePool, "Uniswap v4 PoolManager"},
			{"0x360E68faCcca8cA495c1B759Fd9EEe466db9FB32", "arbitrum", RolePool, "Uniswap v4 PoolManager"},
			{"0x9a13F98Cb987694C9F086b1F5eB990EeA8264Ec3", "optimism", RolePool, "Uniswap v4 PoolManager"},
			{"0x67366782805870060151383F4BbFF9daB53e5cD6", "polygon", RolePool, "Uniswap v4 PoolManager"},
			{"0x28e2Ea090877bF75740558f6BFB36A5ffeE9e9dF", "bnb", RolePool, "Uniswap v4 PoolManager"},
			{"0x06380C0e0912312B5150364B9DC4542BA0DbBc85", "avalanche", RolePool, "Uniswap v4 PoolManager"},
			{"0x288dc841A52FCA2707c6947B3A777c5E56cd87BC", "celo", RolePool, "Uniswap v4 PoolManager"},
		},
	},
	{
		source:    "0x: 0x-settler",
		explained: true,
		trusted:   true,
		rows: []row{
			{"0xDef1C0ded9bec7F1a1670819833240f027b25EfF", everywhere, RoleRouter, "0x Exchange Proxy"},
			{"0x0000000000001fF3684f28c67538d4D072C22734", everywhere, RoleRouter, "0x AllowanceHolder"},
		},
	},
	{
		source:    "Aerodrome's deployments",
		explained: true,
		trusted:   true,
		rows: []row{
			{"0xcF77a3Ba9A5CA399B7c97c74d54e5b1Beb874E43", "base", RoleRouter, "Aerodrome router"},
			{"0x6Cb442acF35158D5eDa88fe602221b67B400Be3E", "base", RoleRouter, "Aerodrome Universal Router"},
			{"0xBE6D8f0d05cC4be24d5167a3eF062215bE6D18a5", "base", RoleRouter, "Aerodrome Slipstream router"},
			{"0x698Cb2b6dd822994581fEa6eA4Fc755d1363A92F", "base", RoleRouter, "Aerodrome Slipstream router"},
		},
	},
	{
		source:    "Velodrome's deployments",
		explained: true,
		trusted:   true,
		rows: []row{
			{"0xa062aE8A9c5e11aaA026fc2670B0D65cCc8B2858", "optimism", RoleRouter, "Velodrome v2 router"},
		},
	},
	{
		source:    "LI.FI's deployments",
		explained: true,
		trusted:   true,
		rows: []row{
			{"0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE", everywhere, RoleRouter, "LI.FI"},
		},
	},
	{
		source:    "CoW Protocol's deployments",
		explained: true,
		trusted:   true,
		rows: []row{
			{"0x9008D19f58AAbD9eD0D60971565AA8510560ab41", everywhere, RoleRouter, "CoW Protocol settlement"},
		},
	},
	{
		source:  "CoW Protocol's deployments",
		trusted: true,
		rows: []row{
			{"0xC92E8bdf79f0507f65a392b0ab4667716BFE0110", everywhere, RoleRouter, "CoW Vault Relayer"},
		},
	},
	{
		source:    "the tables of rotki and DefiLlama",
		explained: true,
		trusted:   true,
		rows: []row{
			{"0x1111111254fb6c44bAC0beD2854e76F90643097d", everywhere, RoleRouter, "1inch v4"},
			{"0x1111111254EEB25477B68fb85Ed929f73A960582", everywhere, RoleRouter, "1inch v5"},
			{"0x111111125421cA6dc452d289314280a0f8842A65", everywhere, RoleRouter, "1inch v6"},
			{"0x19cEeAd7105607Cd444F5ad10dd51356436095a1", "base", RoleRouter, "Odos v2"},
			{"0xCf5540fFFCdC3d510B18bFcA6d2b9987b0772559", "ethereum", RoleRouter, "Odos v2"},
			{"0xa669e7A0d4b3e4Fa48af2dE86BD4CD7126Be4e13", "arbitrum", RoleRouter, "Odos v2"},
			{"0xCa423977156BB05b13A2BA3b76Bc5419E2fE9680", "optimism", RoleRouter, "Odos v2"},
			{"0x4E3288c9ca110bCC82bf38F09A7b425c095d92Bf", "polygon", RoleRouter, "Odos v2"},
			{"0x89b8AA89FDd0507a99d334CBe3C808fAFC7d850E", "bnb", RoleRouter, "Odos v2"},
			{"0x88de50B233052e4Fb783d4F6db78Cc34fEa3e9FC", "avalanche", RoleRouter, "Odos v2"},
			{"0x2d8879046f1559E53eb052E949e9544bCB72f414", "linea", RoleRouter, "Odos v2"},
			{"0xD9F4e85489aDCD0bAF0Cd63b4231c6af58c26745", "mantle", RoleRouter, "Odos v2"},
			{"0xbFe03C9E20a9Fc0b37de01A172F207004935E0b1", "scroll", RoleRouter, "Odos v2"},
			{"0x6131B5fae19EA4f9D964eAc0408E4408b66337b5", everywhere, RoleRouter, "KyberSwap aggregator"},
			{"0xDEF171Fe48CF0115B1d80b88dc8eAB59176FEe57", everywhere, RoleRouter, "ParaSwap v5"},
			{"0x59C7C832e96D2568bea6db468C1aAdcbbDa08A52", "base", RoleRouter, "ParaSwap v5"},
			{"0x6A000F20005980200259B80c5102003040001068", everywhere, RoleRouter, "ParaSwap v6"},
			{"0x00000000009726632680FB29d3F7A9734E3010E2", everywhere, RoleRouter, "Rainbow router"},
			{"0x881D40237659C251811CEC9c364ef91dC08D300C", "ethereum", RoleRouter, "MetaMask swap router"},
			{"0x7Be8076f4EA4A4AD08075C2508e481d6C946D12b", "ethereum", RoleMarketplace, "OpenSea Wyvern v1"},
		},
	},
	{
		source:  "OKX's documentation of its exchange for contracts (token approval addresses)",
		trusted: true,
		rows: []row{
			{"0x40aA958dd87FC8305b97f2BA922CDdCa374bcD7f", "ethereum", RoleRouter, "OKX DEX approvals"},
		},
	},
	{
		source:  "the tables of rotki and DefiLlama",
		trusted: true,
		rows: []row{
			{"0x1E0049783F008A0085193E00003D00cd54003c71", everywhere, RoleMarketplace, "OpenSea Conduit"},
			{"0x59728544B08AB483533076417FbBB2fD0B17CE3a", "ethereum", RoleMarketplace, "LooksRare Exchange 1"},
			{"0x0000000000E655fAe4d56241588680F86E3b2377", "ethereum", RoleMarketplace, "LooksRare Protocol 2"},
		},
	},
	{
		source:    "Seaport's deployments",
		explained: true,
		trusted:   true,
		rows: []row{
			{"0x00000000006c3852cbEf3e08E8dF289169EdE581", everywhere, RoleMarketplace, "OpenSea Seaport 1.1"},
			{"0x00000000000001ad428e4906aE43D8F9852d0dD6", everywhere, RoleMarketplace, "OpenSea Seaport 1.4"},
			{"0x00000000000000ADc04C56Bf30aC9d3c0aAF14dC", everywhere, RoleMarketplace, "OpenSea Seaport 1.5"},
			{"0x0000000000000068F116a894984e2DB1123eB395", everywhere, RoleMarketplace, "OpenSea Seaport 1.6"},
		},
	},
	{
		source:    "public programs that trade there",
		explained: true,
		trusted:   true,
		rows: []row{
			{"0x7f268357A8c2552623316e2562D90e642bB538E5", "ethereum", RoleMarketplace, "OpenSea Wyvern v2"},
			{"0x000000000000Ad05Ccc4F10045630fb830B95127", "ethereum", RoleMarketplace, "Blur exchange"},
		},
	},
	{
		source:    "public programs that trade there",
		explained: true,
		rows: []row{
			{"0x0000000000A39bb272e79075ade125fd351887Ac", "ethereum", RolePool, "Blur pool"},
		},
	},
	{
		source:  "Safe's deployments",
		trusted: true,
		rows: []row{
			{"0x8D29bE29923b68abfDD21e541b9374737B49cdAD", everywhere, RoleMultiSend, "Safe MultiSend 1.1.1"},
			{"0xA238CBeb142c10Ef7Ad8442C6D1f9E89e07e7761", everywhere, RoleMultiSend, "Safe MultiSend 1.3.0"},
			{"0x40A2aCCbd92BCA938b02010E17A5b8929b49130D", everywhere, RoleMultiSend, "Safe MultiSendCallOnly 1.3.0"},
			{"0x998739BFdAAdde7C933B942a68053933098f9EDa", everywhere, RoleMultiSend, "Safe MultiSend 1.3.0"},
			{"0xA1dabEF33b3B82c7814B6D82A79e50F4AC44102B", everywhere, RoleMultiSend, "Safe MultiSendCallOnly 1.3.0"},
			{"0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526", everywhere, RoleMultiSend, "Safe MultiSend 1.4.1"},
			{"0x9641d764fc13c8B624c04430C7356C1C7C8102e2", everywhere, RoleMultiSend, "Safe MultiSendCallOnly 1.4.1"},
			{"0x218543288004CD07832472D464648173c77D7eB7", everywhere, RoleMultiSend, "Safe MultiSend 1.5.0"},
			{"0xA83c336B20401Af773B6219BA5027174338D1836", everywhere, RoleMultiSend, "Safe MultiSendCallOnly 1.5.0"},
		},
	},
	{
		source:    "ERC-4337: account-abstraction",
		explained: true,
		trusted:   true,
		rows: []row{
			{"0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789", everywhere, RoleEntryPoint, "ERC-4337 EntryPoint 0.6"},
			{"0x0000000071727De22E5E9d8BAf0edAc6f37da032", everywhere, RoleEntryPoint, "ERC-4337 EntryPoint 0.7"},
			{"0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108", everywhere, RoleEntryPoint, "ERC-4337 EntryPoint 0.8"},
			{"0x433709009B8330FDa32311DF1C2AFA402eD8D009", everywhere, RoleEntryPoint, "ERC-4337 EntryPoint 0.9"},
		},
	},
	{
		source:  "ERC-4337: account-abstraction",
		trusted: true,
		rows: []row{
			{"0xe6Cae83BdE06E4c305530e199D7217f42808555B", everywhere, RoleDelegate, "Simple7702Account"},
		},
	},
	{
		source:  "MetaMask's delegation framework",
		trusted: true,
		rows: []row{
			{"0x63c0c19a282a1B52b07dD5a65b58948A07DAE32B", everywhere, RoleDelegate, "MetaMask delegator"},
		},
	},
	{
		source:  "the lists of delegates of BundleBear and revoke.cash",
		trusted: true,
		rows: []row{
			{"0x000000009B1D0aF20D8C6d0A44e162d11F9b8f00", everywhere, RoleDelegate, "Uniswap Wallet (Calibur)"},
			{"0x5A7FC11397E9a8AD41BF10bf13F22B0a63f96f6d", everywhere, RoleDelegate, "Ambire"},
			{"0x7702cb554e6bFb442cb743A7dF23154544a7176C", everywhere, RoleDelegate, "Coinbase Smart Wallet proxy"},
			{"0x80296FF8D1ED46f8e3C7992664D13B833504c2Bb", everywhere, RoleDelegate, "OKX Wallet"},
			{"0xD2e28229F6f2c235e57De2EbC727025A1D0530FB", everywhere, RoleDelegate, "Trust Wallet"},
			{"0x0c338ca25585035142A9a0a1EEebA267256f281f", everywhere, RoleDelegate, "Uniswap Wallet (minimal)"},
			{"0x458f5a9f47A01beA5d7A32662660559D9eD3312c", everywhere, RoleDelegate, "Uniswap Wallet (Calibur)"},
			{"0x69007702764179f14F51cdce752f4f775d74E139", everywhere, RoleDelegate, "Alchemy Modular Account"},
			{"0xd6CEDDe84be40893d153Be9d467CD6aD37875b28", everywhere, RoleDelegate, "ZeroDev Kernel 3.3"},
			{"0x000000004F43C49e93C970E84001853a70923B03", everywhere, RoleDelegate, "Biconomy Nexus"},
			{"0xbaC7e770af15d130Cd72838ff386f14FBF3e9a3D", everywhere, RoleDelegate, "Thirdweb"},
		},
	},
	{
		source:  "viem, and its own README",
		trusted: true,
		rows: []row{
			{multicall3, everywhere, RoleMulticall, "Multicall3"},
		},
	},
	{
		source:  "disperse.app: its deployments",
		trusted: true,
		rows: []row{
			{
				"0xD152f549545093347A162Dce210e7293f1452150", "ethereum,base,arbitrum,optimism,polygon",
				RolePayout, "Disperse",
			},
		},
	},
	{
		source:    "Basenames' deployments",
		explained: true,
		trusted:   true,
		rows: []row{
			{"0x4cCb0BB02FCABA27e82a56646E81d8c5bC4119a5", "base", RoleRegistry, "Basenames registrar"},
			{"0xa7d2607c6BD39Ae9521e514026CBB078405Ab322", "base", RoleRegistry, "Basenames registrar"},
		},
	},
	{
		source:    "the OP Stack's predeploys",
		explained: true,
		trusted:   true,
		rows: []row{
			{
				"0x4200000000000000000000000000000000000021", "base,optimism,base-sepolia",
				RoleRegistry, "Ethereum Attestation Service",
			},
		},
	},
}
