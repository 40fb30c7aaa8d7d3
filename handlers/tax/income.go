package tax

import (
	"context"
	"fmt"

	gen "github.com/farebox/farebox/gen/tax"
	"github.com/farebox/farebox/internal/problem"
	"github.com/shopspring/decimal"
)

// taxpayers is what the deductions ask about the people on a return.
type taxpayers struct {
	over65, blind int
}

// TaxIncome answers GET /tax/income: federal income tax by the exact schedule, with every step.
func (h *Handlers) TaxIncome(_ context.Context, req gen.TaxIncomeRequestObject) (gen.TaxIncomeResponseObject, error) {
	p := req.Params
	t, status, err := h.filing(p.TaxYear, p.FilingStatus)
	if err != nil {
		return nil, err
	}

	in := inputs{}
	gross, err := amount("gross_income", p.GrossIncome)
	if err != nil {
		return nil, err
	}

	in.put("gross_income", gross)
	in.put("filing_status", status)
	in.put("tax_year", t.TaxYear)
	people, err := readPeople(p, status, in)
	if err != nil {
		return nil, err
	}

	deduction, deducted, err := t.deduction(p, gross, status, people, in)
	if err != nil {
		return nil, err
	}

	brackets := t.Federal.brackets(status)
	taxable := floorZero(gross.Sub(deducted))
	portions := brackets.between(decimal.Zero, taxable)
	tax := total(portions)
	in.put("dependents_under_17", p.DependentsUnder17)
	in.put("other_dependents", p.OtherDependents)
	credits := t.Federal.dependentCredits(status, gross, tax, p.DependentsUnder17, p.OtherDependents)

	// The total is the difference of the printed lines, so that they add up.
	owed := cents(tax).Sub(cents(credits.allowed))
	next := decimal.Zero
	if gross.GreaterThanOrEqual(deducted) {
		next = brackets.nextRate(taxable)
	}

	return gen.TaxIncome200JSONResponse{
		TaxYear: t.TaxYear, FilingStatus: status, GrossIncome: money(gross), Deduction: deduction, TaxableIncome: money(taxable),
		IncomeTax: money(tax), Credits: money(credits.allowed), DependentCredits: credits.answer(), TotalFederalIncomeTax: money(owed),
		AfterTaxIncome: money(gross.Sub(owed)), MarginalRate: exact(brackets.lastRate(taxable)), NextDollarRate: exact(next),
		EffectiveRate: ratio(owed, gross), Brackets: bracketSteps(portions), Inputs: gen.TaxInputs(in),
		Assumptions: []string{
			"All income is taxed at ordinary rates and is modified adjusted gross income too: no adjustments.",
			"Full-year US resident, not claimed as a dependent by another taxpayer.",
		},
		NotModelled: incomeNotModelled(p),
		Warnings:    t.itemizedWarnings(deduction),
		Conventions: incomeConventions(),
		Source:      t.Federal.Source, TablesDate: t.AsOf, Disclaimer: disclaimer,
	}, nil
}

// itemizedLimitedFrom is the first year of the limits of itemized deductions in Pub. L. 119-21.
const itemizedLimitedFrom = 2026

// itemizedLeft is what 26 USC 68 leaves of itemized deductions: they are cut by 2/37 of themselves or of the income in
// the top bracket, whichever is less. The other deductions have all been phased out at such an income.
func (t *yearTable) itemizedLeft(itemized, gross decimal.Decimal, status string) decimal.Decimal {
	if t.TaxYear < itemizedLimitedFrom {
		return itemized
	}
	ends := t.Federal.BracketEnds[status]
	excess := decimal.Min(itemized, floorZero(gross.Sub(ends[len(ends)-1])))
	return itemized.Sub(excess.Mul(decimal.NewFromInt(2)).DivRound(decimal.NewFromInt(37), 2))
}

// itemizedWarnings report the limits of itemized deductions from 2026 on.
func (t *yearTable) itemizedWarnings(d gen.TaxDeduction) []gen.TaxWarning {
	if t.TaxYear < itemizedLimitedFrom || d.Type != gen.TaxDeductionTypeItemized {
		return []gen.TaxWarning{}
	}
	warnings := []gen.TaxWarning{{
		Field:  "deduction.itemized",
		Reason: "limited_from_2026",
		Detail: "Of charitable gifts the first 0.5 % of income is not deductible from 2026 on (26 USC 170(b)(1)(I)): " +
			"itemized_deductions is taken as what is left.",
	}}
	if *d.Itemized != d.Amount {
		warnings = append(warnings, gen.TaxWarning{
			Field:  "deduction.amount",
			Reason: "limited_in_the_top_bracket",
			Detail: fmt.Sprintf("26 USC 68 leaves %s of the itemized deductions of %s.", d.Amount, *d.Itemized),
		})
	}
	return warnings
}

