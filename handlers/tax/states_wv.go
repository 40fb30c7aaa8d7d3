package tax

import (
	"errors"

	"github.com/shopspring/decimal"
)

// westVirginia leaves the earnings of low incomes untaxed (W. Va. Code 11-21-10) and lets families near the poverty
// guideline off a share of their tax (11-21-22).
type westVirginia struct {
	EarningsExcludedUpTo forStatus[decimal.Decimal] `json:"earnings_excluded_up_to"` // income
	Guideline            []decimal.Decimal          `json:"guideline"`               // by family size, from 1 on
	SeparateFactor       decimal.Decimal            `json:"separate_factor"`         // of the guideline
	// Shares is by the income over the guideline, in dollars; up to the guideline all tax is let off.
	Shares forStatus[tiers] `json:"shares"`
}

func (w *westVirginia) check() error {
	if len(w.Guideline) == 0 || !w.Shares.complete() || !w.EarningsExcludedUpTo.complete() {
		return errors.New("guideline, shares and earnings_excluded_up_to are required")
	}
	return requirePositive(w.SeparateFactor)
}

func (w *westVirginia) deduct(c stateCase, r *stateResult) {
	if c.income.LessThanOrEqual(w.EarningsExcludedUpTo.of(c.status)) {
		r.other = c.income
	}
}

func (w *westVirginia) credit(c stateCase, r *stateResult) {
	size := min(int(c.people().IntPart()), len(w.Guideline))
	guideline := w.Guideline[size-1]
	if c.status == marriedSeparate {
		guideline = guideline.Mul(w.SeparateFactor)
	}

	share := decimal.NewFromInt(1)
	if c.income.GreaterThan(guideline) {
		share = w.Shares.of(c.status).at(c.income.Sub(guideline))
	}
	r.credits = r.credits.Add(r.before.Mul(share))
}
