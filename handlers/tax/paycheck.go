package tax

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	gen "github.com/farebox/farebox/gen/tax"
	"github.com/shopspring/decimal"
)

// payLines are the lines of pay over some time, unrounded.
type payLines struct {
	gross, pretax, federal, socialSecurity, medicare, additional, state decimal.Decimal
	other                                                               []namedAmount
}

type namedAmount struct {
	name   string
	amount decimal.Decimal
}

// divided is the lines of one of n equal periods, each rounded to cents.
func (l payLines) divided(n decimal.Decimal) payLines {
	out := payLines{
		gross: l.gross.DivRound(n, 2), pretax: l.pretax.DivRound(n, 2), federal: l.federal.DivRound(n, 2), socialSecurity: l.socialSecurity.DivRound(n, 2),
		medicare: l.medicare.DivRound(n, 2), additional: l.additional.DivRound(n, 2), state: l.state.DivRound(n, 2),
	}
	for _, o := range l.other {
		out.other = append(out.other, namedAmount{o.name, o.amount.DivRound(n, 2)})
	}
	return out
}

// taxes is the sum of the rounded taxes.
func (l payLines) taxes() decimal.Decimal {
	sum := cents(l.federal).Add(cents(l.socialSecurity)).Add(cents(l.medicare)).Add(cents(l.additional)).Add(cents(l.state))
	for _, o := range l.other {
		sum = sum.Add(cents(o.amount))
	}
	return sum
}

func (l payLines) answer() gen.TaxPay {
	other := make([]gen.TaxNamedAmount, len(l.other))
	for i, o := range l.other {
		other[i] = gen.TaxNamedAmount{Name: o.name, Amount: money(o.amount)}
	}
	taxes := l.taxes()
	return gen.TaxPay{
		Gross: money(l.gross), PretaxDeductions: money(l.pretax), FederalIncomeTax: money(l.federal), SocialSecurity: money(l.socialSecurity),
		Medicare: money(l.medicare), AdditionalMedicare: money(l.additional), StateIncomeTax: money(l.state), StateOther: other,
		TotalTaxes: money(taxes), NetPay: money(cents(l.gross).Sub(cents(l.pretax)).Sub(taxes)),
	}
}

// TaxPaycheck answers GET /tax/paycheck: what is withheld from a cheque, and the year around it.
func (h *Handlers) TaxPaycheck(_ context.Context, req gen.TaxPaycheckRequestObject) (gen.TaxPaycheckResponseObject, error) {
	j, err := h.readJob(req.Params)
	if err != nil {
		return nil, err
	}
	t := j.table
	law := &t.Federal.Payroll
	fed := t.Withholding.compute(j.incomeWages(), j.form)
	fica := law.employee(j.ficaWages(), law.AdditionalWithheldAboveAnyway)
	liability, taxable := t.liability(j)
	year := payLines{
		gross: j.gross, pretax: j.pretax.Add(j.section125), federal: fed.annual(j.form, j.periods),
		socialSecurity: fica.socialSecurity, medicare: fica.medicare, additional: fica.additional,
	}
	warnings := t.withholdingWarnings(j)
	answer := gen.TaxPaycheck200JSONResponse{
		TaxYear: t.TaxYear, FilingStatus: j.form.status, PayPeriod: j.period, PeriodsPerYear: int(j.periods.IntPart()),
		GrossAnnual: money(j.gross), GrossPerPeriod: money(j.gross.DivRound(j.periods, 2)), Method: "pub_15t_percentage_automated",
		WithholdingSteps: fed.answer(j.form, j.periods), SsCapReachedInPeriod: j.capReached(law.WageBase),
		MarginalRates: gen.TaxMarginalRates{Federal: exact(fed.rate), State: "0", Fica: exact(law.rateAt(j.ficaWages(), law.AdditionalWithheldAboveAnyway))},
		Inputs:        gen.TaxInputs(j.in), Assumptions: paycheckAssumptions(j), Conventions: paycheckConventions(),
		NotModelled: []string{"local_income_tax", "itemized_deductions", "supplemental_wage_withholding", "state_withholding_formulas", "paid_leave_contributions_of_MA_WA_and_DE", "employee_unemployment_contributions_of_AK_NJ_and_PA", "recapture_and_phase_outs_named_in_state_notes", "reciprocity_between_states"},
		Source:      t.Withholding.Source + "; " + t.Federal.Source, TablesDate: t.AsOf, Disclaimer: disclaimer,
	}
	if j.stateTable != nil {
		s := j.stateTable.compute(stateCase{
			income: j.incomeWages(), status: j.form.status, dependents: decimal.NewFromInt(int64(j.dependents)),
			federalDeduction: t.Federal.StandardDeduction[j.form.status], federalTax: liability,
		})
		year.state = s.tax
		for _, item := range t.StatePayroll {
			if item.State == j.state {
				year.other = append(year.other, namedAmount{item.Name, item.due(j.ficaWages(), law.WageBase)})
			}
		}
		answer.State = &j.state
		answer.MarginalRates.State = exact(s.rate)
		answer.StateDetail = stateDetail(j.state, j.stateTable, t.stateYear(), s)
		warnings = append(warnings, h.stateWarnings(j)...)
	}
	cheque := year.divided(j.periods)
	if j.ytd != nil {
		// The exact cheque: what is left of the base and of the threshold this year.
		before := law.employee(*j.ytd, law.AdditionalWithheldAboveAnyway)
		after := law.employee(j.ytd.Add(j.ficaWages().DivRound(j.periods, 2)), law.AdditionalWithheldAboveAnyway)
		cheque.socialSecurity = after.socialSecurity.Sub(before.socialSecurity)
		cheque.medicare = after.medicare.Sub(before.medicare)
		cheque.additional = after.additional.Sub(before.additional)
	}
	answer.PerPeriod, answer.Annual = cheque.answer(), year.answer()
	answer.EffectiveRate = ratio(year.taxes(), j.gross)
	answer.AnnualLiability = gen.TaxLiability{
		Method: "exact_schedule", TaxableIncome: money(taxable), FederalIncomeTax: money(liability),
		WithheldLessLiability: money(cents(year.federal).Sub(cents(liability))),
		AdditionalMedicare:    money(law.employee(j.ficaWages(), law.AdditionalThreshold[j.form.status]).additional),
	}
	answer.Warnings = warnings
	return answer, nil
}

