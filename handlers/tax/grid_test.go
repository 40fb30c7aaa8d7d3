package tax

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/shopspring/decimal"
)

// gridCase is one case of an independent model's results.
type gridCase struct {
	Status     string          `json:"filing_status"`
	Dependents int             `json:"dependents"`
	Wages      decimal.Decimal `json:"wages"`
	Tax        decimal.Decimal `json:"tax_before_refundable"`
}

// caseOf is the case of plain wages without deductions.
func caseOf(t *yearTable, state, status string, dependents int, wages decimal.Decimal) stateCase {
	return job{
		table:      t,
		form:       w4{status: status},
		gross:      wages,
		dependents: dependents,
		state:      state,
		stateTable: t.States[state],
	}.stateCase()
}

// The tables beside the results of an independent model: FAREBOX_TAX_GRID names a folder with <year>/<state>.json,
// FAREBOX_TAX_GRID_STATES the states to look at, FAREBOX_TAX_GRID_PART which cases: seen (the default), held (every
// third from the first on, which nobody looks at while mending) or all. FAREBOX_TAX_GRID_LIST=1 lists the misses.
func TestQualityOfStateTables(t *testing.T) {
	root := os.Getenv("FAREBOX_TAX_GRID")
	if root == "" {
		t.Skip("FAREBOX_TAX_GRID names no folder")
	}
	part := os.Getenv("FAREBOX_TAX_GRID_PART")
	only := strings.Fields(os.Getenv("FAREBOX_TAX_GRID_STATES"))

	for _, year := range []int{2024, 2025, 2026} {
		table := handlers(t).years[year]
		var hits, all int
		for _, state := range tabulated(table) {
			if table.States[state].Type == "none" || len(only) > 0 && !slices.Contains(only, state) {
				continue
			}
			h, n := measureGrid(t, table, state, part, readGrid(t, root, year, state))
			hits += h
			all += n
		}
		fmt.Printf("%d all: %d of %d\n", year, hits, all)
	}
}

func readGrid(t *testing.T, root string, year int, state string) []gridCase {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, strconv.Itoa(year), state+".json"))
	if err != nil {
		t.Errorf("%d %s: %v", year, state, err)
		return nil
	}
	var cases []gridCase
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatalf("%d %s: %v", year, state, err)
	}
	return cases
}

// measureGrid counts the cases of a state within 2 dollars.
func measureGrid(t *testing.T, table *yearTable, state, part string, cases []gridCase) (hits, all int) {
	t.Helper()
	two := decimal.NewFromInt(2)
	for i, c := range cases {
		held := i%3 == 0
		if part != "all" && held != (part == "held") {
			continue
		}
		if table.States[state].refusal(c.Status, c.Dependents) != "" {
			continue // refused, not answered
		}
		r := table.States[state].compute(caseOf(table, state, c.Status, c.Dependents, c.Wages))
		if r.span.wide() {
			continue // refused too
		}
		all++
		got := r.tax
		if got.Sub(c.Tax).Abs().LessThanOrEqual(two) {
			hits++
		} else if !held && os.Getenv("FAREBOX_TAX_GRID_LIST") != "" {
			fmt.Printf("  %s %d %s %s with %d: %s, not %s (off by %s)\n",
				state, table.TaxYear, c.Status, c.Wages, c.Dependents, cents(got), c.Tax, cents(got.Sub(c.Tax)))
		}
	}
	fmt.Printf("%d %s: %d of %d (%s)\n", table.TaxYear, state, hits, all, table.States[state].Confidence)
	return hits, all
}
