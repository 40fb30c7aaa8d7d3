package tax

import (
	"context"

	gen "github.com/farebox/farebox/gen/tax"
	"github.com/farebox/farebox/internal/response"
	"github.com/shopspring/decimal"
)

// payLines are the lines of pay over some time, unrounded.
type payLines struct {
	gross          decimal.Decimal
	pretax         decimal.Decimal
	federal        decimal.Decimal
	socialSecurity decimal.Decimal
	medicare       decimal.Decimal
	additional     decimal.Decimal
	state          *decimal.Decimal // nil when it is not known
	local          *decimal.Decimal // nil when there is none in the tables, or it is not known
	other          []namedAmount
	complete       bool  // no tax that is due is missing
	missing        *span // between what the taxes lie that are; nil when nothing is missing, or nothing bounds it
}

type namedAmount struct {
	name   string
	amount decimal.Decimal
}

// divided is the lines of one of n equal periods, each rounded to cents.
func (l payLines) divided(n decimal.Decimal) payLines {
	share := func(amount decimal.Decimal) decimal.Decimal { return amount.DivRound(n, 2) }
	out := payLines{
		gross:          share(l.gross),
		pretax:         share(l.pretax),
		federal:        share(l.federal),
		socialSecurity: share(l.socialSecurity),
		medicare:       share(l.medicare),
		additional:     share(l.additional),
		state:          response.Formed(l.state, share),
		local:          response.Formed(l.local, share),
		complete:       l.complete,
	}

	if l.missing != nil {
		part := spanOf(l.missing.low.DivRound(n, 2), l.missing.high.DivRound(n, 2))
		out.missing = &part
	}
	for _, o := range l.other {
		out.other = append(out.other, namedAmount{o.name, o.amount.DivRound(n, 2)})
	}
	return out
}

// taxes is the sum of the rounded taxes that are known.
func (l payLines) taxes() decimal.Decimal {
	sum := cents(l.federal).Add(cents(l.socialSecurity)).Add(cents(l.medicare)).Add(cents(l.additional))
	for _, d := range []*decimal.Decimal{l.state, l.local} {
		if d != nil {
			sum = sum.Add(cents(*d))
		}
	}
	for _, o := range l.other {
		sum = sum.Add(cents(o.amount))
	}
	return sum
}

func (l payLines) answer() gen.TaxPay {
	pay := gen.TaxPay{
		Gross:              money(l.gross),
		PretaxDeductions:   money(l.pretax),
		FederalIncomeTax:   money(l.federal),
		SocialSecurity:     money(l.socialSecurity),
		Medicare:           money(l.medicare),
		AdditionalMedicare: money(l.additional),
		StateIncomeTax:     response.Formed(l.state, money),
		LocalIncomeTax:     response.Formed(l.local, money),
		StateOther:         make([]gen.TaxNamedAmount, len(l.other)),
	}
	for i, o := range l.other {
		pay.StateOther[i] = gen.TaxNamedAmount{Name: o.name, Amount: money(o.amount)}
	}

	net := l.net()
	switch {
	case l.complete:
		pay.TotalTaxes = new(money(l.taxes()))
		pay.NetPay = new(money(net))
	case l.missing != nil:
		pay.NetPayRange = &gen.TaxNetPayRange{
			Lowest:  money(net.Sub(cents(l.missing.high))),
			Highest: money(net.Sub(cents(l.missing.low))),
		}
	}
	return pay
}

