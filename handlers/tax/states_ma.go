package tax

import (
	"errors"

	"github.com/shopspring/decimal"
)

// massachusetts: Form 1 Schedule NTS-L-NR/PY. Up to an income nothing is due, and for incomes up to Most times that
// limit the tax is at most Rate of what is above it (G.L. c. 62 s. 5(a) and (b)).
type massachusetts struct {
	// Limit is for a filer without dependants; nil for a status that has neither rule.
	Limit        map[string]decimal.Decimal `json:"no_tax_up_to"`
	PerDependent decimal.Decimal            `json:"no_tax_per_dependent"`
	Most         decimal.Decimal            `json:"limited_income_up_to_times"`
	Rate         decimal.Decimal            `json:"limited_income_rate"`
}

func (m *massachusetts) check() error {
	if len(m.Limit) == 0 || !m.PerDependent.IsPositive() || !m.Most.IsPositive() || !m.Rate.IsPositive() {
		return errors.New("no tax status and limited income credit are required")
	}
	return nil
}

func (m *massachusetts) credit(c stateCase, r *stateResult) {
	limit, ok := m.Limit[c.status]
	if !ok {
		return
	}
	limit = limit.Add(m.PerDependent.Mul(c.dependents))

	switch {
	case c.income.LessThanOrEqual(limit):
		r.credits = r.before
	case c.income.LessThanOrEqual(limit.Mul(m.Most)):
		most := c.income.Sub(limit).Mul(m.Rate)
		r.credits = r.credits.Add(floorZero(r.before.Sub(most)))
	}
}
