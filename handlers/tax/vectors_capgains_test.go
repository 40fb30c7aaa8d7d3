package tax

import (
	"fmt"
	"strings"
	"testing"
)

func TestCapitalGainVectors(t *testing.T) {
	for _, row := range []struct {
		why, query string
		want       map[string]string
	}{
		{
			"two bands",
			"gain=50000&holding_period=long&ordinary_income=40000",
			map[string]string{
				"bands.0.amount":    "9450",
				"bands.1.amount":    "40550",
				"capital_gains_tax": "6082.5",
				"tax_if_short_term": "9960",
				"niit.tax":          "0",
			},
		},
		{
			"short term lies on the ordinary brackets",
			"gain=50000&holding_period=short&ordinary_income=40000",
			map[string]string{
				"capital_gains_tax": "9960",
				"tax_if_long_term":  "6082.5",
				"marginal_rate":     "0.22",
			},
		},
		{
			"three bands and the investment tax",
			"gain=600000&holding_period=long_term&ordinary_income=0",
			map[string]string{
				"bands.2.amount":    "54500",
				"capital_gains_tax": "85307.5",
				"niit.base":         "400000",
				"niit.tax":          "15200",
				"total_tax":         "100507.5",
				"marginal_rate":     "0.2",
			},
		},
		{
			"the investment tax counts the gain only",
			"gain=10000&holding_period=lt&ordinary_income=500000",
			map[string]string{"niit.base": "10000", "niit.tax": "380"},
		},
		{
			"magi as given",
			"gain=10000&holding_period=lt&ordinary_income=100000&magi=204000",
			map[string]string{"niit.base": "4000", "niit.tax": "152"},
		},
		{
			"2025 separately, 20 % from exactly 300,000",
			"gain=10000&holding_period=long&ordinary_income=300000&filing_status=mfs&tax_year=2025",
			map[string]string{"bands.0.rate": "0.2", "bands.0.from": "300000"},
		},
		{
			"a year and a day is long",
			"gain=1000&holding_period=366 days&ordinary_income=0",
			map[string]string{"holding_period": "long"},
		},
		{
			"a year is short",
			"gain=1000&holding_period=365&ordinary_income=0",
			map[string]string{"holding_period": "short"},
		},
		{
			"12 % is cheaper than 15 % just above the 0 % band (26 USC 1(h)(1))",
			"gain=950&holding_period=long&ordinary_income=49450",
			map[string]string{
				"limited_to_ordinary_rates": "true",
				"capital_gains_tax":         "114",
				"marginal_rate":             "0.12",
			},
		},
		{
			"unused standard deduction shelters gain",
			"gain=70000&holding_period=long&ordinary_income=10000&apply_standard_deduction=true",
			map[string]string{
				"ordinary_taxable_income": "0",
				"taxable_gain":            "63900",
				"ordinary_income_basis":   "gross",
				"capital_gains_tax":       "2167.5",
			},
		},
		{
			"loss",
			"gain=-10000&holding_period=short&ordinary_income=60000",
			map[string]string{
				"loss_deductible": "3000",
				"carryforward":    "7000",
				"tax_saved":       "660",
				"total_tax":       "0",
				"net_gain":        "-9340",
				"effective_rate":  "0",
				"marginal_rate":   "0",
			},
		},
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
		{
			"loss married separately",
			"gain=-10000&holding_period=long&ordinary_income=60000&filing_status=mfs",
			map[string]string{"loss_deductible": "1500", "carryforward": "8500"},
		},
		{
			"nothing",
			"gain=0&holding_period=long&ordinary_income=60000",
			map[string]string{
				"total_tax":     "0",
				"net_gain":      "0",
				"marginal_rate": "0",
			},
		},
	} {
		a := get(t, "/tax/capgains?"+strings.ReplaceAll(row.query, " ", "%20"))
		for path, want := range row.want {
			if got := fmt.Sprint(a.at(path)); got != want {
				t.Errorf("%s: %s: %s is %s, not %s", row.why, row.query, path, got, want)
			}
		}
	}
}

// TestIncomeForTheNetInvestmentTaxHoldsTheGain: adjusted gross income is never below taxable income.
func TestIncomeForTheNetInvestmentTaxHoldsTheGain(t *testing.T) {
	const gain = "/tax/capgains?tax_year=2026&gain=100000&holding_period=long&ordinary_income=300000&magi="
	refused(t, gain+"399999.99", "magi", "")
	get(t, gain+"400000")
}
