package tax

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/shopspring/decimal"
)

// TestStateWithholdingIsTheStatesOwnFormula holds the formulas against sums by hand. Federal tax withheld is 5,020 from
// 60,000 and 2,620 from 40,000.
func TestStateWithholdingIsTheStatesOwnFormula(t *testing.T) {
	for _, c := range []struct {
		query, annual, less, sum string
	}{
		{"state=OR&gross_income=60000", "3973.63", "-0.5", "678 + 8.75 % of (60,000 - 5,020 - 2,910 - 11,400) - 263"},
		{"state=OR&gross_income=40000", "2696.63", "262.5", "941 + 8.75 % of (40,000 - 2,620 - 2,910 - 11,400) - 263"},
		{"state=OR&gross_income=40000&state_allowances=2", "2433.63", "-0.5", "the same with two allowances"},
		{"state=NE&gross_income=60000", "2124.41", "273.95", "1,343.55 + 4.48 % of (60,000 - 2,440 - 40,130)"},
		{"state=MI&gross_income=60000", "2299.25", "0", "4.25 % of (60,000 - 5,900)"},
		{"state=MI&gross_income=60000&filing_status=married_jointly&dependents=2", "1547", "0", "4.25 % of (60,000 - 4 x 5,900)"},
		{"state=KY&gross_income=60000", "1982.4", "0", "3.5 % of (60,000 - 3,360)"},
		{"state=PA&gross_income=60000", "1842", "0", "3.07 % of 60,000"},
	} {
		a := get(t, "/tax/paycheck?tax_year=2026&"+c.query)
		a.is("state_withholding.annual", c.annual)
		if got := fmt.Sprint(a.at("state_withholding.less_liability")); got != c.less {
			t.Errorf("%s (%s): %s less the liability, not %s", c.query, c.sum, got, c.less)
		}
	}
}

// TestWithheldAndLiabilityAreNotMixed names the rule: the lines of pay say what they are, and the net pay of withheld
// lines alone stands in state_withholding.
func TestWithheldAndLiabilityAreNotMixed(t *testing.T) {
	a := get(t, "/tax/paycheck?tax_year=2026&state=OR&gross_income=40000")
	a.is("models.federal_income_tax", "withheld")
	a.is("models.state_income_tax", "liability")
	a.is("models.net_pay", "federal_withheld_state_liability")
	liability := decimal.RequireFromString(fmt.Sprint(a.at("annual.net_pay")))
	withheld := decimal.RequireFromString(fmt.Sprint(a.at("state_withholding.net_pay_annual")))
	less := decimal.RequireFromString(fmt.Sprint(a.at("state_withholding.less_liability")))
	if !liability.Sub(withheld).Equal(less) {
		t.Errorf("net pay of %s and of %s differ by something else than %s", liability, withheld, less)
	}

	b := get(t, "/tax/paycheck?tax_year=2026&state=TX&gross_income=40000")
	b.is("models.net_pay", "withheld")
	b.is("models.state_income_tax", "none")
	b.is("state_withholding", "<nil>")

	c := get(t, "/tax/paycheck?tax_year=2026&state=NJ&gross_income=40000")
	c.is("state_withholding", "<nil>")
	c.is("not_modelled.2", "state_withholding_formula")
}

// TestSupplementalWagesAreWithheldByFlatRates holds 26 CFR 31.3402(g)-1 against sums by hand.
func TestSupplementalWagesAreWithheldByFlatRates(t *testing.T) {
	const year = "/tax/paycheck?tax_year=2026&gross_income=100000&"

	a := get(t, year+"state=MI&supplemental_wages=10000")
	a.is("supplemental.federal_income_tax", "2200")
	a.is("supplemental.social_security", "620")
	a.is("supplemental.medicare", "145")
	a.is("supplemental.state_income_tax", "425")
	a.is("supplemental.net", "6610")
	a.is("annual.gross", "100000") // the other lines leave it out

	b := get(t, year+"supplemental_wages=1500000")
	b.is("supplemental.federal_income_tax", "405000") // 22 % of 1,000,000 and 37 % of the rest
	b.is("supplemental.social_security", "5239")      // 6.2 % of what is left of 184,500

	c := get(t, year+"supplemental_wages=10000&ytd_gross=184500")
	c.is("supplemental.social_security", "0")

	d := get(t, year+"state=NY&supplemental_wages=10000")
	d.is("supplemental.state_income_tax", "<nil>")
	d.is("supplemental.net", "<nil>")

	e := get(t, year+"state=TX&supplemental_wages=10000")
	e.is("supplemental.state_rate", "0")
	e.is("supplemental.net", "7035")

	get(t, year+"state=MI").is("supplemental", "<nil>")
}

// TestAgeOf65ChangesTheLiabilityAndNotWhatIsWithheld: 60,000 less 16,100, 2,050 for age and the senior deduction of
// 6,000, which falls by 6 % of income above 75,000.
func TestAgeOf65ChangesTheLiabilityAndNotWhatIsWithheld(t *testing.T) {
	a := get(t, "/tax/paycheck?tax_year=2026&gross_income=60000&is_65=true")
	a.is("annual_liability.taxable_income", "35850")
	a.is("annual_liability.federal_income_tax", "4054")
	a.is("annual.federal_income_tax", "5020")

	get(t, "/tax/paycheck?tax_year=2026&gross_income=100000&is_65=true").
		is("annual_liability.taxable_income", "77350") // 100,000 - 18,150 - 4,500
	get(t, "/tax/paycheck?tax_year=2024&gross_income=60000&is_65=true").
		is("annual_liability.taxable_income", "43450") // 60,000 - 14,600 - 1,950: no senior deduction yet
	get(t, "/tax/paycheck?tax_year=2026&gross_income=100000&filing_status=married_jointly&is_65=true&spouse_is_65=true").
		is("annual_liability.taxable_income", "52500") // 100,000 - 32,200 - 2 x 1,650 - 2 x 6,000
	refused(t, "/tax/paycheck?gross_income=1&spouse_is_65=true", "spouse_is_65", "")
}

