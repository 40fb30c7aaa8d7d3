package response

import (
	"encoding/json"
	"math"
	"time"

	"github.com/shopspring/decimal"
)

// Number is a decimal with all its digits.
func Number(d decimal.Decimal) json.Number { return json.Number(d.String()) }

// NumberOrNull is a decimal with all its digits, null when there is none.
func NumberOrNull(d *decimal.Decimal) *json.Number {
	if d == nil {
		return nil
	}
	return new(Number(*d))
}

// Round is a number with so many decimals, half away from zero; there is no minus zero.
func Round(x float64, decimals int) float64 {
	scale := math.Pow10(decimals)
	return math.Round(x*scale)/scale + 0
}

// RoundOrNull is a number with so many decimals, null when there is none.
func RoundOrNull(x *float64, decimals int) *float64 {
	if x == nil {
		return nil
	}
	return new(Round(*x, decimals))
}

// Pct is part of whole in per cent with so many decimals. It is null of nothing and of a whole below nothing: from a
// loss of 100 to one of 80, neither a rise nor a fall by 20 per cent would be true.
func Pct(part, whole decimal.Decimal, decimals int32) *float64 {
	if !whole.IsPositive() {
		return nil
	}
	return new(part.Mul(decimal.NewFromInt(100)).DivRound(whole, decimals+4).Round(decimals).InexactFloat64())
}

// Day is a text that is a day, as in 2026-11-20; null for any other.
func Day(text string) *string {
	if _, err := time.Parse(time.DateOnly, text); err != nil {
		return nil
	}
	return &text
}

// Date is a day as in 2026-11-20, null for the zero time.
func Date(day time.Time) *string {
	if day.IsZero() {
		return nil
	}
	return new(day.UTC().Format(time.DateOnly))
}

// Formed is a value in an answer's form, null when there is none.
func Formed[T, U any](value *T, form func(T) U) *U {
	if value == nil {
		return nil
	}
	return new(form(*value))
}

// Items is a list that prints as [] when there is nothing in it.
func Items[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// Each is a list in another form: null for nil, which is a list that is not known, and [] for one without items.
func Each[T, U any](list []T, form func(T) U) []U {
	if list == nil {
		return nil
	}
	out := make([]U, 0, len(list))
	for _, item := range list {
		out = append(out, form(item))
	}
	return out
}

// Texts are the words of an enumeration as texts, nil if there is none.
func Texts[T ~string](words []T) []string {
	var list []string
	for _, word := range words {
		list = append(list, string(word))
	}
	return list
}

// OrZero is what a pointer points at, the zero value for nil.
func OrZero[T any](p *T) T {
	if p == nil {
		var zero T
		return zero
	}
	return *p
}
