// Package trees grows the forests of the extraction engine.
package trees

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/farebox/farebox/internal/web/extract/forest"
)

// Settings of growing.
type Settings struct {
	Trees    int
	Depth    int     // levels of a tree
	Rate     float64 // learning rate: the share of each tree's prediction that is applied
	MinHess  float64 // least weight in a leaf
	Lambda   float64 // pull of leaf values to zero
	RowShare float64 // of the rows each tree sees
	ColShare float64 // of the features each tree sees
	Seed     uint64
}

const bins = 64

// Grow fits a forest to rows with targets in [0,1] under logistic loss, each row counting by its weight.
// The same input and settings give the same forest.
func Grow(rows [][]float32, targets, weights []float32, s Settings) *forest.Forest {
	var sum, total float64
	for i := range rows {
		sum += float64(targets[i] * weights[i])
		total += float64(weights[i])
	}

	p := math.Min(math.Max(sum/total, 0.001), 0.999)
	bias := float32(math.Log(p / (1 - p)))
	scores := make([]float32, len(rows))
	for i := range scores {
		scores[i] = bias
	}
	return forest.New(len(rows[0]), bias, grow(rows, targets, weights, scores, s))
}

// More fits trees to what a forest leaves to say of rows: the odds of both are multiplied.
func More(of *forest.Forest, rows [][]float32, targets, weights []float32, s Settings) *forest.Forest {
	const surest = 1e-6
	scores := make([]float32, len(rows))
	for i, row := range rows {
		p := math.Min(math.Max(of.Predict(row), surest), 1-surest)
		scores[i] = float32(math.Log(p / (1 - p)))
	}
	return forest.New(len(rows[0]), 0, grow(rows, targets, weights, scores, s))
}

// grow fits trees, and adds what they say to the scores.
func grow(rows [][]float32, targets, weights, scores []float32, s Settings) [][]forest.Node {
	g := &grower{
		s:    s,
		rows: rows,
		rng:  rand.New(rand.NewPCG(s.Seed, 1)),
	}
	g.bin()
	var trees [][]forest.Node
	g.grad = make([]float32, len(rows))
	g.hess = make([]float32, len(rows))
	for range s.Trees {
		inHalves(len(rows), func(i int) {
			p := float32(1 / (1 + math.Exp(-float64(scores[i]))))
			g.grad[i] = (p - targets[i]) * weights[i]
			g.hess[i] = max(p*(1-p), 1e-4) * weights[i]
		})
		tree, cuts := g.tree()
		trees = append(trees, tree)
		inHalves(len(rows), func(i int) {
			at := 0
			for tree[at].Feature >= 0 {
				next := int(tree[at].Left)
				if g.binned[tree[at].Feature][i] > cuts[at] {
					next++
				}
				at = next
			}
			scores[i] += tree[at].Cut
		})
	}

	return trees
}

// inHalves processes n rows on two cores.
func inHalves(n int, work func(i int)) {
	var wait sync.WaitGroup
	wait.Go(func() {
		for i := range n / 2 {
			work(i)
		}
	})
	for i := n / 2; i < n; i++ {
		work(i)
	}
	wait.Wait()
}

type grower struct {
	s          Settings
	rows       [][]float32
	rng        *rand.Rand
	edges      [][]float32 // per feature: upper edges of the bins
	binned     [][]uint8   // feature by row
	grad, hess []float32
}

// bin sorts every feature's values into at most 64 bins of about equal size.
func (g *grower) bin() {
	features := len(g.rows[0])
	g.edges = make([][]float32, features)
	g.binned = make([][]uint8, features)
	var wait sync.WaitGroup
	gate := make(chan struct{}, 2)
	for f := range features {
		wait.Add(1)
		gate <- struct{}{}
		go func() {
			defer func() { <-gate; wait.Done() }()
			values := make([]float32, 0, 20000)
			step := max(1, len(g.rows)/20000)
			for i := 0; i < len(g.rows); i += step {
				values = append(values, g.rows[i][f])
			}
			slices.Sort(values)
			uniq := slices.Compact(slices.Clone(values))
			var edges []float32
			if len(uniq) <= bins {
				for i := 0; i+1 < len(uniq); i++ {
					edges = append(edges, (uniq[i]+uniq[i+1])/2)
				}
			} else {
				for k := 1; k < bins; k++ {
					edge := values[k*len(values)/bins]
					if len(edges) == 0 || edge > edges[len(edges)-1] {
						edges = append(edges, edge)
					}
				}
			}
			g.edges[f] = edges
			column := make([]uint8, len(g.rows))
			for i, row := range g.rows {
				at, exact := slices.BinarySearch(edges, row[f])
				if exact {
					at++
				}
				column[i] = uint8(at)
			}
			g.binned[f] = column
		}()
	}

	wait.Wait()
}

