package table

import (
	"math"
	"strconv"
	"strings"

	"github.com/holiman/uint256"
	"github.com/shopspring/decimal"
)

// Amount is a decimal number with 12 digits after the point. Sums are exact: 0.1 + 0.2 is 0.3, and no sum
// depends on the order of its rows.
//
// It counts units of 10^-12 in two's complement. A sum of 100,000 numbers up to [MaxAmount] takes 107 of the
// 256 bits. Reading a number and adding it takes 11 ns and no memory, [decimal.Decimal] takes 180 ns and four
// allocations (BenchmarkAmounts); a request at its caps has 6.4 million of them.
type Amount struct {
	units uint256.Int
}

const (
	// MaxAmount bounds a single number that is read.
	MaxAmount = 1e15

	places         = 12
	unit           = 1_000_000_000_000
	smallestAmount = 0.5 / unit // numbers below round to zero
)

// One is the amount 1.
var One = Amount{*uint256.NewInt(unit)}

// ReadAmount reads a plain decimal number, with or without an exponent. Digits after the twelfth place are
// rounded. ok is false for other text and for numbers beyond [MaxAmount].
func ReadAmount(text string) (a Amount, ok bool) {
	if a, ok = readShort(text); ok {
		return a, true
	}

	x, ok := plainNumber(text)
	if !ok {
		return Amount{}, false
	}
	if math.Abs(x) < smallestAmount {
		return Amount{}, true // decimal would write out a huge exponent
	}

	d, err := decimal.NewFromString(text)
	if err != nil {
		return Amount{}, false
	}

	units, _ := uint256.FromBig(d.Shift(places).Round(0).BigInt())

	return Amount{*units}, true
}

// readShort reads what nearly all numbers are: at most 15 digits before the point and 18 in all, no exponent.
func readShort(text string) (a Amount, ok bool) {
	head, tail, _ := strings.Cut(text, ".")
	if len(head) > 15 || len(tail) > places || len(head)+len(tail) > 18 || strings.ContainsAny(tail, "+-") {
		return Amount{}, false
	}

	digits, err := strconv.ParseInt(head+tail, 10, 64)
	if err != nil {
		return Amount{}, false
	}

	scale := uint64(1)
	for range places - len(tail) {
		scale *= 10
	}

	a.units.SetUint64(uint64(max(digits, -digits)))
	a.units.Mul(&a.units, uint256.NewInt(scale))
	if digits < 0 {
		a = a.Neg()
	}

	return a, true
}

// plainNumber reads what decimal numbers are written with, up to [MaxAmount]: ParseFloat also reads hex,
// underscores, infinity and NaN.
func plainNumber(text string) (x float64, ok bool) {
	if strings.Trim(text, "+-.0123456789eE") != "" {
		return 0, false
	}

	x, err := strconv.ParseFloat(text, 64)

	return x, err == nil && math.Abs(x) <= MaxAmount
}

// Add is a + b.
func (a Amount) Add(b Amount) Amount {
	a.units.Add(&a.units, &b.units)
	return a
}

// Sub is a - b.
func (a Amount) Sub(b Amount) Amount {
	a.units.Sub(&a.units, &b.units)
	return a
}

// Neg is -a.
func (a Amount) Neg() Amount { return Amount{}.Sub(a) }

// Sign is -1, 0 or 1 as a is below, equal to or above zero.
func (a Amount) Sign() int { return a.units.Sign() }

// Cmp is -1, 0 or 1 as a is less than, equal to or more than b.
func (a Amount) Cmp(b Amount) int { return a.Sub(b).Sign() }

// Float is the double nearest to a.
func (a Amount) Float() float64 {
	if a.Sign() < 0 {
		return -a.Neg().Float()
	}

	// Doubles hold whole numbers up to 2^53 exactly, so that their quotient is rounded once.
	if a.units.IsUint64() && a.units.Uint64() <= 1<<53 {
		return float64(a.units.Uint64()) / unit
	}

	x, _ := strconv.ParseFloat(a.units.Dec()+"e-12", 64)
	return x
}
