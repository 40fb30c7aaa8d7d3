// Package cost is what the service pays for what it sells: calls of data providers, and gas.
package cost

import (
	"errors"
	"math"
	"strings"

	"github.com/shopspring/decimal"
)

// Amount is a cost in billionths of a dollar. Calls and gas cost fractions of a cent, and sums of whole numbers are
// exact in every database.
type Amount int64

// places are the decimals of a dollar that an [Amount] has.
const places = 9

// most bounds what one call may cost, in dollars. Sums of such amounts stay far below what an int64 holds.
const most = 1000

// ErrForm says what the text of an amount must be.
var ErrForm = errors.New("must be dollars from 0 to 1000 with at most nine decimals, such as 0.005")

// Parse reads dollars. An empty text is no cost.
func Parse(text string) (Amount, error) {
	if text == "" {
		return 0, nil
	}
	if strings.Trim(text, "0123456789.") != "" {
		return 0, ErrForm
	}
	dollars, err := decimal.NewFromString(text)
	if err != nil || dollars.GreaterThan(decimal.NewFromInt(most)) {
		return 0, ErrForm
	}
	billionths := dollars.Shift(places)
	if !billionths.IsInteger() {
		return 0, ErrForm
	}
	return Amount(billionths.IntPart()), nil
}

// Of is an amount of dollars, rounded up to a billionth: a cost is never told too low. What is below nothing, or more
// than can be told, becomes the nearest amount.
func Of(dollars decimal.Decimal) Amount {
	billionths := dollars.Shift(places).Ceil()
	switch {
	case billionths.Sign() <= 0:
		return 0
	case billionths.GreaterThan(decimal.NewFromInt(math.MaxInt64)):
		return math.MaxInt64
	}
	return Amount(billionths.IntPart())
}

// USD is the amount in dollars.
func (a Amount) USD() decimal.Decimal { return decimal.New(int64(a), -places) }

// String is the amount in dollars, without needless zeros.
func (a Amount) String() string { return a.USD().String() }
