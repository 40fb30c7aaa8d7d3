package tax

import (
	"fmt"
	"strings"
	"testing"

	"github.com/shopspring/decimal"
)

// The rate schedules of Rev. Proc. 2022-38, 2023-34, 2024-40 and 2025-32 print the tax at the start
// of each bracket; section 4.01 of each.
func TestTaxAtBracketStartsIsWhatTheRevenueProceduresPrint(t *testing.T) {
	for _, row := range []struct {
		year          int
		status        string
		starts, taxes string
	}{
		{2023, single, "11000 44725 95375 182100 231250 578125", "1100 5147 16290 37104 52832 174238.25"},
		{2023, marriedJointly, "22000 89450 190750 364200 462500 693750", "2200 10294 32580 74208 105664 186601.5"},
		{2023, marriedSeparate, "11000 44725 95375 182100 231250 346875", "1100 5147 16290 37104 52832 93300.75"},
		{2023, headOfHousehold, "15700 59850 95350 182100 231250 578100", "1570 6868 14678 35498 51226 172623.5"},
		{2024, single, "11600 47150 100525 191950 243725 609350", "1160 5426 17168.5 39110.5 55678.5 183647.25"},
		{2024, marriedJointly, "23200 94300 201050 383900 487450 731200", "2320 10852 34337 78221 111357 196669.5"},
		{2024, marriedSeparate, "11600 47150 100525 191950 243725 365600", "1160 5426 17168.5 39110.5 55678.5 98334.75"},
		{2024, headOfHousehold, "16550 63100 100500 191950 243700 609350", "1655 7241 15469 37417 53977 181954.5"},
		{2025, single, "11925 48475 103350 197300 250525 626350", "1192.5 5578.5 17651 40199 57231 188769.75"},
		{2025, marriedJointly, "23850 96950 206700 394600 501050 751600", "2385 11157 35302 80398 114462 202154.5"},
		{2025, marriedSeparate, "11925 48475 103350 197300 250525 375800", "1192.5 5578.5 17651 40199 57231 101077.25"},
		{2025, headOfHousehold, "17000 64850 103350 197300 250500 626350", "1700 7442 15912 38460 55484 187031.5"},
		{2026, single, "12400 50400 105700 201775 256225 640600", "1240 5800 17966 41024 58448 192979.25"},
		{2026, marriedJointly, "24800 100800 211400 403550 512450 768700", "2480 11600 35932 82048 116896 206583.5"},
		{2026, survivingSpouse, "24800 100800 211400 403550 512450 768700", "2480 11600 35932 82048 116896 206583.5"},
		{2026, marriedSeparate, "12400 50400 105700 201775 256225 384350", "1240 5800 17966 41024 58448 103291.75"},
		{2026, headOfHousehold, "17700 67450 105700 201750 256200 640600", "1770 7740 16155 39207 56631 191171"},
	} {
		a := get(t, fmt.Sprintf("/tax/brackets?tax_year=%d&filing_status=%s", row.year, row.status))
		starts, taxes := strings.Fields(row.starts), strings.Fields(row.taxes)
		a.is("brackets.0.from", "0")
		a.is("brackets.6.to", "<nil>")
		for i := range starts {
			a.is(fmt.Sprintf("brackets.%d.to", i), starts[i])
			a.is(fmt.Sprintf("brackets.%d.from", i+1), starts[i])
			a.is(fmt.Sprintf("brackets.%d.base_tax", i+1), taxes[i])
		}
	}
}

