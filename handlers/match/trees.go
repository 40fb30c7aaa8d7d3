package match

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// treeDepth is how many questions each tree asks.
const treeDepth = 5

// tree asks the same questions of every pair: whether a part is above a bound. The answers choose the bits that it
// adds.
type tree struct {
	parts  [treeDepth]part
	bounds [treeDepth]float64
	// bits are the mean of the leaves below each node, the root first, the two below k at 2k+1 and 2k+2.
	bits [2<<treeDepth - 1]float64
}

// trees judge two titles by a sum.
type trees []tree

// leaf is the place of the bits that a tree adds.
func (t *tree) leaf(x *[allParts]float64) int {
	at := 0
	for level, p := range t.parts {
		at = 2*at + 1
		if x[p] > t.bounds[level] {
			at++
		}
	}
	return at
}

func (s trees) bits(x *[allParts]float64) float64 {
	sum := 0.0
	for k := range s {
		sum += s[k].bits[s[k].leaf(x)]
	}
	return sum
}

// contributions is what each part says: by how much the answer to a question about it moves the mean of what is below.
func (s trees) contributions(x *[allParts]float64) [allParts]float64 {
	var out [allParts]float64
	for k := range s {
		t := &s[k]
		at := t.leaf(x)
		for level := treeDepth - 1; level >= 0; level-- {
			above := (at - 1) / 2
			out[t.parts[level]] += t.bits[at] - t.bits[above]
			at = above
		}
	}
	return out
}

// average fills in the means from the leaves.
func (t *tree) average() {
	for at := len(t.bits)/2 - 1; at >= 0; at-- {
		t.bits[at] = (t.bits[2*at+1] + t.bits[2*at+2]) / 2
	}
}

// The trees, one a line: part and bound of each question, then the bits of each leaf in hundredths. They are grown by
// TestTreesOfTitles.
//
//go:embed titles.trees
var titleTrees string

// judgeOfTitles reads the trees.
var judgeOfTitles = sync.OnceValue(func() trees {
	out, err := readTrees(titleTrees)
	if err != nil {
		panic("titles.trees: " + err.Error())
	}
	return out
})

func readTrees(text string) (trees, error) {
	var out trees
	for line := range strings.Lines(text) {
		var t tree
		var err error
		in := strings.NewReader(line)
		scan := func(into ...any) {
			if err == nil {
				_, err = fmt.Fscan(in, into...)
			}
		}

		for k := range t.parts {
			scan(&t.parts[k], &t.bounds[k])
		}
		for at := len(t.bits) / 2; at < len(t.bits); at++ {
			scan(&t.bits[at])
			t.bits[at] /= 100
		}
		if err != nil || slices.Max(t.parts[:]) >= allParts {
			return nil, fmt.Errorf("tree %d asks about parts %d: %w", len(out)+1, t.parts, err)
		}
		t.average()
		out = append(out, t)
	}
	return out, nil
}
