package tokenrisk

import (
	"math/big"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/chain/dexpool/contracts"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/oracle"
)

// Pool is a pool of the token and one of the market's bases.
type Pool struct {
	Address      common.Address
	Base         Base
	Concentrated bool
	BaseBalance  *big.Int // atomic units in the pool
	TokenBalance *big.Int
	USD          decimal.Decimal // both sides, the token's at most as much as the other; of v3 pools uncollected fees are part of it
}

// query is one question to a factory.
type query struct {
	base         Base
	concentrated bool
	read         evm.Read
}

// queries ask all factories of the market for pools of the token.
func (m Market) queries(token common.Address) []query {
	var out []query
	for _, b := range m.Bases {
		if b.Address != token {
			out = append(out, m.queriesWith(token, b)...)
		}
	}
	return out
}

// queriesWith ask for pools of the token and one base.
func (m Market) queriesWith(token common.Address, b Base) []query {
	var out []query
	ask := func(concentrated bool, factory common.Address, data []byte) {
		out = append(out, query{b, concentrated, evm.Read{To: factory, Data: data}})
	}

	for _, f := range m.V2 {
		ask(false, f, contracts.NewPairFactory().PackGetPair(token, b.Address))
	}
	for _, f := range m.Forks {
		for _, stable := range []bool{false, true} {
			ask(false, f, contracts.NewReserveFactory().PackGetPool(token, b.Address, stable))
		}
	}
	for _, f := range m.V3 {
		for _, fee := range feesV3 {
			ask(true, f, contracts.NewFeeFactory().PackGetPool(token, b.Address, big.NewInt(fee)))
		}
	}
	for _, f := range m.Ticks {
		for _, spacing := range tickSpacings {
			ask(true, f, contracts.NewTickFactory().PackGetPool(token, b.Address, big.NewInt(spacing)))
		}
	}
	return out
}

// found are the pools that the factories named.
func found(queries []query, results []evm.Result) []Pool {
	var out []Pool
	seen := map[common.Address]bool{}
	for i, r := range results {
		a, ok := r.Address()
		if !ok || a == (common.Address{}) || seen[a] {
			continue
		}
		seen[a] = true
		out = append(out, Pool{Address: a, Base: queries[i].base, Concentrated: queries[i].concentrated})
	}
	return out
}

// poolReads is how many reads one pool takes.
const poolReads = 3

// reads asks what is in a pool and at which price.
func (p *Pool) reads(token common.Address) []evm.Read {
	state := contracts.NewReservePool().PackGetReserves()
	if p.Concentrated {
		state = contracts.NewTickPool().PackSlot0()
	}
	return []evm.Read{
		evm.BalanceOf(p.Base.Address, p.Address),
		evm.BalanceOf(token, p.Address),
		{To: p.Address, Data: state},
	}
}

// value fills a pool in from its reads; native is the price of the native coin in dollars, nil when not known.
// ok is false for a pool that cannot be read or priced.
func (p *Pool) value(token common.Address, results []evm.Result, native *decimal.Decimal) (ok bool) {
	base, ok1 := results[0].Uint()
	units, ok2 := results[1].Uint()
	if !ok1 || !ok2 || !results[2].OK {
		return false
	}

	p.BaseBalance = base
	p.TokenBalance = units
	price := decimal.NewFromInt(1)
	if !p.Base.Dollar {
		if native == nil {
			return false
		}
		price = *native
	}

	baseUnits := new(big.Int).Set(base) // of the token side, at the pool's price
	if p.Concentrated {
		state, err := contracts.NewTickPool().UnpackSlot0(results[2].Data)
		if err != nil {
			return false
		}
		baseUnits = inBase(units, state.SqrtPriceX96, token.Cmp(p.Base.Address) < 0)
		if baseUnits.Cmp(base) > 0 { // tokens against nothing, at whatever price their maker chose, are no liquidity
			baseUnits.Set(base)
		}
	}

	sum := new(big.Int).Add(base, baseUnits)
	p.USD = decimal.NewFromBigInt(sum, -int32(p.Base.Decimals)).Mul(price)
	return true
}

// inBase is what token units are worth in base units at a v3 pool's square root price (Q64.96).
func inBase(units, sqrtPrice *big.Int, tokenIsZero bool) *big.Int {
	if sqrtPrice.Sign() == 0 {
		return new(big.Int)
	}
	square := new(big.Int).Mul(sqrtPrice, sqrtPrice)
	if tokenIsZero { // the price is token1 per token0
		return new(big.Int).Rsh(new(big.Int).Mul(units, square), 192)
	}
	return new(big.Int).Quo(new(big.Int).Lsh(units, 192), square)
}

// nativePrice is the newest price of those feeds that are fresh and of the pair that they should be; nil without one.
func nativePrice(feeds []oracle.Feed, results []evm.Result, now time.Time) *decimal.Decimal {
	var newest oracle.Answer
	for i, f := range feeds {
		a := f.Decode(results[i*oracle.Reads:(i+1)*oracle.Reads], now)
		if a.Err == nil && !a.Stale && a.UpdatedAt.After(newest.UpdatedAt) {
			newest = a
		}
	}
	if newest.UpdatedAt.IsZero() {
		return nil
	}
	return &newest.Price
}