// TestStatesGivePeopleOf65WhatTheirLawSays holds each rule against a sum by hand, in dollars of tax less.
func TestStatesGivePeopleOf65WhatTheirLawSays(t *testing.T) {
	for _, c := range []struct {
		query, less, why string
	}{
		{"state=KY&gross_income=60000", "40", "a credit of 40"},
		{"state=MA&gross_income=60000", "35", "5 % of 700"},
		{"state=PA&gross_income=60000", "0", "nothing"},
		{"state=IL&gross_income=60000&tax_year=2025", "49.5", "4.95 % of 1,000"},
		{"state=IL&gross_income=260000&tax_year=2025", "0", "none above 250,000"},
		{"state=MS&gross_income=60000", "60", "4 % of 1,500"},
		{"state=NJ&gross_income=60000", "55.25", "5.525 % of 1,000"},
		{"state=ME&gross_income=60000", "138.37", "6.75 % of 2,050"},
		{"state=IN&gross_income=30000&locality=Adams", "44.25", "2.95 % of 1,500 below 40,000"},
		{"state=IN&gross_income=60000&locality=Adams", "29.5", "2.95 % of 1,000"},
		{"state=CO&gross_income=60000", "354.2", "4.4 % of 2,050 and 6,000"},
		{"state=WI&gross_income=60000", "11", "4.4 % of 250"},
	} {
		target := "/tax/paycheck?" + c.query
		if before, after := stateTax(t, target), stateTax(t, target+"&is_65=true"); before.Sub(after).String() != c.less {
			t.Errorf("%s: %s and %s at 65, not %s less: %s", c.query, before, after, c.less, c.why)
		}
	}

	a := get(t, "/tax/paycheck?state=OH&gross_income=60000&is_65=true")
	a.is("annual.state_income_tax", "<nil>")
	a.is("annual.net_pay", "<nil>")
}

func stateTax(t *testing.T, target string) decimal.Decimal {
	t.Helper()
	tax, ok := get(t, target).at("annual.state_income_tax").(json.Number)
	if !ok {
		t.Fatalf("%s: no state tax", target)
	}
	return decimal.RequireFromString(tax.String())
}

// TestAgeNeverRaisesTheTaxOfAState is the law behind the rules, over wages and statuses. Where federal income tax comes
// off the state's base, less of it raises the state's tax.
func TestAgeNeverRaisesTheTaxOfAState(t *testing.T) {
	h, err := loadHandlers()
	if err != nil {
		t.Fatal(err)
	}
	for code, table := range h.years[2025].States {
		if table.Aged == nil || table.FederalTax != nil {
			continue
		}
		for _, status := range statuses() {
			for _, wages := range []int64{10000, 39999, 40000, 75000, 150000, 260000, 600000} {
				j := job{
					table:      h.years[2025],
					form:       w4{status: status},
					gross:      decimal.NewFromInt(wages),
					state:      code,
					stateTable: table,
				}
				young := table.compute(j.stateCase()).tax
				j.aged = 1
				if old := table.compute(j.stateCase()).tax; old.GreaterThan(young) {
					t.Errorf("%s %s %d: %s at 65, %s before", code, status, wages, old, young)
				}
			}
		}
	}
}

// TestHawaiiSaysWhichDeductionWasTaken names the rule: the standard deduction is taken, and where the state income tax
// itself is more, the tax with it stands beside.
func TestHawaiiSaysWhichDeductionWasTaken(t *testing.T) {
	a := get(t, "/tax/paycheck?state=HI&tax_year=2024&gross_income=90000")
	a.is("state_detail.deduction_taken", "standard")
	a.is("state_detail.alternative.deduction", "itemized_state_income_tax")
	a.is("state_detail.alternative.amount", fmt.Sprint(a.at("state_detail.tax")))
	taken := decimal.RequireFromString(fmt.Sprint(a.at("state_detail.tax")))
	other := decimal.RequireFromString(fmt.Sprint(a.at("state_detail.alternative.tax")))
	if !other.LessThan(taken) {
		t.Errorf("the alternative is %s, not below %s", other, taken)
	}

	for _, query := range []string{
		"state=HI&tax_year=2024&gross_income=100000", // not below the limit
		"state=HI&tax_year=2026&gross_income=90000",  // the standard deduction of 8,000 is more
		"state=OR&tax_year=2026&gross_income=90000",
	} {
		get(t, "/tax/paycheck?"+query).is("state_detail.alternative", "<nil>")
	}

	get(t, "/tax/paycheck?state=AL&tax_year=2026&gross_income=100000").
		is("state_detail.deduction_taken", "itemized_payroll_tax")
	get(t, "/tax/paycheck?state=PA&tax_year=2026&gross_income=100000").is("state_detail.deduction_taken", "none")
}
