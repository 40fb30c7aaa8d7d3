package tax

import (
	"fmt"
	"strings"
	"testing"
)

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
		{
			"no state",
			"gross_income=100000",
			map[string]string{
				"per_period.gross":                         "3846.15",
				"per_period.federal_income_tax":            "506.54",
				"annual.federal_income_tax":                "13170",
				"annual.social_security":                   "6200",
				"annual.medicare":                          "1450",
				"state":                                    "<nil>",
				"state_detail":                             "<nil>",
				"annual_liability.withheld_less_liability": "0",
			},
		},
		{
			"2025 withholds by the old deduction: 750 x 22 %",
			"gross_income=100000&tax_year=2025",
			map[string]string{
				"annual.federal_income_tax":                "13614",
				"annual_liability.federal_income_tax":      "13449",
				"annual_liability.withheld_less_liability": "165",
				"warnings.0.reason":                        "withholding_differs_from_law",
			},
		},
		{
			"flat with half a cent",
			"gross_income=100000&state=NC",
			map[string]string{"annual.state_income_tax": "3481.28", "state_detail.taxable_income": "87250"},
		},
		{
			"no deduction",
			"gross_income=100000&state=pennsylvania",
			map[string]string{"annual.state_income_tax": "3070", "marginal_rates.state": "0.0307"},
		},
		{
			"no tax",
			"gross_income=100000&state=tx",
			map[string]string{
				"annual.state_income_tax": "0",
				"state_detail.type":       "none",
				"state_detail.name":       "Texas",
			},
		},
		{
			"2026 retroactive law",
			"gross_income=90000&state=GA&filing_status=head",
			map[string]string{"annual.state_income_tax": "3742.5"},
		},
		{
			"graduated, joint",
			"gross_income=120000&state=MN&filing_status=mfj",
			map[string]string{"annual.state_income_tax": "5373.05"},
		},
		{
			"exemption credit",
			"gross_income=100000&state=CA&tax_year=2025",
			map[string]string{
				"annual.state_income_tax":       "5054.98",
				"state_detail.credits":          "153",
				"per_period.state_other.0.name": "SDI (incl. PFL)",
				"annual.state_other.0.amount":   "1200",
			},
		},
		{
			"wage base reached",
			"gross_income=260000",
			map[string]string{
				"ss_cap_reached_in_period":   "19",
				"per_period.social_security": "439.96",
				"annual.additional_medicare": "540",
				"marginal_rates.fica":        "0.0235",
			},
		},
		{
			"cheque that passes the base",
			"gross_income=260000&ytd_gross=180000",
			map[string]string{"per_period.social_security": "279", "per_period.additional_medicare": "0"},
		},
		{
			"cheque above the base and the threshold",
			"gross_income=260000&ytd_gross=195000",
			map[string]string{
				"per_period.social_security":     "0",
				"per_period.additional_medicare": "45",
				"per_period.medicare":            "145",
			},
		},
		{
			"401(k) lowers income tax only",
			"gross_income=100000&pretax_deductions=10000",
			map[string]string{
				"annual.federal_income_tax": "10970",
				"annual.social_security":    "6200",
				"annual.net_pay":            "71380",
				"annual.pretax_deductions":  "10000",
			},
		},
		{
			"section 125 lowers both",
			"gross_income=100000&section125=10000",
			map[string]string{"annual.federal_income_tax": "10970", "annual.social_security": "5580"},
		},
		{
			"per period basis",
			"gross_income=5000&gross_basis=per_period&pay_period=twice monthly",
			map[string]string{
				"gross_annual":     "120000",
				"periods_per_year": "24",
				"pay_period":       "semimonthly",
			},
		},
		{
			"separately withholds as single",
			"gross_income=500000&filing_status=mfs",
			map[string]string{"withholding_steps.schedule": "standard, single", "warnings.0.reason": "single_table"},
		},
	} {
		a := get(t, "/tax/paycheck?"+strings.ReplaceAll(row.query, " ", "%20"))
		for path, want := range row.want {
			if got := fmt.Sprint(a.at(path)); got != want {
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
