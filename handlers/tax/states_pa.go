package tax

import (
	"errors"

	"github.com/shopspring/decimal"
)

// pennsylvania forgives tax to low incomes (Schedule SP, 72 P.S. 7304).
type pennsylvania struct {
	// ForgivenUpTo is the income up to which all tax is forgiven, without dependants.
	ForgivenUpTo forStatus[decimal.Decimal] `json:"forgiven_up_to"`
	PerDependent decimal.Decimal            `json:"per_dependent"`
	Step         decimal.Decimal            `json:"step"` // of income above, or a part of one
	StepShare    decimal.Decimal            `json:"step_share"`
}

func (p *pennsylvania) check() error {
	if !p.ForgivenUpTo.complete() {
		return errors.New("forgiven_up_to lacks a status")
	}
	return requirePositive(p.PerDependent, p.Step, p.StepShare)
}

func (p *pennsylvania) credit(c stateCase, r *stateResult) {
	limit := p.ForgivenUpTo.of(c.status).Add(p.PerDependent.Mul(c.dependents))
	over := steps(floorZero(c.income.Sub(limit)), p.Step, true)
	share := floorZero(decimal.NewFromInt(1).Sub(p.StepShare.Mul(over)))
	r.credits = r.credits.Add(r.before.Mul(share))
}
