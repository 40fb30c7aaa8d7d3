package tax

import (
	"fmt"
	"testing"
)

// The state's tax after credits that are not refunded, worked by the form or the statute that is named.
func TestStateTaxByTheStatesOwnPaper(t *testing.T) {
	for _, row := range []struct {
		why, query, want string
	}{
		{
			why:   "CT: personal credit of 15 %, Table E",
			query: "state=CT&tax_year=2025&gross_income=30000",
			want:  "361.25",
		},
		{
			why:   "CT: personal credit of 10 %",
			query: "state=CT&tax_year=2025&gross_income=45000",
			want:  "1597.5",
		},
		{
			why:   "CT: the 2 % rate is gone and 75 are recaptured, Tables C and D",
			query: "state=CT&tax_year=2025&gross_income=120000",
			want:  "6275",
		},
		{
			why:   "CT: joint, 75 % of 120",
			query: "state=CT&tax_year=2025&gross_income=30000&filing_status=mfj",
			want:  "30",
		},
		{
			why:   "CT: all recapture at 1.5 million",
			query: "state=CT&tax_year=2025&gross_income=1500000",
			want:  "104800",
		},
		{
			why:   "MA: 2,000 of Social Security and Medicare",
			query: "state=MA&tax_year=2025&gross_income=60000",
			want:  "2680",
		},
		{
			why:   "MA: the same at 150,000",
			query: "state=MA&tax_year=2025&gross_income=150000",
			want:  "7180",
		},
		{
			why:   "MA: no tax status",
			query: "state=MA&tax_year=2025&gross_income=8000",
			want:  "0",
		},
		{
			why:   "MA: limited income credit, 10 % above 8,000",
			query: "state=MA&tax_year=2025&gross_income=10000",
			want:  "200",
		},
		{
			why:   "AR: above the bridge",
			query: "state=AR&tax_year=2025&gross_income=120000",
			want:  "4465.67",
		},
		{
			why:   "AR: additional credit of 120 on net income up to 26,500",
			query: "state=AR&tax_year=2025&gross_income=30000&filing_status=mfj",
			want:  "386.04",
		},
		{
			why:   "AR: low income table at 28,000",
			query: "state=AR&tax_year=2025&gross_income=28000&filing_status=mfj",
			want:  "362",
		},
		{
			why:   "CO: add-back above 16,000",
			query: "state=CO&tax_year=2025&gross_income=600000&filing_status=mfj",
			want:  "25696",
		},
		{
			why:   "CO: add-back above 2,000",
			query: "state=CO&tax_year=2026&gross_income=600000&filing_status=mfj",
			want:  "26312",
		},
		{
			why:   "CO: none just below 300,000",
			query: "state=CO&tax_year=2025&gross_income=299999",
			want:  "12506.96",
		},
		{
			why:   "CO: from 300,000 on",
			query: "state=CO&tax_year=2025&gross_income=300000",
			want:  "12672",
		},
		{
			why:   "ME: deduction gone",
			query: "state=ME&tax_year=2025&gross_income=175000",
			want:  "11635.88",
		},
		{
			why:   "KY: family size credit of 50 %",
			query: "state=KY&tax_year=2025&gross_income=18000",
			want:  "235.68",
		},
		{
			why:   "AZ: 100 a child",
			query: "state=AZ&tax_year=2025&gross_income=60000&filing_status=mfj&dependents=2",
			want:  "512.5",
		},
		{
			why:   "AZ: the credit falls by 5 % per 1,000 or part",
			query: "state=AZ&tax_year=2025&gross_income=400001&filing_status=mfj&dependents=2",
			want:  "9022.53",
		},
		{
			why:   "ID: 205 a child and the building fund's 10",
			query: "state=ID&tax_year=2025&gross_income=60000&filing_status=mfj&dependents=2",
			want:  "600.53",
		},
		{
			why:   "IN: 2,500 a child",
			query: "state=IN&tax_year=2025&gross_income=60000&filing_status=mfj&dependents=2",
			want:  "1590",
		},
		{
			why:   "MD: the state's part",
			query: "state=MD&tax_year=2025&gross_income=60000",
			want:  "2486.38",
		},
		{
			why:   "MD: half of the earned income credit",
			query: "state=MD&tax_year=2025&gross_income=30000&filing_status=hoh&dependents=1",
			want:  "0",
		},
		{
			why:   "DE: earned income credit of 20 %",
			query: "state=DE&tax_year=2025&gross_income=30000&dependents=1",
			want:  "225.06",
		},
		{
			why:   "GA: low income credit of 5",
			query: "state=GA&tax_year=2025&gross_income=18000",
			want:  "306.4",
		},
		{
			why:   "GA: a surviving spouse has the credit of one adult, not of two",
			query: "state=GA&tax_year=2025&filing_status=surviving_spouse&gross_income=18400&dependents=1",
			want:  "114.56",
		},
		{
			why:   "GA: a surviving spouse has the deduction of a head of household, as in the years before",
			query: "state=GA&tax_year=2026&filing_status=surviving_spouse&gross_income=38900&dependents=1",
			want:  "943.11",
		},
		{
			why:   "AL: the child credit of a surviving spouse falls from 200,000 (26 USC 24(h)(3))",
			query: "state=AL&tax_year=2025&filing_status=surviving_spouse&gross_income=247000&dependents=1",
			want:  "9488.17",
		},
		{
			why:   "CA: exemption credits fall by 6 per 2,500",
			query: "state=CA&tax_year=2025&gross_income=260000",
			want:  "19958.98",
		},
		{
			why:   "MN: exemption falls by 2 % per 2,500",
			query: "state=MN&tax_year=2025&gross_income=260000&dependents=1",
			want:  "18211.36",
		},
		{
			why:   "MO: 15 % up to 100,000 itself (RSMo 143.171)",
			query: "state=MO&tax_year=2025&gross_income=100000&dependents=1",
			want:  "3704.5",
		},
		{
			why:   "AL: 500 a dependant up to 100,000 itself (Code of Ala. 40-18-19)",
			query: "state=AL&tax_year=2025&gross_income=100000&dependents=1",
			want:  "3915.05",
		},
		{
			why:   "IN: a surviving spouse is one person",
			query: "state=IN&tax_year=2025&gross_income=60000&filing_status=qss&dependents=1",
			want:  "1695",
		},
		{
			why:   "MI: a surviving spouse has one exemption",
			query: "state=MI&tax_year=2025&gross_income=60000&filing_status=qss&dependents=1",
			want:  "2057",
		},
		{
			why:   "AZ: a surviving spouse files as head of household",
			query: "state=AZ&tax_year=2025&gross_income=60000&filing_status=qss&dependents=1",
			want:  "809.38",
		},
		{
			why:   "MA: a surviving spouse files as single",
			query: "state=MA&tax_year=2025&gross_income=60000&filing_status=qss&dependents=1",
			want:  "2630",
		},
		{
			why:   "ME: a surviving spouse has one exemption and the joint schedule",
			query: "state=ME&tax_year=2025&gross_income=60000&filing_status=qss",
			want:  "1441.3",
		},
		{
			why:   "KS: food sales tax credit of 2024",
			query: "state=KS&tax_year=2024&gross_income=30000&dependents=1",
			want:  "7.14",
		},
	} {
		a := get(t, "/tax/paycheck?"+row.query)
		if got := fmt.Sprint(a.at("annual.state_income_tax")); got != row.want {
			t.Errorf("%s: %s: %s, not %s", row.why, row.query, got, row.want)
		}
	}
}

