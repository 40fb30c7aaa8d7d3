// Package pricing turns prices in dollars into a token's atomic units without ever rounding. The prices themselves are
// only in the spec.
package pricing

import (
	"fmt"

	"github.com/shopspring/decimal"
)

// Atomic is amount dollars in units of 10^-decimals, as the decimal integer that goes on the wire.
// An amount that is not positive or has no exact form is an error: a rounded price would be a
// different price.
func Atomic(amount decimal.Decimal, decimals int32) (string, error) {
	if !amount.IsPositive() {
		return "", fmt.Errorf("price %s is not positive", amount)
	}
	units := amount.Shift(decimals)
	if !units.IsInteger() {
		return "", fmt.Errorf("price %s has no exact form with %d decimals", amount, decimals)
	}
	return units.BigInt().String(), nil
}
