package guard

import "github.com/ethereum/go-ethereum/common"

// KnownDate is when the table of known contracts was last checked against its sources.
const KnownDate = "2026-11-21"

// Role says what a known contract is for.
type Role string

// The roles of known contracts.
const (
	RoleRouter      Role = "router"      // swaps tokens that it is allowed to take
	RolePermit2     Role = "permit2"     // holds allowances for others and checks their signatures
	RoleMarketplace Role = "marketplace" // settles NFT orders, or is such a market's transfer contract
	RoleStablecoin  Role = "stablecoin"
	RoleWrapped     Role = "wrapped_native"
	RoleMultiSend   Role = "multisend" // Safe's batch contract, made to be delegatecalled
	RoleEntryPoint  Role = "entrypoint"
	RoleDelegate    Role = "delegate" // EIP-7702 code of a well-known wallet
	RoleRegistry    Role = "registry"
	RoleMulticall   Role = "multicall"
)

// Known is a contract that is well known under its address.
type Known struct {
	Name     string
	Role     Role
	Decimals int // of stablecoins, whose unit is a dollar unless the name says euro
}

// Wallets ask for these contracts to be trusted; they appear in signatures' domains.
var (
	permit2 = common.HexToAddress("0x000000000022D473030F116dDEE9F6B43aC78BA3")
	zero    = common.Address{}
	dead    = common.HexToAddress("0x000000000000000000000000000000000000dEaD")
)

type knownRow struct {
	name     string
	role     Role
	address  string
	networks []string // none means every network
	decimals int
}

