package dexpool

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/shopspring/decimal"
)

// Leg is how the swaps of one pool price a token: by the pool's other token, whose value in USD is known.
type Leg struct {
	TokenIs0                bool // the token is the pool's token0
	Decimals, OtherDecimals uint8
	OtherUSD                decimal.Decimal // of one whole other token
}

// Weighted is a volume-weighted price.
type Weighted struct {
	Price     decimal.Decimal // USD for one whole token, 12 significant digits
	VolumeUSD decimal.Decimal // value of the other sides
	Count     int             // swaps that it is made of
}

// VWAP is a token's volume-weighted average price over swaps: the USD paid in all pools together, divided by the
// number of tokens bought for it. Buys and sells count alike. Swaps of pools without a leg are left out, and so are
// those too small to have an amount on both sides. ok is false if no swap is left.
func VWAP(swaps []Swap, legs map[common.Address]Leg) (w Weighted, ok bool) {
	type sums struct{ token, other *big.Int }
	byPool := map[common.Address]sums{}
	for i := range swaps {
		s := &swaps[i]
		leg, known := legs[s.Pool]
		if !known || s.Amount0.Sign() == 0 || s.Amount1.Sign() == 0 {
			continue
		}
		sum, there := byPool[s.Pool]
		if !there {
			sum = sums{new(big.Int), new(big.Int)}
			byPool[s.Pool] = sum
		}
		token := s.Amount0
		other := s.Amount1
		if !leg.TokenIs0 {
			token, other = other, token
		}
		addSize(sum.token, token)
		addSize(sum.other, other)
		w.Count++
	}

	tokens := decimal.Zero
	for pool, sum := range byPool {
		leg := legs[pool]
		tokens = tokens.Add(Scaled(sum.token, leg.Decimals))
		w.VolumeUSD = w.VolumeUSD.Add(Scaled(sum.other, leg.OtherDecimals).Mul(leg.OtherUSD))
	}

	if tokens.Sign() == 0 || w.VolumeUSD.Sign() <= 0 {
		return Weighted{}, false
	}
	w.Price = quotient(w.VolumeUSD, tokens)
	return w, true
}

// addSize adds the absolute value of x to sum.
func addSize(sum, x *big.Int) {
	if x.Sign() < 0 {
		sum.Sub(sum, x)
	} else {
		sum.Add(sum, x)
	}
}

// Scaled is an amount of base units in whole tokens, exact.
func Scaled(units *big.Int, decimals uint8) decimal.Decimal {
	return decimal.NewFromBigInt(units, -int32(decimals))
}

// priceDigits is the number of significant digits of prices.
const priceDigits = 12

// quotient is a/b to priceDigits significant digits; both are above zero.
func quotient(a, b decimal.Decimal) decimal.Decimal {
	q := Divide(a, b)
	return q.Round(int32(priceDigits - q.NumDigits() - int(q.Exponent())))
}
