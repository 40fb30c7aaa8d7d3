package scored

import (
	"cmp"
	"slices"
)

// Seen is how much of a part of a score could be looked at.
type Seen int

// A part is unseen where nobody could look. It is against the subject where only what is bad would have shown: the
// part is not known to be good otherwise. It is whole where the good would have shown too.
const (
	Unseen Seen = iota
	Against
	Whole
)

// Part is one of the parts of a mean.
type Part struct {
	Name          string
	Weight, Score float64
	Seen          Seen
}

// Mean is the mean by weight of the parts that were seen. One that is only against the subject counts where it makes
// the mean worse, so that a finding never makes a score better than silence does. Counts says which parts count.
type Mean struct {
	Tally
	Value  float64
	Weight float64 // of the parts that count
	Counts []bool
}

// RiskMean is the mean of parts of which more is worse.
func RiskMean(parts []Part) Mean { return meanOf(parts, 1) }

// TrustMean is the mean of parts of which more is better.
func TrustMean(parts []Part) Mean { return meanOf(parts, -1) }

// meanOf takes whole parts first, and of the others the worst first: any that is still worse than the mean lowers it.
func meanOf(parts []Part, worse float64) Mean {
	order := make([]int, len(parts))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(
			cmp.Compare(parts[b].Seen, parts[a].Seen),
			cmp.Compare(worse*parts[b].Score, worse*parts[a].Score),
		)
	})

	m := Mean{Counts: make([]bool, len(parts))}
	sum := 0.0
	for _, i := range order {
		p := parts[i]
		counts := m.Weight == 0 || worse*(p.Score*m.Weight-sum) >= 0
		m.Counts[i] = p.Seen == Whole || p.Seen == Against && counts
		if m.Counts[i] {
			sum += p.Score * p.Weight
			m.Weight += p.Weight
		}
	}

	for i, p := range parts {
		m.Part(p.Name, p.Weight, m.Counts[i])
	}
	if m.Weight > 0 {
		m.Value = sum / m.Weight
	}
	return m
}
