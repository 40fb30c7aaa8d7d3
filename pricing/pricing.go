// Package pricing holds the price of every paid operation, as the spec gives it, and turns dollars
// into a token's atomic units without ever rounding.
package pricing

import (
	"fmt"

	"github.com/shopspring/decimal"
)

// USD is the price of the operation in US dollars; false when it is free or unknown.
func USD(operationID string) (decimal.Decimal, bool) {
	text, ok := usd[operationID]
	if !ok {
		return decimal.Decimal{}, false
	}
	return decimal.RequireFromString(text), true
}

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
