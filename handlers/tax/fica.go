package tax

import (
	"context"
	"fmt"

	gen "github.com/farebox/farebox/gen/tax"
	"github.com/farebox/farebox/internal/problem"
	"github.com/shopspring/decimal"
)

// contributions are Social Security, Medicare and the Additional Medicare tax of a year, unrounded.
type contributions struct {
	socialSecurityTaxable, socialSecurity decimal.Decimal
	medicareTaxable, medicare             decimal.Decimal
	additionalTaxable, additional         decimal.Decimal
}

// employee works out the employee's side (26 USC 3101); the Additional Medicare tax counts from
// threshold, which differs between the return and the withholding.
func (p *payrollTable) employee(wages, threshold decimal.Decimal) contributions {
	c := contributions{
		socialSecurityTaxable: decimal.Min(wages, p.WageBase),
		medicareTaxable:       wages,
		additionalTaxable:     floorZero(wages.Sub(threshold)),
	}
	c.socialSecurity = c.socialSecurityTaxable.Mul(p.SocialSecurityRate)
	c.medicare = wages.Mul(p.MedicareRate)
	c.additional = c.additionalTaxable.Mul(p.AdditionalRate)
	return c
}

// rateAt is the employee's rate on the last dollar of wages.
func (p *payrollTable) rateAt(wages, threshold decimal.Decimal) decimal.Decimal {
	var rate decimal.Decimal
	if wages.IsPositive() {
		rate = p.MedicareRate
		if wages.LessThanOrEqual(p.WageBase) {
			rate = rate.Add(p.SocialSecurityRate)
		}
	}
	if wages.GreaterThan(threshold) {
		rate = rate.Add(p.AdditionalRate)
	}
	return rate
}

// selfEmployment works out Schedule SE and Form 8959 part II for net earnings beside W-2 wages.
func (f *federalTable) selfEmployment(net, w2, threshold decimal.Decimal) contributions {
	if net.LessThan(f.SelfEmployment.MinimumNetEarnings) {
		return contributions{}
	}
	c := contributions{
		socialSecurityTaxable: decimal.Min(net, floorZero(f.Payroll.WageBase.Sub(w2))),
		medicareTaxable:       net,
		additionalTaxable:     floorZero(net.Sub(floorZero(threshold.Sub(w2)))),
	}
	c.socialSecurity = c.socialSecurityTaxable.Mul(f.SelfEmployment.SocialSecurityRate)
	c.medicare = net.Mul(f.SelfEmployment.MedicareRate)
	c.additional = c.additionalTaxable.Mul(f.Payroll.AdditionalRate)
	return c
}

// TaxFica answers GET /tax/fica: payroll tax of wages, or self-employment tax of a profit.
func (h *Handlers) TaxFica(_ context.Context, req gen.TaxFicaRequestObject) (gen.TaxFicaResponseObject, error) {
	p := req.Params
	t, status, err := h.filing(p.TaxYear, p.FilingStatus)
	if err != nil {
		return nil, err
	}

	wages, err := amount("wages", p.Wages)
	if err != nil {
		return nil, err
	}

	w2, err := optionalAmount("w2_wages", p.W2Wages)
	if err != nil {
		return nil, err
	}
	if p.W2Wages != nil && !p.SelfEmployed {
		return nil, problem.Invalid("w2_wages", "w2_wages goes with self_employed=true; give wages of employers as wages")
	}

	in := inputs{}
	in.put("wages", wages)
	in.put("filing_status", status)
	in.put("self_employed", p.SelfEmployed)
	in.put("tax_year", t.TaxYear)
	in.putGiven("w2_wages", p.W2Wages, w2)

	answer := gen.TaxFica200JSONResponse{
		TaxYear: t.TaxYear, FilingStatus: status, SelfEmployed: p.SelfEmployed, Wages: money(wages), Inputs: gen.TaxInputs(in),
		NotModelled: []string{"income_tax", "railroad_retirement_tax", "church_employee_and_farm_optional_methods", "federal_unemployment_tax"},
		Warnings:    []gen.TaxWarning{}, TablesDate: t.AsOf, Disclaimer: disclaimer,
		Conventions: gen.TaxConventions{
			"rounding": "each line half away from zero to cents at its end, rates to 6 decimals; total is the sum of the printed lines",
		},
	}

	if p.SelfEmployed {
		t.answerSelfEmployed(&answer, wages, w2, status)
	} else {
		t.answerEmployed(&answer, wages, status)
	}

	return answer, nil
}

