package txexplain

import (
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"
)

// kind is the part that a known contract plays.
type kind int

const (
	other kind = iota
	router
	marketplace
)

// contract is one line of the table.
type contract struct {
	name     string
	kind     kind
	networks string // where it is at these addresses, comma separated; "" means that it is the same contract wherever it is
	at       []string
}

// contracts is the list of known contracts. Each address was compared on 2026-11-21 with a published list: Uniswap's
// deployments (universal-router, contracts, docs), Seaport, CoW, 0x-settler, LI.FI, Aerodrome, Velodrome, Basenames, viem, rotki and
// DefiLlama; Wyvern v2 and Blur's exchange, which none of these has, with several public programs that trade there. A contract
// without networks was put at one address everywhere by deterministic deployment, or exists on one network only.
var contracts = []contract{
	{"Uniswap Universal Router v1.2", router, "base,ethereum", []string{"0x3fC91A3afd70395Cd496C647d5a6CC9D4B2b7FAD"}},
	{"Uniswap Universal Router v1.2", router, "arbitrum", []string{"0x5E325eDA8064b456f4781070C0738d849c824258"}},
	{"Uniswap Universal Router v1.2", router, "optimism", []string{"0xCb1355ff08Ab38bBCE60111F1bb2B784bE25D7e8"}},
	{"Uniswap Universal Router v1.2", router, "polygon", []string{"0xec7BE89e9d109e7e3Fec59c222CF297125FEFda2"}},
	{"Uniswap Universal Router v1.2", router, "bnb,avalanche", []string{"0x4Dae2f939ACf50408e13d58534Ff8c2776d45265"}},
	{"Uniswap Universal Router v1.2", router, "celo", []string{"0x643770E279d5D0733F21d6DC03A8efbABf3255B4"}},
	{"Uniswap Universal Router v2", router, "base", []string{"0x6fF5693b99212Da76ad316178A184AB56D299b43"}},
	{"Uniswap Universal Router v2", router, "ethereum", []string{"0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af"}},
	{"Uniswap Universal Router v2", router, "arbitrum", []string{"0xA51afAFe0263b40EdaEf0Df8781eA9aa03E381a3"}},
	{"Uniswap Universal Router v2", router, "optimism", []string{"0x851116D9223fabED8E56C0E6b8Ad0c31d98B3507"}},
	{"Uniswap Universal Router v2", router, "polygon", []string{"0x1095692A6237d83C6a72F3F5eFEdb9A670C49223"}},
	{"Uniswap Universal Router v2", router, "bnb", []string{"0x1906c1d672b88cD1B9aC7593301cA990F94Eae07"}},
	{"Uniswap Universal Router v2.1.1", router, "base", []string{"0xFdf682F51FE81Aa4898F0AE2163d8A55c127fbC7"}},
	{"Uniswap Universal Router v2.1.1", router, "ethereum", []string{"0x4C82D1fBFe28C977cBB58D8C7FF8FCF9F70a2cCA"}},
	{"Uniswap Universal Router v2.1.1", router, "arbitrum,optimism,polygon,bnb,avalanche,celo,linea", []string{"0x8B844f885672f333Bc0042cB669255f93a4C1E6b"}},
	{"Uniswap v3 SwapRouter", router, "", []string{"0xE592427A0AEce92De3Edee1F18E0157C05861564"}},
	{"Uniswap v3 SwapRouter02", router, "ethereum,arbitrum,optimism,polygon", []string{"0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45"}},
	{"Uniswap v3 SwapRouter02", router, "base", []string{"0x2626664c2603336E57B271c5C0b26F421741e481"}},
	{"Uniswap v2 Router02", router, "ethereum", []string{"0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D"}},
	{"Uniswap v2 Router02", router, "base,arbitrum,bnb,avalanche", []string{"0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24"}},
	{"Uniswap v2 Router02", router, "optimism", []string{"0x4A7b5Da61326A6379179b40d00F57E5bbDC962c2"}},
	{"Uniswap v2 Router02", router, "polygon", []string{"0xedf6066a2b290C185783862C7F4776A2C8077AD1"}},
	{"UniswapX reactor", router, "ethereum", []string{"0x6000da47483062A0D734Ba3dc7576Ce6A0B645C4", "0x00000011F84B9aa48e5f8aA8B9897600006289Be", "0x0000000015757c461808EA25Eb309638B62681cf"}},
	{"UniswapX reactor", router, "arbitrum", []string{"0x1bd1aAdc9E230626C44a139d7E70d842749351eb", "0xB274d5F4b833b61B340b654d600A864fB604a87c"}},
	{"UniswapX reactor", router, "optimism", []string{"0x000000000923439A92daE8930613568824108631"}},
	{"UniswapX reactor", router, "bnb", []string{"0x00000000a55e50C71b70Db3C8B58749cd1E18eB2"}},
	{"UniswapX reactor", router, "polygon", []string{"0x00000000bAB6E234db8AD638B6A6395b7c499Bc4"}},
	{"UniswapX reactor", router, "base", []string{"0x000000001Ec5656dcdB24D90DFa42742738De729", "0x000000008a8330B5d1F43A62Bf4C673A49f27ba0"}},
	{"Uniswap v4 PoolManager", other, "base", []string{"0x498581fF718922c3f8e6A244956aF099B2652b2b"}},
	{"Uniswap v4 PoolManager", other, "ethereum", []string{"0x000000000004444c5dc75cB358380D2e3dE08A90"}},
	{"Uniswap v4 PoolManager", other, "arbitrum", []string{"0x360E68faCcca8cA495c1B759Fd9EEe466db9FB32"}},
	{"Uniswap v4 PoolManager", other, "optimism", []string{"0x9a13F98Cb987694C9F086b1F5eB990EeA8264Ec3"}},
	{"Uniswap v4 PoolManager", other, "polygon", []string{"0x67366782805870060151383F4BbFF9daB53e5cD6"}},
	{"Uniswap v4 PoolManager", other, "bnb", []string{"0x28e2Ea090877bF75740558f6BFB36A5ffeE9e9dF"}},
	{"Uniswap v4 PoolManager", other, "avalanche", []string{"0x06380C0e0912312B5150364B9DC4542BA0DbBc85"}},
	{"Uniswap v4 PoolManager", other, "celo", []string{"0x288dc841A52FCA2707c6947B3A777c5E56cd87BC"}},
	{"Uniswap v3 positions", other, "", []string{"0xC36442b4a4522E871399CD717aBDD847Ab11FE88"}},
	{"Permit2", other, "", []string{"0x000000000022D473030F116dDEE9F6B43aC78BA3"}},
	{"1inch v4", router, "", []string{"0x1111111254fb6c44bAC0beD2854e76F90643097d"}},
	{"1inch v5", router, "", []string{"0x1111111254EEB25477B68fb85Ed929f73A960582"}},
	{"1inch v6", router, "", []string{"0x111111125421cA6dc452d289314280a0f8842A65"}},
	{"0x Exchange Proxy", router, "", []string{"0xDef1C0ded9bec7F1a1670819833240f027b25EfF"}},
	{"0x AllowanceHolder", router, "", []string{"0x0000000000001fF3684f28c67538d4D072C22734"}},
	{"Aerodrome router", router, "base", []string{"0xcF77a3Ba9A5CA399B7c97c74d54e5b1Beb874E43"}},
	{"Aerodrome Universal Router", router, "base", []string{"0x6Cb442acF35158D5eDa88fe602221b67B400Be3E"}},
	{"Aerodrome Slipstream router", router, "base", []string{"0xBE6D8f0d05cC4be24d5167a3eF062215bE6D18a5", "0x698Cb2b6dd822994581fEa6eA4Fc755d1363A92F"}},
	{"Velodrome v2 router", router, "optimism", []string{"0xa062aE8A9c5e11aaA026fc2670B0D65cCc8B2858"}},
	{"Odos v2", router, "base", []string{"0x19cEeAd7105607Cd444F5ad10dd51356436095a1"}},
	{"Odos v2", router, "ethereum", []string{"0xCf5540fFFCdC3d510B18bFcA6d2b9987b0772559"}},
	{"Odos v2", router, "arbitrum", []string{"0xa669e7A0d4b3e4Fa48af2dE86BD4CD7126Be4e13"}},
	{"Odos v2", router, "optimism", []string{"0xCa423977156BB05b13A2BA3b76Bc5419E2fE9680"}},
	{"Odos v2", router, "polygon", []string{"0x4E3288c9ca110bCC82bf38F09A7b425c095d92Bf"}},
	{"Odos v2", router, "bnb", []string{"0x89b8AA89FDd0507a99d334CBe3C808fAFC7d850E"}},
	{"Odos v2", router, "avalanche", []string{"0x88de50B233052e4Fb783d4F6db78Cc34fEa3e9FC"}},
	{"Odos v2", router, "linea", []string{"0x2d8879046f1559E53eb052E949e9544bCB72f414"}},
	{"Odos v2", router, "mantle", []string{"0xD9F4e85489aDCD0bAF0Cd63b4231c6af58c26745"}},
	{"Odos v2", router, "scroll", []string{"0xbFe03C9E20a9Fc0b37de01A172F207004935E0b1"}},
	{"KyberSwap aggregator", router, "", []string{"0x6131B5fae19EA4f9D964eAc0408E4408b66337b5"}},
	{"ParaSwap v5", router, "", []string{"0xDEF171Fe48CF0115B1d80b88dc8eAB59176FEe57"}},
	{"ParaSwap v5", router, "base", []string{"0x59C7C832e96D2568bea6db468C1aAdcbbDa08A52"}},
	{"ParaSwap v6", router, "", []string{"0x6A000F20005980200259B80c5102003040001068"}},
	{"LI.FI", router, "", []string{"0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE"}},
	{"Rainbow router", router, "", []string{"0x00000000009726632680FB29d3F7A9734E3010E2"}},
	{"MetaMask swap router", router, "ethereum", []string{"0x881D40237659C251811CEC9c364ef91dC08D300C"}},
	{"CoW Protocol settlement", router, "", []string{"0x9008D19f58AAbD9eD0D60971565AA8510560ab41"}},
	{"OpenSea Seaport 1.1", marketplace, "", []string{"0x00000000006c3852cbEf3e08E8dF289169EdE581"}},
	{"OpenSea Seaport 1.4", marketplace, "", []string{"0x00000000000001ad428e4906aE43D8F9852d0dD6"}},
	{"OpenSea Seaport 1.5", marketplace, "", []string{"0x00000000000000ADc04C56Bf30aC9d3c0aAF14dC"}},
	{"OpenSea Seaport 1.6", marketplace, "", []string{"0x0000000000000068F116a894984e2DB1123eB395"}},
	{"OpenSea Wyvern v1", marketplace, "ethereum", []string{"0x7Be8076f4EA4A4AD08075C2508e481d6C946D12b"}},
	{"OpenSea Wyvern v2", marketplace, "ethereum", []string{"0x7f268357A8c2552623316e2562D90e642bB538E5"}},
	{"Blur exchange", marketplace, "ethereum", []string{"0x000000000000Ad05Ccc4F10045630fb830B95127"}},
	{"Blur pool", other, "ethereum", []string{"0x0000000000A39bb272e79075ade125fd351887Ac"}},
	{"ERC-4337 EntryPoint 0.6", other, "", []string{"0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789"}},
	{"ERC-4337 EntryPoint 0.7", other, "", []string{"0x0000000071727De22E5E9d8BAf0edAc6f37da032"}},
	{"ERC-4337 EntryPoint 0.8", other, "", []string{"0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108"}},
	{"ERC-4337 EntryPoint 0.9", other, "", []string{"0x433709009B8330FDa32311DF1C2AFA402eD8D009"}},
	{"Basenames registrar", other, "base", []string{"0x4cCb0BB02FCABA27e82a56646E81d8c5bC4119a5", "0xa7d2607c6BD39Ae9521e514026CBB078405Ab322"}},
	{"Ethereum Attestation Service", other, "base,optimism", []string{"0x4200000000000000000000000000000000000021"}},
}