// TaxPaycheck answers GET /tax/paycheck: what is withheld from a cheque, and the year around it.
func (h *Handlers) TaxPaycheck(
	_ context.Context, req gen.TaxPaycheckRequestObject,
) (gen.TaxPaycheckResponseObject, error) {
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
		gross:          j.gross,
		pretax:         j.pretax.Add(j.section125),
		federal:        fed.annual(j.form, j.periods),
		socialSecurity: fica.socialSecurity,
		medicare:       fica.medicare,
		additional:     fica.additional,
		state:          new(decimal.Decimal), // nothing without a state
		complete:       true,
	}

	answer := j.paycheck(fed)
	answer.Warnings = t.withholdingWarnings(j)
	answer.Models = j.models()
	answer.Supplemental = j.answerSupplemental()
	if j.stateTable != nil {
		h.answerState(j, &year, &answer)
	}

	cheque := year.divided(j.periods)
	if j.ytd != nil {
		j.nextCheque(&cheque)
	}
	answer.PerPeriod = cheque.answer()
	answer.Annual = year.answer()
	if year.complete {
		rate := ratio(year.taxes(), j.gross)
		answer.EffectiveRate = &rate
	}
	answer.AnnualLiability = gen.TaxLiability{
		Method:                "exact_schedule",
		TaxableIncome:         money(taxable),
		FederalIncomeTax:      money(liability),
		WithheldLessLiability: money(cents(year.federal).Sub(cents(liability))),
		AdditionalMedicare:    money(law.employee(j.ficaWages(), law.AdditionalThreshold[j.form.status]).additional),
	}
	return answer, nil
}

// paycheck is the answer without its sums and without the state.
func (j job) paycheck(fed withheld) gen.TaxPaycheck200JSONResponse {
	t := j.table
	law := &t.Federal.Payroll

	return gen.TaxPaycheck200JSONResponse{
		TaxYear:        t.TaxYear,
		FilingStatus:   j.form.status,
		PayPeriod:      j.period,
		PeriodsPerYear: int(j.periods.IntPart()),
		GrossAnnual:    money(j.gross),
		GrossPerPeriod: money(j.gross.DivRound(j.periods, 2)),

		Method:               "pub_15t_percentage_automated",
		WithholdingSteps:     fed.answer(j.form, j.periods),
		SsCapReachedInPeriod: j.capReached(law.WageBase),
		MarginalRates: gen.TaxMarginalRates{
			Federal: exact(fed.rate),
			State:   rateOrNull(decimal.Zero),
			Fica:    exact(law.rateAt(j.ficaWages(), law.AdditionalWithheldAboveAnyway)),
		},

		Inputs:      gen.TaxInputs(j.in),
		Assumptions: paycheckAssumptions(j),
		Conventions: paycheckConventions(),
		NotModelled: paycheckNotModelled(j),
		Source:      t.Withholding.Source + "; " + t.Federal.Source,
		TablesDate:  t.AsOf,
		Disclaimer:  disclaimer,
	}
}

// answerState puts what the state takes into the year and the answer.
func (h *Handlers) answerState(j job, year *payLines, answer *gen.TaxPaycheck200JSONResponse) {
	s := j.stateTable.compute(j.stateCase())
	j.addStateLines(year, s)

	missing := h.payrollWarnings(j)
	if len(missing) > 0 {
		year.complete = false
		year.missing = nil // nothing bounds them
	}

	answer.State = &j.state
	answer.MarginalRates.State = j.stateRate(s)
	answer.StateDetail = j.stateDetail(s)
	answer.StateWithholding = j.answerStateWithholding(*year, s)
	answer.Warnings = append(answer.Warnings, j.stateWarnings(s)...)
	answer.Warnings = append(answer.Warnings, missing...)
}

// nextCheque makes the payroll tax that of the cheque after ytd: what is left of the base and of the threshold.
func (j job) nextCheque(cheque *payLines) {
	law := &j.table.Federal.Payroll
	before := law.employee(*j.ytd, law.AdditionalWithheldAboveAnyway)
	after := law.employee(j.ytd.Add(j.ficaWages().DivRound(j.periods, 2)), law.AdditionalWithheldAboveAnyway)

	cheque.socialSecurity = after.socialSecurity.Sub(before.socialSecurity)
	cheque.medicare = after.medicare.Sub(before.medicare)
	cheque.additional = after.additional.Sub(before.additional)
}