func incomeConventions() gen.TaxConventions {
	return gen.TaxConventions{
		"method":        "exact_schedule: the rate schedule itself; the printed Tax Table below 100,000 uses steps of 50 dollars and can differ by about 6 dollars",
		"rounding":      "each line half away from zero to cents at its end, rates to 6 decimals; not to whole dollars as a form may",
		"marginal_rate": "of the last taxable dollar; phase-outs of deductions and credits are not in it",
	}
}

func incomeNotModelled(p gen.TaxIncomeParams) []string {
	list := []string{"niit", "state_tax", "payroll_tax", "preferential_capital_gains_rates", "refundable_credits", "other_credits"}
	if p.ItemizedDeductions != nil {
		// Without itemizing the tentative minimum tax stays below the regular tax of wage income.
		list = append(list, "amt")
	}
	return list
}

// readPeople reads age and blindness of the taxpayer and, on a joint return, of the spouse.
func readPeople(p gen.TaxIncomeParams, status string, in inputs) (taxpayers, error) {
	if status != marriedJointly {
		for _, spouse := range []struct {
			field string
			given bool
		}{{"spouse_age", p.SpouseAge != nil}, {"spouse_is_65", p.SpouseIs65 != nil}, {"spouse_blind", p.SpouseBlind}} {
			if spouse.given {
				return taxpayers{}, problem.Invalid(spouse.field, "%s goes with filing_status married_jointly only", spouse.field)
			}
		}
	}

	var people taxpayers
	for _, one := range []struct {
		prefix string
		age    *int
		is65   *bool
		blind  bool
	}{{"", p.Age, p.Is65, p.Blind}, {"spouse_", p.SpouseAge, p.SpouseIs65, p.SpouseBlind}} {
		old := one.is65 != nil && *one.is65
		if one.age != nil {
			byAge := *one.age >= 65
			if one.is65 != nil && old != byAge {
				return taxpayers{}, problem.Invalid(one.prefix+"is_65", "%sis_65 and %sage contradict each other: give one of them", one.prefix, one.prefix)
			}
			old = byAge
			in.put(one.prefix+"age", *one.age)
		}
		if one.is65 != nil {
			in.put(one.prefix+"is_65", old)
		}
		if old {
			people.over65++
		}
		if one.blind {
			people.blind++
			in.put(one.prefix+"blind", true)
		}
	}

	return people, nil
}

// deduction is what comes off gross income, and the sum of it.
func (t *yearTable) deduction(p gen.TaxIncomeParams, gross decimal.Decimal, status string, people taxpayers, in inputs) (gen.TaxDeduction, decimal.Decimal, error) {
	f := &t.Federal
	additional := f.AgedOrBlind[status].Mul(decimal.NewFromInt(int64(people.over65 + people.blind)))
	standard := f.StandardDeduction[status].Add(additional)
	itemized, err := optionalAmount("itemized_deductions", p.ItemizedDeductions)
	if err != nil {
		return gen.TaxDeduction{}, decimal.Zero, err
	}

	in.putGiven("itemized_deductions", p.ItemizedDeductions, itemized)
	temporary, err := t.temporaryDeductions(p, gross, status, people, in)
	if err != nil {
		return gen.TaxDeduction{}, decimal.Zero, err
	}

	used := standard
	answer := gen.TaxDeduction{
		Type:       gen.TaxDeductionTypeStandard,
		Additional: money(additional),
		Standard:   money(standard),
		Obbba:      temporary.answer(),
	}
	if p.ItemizedDeductions != nil {
		answer.Itemized = new(money(itemized))
	}

	if left := t.itemizedLeft(itemized, gross, status); left.GreaterThan(standard) {
		used = left
		answer.Type = gen.TaxDeductionTypeItemized
	}

	sum := used.Add(temporary.sum())
	answer.Amount = money(used)
	answer.Total = money(sum)
	return answer, sum, nil
}