// Sections of the same revenue procedures and the SSA announcements; 2025 as replaced by Pub. L. 119-21.
func TestPublishedAmountsOfTheYears(t *testing.T) {
	for _, row := range []struct {
		year                                 int
		standardSingle, joint, head          string
		extraSingle, extraJoint              string
		gainZero, gainFifteen, gainFifteenMS string
		base                                 string
		amtSingle, amtStart, amt28           string
		amtRate                              string
	}{
		{2023, "13850", "27700", "20800", "1850", "1500", "44625", "492300", "276900", "160200", "81300", "578150", "220700", "0.25"},
		{2024, "14600", "29200", "21900", "1950", "1550", "47025", "518900", "291850", "168600", "85700", "609350", "232600", "0.25"},
		{2025, "15750", "31500", "23625", "2000", "1600", "48350", "533400", "300000", "176100", "88100", "626350", "239100", "0.25"},
		{2026, "16100", "32200", "24150", "2050", "1650", "49450", "545500", "306850", "184500", "90100", "500000", "244500", "0.5"},
	} {
		all := get(t, fmt.Sprintf("/tax/brackets?tax_year=%d", row.year))
		for path, want := range map[string]string{
			"single.standard_deduction": row.standardSingle, "married_separately.standard_deduction": row.standardSingle, "married_jointly.standard_deduction": row.joint,
			"surviving_spouse.standard_deduction": row.joint, "head_of_household.standard_deduction": row.head,
			"single.additional_standard_deduction": row.extraSingle, "head_of_household.additional_standard_deduction": row.extraSingle,
			"married_jointly.additional_standard_deduction": row.extraJoint, "surviving_spouse.additional_standard_deduction": row.extraJoint,
			"single.long_term_capital_gains.0.to": row.gainZero, "single.long_term_capital_gains.1.to": row.gainFifteen,
			"married_separately.long_term_capital_gains.1.to": row.gainFifteenMS,
			"single.amt.exemption":                            row.amtSingle, "single.amt.phase_out_start": row.amtStart, "single.amt.rate_28_above": row.amt28, "single.amt.phase_out_rate": row.amtRate,
			"surviving_spouse.niit.threshold": "250000", "married_separately.niit.threshold": "125000", "head_of_household.niit.threshold": "200000",
			"surviving_spouse.additional_medicare.threshold": "200000", "married_jointly.additional_medicare.threshold": "250000",
		} {
			all.is("by_status."+path, want)
		}
		all.is("social_security_wage_base", row.base)
		all.is("filing_status", "<nil>")
	}
}

func TestIncomeVectors(t *testing.T) {
	for _, row := range []struct {
		why, query string
		want       map[string]string
	}{
		{"plain", "gross_income=100000", map[string]string{"taxable_income": "83900", "income_tax": "13170", "effective_rate": "0.1317", "marginal_rate": "0.22", "brackets.2.tax": "7370", "after_tax_income": "86830"}},
		{"2025 deduction of Pub. L. 119-21", "gross_income=100000&tax_year=2025", map[string]string{"deduction.amount": "15750", "taxable_income": "84250", "income_tax": "13449"}},
		{"one age addition and the senior deduction phased out by 6 %", "gross_income=90000&age=65", map[string]string{"deduction.additional": "2050", "deduction.obbba.senior": "5100", "taxable_income": "66750"}},
		{"both seniors lose 3,000 each", "gross_income=200000&filing_status=mfj&age=70&spouse_is_65=true", map[string]string{"deduction.obbba.senior": "6000", "deduction.additional": "3300"}},
		{"no senior deduction married separately", "gross_income=60000&filing_status=mfs&is_65=true", map[string]string{"deduction.obbba.senior": "0", "deduction.additional": "1650"}},
		{"no senior deduction before 2025", "gross_income=60000&age=80&tax_year=2024", map[string]string{"deduction.obbba.senior": "0", "deduction.additional": "1950"}},
		{"blind and old count twice", "gross_income=60000&age=80&blind=true&tax_year=2024", map[string]string{"deduction.additional": "3900"}},
		{"tips: 100 per full 1,000", "gross_income=152999&tips=30000", map[string]string{"deduction.obbba.tips": "24800"}},
		{"tips: a smaller claim loses the same", "gross_income=152000&tips=150", map[string]string{"deduction.obbba.tips": "0"}},
		{"overtime cap doubles jointly", "gross_income=100000&filing_status=joint&overtime=40000", map[string]string{"deduction.obbba.overtime": "25000"}},
		{"car loan: 200 per 1,000 or part", "gross_income=100001&car_loan_interest=9000", map[string]string{"deduction.obbba.car_loan_interest": "8800"}},
		{"itemized when larger", "gross_income=100000&itemized_deductions=20000", map[string]string{"deduction.type": "itemized", "deduction.amount": "20000", "taxable_income": "80000"}},
		{
			"2026: gifts are deductible above 0.5 % only",
			"gross_income=100000&itemized_deductions=20000",
			map[string]string{
				"warnings.0.reason": "limited_from_2026",
			},
		},
		{
			"26 USC 68: 2/37 in the top bracket",
			"gross_income=700000&itemized_deductions=37000",
			map[string]string{
				"deduction.itemized": "37000",
				"warnings.1.reason":  "limited_in_the_top_bracket",
			},
		},
		{
			"no limit before 2026",
			"gross_income=700000&itemized_deductions=37000&tax_year=2025",
			map[string]string{
				"warnings": "[]",
			},
		},
		{"standard when larger", "gross_income=100000&itemized_deductions=16099.99", map[string]string{"deduction.type": "standard", "deduction.amount": "16100", "deduction.itemized": "16099.99"}},
		{"child credit and its phase-out by 50 per 1,000 or part", "gross_income=210001&dependents_under_17=1&other_dependents=1", map[string]string{"dependent_credits.child_tax_credit": "2200", "dependent_credits.phase_out": "550", "credits": "2150"}},
		{"child credit was 2,000 until 2024", "gross_income=100000&dependents_under_17=2&tax_year=2024", map[string]string{"credits": "4000"}},
		{"credits end at the tax", "gross_income=20000&dependents_under_17=3", map[string]string{"income_tax": "390", "credits": "390", "total_federal_income_tax": "0"}},
		{"nothing taxable", "gross_income=16099", map[string]string{"taxable_income": "0", "income_tax": "0", "marginal_rate": "0", "next_dollar_rate": "0", "effective_rate": "0"}},
		{"the next dollar is taxed", "gross_income=16100", map[string]string{"marginal_rate": "0", "next_dollar_rate": "0.1"}},
		{"last and next dollar at an edge", "gross_income=66500", map[string]string{"taxable_income": "50400", "marginal_rate": "0.12", "next_dollar_rate": "0.22"}},
		{"nothing earned", "gross_income=0", map[string]string{"effective_rate": "0", "after_tax_income": "0"}},
		{"half a cent goes away from zero", "gross_income=16100.05", map[string]string{"taxable_income": "0.05", "income_tax": "0.01"}},
		{"top bracket of the table error seen elsewhere", "gross_income=400000&filing_status=mfs&tax_year=2023", map[string]string{"taxable_income": "386150", "marginal_rate": "0.37", "income_tax": "107832.5"}},
	} {
		a := get(t, "/tax/income?"+row.query)
		for path, want := range row.want {
			if got := fmt.Sprint(a.at(path)); got != want {
				t.Errorf("%s: %s: %s is %s, not %s", row.why, row.query, path, got, want)
			}
		}
	}
}

