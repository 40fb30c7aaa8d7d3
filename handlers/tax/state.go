package tax

import (
	"strings"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/problem"
)

// stateCase is one resident's year as the state sees it: wages of one earner and nothing else. The dependants
// are children of 6 to 16 who live with the filer, who is 25 to 64 years old.
type stateCase struct {
	income           decimal.Decimal // wages less pre-tax deductions: federal adjusted gross income
	status           string
	dependents       decimal.Decimal
	federalDeduction decimal.Decimal // the federal standard deduction of the year and status
	federalTax       decimal.Decimal // federal income tax of the year less the credits for the dependants
	federalBefore    decimal.Decimal // federal income tax of the year before all credits
	childCredit      decimal.Decimal // the federal child tax credit, what is refunded of it included
	earnedCredit     decimal.Decimal // the federal earned income credit
	childRefund      decimal.Decimal // the part of the federal child tax credit that is refunded
	payrollTax       decimal.Decimal // the employee's Social Security and Medicare of the year, with the additional tax
	aged             decimal.Decimal // people of 65 and over on the return
	senior           decimal.Decimal // the federal senior deduction of the year
	locality         string          // county or city as the state's table names it; "" when not given
}

// adults is how many people file the return.
func (c stateCase) adults() decimal.Decimal {
	if c.status == marriedJointly {
		return decimal.NewFromInt(2)
	}
	return decimal.NewFromInt(1)
}

// people is the adults and the dependants.
func (c stateCase) people() decimal.Decimal { return c.adults().Add(c.dependents) }

// stateResult is the state's tax for a year, unrounded, with the steps that lead to it.
type stateResult struct {
	additions                                 decimal.Decimal // what the state adds back to the income
	standard, personal, dependent, federalTax decimal.Decimal
	other                                     decimal.Decimal // other deductions
	taxable                                   decimal.Decimal
	brackets                                  []portion
	before, base, additional                  decimal.Decimal
	credits                                   decimal.Decimal
	fixed                                     decimal.Decimal // due whatever the credits
	tax                                       decimal.Decimal
	rate                                      decimal.Decimal // of the last taxable dollar
	local                                     localResult
	itemized                                  *itemizedStateTax // nil when it brings nothing
	payrollItemized                           bool              // in place of the standard deduction
	span                                      span              // where the tax lies
}

// compute is the state's income tax of a year before refundable credits.
func (s *stateTable) compute(c stateCase) stateResult {
	r := stateResult{brackets: []portion{}}
	if s.Type == "none" || s.Type == untabulated {
		return r
	}

	s.deduct(c, &r)
	s.levy(c, &r)
	if len(s.NoTaxUpTo) > 0 && c.income.LessThanOrEqual(s.NoTaxUpTo.of(c.status)) {
		r.before = decimal.Zero
		r.base = decimal.Zero
		r.additional = decimal.Zero
		r.rate = decimal.Zero
	}
	s.credit(c, &r)

	due := floorZero(r.before.Add(r.base).Add(r.additional))
	r.credits = decimal.Min(due, r.credits)
	r.tax = due.Sub(r.credits).Add(r.fixed)
	r.local = s.local(c, r)
	r.itemized = s.itemize(c, r)
	s.spread(c, &r)
	return r
}

// itemizedStateTax is what itemizing the state income tax itself brings.
type itemizedStateTax struct {
	deduction, tax, below decimal.Decimal
}

// itemize works the tax out with the state income tax as the one itemized deduction, nil where the state does not allow
// it or the standard deduction is larger. The state tax paid in the year is taken for that of the year.
func (s *stateTable) itemize(c stateCase, r stateResult) *itemizedStateTax {
	if len(s.StateTaxItemized) == 0 {
		return nil
	}
	below := s.StateTaxItemized.of(c.status)
	if c.income.GreaterThanOrEqual(below) || r.tax.LessThanOrEqual(r.standard) {
		return nil
	}

	other := *s
	other.StateTaxItemized = nil
	other.Unsettled = nil
	other.Standard = &allowance{
		Amount: forStatus[tiers]{everyStatus: {{rate: r.tax}}},
	}
	return &itemizedStateTax{
		deduction: r.tax,
		tax:       other.compute(c).tax,
		below:     below,
	}
}

