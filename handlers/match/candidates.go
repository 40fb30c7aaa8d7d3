package match

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/party/names"
)

// Bounds of the work of one request. 10,000 items of ordinary data give some hundred thousand pairs.
const (
	// largestWide is the size from which the block of a wide key (one common word) is left out: its
	// items meet in narrower blocks.
	largestWide = 25
	// largestNarrow is the size from which the items of a narrow block are compared with their
	// neighbours in sorted order only.
	largestNarrow = 50
	neighbours    = 8
	// mostWork bounds the pairs of words that are compared, with a constant for each pair of items: one
	// or two seconds for names of usual length, and not many more for the longest texts.
	mostWork    = 16_000_000
	workPerPair = 4
)

// edge is two items (by place in the list of nodes) that score at or above the threshold.
type edge struct {
	a, b  int32
	score float64
}

func (e edge) compare(to edge) int { return cmp.Or(cmp.Compare(e.a, to.a), cmp.Compare(e.b, to.b)) }

// search finds the pairs at or above the threshold among nodes that share a block.
type search struct {
	linkage   *linkage
	threshold float64

	edges    []edge
	pairs    []edge // to be judged when all are known, in lists that the model is fitted to
	compared int
	work     int
	complete bool
}

// run compares every pair of nodes that share a block, each once. Memory is the blocks (some tens of
// entries a node), one mark a node and the edges found.
func (s *search) run(ctx context.Context) error {
	if s.linkage.model == nil && s.linkage.titles == nil {
		return s.meetings(ctx)
	}
	if s.linkage.titles != nil {
		s.complete = true
		s.pairs = s.linkage.titles.search()
		s.compared = len(s.pairs)
	} else {
		if err := s.meetings(ctx); err != nil {
			return err
		}
		s.linkage.train(s.pairs)
	}

	for k, p := range s.pairs {
		if k%4096 == 0 && ctx.Err() != nil {
			return fmt.Errorf("judging pairs: %w", ctx.Err())
		}
		s.keep(p.a, p.b)
	}
	return nil
}

// meetings goes through the pairs that share a block or are neighbours in sorted order.
func (s *search) meetings(ctx context.Context) error {
	blocks, of := s.blocks()
	mark := make([]int32, len(s.linkage.nodes))
	for i := range mark {
		mark[i] = -1
	}

	s.complete = true
	for i := range s.linkage.nodes {
		if i%256 == 0 && ctx.Err() != nil {
			return fmt.Errorf("comparing items: %w", ctx.Err())
		}
		for _, bl := range of[i] {
			members := blocks[bl]
			at, _ := slices.BinarySearch(members, int32(i))
			for _, j := range members[at+1:] {
				if mark[j] == int32(i) {
					continue
				}
				mark[j] = int32(i)
				if !s.compare(int32(i), j) {
					return nil
				}
			}
		}
	}

	return s.sortedNeighbours(ctx, of)
}

// compare scores one pair; false when the bound on pairs is reached.
func (s *search) compare(i, j int32) bool {
	s.work += workPerPair + s.linkage.nodes[i].form.Words()*s.linkage.nodes[j].form.Words()
	if s.work > mostWork {
		s.complete = false
		return false
	}
	s.compared++
	if s.linkage.model != nil {
		s.pairs = append(s.pairs, edge{a: i, b: j})
		return true
	}
	s.keep(i, j)
	return true
}

// keep judges a pair and keeps it when it reaches the threshold.
func (s *search) keep(i, j int32) {
	score, ok := s.linkage.judge(i, j, s.threshold-1, nil)
	score = max(0, min(100, score))
	if ok && float64(whole(score)) >= s.threshold {
		s.edges = append(s.edges, edge{i, j, score})
	}
}

// blocks gives the lists of nodes (ascending) that share a key, and the lists that each node is in.
func (s *search) blocks() (lists [][]int32, of [][]int32) {
	type table struct {
		lists map[uint64][]int32
		order []uint64 // as first seen: the same request is searched in the same order
		most  int
	}

	narrow := &table{lists: map[uint64][]int32{}, most: largestNarrow}
	wide := &table{lists: map[uint64][]int32{}, most: largestWide}
	put := func(t *table, i int, keys []uint64) {
		for _, k := range keys {
			list, seen := t.lists[k]
			if !seen {
				t.order = append(t.order, k)
			}
			if len(list) > t.most || len(list) > 0 && list[len(list)-1] == int32(i) {
				continue // left out in the end, or here already
			}
			t.lists[k] = append(list, int32(i))
		}
	}

	for i, it := range s.linkage.nodes {
		b := s.linkage.engine.Blocks(it.form)
		put(narrow, i, b.Narrow)
		put(wide, i, b.Wide)
		put(narrow, i, it.fieldKeys(s.linkage.engine))
	}

	of = make([][]int32, len(s.linkage.nodes))
	for _, t := range []*table{narrow, wide} {
		for _, k := range t.order {
			list := t.lists[k]
			if len(list) < 2 || len(list) > t.most {
				continue
			}
			for _, i := range list {
				of[i] = append(of[i], int32(len(lists)))
			}
			lists = append(lists, list)
		}
	}

	return lists, of
}

// fieldKeys are the blocking keys of an item's further fields, kept apart from those of the values.
func (it *item) fieldKeys(e *names.Engine) []uint64 {
	var out []uint64
	for salt, f := range []*names.Form{it.email, it.phone, it.dob, it.addressOf} {
		if f == nil {
			continue
		}
		for _, k := range e.Blocks(f).Narrow {
			out = append(out, k+uint64(salt+1)*0x9e3779b97f4a7c15)
		}
	}
	return out
}

// sortedNeighbours compares each node with the next few in two sorted orders (by text, and by text
// read backwards). It finds pairs whose blocks had grown too large. of is the blocks of each node, whose
// pairs have been compared.
func (s *search) sortedNeighbours(ctx context.Context, of [][]int32) error {
	done := map[[2]int32]bool{}
	for _, order := range []func(*item) string{
		func(it *item) string { return it.form.Text },
		func(it *item) string { return reversed(it.form.Text) },
	} {
		keys := make([]string, len(s.linkage.nodes))
		by := make([]int32, len(s.linkage.nodes))
		for i, it := range s.linkage.nodes {
			keys[i], by[i] = order(it), int32(i)
		}
		slices.SortFunc(by, func(a, b int32) int { return cmp.Or(strings.Compare(keys[a], keys[b]), int(a-b)) })
		for x, i := range by {
			if x%256 == 0 && ctx.Err() != nil {
				return fmt.Errorf("comparing items: %w", ctx.Err())
			}
			for _, j := range by[x+1 : min(len(by), x+1+neighbours)] {
				pair := [2]int32{min(i, j), max(i, j)}
				if done[pair] || meet(of[i], of[j]) {
					continue
				}
				done[pair] = true
				if !s.compare(pair[0], pair[1]) {
					return nil
				}
			}
		}
	}

	return nil
}

// meet says whether two ascending lists share an entry.
func meet(a, b []int32) bool {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] == b[0]:
			return true
		case a[0] < b[0]:
			a = a[1:]
		default:
			b = b[1:]
		}
	}
	return false
}

func reversed(s string) string {
	b := []byte(s)
	slices.Reverse(b)
	return string(b)
}