func TestFicaVectors(t *testing.T) {
	for _, row := range []struct {
		query string
		want  map[string]string
	}{
		{"wages=250000", map[string]string{"social_security.tax": "11439", "medicare.tax": "3625", "additional_medicare.tax": "450", "total": "15514", "employer_total": "15064", "net_earnings": "<nil>"}},
		{"wages=184500", map[string]string{"social_security.tax": "11439", "marginal_rate": "0.0765"}},
		{"wages=184500.01", map[string]string{"social_security.tax": "11439", "marginal_rate": "0.0145"}},
		{"wages=250000&filing_status=mfj", map[string]string{"additional_medicare.tax": "0", "additional_medicare.withheld": "450", "warnings.0.reason": "withheld_differs_from_due"}},
		{"wages=150000&filing_status=mfs", map[string]string{"additional_medicare.tax": "225", "additional_medicare.withheld": "0"}},
		{"wages=200000&tax_year=2023", map[string]string{"social_security.tax": "9932.4"}},
		{"wages=200000&tax_year=2024", map[string]string{"social_security.tax": "10453.2"}},
		{"wages=200000&tax_year=2025", map[string]string{"social_security.tax": "10918.2"}},
		{"wages=100000&self_employed=true", map[string]string{"net_earnings": "92350", "social_security.tax": "11451.4", "medicare.tax": "2678.15", "self_employment_tax": "14129.55", "deductible_half": "7064.78", "employee_total": "<nil>"}},
		{"wages=433.13&self_employed=true", map[string]string{"net_earnings": "400", "total": "0", "warnings.0.reason": "below_minimum_net_earnings"}},
		{"wages=433.14&self_employed=true", map[string]string{"social_security.tax": "49.6", "medicare.tax": "11.6", "total": "61.2"}},
		{"wages=100000&self_employed=true&w2_wages=150000", map[string]string{"social_security.taxable": "34500", "social_security.tax": "4278", "additional_medicare.taxable": "42350", "additional_medicare.tax": "381.15"}},
		{"wages=100000&self_employed=true&w2_wages=300000", map[string]string{"social_security.tax": "0", "additional_medicare.taxable": "92350"}},
		{"wages=0", map[string]string{"total": "0", "effective_rate": "0", "marginal_rate": "0"}},
	} {
		a := get(t, "/tax/fica?"+row.query)
		for path, want := range row.want {
			if got := fmt.Sprint(a.at(path)); got != want {
				t.Errorf("%s: %s is %s, not %s", row.query, path, got, want)
			}
		}
	}
}