// deduct works out taxable income.
func (s *stateTable) deduct(c stateCase, r *stateResult) {
	r.standard = s.Standard.with(c, c.federalDeduction, s.agedDeduction(c))
	r.personal = s.Personal.value(c, c.federalDeduction)
	if s.Aged != nil {
		r.personal = r.personal.Add(c.each(s.Aged.Exemption))
	}
	r.dependent = s.Dependent.value(c, c.federalDeduction).Mul(c.dependents)
	r.federalTax = s.FederalTax.value(c)
	if len(s.PayrollTaxUpTo) > 0 {
		r.other = decimal.Min(c.payrollTax, s.PayrollTaxUpTo.of(c.status))
	}
	if own, ok := s.own.(deducter); ok {
		own.deduct(c, r)
	}

	deductions := decimal.Sum(r.standard, r.personal, r.dependent, r.federalTax, r.other)
	r.taxable = floorZero(c.income.Add(r.additions).Sub(deductions))
}

// levy works out the tax before credits.
func (s *stateTable) levy(c stateCase, r *stateResult) {
	brackets := s.Brackets.of(c.status)
	r.brackets = brackets.between(decimal.Zero, r.taxable)
	r.before = total(r.brackets)
	r.rate = brackets.lastRate(r.taxable)
	if r.before.IsPositive() {
		r.base = s.BaseTax
	}
	for _, st := range s.Steps {
		r.additional = r.additional.Add(st.due(c))
	}
	if own, ok := s.own.(taxer); ok {
		own.levy(c, r)
	}
}

// credit works out what comes off the tax, before the limit to the tax itself. Credits that are a share of the
// tax are one of what the others leave.
func (s *stateTable) credit(c stateCase, r *stateResult) {
	dependents := s.DependentCredit.value(c, decimal.Zero).Mul(c.dependents)
	r.credits = s.Credit.value(c, decimal.Zero).Add(dependents)
	if s.Aged != nil {
		r.credits = r.credits.Add(c.each(s.Aged.Credit))
	}
	if x := s.Taxpayer; x != nil {
		full := x.Rate.Mul(c.federalDeduction.Add(x.PerDependent.Mul(c.dependents)))
		lost := x.PhaseOutRate.Mul(floorZero(c.income.Sub(x.PhaseOutStart.of(c.status))))
		r.credits = r.credits.Add(floorZero(full.Sub(lost)))
	}
	if s.EarnedCreditShare.IsPositive() {
		r.credits = r.credits.Add(s.EarnedCreditShare.Mul(c.earnedCredit))
	}
	if own, ok := s.own.(crediter); ok {
		own.credit(c, r)
	}

	share := decimal.Zero
	if len(s.CreditShare) > 0 {
		share = s.CreditShare.of(c.status).at(c.income)
	}
	if s.Family != nil {
		share = share.Add(s.Family.share(c))
	}
	left := floorZero(r.before.Add(r.base).Add(r.additional).Sub(r.credits))
	r.credits = r.credits.Add(left.Mul(share))
}

// due is what the steps of an income cost.
func (s stepTax) due(c stateCase) decimal.Decimal {
	excess := floorZero(c.income.Sub(s.Start.of(c.status)))
	count := steps(excess, s.Size.of(c.status), true)
	return decimal.Min(count.Mul(s.Amount.of(c.status)), s.Most.of(c.status))
}

// share is the part of the tax that a family of this income and size is let off.
func (f *familyCredit) share(c stateCase) decimal.Decimal {
	size := min(int(c.people().IntPart()), len(f.Guideline))
	guideline := f.Guideline[size-1]
	if c.status == marriedSeparate {
		guideline = guideline.Mul(f.SeparateFactor)
	}
	return f.Shares.at(c.income.Div(guideline))
}

// agedDeduction is what those of 65 and over add to the standard deduction.
func (s *stateTable) agedDeduction(c stateCase) decimal.Decimal {
	if s.Aged == nil {
		return decimal.Zero
	}
	added := c.each(s.Aged.Deduction)
	if s.Aged.FederalSenior {
		added = added.Add(c.senior)
	}
	return added
}

// value is the allowance for a case, its reduction applied.
func (a *allowance) value(c stateCase, federal decimal.Decimal) decimal.Decimal {
	return a.with(c, federal, decimal.Zero)
}

// with is the allowance with an addition that is reduced like it.
func (a *allowance) with(c stateCase, federal, added decimal.Decimal) decimal.Decimal {
	var v decimal.Decimal
	switch {
	case a == nil:
		return added
	case a.Federal:
		v = federal
	default:
		v = a.Amount.of(c.status).at(c.income)
	}
	v = v.Add(added)
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
	return "", nil, problem.Invalid("state",
		"state must be the two letters or the name of one of the 50 states or DC; territories are not covered")
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
