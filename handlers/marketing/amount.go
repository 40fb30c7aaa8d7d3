package marketing

import (
	"math"
	"math/big"
	"math/bits"
	"strconv"

	"github.com/shopspring/decimal"
)

// amount is a decimal number of up to 27 digits with 12 after the point, in units of 10^-12, two's
// complement over two words. Sums of amounts are exact, so 0.1 + 0.2 is 0.3 and no sum depends on the
// order of its rows; a sum of 100000 numbers up to maxAmount stays far within 127 bits.
type amount struct {
	hi int64
	lo uint64
}

const (
	amountPlaces = 12
	amountUnit   = 1_000_000_000_000
	maxAmount    = 1e15 // of a single number that is read
)

// smallestAmount is half of a unit: numbers below round to zero.
const smallestAmount = 0.5e-12

// readAmount reads the digits of a plain decimal number, with or without an exponent; ok is false for
// other text and for numbers beyond maxAmount. Digits after the twelfth place are rounded.
func readAmount(text string) (a amount, ok bool) {
	if a, ok = readShort(text); ok {
		return a, true
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || !decimalText(text) || math.Abs(f) > maxAmount {
		return amount{}, false
	}
	if math.Abs(f) < smallestAmount {
		return amount{}, true // and decimal would write out a huge exponent
	}
	d, err := decimal.NewFromString(text)
	if err != nil {
		return amount{}, false
	}
	return fromBig(d.Shift(amountPlaces).Round(0).BigInt()), true
}

// decimalText tells whether text has only what decimal numbers are written with: ParseFloat also reads
// hex, underscores, infinity and NaN.
func decimalText(text string) bool {
	for i := 0; i < len(text); i++ {
		switch b := text[i]; {
		case b >= '0' && b <= '9', b == '+', b == '-', b == '.', b == 'e', b == 'E':
		default:
			return false
		}
	}
	return true
}

// readShort reads what nearly all numbers are: at most 18 digits, at most 12 of them after a point,
// no exponent.
func readShort(text string) (amount, bool) {
	i, negative := 0, false
	if text != "" && text[0] == '-' {
		i, negative = 1, true
	}
	var mantissa uint64
	digits, places, point := 0, 0, false
	for ; i < len(text); i++ {
		b := text[i]
		switch {
		case b >= '0' && b <= '9':
			mantissa = mantissa*10 + uint64(b-'0')
			digits++
			if point {
				places++
			}
		case b == '.' && !point:
			point = true
		default:
			return amount{}, false
		}
	}
	if digits == 0 || digits > 18 || places > amountPlaces {
		return amount{}, false
	}
	scale := uint64(1)
	for range amountPlaces - places {
		scale *= 10
	}
	hi, lo := bits.Mul64(mantissa, scale)
	a := amount{int64(hi), lo}
	if a.over(maxAmount) {
		return amount{}, false
	}
	if negative {
		a = a.neg()
	}
	return a, true
}

// over compares a number that is not negative with a limit in whole units.
func (a amount) over(limit uint64) bool {
	hi, lo := bits.Mul64(limit, amountUnit)
	return uint64(a.hi) > hi || uint64(a.hi) == hi && a.lo > lo
}

func (a amount) neg() amount {
	lo, borrow := bits.Sub64(0, a.lo, 0)
	hi, _ := bits.Sub64(0, uint64(a.hi), borrow)
	return amount{int64(hi), lo}
}

func (a amount) add(b amount) amount {
	lo, carry := bits.Add64(a.lo, b.lo, 0)
	hi, _ := bits.Add64(uint64(a.hi), uint64(b.hi), carry)
	return amount{int64(hi), lo}
}

func (a amount) sub(b amount) amount { return a.add(b.neg()) }

func (a amount) zero() bool { return a == amount{} }

func (a amount) negative() bool { return a.hi < 0 }

// cmp is -1, 0 or 1 as a is less than, equal to or more than b.
func (a amount) cmp(b amount) int {
	switch {
	case a == b:
		return 0
	case a.hi < b.hi || a.hi == b.hi && a.lo < b.lo:
		return -1
	}
	return 1
}

// float is the double nearest to a.
func (a amount) float() float64 {
	if a.negative() {
		return -a.neg().float()
	}
	// A quotient of two whole numbers that doubles hold exactly is rounded once, so it is the nearest.
	for _, places := range [...]uint64{1, 1e6, 1e12} {
		drop := amountUnit / places
		if uint64(a.hi) >= drop {
			break
		}
		if whole, rest := bits.Div64(uint64(a.hi), a.lo, drop); rest == 0 && whole <= 1<<53 {
			return float64(whole) / float64(places)
		}
	}
	f, _ := new(big.Rat).SetFrac(a.big(), big.NewInt(amountUnit)).Float64()
	return f
}

func (a amount) big() *big.Int {
	b := new(big.Int).Lsh(big.NewInt(a.hi), 64)
	return b.Add(b, new(big.Int).SetUint64(a.lo))
}

// fromBig is the amount of b units; b must fit.
func fromBig(b *big.Int) amount {
	magnitude := new(big.Int).Abs(b)
	low := new(big.Int).And(magnitude, new(big.Int).SetUint64(math.MaxUint64))
	a := amount{new(big.Int).Rsh(magnitude, 64).Int64(), low.Uint64()}
	if b.Sign() < 0 {
		return a.neg()
	}
	return a
}
