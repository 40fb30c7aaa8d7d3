package extract

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/farebox/farebox/internal/web/extract/blocks"
)

// choice is the set of blocks chosen as a page's content.
type choice struct {
	keep       []bool
	doubts     []float32 // features from which a forest judges the choice
	confidence float64
	pieces     *blocks.Pieces // the repeated pieces that it consists of, if any
	pictures   []string       // addresses of those that the page states as its own
}

// choose scores every block and keeps those with the best expected F1.
func (e *Engine) choose(page *blocks.Page, ctx blocks.Context) choice {
	c := choice{keep: make([]bool, len(page.Blocks))}
	if len(page.Blocks) == 0 {
		return c
	}
	reading := e.model.Read(page, ctx)
	probs := reading.Second
	if ctx.Kind == blocks.KindArticle {
		stricter(probs)
	}
	lessElsewhere(probs, reading.Description.Elsewhere(probs))
	isItem := reading.Description.Together(probs)
	cut, expected := page.BestCut(probs)
	cut = looserWhenShort(page, probs, cut)
	for i, p := range probs {
		c.keep[i] = p >= cut
	}
	tables := dataTables(page)
	wholeTables(page, tables, probs, c.keep, cut)
	codeBelow(page, probs, c.keep, cut)
	in := bodyOf(page, c.keep)
	fillGaps(page, in, probs, c.keep, func(i int) float64 {
		switch {
		case reading.Description.IsDiscussion(), ctx.Kind == blocks.KindArticle && !isItem[i]:
			return 0.6 * cut
		case ctx.Kind == blocks.KindArticle:
			return 0.4 * cut
		}
		return 0.25 * cut
	})
	keepTables(page, tables, in, probs, c.keep, cut)
	keepHeadings(page, in, probs, c.keep, cut)
	dropContents(page, c.keep)
	dropRepeats(page, reading.Description.IsDiscussion(), c.keep)
	dropEmptyHeadings(page, c.keep)

	c.doubts = reading.Description.Doubts(blocks.Choice{
		First:    reading.First,
		Second:   probs,
		Keep:     c.keep,
		Expected: expected,
	})
	c.confidence = e.model.Confidence(c.doubts, expected)
	c.pieces = reading.Description.Pieces(c.keep)
	return c
}

// stricter lowers the odds of every block of a page that calls itself an article. Most training articles are guides
// and posts, where more of the surroundings counts as content than around a news text. The factor comes from
// cross-validation.
func stricter(probs []float64) {
	const less = 0.67 // of the odds
	for i, p := range probs {
		probs[i] = less * p / (1 - p + less*p)
	}
}

// lessElsewhere lowers the odds of blocks beside the page's own text. Few training pages have many more words
// beside the text than in it, so the forests take well-written text there for content.
func lessElsewhere(probs []float64, elsewhere []bool) {
	const less = 0.001 // floor of the factor: a thousand words beside a text must not outweigh it
	for i, is := range elsewhere {
		if is {
			probs[i] = less * probs[i] / (1 - probs[i] + less*probs[i])
		}
	}
}

// looserWhenShort lowers the cut when few words were chosen: on a short page every line may matter, and the
// training set has few short pages.
func looserWhenShort(page *blocks.Page, probs []float64, cut float64) float64 {
	const short = 50
	words := 0
	most := 0.0
	for i, p := range probs {
		most = max(most, p)
		if p >= cut {
			words += page.Blocks[i].Words
		}
	}
	if words >= short {
		return cut
	}
	return min(cut, 0.3*most)
}

// headingAbove is the heading right above block i that falls a little short itself, -1 without one.
func headingAbove(page *blocks.Page, probs []float64, keep []bool, i int, cut float64) int {
	const less = 2 // times the cut
	above := i - 1
	if above < 0 || keep[above] || headingLevel(page.Elements[page.Blocks[above].Element].Tag) == 0 ||
		probs[above] < cut/less || !isNear(page, above, i) {
		return -1
	}
	return above
}

