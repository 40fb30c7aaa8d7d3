// Package dextest puts pools and swaps of Base's exchanges on a test chain, besides those that package chaintest has.
package dextest

import (
	"maps"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"github.com/farebox/farebox/handlers/dex/dextest/contracts"
	"github.com/farebox/farebox/internal/chain/chaintest"
	chaincontracts "github.com/farebox/farebox/internal/chain/chaintest/contracts"
	"github.com/farebox/farebox/internal/chain/dexpool"
	"github.com/farebox/farebox/internal/chain/evm"
)

// Pools that are in no table, and contracts that look like one.
var (
	Unlisted = common.HexToAddress("0x00000000000000000000000000000000000D0001") // AERO/USDC of Aerodrome v2, for stable tokens
	Exotic   = common.HexToAddress("0x00000000000000000000000000000000000D0002") // MOON/AERO of Uniswap v3
	Impostor = common.HexToAddress("0x00000000000000000000000000000000000D0003") // names Aerodrome's factory, which does not know it
	Foreign  = common.HexToAddress("0x00000000000000000000000000000000000D0004") // of a factory that nobody knows
	Silent   = common.HexToAddress("0x00000000000000000000000000000000000D0005") // of Aerodrome, with a token without decimals
	Sliding  = common.HexToAddress("0x00000000000000000000000000000000000D0006") // MOON/USDC of Slipstream

	Moon = common.HexToAddress("0x00000000000000000000000000000000000E0001") // a token of 9 decimals that is in no table
)

// Factories of the exchanges, as on Base.
var (
	aerodrome  = common.HexToAddress("0x420DD381b31aEf6683db6B902084cB0FFECe40Da")
	slipstream = common.HexToAddress("0xaDe65c38CD4849aDBA595a4323a8C7DdfE89716a")
	uniswap    = common.HexToAddress("0x33128a8fC17869897dcE68Ed026d694621f6FDfD")
)

const (
	uniswapFee = 3000
	spacing    = 200
)

// Deployments are the pools of dexpool's table that the examples of the spec need and package chaintest does not have, the pools of this package, and the factories
// that vouch for them.
func Deployments(tb testing.TB) []chaintest.Deployment {
	tb.Helper()
	usdc := known("USDC")
	aero := known("AERO")

	list := []chaintest.Deployment{
		chaintest.Token(tb, Moon, "Moon Dust", "MOON", 9, nil),
		chaintest.Ticks(tb, "0x3FE04A59Ebd38cF06080a6F60a98D124eb59392A", "3500"),
		chaintest.Ticks(tb, "0x4e962BB3889Bf030368F56810A9c96B83CB3E778", "0.00001"),
		chaintest.Ticks(tb, "0xBE00fF35AF70E8415D0eB605a286D8A45466A4c1", "1.09"),
		chaintest.Reserves(tb, "0x21594b992F68495dD28d605834b58889d0a727c7", "5000000", "2000"),
		pool(tb, Unlisted, "ReservePool", aerodrome, usdc, aero, map[int64]int64{
			3: 1e18,
			4: 1e18,
			5: 1,
		}),
		pool(tb, Impostor, "ReservePool", aerodrome, usdc, aero, nil),
		pool(tb, Foreign, "ReservePool", common.HexToAddress("0xBAD"), usdc, aero, nil),
		pool(tb, Silent, "ReservePool", aerodrome, chaintest.Silent, aero, nil),
		pool(tb, Sliding, "TickPool", slipstream, Moon, usdc, map[int64]int64{
			4: 1e15,
			5: spacing,
			6: 6,
		}),
		pool(tb, Exotic, "FeePool", uniswap, Moon, aero, map[int64]int64{4: uniswapFee<<24 | 60}),
	}

	for _, symbol := range []string{"CBBTC", "VIRTUAL"} {
		t, _ := evm.BaseToken(symbol)
		list = append(list, chaintest.Token(tb, t.Address, symbol, symbol, t.Decimals, nil))
	}

	for _, at := range []common.Address{aerodrome, slipstream, uniswap} {
		list = append(list, code(tb, at, "Factory"))
	}
	return list
}

func known(symbol string) common.Address {
	t, _ := evm.BaseToken(symbol)
	return t.Address
}

// code is a deployment of a contract of this package, or of one that package chaintest has.
func code(tb testing.TB, at common.Address, name string) chaintest.Deployment {
	tb.Helper()
	if name != "Factory" && name != "FeePool" {
		return chaintest.Code(tb, at, name)
	}
	runtime, err := contracts.Runtime(name)
	if err != nil {
		tb.Fatal(err)
	}
	return chaintest.Deployment{Address: at, Account: types.Account{Code: runtime}}
}

// pool is a pool with these words in its further slots.
func pool(tb testing.TB, at common.Address, contract string, factory, token0, token1 common.Address, slots map[int64]int64) chaintest.Deployment {
	tb.Helper()
	d := code(tb, at, contract)
	d.Account.Storage = map[common.Hash]common.Hash{}
	words := map[int64]common.Hash{
		0: common.BytesToHash(factory[:]),
		1: common.BytesToHash(token0[:]),
		2: common.BytesToHash(token1[:]),
	}
	for slot, n := range slots {
		words[slot] = common.BigToHash(big.NewInt(n))
	}
	for slot, word := range maps.All(words) {
		d.Account.Storage[common.BigToHash(big.NewInt(slot))] = word
	}
	return d
}

// Register makes the factories know the pools of this package that are real ones. The chain has to have been started with
// Deployments.
func Register(c *chaintest.Chain) {
	f := contracts.NewFactory()
	aero := known("AERO")
	usdc := known("USDC")
	c.Send(aerodrome, f.PackRegister(usdc, aero, big.NewInt(1), Unlisted))
	c.Send(aerodrome, f.PackRegister(chaintest.Silent, aero, big.NewInt(0), Silent))
	c.Send(slipstream, f.PackRegister(Moon, usdc, big.NewInt(spacing), Sliding))
	c.Send(uniswap, f.PackRegister(Moon, aero, big.NewInt(uniswapFee), Exotic))
	c.Commit()
}

// Swap makes a swap of amounts in base units as the pool sees them: what it takes in is positive. It is in no block before
// Commit.
func Swap(c *chaintest.Chain, at, to common.Address, amount0, amount1 int64) *types.Transaction {
	if at == Exotic {
		return c.Send(at, contracts.NewFeePool().PackSwap(big.NewInt(amount0), big.NewInt(amount1), to))
	}
	for _, p := range dexpool.Pools() {
		if p.Address == at && p.Dex.Ticks() || at == Sliding {
			return c.Send(at, chaincontracts.NewTickPool().PackSwap(big.NewInt(amount0), big.NewInt(amount1), new(big.Int).Lsh(big.NewInt(1), 96), to))
		}
	}
	in := func(n int64) *big.Int { return big.NewInt(max(n, 0)) }
	return c.Send(at, chaincontracts.NewReservePool().PackSwap(in(amount0), in(amount1), in(-amount0), in(-amount1), to))
}
