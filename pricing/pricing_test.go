package pricing

import (
	"testing"

	"github.com/shopspring/decimal"
	"pgregory.net/rapid"
)

func TestAtomicIsExact(t *testing.T) {
	for _, c := range []struct {
		usd      string
		decimals int32
		want     string
	}{
		{"0.002", 6, "2000"}, {"0.000001", 6, "1"}, {"5.00", 6, "5000000"}, {"0.1", 18, "100000000000000000"}, {"1", 0, "1"},
	} {
		got, err := Atomic(decimal.RequireFromString(c.usd), c.decimals)
		if err != nil || got != c.want {
			t.Errorf("%s with %d decimals: %q, %v; want %s", c.usd, c.decimals, got, err, c.want)
		}
	}
}

func TestPriceWithoutAnExactFormIsRefused(t *testing.T) {
	for _, c := range []struct {
		usd      string
		decimals int32
	}{{"0.0000001", 6}, {"0.5", 0}, {"0", 6}, {"-1", 6}} {
		if got, err := Atomic(decimal.RequireFromString(c.usd), c.decimals); err == nil {
			t.Errorf("%s with %d decimals became %s", c.usd, c.decimals, got)
		}
	}
}

func TestLawAtomicShiftsBackToThePrice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		units := rapid.Int64Range(1, 1<<60).Draw(t, "units")
		decimals := rapid.Int32Range(0, 18).Draw(t, "decimals")
		got, err := Atomic(decimal.New(units, -decimals), decimals)
		if err != nil || got != decimal.NewFromInt(units).String() {
			t.Fatalf("%d units: %q, %v", units, got, err)
		}
	})
}
