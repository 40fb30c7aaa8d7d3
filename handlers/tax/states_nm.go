package tax

import (
	"errors"

	"github.com/shopspring/decimal"
)

// newMexico has a deduction for each dependant but the first (NMSA 7-2-39) and an exemption per person for low and
// middle incomes (NMSA 7-2-5.8).
type newMexico struct {
	PerFurtherDependent forStatus[decimal.Decimal] `json:"per_further_dependent"`
	PerPerson           decimal.Decimal            `json:"per_person"`
	UpTo                forStatus[decimal.Decimal] `json:"up_to"` // income; none above
	ReducedOver         forStatus[decimal.Decimal] `json:"reduced_over"`
	ReductionRate       forStatus[decimal.Decimal] `json:"reduction_rate"`
}

func (n *newMexico) check() error {
	for _, m := range []forStatus[decimal.Decimal]{
		n.PerFurtherDependent,
		n.UpTo,
		n.ReducedOver,
		n.ReductionRate,
	} {
		if !m.complete() {
			return errors.New("an amount for a status is missing")
		}
	}
	return nil
}

func (n *newMexico) deduct(c stateCase, r *stateResult) {
	further := floorZero(c.dependents.Sub(decimal.NewFromInt(1)))
	r.dependent = n.PerFurtherDependent.of(c.status).Mul(further)

	if c.income.GreaterThan(n.UpTo.of(c.status)) {
		return
	}
	lost := floorZero(c.income.Sub(n.ReducedOver.of(c.status))).Mul(n.ReductionRate.of(c.status))
	r.other = floorZero(n.PerPerson.Sub(lost)).Mul(c.people())
}