// liability is the federal income tax of the year on this job alone, and its taxable income.
func (t *yearTable) liability(j job) (tax, taxable decimal.Decimal) {
	form := j.form
	taxable = floorZero(j.incomeWages().Add(form.otherIncome).Sub(form.deductions).Sub(t.Federal.StandardDeduction[form.status]))
	return floorZero(t.Federal.brackets(form.status).tax(taxable).Sub(form.credits)), taxable
}

func stateDetail(code string, table *stateTable, year int, s stateResult) *gen.TaxStateDetail {
	return &gen.TaxStateDetail{
		State: code, Name: table.Name, Type: gen.TaxStateDetailType(table.Type), Method: "annual_tax_divided_by_periods", StateTableYear: year,
		StandardDeduction: money(s.standard), PersonalExemption: money(s.personal), DependentExemption: money(s.dependent), FederalTaxSubtraction: money(s.federalTax),
		TaxableIncome: money(s.taxable), Brackets: bracketSteps(s.brackets), TaxBeforeCredits: money(s.before),
		BaseAmount: money(s.base), Credits: money(s.credits), Tax: money(s.tax),
		ConfidenceLevel: gen.TaxStateDetailConfidenceLevel(table.Confidence), Notes: table.Notes,
	}
}

func (t *yearTable) withholdingWarnings(j job) []gen.TaxWarning {
	warnings := []gen.TaxWarning{}
	if j.form.status == marriedSeparate {
		warnings = append(warnings, gen.TaxWarning{Field: "per_period.federal_income_tax", Reason: "single_table",
			Detail: "Publication 15-T withholds for married filing separately by the single table, whose 37 % row starts higher than the bracket of the return."})
	}
	if t.Withholding.Note != "" {
		warnings = append(warnings, gen.TaxWarning{Field: "annual_liability", Reason: "withholding_differs_from_law", Detail: t.Withholding.Note})
	}
	if j.form.twoJobs {
		warnings = append(warnings, gen.TaxWarning{Field: "annual_liability", Reason: "one_job_only",
			Detail: "With the step 2 box more is withheld because there is a second job; the liability shown is that of this job alone."})
	}
	return warnings
}

func (h *Handlers) stateWarnings(j job) []gen.TaxWarning {
	var warnings []gen.TaxWarning
	if used := j.table.stateYear(); used != j.table.TaxYear && j.stateTable.Type != "none" {
		warnings = append(warnings, gen.TaxWarning{Field: "state_detail.state_table_year", Reason: "table_of_another_year",
			Detail: fmt.Sprintf("State tables are at hand for %s only: the one of %d is used for %d, with the federal figures of %d where the state builds on them.", strings.Join(h.stateYears(), " and "), used, j.table.TaxYear, j.table.TaxYear)})
	}
	if j.stateTable.Confidence == "low" {
		warnings = append(warnings, gen.TaxWarning{Field: "state_detail", Reason: "low_confidence", Detail: j.stateTable.Notes})
	}
	if len(j.table.StatePayroll) > 0 {
		return warnings
	}
	for _, year := range h.knownYears() {
		for _, item := range h.years[year].StatePayroll {
			if item.State == j.state {
				return append(warnings, gen.TaxWarning{Field: "per_period.state_other", Reason: "not_tabulated",
					Detail: fmt.Sprintf("%s has payroll items such as %s; their %d rates are not in the tables and are left out.", j.state, item.Name, j.table.TaxYear)})
			}
		}
	}
	return warnings
}

// stateYears lists the years that have state tables of their own.
func (h *Handlers) stateYears() []string {
	var years []string
	for _, year := range h.knownYears() {
		if h.years[year].StatesOf == 0 {
			years = append(years, strconv.Itoa(year))
		}
	}
	return years
}

func paycheckAssumptions(j job) []string {
	list := []string{
		"The same pay in every period of the year, one job, Form W-4 of 2020 or later.",
		"annual_liability: the standard deduction without additions, no other income than stated.",
	}
	if j.stateTable != nil {
		list = append(list, "Resident of the state all year with the state's standard deduction; pre-tax deductions lower the state base too; age and blindness additions left out.")
	} else {
		list = append(list, "No state given: no state tax.")
	}
	if j.ytd != nil {
		list = append(list, "ytd_gross: Social Security, Medicare and Additional Medicare of per_period are those of the next cheque; annual stays a full year of equal pay.")
	} else if j.capReached(j.table.Federal.Payroll.WageBase) != nil {
		list = append(list, "Social Security of per_period is the year's tax spread evenly; real cheques pay in full until the wage base is reached and nothing after.")
	}
	return list
}

func paycheckConventions() gen.TaxConventions {
	return gen.TaxConventions{
		"federal_income_tax": "Publication 15-T Worksheet 1A, annual percentage tables for automated payroll, 2020 or later Form W-4; withheld, not the tax of the return, which is annual_liability",
		"state_income_tax":   "the year's tax of the state's own schedule divided by the periods, not the state's withholding formula",
		"rounding":           "each line half away from zero to cents at its end, rates to 6 decimals; total_taxes and net_pay are sums of the printed lines, so annual may differ from the periods by cents",
	}
}
