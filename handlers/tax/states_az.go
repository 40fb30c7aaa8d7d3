package tax

import (
	"errors"

	"github.com/shopspring/decimal"
)

// arizona: the family income tax credit of Form 140, an amount a person up to a limit, for incomes up to a limit by
// status and dependants (A.R.S. 43-1073).
type arizona struct {
	PerPerson decimal.Decimal            `json:"family_credit_per_person"`
	Most      forStatus[decimal.Decimal] `json:"family_credit_most"`
	// Limit is by the number of dependants, from 0 on; the last serves more.
	Limit forStatus[[]decimal.Decimal] `json:"family_credit_income_limit"`
}

func (a *arizona) check() error {
	if !a.PerPerson.IsPositive() || !a.Most.complete() || !a.Limit.complete() {
		return errors.New("the family credit lacks a status")
	}
	return nil
}

func (a *arizona) credit(c stateCase, r *stateResult) {
	limits := a.Limit.of(c.status)
	limit := limits[min(int(c.dependents.IntPart()), len(limits)-1)]
	if c.income.GreaterThan(limit) {
		return
	}
	credit := decimal.Min(a.PerPerson.Mul(c.people()), a.Most.of(c.status))
	r.credits = r.credits.Add(credit)
}
