package tax

import (
	"strings"

	"github.com/farebox/farebox/internal/problem"
	"github.com/shopspring/decimal"
)

// stateCase is one resident's year as the state sees it.
type stateCase struct {
	income           decimal.Decimal // wages less pre-tax deductions
	status           string
	dependents       decimal.Decimal
	federalDeduction decimal.Decimal // the federal standard deduction of the year and status
	federalTax       decimal.Decimal // federal income tax of the year, for states that deduct it
}

// stateResult is the state's tax for a year, unrounded, with the steps that lead to it.
type stateResult struct {
	standard, personal, dependent, federalTax decimal.Decimal
	taxable                                   decimal.Decimal
	brackets                                  []portion
	before, base, credits, tax                decimal.Decimal
	rate                                      decimal.Decimal // of the last taxable dollar
}

// compute is the state's income tax of a year.
func (s *stateTable) compute(c stateCase) stateResult {
	r := stateResult{brackets: []portion{}}
	if s.Type == "none" {
		return r
	}
	r.standard = s.Standard.value(c, c.federalDeduction)
	r.personal = s.Personal.value(c, c.federalDeduction)
	r.dependent = s.Dependent.value(c, c.federalDeduction).Mul(c.dependents)
	r.federalTax = s.FederalTax.value(c)
	r.taxable = floorZero(c.income.Sub(r.standard).Sub(r.personal).Sub(r.dependent).Sub(r.federalTax))
	brackets := s.Brackets.of(c.status)
	r.brackets = brackets.between(decimal.Zero, r.taxable)
	r.before = total(r.brackets)
	r.rate = brackets.lastRate(r.taxable)
	if r.before.IsPositive() {
		r.base = s.BaseTax
	}
	due := r.before.Add(r.base)
	r.credits = decimal.Min(due, s.credits(c))
	r.tax = due.Sub(r.credits)
	return r
}

// credits is what comes off the tax, before the limit to the tax itself.
func (s *stateTable) credits(c stateCase) decimal.Decimal {
	sum := s.Credit.value(c, decimal.Zero).Add(s.DependentCredit.value(c, decimal.Zero).Mul(c.dependents))
	if x := s.Taxpayer; x != nil {
		full := x.Rate.Mul(c.federalDeduction.Add(x.PerDependent.Mul(c.dependents)))
		lost := x.PhaseOutRate.Mul(floorZero(c.income.Sub(x.PhaseOutStart.of(c.status))))
		sum = sum.Add(floorZero(full.Sub(lost)))
	}
	return sum
}

// value is the allowance for a case, its reduction applied.
func (a *allowance) value(c stateCase, federal decimal.Decimal) decimal.Decimal {
	var v decimal.Decimal
	switch {
	case a == nil:
		return v
	case a.Federal:
		v = federal
	default:
		v = a.Amount.of(c.status).at(c.income)
	}
	if a.Reduction == nil {
		return v
	}
	return a.Reduction.apply(v, c)
}

// apply lowers an amount for the income of a case.
func (r *reduction) apply(full decimal.Decimal, c stateCase) decimal.Decimal {
	floor := r.FloorShare.Mul(full)
	if len(r.Floor) > 0 {
		floor = decimal.Max(floor, r.Floor.of(c.status))
	}
	if len(r.Slopes) > 0 {
		slopes := r.Slopes.of(c.status)
		start := slopes[0].over
		lost := slopes.tax(start.Add(r.counted(c.income.Sub(start), c.status)))
		return decimal.Max(full.Sub(lost), floor)
	}
	width := r.Width.of(c.status)
	left := floorZero(width.Sub(r.counted(c.income.Sub(r.Start.of(c.status)), c.status)))
	return decimal.Max(full.Mul(left).Div(width), floor)
}

// counted is the excess of income that lowers the allowance: whole steps when there are steps.
func (r *reduction) counted(excess decimal.Decimal, status string) decimal.Decimal {
	excess = floorZero(excess)
	if len(r.Step) == 0 {
		return excess
	}
	size := r.Step.of(status)
	return steps(excess, size, r.Round == "up").Mul(size)
}

// steps is how many steps of a size an excess makes; up counts a part as a whole one.
func steps(excess, size decimal.Decimal, up bool) decimal.Decimal {
	count, rest := excess.QuoRem(size, 0)
	if up && rest.IsPositive() {
		count = count.Add(decimal.NewFromInt(1))
	}
	return count
}

// value is the federal tax that comes off the state's base.
func (f *federalTaxSubtraction) value(c stateCase) decimal.Decimal {
	if f == nil {
		return decimal.Zero
	}
	v := c.federalTax.Mul(f.Share.at(c.income))
	if len(f.Cap) > 0 {
		v = decimal.Min(v, f.Cap.of(c.status).at(c.income))
	}
	return v
}

// state finds a state by its two letters or its name.
func (t *yearTable) state(given string) (code string, s *stateTable, err error) {
	word := canonical(given)
	switch word = strings.ReplaceAll(word, ".", ""); word {
	case "washington_dc", "washington,_dc":
		word = "dc"
	}
	for code, s := range t.States {
		if word == strings.ToLower(code) || word == canonical(s.Name) {
			return code, s, nil
		}
	}
	return "", nil, problem.Invalid("state", "state must be the two letters or the name of one of the 50 states or DC; territories are not covered")
}

// due is what an item takes from the wages of a year, unrounded.
func (p payrollItem) due(wages, socialSecurityBase decimal.Decimal) decimal.Decimal {
	if p.ToSocialSecurityBase {
		wages = decimal.Min(wages, socialSecurityBase)
	}
	if p.WageBase != nil {
		wages = decimal.Min(wages, *p.WageBase)
	}
	due := wages.Mul(p.Rate)
	if p.AnnualMax != nil {
		due = decimal.Min(due, *p.AnnualMax)
	}
	return due
}