// IN and MD tax every resident by county: without one the range is in the answer and the sums are null.
func TestCountyTaxIsAskedForOrGivenAsARange(t *testing.T) {
	a := get(t, "/tax/paycheck?state=MD&tax_year=2025&gross_income=60000&locality=montgomery")
	a.is("annual.state_income_tax", "2486.38")
	a.is("annual.local_income_tax", "1710.4") // 3.2 % of 53,450
	a.is("state_detail.local.locality", "Montgomery County")
	a.is("state_detail.local.rate", "0.032")
	a.is("annual.net_pay", "46051.72")

	open := get(t, "/tax/paycheck?state=MD&tax_year=2025&gross_income=60000")
	open.is("annual.state_income_tax", "2486.38")
	open.is("annual.local_income_tax", "<nil>")
	open.is("annual.total_taxes", "<nil>")
	open.is("per_period.net_pay", "<nil>")
	open.is("effective_rate", "<nil>")
	open.is("state_detail.local.lowest.locality", "Worcester County")
	open.is("state_detail.local.lowest.tax", "1202.63")
	open.is("state_detail.local.highest.locality", "Dorchester County")
	open.is("state_detail.local.highest.tax", "1763.85")
	open.is("warnings.1.reason", "locality_missing")

	in := get(t, "/tax/paycheck?state=IN&tax_year=2025&gross_income=60000&locality=Marion%20County")
	in.is("annual.local_income_tax", "1191.8") // 2.02 % of 59,000
	for _, name := range []string{"st.%20joseph", "St%20Joseph%20County", "SAINT%20JOSEPH", "prince%20georges"} {
		state := "IN"
		if name == "prince%20georges" {
			state = "MD"
		}
		get(t, "/tax/paycheck?tax_year=2025&gross_income=1&state="+state+"&locality="+name)
	}

	refused(t, "/tax/paycheck?state=MD&gross_income=1&locality=Fairfax", "locality", "")
	refused(t, "/tax/paycheck?state=TX&gross_income=1&locality=Harris", "locality", "")
	refused(t, "/tax/paycheck?gross_income=1&locality=Harris", "locality", "")
}

