package tax

import (
	"fmt"
	"testing"
)

func TestIncomeVectors(t *testing.T) {
	for _, row := range []struct {
		why, query string
		want       map[string]string
	}{
		{
			"plain",
			"gross_income=100000",
			map[string]string{
				"taxable_income":   "83900",
				"income_tax":       "13170",
				"effective_rate":   "0.1317",
				"marginal_rate":    "0.22",
				"brackets.2.tax":   "7370",
				"after_tax_income": "86830",
			},
		},
		{
			"2025 deduction of Pub. L. 119-21",
			"gross_income=100000&tax_year=2025",
			map[string]string{
				"deduction.amount": "15750",
				"taxable_income":   "84250",
				"income_tax":       "13449",
			},
		},
		{
			"one age addition and the senior deduction phased out by 6 %",
			"gross_income=90000&age=65",
			map[string]string{
				"deduction.additional":   "2050",
				"deduction.obbba.senior": "5100",
				"taxable_income":         "66750",
			},
		},
		{
			"both seniors lose 3,000 each",
			"gross_income=200000&filing_status=mfj&age=70&spouse_is_65=true",
			map[string]string{"deduction.obbba.senior": "6000", "deduction.additional": "3300"},
		},
		{
			"no senior deduction married separately",
			"gross_income=60000&filing_status=mfs&is_65=true",
			map[string]string{"deduction.obbba.senior": "0", "deduction.additional": "1650"},
		},
		{
			"no senior deduction before 2025",
			"gross_income=60000&age=80&tax_year=2024",
			map[string]string{"deduction.obbba.senior": "0", "deduction.additional": "1950"},
		},
		{
			"blind and old count twice",
			"gross_income=60000&age=80&blind=true&tax_year=2024",
			map[string]string{"deduction.additional": "3900"},
		},
		{
			"tips: 100 per full 1,000",
			"gross_income=152999&tips=30000",
			map[string]string{"deduction.obbba.tips": "24800"},
		},
		{
			"tips: a smaller claim loses the same",
			"gross_income=152000&tips=150",
			map[string]string{"deduction.obbba.tips": "0"},
		},
		{
			"overtime cap doubles jointly",
			"gross_income=100000&filing_status=joint&overtime=40000",
			map[string]string{"deduction.obbba.overtime": "25000"},
		},
		{
			"car loan: 200 per 1,000 or part",
			"gross_income=100001&car_loan_interest=9000",
			map[string]string{"deduction.obbba.car_loan_interest": "8800"},
		},
		{
			"itemized when larger",
			"gross_income=100000&itemized_deductions=20000",
			map[string]string{
				"deduction.type":   "itemized",
				"deduction.amount": "20000",
				"taxable_income":   "80000",
			},
		},
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
				"deduction.amount":   "35000",
				"taxable_income":     "665000",
				"income_tax":         "202007.25",
				"warnings.1.reason":  "limited_in_the_top_bracket",
			},
		},
		{
			"26 USC 68: the income in the top bracket is less than the deductions",
			"gross_income=640637&itemized_deductions=37000",
			map[string]string{
				"deduction.amount": "36998",
			},
		},
		{
			"26 USC 68: what it leaves is less than the standard deduction",
			"gross_income=700000&itemized_deductions=16500",
			map[string]string{
				"deduction.type":   "standard",
				"deduction.amount": "16100",
				"warnings":         "[]",
			},
		},
		{
			"no limit before 2026",
			"gross_income=700000&itemized_deductions=37000&tax_year=2025",
			map[string]string{
				"warnings": "[]",
			},
		},
		{
			"standard when larger",
			"gross_income=100000&itemized_deductions=16099.99",
			map[string]string{
				"deduction.type":     "standard",
				"deduction.amount":   "16100",
				"deduction.itemized": "16099.99",
			},
		},
		{
			"child credit and its phase-out by 50 per 1,000 or part",
			"gross_income=210001&dependents_under_17=1&other_dependents=1",
			map[string]string{
				"dependent_credits.child_tax_credit": "2200",
				"dependent_credits.phase_out":        "550",
				"credits":                            "2150",
			},
		},
		{
			"child credit was 2,000 until 2024",
			"gross_income=100000&dependents_under_17=2&tax_year=2024",
			map[string]string{"credits": "4000"},
		},
		{
			"credits end at the tax",
			"gross_income=20000&dependents_under_17=3",
			map[string]string{
				"income_tax":               "390",
				"credits":                  "390",
				"total_federal_income_tax": "0",
			},
		},
		{
			"nothing taxable",
			"gross_income=16099",
			map[string]string{
				"taxable_income":   "0",
				"income_tax":       "0",
				"marginal_rate":    "0",
				"next_dollar_rate": "0",
				"effective_rate":   "0",
			},
		},
		{
			"the next dollar is taxed",
			"gross_income=16100",
			map[string]string{"marginal_rate": "0", "next_dollar_rate": "0.1"},
		},
		{
			"last and next dollar at an edge",
			"gross_income=66500",
			map[string]string{
				"taxable_income":   "50400",
				"marginal_rate":    "0.12",
				"next_dollar_rate": "0.22",
			},
		},
		{"nothing earned", "gross_income=0", map[string]string{"effective_rate": "0", "after_tax_income": "0"}},
		{
			"half a cent goes away from zero",
			"gross_income=16100.05",
			map[string]string{"taxable_income": "0.05", "income_tax": "0.01"},
		},
		{
			"top bracket of the table error seen elsewhere",
			"gross_income=400000&filing_status=mfs&tax_year=2023",
			map[string]string{
				"taxable_income": "386150",
				"marginal_rate":  "0.37",
				"income_tax":     "107832.5",
			},
		},
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
		{
			"wages=250000",
			map[string]string{
				"social_security.tax":     "11439",
				"medicare.tax":            "3625",
				"additional_medicare.tax": "450",
				"total":                   "15514",
				"employer_total":          "15064",
				"net_earnings":            "<nil>",
			},
		},
		{"wages=184500", map[string]string{"social_security.tax": "11439", "marginal_rate": "0.0765"}},
		{"wages=184500.01", map[string]string{"social_security.tax": "11439", "marginal_rate": "0.0145"}},
		{
			"wages=250000&filing_status=mfj",
			map[string]string{
				"additional_medicare.tax":      "0",
				"additional_medicare.withheld": "450",
				"warnings.0.reason":            "withheld_differs_from_due",
			},
		},
		{
			"wages=150000&filing_status=mfs",
			map[string]string{"additional_medicare.tax": "225", "additional_medicare.withheld": "0"},
		},
		{"wages=200000&tax_year=2023", map[string]string{"social_security.tax": "9932.4"}},
		{"wages=200000&tax_year=2024", map[string]string{"social_security.tax": "10453.2"}},
		{"wages=200000&tax_year=2025", map[string]string{"social_security.tax": "10918.2"}},
		{
			"wages=100000&self_employed=true",
			map[string]string{
				"net_earnings":        "92350",
				"social_security.tax": "11451.4",
				"medicare.tax":        "2678.15",
				"self_employment_tax": "14129.55",
				"deductible_half":     "7064.78",
				"employee_total":      "<nil>",
			},
		},
		{
			"wages=433.13&self_employed=true",
			map[string]string{
				"net_earnings":      "400",
				"total":             "0",
				"warnings.0.reason": "below_minimum_net_earnings",
			},
		},
		{
			"wages=433.14&self_employed=true",
			map[string]string{
				"social_security.tax": "49.6",
				"medicare.tax":        "11.6",
				"total":               "61.2",
			},
		},
		{
			"wages=100000&self_employed=true&w2_wages=150000",
			map[string]string{
				"social_security.taxable":     "34500",
				"social_security.tax":         "4278",
				"additional_medicare.taxable": "42350",
				"additional_medicare.tax":     "381.15",
			},
		},
		{
			"wages=100000&self_employed=true&w2_wages=300000",
			map[string]string{"social_security.tax": "0", "additional_medicare.taxable": "92350"},
		},
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
