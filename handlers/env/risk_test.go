package env

import (
	"cmp"
	"slices"
	"testing"

	"github.com/shopspring/decimal"

	gen "github.com/farebox/farebox/gen/env"
	"github.com/farebox/farebox/internal/scored"
)

func usd(n int64) *decimal.Decimal { return new(decimal.NewFromInt(n)) }

// TestRiskTable holds each part of the score by itself and together: the points of the reasons are the score.
func TestRiskTable(t *testing.T) {
	for _, c := range []struct {
		why    string
		record record
		want   int // -1: not known
		band   string
	}{
		{"nothing is known", record{}, -1, ""},
		{"clean", record{
			quarters:  new(0),
			serious:   new(false),
			formal:    new(0),
			informal:  new(0),
			penalties: usd(0),
		}, 0, "low"},
		{"one quarter", record{quarters: new(1)}, 3, "low"}, // 2.5, rounded
		{"nine quarters", record{quarters: new(9)}, 23, "low"},
		{"all quarters", record{quarters: new(12)}, 30, "medium"},
		{"more than all", record{quarters: new(13)}, 30, "medium"},
		{"significant", record{serious: new(true)}, 25, "medium"},
		{"formal actions", record{formal: new(3)}, 9, "low"},
		{"many formal actions", record{formal: new(50)}, 15, "low"},
		{"informal actions", record{informal: new(4)}, 4, "low"},
		{"many informal actions", record{informal: new(40)}, 5, "low"},
		{"a thousand dollars", record{penalties: usd(1000)}, 2, "low"},  // 5 log10(2) = 1.5
		{"466,600 dollars", record{penalties: usd(466_600)}, 13, "low"}, // 5 log10(467.6) = 13.3
		{"a hundred millions", record{penalties: usd(100_000_000)}, 15, "low"},
		{"significant now", record{seriousNow: true}, 10, "low"},
		{"all of it", record{
			quarters:   new(12),
			serious:    new(true),
			formal:     new(9),
			informal:   new(9),
			penalties:  usd(5_000_000),
			seriousNow: true,
		}, 100, "high"},
		{"just high", record{quarters: new(12), serious: new(true), informal: new(5)}, 60, "high"},
		{"just medium", record{quarters: new(8), informal: new(5)}, 25, "medium"},
	} {
		if c.record.known() {
			c.record = stated(c.record)
		}
		score, reasons := c.record.risk()
		sum := 0
		for _, r := range reasons {
			sum += int(r.Points)
			if r.Points == 0 || r.Detail == "" {
				t.Errorf("%s: reason %+v", c.why, r)
			}
		}
		switch {
		case c.want < 0:
			if score != nil || c.record.tally().Band(bands, score) != nil || len(reasons) != 0 {
				t.Errorf("%s: %v", c.why, *score)
			}
		case score == nil || *score != c.want || sum != c.want || *c.record.tally().Band(bands, score) != c.band:
			t.Errorf("%s: %v by %+v, want %d", c.why, score, reasons, c.want)
		}
	}
}

// stated is a record with zero for all that it does not state.
func stated(r record) record {
	r.quarters = cmp.Or(r.quarters, new(0))
	r.serious = cmp.Or(r.serious, new(false))
	r.formal = cmp.Or(r.formal, new(0))
	r.informal = cmp.Or(r.informal, new(0))
	r.penalties = cmp.Or(r.penalties, usd(0))
	return r
}

func TestRecordThatStatesLessThanHalfHasNoScore(t *testing.T) {
	for _, c := range []struct {
		why    string
		record record
		scored bool
	}{
		{"quarters alone, 30 of 90 points", record{quarters: new(0)}, false},
		{"actions and penalties, 35", record{formal: new(0), informal: new(0), penalties: usd(0)}, false},
		{"a status alone", record{seriousNow: true}, false},
		{"quarters and penalties, 45", record{quarters: new(0), penalties: usd(0)}, true},
		{"as EPA lists a clean one, 55", record{quarters: new(0), serious: new(false)}, true},
	} {
		score, reasons := c.record.risk()
		told := slices.ContainsFunc(reasons, func(r gen.Reason) bool { return r.Code == scored.CodeTooLittle })
		if (score != nil) != c.scored || told == c.scored {
			t.Errorf("%s: %v %+v", c.why, score, reasons)
		}
	}
}

// TestStatusesInEPAsWords: addressed is not open, and no status is not a clean one.
func TestStatusesInEPAsWords(t *testing.T) {
	for status, want := range map[string]standing{
		"No Violation Identified":                         clean,
		"Violation Addressed; State Has Lead Enforcement": clean,
		"Violation Addressed; EPA Has Lead Enforcement":   clean,
		"Violation Identified":                            violating,
		"Violation":                                       violating,
		"Significant Violation":                           seriously,
		"Significant/Category I Noncompliance":            seriously,
		"Significant Noncomplier":                         seriously,
		"High Priority Violation":                         seriously,
		"Enforcement Priority":                            seriously,
		"Unaddressed-State":                               seriously,
		"Violation Unresolved":                            violating,
		"Violation-Unresolved":                            violating,
		"Noncompliance":                                   violating,
		"Inactive":                                        untold,
		"No Information":                                  untold,
		"Terminated Permit":                               untold,
		"Not Applicable":                                  untold,
		"Unknown":                                         untold,
		"":                                                untold,
		"something that EPA has never said":               untold,
	} {
		if got := standingOf(status); got != want {
			t.Errorf("%q is %d, want %d", status, got, want)
		}
	}
	for _, ended := range []string{"Terminated Permit", "Inactive", "Not Applicable"} {
		if r := regulated(ended); r == nil || *r {
			t.Errorf("%s is regulated now", ended)
		}
	}
	if regulated("") != nil {
		t.Error("no status says nothing")
	}
}