func TestCapitalGainVectors(t *testing.T) {
	for _, row := range []struct {
		why, query string
		want       map[string]string
	}{
		{"two bands", "gain=50000&holding_period=long&ordinary_income=40000", map[string]string{"bands.0.amount": "9450", "bands.1.amount": "40550", "capital_gains_tax": "6082.5", "tax_if_short_term": "9960", "niit.tax": "0"}},
		{"short term lies on the ordinary brackets", "gain=50000&holding_period=short&ordinary_income=40000", map[string]string{"capital_gains_tax": "9960", "tax_if_long_term": "6082.5", "marginal_rate": "0.22"}},
		{"three bands and the investment tax", "gain=600000&holding_period=long_term&ordinary_income=0", map[string]string{"bands.2.amount": "54500", "capital_gains_tax": "85307.5", "niit.base": "400000", "niit.tax": "15200", "total_tax": "100507.5", "marginal_rate": "0.2"}},
		{"the investment tax counts the gain only", "gain=10000&holding_period=lt&ordinary_income=500000", map[string]string{"niit.base": "10000", "niit.tax": "380"}},
		{"magi as given", "gain=10000&holding_period=lt&ordinary_income=100000&magi=204000", map[string]string{"niit.base": "4000", "niit.tax": "152"}},
		{"2025 separately, 20 % from exactly 300,000", "gain=10000&holding_period=long&ordinary_income=300000&filing_status=mfs&tax_year=2025", map[string]string{"bands.0.rate": "0.2", "bands.0.from": "300000"}},
		{"a year and a day is long", "gain=1000&holding_period=366 days&ordinary_income=0", map[string]string{"holding_period": "long"}},
		{"a year is short", "gain=1000&holding_period=365&ordinary_income=0", map[string]string{"holding_period": "short"}},
		{"12 % is cheaper than 15 % just above the 0 % band (26 USC 1(h)(1))", "gain=950&holding_period=long&ordinary_income=49450", map[string]string{"limited_to_ordinary_rates": "true", "capital_gains_tax": "114", "marginal_rate": "0.12"}},
		{"unused standard deduction shelters gain", "gain=70000&holding_period=long&ordinary_income=10000&apply_standard_deduction=true", map[string]string{"ordinary_taxable_income": "0", "taxable_gain": "63900", "ordinary_income_basis": "gross", "capital_gains_tax": "2167.5"}},
		{"loss", "gain=-10000&holding_period=short&ordinary_income=60000", map[string]string{"loss_deductible": "3000", "carryforward": "7000", "tax_saved": "660", "total_tax": "0", "net_gain": "-9340", "effective_rate": "0", "marginal_rate": "0"}},
		{
			"26 USC 1212(b)(2): no income, all of the loss is carried on",
			"gain=-5000&holding_period=long&ordinary_income=0",
			map[string]string{
				"loss_deductible": "0",
				"carryforward":    "5000",
				"tax_saved":       "0",
			},
		},
		{
			"26 USC 1212(b)(2): income of 1,000 takes 1,000",
			"gain=-5000&holding_period=short&ordinary_income=1000",
			map[string]string{
				"loss_deductible": "1000",
				"carryforward":    "4000",
				"tax_saved":       "100",
			},
		},
		{
			"26 USC 1212(b)(2): gross income below the deduction takes nothing",
			"gain=-5000&holding_period=short&ordinary_income=16000&apply_standard_deduction=true",
			map[string]string{
				"carryforward": "5000",
			},
		},
		{
			"26 USC 1212(b)(2): gross income just above the deduction",
			"gain=-2000&holding_period=short&ordinary_income=16600&apply_standard_deduction=true",
			map[string]string{
				"loss_deductible": "500",
				"carryforward":    "1500",
			},
		},
		{
			"the limit bites first",
			"gain=-5000&holding_period=short&ordinary_income=3000",
			map[string]string{
				"carryforward": "2000",
			},
		},
		{
			"ordinary_income left out",
			"gain=50000&holding_period=long",
			map[string]string{
				"ordinary_income":   "0",
				"capital_gains_tax": "82.5",
				"warnings.0.reason": "assumed_zero",
			},
		},
		{"loss married separately", "gain=-10000&holding_period=long&ordinary_income=60000&filing_status=mfs", map[string]string{"loss_deductible": "1500", "carryforward": "8500"}},
		{"nothing", "gain=0&holding_period=long&ordinary_income=60000", map[string]string{"total_tax": "0", "net_gain": "0", "marginal_rate": "0"}},
	} {
		a := get(t, "/tax/capgains?"+strings.ReplaceAll(row.query, " ", "%20"))
		for path, want := range row.want {
			if got := fmt.Sprint(a.at(path)); got != want {
				t.Errorf("%s: %s: %s is %s, not %s", row.why, row.query, path, got, want)
			}
		}
	}
}

