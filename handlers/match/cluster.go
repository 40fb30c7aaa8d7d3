package match

import (
	"cmp"
	"slices"
)

// linkageRule says which groups an edge may join: chains of pairs that are each alike must not join different things.
type linkageRule struct {
	mean   float64 // least mean score of the pairs between two groups (average linkage)
	lowest float64 // least score of any of them (complete linkage, where that is the threshold)
}

// How far below the threshold the mean score between two groups may lie.
const (
	recordSlack = 5
	titleSlack  = 2
)

// clustering is the rule for the clusters of a list. Titles of products form long chains of versions and sizes, so that
// every two members have to be alike; but of dozens of titles of one thing two may have little in common.
func (l *linkage) clustering(threshold float64) linkageRule {
	if l.titles == nil {
		return linkageRule{mean: threshold - recordSlack}
	}
	rule := linkageRule{mean: threshold - titleSlack}
	if l.titles.crowded < mostlyCrowded {
		rule.lowest = threshold
	}
	return rule
}

// mostlyCrowded is how crowded a list is whose clusters are judged on the whole.
const mostlyCrowded = 0.5

// crossPairs bounds the pairs looked at to judge the mean score between two groups.
const crossPairs = 48

// groups joins nodes by their edges, the best first, and gives the groups of nodes, each ascending.
func groups(n int, edges []edge, rule linkageRule, score func(a, b int32) float64) [][]int32 {
	slices.SortFunc(edges, func(x, y edge) int {
		return cmp.Or(cmp.Compare(y.score, x.score), cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b))
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
		mean, lowest := crossScores(members[a], members[b], score)
		if mean < rule.mean || float64(whole(lowest)) < rule.lowest {
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

// crossScores are the mean and the lowest score of the pairs between two groups, of an even sample of them when there
// are many.
func crossScores(a, b []int32, score func(a, b int32) float64) (mean, lowest float64) {
	total := len(a) * len(b)
	step := max(1, total/crossPairs)
	sum := 0.0
	lowest = 100
	n := 0
	for k := 0; k < total; k += step {
		s := score(a[k/len(b)], b[k%len(b)])
		sum += s
		lowest = min(lowest, s)
		n++
	}
	return sum / float64(n), lowest
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

	var top []int32
	for _, m := range group {
		if nodes[m].copies == most {
			top = append(top, m)
		}
	}

	if len(top) > canonicalSample {
		top = top[:canonicalSample]
	}

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
		better := sum > bestMean+0.05
		if !better && sum > bestMean-0.05 {
			better = len(nodes[m].value) > len(nodes[best].value)
		}
		if better {
			best = m
			bestMean = sum
		}
	}

	return best
}
