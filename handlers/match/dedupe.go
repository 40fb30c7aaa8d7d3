package match

import (
	"cmp"
	"context"
	"slices"

	gen "github.com/farebox/farebox/gen/match"
	"github.com/farebox/farebox/internal/place/country"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
)

// MatchDedupe answers POST /match/dedupe: the pairs of a list that mean the same, and the clusters
// they form. Items that are equal in every field are taken together first; then only items that
// share a blocking key are compared.
func (h *Handlers) MatchDedupe(ctx context.Context, req gen.MatchDedupeRequestObject) (gen.MatchDedupeResponseObject, error) {
	body := req.Body
	home, err := country.Named("country", body.Country)
	if err != nil {
		return nil, err
	}
	items, skipped, kind, guessed, err := h.readItems(body.Items, body.Type, home.Alpha2)
	if err != nil {
		return nil, err
	}
	if len(items) == 0 {
		return nil, problem.Invalid("items", "no item can be read as %s: the first %s", kind, skipped[0].Reason)
	}

	nodes, copies := collapse(items)
	judged := newLinkage(h.engine, kind, nodes)
	s := &search{linkage: judged, threshold: float64(body.Threshold)}
	if err := s.run(ctx); err != nil {
		return nil, err
	}

	parts := groups(len(nodes), s.edges, judged.leastMean(float64(body.Threshold)), judged.score)
	answer := gen.MatchDedupe{
		Type: gen.MatchType(kind), TypeGuessed: guessed, Threshold: body.Threshold, InputCount: len(body.Items), Skipped: skipped,
		Clusters: []gen.MatchDedupeCluster{}, UniqueIndexes: []int{}, ComparedPairs: s.compared, Complete: s.complete, Warnings: []string{},
	}

	for _, group := range parts {
		if len(group) == 1 && nodes[group[0]].copies == 1 {
			answer.UniqueIndexes = append(answer.UniqueIndexes, nodes[group[0]].index)
			continue
		}
		answer.Clusters = append(answer.Clusters, h.cluster(group, nodes, copies, judged.score))
	}

	slices.Sort(answer.UniqueIndexes)
	slices.SortFunc(answer.Clusters, func(x, y gen.MatchDedupeCluster) int {
		return cmp.Or(cmp.Compare(y.Size, x.Size), cmp.Compare(x.Members[0].Index, y.Members[0].Index))
	})
	for i := range answer.Clusters {
		answer.Clusters[i].ID = i + 1
	}

	answer.ClusterCount = len(answer.Clusters)
	answer.EntityCount = len(parts) + len(skipped)
	answer.DuplicateCount = answer.InputCount - answer.EntityCount
	h.listPairs(&answer, s.edges, judged, copies, body.MaxPairs)
	if !s.complete {
		answer.Warnings = append(answer.Warnings, "the items are so alike that not all candidates could be compared: some duplicates may be missing")
	}

	if guessed {
		answer.Warnings = append(answer.Warnings, "type was guessed as "+string(kind)+": give it to be sure")
	}
	return gen.MatchDedupe200JSONResponse(answer), nil
}

// collapse takes equal items together: nodes are the first of each, copies the others by node.
func collapse(items []*item) (nodes []*item, copies map[*item][]*item) {
	first := map[string]*item{}
	copies = map[*item][]*item{}
	for _, it := range items {
		key := it.identity()
		if n := first[key]; n != nil {
			n.copies++
			copies[n] = append(copies[n], it)
			continue
		}
		first[key] = it
		nodes = append(nodes, it)
	}
	return nodes, copies
}

// confidencePairs bounds the pairs that a cluster's confidence is the mean of.
const confidencePairs = 200

func (h *Handlers) cluster(group []int32, nodes []*item, copies map[*item][]*item, score func(a, b int32) float64) gen.MatchDedupeCluster {
	best := canonicalOf(group, nodes, score)
	c := gen.MatchDedupeCluster{Canonical: nodes[best].value, CanonicalIndex: nodes[best].index}
	for _, m := range group {
		to := 100
		if m != best {
			to = whole(score(m, best))
		}
		for _, it := range append([]*item{nodes[m]}, copies[nodes[m]]...) {
			c.Members = append(c.Members, gen.MatchDedupeMember{
				Index:            it.index,
				ID:               response.OrNull(it.id),
				Value:            it.value,
				ScoreToCanonical: to,
			})
		}
	}

	slices.SortFunc(c.Members, func(x, y gen.MatchDedupeMember) int { return cmp.Compare(x.Index, y.Index) })
	c.Size = len(c.Members)
	c.Confidence = share(within(group, score) / 100)
	return c
}

// within is the mean score of the pairs of a group; 100 for one node, whose items are equal. Every pair is that of a
// member and the one so many places behind it, round the end.
func within(group []int32, score func(a, b int32) float64) float64 {
	n := len(group)
	if n == 1 {
		return 100
	}
	return sampledMean(n*(n-1)/2, confidencePairs, func(k int) float64 {
		return score(group[k%n], group[(k%n+1+k/n)%n])
	})
}

// listPairs lists the best pairs with their reasons. edges are sorted, the best first.
func (h *Handlers) listPairs(
	answer *gen.MatchDedupe, edges []edge, judged *linkage, copies map[*item][]*item, limit int,
) {
	answer.Pairs = []gen.MatchDedupePair{}
	for _, n := range judged.nodes {
		answer.PairCount += len(copies[n])
		for _, it := range copies[n] {
			if len(answer.Pairs) >= limit {
				break
			}
			p := pairOf(n, it, 100)
			p.Reasons, _ = reasonAnswers(h.engine.Compare(n.form, it.form))
			answer.Pairs = append(answer.Pairs, p)
		}
	}

	answer.PairCount += len(edges)
	for _, e := range edges {
		if len(answer.Pairs) >= limit {
			break
		}
		p := pairOf(judged.nodes[e.a], judged.nodes[e.b], e.score)
		p.Reasons = judged.reasons(e.a, e.b)
		answer.Pairs = append(answer.Pairs, p)
	}
}

func pairOf(a, b *item, score float64) gen.MatchDedupePair {
	return gen.MatchDedupePair{
		AIndex: a.index,
		BIndex: b.index,
		AId:    response.OrNull(a.id),
		BId:    response.OrNull(b.id),
		Score:  whole(score),
	}
}