// Weekly cheques of 2024 beside row starts of the Publication 15-T tables, worked by hand as
// (base + rate x excess) / 52, to cents.
func TestWithholdingVectorsOf2024(t *testing.T) {
	for _, row := range []struct{ query, want string }{
		{"gross_income=140&step2_checkbox=true", "0"},
		{"gross_income=141&step2_checkbox=true", "0.06"},
		{"gross_income=251&step2_checkbox=true", "11.06"},
		{"gross_income=594&step2_checkbox=true", "52.23"},
		{"gross_income=1107&step2_checkbox=true", "165.09"},
		{"gross_income=1987&step2_checkbox=true", "376.36"},
		{"gross_income=2484&step2_checkbox=true", "535.4"},
		{"gross_income=6000&step2_checkbox=true", "1766.02"},
		{"gross_income=10000&step2_checkbox=true", "3246.02"},
		{"gross_income=6070&step2_checkbox=true&filing_status=hoh", "1749.67"},
		{"gross_income=818&step2_checkbox=true&filing_status=hoh", "69.78"},
		{"gross_income=7312&step2_checkbox=true&filing_status=mfj", "1891.22"},
		{"gross_income=10000&step2_checkbox=true&filing_status=qss", "2885.78"},
		{"gross_income=1000&extra_withholding=100", "181.85"},
		{"gross_income=1010", "83.05"},
		{"gross_income=1000&other_income=520", "83.05"},
		{"gross_income=1000&deductions=100", "81.62"},
		{"gross_income=1000&dependents_credit=100", "79.92"},
		{"gross_income=1000&dependents_credit=5000", "0"},
		{"gross_income=1000&filing_status=mfs", "81.85"},
	} {
		a := get(t, "/tax/paycheck?tax_year=2024&pay_period=weekly&gross_basis=per_period&"+row.query)
		if got := fmt.Sprint(a.at("per_period.federal_income_tax")); got != row.want {
			t.Errorf("%s: %s, not %s", row.query, got, row.want)
		}
	}
}

func TestPaycheckVectors(t *testing.T) {
	for _, row := range []struct {
		why, query string
		want       map[string]string
	}{
		{"no state", "gross_income=100000", map[string]string{"per_period.gross": "3846.15", "per_period.federal_income_tax": "506.54", "annual.federal_income_tax": "13170", "annual.social_security": "6200", "annual.medicare": "1450", "state": "<nil>", "state_detail": "<nil>", "annual_liability.withheld_less_liability": "0"}},
		{"2025 withholds by the old deduction: 750 x 22 %", "gross_income=100000&tax_year=2025", map[string]string{"annual.federal_income_tax": "13614", "annual_liability.federal_income_tax": "13449", "annual_liability.withheld_less_liability": "165", "warnings.0.reason": "withholding_differs_from_law"}},
		{"flat with half a cent", "gross_income=100000&state=NC", map[string]string{"annual.state_income_tax": "3481.28", "state_detail.taxable_income": "87250"}},
		{"no deduction", "gross_income=100000&state=pennsylvania", map[string]string{"annual.state_income_tax": "3070", "marginal_rates.state": "0.0307"}},
		{"no tax", "gross_income=100000&state=tx", map[string]string{"annual.state_income_tax": "0", "state_detail.type": "none", "state_detail.name": "Texas"}},
		{"2026 retroactive law", "gross_income=90000&state=GA&filing_status=head", map[string]string{"annual.state_income_tax": "3742.5"}},
		{"graduated, joint", "gross_income=120000&state=MN&filing_status=mfj", map[string]string{"annual.state_income_tax": "5373.05"}},
		{"exemption credit", "gross_income=100000&state=CA&tax_year=2025", map[string]string{"annual.state_income_tax": "5054.98", "state_detail.credits": "153", "per_period.state_other.0.name": "SDI (incl. PFL)", "annual.state_other.0.amount": "1200"}},
		{"wage base reached", "gross_income=260000", map[string]string{"ss_cap_reached_in_period": "19", "per_period.social_security": "439.96", "annual.additional_medicare": "540", "marginal_rates.fica": "0.0235"}},
		{"cheque that passes the base", "gross_income=260000&ytd_gross=180000", map[string]string{"per_period.social_security": "279", "per_period.additional_medicare": "0"}},
		{"cheque above the base and the threshold", "gross_income=260000&ytd_gross=195000", map[string]string{"per_period.social_security": "0", "per_period.additional_medicare": "45", "per_period.medicare": "145"}},
		{"401(k) lowers income tax only", "gross_income=100000&pretax_deductions=10000", map[string]string{"annual.federal_income_tax": "10970", "annual.social_security": "6200", "annual.net_pay": "71380", "annual.pretax_deductions": "10000"}},
		{"section 125 lowers both", "gross_income=100000&section125=10000", map[string]string{"annual.federal_income_tax": "10970", "annual.social_security": "5580"}},
		{"per period basis", "gross_income=5000&gross_basis=per_period&pay_period=twice monthly", map[string]string{"gross_annual": "120000", "periods_per_year": "24", "pay_period": "semimonthly"}},
		{"separately withholds as single", "gross_income=500000&filing_status=mfs", map[string]string{"withholding_steps.schedule": "standard, single", "warnings.0.reason": "single_table"}},
	} {
		a := get(t, "/tax/paycheck?"+strings.ReplaceAll(row.query, " ", "%20"))
		for path, want := range row.want {
			if got := fmt.Sprint(a.at(path)); got != want {
				t.Errorf("%s: %s: %s is %s, not %s", row.why, row.query, path, got, want)
			}
		}
	}
}

