package osha

import (
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/osha/oshatest"
)

// TestLabelledCitations: what counts of citations that were taken back, reduced, listed twice or are not final.
func TestLabelledCitations(t *testing.T) {
	accident := visit(1, "ACME WORKS", "KS", "A", "2025-01-10", "2025-09-01")
	serious := cited(1, "S", "2025-02-01", "12000", "9000", "null")
	for _, c := range []struct {
		why        string
		violations []string
		want       map[string]any
	}{
		{
			"reduced since: both amounts are told",
			[]string{serious},
			map[string]any{"employers.0.penalties.initial_usd": 12000, "employers.0.penalties.current_usd": 9000},
		},
		{
			"taken back: no violation and no penalty",
			[]string{serious, cited(1, "W", "2025-02-01", "5000", "5000", `"X"`)},
			map[string]any{"employers.0.violations.total": 1, "employers.0.penalties.current_usd": 9000},
		},
		{
			"one citation in two rows is one",
			[]string{serious, serious},
			map[string]any{"employers.0.violations.serious": 1, "employers.0.penalties.current_usd": 9000},
		},
		{
			"a penalty that is not set yet is not known to be none",
			[]string{cited(1, "S", "2026-11-01", "12000", "null", "null")},
			map[string]any{"employers.0.penalties.current_usd": nil},
		},
	} {
		t.Run(c.why, func(t *testing.T) {
			s, _ := service(t, oshatest.Keys(), inspections(accident), cites(c.violations...))
			_, got := s.Get("/osha/screen", "name", "Acme Works")
			handlertest.Holds(t, got, c.want)
		})
	}
}

// TestLabelledVisits: an inspection in two rows is one.
func TestLabelledVisits(t *testing.T) {
	accident := visit(1, "ACME WORKS", "KS", "A", "2025-01-10", "2025-09-01")
	s, _ := service(t, oshatest.Keys(), inspections(accident, accident), cites())
	_, got := s.Get("/osha/screen", "name", "Acme Works")
	handlertest.Holds(t, got, map[string]any{
		"employers.0.inspections":          1,
		"employers.0.accident_inspections": 1,
	})
}
