package dexpool_test

import (
	"math/big"
	"testing"

	"github.com/shopspring/decimal"
	"pgregory.net/rapid"

	"github.com/farebox/farebox/internal/chain/dexpool"
)

// The bounds of sqrtPriceX96 in Uniswap v3 (TickMath.sol), and of the token decimals that we support.
const (
	minSqrt     = "4295128739"
	maxSqrt     = "1461446703485210103287273052203988822378723970342"
	maxDecimals = 36
)

func integer(text string) *big.Int {
	n, ok := new(big.Int).SetString(text, 10)
	if !ok {
		panic(text)
	}
	return n
}

func ten(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }

// close fails unless got is at most one part in 10^39 below want and never above it.
func closeBelow(t interface{ Fatalf(string, ...any) }, got decimal.Decimal, want *big.Rat) {
	off := new(big.Rat).Sub(want, got.Rat())
	if off.Sign() < 0 || off.Quo(off, want).Cmp(new(big.Rat).SetFrac(big.NewInt(1), ten(39))) > 0 {
		t.Fatalf("%s is not %s", got, want.FloatString(60))
	}
}

// drawUnits is a positive number of at most the given bits, of any size.
func drawUnits(t *rapid.T, name string, bits int) *big.Int {
	n := new(big.Int).SetBytes(rapid.SliceOfN(rapid.Byte(), 1, bits/8).Draw(t, name))
	return n.Add(n, big.NewInt(1))
}

// TestTickPriceIsTheSquareOfItsRoot: exact to 39 digits over all prices and decimals, both ways.
func TestTickPriceIsTheSquareOfItsRoot(t *testing.T) {
	check := func(t interface{ Fatalf(string, ...any) }, root *big.Int, dec0, dec1 uint8) {
		spot, ok := dexpool.TickSpot(root, dec0, dec1)
		if !ok {
			t.Fatalf("no price at %s", root)
		}
		want := new(big.Rat).SetFrac(new(big.Int).Mul(root, root), new(big.Int).Lsh(big.NewInt(1), 192))
		want.Mul(want, new(big.Rat).SetFrac(ten(int(dec0)), ten(int(dec1))))
		closeBelow(t, spot.Price0(), want)
		closeBelow(t, spot.Price1(), new(big.Rat).Inv(want))
	}
	for _, root := range []string{minSqrt, maxSqrt, "79228162514264337593543950336"} {
		for _, decimals := range [][2]uint8{{0, 0}, {18, 6}, {6, 18}, {0, 36}, {36, 0}, {18, 18}} {
			check(t, integer(root), decimals[0], decimals[1])
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		root := drawUnits(t, "root", 160)
		check(t, root, uint8(rapid.IntRange(0, maxDecimals).Draw(t, "dec0")), uint8(rapid.IntRange(0, maxDecimals).Draw(t, "dec1")))
	})
	if _, ok := dexpool.TickSpot(new(big.Int), 18, 18); ok {
		t.Error("a price of a pool that has not been set up")
	}
}

// TestPublishedTickPrice: Uniswap's "A Primer on Uniswap v3 Math" computes this for USDC/WETH on Ethereum.
func TestPublishedTickPrice(t *testing.T) {
	spot, ok := dexpool.TickSpot(integer("2018382873588440326581633304624437"), 6, 18)
	if got := spot.Price1().Round(2).String(); !ok || got != "1540.82" {
		t.Errorf("1 WETH = %s USDC", got)
	}
	if even, _ := dexpool.TickSpot(new(big.Int).Lsh(big.NewInt(1), 96), 18, 18); even.Price0().String() != "1" && !even.Price0().Equal(decimal.NewFromInt(1)) {
		t.Errorf("at 2^96: %s", even.Price0())
	}
}

