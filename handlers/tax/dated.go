package tax

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/farebox/farebox/internal/dated"
)

// Dated declares the federal tables and those of the states. Both are good until the end of the last year that they
// have: a file for the next one makes them good for longer.
func Dated() ([]dated.Table, error) {
	years, err := builtIn()
	if err != nil {
		return nil, err
	}
	return datedFrom(years), nil
}

// datedFrom is Dated over other tables.
func datedFrom(years map[int]*yearTable) []dated.Table {
	known := slices.Sorted(maps.Keys(years))
	last := years[known[len(known)-1]]
	federal := dated.Table{
		Name: "us_federal_tax",
		Holds: fmt.Sprintf("Brackets, deductions, credits, payroll tax and withholding of the tax years %d to %d.",
			known[0], last.TaxYear),
		Source:    "IRS revenue procedures and Publication 15-T; Social Security Administration",
		URL:       "https://www.irs.gov/pub/irs-pdf/p15t.pdf",
		AsOf:      dated.Day(last.AsOf),
		GoodUntil: endOf(last.TaxYear),
		Renew:     "Add handlers/tax/tables/YEAR.json: the figures of a year are out between October and December before it.",
		Routes:    []string{"tax"},
	}

	settled := lastOfStates(years)
	states := dated.Table{
		Name:   "us_state_tax",
		Holds:  "Income tax and payroll items of the states and some localities.",
		Source: "Laws, forms and notices of the states, as compiled by PolicyEngine US and the Tax Foundation",
		URL:    "https://github.com/PolicyEngine/policyengine-us",
		AsOf:   dated.Day(years[settled].AsOf),

		GoodUntil: endOf(settled),
		Renew:     "Add the year to each file of handlers/tax/tables/states.",
		Routes:    []string{"/tax/paycheck"},
	}
	return []dated.Table{federal, states}
}

// lastOfStates is the last year for which every state has a table; the first year of all when none is.
func lastOfStates(years map[int]*yearTable) int {
	known := slices.Sorted(maps.Keys(years))
	for _, year := range slices.Backward(known) {
		lacking := func(s *stateTable) bool { return s.Type == untabulated }
		if !slices.ContainsFunc(slices.Collect(maps.Values(years[year].States)), lacking) {
			return year
		}
	}
	return known[0]
}

// endOf is the last day of a tax year.
func endOf(year int) dated.Day { return dated.Day(strconv.Itoa(year) + "-12-31") }
