package env

import (
	"strings"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// dollars reads "$466,600", "$17014" and "1000.0"; nil if it is not an amount.
func dollars(text scalar.Text) *decimal.Decimal {
	plain := strings.NewReplacer("$", "", ",", "", " ", "").Replace(string(text))
	amount, err := decimal.NewFromString(plain)
	if err != nil || amount.IsNegative() {
		return nil
	}
	return &amount
}

func textOrNull(text scalar.Text) *string { return response.OrNull(string(text)) }

// degrees reads a coordinate; nil if it is not one.
func degrees(text scalar.Text, most float64) *float64 {
	value, ok := text.Number()
	if !ok || value < -most || value > most || value == 0 {
		return nil
	}
	return &value
}

// words splits codes that stand together: "423320 332999". None are nil: a source that has none does not say so.
func words(text scalar.Text) []string {
	if text == "" {
		return nil
	}
	return strings.Fields(string(text))
}

func firstOf[T any](list []T, n int) []T { return list[:min(n, len(list))] }
