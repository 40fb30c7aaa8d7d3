package tax

import (
	"fmt"
	"strings"
	"testing"
)

// Rules of single states, from MT to WY, in dollars that the states' forms give.
func TestRulesOfStatesFromMTToWY(t *testing.T) {
	for _, row := range []struct {
		why   string
		query string
		path  string
		want  string
	}{
		{
			"NY takes the lower brackets back above 107,650",
			"state=NY&tax_year=2025&gross_income=260000",
			"annual.state_income_tax", "17064.1",
		},
		{
			"NY takes more back above 1,077,550",
			"state=NY&tax_year=2025&gross_income=1500000",
			"annual.state_income_tax", "143978.45",
		},
		{
			"NY shows what it takes back",
			"state=NY&tax_year=2025&gross_income=260000",
			"state_detail.additional_tax", "2201.25", // 568 and 44,600 / 50,000 of 1,831
		},
		{
			"NY household credit of a single filer",
			"state=NY&tax_year=2025&gross_income=18000",
			"state_detail.credits", "45",
		},
		{
			"RI deduction and exemptions end at high income",
			"state=RI&tax_year=2025&gross_income=600000&filing_status=joint",
			"annual.state_income_tax", "32888.54",
		},
		{
			"NM deducts for each dependant but the first",
			"state=NM&tax_year=2025&gross_income=120000&filing_status=joint&dependents=2",
			"annual.state_income_tax", "3360.5",
		},
		{
			"NM exempts low and middle incomes",
			"state=NM&tax_year=2025&gross_income=45000&filing_status=joint",
			"annual.state_income_tax", "232",
		},
		{
			"NC child deduction",
			"state=NC&tax_year=2025&gross_income=60000&filing_status=joint&dependents=2",
			"annual.state_income_tax", "1253.75",
		},
		{
			"OK credit of 5 % of the federal child tax credit",
			"state=OK&tax_year=2025&gross_income=60000&filing_status=joint&dependents=2",
			"state_detail.credits", "220",
		},
		{
			"OR exemption credit for each dependant, federal tax less the child tax credit",
			"state=OR&tax_year=2025&gross_income=60000&filing_status=joint&dependents=2",
			"annual.state_income_tax", "3109.88",
		},
		{
			"WV family tax credit",
			"state=WV&tax_year=2025&gross_income=18000",
			"annual.state_income_tax", "319.68",
		},
		{
			"WV leaves the earnings of low incomes untaxed",
			"state=WV&tax_year=2025&gross_income=10000",
			"annual.state_income_tax", "0",
		},
		{
			"PA forgives a tenth less for each 250 above 6,500",
			"state=PA&tax_year=2025&gross_income=7600",
			"annual.state_income_tax", "116.66", // 5 steps: half of 233.32
		},
		{
			"PA taxes deferrals to a retirement plan",
			"state=PA&tax_year=2025&gross_income=100000&pretax_deductions=10000",
			"annual.state_income_tax", "3070",
		},
		{
			"NJ does not",
			"state=NJ&tax_year=2025&gross_income=100000&pretax_deductions=10000",
			"state_detail.taxable_income", "89000",
		},
		{
			"NJ taxes section 125 deductions",
			"state=NJ&tax_year=2025&gross_income=100000&section125=10000",
			"state_detail.taxable_income", "99000",
		},
		{
			"NJ takes nothing up to its filing threshold",
			"state=NJ&tax_year=2025&gross_income=10000",
			"annual.state_income_tax", "0",
		},
		{
			"VT takes at least 3 % above 150,000",
			"state=VT&tax_year=2025&gross_income=160000&filing_status=joint&dependents=4",
			"annual.state_income_tax", "4800",
		},
		{
			"NE takes no more than the federation",
			"state=NE&tax_year=2025&gross_income=15000",
			"annual.state_income_tax", "0",
		},
		{
			"OH credit of 20 a person below 30,000",
			"state=OH&tax_year=2025&gross_income=32000",
			"state_detail.credits", "20",
		},
		{
			"SC deduction falls in whole tens",
			"state=SC&tax_year=2026&gross_income=60001",
			"state_detail.standard_deduction", "9550",
		},
		{
			"SC earned income credit is capped from 2026 on",
			"state=SC&tax_year=2026&gross_income=15000&filing_status=single",
			"annual.state_income_tax", "0",
		},
		{
			"UT takes nothing up to the federal deduction",
			"state=UT&tax_year=2025&gross_income=15750",
			"annual.state_income_tax", "0",
		},
		{
			"RI: a surviving spouse has one exemption and the joint deduction",
			"state=RI&tax_year=2025&gross_income=60000&filing_status=qss&dependents=1",
			"annual.state_income_tax", "1050",
		},
		{
			"PA forgives a surviving spouse as an unmarried person",
			"state=PA&tax_year=2025&gross_income=18000&filing_status=qss&dependents=1",
			"annual.state_income_tax", "442.08",
		},
		{
			"VA has a surviving spouse file as single",
			"state=VA&tax_year=2025&gross_income=80000&filing_status=qss&dependents=1",
			"annual.state_income_tax", "3732.43",
		},
		{
			"WI has a surviving spouse file as head of household",
			"state=WI&tax_year=2025&gross_income=60000&filing_status=qss&dependents=1",
			"annual.state_income_tax", "2063.21",
		},
		{
			"VA takes nothing below its filing threshold",
			"state=VA&tax_year=2025&gross_income=11949",
			"annual.state_income_tax", "0",
		},
	} {
		t.Run(row.why, func(t *testing.T) {
			get(t, "/tax/paycheck?"+row.query).is(row.path, row.want)
		})
	}
}

