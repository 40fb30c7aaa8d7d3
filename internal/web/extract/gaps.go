package extract

import "github.com/farebox/farebox/internal/web/extract/blocks"

// body is the element that holds the kept text of a page.
type body struct {
	home        int
	inside      []bool // by element
	first, last int    // kept blocks in it; -1 without any
}

// holds reports whether the element holds a block.
func (b body) holds(page *blocks.Page, block int) bool { return b.inside[page.Blocks[block].Element] }

// bodyOf finds the deepest element with nearly all of the kept words.
func bodyOf(page *blocks.Page, keep []bool) body {
	const share = 0.9
	held := make([]int, len(page.Elements))
	all := 0
	for i := range page.Blocks {
		if keep[i] {
			held[page.Blocks[i].Element] += page.Blocks[i].Words
			all += page.Blocks[i].Words
		}
	}

	for e := len(page.Elements) - 1; e > 0; e-- {
		held[page.Elements[e].Parent] += held[e]
	}
	home := 0
	for e := range page.Elements {
		if float64(held[e]) >= share*float64(all) && page.Elements[e].Depth >= page.Elements[home].Depth {
			home = e
		}
	}

	b := body{
		home:   home,
		inside: make([]bool, len(page.Elements)),
		first:  -1,
		last:   -1,
	}
	for e := home; e < len(page.Elements); e++ {
		b.inside[e] = e == home || b.inside[page.Elements[e].Parent]
	}

	for i := range page.Blocks {
		if !keep[i] || !b.holds(page, i) {
			continue
		}
		if b.first < 0 {
			b.first = i
		}
		b.last = i
	}
	return b
}

// fillGaps keeps blocks that fall short between kept ones in the element of the text, from the probability that least
// tells: furniture seldom interrupts it there. Articles have promotions between their paragraphs, though seldom as
// items of a run, and discussions have lines about their writers between the posts. Cells are left to their tables.
func fillGaps(page *blocks.Page, in body, probs []float64, keep []bool, least func(block int) float64) {
	for i := in.first + 1; i < in.last; i++ {
		if !keep[i] && probs[i] >= least(i) && in.holds(page, i) && tableOf(page, i) == nil {
			keep[i] = true
		}
	}
}

// keepHeadings keeps headings in the element of the text that kept text follows. The words of a heading are few to
// judge by; the blocks below say whether it is the text's. Labels of advertisements fall far short.
func keepHeadings(page *blocks.Page, in body, probs []float64, keep []bool, cut float64) {
	const (
		longest = 300 // bytes
		least   = 0.3 // of the cut
	)
	under := 0 // level of the heading that is next, 7 for text; 0 if it is left out

	for i := in.last; i > in.first; i-- {
		level := headingLevel(page.Elements[page.Blocks[i].Element].Tag)
		isLikely := probs[i] >= least*cut && len(page.Blocks[i].Text) <= longest
		switch {
		case level == 0 && keep[i]:
			under = 7
		case level > 0 && !keep[i] && level < under && in.holds(page, i) && isLikely:
			keep[i] = true
			under = level
		case level > 0 && keep[i]:
			under = level
		default:
			under = 0
		}
	}
}