// Frederick County's rate is one on all of taxable income, Anne Arundel's are brackets (Form 502, rate chart).
func TestCountiesWithRatesByIncome(t *testing.T) {
	for query, want := range map[string]string{
		"locality=frederick&gross_income=30000":      "527.63",  // 2.25 % of 23,450
		"locality=frederick&gross_income=60000":      "1582.12", // 2.96 % of 53,450
		"locality=anne%20arundel&gross_income=60000": "1451.43", // 2.7 % of 50,000, 2.94 % of the rest
	} {
		a := get(t, "/tax/paycheck?state=MD&tax_year=2025&"+query)
		if got := fmt.Sprint(a.at("annual.local_income_tax")); got != want {
			t.Errorf("%s: %s, not %s", query, got, want)
		}
	}
}

// What is known to be missing is a warning of the answer.
func TestGapsAreWarnings(t *testing.T) {
	a := get(t, "/tax/paycheck?state=UT&tax_year=2026&gross_income=60000")
	a.is("warnings.0.reason", "not_modelled")
	a.is("state_detail.confidence_level", "medium")

	b := get(t, "/tax/paycheck?state=CA&tax_year=2025&gross_income=60000")
	b.is("state_detail.confidence_level", "high")
	b.is("state_detail.authorities.brackets", "California Income Tax Rate Schedules for 2025; R&TC 17043 (1 % over 1,000,000)")
}

func TestALocalityIsNotOneOfTwo(t *testing.T) {
	local := &localTax{Kind: "county", Places: map[string]place{
		"Baltimore City": {}, "Baltimore County": {}, "St. Mary's County": {}, "LaPorte County": {},
	}}
	for text, want := range map[string]string{
		"Baltimore City": "Baltimore City", "baltimore county": "Baltimore County", "Baltimore": "",
		"Saint Marys": "St. Mary's County", "La Porte": "LaPorte County", "Port": "", "St. Marie": "",
	} {
		if got, err := local.find("Maryland", text); got != want || (err == nil) != (want != "") {
			t.Errorf("%s: %q %v", text, got, err)
		}
	}
}