// New York City and Yonkers tax their residents when the request names them.
func TestNewYorkCitiesAreLocalities(t *testing.T) {
	city := get(t, "/tax/paycheck?state=NY&tax_year=2025&gross_income=100000&locality=new+york+city")
	city.is("annual.local_income_tax", "3441.09") // on taxable income of 92,000
	yonkers := get(t, "/tax/paycheck?state=NY&tax_year=2025&gross_income=100000&locality=Yonkers")
	yonkers.is("annual.local_income_tax", "829.42") // 16.75 % of 4,951.75
	low := get(t, "/tax/paycheck?state=NY&tax_year=2025&gross_income=10000&locality=new+york+city")
	low.is("annual.local_income_tax", "46.56") // 3.078 % of 2,000 less 15

	none := get(t, "/tax/paycheck?state=NY&tax_year=2025&gross_income=100000")
	none.is("annual.local_income_tax", "<nil>")
	none.is("warnings.1.reason", "locality_missing")
}

// A case whose figures the year lacks is refused, others of the same state and year are not.
func TestCasesWithoutFiguresAreRefused(t *testing.T) {
	for _, row := range []struct {
		query   string
		refused bool
	}{
		{"state=SC&tax_year=2026&gross_income=60000", false},
		{"state=SC&tax_year=2026&gross_income=60000&dependents=1", false},
		{"state=SC&tax_year=2026&gross_income=60000&dependents=3", true},
		{"state=NE&tax_year=2026&gross_income=60000", false},
		{"state=UT&tax_year=2026&gross_income=60000", false},
		{"state=UT&tax_year=2026&gross_income=60000&dependents=2", false},
		{"state=VT&tax_year=2026&gross_income=60000", false},
		{"state=VT&tax_year=2026&gross_income=60000&filing_status=hoh", false},
		{"state=NY&tax_year=2023&gross_income=60000", true},
	} {
		t.Run(row.query, func(t *testing.T) {
			a := get(t, "/tax/paycheck?"+row.query)
			if known := a.at("annual.state_income_tax") != nil; known == row.refused {
				t.Fatalf("state tax is %v", a.at("annual.state_income_tax"))
			}
			if !row.refused {
				return
			}
			a.is("annual.net_pay", "<nil>")
			a.is("state_detail.confidence_level", "low")
			a.is("state_detail.type", "not_tabulated")
			var reasons []string
			for i := range a.at("warnings").([]any) {
				reasons = append(reasons, fmt.Sprint(a.at(fmt.Sprintf("warnings.%d.reason", i))))
			}
			if !strings.Contains(strings.Join(reasons, " "), "not_tabulated") {
				t.Errorf("warnings: %v", reasons)
			}
		})
	}
}
