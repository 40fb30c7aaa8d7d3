package blocks

import (
	"strings"
	"unicode"

	"golang.org/x/net/html"
)

// Together gives the blocks in the same place of the items of a run one probability, their mean by words. Templates
// write each item of a list like the others: all of them are content, or none. An item of a run is one of several
// siblings of a kind, except the one that holds the page's title. It reports which blocks are in items.
func (d Description) Together(probs []float64) (isItem []bool) {
	places := d.f.places()
	runs := make(map[place]likely)
	sizes := make(map[place]int)
	for i, at := range places {
		w := float64(d.f.page.Blocks[i].Words) + 0.5
		runs[at] = runs[at].plus(likely{w, w * probs[i]})
		sizes[at]++
	}
	isItem = make([]bool, len(probs))
	for i, at := range places {
		if at.path != 0 && sizes[at] >= leastItems {
			probs[i] = runs[at].mean()
			isItem[i] = true
		}
	}
	return isItem
}

// place is what a block has in common with those in the same place of the other items of its run.
type place struct {
	run     int    // the element around the run
	path    uint64 // from the block up to the item; 0 outside runs
	isLinks bool
}

// places are the places of the page's blocks.
func (f *featurizer) places() []place {
	type siblings struct {
		parent int
		kind   uint64
	}
	const positions = 3 // that are told apart among elements of a kind

	p := f.page
	kinds := make([]siblings, len(p.Elements))
	order := make([]int, len(p.Elements))
	alike := make(map[siblings]int, len(p.Elements))
	for i := range p.Elements {
		kinds[i] = siblings{p.Elements[i].Parent, kindOf(p.Elements[i].Node)}
		order[i] = alike[kinds[i]]
		alike[kinds[i]]++
	}

	places := make([]place, len(p.Blocks))
	for i := range p.Blocks {
		b := &p.Blocks[i]
		var path uint64
		for at := b.Element; at > 0; at = p.Elements[at].Parent {
			e := &p.Elements[at]
			path = path*31 + kinds[at].kind
			if alike[kinds[at]] < leastItems || e.Node.Data == "p" || isHeading(e.Tag) {
				path = path*31 + uint64(min(order[at], positions-1))
				continue
			}
			if !f.holdsTitle(e) {
				places[i] = place{e.Parent, path, b.LinkWords*2 > b.Words}
			}
			break
		}
	}
	return places
}

// kindOf is a hash of an element's tag and of the first word of its class without a digit: templates add a number or a
// topic of each item.
func kindOf(n *html.Node) uint64 {
	kind := ""
	for word := range strings.FieldsSeq(Attr(n, "class")) {
		if !strings.ContainsFunc(word, unicode.IsDigit) {
			kind = word
			break
		}
	}
	return hashOf(n.Data, kind)
}
