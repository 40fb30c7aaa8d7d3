package main

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// text is a block as the regression sees it: its keys by their index, and how much of it is content.
type text struct {
	keys           []int32
	target, weight float32
}

// weigh adds to odds the weights of words in texts, by a logistic regression on the words and pairs of words that several hosts use.
func weigh(examples []*example, odds map[uint32]float64) {
	order := slices.Clone(examples)
	slices.SortStableFunc(order, func(a, b *example) int {
		return cmp.Or(cmp.Compare(a.host(), b.host()), cmp.Compare(a.doc.ID, b.doc.ID))
	})
	index := make(map[uint32]int32)
	texts := collect(order, spread(order), index)
	weights := regress(texts, len(index))
	for key, at := range index {
		odds[key] = weights[at]
	}
}

// spread counts the hosts that use each key. The examples are in the order of their hosts.
func spread(examples []*example) map[uint32]int {
	hosts := make(map[uint32]int)
	last := make(map[uint32]string)
	for _, e := range examples {
		host := e.host()
		for _, keys := range e.bags {
			for _, key := range keys {
				if last[key] != host {
					last[key] = host
					hosts[key]++
				}
			}
		}
	}
	return hosts
}

// collect makes the texts of the examples and gives every key that enough hosts use an index.
func collect(examples []*example, hosts map[uint32]int, index map[uint32]int32) []text {
	const (
		hostsNeeded = 5
		shortest    = 3  // keys
		inFull      = 80 // blocks of a page from which on each counts for less
	)

	var texts []text
	for _, e := range examples {
		share := min(1, float32(inFull)/float32(len(e.bags)))
		if e.set == "moz" {
			share *= 0.3
		}
		for i, keys := range e.bags {
			if len(keys) < shortest {
				continue
			}
			t := text{target: e.targets[i], weight: share}
			for _, key := range keys {
				if hosts[key] < hostsNeeded {
					continue
				}
				at, known := index[key]
				if !known {
					at = int32(len(index))
					index[key] = at
				}
				t.keys = append(t.keys, at)
			}
			texts = append(texts, t)
		}
	}

	return texts
}

// regress fits weights under logistic loss by gradient steps that shrink with the size of those before (AdaGrad).
func regress(texts []text, keys int) []float64 {
	const (
		passes   = 4
		rate     = 0.08
		biasRate = 0.002
		decay    = 2e-4
	)

	weights := make([]float64, keys)
	squares := make([]float64, keys)
	bias := 0.0
	rng := rand.New(rand.NewPCG(11, 3))
	for range passes {
		rng.Shuffle(len(texts), func(a, b int) { texts[a], texts[b] = texts[b], texts[a] })
		for _, t := range texts {
			sum := bias
			for _, at := range t.keys {
				sum += weights[at]
			}
			g := (1/(1+math.Exp(-sum)) - float64(t.target)) * float64(t.weight)
			bias -= biasRate * g
			for _, at := range t.keys {
				d := g + decay*weights[at]
				squares[at] += d * d
				weights[at] -= rate * d / math.Sqrt(squares[at]+1e-2)
			}
		}
	}

	return weights
}
