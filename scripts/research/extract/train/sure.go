package main

import (
	"fmt"
	"net/url"
	"slices"
	"sync"

	"github.com/farebox/farebox/internal/web/extract"
	"github.com/farebox/farebox/internal/web/extract/blocks"
	"github.com/farebox/farebox/internal/web/extract/extracttest"
	"github.com/farebox/farebox/internal/web/extract/forest"
	"github.com/farebox/farebox/scripts/research/extract/trees"
)

// choiceMade is how good a choice of blocks was on a page of a host that the model had not seen.
type choiceMade struct {
	doubts   []float32
	expected float64
	f1       float64
	half     int
}

// growSure grows the forest that says how good a choice is. It learns from what a model of two thirds of the hosts
// gives on the other third, and says what a forest of one half of these gives on the other half.
func growSure(examples []*example, s trees.Settings) *forest.Forest {
	const trees = 200 // fewer than of the model: it is grown for this alone, and growing takes long
	judged := slices.DeleteFunc(slices.Clone(examples), func(e *example) bool { return !isJudged(e) })
	others := slices.DeleteFunc(slices.Clone(examples), isJudged)

	fewer := s
	fewer.Trees = min(s.Trees, trees)
	made := choices(extract.NewFrom(grow(others, fewer)), withShorter(judged))
	for half := range 2 {
		other := sureOf(slices.DeleteFunc(slices.Clone(made), func(m choiceMade) bool { return m.half == half }), s)
		printSure(other, slices.DeleteFunc(slices.Clone(made), func(m choiceMade) bool { return m.half != half }))
	}
	return sureOf(made, s)
}

// isJudged says that the page is of the third of the hosts that choices are judged on.
func isJudged(e *example) bool { return fold(e, 1009)%3 == 0 }

// unsure is a forest that says nothing.
func unsure() *forest.Forest {
	row := make([]float32, len(blocks.DoubtNames()))
	return trees.Grow([][]float32{row}, []float32{0.5}, []float32{1}, trees.Settings{})
}

func sureOf(made []choiceMade, s trees.Settings) *forest.Forest {
	var rows [][]float32
	var targets, weights []float32
	for _, m := range made {
		rows = append(rows, m.doubts)
		targets = append(targets, float32(m.f1))
		weights = append(weights, 1)
	}
	s.Trees = 160
	s.Depth = 4
	s.Rate = 0.05
	s.MinHess = 1.5
	return trees.Grow(rows, targets, weights, s)
}

// choices extracts the pages whose text is known.
func choices(engine *extract.Engine, examples []*example) []choiceMade {
	var lock sync.Mutex
	made := make(map[*example]choiceMade)
	each(examples, func(e *example) {
		if e.doc.Text == "" || e.set == "moz" {
			return
		}
		u, err := url.Parse(e.doc.URL)
		if err != nil {
			u = nil
		}
		got, doubts, err := engine.Judge(e.doc.HTML, u)
		if err != nil || doubts == nil {
			return
		}
		m := choiceMade{
			doubts:   doubts,
			expected: got.Confidence,
			f1:       extracttest.Words(e.doc.Text, got.Content).F1(),
			half:     fold(e, 1013) % 2,
		}
		lock.Lock()
		defer lock.Unlock()
		made[e] = m
	})

	// In the order of the examples: a forest depends on it.
	var all []choiceMade
	for _, e := range examples {
		if m, ok := made[e]; ok {
			all = append(all, m)
		}
	}
	return all
}

// printSure says what a forest grown on the other half gives, beside what the second reading expects.
func printSure(f *forest.Forest, made []choiceMade) {
	bands := []float64{0, 0.4, 0.6, 0.7, 0.8, 0.9, 2}
	for k := range len(bands) - 1 {
		var pages, bad, sum, before, badBefore int
		var reached float64
		for _, m := range made {
			if sure := f.Predict(m.doubts); sure >= bands[k] && sure < bands[k+1] {
				pages++
				reached += m.f1
				if m.f1 < 0.7 {
					bad++
				}
			}
			if m.expected >= bands[k] && m.expected < bands[k+1] {
				before++
				if m.f1 < 0.7 {
					badBefore++
				}
			}
			sum++
		}

		fmt.Printf("confidence from %.1f: %4d of %d pages, F1 %.3f, %3d below .7;"+
			" as expected by the reading: %4d, %3d below .7\n",
			bands[k], pages, sum, reached/float64(max(1, pages)), bad, before, badBefore)
	}
}