// byAddress finds the lines of the table of one address.
var byAddress = func() map[common.Address][]*contract {
	m := map[common.Address][]*contract{}
	for i := range contracts {
		for _, a := range contracts[i].at {
			m[common.HexToAddress(a)] = append(m[common.HexToAddress(a)], &contracts[i])
		}
	}
	return m
}()

// known is the line of the table for a contract, nil when there is none.
func known(network string, a common.Address) *contract {
	for _, c := range byAddress[a] {
		if c.networks == "" || slices.Contains(strings.Split(c.networks, ","), network) {
			return c
		}
	}
	return nil
}

// meet lists a contract that the table has, once.
func (r *reading) meet(a common.Address) {
	if c := known(r.in.Network.Name, a); c != nil {
		r.list(a, c.name, c.kind)
	}
}

// list lists a contract under the first name it gets.
func (r *reading) list(a common.Address, name string, k kind) {
	r.routed = r.routed || k == router
	if len(r.protocols) < maxProtocols && !slices.ContainsFunc(r.protocols, func(p Protocol) bool { return p.Address == a }) {
		r.protocols = append(r.protocols, Protocol{a, name})
	}
}

// meetCalled lists the contract that the transaction calls. Two that have many addresses are known by the function.
func (r *reading) meetCalled() {
	if r.in.Call.To == nil {
		return
	}
	r.meet(*r.in.Call.To)
	switch s, _ := r.selector(); s {
	case settlerSelector:
		r.list(*r.in.Call.To, "0x Settler", router)
	case safeSelector:
		r.list(*r.in.Call.To, "Safe", other)
	}
}

// named is the listed name of a contract, "" when it has none.
func (r *reading) named(a common.Address) string {
	for _, p := range r.protocols {
		if p.Address == a {
			return p.Name
		}
	}
	if c := known(r.in.Network.Name, a); c != nil {
		return c.name
	}
	return ""
}

// entryPoints are the singletons of ERC-4337, versions 0.6 to 0.9.
var entryPoints = map[common.Address]bool{
	common.HexToAddress("0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789"): true,
	common.HexToAddress("0x0000000071727De22E5E9d8BAf0edAc6f37da032"): true,
	common.HexToAddress("0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108"): true,
	common.HexToAddress("0x433709009B8330FDa32311DF1C2AFA402eD8D009"): true,
}

// IsEntryPoint says whether a contract carries out the operations of smart accounts (ERC-4337, versions 0.6 to 0.9): who sends a
// transaction to it is a bundler, not the account that acts.
func IsEntryPoint(a common.Address) bool { return entryPoints[a] }
