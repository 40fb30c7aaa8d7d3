package tax

import (
	"errors"

	"github.com/shopspring/decimal"
)

// virginia lets a filer choose between a refundable and a non-refundable share of the federal earned income credit. A
// family at or below the poverty guideline may take an amount per person in place of the latter (Code 58.1-339.8).
type virginia struct {
	RefundableShare    decimal.Decimal   `json:"refundable_share"`
	NonRefundableShare decimal.Decimal   `json:"non_refundable_share"`
	PerPerson          decimal.Decimal   `json:"per_person"`
	Guideline          []decimal.Decimal `json:"guideline"` // by family size, from 1 on
}

func (v *virginia) check() error {
	if len(v.Guideline) == 0 {
		return errors.New("guideline is required")
	}
	return requirePositive(v.RefundableShare, v.NonRefundableShare, v.PerPerson)
}

// credit adds the non-refundable credit unless the refundable one is worth more: that one is no part of the tax.
func (v *virginia) credit(c stateCase, r *stateResult) {
	credit := c.earnedCredit.Mul(v.NonRefundableShare)
	size := min(int(c.people().IntPart()), len(v.Guideline))
	if c.income.LessThanOrEqual(v.Guideline[size-1]) {
		credit = decimal.Max(credit, v.PerPerson.Mul(c.people()))
	}

	left := floorZero(r.before.Sub(credit))
	if r.before.Sub(c.earnedCredit.Mul(v.RefundableShare)).LessThan(left) {
		return
	}
	r.credits = r.credits.Add(credit)
}
