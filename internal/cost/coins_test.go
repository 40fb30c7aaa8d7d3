package cost

import (
	"math"
	"math/big"
	"testing"
)

func TestCoinsAreNeverToldTooFew(t *testing.T) {
	ether := new(big.Int).Exp(big.NewInt(10), big.NewInt(18), nil)
	for _, c := range []struct {
		why      string
		units    *big.Int
		decimals int32
		want     Coins
		text     string
	}{
		{"two signatures on Solana", big.NewInt(10_000), 9, 10_000_000, "0.00001"},
		{"a settlement on a rollup", big.NewInt(456_000_000_000), 18, 456_000, "0.000000456"},
		{"less than a trillionth", big.NewInt(1), 18, 1, "0.000000000001"},
		{"nothing", new(big.Int), 18, 0, "0"},
		{"a coin", ether, 18, 1_000_000_000_000, "1"},
		{"more than can be told", new(big.Int).Mul(ether, ether), 18, math.MaxInt64, "9223372.036854775807"},
	} {
		got := CoinsOf(c.units, c.decimals)
		if got != c.want || got.String() != c.text {
			t.Errorf("%s: %d, %s", c.why, got, got)
		}
	}
}