// Worked examples of the states' own rules, by hand from the forms' steps.
func TestStateRuleVectors(t *testing.T) {
	for _, row := range []struct {
		why, query string
		want       map[string]string
	}{
		{"AL 2025: 8 whole steps of 500 lose 175 each", "state=AL&tax_year=2025&filing_status=mfj&gross_income=30499", map[string]string{"standard_deduction": "7100"}},
		{"AL: never under the floor", "state=AL&tax_year=2025&filing_status=mfj&gross_income=50000", map[string]string{"standard_deduction": "5000"}},
		{"AL: separately by 88 per 250", "state=AL&filing_status=mfs&gross_income=13500", map[string]string{"standard_deduction": "4074"}},
		{
			"AL: federal tax is deductible, and Social Security and Medicare when they are more than 2,500",
			"state=AL&gross_income=60000",
			map[string]string{
				"standard_deduction":      "0",
				"other_deductions":        "4590",
				"federal_tax_subtraction": "5020",
				"taxable_income":          "48890",
				"tax":                     "2404.5",
			},
		},
		{"AL: a dependent is worth less over 50,000", "state=AL&gross_income=60000&dependents=2", map[string]string{"dependent_exemption": "1000"}},
		{
			"CT: exemption gone",
			"state=CT&tax_year=2025&gross_income=100000",
			map[string]string{
				"personal_exemption": "0",
				"additional_tax":     "225",
				"tax":                "4975",
			},
		},
		{
			"CT: 1,000 per 1,000 or part",
			"state=CT&tax_year=2025&gross_income=35000.01",
			map[string]string{
				"personal_exemption": "9000",
				"credits":            "92",
				"tax":                "828",
			},
		},
		{"MN: at most 80 % of the deduction is lost", "state=MN&tax_year=2025&filing_status=hoh&gross_income=1000001", map[string]string{"standard_deduction": "4500"}},
		{"MN: 3 % over the first threshold", "state=MN&tax_year=2025&gross_income=248950", map[string]string{"standard_deduction": "14650"}},
		{"MN: 10 % over the second", "state=MN&tax_year=2025&gross_income=340300", map[string]string{"standard_deduction": "11209.5"}},
		{"WI 2025: 12 % slide", "state=WI&tax_year=2025&gross_income=100000", map[string]string{
			"standard_deduction": "3906",
			"taxable_income":     "95394",
			"tax":                "4469.44", // second bracket up to 50,480: 2025 Wisconsin Act 15
		}},
		{"WI 2025: head of household, second slope", "state=WI&tax_year=2025&filing_status=hoh&gross_income=67210", map[string]string{"standard_deduction": "7840.85"}},
		{"SC 2026: half way down", "state=SC&gross_income=67500", map[string]string{"standard_deduction": "7500", "taxable_income": "60000", "tax": "2160"}},
		{"SC 2026: gone", "state=SC&gross_income=95000", map[string]string{"standard_deduction": "0"}},
		{"OH 2026: nothing at the threshold", "state=OH&gross_income=28450", map[string]string{"taxable_income": "26050", "base_amount": "0", "tax": "0"}},
		{"OH 2026: 332 and 2.75 %", "state=OH&gross_income=100000", map[string]string{"personal_exemption": "1900", "base_amount": "332", "tax": "2313.38"}},
		{"OH 2025: 342 and the upper rate", "state=OH&tax_year=2025&gross_income=111900", map[string]string{"taxable_income": "110000", "tax": "2688.13"}},
		{"OH 2026: exemption ends at 500,000", "state=OH&gross_income=500001", map[string]string{"personal_exemption": "0"}},
		{"NY 2025", "state=NY&tax_year=2025&gross_income=100000", map[string]string{"taxable_income": "92000", "tax": "4951.75"}},
		{"NY 2026: a tenth of a point less", "state=NY&gross_income=100000", map[string]string{"tax": "4859.75"}},
		{"MD: exemption halves over 100,000", "state=MD&gross_income=100000.01", map[string]string{"personal_exemption": "1600"}},
		{"MD 2025", "state=MD&tax_year=2025&gross_income=50000", map[string]string{"standard_deduction": "3350", "personal_exemption": "3200", "tax": "2011.38"}},
		{"IL: exemption lost", "state=IL&gross_income=250001&dependents=2", map[string]string{"personal_exemption": "0", "dependent_exemption": "0"}},
		{"IL: kept at the limit", "state=IL&gross_income=250000&dependents=2", map[string]string{"personal_exemption": "2925", "dependent_exemption": "5850"}},
		{"OR: federal tax up to the cap", "state=OR&tax_year=2025&gross_income=100000", map[string]string{"federal_tax_subtraction": "8500", "credits": "256"}},
		{"OR: cap falls at 125,000 itself, credit is gone", "state=OR&tax_year=2025&gross_income=125000", map[string]string{"federal_tax_subtraction": "6800", "credits": "0"}},
		{"OR: no subtraction from 145,000", "state=OR&tax_year=2025&gross_income=145000", map[string]string{"federal_tax_subtraction": "0"}},
		{"MO: 15 % of federal tax", "state=MO&gross_income=100000", map[string]string{"federal_tax_subtraction": "1975.5", "standard_deduction": "16100"}},
		{"UT: 6 % of the deduction less 1.3 % of income over the start", "state=UT&tax_year=2025&gross_income=40000", map[string]string{"credits": "661.77", "tax": "1138.23"}},
		{"UT: a dependant adds to both", "state=UT&tax_year=2025&gross_income=40000&dependents=1", map[string]string{
			"credits": "1121.9", // taxpayer credit 788.43, 20 % of the earned income credit 333.47
		}},
		{"UT: the credit ends", "state=UT&tax_year=2025&gross_income=120000", map[string]string{"credits": "0", "tax": "5400"}},
		{"CA: 1 % more over 1,000,000", "state=CA&tax_year=2025&gross_income=1100000", map[string]string{"brackets.9.from": "1000000", "brackets.9.rate": "0.133"}},
		{"WV 2026: rates cut by 5 %", "state=WV&gross_income=62000", map[string]string{"taxable_income": "60000", "tax": "1950.5"}},
		{"surviving spouse by the joint table", "state=NC&gross_income=100000&filing_status=qss", map[string]string{"standard_deduction": "25500"}},
	} {
		a := get(t, "/tax/paycheck?"+row.query)
		for path, want := range row.want {
			if got := fmt.Sprint(a.at("state_detail." + path)); got != want {
				t.Errorf("%s: %s: %s is %s, not %s", row.why, row.query, path, got, want)
			}
		}
	}
}

