package duty

import (
	"maps"
	"strings"

	"github.com/shopspring/decimal"
)

// outcome is how a fact that an import does not say turns out.
type outcome int

const (
	outcomeOpen outcome = iota
	outcomeNot          // the duty does not apply
	outcomeApplies
	outcomeHighest // it applies at the highest of its rates
)

// facts are outcomes that are taken for granted, by the name of what they decide.
type facts map[string]outcome

// with is the facts and one more.
func (f facts) with(name string, o outcome) facts {
	next := maps.Clone(f)
	if next == nil {
		next = facts{}
	}
	next[name] = o
	return next
}

// fact names what decides whether a measure applies.
func (m Measure) fact() string {
	return strings.Join(append([]string{m.Heading, m.Title}, m.Lists...), "|")
}

// openFact is a fact that an answer leaves open, with its outcomes.
type openFact struct {
	name     string
	outcomes []outcome
}

// outcomes are those of the fact that a measure depends on.
func (m Measure) outcomes() []outcome {
	list := []outcome{outcomeNot, outcomeApplies}
	if m.Always {
		list = list[1:]
	}
	if m.UpperPct != nil {
		list = append(list, outcomeHighest)
	}
	return list
}

// mostRuns bounds how often an import is worked out for its range: seven facts of two outcomes each.
const mostRuns = 255

// ends are the lowest and the highest total over all outcomes of the facts that are open. They are missing
// if anything else is open too.
func (t *Tables) ends(q Question) (low, high *decimal.Decimal) {
	runs := 0
	var walk func(q Question) bool
	walk = func(q Question) bool {
		runs++
		a := t.assess(q)
		if a.Total != nil {
			if q.Section232 == Applies && a.under == metalNone {
				return true // against what the caller says
			}
			if low == nil || a.Total.LessThan(*low) {
				low = a.Total
			}
			if high == nil || a.Total.GreaterThan(*high) {
				high = a.Total
			}
			return true
		}
		if a.fact == nil || runs >= mostRuns {
			return false
		}
		for _, o := range a.fact.outcomes {
			next := q
			next.facts = q.facts.with(a.fact.name, o)
			if !walk(next) {
				return false
			}
		}
		return true
	}

	if !walk(q) || low == nil {
		return nil, nil
	}
	return low, high
}
