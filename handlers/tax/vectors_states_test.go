package tax

import (
	"fmt"
	"testing"
)

// Worked examples of the states' own rules, by hand from the forms' steps.
func TestStateRuleVectors(t *testing.T) {
	for _, row := range []struct {
		why, query string
		want       map[string]string
	}{
		{
			"AL 2025: 8 whole steps of 500 lose 175 each",
			"state=AL&tax_year=2025&filing_status=mfj&gross_income=30499",
			map[string]string{"standard_deduction": "7100"},
		},
		{
			"AL: never under the floor",
			"state=AL&tax_year=2025&filing_status=mfj&gross_income=50000",
			map[string]string{"standard_deduction": "5000"},
		},
		{
			"AL: separately by 88 per 250",
			"state=AL&filing_status=mfs&gross_income=13500",
			map[string]string{"standard_deduction": "4074"},
		},
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
		{
			"AL: a dependent is worth less over 50,000",
			"state=AL&gross_income=60000&dependents=2",
			map[string]string{"dependent_exemption": "1000"},
		},
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
		{
			"MN: at most 80 % of the deduction is lost",
			"state=MN&tax_year=2025&filing_status=hoh&gross_income=1000001",
			map[string]string{"standard_deduction": "4500"},
		},
		{
			"MN: 3 % over the first threshold",
			"state=MN&tax_year=2025&gross_income=248950",
			map[string]string{"standard_deduction": "14650"},
		},
		{
			"MN: 10 % over the second",
			"state=MN&tax_year=2025&gross_income=340300",
			map[string]string{"standard_deduction": "11209.5"},
		},
		{"WI 2025: 12 % slide", "state=WI&tax_year=2025&gross_income=100000", map[string]string{
			"standard_deduction": "3906",
			"taxable_income":     "95394",
			"tax":                "4469.44", // second bracket up to 50,480: 2025 Wisconsin Act 15
		}},
		{
			"WI 2025: head of household, second slope",
			"state=WI&tax_year=2025&filing_status=hoh&gross_income=67210",
			map[string]string{"standard_deduction": "7840.85"},
		},
		{
			"SC 2026: half way down",
			"state=SC&gross_income=67500",
			map[string]string{
				"standard_deduction": "7500",
				"taxable_income":     "60000",
				"tax":                "2160",
			},
		},
		{"SC 2026: gone", "state=SC&gross_income=95000", map[string]string{"standard_deduction": "0"}},
		{
			"OH 2026: nothing at the threshold",
			"state=OH&gross_income=28450",
			map[string]string{
				"taxable_income": "26050",
				"base_amount":    "0",
				"tax":            "0",
			},
		},
		{
			"OH 2026: 332 and 2.75 %",
			"state=OH&gross_income=100000",
			map[string]string{
				"personal_exemption": "1900",
				"base_amount":        "332",
				"tax":                "2313.38",
			},
		},
		{
			"OH 2025: 342 and the upper rate",
			"state=OH&tax_year=2025&gross_income=111900",
			map[string]string{"taxable_income": "110000", "tax": "2688.13"},
		},
		{
			"OH 2026: exemption ends at 500,000",
			"state=OH&gross_income=500001",
			map[string]string{"personal_exemption": "0"},
		},
		{
			"NY 2025",
			"state=NY&tax_year=2025&gross_income=100000",
			map[string]string{"taxable_income": "92000", "tax": "4951.75"},
		},
		{"NY 2026: a tenth of a point less", "state=NY&gross_income=100000", map[string]string{"tax": "4859.75"}},
		{
			"MD: exemption halves over 100,000",
			"state=MD&gross_income=100000.01",
			map[string]string{"personal_exemption": "1600"},
		},
		{
			"MD 2025",
			"state=MD&tax_year=2025&gross_income=50000",
			map[string]string{
				"standard_deduction": "3350",
				"personal_exemption": "3200",
				"tax":                "2011.38",
			},
		},
		{
			"IL: exemption lost",
			"state=IL&gross_income=250001&dependents=2",
			map[string]string{"personal_exemption": "0", "dependent_exemption": "0"},
		},
		{
			"IL: kept at the limit",
			"state=IL&gross_income=250000&dependents=2",
			map[string]string{"personal_exemption": "2925", "dependent_exemption": "5850"},
		},
		{
			"OR: federal tax up to the cap",
			"state=OR&tax_year=2025&gross_income=100000",
			map[string]string{"federal_tax_subtraction": "8500", "credits": "256"},
		},
		{
			"OR: cap falls at 125,000 itself, credit is gone",
			"state=OR&tax_year=2025&gross_income=125000",
			map[string]string{"federal_tax_subtraction": "6800", "credits": "0"},
		},
		{
			"OR: no subtraction from 145,000",
			"state=OR&tax_year=2025&gross_income=145000",
			map[string]string{"federal_tax_subtraction": "0"},
		},
		{
			"MO: 15 % of federal tax",
			"state=MO&gross_income=100000",
			map[string]string{"federal_tax_subtraction": "1975.5", "standard_deduction": "16100"},
		},
		{
			"UT: 6 % of the deduction less 1.3 % of income over the start",
			"state=UT&tax_year=2025&gross_income=40000",
			map[string]string{"credits": "661.77", "tax": "1138.23"},
		},
		{"UT: a dependant adds to both", "state=UT&tax_year=2025&gross_income=40000&dependents=1", map[string]string{
			"credits": "1121.9", // taxpayer credit 788.43, 20 % of the earned income credit 333.47
		}},
		{
			"UT: the credit ends",
			"state=UT&tax_year=2025&gross_income=120000",
			map[string]string{"credits": "0", "tax": "5400"},
		},
		{
			"CA: 1 % more over 1,000,000",
			"state=CA&tax_year=2025&gross_income=1100000",
			map[string]string{"brackets.9.from": "1000000", "brackets.9.rate": "0.133"},
		},
		{
			"WV 2026: rates cut by 5 %",
			"state=WV&gross_income=62000",
			map[string]string{"taxable_income": "60000", "tax": "1950.5"},
		},
		{
			"surviving spouse by the joint table",
			"state=NC&gross_income=100000&filing_status=qss",
			map[string]string{"standard_deduction": "25500"},
		},
	} {
		a := get(t, "/tax/paycheck?"+row.query)
		for path, want := range row.want {
			if got := fmt.Sprint(a.at("state_detail." + path)); got != want {
				t.Errorf("%s: %s: %s is %s, not %s", row.why, row.query, path, got, want)
			}
		}
	}
}
