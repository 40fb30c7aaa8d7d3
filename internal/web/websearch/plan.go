package websearch

import (
	"cmp"
	"context"
	"slices"

	"github.com/farebox/farebox/internal/each"
)

// plan is whom a search asks, in three steps. Each step has lanes, which are asked side by side; of a lane the next
// engine is asked only if the one before fails.
type plan struct {
	first  [][]engine
	spared [][]engine // asked when none of the first gives results
	last   [][]engine // collections, asked when the spared give none either
}

// ample is the part of a quota from which on an engine is asked in any case.
const ample = 0.7

// plan asks named engines all at once. News are few: each engine has some that the others lack.
func (r *run) plan(chosen []engine, news bool) plan {
	if !r.auto {
		return plan{first: alone(chosen)}
	}

	var p plan
	var whole []engine
	for _, e := range chosen {
		switch e.kind {
		case general:
			whole = append(whole, e)
		case reference:
			p.first = append(p.first, []engine{e})
		case collection:
			p.last = append(p.last, []engine{e})
		}
	}

	var asked [][]engine
	if news {
		asked = alone(whole)
	} else {
		asked, p.spared = r.spare(lanes(whole))
	}
	p.first = append(asked, p.first...)
	return p
}

// spare keeps lanes back whose quotas run low, as long as another is asked: an answer of one index is worth more than
// no answer later. A lane without an engine to ask costs nothing and is not kept back.
func (r *run) spare(all [][]engine) (asked, spared [][]engine) {
	byRoom := slices.Clone(all)
	slices.SortStableFunc(byRoom, func(a, b []engine) int {
		return -cmp.Compare(r.room(a), r.room(b))
	})

	for i, lane := range byRoom {
		room := r.room(lane)
		if i > 0 && room > 0 && room < ample {
			spared = append(spared, lane)
			continue
		}
		asked = append(asked, lane)
	}
	return asked, spared
}

// room is that of the engine of a lane which has most, among those that can be asked now.
func (r *run) room(lane []engine) float64 {
	most := 0.0
	for _, e := range lane {
		_, resting := r.rests.resting(e.name)
		if e.configured() == nil && !resting && !slices.Contains(e.lacks, r.query.Within) {
			most = max(most, e.left())
		}
	}
	return most
}

// follow asks step by step until a general engine gives results.
func (r *run) follow(ctx context.Context, p plan) [][]*attempt {
	limited, cancel := context.WithTimeout(ctx, searchBudget)
	defer cancel()
	attempts := r.all(limited, p.first)
	if given(attempts) {
		return append(attempts, kept(p.spared)...)
	}

	attempts = append(attempts, r.all(limited, p.spared)...)
	if given(attempts) || len(p.last) == 0 {
		return attempts
	}

	limited, cancel = context.WithTimeout(ctx, collectionsBudget)
	defer cancel()
	return append(attempts, r.all(limited, p.last)...)
}

// given reports whether a general engine gave results.
func given(attempts [][]*attempt) bool {
	return slices.ContainsFunc(slices.Concat(attempts...), func(a *attempt) bool {
		return a.engine.kind == general && a.report.Status == StatusOK
	})
}

// kept are the attempts at lanes that were kept back.
func kept(spared [][]engine) [][]*attempt {
	return each.Of(spared, func(lane []engine) []*attempt {
		return []*attempt{{
			engine: lane[0],
			report: Report{
				Engine: lane[0].name,
				Status: StatusSkipped,
				Reason: "its quota runs low and is kept for searches that others do not answer",
			},
		}}
	})
}