type leaf struct {
	at         int
	rows       []int32
	grad, hess float64
	depth      int
	sums       []sum // per column and bin
}

// sum holds the totals of one bin's rows.
type sum struct{ grad, hess float64 }

type split struct {
	feature    int
	bin        uint8
	gain       float64
	grad, hess float64 // of the left side
}

func (g *grower) tree() ([]forest.Node, []uint8) {
	root := leaf{}
	for i := range g.rows {
		if g.rng.Float64() < g.s.RowShare {
			root.rows = append(root.rows, int32(i))
			root.grad += float64(g.grad[i])
			root.hess += float64(g.hess[i])
		}
	}

	var columns []int
	for f := range g.edges {
		if len(g.edges[f]) > 0 && g.rng.Float64() < g.s.ColShare {
			columns = append(columns, f)
		}
	}

	root.sums = g.addUp(root.rows, columns)
	tree := []forest.Node{{Feature: -1}}
	cuts := []uint8{0}
	work := []leaf{root}
	for len(work) > 0 {
		l := work[0]
		work = work[1:]
		tree[l.at] = forest.Node{Feature: -1, Cut: float32(-l.grad / (l.hess + g.s.Lambda) * g.s.Rate)}
		if l.depth >= g.s.Depth || l.hess < 2*g.s.MinHess {
			continue
		}
		best := g.bestSplit(l, columns)
		if best.gain <= 1e-6 {
			continue
		}
		at := len(tree)
		left := leaf{
			at:    at,
			grad:  best.grad,
			hess:  best.hess,
			depth: l.depth + 1,
		}
		right := leaf{
			at:    at + 1,
			grad:  l.grad - best.grad,
			hess:  l.hess - best.hess,
			depth: l.depth + 1,
		}
		column := g.binned[best.feature]
		for _, i := range l.rows {
			if column[i] <= best.bin {
				left.rows = append(left.rows, i)
			} else {
				right.rows = append(right.rows, i)
			}
		}
		if l.depth+1 < g.s.Depth {
			// The larger side's sums are the total minus the smaller side's.
			small := &left
			large := &right
			if len(left.rows) > len(right.rows) {
				small = &right
				large = &left
			}
			small.sums = g.addUp(small.rows, columns)
			large.sums = l.sums
			for k := range large.sums {
				large.sums[k].grad -= small.sums[k].grad
				large.sums[k].hess -= small.sums[k].hess
			}
		}
		tree[l.at] = forest.Node{
			Feature: int16(best.feature),
			Left:    uint16(at),
			Cut:     g.edges[best.feature][best.bin],
		}
		cuts[l.at] = best.bin
		tree = append(tree, forest.Node{Feature: -1}, forest.Node{Feature: -1})
		cuts = append(cuts, 0, 0)
		work = append(work, left, right)
	}

	return tree, cuts
}

// addUp sums rows into the bins of each column, on two cores.
func (g *grower) addUp(rows []int32, columns []int) []sum {
	sums := make([]sum, len(columns)*bins)
	var wait sync.WaitGroup
	for half := range 2 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for k := half; k < len(columns); k += 2 {
				column := g.binned[columns[k]]
				into := sums[k*bins : (k+1)*bins]
				for _, i := range rows {
					s := &into[column[i]&(bins-1)]
					s.grad += float64(g.grad[i])
					s.hess += float64(g.hess[i])
				}
			}
		}()
	}

	wait.Wait()
	return sums
}

func (g *grower) bestSplit(l leaf, columns []int) split {
	base := l.grad * l.grad / (l.hess + g.s.Lambda)
	var best split
	for k, f := range columns {
		sums := l.sums[k*bins : (k+1)*bins]
		var gl, hl float64
		for b := range len(g.edges[f]) {
			gl += sums[b].grad
			hl += sums[b].hess
			gr := l.grad - gl
			hr := l.hess - hl
			if hl < g.s.MinHess || hr < g.s.MinHess {
				continue
			}
			gain := gl*gl/(hl+g.s.Lambda) + gr*gr/(hr+g.s.Lambda) - base
			if gain > best.gain {
				best = split{
					feature: f,
					bin:     uint8(b),
					gain:    gain,
					grad:    gl,
					hess:    hl,
				}
			}
		}
	}

	return best
}