func TestVolatilePriceIsTheRatioOfReserves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r0, r1 := drawUnits(t, "r0", 112), drawUnits(t, "r1", 112)
		dec0, dec1 := rapid.IntRange(0, maxDecimals).Draw(t, "dec0"), rapid.IntRange(0, maxDecimals).Draw(t, "dec1")
		spot, ok := dexpool.VolatileSpot(r0, r1, uint8(dec0), uint8(dec1))
		if !ok {
			t.Fatalf("no price")
		}
		want := new(big.Rat).Quo(new(big.Rat).SetFrac(r1, ten(dec1)), new(big.Rat).SetFrac(r0, ten(dec0)))
		closeBelow(t, spot.Price0(), want)
		closeBelow(t, spot.Price1(), new(big.Rat).Inv(want))
	})
	for _, r := range [][2]int64{{0, 1}, {1, 0}, {0, 0}} {
		if _, ok := dexpool.VolatileSpot(big.NewInt(r[0]), big.NewInt(r[1]), 18, 6); ok {
			t.Errorf("a price of reserves %v", r)
		}
		if _, ok := dexpool.StableSpot(big.NewInt(r[0]), big.NewInt(r[1]), 18, 6); ok {
			t.Errorf("a stable price of reserves %v", r)
		}
	}
}

// TestStablePriceIsTheSlopeOfTheInvariant: along x^3*y + y^3*x = k, a small dx is worth price*dx. Taking out a little more
// breaks the invariant and a little less keeps it.
func TestStablePriceIsTheSlopeOfTheInvariant(t *testing.T) {
	k := func(x, y *big.Rat) *big.Rat {
		xy := new(big.Rat).Mul(x, y)
		squares := new(big.Rat).Add(new(big.Rat).Mul(x, x), new(big.Rat).Mul(y, y))
		return xy.Mul(xy, squares)
	}
	rapid.Check(t, func(t *rapid.T) {
		// Reserves in millionths of a token, up to a thousand times apart.
		r0 := big.NewInt(rapid.Int64Range(1_000_000, 1_000_000_000).Draw(t, "r0"))
		r1 := big.NewInt(rapid.Int64Range(1_000_000, 1_000_000_000).Draw(t, "r1"))
		wide := new(big.Int).Mul(r1, ten(12)) // token1 has 18 decimals
		spot, ok := dexpool.StableSpot(r0, wide, 6, 18)
		if !ok {
			t.Fatalf("no price")
		}
		x, y := new(big.Rat).SetFrac(r0, ten(6)), new(big.Rat).SetFrac(r1, ten(6))
		dx := new(big.Rat).Mul(x, big.NewRat(1, 1_000_000_000))
		after := func(factor *big.Rat) *big.Rat {
			dy := new(big.Rat).Mul(spot.Price0().Rat(), new(big.Rat).Mul(dx, factor))
			return k(new(big.Rat).Add(x, dx), new(big.Rat).Sub(y, dy))
		}
		before := k(x, y)
		if after(big.NewRat(1_000_100, 1_000_000)).Cmp(before) >= 0 || after(big.NewRat(999_900, 1_000_000)).Cmp(before) <= 0 {
			t.Fatalf("price %s at %s, %s", spot.Price0(), x.FloatString(6), y.FloatString(6))
		}
		product := new(big.Rat).Mul(spot.Price0().Rat(), spot.Price1().Rat())
		if off := product.Sub(product, big.NewRat(1, 1)); off.Abs(off).Cmp(new(big.Rat).SetFrac(big.NewInt(1), ten(38))) > 0 {
			t.Fatalf("the prices of both sides are not each other's inverse")
		}
	})
	if even, _ := dexpool.StableSpot(big.NewInt(5_000_000), ten(18), 6, 18); !even.Price0().LessThan(decimal.NewFromInt(1)) {
		t.Error("the plentiful token is the cheap one")
	}
	if even, _ := dexpool.StableSpot(big.NewInt(5_000_000), new(big.Int).Mul(big.NewInt(5), ten(18)), 6, 18); !even.Price0().Equal(decimal.NewFromInt(1)) {
		t.Error("with as much of both, the price is one")
	}
}

func TestDivideKeepsDigitsWhateverTheSize(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) decimal.Decimal {
			return decimal.NewFromBigInt(drawUnits(t, name, 256), int32(rapid.IntRange(-60, 60).Draw(t, name+" exponent")))
		}
		a, b := draw("a"), draw("b")
		closeBelow(t, dexpool.Divide(a, b), new(big.Rat).Quo(a.Rat(), b.Rat()))
	})
}