func TestStatePayrollItemsStopAtTheirBases(t *testing.T) {
	for query, want := range map[string]string{
		"state=AK&gross_income=200000":                  "271",                 // unemployment insurance on 54,200
		"state=CA&gross_income=200000&tax_year=2024":    "2200",                // no base from 2024 on
		"state=CA&gross_income=200000&tax_year=2025":    "2400",                // 1.2 %
		"state=CO&gross_income=200000&tax_year=2025":    "792.45",              // on 176,100
		"state=DE&gross_income=200000&tax_year=2024":    "",                    // from 2025 on
		"state=DE&gross_income=200000":                  "738",                 // half of 0.8 % on 184,500
		"state=HI&gross_income=200000":                  "390",                 // 52 weeks of 7.50
		"state=HI&gross_income=200000&tax_year=2025":    "374.92",              // 52 weeks of 7.21
		"state=MA&gross_income=200000&tax_year=2024":    "775.56",              // on 168,600
		"state=MD&gross_income=200000":                  "",                    // contributions start in 2027
		"state=ME&gross_income=200000&tax_year=2025":    "880.5",               // from 2025 on
		"state=MN&gross_income=200000":                  "814",                 // on 185,000
		"state=MN&gross_income=200000&tax_year=2025":    "",                    // from 2026 on
		"state=NJ&gross_income=200000":                  "393.53 325.09 190.4", // bases of 171,100 and 44,800
		"state=NJ&gross_income=200000&tax_year=2024":    "145.26 145.26 179.78",
		"state=NJ&gross_income=200000&tax_year=2025":    "545.82 380.42 184.03",
		"state=NY&gross_income=200000":                  "31.2 411.91", // yearly maxima
		"state=NY&gross_income=50000&tax_year=2024":     "31.2 186.5",  // 0.373 %, below the maximum
		"state=PA&gross_income=100000":                  "70",          // on all wages
		"state=RI&gross_income=200000":                  "1100",        // TDI on 100,000
		"state=RI&gross_income=200000&tax_year=2024":    "1044",        // on 87,000
		"state=OR&gross_income=200000":                  "1107 200",    // paid leave on 184,500, transit on all
		"state=WA&gross_income=100000":                  "807.16 580",  // PFML and WA Cares
		"state=WA&gross_income=200000&tax_year=2024":    "891.19 1160", // PFML on 168,600
		"state=VT&gross_income=100000&section125=10000": "99",          // on FICA wages
		"state=VT&gross_income=100000&tax_year=2024":    "55",          // from July on
	} {
		a := get(t, "/tax/paycheck?"+query)
		var got []string
		for i := range a.at("annual.state_other").([]any) {
			got = append(got, a.num(fmt.Sprintf("annual.state_other.%d.amount", i)).String())
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v, not %s", query, got, want)
		}
	}
}

