package tax

import "github.com/shopspring/decimal"

// southCarolina lowers its income adjusted deduction in whole amounts and caps its earned income credit, both from 2026
// on (2026 Act 110).
type southCarolina struct {
	ReductionUnit     decimal.Decimal `json:"reduction_unit"`
	EarnedCreditShare decimal.Decimal `json:"earned_income_credit_share"`
	EarnedCreditMax   decimal.Decimal `json:"earned_income_credit_max"`
}

func (s *southCarolina) check() error {
	return requirePositive(s.ReductionUnit, s.EarnedCreditShare, s.EarnedCreditMax)
}

// deduct rounds what is left of the deduction up: the reduction counts in whole units only.
func (s *southCarolina) deduct(_ stateCase, r *stateResult) {
	r.standard = r.standard.Div(s.ReductionUnit).Ceil().Mul(s.ReductionUnit)
}

func (s *southCarolina) credit(c stateCase, r *stateResult) {
	earned := decimal.Min(c.earnedCredit.Mul(s.EarnedCreditShare), s.EarnedCreditMax)
	r.credits = r.credits.Add(earned)
}
