package tax

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"testing"

	"github.com/shopspring/decimal"
	"pgregory.net/rapid"
)

var cent = decimal.New(1, -2)

// someCase draws a year's table and a filing status.
func someCase(t *rapid.T, h *Handlers) (*yearTable, string) {
	return h.years[rapid.SampledFrom(h.knownYears()).Draw(t, "year")], rapid.SampledFrom(statuses()).Draw(t, "status")
}

// usd draws an amount in cents, often near an edge.
func usd(t *rapid.T, name string, edges ...decimal.Decimal) decimal.Decimal {
	if len(edges) > 0 && rapid.Bool().Draw(t, name+" near an edge") {
		edge := rapid.SampledFrom(edges).Draw(t, name+" edge")
		return floorZero(edge.Add(decimal.New(rapid.Int64Range(-300, 300).Draw(t, name+" off"), -2)))
	}
	return decimal.New(rapid.Int64Range(0, 2_000_000_00).Draw(t, name), -2)
}

func handlers(t *testing.T) *Handlers {
	h, err := loadHandlers()
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// The slope of the tax between two incomes lies between the marginal rates at them: no jumps, no
// falling, and the rate is the slope inside a bracket.
func TestTaxRisesByTheMarginalRate(t *testing.T) {
	h := handlers(t)
	rapid.Check(t, func(t *rapid.T) {
		table, status := someCase(t, h)
		brackets := table.Federal.brackets(status)
		x := usd(t, "x", table.Federal.BracketEnds[status]...)
		y := x.Add(usd(t, "more"))
		gained := brackets.tax(y).Sub(brackets.tax(x))
		low, high := brackets.nextRate(x).Mul(y.Sub(x)), brackets.lastRate(y).Mul(y.Sub(x))
		if gained.LessThan(low) || gained.GreaterThan(high) {
			t.Fatalf("from %s to %s: %s is not between %s and %s", x, y, gained, low, high)
		}
		if total(brackets.between(decimal.Zero, x)).Add(total(brackets.between(x, y))).Cmp(brackets.tax(y)) != 0 {
			t.Fatalf("the tax of the parts at %s and %s is not the tax of the whole", x, y)
		}
	})
}

// What is printed adds up: bracket incomes to taxable income, bracket taxes to the tax within half a
// cent each, the total and what is left to the income.
func TestIncomeAnswerAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h, err := loadHandlers()
		if err != nil {
			t.Fatalf("%v", err)
		}
		table, status := someCase(t, h)
		gross := usd(t, "gross")
		children := rapid.IntRange(0, 3).Draw(t, "children")
		a := get(t, fmt.Sprintf("/tax/income?tax_year=%d&filing_status=%s&gross_income=%s&dependents_under_17=%d",
			table.TaxYear, status, gross, children))
		var income, tax decimal.Decimal
		steps := a.at("brackets").([]any)
		for i := range steps {
			income = income.Add(a.num(fmt.Sprintf("brackets.%d.income_in_bracket", i)))
			tax = tax.Add(a.num(fmt.Sprintf("brackets.%d.tax", i)))
		}
		if !income.Equal(a.num("taxable_income")) {
			t.Fatalf("%s: brackets hold %s", a.from, income)
		}
		if tax.Sub(a.num("income_tax")).Abs().GreaterThan(cent.Mul(decimal.NewFromInt(int64(len(steps) + 1)))) {
			t.Fatalf("%s: brackets tax %s", a.from, tax)
		}
		if !a.num("income_tax").Sub(a.num("credits")).Equal(a.num("total_federal_income_tax")) {
			t.Fatalf("%s: total is not tax less credits", a.from)
		}
		if !a.num("after_tax_income").Add(a.num("total_federal_income_tax")).Equal(a.num("gross_income")) {
			t.Fatalf("%s: after_tax_income and the tax are not gross_income", a.from)
		}
	})
}

