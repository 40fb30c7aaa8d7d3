package freight

import (
	"strings"
	"time"

	"github.com/shopspring/decimal"
)

// dollars reads an amount; nil if it is not one.
func dollars(text string) *decimal.Decimal {
	amount, err := decimal.NewFromString(strings.ReplaceAll(text, ",", ""))
	if err != nil || amount.IsNegative() {
		return nil
	}
	return &amount
}

// thousands reads an amount in thousands of dollars: "00750".
func thousands(text string) *decimal.Decimal {
	amount := dollars(text)
	if amount == nil {
		return nil
	}
	return new(amount.Mul(decimal.NewFromInt(1000)))
}

// plain is the letters and digits of a text, in capitals.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return r - 'a' + 'A'
		case r >= 'A' && r <= 'Z', r >= '0' && r <= '9':
			return r
		}
		return -1
	}, text)
}

func dateText(day time.Time) string {
	if day.IsZero() {
		return ""
	}
	return day.Format(time.DateOnly)
}

// months is how many whole months lie between a day and now; nil for no day.
func months(day, now time.Time) *int {
	if day.IsZero() || day.After(now) {
		return nil
	}
	n := (now.Year()-day.Year())*12 + int(now.Month()) - int(day.Month())
	if now.Day() < day.Day() {
		n--
	}
	return &n
}

func yes(b *bool) bool { return b != nil && *b }
func no(b *bool) bool  { return b != nil && !*b }

// when is the words if they hold.
func when(holds bool, words string) string {
	if holds {
		return words
	}
	return ""
}
