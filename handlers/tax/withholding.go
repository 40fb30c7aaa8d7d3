package tax

import (
	gen "github.com/farebox/farebox/gen/tax"
	"github.com/shopspring/decimal"
)

// w4 is what an employee's Form W-4 (2020 or later) says.
type w4 struct {
	status      string
	twoJobs     bool            // step 2(c)
	credits     decimal.Decimal // step 3, per year
	otherIncome decimal.Decimal // step 4(a), per year
	deductions  decimal.Decimal // step 4(b), per year
	extra       decimal.Decimal // step 4(c), per period
}

// withheld is Worksheet 1A of Publication 15-T, unrounded: amounts are those of a year.
type withheld struct {
	wage, adjustment, adjusted decimal.Decimal
	schedule                   string
	row                        withholdingRow
	tentative                  decimal.Decimal
	afterCredits               decimal.Decimal
	rate                       decimal.Decimal // of the last dollar
}

// withholdingStatus is the Form W-4 status that a filing status withholds by: married filing
// separately as single, surviving spouse as joint.
func withholdingStatus(status string) string {
	switch status {
	case marriedSeparate:
		return single
	case survivingSpouse:
		return marriedJointly
	}
	return status
}

// compute withholds from a year's wages by the percentage method for automated payroll systems.
func (w *withholdingTable) compute(wages decimal.Decimal, form w4) withheld {
	key := withholdingStatus(form.status)
	r := withheld{wage: wages.Add(form.otherIncome).Sub(form.deductions), schedule: "standard, " + key}
	rows := w.Standard[key]
	if form.twoJobs {
		rows = w.TwoJobs[key]
		r.schedule = "two_jobs, " + key
	} else {
		r.adjustment = w.Adjustment[key]
	}

	r.adjusted = floorZero(r.wage.Sub(r.adjustment))
	for _, row := range rows {
		if r.adjusted.GreaterThanOrEqual(row.over) {
			r.row = row
		}
		if r.adjusted.GreaterThan(row.over) {
			r.rate = row.rate
		}
	}

	r.tentative = r.row.tax(r.adjusted)
	r.afterCredits = floorZero(r.tentative.Sub(form.credits))
	return r
}

// annual is what a year's periods withhold together, before rounding.
func (r withheld) annual(form w4, periods decimal.Decimal) decimal.Decimal {
	return r.afterCredits.Add(form.extra.Mul(periods))
}

func (r withheld) answer(form w4, periods decimal.Decimal) gen.TaxWithholdingSteps {
	return gen.TaxWithholdingSteps{
		AnnualWage: money(r.wage), Adjustment: exact(r.adjustment), AdjustedAnnualWage: money(r.adjusted), Schedule: r.schedule,
		Row: gen.TaxWithholdingRow{
			Over: exact(r.row.over),
			Base: exact(r.row.base),
			Rate: exact(r.row.rate),
		},
		TentativeAnnual: money(r.tentative), Credits: money(form.credits), ExtraPerPeriod: money(form.extra),
		PerPeriod: money(r.annual(form, periods).DivRound(periods, 2)),
	}
}
