package tax

import (
	"errors"

	"github.com/shopspring/decimal"
)

// kansas: the food sales tax credit of Form K-40 for families of small income, until 2024 (K.S.A. 79-32,271).
type kansas struct {
	PerPerson  decimal.Decimal `json:"food_sales_tax_credit_per_person"`
	IncomeUpTo decimal.Decimal `json:"food_sales_tax_credit_income_up_to"`
}

func (k *kansas) check() error {
	if !k.PerPerson.IsPositive() || !k.IncomeUpTo.IsPositive() {
		return errors.New("the food sales tax credit lacks a figure")
	}
	return nil
}

// credit needs a dependent child: the age and disability that open it to others are no inputs.
func (k *kansas) credit(c stateCase, r *stateResult) {
	if c.dependents.IsPositive() && c.income.LessThanOrEqual(k.IncomeUpTo) {
		r.credits = r.credits.Add(k.PerPerson.Mul(c.people()))
	}
}
