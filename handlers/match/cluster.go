package match

import (
	"cmp"
	"slices"
)

// How far below the threshold the mean score of the pairs between two groups that are joined may lie (average linkage):
// chains of pairs that are each alike must not join different things.
const (
	recordSlack = 5
	titleSlack  = 2
)

// leastMean is the least mean score of the pairs between two groups of a list that are joined.
func (l *linkage) leastMean(threshold float64) float64 {
	if l.titles == nil {
		return threshold - recordSlack
	}
	return threshold - titleSlack
}

// crossPairs bounds the pairs looked at to judge the mean score between two groups.
const crossPairs = 48

// groups joins nodes by their edges, the best first, and gives the groups of nodes, each ascending.
func groups(n int, edges []edge, leastMean float64, score func(a, b int32) float64) [][]int32 {
	slices.SortFunc(edges, func(x, y edge) int {
		return cmp.Or(cmp.Compare(y.score, x.score), x.compare(y))
	})

	root := make([]int32, n)
	members := make([][]int32, n)
	for i := range root {
		root[i] = int32(i)
		members[i] = []int32{int32(i)}
	}

	for _, e := range edges {
		a, b := root[e.a], root[e.b]
		if a == b {
			continue
		}
		if crossMean(members[a], members[b], score) < leastMean {
			continue
		}
		if len(members[a]) < len(members[b]) {
			a, b = b, a
		}
		for _, m := range members[b] {
			root[m] = a
		}
		members[a] = append(members[a], members[b]...)
		members[b] = nil
	}

	var out [][]int32
	for _, m := range members {
		if len(m) > 0 {
			slices.Sort(m)
			out = append(out, m)
		}
	}

	return out
}

// crossMean is the mean score of the pairs between two groups.
func crossMean(a, b []int32, score func(a, b int32) float64) float64 {
	return sampledMean(len(a)*len(b), crossPairs, func(k int) float64 { return score(a[k/len(b)], b[k%len(b)]) })
}

// sampledMean is the mean score of the pairs, or of an even sample where there are more than most.
func sampledMean(pairs, most int, score func(k int) float64) float64 {
	sum := 0.0
	n := 0
	for k := 0; k < pairs; k += max(1, pairs/most) {
		sum += score(k)
		n++
	}
	return sum / float64(n)
}

// canonicalSample bounds the members that candidates for the canonical item are compared with.
const canonicalSample = 24

// canonicalOf is the node that stands for a group: the one with most equal copies, then the one most
// alike to the others, then the longest, then the first.
func canonicalOf(group []int32, nodes []*item, score func(a, b int32) float64) int32 {
	most := 0
	for _, m := range group {
		most = max(most, nodes[m].copies)
	}

	top := slices.DeleteFunc(slices.Clone(group), func(m int32) bool { return nodes[m].copies < most })
	top = top[:min(len(top), canonicalSample)]
	others := group[:min(len(group), canonicalSample)]
	best := top[0]
	bestMean := -1.0
	for _, m := range top {
		sum := 0.0
		for _, o := range others {
			if o != m {
				sum += score(m, o)
			}
		}
		longer := len(nodes[m].value) > len(nodes[best].value)
		if sum > bestMean+0.05 || longer && sum > bestMean-0.05 {
			best = m
			bestMean = sum
		}
	}

	return best
}