func (t *yearTable) answerEmployed(a *gen.TaxFica200JSONResponse, wages decimal.Decimal, status string) {
	law := &t.Federal.Payroll
	threshold := law.AdditionalThreshold[status]
	c := law.employee(wages, threshold)
	withheld := law.employee(wages, law.AdditionalWithheldAboveAnyway).additional
	a.SocialSecurity = gen.TaxSocialSecurity{
		Rate:     exact(law.SocialSecurityRate),
		WageBase: exact(law.WageBase),
		Taxable:  money(c.socialSecurityTaxable),
		Tax:      money(c.socialSecurity),
	}
	a.Medicare = gen.TaxMedicare{
		Rate:    exact(law.MedicareRate),
		Taxable: money(c.medicareTaxable),
		Tax:     money(c.medicare),
	}
	a.AdditionalMedicare = gen.TaxAdditionalMedicare{
		Rate:      exact(law.AdditionalRate),
		Threshold: exact(threshold),
		Taxable:   money(c.additionalTaxable),
		Tax:       money(c.additional),
		Withheld:  new(money(withheld)),
	}
	both := cents(c.socialSecurity).Add(cents(c.medicare))
	sum := both.Add(cents(c.additional))
	a.EmployeeTotal = new(money(sum))
	a.EmployerTotal = new(money(both))
	a.Total = money(sum)
	a.EffectiveRate = ratio(sum, wages)
	a.MarginalRate = exact(law.rateAt(wages, threshold))
	a.Assumptions = []string{"wages are FICA wages of one employer; with several, each withholds Social Security up to the base and the return refunds the excess."}
	a.Source = fmt.Sprintf("26 USC 3101, 3111 and 3102(f); Social Security contribution and benefit base %d", t.TaxYear)

	if !cents(withheld).Equal(cents(c.additional)) {
		a.Warnings = append(a.Warnings, gen.TaxWarning{Field: "additional_medicare.withheld", Reason: "withheld_differs_from_due",
			Detail: "The employer withholds above one threshold for everybody; the return settles the difference by filing status."})
	}
}

func (t *yearTable) answerSelfEmployed(a *gen.TaxFica200JSONResponse, profit, w2 decimal.Decimal, status string) {
	law := &t.Federal
	threshold := law.Payroll.AdditionalThreshold[status]
	net := profit.Mul(law.SelfEmployment.NetEarningsFactor)
	c := law.selfEmployment(net, w2, threshold)
	a.NetEarnings = new(money(net))
	a.SocialSecurity = gen.TaxSocialSecurity{
		Rate:     exact(law.SelfEmployment.SocialSecurityRate),
		WageBase: exact(law.Payroll.WageBase),
		Taxable:  money(c.socialSecurityTaxable),
		Tax:      money(c.socialSecurity),
	}
	a.Medicare = gen.TaxMedicare{
		Rate:    exact(law.SelfEmployment.MedicareRate),
		Taxable: money(c.medicareTaxable),
		Tax:     money(c.medicare),
	}
	a.AdditionalMedicare = gen.TaxAdditionalMedicare{
		Rate:      exact(law.Payroll.AdditionalRate),
		Threshold: exact(threshold),
		Taxable:   money(c.additionalTaxable),
		Tax:       money(c.additional),
	}
	tax := cents(c.socialSecurity).Add(cents(c.medicare))
	sum := tax.Add(cents(c.additional))
	a.SelfEmploymentTax = new(money(tax))
	a.Total = money(sum)
	a.DeductibleHalf = new(money(tax.Mul(law.SelfEmployment.DeductibleShare)))
	a.EffectiveRate = ratio(sum, profit)
	a.MarginalRate = exact(t.selfEmployedRate(net, w2, threshold))
	a.Assumptions = []string{"wages is the net profit of Schedule C or F; w2_wages, if given, are FICA wages."}
	a.Source = fmt.Sprintf("26 USC 1401, 1402 and 164(f); Social Security contribution and benefit base %d", t.TaxYear)

	if profit.IsPositive() && tax.IsZero() && c.medicareTaxable.IsZero() {
		a.Warnings = append(a.Warnings, gen.TaxWarning{Field: "self_employment_tax", Reason: "below_minimum_net_earnings",
			Detail: fmt.Sprintf("Nothing is due on net earnings under %s.", law.SelfEmployment.MinimumNetEarnings)})
	}
}

// selfEmployedRate is the rate on the last dollar of profit, to 6 decimals.
func (t *yearTable) selfEmployedRate(net, w2, threshold decimal.Decimal) decimal.Decimal {
	law := &t.Federal
	if net.LessThan(law.SelfEmployment.MinimumNetEarnings) {
		return decimal.Zero
	}
	rate := law.SelfEmployment.MedicareRate
	if net.LessThanOrEqual(floorZero(law.Payroll.WageBase.Sub(w2))) {
		rate = rate.Add(law.SelfEmployment.SocialSecurityRate)
	}
	if net.GreaterThan(floorZero(threshold.Sub(w2))) {
		rate = rate.Add(law.Payroll.AdditionalRate)
	}
	return rate.Mul(law.SelfEmployment.NetEarningsFactor).Round(6)
}
