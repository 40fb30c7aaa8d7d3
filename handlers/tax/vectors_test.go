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
		{
			2024,
			marriedSeparate,
			"11600 47150 100525 191950 243725 365600",
			"1160 5426 17168.5 39110.5 55678.5 98334.75",
		},
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
		{
			2023,
			"13850",
			"27700",
			"20800",
			"1850",
			"1500",
			"44625",
			"492300",
			"276900",
			"160200",
			"81300",
			"578150",
			"220700",
			"0.25",
		},
		{
			2024,
			"14600",
			"29200",
			"21900",
			"1950",
			"1550",
			"47025",
			"518900",
			"291850",
			"168600",
			"85700",
			"609350",
			"232600",
			"0.25",
		},
		{
			2025,
			"15750",
			"31500",
			"23625",
			"2000",
			"1600",
			"48350",
			"533400",
			"300000",
			"176100",
			"88100",
			"626350",
			"239100",
			"0.25",
		},
		{
			2026,
			"16100",
			"32200",
			"24150",
			"2050",
			"1650",
			"49450",
			"545500",
			"306850",
			"184500",
			"90100",
			"500000",
			"244500",
			"0.5",
		},
	} {
		all := get(t, fmt.Sprintf("/tax/brackets?tax_year=%d", row.year))
		for path, want := range map[string]string{
			"single.standard_deduction":             row.standardSingle,
			"married_separately.standard_deduction": row.standardSingle,
			"married_jointly.standard_deduction":    row.joint,
			"surviving_spouse.standard_deduction":   row.joint, "head_of_household.standard_deduction": row.head,
			"single.additional_standard_deduction":            row.extraSingle,
			"head_of_household.additional_standard_deduction": row.extraSingle,
			"married_jointly.additional_standard_deduction":   row.extraJoint,
			"surviving_spouse.additional_standard_deduction":  row.extraJoint,
			"single.long_term_capital_gains.0.to":             row.gainZero,
			"single.long_term_capital_gains.1.to":             row.gainFifteen,
			"married_separately.long_term_capital_gains.1.to": row.gainFifteenMS,
			"single.amt.exemption":                            row.amtSingle,
			"single.amt.phase_out_start":                      row.amtStart,
			"single.amt.rate_28_above":                        row.amt28,
			"single.amt.phase_out_rate":                       row.amtRate,
			"surviving_spouse.niit.threshold":                 "250000",
			"married_separately.niit.threshold":               "125000",
			"head_of_household.niit.threshold":                "200000",
			"surviving_spouse.additional_medicare.threshold":  "200000",
			"married_jointly.additional_medicare.threshold":   "250000",
		} {
			all.is("by_status."+path, want)
		}
		all.is("social_security_wage_base", row.base)
		all.is("filing_status", "<nil>")
	}
}

// 15-T's annual tables embed the deductions of the year: each STANDARD row starts at the bracket's
// start plus the deduction less the adjustment, each STEP 2 row at half of bracket start plus
// deduction. 2025 kept the deductions from before Pub. L. 119-21.
func TestWithholdingTablesFollowFromTheBrackets(t *testing.T) {
	h, err := loadHandlers()
	if err != nil {
		t.Fatal(err)
	}
	before2025Law := byStatus{
		single:          decimal.NewFromInt(15000),
		marriedJointly:  decimal.NewFromInt(30000),
		headOfHousehold: decimal.NewFromInt(22500),
	}
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
				over := st.over.Add(deduction).Sub(table.Withholding.Adjustment[key])
				if !row.over.Equal(over) || !row.rate.Equal(st.rate) || !row.base.Equal(base) {
					t.Errorf("%d %s row %d: %v", year, key, i, row)
				}
				half := twoJobs[i+1] // printed to whole dollars and cents
				halfOver := st.over.Add(deduction).DivRound(two, 0)
				halfBase := base.DivRound(two, 2)
				if !half.over.Equal(halfOver) || !half.rate.Equal(st.rate) || !half.base.Equal(halfBase) {
					t.Errorf("%d %s two jobs row %d: %v", year, key, i, half)
				}
			}
		}
	}
}
