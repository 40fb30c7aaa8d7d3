package dexpool_test

import (
	"bytes"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/internal/chain/dexpool"
)

// deployments are the factories of the table with what determines a pool's address besides its tokens: for Uniswap
// the hash of the creation code, for the others the contract that pools are minimal proxies of. Sources: Uniswap's
// PoolAddress.sol and deployment list, Aerodrome's README (Pool, PoolImplementation) and
// DeployCL-Base-Gauge-Caps.json.
var (
	uniswapFactory   = common.HexToAddress("0x33128a8fC17869897dcE68Ed026d694621f6FDfD")
	uniswapCode      = common.FromHex("0xe34f199b19b2b4f47f68442619d555527d244f78a3297ea89325f843f87b8b54")
	aerodromeFactory = common.HexToAddress("0x420DD381b31aEf6683db6B902084cB0FFECe40Da")
	aerodromePool    = common.HexToAddress("0xA4e46b4f701c62e14DF11B48dCe76A7d793CD6d7")
	slipstreams      = map[common.Address]common.Address{
		common.HexToAddress("0x5e7BB104d84c7CB9B682AaC2F3d509f5F406809A"): common.HexToAddress("0xeC8E5342B19977B4eF8892e02D8DAEcfa1315831"),
		common.HexToAddress("0xaDe65c38CD4849aDBA595a4323a8C7DdfE89716a"): common.HexToAddress("0x942e97a4c6FdC38B4CD1c0298D37d81fDD8E5A16"),
	}
)

// newestPool belongs to the newest Slipstream factory, whose implementation contract is in none of the sources.
var newestPool = common.HexToAddress("0x3FE04A59Ebd38cF06080a6F60a98D124eb59392A")

// minimalProxy is the address of a factory's minimal proxy (EIP-1167) of a contract under a salt (EIP-1014).
func minimalProxy(factory, of common.Address, salt []byte) common.Address {
	code := bytes.Join([][]byte{common.FromHex("3d602d80600a3d3981f3363d3d373d3d3d363d73"), of[:], common.FromHex("5af43d82803e903d91602b57fd5bf3")}, nil)
	return crypto.CreateAddress2(factory, common.BytesToHash(salt), crypto.Keccak256(code))
}

// words are the salt of pools with ticks: both tokens and a number, 32 bytes each.
func words(p dexpool.Pool, n int64) []byte {
	return crypto.Keccak256(common.LeftPadBytes(p.Token0.Address[:], 32), common.LeftPadBytes(p.Token1.Address[:], 32), common.LeftPadBytes(big.NewInt(n).Bytes(), 32))
}

// places are the possible addresses of a pool of these tokens on this exchange.
func places(p dexpool.Pool) map[common.Address]bool {
	list := map[common.Address]bool{}
	switch p.Dex {
	case dexpool.UniswapV3:
		for _, fee := range []int64{100, 200, 300, 400, 500, 3000, 10000} {
			list[crypto.CreateAddress2(uniswapFactory, common.BytesToHash(words(p, fee)), uniswapCode)] = true
		}
	case dexpool.AerodromeV2:
		stable := byte(0)
		if p.Stable {
			stable = 1
		}
		list[minimalProxy(aerodromeFactory, aerodromePool, crypto.Keccak256(p.Token0.Address[:], p.Token1.Address[:], []byte{stable}))] = true
	case dexpool.AerodromeSlipstream:
		for _, spacing := range []int64{1, 10, 50, 100, 200, 500, 2000} {
			for factory, of := range slipstreams {
				list[minimalProxy(factory, of, words(p, spacing))] = true
			}
		}
	}
	return list
}

// TestPoolsAreWhereTheirFactoriesPutThem needs no network: a pool's address follows from its tokens, their order
// and its maker. It detects a wrong token, a wrong exchange and a typo.
func TestPoolsAreWhereTheirFactoriesPutThem(t *testing.T) {
	for factory, dex := range map[common.Address]dexpool.Dex{uniswapFactory: dexpool.UniswapV3, aerodromeFactory: dexpool.AerodromeV2} {
		if got, ok := dexpool.DexOf(factory); !ok || got != dex {
			t.Errorf("%s is of %q", factory, got)
		}
	}
	for factory := range slipstreams {
		if got, ok := dexpool.DexOf(factory); !ok || got != dexpool.AerodromeSlipstream {
			t.Errorf("%s is of %q", factory, got)
		}
	}
	for _, p := range dexpool.Pools() {
		if p.Address != newestPool && !places(p)[p.Address] {
			t.Errorf("%s on %s is not at %s", p.Pair(), p.Dex, p.Address)
		}
	}
}
