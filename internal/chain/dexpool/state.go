package dexpool

import (
	"errors"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/chain/dexpool/contracts"
	"github.com/farebox/farebox/internal/chain/evm"
)

// Why a pool gives no price.
var (
	ErrReverted = errors.New("the pool does not answer")
	ErrEmpty    = errors.New("the pool is empty, or has no liquidity at its price")
)

// State is a pool at one block.
type State struct {
	Pool Pool
	Spot Spot
	// Held is the pool's holdings of each token, in whole tokens: its reserves or, with concentrated liquidity, its
	// balances, which include uncollected fees.
	Held0, Held1 decimal.Decimal
	Err          error // why there is no price; then the rest is not set
}

// Price is the price of one whole token, which must be one of the pool's, in the other.
func (s State) Price(token common.Address) decimal.Decimal {
	if token == s.Pool.Token0.Address {
		return s.Spot.Price0()
	}
	return s.Spot.Price1()
}

// StateReads are the contract reads for DecodeState.
func (p Pool) StateReads() []evm.Read {
	if !p.Dex.Ticks() {
		return []evm.Read{{To: p.Address, Data: contracts.NewReservePool().PackGetReserves()}}
	}
	c := contracts.NewTickPool()
	return []evm.Read{
		{To: p.Address, Data: c.PackSlot0()}, {To: p.Address, Data: c.PackLiquidity()},
		evm.BalanceOf(p.Token0.Address, p.Address), evm.BalanceOf(p.Token1.Address, p.Address),
	}
}

// DecodeState reads the results of StateReads.
func (p Pool) DecodeState(results []evm.Result) State {
	if p.Dex.Ticks() {
		return p.tickState(results)
	}
	r, err := contracts.NewReservePool().UnpackGetReserves(results[0].Data)
	if !results[0].OK || err != nil {
		return State{Pool: p, Err: ErrReverted}
	}
	spot := VolatileSpot
	if p.Stable {
		spot = StableSpot
	}
	s, ok := spot(r.Reserve0, r.Reserve1, p.Token0.Decimals, p.Token1.Decimals)
	return p.state(s, ok, r.Reserve0, r.Reserve1)
}

func (p Pool) tickState(results []evm.Result) State {
	slot, err := contracts.NewTickPool().UnpackSlot0(results[0].Data)
	liquidity, ok1 := results[1].Uint()
	held0, ok2 := results[2].Uint()
	held1, ok3 := results[3].Uint()
	if !results[0].OK || err != nil || !ok1 || !ok2 || !ok3 {
		return State{Pool: p, Err: ErrReverted}
	}
	s, ok := TickSpot(slot.SqrtPriceX96, p.Token0.Decimals, p.Token1.Decimals)
	return p.state(s, ok && liquidity.Sign() > 0, held0, held1)
}

func (p Pool) state(s Spot, ok bool, held0, held1 *big.Int) State {
	if !ok {
		return State{Pool: p, Err: ErrEmpty}
	}
	return State{
		Pool: p, Spot: s,
		Held0: decimal.NewFromBigInt(held0, -int32(p.Token0.Decimals)), Held1: decimal.NewFromBigInt(held1, -int32(p.Token1.Decimals)),
	}
}
