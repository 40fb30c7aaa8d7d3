package tax

import "github.com/shopspring/decimal"

// ohio gives a credit per exemption to low incomes (R.C. 5747.022).
type ohio struct {
	CreditPerPerson decimal.Decimal `json:"credit_per_person"`
	CreditBelow     decimal.Decimal `json:"credit_below"` // income less exemptions
}

func (o *ohio) check() error { return requirePositive(o.CreditPerPerson, o.CreditBelow) }

func (o *ohio) credit(c stateCase, r *stateResult) {
	if r.taxable.LessThan(o.CreditBelow) {
		r.credits = r.credits.Add(o.CreditPerPerson.Mul(c.people()))
	}
}
