package tokenrisk

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/evm"
)

// TestPoolIsWorthWhatCanBeTakenOutOfIt: in a pool of concentrated liquidity anybody can put a billion tokens at any price
// against nothing. What holders could sell for is the other side.
func TestPoolIsWorthWhatCanBeTakenOutOfIt(t *testing.T) {
	word := func(numbers ...*big.Int) evm.Result {
		r := evm.Result{OK: true}
		for _, n := range numbers {
			r.Data = append(r.Data, common.LeftPadBytes(n.Bytes(), 32)...)
		}
		return r
	}
	unit := big.NewInt(1e18)
	q96 := new(big.Int).Lsh(big.NewInt(1), 96) // square root price 1: a dollar each
	dollars := Base{"USD", common.HexToAddress("0x02"), 18, true}
	for _, c := range []struct {
		why          string
		base, tokens int64
		usd          int64
	}{
		{"both sides alike", 100, 100, 200},
		{"less of the token", 100, 40, 140},
		{"hardly anything against a billion", 1, 1_000_000_000, 2},
		{"nothing against a billion", 0, 1_000_000_000, 0},
	} {
		p := Pool{Base: dollars, Concentrated: true}
		results := []evm.Result{
			word(new(big.Int).Mul(big.NewInt(c.base), unit)),
			word(new(big.Int).Mul(big.NewInt(c.tokens), unit)),
			word(q96, new(big.Int)), // and the tick
		}
		t.Run(c.why, func(t *testing.T) {
			if !p.value(common.HexToAddress("0x01"), results, nil) || p.USD.IntPart() != c.usd {
				t.Errorf("%s USD, want %d", p.USD, c.usd)
			}
		})
	}
}
