package tax

import (
	"errors"

	"github.com/shopspring/decimal"
)

// alabama: Form 40. Social Security and Medicare are an itemized deduction (Schedule A), which wages alone can make
// larger than the standard one. The federal tax that comes off is net of its refundable credits (worksheet of the
// federal income tax deduction).
type alabama struct {
	PayrollTaxItemized    bool `json:"payroll_tax_itemized"`
	FederalTaxLessRefunds bool `json:"federal_tax_less_refundable_credits"`
}

func (a *alabama) check() error {
	if !a.PayrollTaxItemized || !a.FederalTaxLessRefunds {
		return errors.New("a rule is off: leave own out")
	}
	return nil
}

func (a *alabama) deduct(c stateCase, r *stateResult) {
	if c.payrollTax.GreaterThan(r.standard) {
		r.payrollItemized = true
		r.other = c.payrollTax
		r.standard = decimal.Zero
	}
	r.federalTax = floorZero(r.federalTax.Sub(c.earnedCredit).Sub(c.childRefund))
}
