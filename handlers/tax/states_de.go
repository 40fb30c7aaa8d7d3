package tax

import (
	"errors"

	"github.com/shopspring/decimal"
)

// delaware: the earned income credit is a larger share that is not refunded or a smaller one that is, as the filer
// chooses (30 Del. C. 1117). Who does better with the refund takes nothing off the tax here.
type delaware struct {
	NotRefunded decimal.Decimal `json:"earned_income_credit_not_refunded"`
	Refunded    decimal.Decimal `json:"earned_income_credit_refunded"`
}

func (d *delaware) check() error {
	if !d.NotRefunded.IsPositive() || !d.Refunded.IsPositive() {
		return errors.New("both shares of the earned income credit are required")
	}
	return nil
}

func (d *delaware) credit(c stateCase, r *stateResult) {
	left := floorZero(r.before.Sub(r.credits))
	kept := decimal.Min(c.earnedCredit.Mul(d.NotRefunded), left)
	if c.earnedCredit.Mul(d.Refunded).LessThanOrEqual(kept) {
		r.credits = r.credits.Add(kept)
	}
}
