package tax

import "github.com/shopspring/decimal"

// oklahoma gives a share of the federal child tax credit (68 O.S. 2357).
type oklahoma struct {
	ChildCreditShare decimal.Decimal `json:"child_credit_share"`
	UpTo             decimal.Decimal `json:"up_to"` // income
}

func (o *oklahoma) check() error { return requirePositive(o.ChildCreditShare, o.UpTo) }

func (o *oklahoma) credit(c stateCase, r *stateResult) {
	if c.income.LessThanOrEqual(o.UpTo) {
		r.credits = r.credits.Add(c.childCredit.Mul(o.ChildCreditShare))
	}
}