// codeBelow keeps preformatted text that falls short but stands right below kept text: furniture is never preformatted
// there.
func codeBelow(page *blocks.Page, probs []float64, keep []bool, cut float64) {
	const less = 4 // times the cut, as for tables
	for i := range page.Blocks {
		isCode := page.Elements[page.Blocks[i].Element].Tag == atom.Pre
		if isCode && !keep[i] && probs[i] >= cut/less && follows(page, keep, i) {
			keep[i] = true
		}
	}
}

// follows reports whether the block right before block i is kept and near.
func follows(page *blocks.Page, keep []bool, i int) bool {
	return i > 0 && keep[i-1] && isNear(page, i-1, i)
}

// precedes reports whether the block right after block i is kept and near.
func precedes(page *blocks.Page, keep []bool, i int) bool {
	return i+1 < len(keep) && keep[i+1] && isNear(page, i+1, i)
}

// isNear reports whether two blocks share an element that holds little else.
func isNear(page *blocks.Page, one, other int) bool {
	const near = 2 // levels from the first up to the common ancestor
	return page.StepsToCommon(page.Blocks[one].Element, page.Blocks[other].Element) <= near
}

// dropRepeats drops paragraphs whose exact text was already kept: some pages hold a mobile and a desktop copy. Below a
// heading of its own a paragraph may repeat another's words, unless it is out of view. Posts of a discussion quote
// others.
func dropRepeats(page *blocks.Page, isDiscussion bool, keep []bool) {
	const longEnough = 12 // words; shorter ones may repeat for a reason
	seen := make(map[string]int)
	heading := -1 // the last one that nothing before has the words of
	for i := range page.Blocks {
		b := &page.Blocks[i]
		if !keep[i] || b.Code {
			continue
		}
		before, isRepeat := seen[b.Text]
		seen[b.Text] = i
		switch {
		case isHeading(page, i) && !isRepeat && !isDiscussion:
			heading = i
		case isRepeat && b.Words >= longEnough && (before > heading || page.IsHidden(i)):
			keep[i] = false
		}
	}
}

// dropContents drops the lines of tables of contents: links within the page to headings that are kept themselves.
func dropContents(page *blocks.Page, keep []bool) {
	headings := make(map[string]bool)
	for i := range page.Blocks {
		if keep[i] && isHeading(page, i) {
			headings[bareLetters(page.Blocks[i].Text)] = true
		}
	}
	for i := range page.Blocks {
		b := &page.Blocks[i]
		isLine := b.LinkWords == b.Words && !isHeading(page, i) && headings[bareLetters(b.Text)]
		if a := linkOf(b.Nodes[0]); isLine && a != nil && strings.HasPrefix(blocks.Attr(a, "href"), "#") {
			keep[i] = false
		}
	}
}

// bareLetters are the letters of a text in lower case, by which a heading is known with its number or without.
func bareLetters(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}

// linkOf is the link that a text is in, within its block, or nil.
func linkOf(text *html.Node) *html.Node {
	for up := text.Parent; up != nil && !blocks.IsBlock(up); up = up.Parent {
		if up.DataAtom == atom.A {
			return up
		}
	}
	return nil
}

// dropEmptyHeadings drops headings with no kept text after them. Where they are more than the blocks of text they are
// a list, whose entries are headings.
func dropEmptyHeadings(page *blocks.Page, keep []bool) {
	last := -1
	texts := 0
	after := 0
	for i := range keep {
		switch {
		case keep[i] && isHeading(page, i):
			after++
		case keep[i]:
			last = i
			texts++
			after = 0
		}
	}

	if after <= texts {
		clear(keep[last+1:])
	}
}

// hasWords reports whether the choice has any word.
func (c choice) hasWords(page *blocks.Page) bool {
	for i := range page.Blocks {
		if c.keep[i] && page.Blocks[i].Words > 0 {
			return true
		}
	}
	return false
}

// wholePage chooses all there is.
func wholePage(page *blocks.Page) choice {
	return choice{keep: slices.Repeat([]bool{true}, len(page.Blocks))}
}

var headings = []atom.Atom{atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6}

// headingLevel is the level of a heading, 0 for other elements.
func headingLevel(a atom.Atom) int { return slices.Index(headings, a) + 1 }