// A year without payroll items says so for a state that has some.
func TestMissingPayrollItemsAreWarnedOf(t *testing.T) {
	a := get(t, "/tax/paycheck?state=NJ&gross_income=200000&tax_year=2023")
	a.is("warnings.1.reason", "not_tabulated")
	a.is("warnings.1.field", "per_period.state_other")
}

// 15-T's annual tables embed the deductions of the year: each STANDARD row starts at the bracket's
// start plus the deduction less the adjustment, each STEP 2 row at half of bracket start plus
// deduction. 2025 kept the deductions from before Pub. L. 119-21.
func TestWithholdingTablesFollowFromTheBrackets(t *testing.T) {
	h, err := loadHandlers()
	if err != nil {
		t.Fatal(err)
	}
	before2025Law := byStatus{single: decimal.NewFromInt(15000), marriedJointly: decimal.NewFromInt(30000), headOfHousehold: decimal.NewFromInt(22500)}
	two := decimal.NewFromInt(2)
	for year, table := range h.years {
		for _, key := range []string{single, marriedJointly, headOfHousehold} {
			deduction := table.Federal.StandardDeduction[key]
			if year == 2025 {
				deduction = before2025Law[key]
			}
			brackets := table.Federal.brackets(key)
			standard, twoJobs := table.Withholding.Standard[key], table.Withholding.TwoJobs[key]
			if len(standard) != len(brackets)+1 || len(twoJobs) != len(brackets)+1 {
				t.Fatalf("%d %s: %d and %d rows", year, key, len(standard), len(twoJobs))
			}
			for i, st := range brackets {
				base := brackets.tax(st.over)
				row := standard[i+1]
				if !row.over.Equal(st.over.Add(deduction).Sub(table.Withholding.Adjustment[key])) || !row.rate.Equal(st.rate) || !row.base.Equal(base) {
					t.Errorf("%d %s row %d: %v", year, key, i, row)
				}
				half := twoJobs[i+1] // printed to whole dollars and cents
				if !half.over.Equal(st.over.Add(deduction).DivRound(two, 0)) || !half.rate.Equal(st.rate) || !half.base.Equal(base.DivRound(two, 2)) {
					t.Errorf("%d %s two jobs row %d: %v", year, key, i, half)
				}
			}
		}
	}
}
