package main

import (
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/dated"
)

func declared() []dated.Table {
	return []dated.Table{
		{
			Name:      "rates",
			Holds:     "Rates.",
			Source:    "The agency",
			URL:       "https://agency.example",
			AsOf:      "2026-10-01",
			GoodUntil: "2026-12-31",
			Renew:     "Add a file.",
			Routes:    []string{"tax", "/a|b"},
		},
		{
			Name:   "words",
			Holds:  "Words.",
			Source: "Own",
			AsOf:   "2026-11",
			Renew:  "Not needed: they stay.",
			Routes: []string{"mcp"},
		},
	}
}

func TestPageOfTablesShowsWhatIsDeclared(t *testing.T) {
	got := tablesPage(declared())
	for _, row := range []string{
		"| `rates` | 2026-10-01 | 2026-12-31 | `tax`, `/a\\|b` | Add a file. |",
		"| `words` | 2026-11 | `mcp` | they stay. |",
		"| `rates` | Rates. | [The agency](https://agency.example) |",
		"| `words` | Words. | Own |",
	} {
		if strings.Count(got, "\n"+row+"\n") != 1 {
			t.Errorf("not there, or not once: %s\nin:\n%s", row, got)
		}
	}
}

// A page with the days left would change every day.
func TestPageOfTablesDoesNotDependOnTheClock(t *testing.T) {
	if got := tablesPage(declared()); strings.Contains(got, "days left") {
		t.Error(got)
	}
}

func TestCheckNamesTablesPastTheirLastDay(t *testing.T) {
	last := time.Date(2026, time.December, 31, 23, 59, 0, 0, time.UTC)
	if err := pastOf(declared(), last); err != nil {
		t.Errorf("on the last day: %v", err)
	}
	err := pastOf(declared(), last.Add(time.Minute))
	if err == nil || !strings.Contains(err.Error(), "rates was good until 2026-12-31: Add a file.") {
		t.Errorf("the day after: %v", err)
	}
}
