package tax

import (
	"encoding/json"

	gen "github.com/farebox/farebox/gen/tax"
	"github.com/farebox/farebox/internal/problem"
	"github.com/shopspring/decimal"
)

// temporaryAmounts are the deductions of Pub. L. 119-21 that a return may take.
type temporaryAmounts struct {
	senior, tips, overtime, carLoanInterest decimal.Decimal
}

func (a temporaryAmounts) sum() decimal.Decimal {
	return a.senior.Add(a.tips).Add(a.overtime).Add(a.carLoanInterest)
}

func (a temporaryAmounts) answer() gen.TaxTemporaryDeductions {
	return gen.TaxTemporaryDeductions{
		Senior:          money(a.senior),
		Tips:            money(a.tips),
		Overtime:        money(a.overtime),
		CarLoanInterest: money(a.carLoanInterest),
	}
}

// temporaryDeductions reads the inputs of the 2025 to 2028 deductions and phases them out. Giving one
// for a year without it, or married filing separately where the law wants a joint return, is a 400.
func (t *yearTable) temporaryDeductions(p gen.TaxIncomeParams, magi decimal.Decimal, status string, people taxpayers, in inputs) (temporaryAmounts, error) {
	var a temporaryAmounts
	law := t.Federal.Temporary
	for _, one := range []struct {
		field string
		given *json.Number
		into  *decimal.Decimal
		rule  func(*temporaryTable) cappedDeduction
		pay   bool // part of gross income; married people must file jointly (26 USC 224(f), 225(f))
	}{
		{"tips", p.Tips, &a.tips, func(l *temporaryTable) cappedDeduction { return l.Tips }, true},
		{"overtime", p.Overtime, &a.overtime, func(l *temporaryTable) cappedDeduction { return l.Overtime }, true},
		{"car_loan_interest", p.CarLoanInterest, &a.carLoanInterest, func(l *temporaryTable) cappedDeduction { return l.CarLoanInterest }, false},
	} {
		claimed, err := optionalAmount(one.field, one.given)
		if err != nil {
			return a, err
		}
		in.putGiven(one.field, one.given, claimed)
		if claimed.IsZero() {
			continue
		}
		if one.pay && claimed.GreaterThan(magi) {
			return a, problem.Invalid(one.field, "%s is part of gross_income and cannot be more than it", one.field)
		}
		if law == nil {
			return a, problem.Invalid(one.field, "%s is deductible in tax years 2025 to 2028 only", one.field)
		}
		if one.pay && status == marriedSeparate {
			return a, problem.Invalid(one.field, "%s is not deductible with filing_status married_separately", one.field)
		}
		*one.into = one.rule(law).allowed(claimed, magi, status)
	}

	a.senior = law.senior(status, magi, people.over65)
	return a, nil
}

// allowed is what is left of a claim after the cap and the phase-out.
func (c cappedDeduction) allowed(claimed, magi decimal.Decimal, status string) decimal.Decimal {
	excess := floorZero(magi.Sub(c.PhaseOutStart[status]))
	lost := steps(excess, decimal.NewFromInt(1000), c.PartCounts).Mul(c.Per1000)
	return floorZero(decimal.Min(claimed, c.Cap[status]).Sub(lost))
}

// dependentCredit is the child tax credit and the credit for other dependents, non-refundable part.
type dependentCredit struct {
	children, others, phaseOut, allowed decimal.Decimal
}

func (c dependentCredit) answer() gen.TaxDependentCredits {
	return gen.TaxDependentCredits{
		ChildTaxCredit:  money(c.children),
		OtherDependents: money(c.others),
		PhaseOut:        money(c.phaseOut),
		Allowed:         money(c.allowed),
	}
}

// dependentCredits works out 26 USC 24 up to the tax.
func (f *federalTable) dependentCredits(status string, magi, tax decimal.Decimal, children, others int) dependentCredit {
	law := f.DependentCredits
	c := dependentCredit{
		children: law.ChildUnder17.Mul(decimal.NewFromInt(int64(children))),
		others:   law.Other.Mul(decimal.NewFromInt(int64(others))),
	}
	full := c.children.Add(c.others)
	excess := floorZero(magi.Sub(law.PhaseOutStart[status]))
	c.phaseOut = decimal.Min(full, steps(excess, law.PhaseOutStep, true).Mul(law.PhaseOutPerStep))
	c.allowed = decimal.Min(full.Sub(c.phaseOut), tax)
	return c
}