// Except where the W-4 single table is used for married filing separately, and in 2025, the
// withholding of a year is the tax of the return: 15-T embeds the same deduction.
func TestWithholdingOfAYearIsTheTaxOfTheReturn(t *testing.T) {
	h := handlers(t)
	rapid.Check(t, func(t *rapid.T) {
		table, status := someCase(t, h)
		wages := usd(t, "wages")
		form := w4{status: status}
		withheld := table.Withholding.compute(wages, form).afterCredits
		tax := table.Federal.brackets(status).tax(floorZero(wages.Sub(table.Federal.StandardDeduction[status])))
		end := table.Federal.BracketEnds[marriedSeparate]
		switch {
		case table.TaxYear == 2025:
			if withheld.LessThan(tax) && status != marriedSeparate {
				t.Fatalf("2025 %s %s: %s withheld is under the tax %s", status, wages, withheld, tax)
			}
		case status == marriedSeparate && wages.GreaterThan(end[len(end)-1]):
			if withheld.GreaterThan(tax) {
				t.Fatalf("%d separately %s: %s withheld is over the tax %s", table.TaxYear, wages, withheld, tax)
			}
		case !withheld.Equal(tax):
			t.Fatalf("%d %s %s: %s withheld, tax %s", table.TaxYear, status, wages, withheld, tax)
		}
	})
}

// tabulated is the states whose law of the year is in the tables, sorted.
func tabulated(table *yearTable) []string {
	var codes []string
	for code, s := range table.States {
		if s.Type != untabulated {
			codes = append(codes, code)
		}
	}
	slices.Sort(codes)
	return codes
}

// total_taxes and net_pay are sums of the printed lines, and the periods make up the year to within
// half a cent each.
func TestPaycheckAddsUp(t *testing.T) {
	h := handlers(t)

	lines := []string{
		"federal_income_tax", "social_security", "medicare", "additional_medicare", "state_income_tax",
		"local_income_tax",
	}
	rapid.Check(t, func(t *rapid.T) {
		table, status := someCase(t, h)
		gross := usd(t, "gross")
		state := rapid.SampledFrom(tabulated(table)).Draw(t, "state")
		dependents := rapid.IntRange(0, 4).Draw(t, "dependents")
		if table.States[state].refusal(status, dependents) != "" {
			t.Skip("refused")
		}
		if local := table.States[state].Local; local != nil {
			places := slices.Sorted(maps.Keys(local.Places))
			state += "&locality=" + url.QueryEscape(rapid.SampledFrom(places).Draw(t, "locality"))
		}
		period := rapid.SampledFrom([]string{
			"weekly", "biweekly", "semimonthly", "monthly", "quarterly", "semiannually", "annually", "daily",
		}).Draw(t, "period")
		pretax := gross.Mul(decimal.New(rapid.Int64Range(0, 100).Draw(t, "percent"), -2))
		a := get(t, fmt.Sprintf("/tax/paycheck?tax_year=%d&filing_status=%s&gross_income=%s&state=%s&pay_period=%s"+
			"&pretax_deductions=%s&dependents=%d", table.TaxYear, status, gross, state, period, pretax, dependents))
		if a.at("annual.total_taxes") == nil {
			a.warned("", "not_tabulated", "total_taxes, net_pay and effective_rate are null")
			a.withoutSums("annual.total_taxes")
			return
		}
		periods := a.num("periods_per_year")
		for _, column := range []string{"per_period", "annual"} {
			var sum decimal.Decimal
			for _, line := range lines {
				if a.at(column+"."+line) == nil {
					continue // no local tax
				}
				v := a.num(column + "." + line)
				if v.IsNegative() {
					t.Fatalf("%s: %s.%s is %s", a.from, column, line, v)
				}
				sum = sum.Add(v)
			}
			for i := range a.at(column + ".state_other").([]any) {
				sum = sum.Add(a.num(fmt.Sprintf("%s.state_other.%d.amount", column, i)))
			}
			if !sum.Equal(a.num(column + ".total_taxes")) {
				t.Fatalf("%s: %s lines make %s", a.from, column, sum)
			}
			net := a.num(column + ".gross").Sub(a.num(column + ".pretax_deductions")).Sub(sum)
			if !net.Equal(a.num(column + ".net_pay")) {
				t.Fatalf("%s: %s.net_pay is not gross less deductions and taxes", a.from, column)
			}
		}
		for _, line := range lines {
			if a.at("annual."+line) == nil {
				continue
			}
			off := a.num("per_period." + line).Mul(periods).Sub(a.num("annual." + line)).Abs()
			if off.GreaterThan(cent.Div(decimal.NewFromInt(2)).Mul(periods.Add(decimal.NewFromInt(1)))) {
				t.Fatalf("%s: the periods are %s away from the year's %s", a.from, off, line)
			}
		}
	})
}