// knownRows are well-known contracts of the projects named. Each address was compared on 2026-11-21 with a published list: those of
// Uniswap (universal-router, contracts, docs, sdks), 0x-settler, LI.FI, CoW, Seaport, Safe's deployments, Circle and the token lists,
// Aerodrome, Velodrome, Basenames, viem, account-abstraction, MetaMask's delegation framework and the tables of rotki and
// DefiLlama. Wyvern 2, Blur and OpenSea's zones are in none of these; they were compared with several public programs that trade there. The
// other EIP-7702 delegates are those that two public lists name, BundleBear's and revoke.cash's.
var knownRows = []knownRow{
	{name: "Uniswap Permit2", role: RolePermit2, address: "0x000000000022D473030F116dDEE9F6B43aC78BA3"},
	{name: "Multicall3", role: RoleMulticall, address: "0xcA11bde05977b3631167028862bE2a173976CA11"},

	{name: "Uniswap Universal Router 1.2", role: RoleRouter, address: "0x3fC91A3afd70395Cd496C647d5a6CC9D4B2b7FAD", networks: []string{"base", "ethereum"}},
	{name: "Uniswap Universal Router 1.2", role: RoleRouter, address: "0x5E325eDA8064b456f4781070C0738d849c824258", networks: []string{"arbitrum"}},
	{name: "Uniswap Universal Router 1.2", role: RoleRouter, address: "0xCb1355ff08Ab38bBCE60111F1bb2B784bE25D7e8", networks: []string{"optimism"}},
	{name: "Uniswap Universal Router 1.2", role: RoleRouter, address: "0xec7BE89e9d109e7e3Fec59c222CF297125FEFda2", networks: []string{"polygon"}},
	{name: "Uniswap Universal Router 1.2", role: RoleRouter, address: "0x4Dae2f939ACf50408e13d58534Ff8c2776d45265", networks: []string{"bnb", "avalanche"}},
	{name: "Uniswap Universal Router 1.2", role: RoleRouter, address: "0x643770E279d5D0733F21d6DC03A8efbABf3255B4", networks: []string{"celo"}},
	{name: "Uniswap Universal Router 2", role: RoleRouter, address: "0x6fF5693b99212Da76ad316178A184AB56D299b43", networks: []string{"base"}},
	{name: "Uniswap Universal Router 2", role: RoleRouter, address: "0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af", networks: []string{"ethereum"}},
	{name: "Uniswap Universal Router 2", role: RoleRouter, address: "0xA51afAFe0263b40EdaEf0Df8781eA9aa03E381a3", networks: []string{"arbitrum"}},
	{name: "Uniswap Universal Router 2", role: RoleRouter, address: "0x851116D9223fabED8E56C0E6b8Ad0c31d98B3507", networks: []string{"optimism"}},
	{name: "Uniswap Universal Router 2", role: RoleRouter, address: "0x1095692A6237d83C6a72F3F5eFEdb9A670C49223", networks: []string{"polygon"}},
	{name: "Uniswap Universal Router 2", role: RoleRouter, address: "0x1906c1d672b88cD1B9aC7593301cA990F94Eae07", networks: []string{"bnb"}},
	{name: "Uniswap Universal Router 2.1.1", role: RoleRouter, address: "0xFdf682F51FE81Aa4898F0AE2163d8A55c127fbC7", networks: []string{"base"}},
	{name: "Uniswap Universal Router 2.1.1", role: RoleRouter, address: "0x4C82D1fBFe28C977cBB58D8C7FF8FCF9F70a2cCA", networks: []string{"ethereum"}},
	{name: "Uniswap Universal Router 2.1.1", role: RoleRouter, address: "0x8B844f885672f333Bc0042cB669255f93a4C1E6b", networks: []string{"arbitrum", "optimism", "polygon", "bnb", "avalanche", "celo", "linea"}},
	{name: "Uniswap v3 SwapRouter", role: RoleRouter, address: "0xE592427A0AEce92De3Edee1F18E0157C05861564", networks: []string{"ethereum", "arbitrum", "optimism", "polygon"}},
	{name: "Uniswap v3 SwapRouter02", role: RoleRouter, address: "0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45", networks: []string{"ethereum", "arbitrum", "optimism", "polygon"}},
	{name: "Uniswap v3 SwapRouter02", role: RoleRouter, address: "0x2626664c2603336E57B271c5C0b26F421741e481", networks: []string{"base"}},
	{name: "Uniswap v2 Router02", role: RoleRouter, address: "0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D", networks: []string{"ethereum"}},
	{name: "Uniswap v2 Router02", role: RoleRouter, address: "0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24", networks: []string{"base", "arbitrum", "bnb", "avalanche"}},
	{name: "Uniswap v2 Router02", role: RoleRouter, address: "0x4A7b5Da61326A6379179b40d00F57E5bbDC962c2", networks: []string{"optimism"}},
	{name: "Uniswap v2 Router02", role: RoleRouter, address: "0xedf6066a2b290C185783862C7F4776A2C8077AD1", networks: []string{"polygon"}},
	{name: "Uniswap v3 positions", role: RoleRouter, address: "0xC36442b4a4522E871399CD717aBDD847Ab11FE88", networks: []string{"ethereum", "arbitrum", "optimism", "polygon"}},
	{name: "Uniswap v4 PoolManager", role: RoleRouter, address: "0x498581fF718922c3f8e6A244956aF099B2652b2b", networks: []string{"base"}},

	{name: "UniswapX Reactor", role: RoleRouter, address: "0x6000da47483062A0D734Ba3dc7576Ce6A0B645C4", networks: []string{"ethereum"}},
	{name: "UniswapX Reactor", role: RoleRouter, address: "0x00000011F84B9aa48e5f8aA8B9897600006289Be", networks: []string{"ethereum"}},
	{name: "UniswapX Reactor", role: RoleRouter, address: "0x0000000015757c461808EA25Eb309638B62681cf", networks: []string{"ethereum"}},
	{name: "UniswapX Reactor", role: RoleRouter, address: "0x1bd1aAdc9E230626C44a139d7E70d842749351eb", networks: []string{"arbitrum"}},
	{name: "UniswapX Reactor", role: RoleRouter, address: "0xB274d5F4b833b61B340b654d600A864fB604a87c", networks: []string{"arbitrum"}},
	{name: "UniswapX Reactor", role: RoleRouter, address: "0x000000001Ec5656dcdB24D90DFa42742738De729", networks: []string{"base"}},
	{name: "UniswapX Reactor", role: RoleRouter, address: "0x000000008a8330B5d1F43A62Bf4C673A49f27ba0", networks: []string{"base"}},
	{name: "UniswapX Reactor", role: RoleRouter, address: "0x000000000923439A92daE8930613568824108631", networks: []string{"optimism"}},
	{name: "UniswapX Reactor", role: RoleRouter, address: "0x00000000a55e50C71b70Db3C8B58749cd1E18eB2", networks: []string{"bnb"}},
	{name: "UniswapX Reactor", role: RoleRouter, address: "0x00000000bAB6E234db8AD638B6A6395b7c499Bc4", networks: []string{"polygon"}},

	{name: "1inch 4", role: RoleRouter, address: "0x1111111254fb6c44bAC0beD2854e76F90643097d"},
	{name: "1inch 5", role: RoleRouter, address: "0x1111111254EEB25477B68fb85Ed929f73A960582"},
	{name: "1inch 6", role: RoleRouter, address: "0x111111125421cA6dc452d289314280a0f8842A65"},
	{name: "0x Exchange Proxy", role: RoleRouter, address: "0xDef1C0ded9bec7F1a1670819833240f027b25EfF"},
	{name: "0x AllowanceHolder", role: RoleRouter, address: "0x0000000000001fF3684f28c67538d4D072C22734"},
	{name: "KyberSwap", role: RoleRouter, address: "0x6131B5fae19EA4f9D964eAc0408E4408b66337b5"},
	{name: "ParaSwap 5", role: RoleRouter, address: "0xDEF171Fe48CF0115B1d80b88dc8eAB59176FEe57"},
	{name: "ParaSwap 5", role: RoleRouter, address: "0x59C7C832e96D2568bea6db468C1aAdcbbDa08A52", networks: []string{"base"}},
	{name: "ParaSwap 6", role: RoleRouter, address: "0x6A000F20005980200259B80c5102003040001068"},
	{name: "LI.FI", role: RoleRouter, address: "0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE"},
	{name: "Rainbow", role: RoleRouter, address: "0x00000000009726632680FB29d3F7A9734E3010E2"},
	{name: "MetaMask Swaps", role: RoleRouter, address: "0x881D40237659C251811CEC9c364ef91dC08D300C", networks: []string{"ethereum"}},
	{name: "CoW Settlement", role: RoleRouter, address: "0x9008D19f58AAbD9eD0D60971565AA8510560ab41"},
	{name: "CoW Vault Relayer", role: RoleRouter, address: "0xC92E8bdf79f0507f65a392b0ab4667716BFE0110"},
	{name: "Odos 2", role: RoleRouter, address: "0x19cEeAd7105607Cd444F5ad10dd51356436095a1", networks: []string{"base"}},
	{name: "Odos 2", role: RoleRouter, address: "0xCf5540fFFCdC3d510B18bFcA6d2b9987b0772559", networks: []string{"ethereum"}},
	{name: "Odos 2", role: RoleRouter, address: "0xa669e7A0d4b3e4Fa48af2dE86BD4CD7126Be4e13", networks: []string{"arbitrum"}},
	{name: "Odos 2", role: RoleRouter, address: "0xCa423977156BB05b13A2BA3b76Bc5419E2fE9680", networks: []string{"optimism"}},
	{name: "Odos 2", role: RoleRouter, address: "0x4E3288c9ca110bCC82bf38F09A7b425c095d92Bf", networks: []string{"polygon"}},
	{name: "Odos 2", role: RoleRouter, address: "0x89b8AA89FDd0507a99d334CBe3C808fAFC7d850E", networks: []string{"bnb"}},
	{name: "Odos 2", role: RoleRouter, address: "0xbFe03C9E20a9Fc0b37de01A172F207004935E0b1", networks: []string{"scroll"}},
	{name: "Odos 2", role: RoleRouter, address: "0x88de50B233052e4Fb783d4F6db78Cc34fEa3e9FC", networks: []string{"avalanche"}},
	{name: "Odos 2", role: RoleRouter, address: "0x2d8879046f1559E53eb052E949e9544bCB72f414", networks: []string{"linea"}},
	{name: "Odos 2", role: RoleRouter, address: "0xD9F4e85489aDCD0bAF0Cd63b4231c6af58c26745", networks: []string{"mantle"}},
	{name: "Aerodrome Router", role: RoleRouter, address: "0xcF77a3Ba9A5CA399B7c97c74d54e5b1Beb874E43", networks: []string{"base"}},
	{name: "Aerodrome Universal Router", role: RoleRouter, address: "0x6Cb442acF35158D5eDa88fe602221b67B400Be3E", networks: []string{"base"}},
	{name: "Aerodrome Slipstream Router", role: RoleRouter, address: "0xBE6D8f0d05cC4be24d5167a3eF062215bE6D18a5", networks: []string{"base"}},
	{name: "Aerodrome Slipstream Router", role: RoleRouter, address: "0x698Cb2b6dd822994581fEa6eA4Fc755d1363A92F", networks: []string{"base"}},
	{name: "Velodrome 2 Router", role: RoleRouter, address: "0xa062aE8A9c5e11aaA026fc2670B0D65cCc8B2858", networks: []string{"optimism"}},

	{name: "Seaport 1.1", role: RoleMarketplace, address: "0x00000000006c3852cbEf3e08E8dF289169EdE581"},
	{name: "Seaport 1.4", role: RoleMarketplace, address: "0x00000000000001ad428e4906aE43D8F9852d0dD6"},
	{name: "Seaport 1.5", role: RoleMarketplace, address: "0x00000000000000ADc04C56Bf30aC9d3c0aAF14dC"},
	{name: "Seaport 1.6", role: RoleMarketplace, address: "0x0000000000000068F116a894984e2DB1123eB395"},
	{name: "OpenSea Conduit", role: RoleMarketplace, address: "0x1E0049783F008A0085193E00003D00cd54003c71"},
	{name: "OpenSea Wyvern 1", role: RoleMarketplace, address: "0x7Be8076f4EA4A4AD08075C2508e481d6C946D12b", networks: []string{"ethereum"}},
	{name: "OpenSea Wyvern 2", role: RoleMarketplace, address: "0x7f268357A8c2552623316e2562D90e642bB538E5", networks: []string{"ethereum"}},
	{name: "Blur Exchange", role: RoleMarketplace, address: "0x000000000000Ad05Ccc4F10045630fb830B95127", networks: []string{"ethereum"}},
	{name: "LooksRare Exchange 1", role: RoleMarketplace, address: "0x59728544B08AB483533076417FbBB2fD0B17CE3a", networks: []string{"ethereum"}},
	{name: "LooksRare Protocol 2", role: RoleMarketplace, address: "0x0000000000E655fAe4d56241588680F86E3b2377", networks: []string{"ethereum"}},

	{name: "Safe MultiSend 1.3.0", role: RoleMultiSend, address: "0xA238CBeb142c10Ef7Ad8442C6D1f9E89e07e7761"},
	{name: "Safe MultiSendCallOnly 1.3.0", role: RoleMultiSend, address: "0x40A2aCCbd92BCA938b02010E17A5b8929b49130D"},
	{name: "Safe MultiSend 1.3.0", role: RoleMultiSend, address: "0x998739BFdAAdde7C933B942a68053933098f9EDa"},
	{name: "Safe MultiSendCallOnly 1.3.0", role: RoleMultiSend, address: "0xA1dabEF33b3B82c7814B6D82A79e50F4AC44102B"},
	{name: "Safe MultiSend 1.4.1", role: RoleMultiSend, address: "0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526"},
	{name: "Safe MultiSendCallOnly 1.4.1", role: RoleMultiSend, address: "0x9641d764fc13c8B624c04430C7356C1C7C8102e2"},
	{name: "Safe MultiSend 1.5.0", role: RoleMultiSend, address: "0x218543288004CD07832472D464648173c77D7eB7"},
	{name: "Safe MultiSendCallOnly 1.5.0", role: RoleMultiSend, address: "0xA83c336B20401Af773B6219BA5027174338D1836"},

	{name: "ERC-4337 EntryPoint 0.6", role: RoleEntryPoint, address: "0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789"},
	{name: "ERC-4337 EntryPoint 0.7", role: RoleEntryPoint, address: "0x0000000071727De22E5E9d8BAf0edAc6f37da032"},
	{name: "ERC-4337 EntryPoint 0.8", role: RoleEntryPoint, address: "0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108"},
	{name: "ERC-4337 EntryPoint 0.9", role: RoleEntryPoint, address: "0x433709009B8330FDa32311DF1C2AFA402eD8D009"},

	{name: "MetaMask delegator", role: RoleDelegate, address: "0x63c0c19a282a1B52b07dD5a65b58948A07DAE32B"},
	{name: "Uniswap Wallet (Calibur)", role: RoleDelegate, address: "0x000000009B1D0aF20D8C6d0A44e162d11F9b8f00"},
	{name: "Ambire", role: RoleDelegate, address: "0x5A7FC11397E9a8AD41BF10bf13F22B0a63f96f6d"},
	{name: "Coinbase Smart Wallet proxy", role: RoleDelegate, address: "0x7702cb554e6bFb442cb743A7dF23154544a7176C"},
	{name: "OKX Wallet", role: RoleDelegate, address: "0x80296FF8D1ED46f8e3C7992664D13B833504c2Bb"},
	{name: "Trust Wallet", role: RoleDelegate, address: "0xD2e28229F6f2c235e57De2EbC727025A1D0530FB"},
	{name: "Uniswap Wallet (minimal)", role: RoleDelegate, address: "0x0c338ca25585035142A9a0a1EEebA267256f281f"},
	{name: "Uniswap Wallet (Calibur)", role: RoleDelegate, address: "0x458f5a9f47A01beA5d7A32662660559D9eD3312c"},
	{name: "Alchemy Modular Account", role: RoleDelegate, address: "0x69007702764179f14F51cdce752f4f775d74E139"},
	{name: "ZeroDev Kernel 3.3", role: RoleDelegate, address: "0xd6CEDDe84be40893d153Be9d467CD6aD37875b28"},
	{name: "Biconomy Nexus", role: RoleDelegate, address: "0x000000004F43C49e93C970E84001853a70923B03"},
	{name: "Thirdweb", role: RoleDelegate, address: "0xbaC7e770af15d130Cd72838ff386f14FBF3e9a3D"},
	{name: "Simple7702Account", role: RoleDelegate, address: "0xe6Cae83BdE06E4c305530e199D7217f42808555B"},

	{name: "EAS", role: RoleRegistry, address: "0x4200000000000000000000000000000000000021", networks: []string{"base", "optimism", "base-sepolia"}},
	{name: "Basenames controller", role: RoleRegistry, address: "0x4cCb0BB02FCABA27e82a56646E81d8c5bC4119a5", networks: []string{"base"}},
	{name: "Basenames controller", role: RoleRegistry, address: "0xa7d2607c6BD39Ae9521e514026CBB078405Ab322", networks: []string{"base"}},

	{name: "USDC", role: RoleStablecoin, decimals: 6, address: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", networks: []string{"base"}},
	{name: "USDC", role: RoleStablecoin, decimals: 6, address: "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48", networks: []string{"ethereum"}},
	{name: "USDC", role: RoleStablecoin, decimals: 6, address: "0xaf88d065e77c8cC2239327C5EDb3A432268e5831", networks: []string{"arbitrum"}},
	{name: "USDC", role: RoleStablecoin, decimals: 6, address: "0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85", networks: []string{"optimism"}},
	{name: "USDC", role: RoleStablecoin, decimals: 6, address: "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359", networks: []string{"polygon"}},
	{name: "USDC", role: RoleStablecoin, decimals: 6, address: "0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E", networks: []string{"avalanche"}},
	{name: "USDC", role: RoleStablecoin, decimals: 6, address: "0x036CbD53842c5426634e7929541eC2318f3dCF7e", networks: []string{"base-sepolia"}},
	{name: "EURC", role: RoleStablecoin, decimals: 6, address: "0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42", networks: []string{"base"}},
	{name: "USDT", role: RoleStablecoin, decimals: 6, address: "0xdAC17F958D2ee523a2206206994597C13D831ec7", networks: []string{"ethereum"}},
	{name: "USDT", role: RoleStablecoin, decimals: 6, address: "0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2", networks: []string{"base"}},
	{name: "DAI", role: RoleStablecoin, decimals: 18, address: "0x6B175474E89094C44Da98b954EedeAC495271d0F", networks: []string{"ethereum"}},
	{name: "DAI", role: RoleStablecoin, decimals: 18, address: "0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb", networks: []string{"base"}},
}

// knownAt is the table by network and address.
type knownAt map[string]map[common.Address]Known

func newKnown() knownAt {
	k := knownAt{}
	for _, n := range Networks() {
		k[n.Name] = map[common.Address]Known{}
		if n.Wrapped != zero {
			k[n.Name][n.Wrapped] = Known{Name: "Wrapped " + n.Native, Role: RoleWrapped}
		}
	}
	for _, row := range knownRows {
		networks := row.networks
		if len(networks) == 0 {
			for _, n := range Networks() {
				networks = append(networks, n.Name)
			}
		}
		for _, n := range networks {
			k[n][common.HexToAddress(row.address)] = Known{Name: row.name, Role: row.role, Decimals: row.decimals}
		}
	}
	return k
}

// seaportZones are OpenSea's own zones, which may refuse an order but cannot change it. Sources: OpenSea's deployments.
var seaportZones = map[common.Address]bool{
	{}: true,
	common.HexToAddress("0x004C00500000aD104D7DBd00e3ae0A5C00560C00"): true,
	common.HexToAddress("0x000056F7000000EcE9003ca63978907a00FFD100"): true,
}

// openSeaConduit is the conduit key of OpenSea, which all of its orders carry.
const openSeaConduit = "0x0000007b02230091a7ed01230072f7006a004d60a8d4e71d599b8104250f0000"