// liability is the federal income tax of the year on this job alone, and its taxable income.
func (t *yearTable) liability(j job) (tax, taxable decimal.Decimal) {
	form := j.form
	income := j.incomeWages().Add(form.otherIncome)
	standard := t.Federal.StandardDeduction[form.status].Add(j.agedAddition())
	deductions := decimal.Sum(form.deductions, standard, j.seniorDeduction(income))
	taxable = floorZero(income.Sub(deductions))
	return floorZero(t.Federal.brackets(form.status).tax(taxable).Sub(form.credits)), taxable
}

func (t *yearTable) withholdingWarnings(j job) []gen.TaxWarning {
	warnings := []gen.TaxWarning{}
	if j.form.status == marriedSeparate {
		warnings = append(warnings, gen.TaxWarning{
			Field:  "per_period.federal_income_tax",
			Reason: "single_table",
			Detail: "Publication 15-T withholds for married filing separately by the single table, " +
				"whose 37 % row starts higher than the bracket of the return.",
		})
	}

	if t.Withholding.Note != "" {
		warnings = append(warnings, gen.TaxWarning{
			Field:  "annual_liability",
			Reason: "withholding_differs_from_law",
			Detail: t.Withholding.Note,
		})
	}

	if j.form.twoJobs {
		warnings = append(warnings, gen.TaxWarning{
			Field:  "annual_liability",
			Reason: "one_job_only",
			Detail: "With the step 2 box more is withheld because there is a second job; " +
				"the liability shown is that of this job alone.",
		})
	}

	return warnings
}

func paycheckNotModelled(j job) []string {
	list := []string{
		"local_taxes_other_than_locality",
		"itemized_deductions",
	}
	if j.stateTable == nil || j.stateTable.Type != "none" && j.stateTable.Withholding == nil {
		list = append(list, "state_withholding_formula")
	}
	return append(list, "state_refundable_credits", "reciprocity_between_states")
}

func paycheckAssumptions(j job) []string {
	list := []string{
		"The same pay in every period of the year, one job, Form W-4 of 2020 or later.",
		"annual_liability: the standard deduction, with is_65 and spouse_is_65 its additions and the senior deduction; " +
			"no other income than stated.",
	}

	if j.stateTable != nil {
		list = append(list,
			"Resident of the state all year with the state's standard deduction; "+
				"pre-tax deductions lower the state base too unless state_detail says otherwise; "+
				"additions for blindness left out.",
			"State tax: wages of one earner, of 25 to 64 years without is_65, and no other income; "+
				"the dependents are the filer's children of 6 to 16 years.",
		)
	} else {
		list = append(list, "No state given: no state tax.")
	}

	if j.ytd != nil {
		list = append(list, "ytd_gross: Social Security, Medicare and Additional Medicare of per_period are those of "+
			"the next cheque; annual stays a full year of equal pay.")
	} else if j.capReached(j.table.Federal.Payroll.WageBase) != nil {
		list = append(list, "Social Security of per_period is the year's tax spread evenly; "+
			"real cheques pay in full until the wage base is reached and nothing after.")
	}

	return list
}

func paycheckConventions() gen.TaxConventions {
	return gen.TaxConventions{
		"federal_income_tax": "Publication 15-T Worksheet 1A, annual percentage tables for automated payroll, " +
			"2020 or later Form W-4; withheld, not the tax of the return, which is annual_liability",
		"state_income_tax": "the year's tax of the state's own schedule, after the credits that are not refundable, " +
			"divided by the periods; what is withheld is state_withholding",
		"state_withholding": "what the state's own formula withholds from one of equal cheques; beside the liability, " +
			"never in the sums",
		"rounding": "each line half away from zero to cents at its end, rates to 6 decimals; " +
			"total_taxes and net_pay are sums of the printed lines, so annual may differ from the periods by cents",
	}
}
