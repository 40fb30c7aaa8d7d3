package dexpool

import (
	"math/big"

	"github.com/shopspring/decimal"
)

// digits is the least number of significant digits that divisions keep: far more than a price has.
const digits = 40

// Ratio is num / den, rounded down to 40 significant digits or a few more. Both must be above zero.
func Ratio(num, den *big.Int) decimal.Decimal {
	// The quotient has at least (decimal digits of num) - (those of den) digits; num is scaled up to make 40 before
	// dividing.
	shift := digits - (len(num.String()) - len(den.String())) + 1
	n := new(big.Int).Set(num)
	d := new(big.Int).Set(den)
	if shift >= 0 {
		n.Mul(n, pow10(shift))
	} else {
		d.Mul(d, pow10(-shift))
	}
	return decimal.NewFromBigInt(n.Quo(n, d), -int32(shift))
}

// Divide is a / b to 40 significant digits; both must be above zero. decimal's own division keeps 16 decimal
// places, which leaves nothing of a price of 10^-20 USD.
func Divide(a, b decimal.Decimal) decimal.Decimal {
	q := Ratio(a.Coefficient(), b.Coefficient())
	return q.Shift(a.Exponent() - b.Exponent())
}

func pow10(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }

// Spot is a pool's current price, as an exact fraction: Num/Den whole token1 for one whole token0.
type Spot struct{ Num, Den *big.Int }

// Price0 is the price of one whole token0 in token1.
func (s Spot) Price0() decimal.Decimal { return Ratio(s.Num, s.Den) }

// Price1 is the price of one whole token1 in token0.
func (s Spot) Price1() decimal.Decimal { return Ratio(s.Den, s.Num) }

func (s Spot) usable() bool { return s.Num.Sign() > 0 && s.Den.Sign() > 0 }

// scale turns a price in base units into one in whole tokens: x 10^dec0 / 10^dec1.
func (s Spot) scale(dec0, dec1 uint8) Spot {
	return Spot{new(big.Int).Mul(s.Num, pow10(int(dec0))), new(big.Int).Mul(s.Den, pow10(int(dec1)))}
}

// TickSpot is the price of a pool with concentrated liquidity: (sqrtPriceX96 / 2^96)^2 is token1 per token0 in base
// units (Uniswap v3 whitepaper, section 6.1). ok is false for zero: the pool is not initialised.
func TickSpot(sqrtPriceX96 *big.Int, dec0, dec1 uint8) (s Spot, ok bool) {
	s = Spot{new(big.Int).Mul(sqrtPriceX96, sqrtPriceX96), new(big.Int).Lsh(big.NewInt(1), 192)}.scale(dec0, dec1)
	return s, s.usable()
}

// VolatileSpot is the price of a pool that keeps x*y: reserve1/reserve0 in base units. ok is false if a side is
// empty.
func VolatileSpot(reserve0, reserve1 *big.Int, dec0, dec1 uint8) (s Spot, ok bool) {
	s = Spot{reserve1, reserve0}.scale(dec0, dec1)
	return s, s.usable()
}

// StableSpot is the marginal price of a pool that keeps x^3*y + y^3*x, with x and y in equal units: (3x^2*y + y^3)
// / (x^3 + 3x*y^2). Source: the invariant of Aerodrome's Pool contract, differentiated. ok is false if a side is
// empty.
func StableSpot(reserve0, reserve1 *big.Int, dec0, dec1 uint8) (s Spot, ok bool) {
	x := new(big.Int).Mul(reserve0, pow10(int(dec1))) // both in 10^-(dec0+dec1) of a whole token
	y := new(big.Int).Mul(reserve1, pow10(int(dec0)))
	side := func(a, b *big.Int) *big.Int { // 3a^2*b + b^3
		a2 := new(big.Int).Mul(a, a)
		b2 := new(big.Int).Mul(b, b)
		return a2.Mul(a2, big.NewInt(3)).Add(a2, b2).Mul(a2, b)
	}
	if x.Sign() <= 0 || y.Sign() <= 0 {
		return Spot{}, false
	}
	return Spot{side(x, y), side(y, x)}, true
}
