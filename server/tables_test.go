package server

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/server/catalog"
)

func TestHealthTellsOfTablesBeforeAndAfterTheirLastDay(t *testing.T) {
	tables, err := catalog.Tables()
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, time.October, 1, 12, 0, 0, 0, time.UTC)
	s := start(t, newKey(t), nil, func(p *Parts) {
		p.Tables = tables
		p.Now = func() time.Time { return now }
	})

	for _, c := range []struct {
		why    string
		day    time.Time
		status string
		left   float64
		past   bool
	}{
		{"long before", time.Date(2026, time.October, 31, 0, 0, 0, 0, time.UTC), "current", 61, false},
		{"60 days before", time.Date(2026, time.November, 1, 0, 0, 0, 0, time.UTC), "ending", 60, false},
		{"the last day", time.Date(2026, time.December, 31, 23, 0, 0, 0, time.UTC), "ending", 0, false},
		{"the day after", time.Date(2027, time.January, 1, 0, 0, 0, 0, time.UTC), "past", -1, true},
	} {
		t.Run(c.why, func(t *testing.T) {
			now = c.day
			health := s.get("/health").json(t)
			table := tableNamed(health["tables"], "us_federal_tax")
			if table["status"] != c.status || table["days_left"] != c.left || table["good_until_date"] != "2026-12-31" {
				t.Errorf("%v", table)
			}
			if tableNamed(health["tables"], "legal_forms") != nil {
				t.Error("a table without a last day is listed")
			}

			told := tableNamed(health["problems"], "table:us_federal_tax")
			if c.past != (told != nil) {
				t.Errorf("the problem is %v", told)
			}
			if c.past && (told["status"] != "past" || !strings.Contains(told["detail"].(string), "2026-12-31")) {
				t.Errorf("%v", told)
			}
			if got := daysLeft(t, s, "us_federal_tax"); got != c.left {
				t.Errorf("the metric has %g days, want %g", got, c.left)
			}
		})
	}
}

// named is the object of that name in a list.
func tableNamed(list any, name string) map[string]any {
	items, _ := list.([]any)
	at := slices.IndexFunc(items, func(item any) bool { return item.(map[string]any)["name"] == name })
	if at < 0 {
		return nil
	}
	return items[at].(map[string]any)
}

// daysLeft is the gauge of a table.
func daysLeft(t *testing.T, s *service, table string) float64 {
	t.Helper()
	families, err := s.server.parts.Metrics.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		for _, m := range f.GetMetric() {
			if f.GetName() == "farebox_table_days_left" && m.GetLabel()[0].GetValue() == table {
				return m.GetGauge().GetValue()
			}
		}
	}
	t.Fatalf("no metric of %s", table)
	return 0
}

func TestHealthSaysHowOldAListIs(t *testing.T) {
	const reason = "list refused: 3 records, at least 10 wanted"
	refused := listAnswer(upstream.DatasetHealth{Name: "a", Status: "refused", LastError: reason})
	if refused.AgeSeconds != nil || refused.LastError == nil || *refused.LastError != reason {
		t.Errorf("%+v", refused)
	}
	day := time.Date(2026, time.January, 2, 12, 0, 0, 0, time.UTC)
	ready := listAnswer(upstream.DatasetHealth{Name: "b", Status: "ready", CheckedAt: &day, AgeSeconds: 60})
	if ready.AgeSeconds == nil || *ready.AgeSeconds != 60 || ready.LastError != nil {
		t.Errorf("%+v", ready)
	}
}