// The cheques of a year that are paid one after the other withhold the year's Social Security.
func TestChequesOfAYearWithholdTheYearsSocialSecurity(t *testing.T) {
	for _, gross := range []string{"100000", "200000", "184500", "500000.6"} {
		year := get(t, "/tax/paycheck?pay_period=monthly&gross_income="+gross)
		month := decimal.RequireFromString(gross).DivRound(decimal.NewFromInt(12), 2)
		var sum, ytd decimal.Decimal
		for range 12 {
			cheque := get(t, fmt.Sprintf("/tax/paycheck?pay_period=monthly&gross_income=%s&ytd_gross=%s", gross, ytd))
			sum = sum.Add(cheque.num("per_period.social_security"))
			ytd = ytd.Add(month)
		}
		if sum.Sub(year.num("annual.social_security")).Abs().GreaterThan(cent.Mul(decimal.NewFromInt(6))) {
			t.Errorf("%s: twelve cheques withhold %s, the year is %s", gross, sum, year.num("annual.social_security"))
		}
	}
}

// Every state: no tax on nothing, never negative, never more than 15 %, and more dependants or a
// joint return never cost more.
func TestStateTaxIsBounded(t *testing.T) {
	h := handlers(t)
	most := decimal.New(15, -2)
	rapid.Check(t, func(t *rapid.T) {
		table, status := someCase(t, h)
		income := usd(t, "income")
		federal := table.Federal.brackets(status).tax(floorZero(income.Sub(table.Federal.StandardDeduction[status])))
		for code, s := range table.States {
			c := stateCase{
				income:           income,
				status:           status,
				federalDeduction: table.Federal.StandardDeduction[status],
				federalTax:       federal,
			}
			r := s.compute(c)
			if r.tax.IsNegative() || r.tax.GreaterThan(income.Mul(most)) || r.taxable.GreaterThan(income) {
				t.Fatalf("%d %s %s %s: tax %s on %s", table.TaxYear, code, status, income, r.tax, r.taxable)
			}
			c.dependents = decimal.NewFromInt(2)
			if with := s.compute(c); with.tax.GreaterThan(r.tax) {
				t.Fatalf("%d %s %s %s: dependants raise the tax from %s to %s",
					table.TaxYear, code, status, income, r.tax, with.tax)
			}
			if nothing := s.compute(stateCase{status: status}); !nothing.tax.IsZero() {
				t.Fatalf("%d %s %s: %s on nothing", table.TaxYear, code, status, nothing.tax)
			}
		}
	})
}

