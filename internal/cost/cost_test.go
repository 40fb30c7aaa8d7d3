package cost

import (
	"errors"
	"math"
	"testing"

	"github.com/shopspring/decimal"
)

func TestAmountsAreReadExactlyOrNotAtAll(t *testing.T) {
	for text, want := range map[string]Amount{
		"":            0,
		"0":           0,
		"0.005":       5_000_000,
		"0.000000001": 1,
		"1000":        1_000_000_000_000,
	} {
		got, err := Parse(text)
		if err != nil || got != want {
			t.Errorf("%q is %d, %v; want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"-1", "1e-3", "0.0000000001", "1000.01", "free", "$1", ".", "1,5", " 1", "NaN"} {
		if got, err := Parse(text); !errors.Is(err, ErrForm) {
			t.Errorf("%q is taken for %d", text, got)
		}
	}
}

func TestCostIsNeverToldTooLow(t *testing.T) {
	for dollars, want := range map[string]Amount{
		"0.0000000001": 1,
		"0.0012":       1_200_000,
		"-3":           0,
		"1e30":         math.MaxInt64,
	} {
		if got := Of(decimal.RequireFromString(dollars)); got != want {
			t.Errorf("$%s is %d, want %d", dollars, got, want)
		}
	}
	if got := Amount(1_500_000).String(); got != "0.0015" {
		t.Errorf("shown as %s", got)
	}
}
