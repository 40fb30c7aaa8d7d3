package tax

import "github.com/shopspring/decimal"

// vermont has a minimum tax on high incomes (32 V.S.A. 5822(a)(6)).
type vermont struct {
	MinimumOver decimal.Decimal `json:"minimum_over"` // income
	MinimumRate decimal.Decimal `json:"minimum_rate"` // of all income
}

func (v *vermont) check() error { return requirePositive(v.MinimumOver, v.MinimumRate) }

func (v *vermont) levy(c stateCase, r *stateResult) {
	if c.income.GreaterThan(v.MinimumOver) {
		r.additional = floorZero(c.income.Mul(v.MinimumRate).Sub(r.before))
	}
}
