package dexpool

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/dexpool/contracts"
	"github.com/farebox/farebox/internal/chain/evm"
)

// ErrNoPool means that an address is not a pool of a known factory.
var ErrNoPool = errors.New("not a pool of Aerodrome or Uniswap v3")

const (
	maxDecimals = 36 // more are a joke and yield prices beyond any float
	maxSymbol   = 32 // letters; anyone can write anything there
)

// Lookup identifies the pool at an address: its exchange and tokens. It trusts what the contract says about itself
// only if the factory confirms it, since anyone can deploy a contract that names another's factory. It takes two
// requests. For anything else at the address it returns ErrNoPool.
func Lookup(ctx context.Context, client *evm.Client, address common.Address) (Pool, error) {
	reserve := contracts.NewReservePool()
	tick := contracts.NewTickPool()
	self, err := client.Multicall(ctx, evm.Latest,
		evm.Read{To: address, Data: reserve.PackFactory()}, evm.Read{To: address, Data: reserve.PackToken0()}, evm.Read{To: address, Data: reserve.PackToken1()},
		evm.Read{To: address, Data: reserve.PackStable()}, evm.Read{To: address, Data: tick.PackTickSpacing()}, evm.Read{To: address, Data: packFee()},
	)
	if err != nil {
		return Pool{}, fmt.Errorf("pool: %w", err)
	}

	r := self.Results
	maker, ok0 := r[0].Address()
	token0, ok1 := r[1].Address()
	token1, ok2 := r[2].Address()
	if !ok0 || !ok1 || !ok2 || token0.Cmp(token1) >= 0 {
		return Pool{}, ErrNoPool
	}

	dex, known := DexOf(maker)
	if !known {
		return Pool{}, fmt.Errorf("%w: its factory is %s", ErrNoPool, maker)
	}

	p := Pool{
		Address: address,
		Dex:     dex,
		Token0:  Token{Address: token0},
		Token1:  Token{Address: token1},
	}
	variant := map[Dex]evm.Result{
		AerodromeV2:         r[3],
		AerodromeSlipstream: r[4],
		UniswapV3:           r[5],
	}[dex]
	if !variant.OK || len(variant.Data) != 32 {
		return Pool{}, ErrNoPool
	}

	if dex == AerodromeV2 {
		p.Stable, _ = variant.Bool()
	}

	reads := []evm.Read{{To: maker, Data: packGetPool(dex, token0, token1, variant.Data)}}
	reads = append(append(reads, evm.ReadToken(token0)...), evm.ReadToken(token1)...)
	rest, err := client.Multicall(ctx, evm.Latest, reads...)
	if err != nil {
		return Pool{}, fmt.Errorf("pool's factory and tokens: %w", err)
	}
	if made, ok := rest.Results[0].Address(); !ok || made != address {
		return Pool{}, fmt.Errorf("%w: the factory %s does not know it", ErrNoPool, maker)
	}

	for i, t := range []*Token{&p.Token0, &p.Token1} {
		if err := t.describe(rest.Results[1+i*evm.TokenReads : 1+(i+1)*evm.TokenReads]); err != nil {
			return Pool{}, fmt.Errorf("%w: token%d: %w", ErrNoPool, i, err)
		}
	}

	return p, nil
}

// describe takes symbol and decimals from the token's contract, or from the table of known tokens.
func (t *Token) describe(results []evm.Result) error {
	for _, k := range evm.BaseTokens() {
		if k.Address == t.Address {
			t.Symbol = k.Symbol
			t.Decimals = k.Decimals
			return nil
		}
	}

	told, err := evm.DecodeToken(results)
	if err != nil {
		return err
	}

	switch {
	case told.Decimals == nil:
		return errors.New("it does not tell its decimals")
	case *told.Decimals > maxDecimals:
		return fmt.Errorf("it has %d decimals", *told.Decimals)
	}

	t.Decimals = *told.Decimals
	t.Symbol = t.Address.Hex()
	if told.Symbol != nil && *told.Symbol != "" {
		t.Symbol = *told.Symbol
		if letters := []rune(t.Symbol); len(letters) > maxSymbol {
			t.Symbol = string(letters[:maxSymbol])
		}
	}

	return nil
}

// packFee is the call data of fee() of Uniswap v3's pools.
func packFee() []byte { return common.FromHex("0xddca3f43") }

// packGetPool is the call data of a factory's getPool: token0, token1, and the word that distinguishes pools of the
// same tokens, from the pool itself (the curve, the tick spacing, the fee).
func packGetPool(dex Dex, token0, token1 common.Address, variant []byte) []byte {
	selector := map[Dex]string{
		AerodromeV2:         "0x79bc57d5", // getPool(address,address,bool)
		AerodromeSlipstream: "0x28af8d0b", // getPool(address,address,int24)
		UniswapV3:           "0x1698ee82", // getPool(address,address,uint24)
	}[dex]
	data := common.FromHex(selector)
	for _, word := range [][]byte{token0[:], token1[:], variant} {
		data = append(data, common.BigToHash(new(big.Int).SetBytes(word)).Bytes()...)
	}
	return data
}
