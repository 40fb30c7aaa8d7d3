package main

import (
	"hash/fnv"
	"slices"

	"github.com/farebox/farebox/internal/web/extract/forest"
	"github.com/farebox/farebox/internal/web/extract/model"
	"github.com/farebox/farebox/scripts/research/extract/trees"
)

// isOfLists says that the forest for pages of lists is grown on the page: those whose items were labelled, and two
// fifths of the pages of texts, to leave these as they are read.
func isOfLists(e *example) bool {
	if e.set == "items" {
		return true
	}
	h := fnv.New32a()
	h.Write([]byte(e.doc.ID))
	return !slices.Contains([]string{"traf", "moz", "postlight"}, e.set) && h.Sum32()%5 < 2
}

// growLists grows the forest for pages of lists on what the second forest leaves to say.
func growLists(m model.Model, examples []*example, s trees.Settings) *forest.Forest {
	second := make([][][]float32, len(examples))
	at := make(map[*example]int, len(examples))
	for i, e := range examples {
		at[e] = i
	}
	each(examples, func(e *example) {
		rows := e.rows(m.Lexicon)
		second[at[e]] = e.second(rows, read(m.First, rows))
	})

	var all [][]float32
	var targets, weights []float32
	for i, e := range examples {
		d := newDrawer(e.set+e.doc.ID, 2)
		for k, share := range e.shares() {
			if e.weights[k] > 0 && d.chance(share) {
				all = append(all, second[i][k])
				targets = append(targets, e.targets[k])
				weights = append(weights, e.weights[k]/float32(share))
			}
		}
	}

	s.Trees = 60
	s.Depth = 5
	s.MinHess = 4
	return trees.More(m.Second, all, targets, weights, s)
}