// A dollar more never costs more than a dollar in a state whose rules have no steps in income, and
// the tax never falls there.
func TestSmoothStatesTaxContinuously(t *testing.T) {
	h := handlers(t)
	stepped := map[string]bool{
		"AL": true, "AR": true, "AZ": true, "CA": true, "CO": true, "CT": true, "DE": true, "GA": true,
		"ID": true, "IL": true, "KS": true, "KY": true, "MD": true, "MN": true, "MO": true,
		"OH": true, "OR": true,

		"NJ": true, // filing threshold
		"NM": true, // the exemption of low incomes ends at a limit
		"NY": true, // recapture, household credit
		"PA": true, // forgiveness in steps of 10 %
		"RI": true, // deduction and exemptions in steps of 20 %
		"UT": true, // nothing due up to the federal deduction
		"VA": true, // filing threshold
		"VT": true, // minimum tax
		"WV": true, // family tax credit in steps of 10 %
	}
	rapid.Check(t, func(t *rapid.T) {
		table, status := someCase(t, h)
		income := usd(t, "income")
		for code, s := range table.States {
			if stepped[code] {
				continue
			}
			before := s.compute(caseOf(table, code, status, 0, income)).tax
			more := caseOf(table, code, status, 0, income.Add(decimal.NewFromInt(1)))
			gained := s.compute(more).tax.Sub(before)
			if gained.IsNegative() || gained.GreaterThan(decimal.New(20, -2)) {
				t.Fatalf("%d %s %s %s: one dollar more costs %s", table.TaxYear, code, status, income, gained)
			}
		}
	})
}

// A gain taxed long-term is never dearer than short-term, parts of a gain make up the whole, and the
// tax saved by a loss is what the ordinary tax falls by.
func TestGainLaws(t *testing.T) {
	h := handlers(t)
	rapid.Check(t, func(t *rapid.T) {
		table, status := someCase(t, h)
		f := &table.Federal
		edges := slices.Concat(f.GainEnds[status], f.BracketEnds[status])
		gain, ordinary := usd(t, "gain", edges...), usd(t, "ordinary", edges...)
		c := gainCase{gain: gain, taxableGain: gain, ordinary: ordinary, status: status}
		long, short := f.longTerm(c), f.shortTerm(c)
		if long.tax.GreaterThan(short.tax) {
			t.Fatalf("%d %s %s on %s: long %s, short %s", table.TaxYear, status, gain, ordinary, long.tax, short.tax)
		}
		var sum decimal.Decimal
		for _, p := range long.portions {
			sum = sum.Add(p.amount)
		}
		if !sum.Equal(gain) {
			t.Fatalf("bands hold %s of %s", sum, gain)
		}
		if whole := f.brackets(status).tax(ordinary.Add(gain)).Sub(f.brackets(status).tax(ordinary)); !whole.Equal(short.tax) {
			t.Fatalf("short-term tax %s, difference of the ordinary tax %s", short.tax, whole)
		}
		deductible, carried, saved := f.loss(gainCase{gain: gain.Neg(), ordinary: ordinary, status: status})
		if !deductible.Add(carried).Equal(gain) || deductible.GreaterThan(f.CapitalLossLimit[status]) || saved.GreaterThan(deductible) {
			t.Fatalf("loss of %s on %s: %s deductible, %s carried, %s saved", gain, ordinary, deductible, carried, saved)
		}
	})
}

// Half of the self-employment tax is deductible, and the combined rate never passes 15.3 % of net
// earnings plus 0.9 %.
func TestSelfEmploymentLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		h, err := loadHandlers()
		if err != nil {
			t.Fatalf("%v", err)
		}
		table, status := someCase(t, h)
		a := get(t, fmt.Sprintf("/tax/fica?self_employed=true&tax_year=%d&filing_status=%s&wages=%s&w2_wages=%s", table.TaxYear, status, usd(t, "profit"), usd(t, "w2")))
		tax := a.num("self_employment_tax")
		if !a.num("social_security.tax").Add(a.num("medicare.tax")).Equal(tax) || !tax.Add(a.num("additional_medicare.tax")).Equal(a.num("total")) {
			t.Fatalf("%s: the parts do not make up the total", a.from)
		}
		if a.num("deductible_half").Mul(decimal.NewFromInt(2)).Sub(tax).Abs().GreaterThan(cent) {
			t.Fatalf("%s: half of %s is %s", a.from, tax, a.num("deductible_half"))
		}
		if a.num("total").GreaterThan(a.num("net_earnings").Mul(decimal.New(162, -3)).Add(cent.Mul(decimal.NewFromInt(3)))) {
			t.Fatalf("%s: %s is too much", a.from, a.num("total"))
		}
	})
}
