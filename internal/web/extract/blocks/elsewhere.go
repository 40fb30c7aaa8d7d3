package blocks

import (
	"strings"

	"golang.org/x/net/html"
)

// Elsewhere says of each block whether the structure of the page sets it beside the page's own text: in a side column,
// in comments below an article, in one of many teasers that each lead to a page of their own. Text of such a block is
// as well written as the page's own, and can be much longer. probs are the probabilities of the blocks to be content.
// It gives nil where the page's own text cannot be told, as in lists of articles and discussions.
func (d Description) Elsewhere(probs []float64) []bool {
	f := d.f
	if f.titleAt < 0 || f.ctx.Kind == KindForum || f.talk.addressed || f.ctx.Kind == KindProduct {
		return nil
	}

	p := f.page
	marks, teasers := f.setBeside()
	own := f.ownText(probs, marks)
	if !own.isEnough(f.ctx.Kind) {
		return nil
	}
	withTeasers := own.isEnoughBesideTeasers(f.ctx.Kind)
	blocks := make([]bool, len(p.Blocks))
	some := false
	for i := range p.Blocks {
		e := p.Blocks[i].Element
		if !marks[e] || teasers[e] && (!withTeasers || f.isIn(e, own.home)) {
			continue
		}
		blocks[i] = true
		some = true
	}
	if !some {
		return nil
	}
	return blocks
}

// ownText is what the page has of its own: prose below its title that is likely content.
type ownText struct {
	words, blocks int
	home          int // deepest element that holds most of it
}

func (f *featurizer) ownText(probs []float64, beside []bool) ownText {
	const likely = 0.5 // probability from which on prose is content
	p := f.page
	var own ownText
	held := make([]int, len(p.Elements))
	for i := f.titleAt + 1; i < len(p.Blocks); i++ {
		b := &p.Blocks[i]
		if beside[b.Element] || !b.prose() || probs[i] < likely {
			continue
		}
		own.words += b.Words
		own.blocks++
		held[b.Element] += b.Words
	}
	for i := len(p.Elements) - 1; i > 0; i-- {
		held[p.Elements[i].Parent] += held[i]
	}
	for i := range p.Elements {
		if float64(held[i]) >= homeShare*float64(own.words) && p.Elements[i].Depth >= p.Elements[own.home].Depth {
			own.home = i
		}
	}
	return own
}

// isEnough says that the page lives of its own text. An article may be a few lines long. Other pages are lists often,
// with some lines above them.
func (o ownText) isEnough(kind int) bool {
	const (
		ofArticle  = 40 // words
		words      = 60
		paragraphs = 2
	)
	if kind == KindArticle {
		return o.words >= ofArticle
	}
	return o.words >= words && o.blocks >= paragraphs
}

// isEnoughBesideTeasers is more, as a page of teasers without a name may be a list of them.
func (o ownText) isEnoughBesideTeasers(kind int) bool {
	const (
		words      = 150
		paragraphs = 3
	)
	return kind == KindArticle || o.words >= words && o.blocks >= paragraphs
}

// setBeside marks the elements that stand beside the page's own text, and those of them that do as teasers.
func (f *featurizer) setBeside() (marks, teasers []bool) {
	p := f.page
	marks = make([]bool, len(p.Elements))
	teasers = make([]bool, len(p.Elements))
	for i := range p.Elements {
		e := &p.Elements[i]
		if e.Parent >= 0 && marks[e.Parent] {
			marks[i] = true
			teasers[i] = teasers[e.Parent]
			continue
		}
		if e.Words == 0 || f.holdsTitle(e) {
			continue
		}
		marks[i] = namedBeside(e.Node) || f.isAnswer(i)
		if !marks[i] && f.isTeaser(i) {
			marks[i] = true
			teasers[i] = true
		}
	}
	return marks, teasers
}

func (f *featurizer) holdsTitle(e *Element) bool {
	return f.titleAt >= e.First && f.titleAt < e.First+e.Blocks
}

// besideNames are names that templates give to nothing but side columns, comments and beginnings of other texts. Those
// of [Hint] are wider, as a forest weighs them.
var besideNames = map[string]bool{
	"sidebar": true, "side-bar": true, "primary-sidebar": true, "right-sidebar": true, "left-sidebar": true,
	"comments": true, "comment-list": true, "commentlist": true, "commentlisting": true, "comments-area": true,
	"comments-list": true, "comments-block": true, "comment-section": true, "disqus_thread": true,
	"disqus-thread": true,
	"related":       true, "related-posts": true, "related-articles": true, "related-items": true,
}

func namedBeside(n *html.Node) bool {
	const longest = 200
	for _, a := range n.Attr {
		if a.Key != "id" && a.Key != "class" || len(a.Val) > longest {
			continue
		}
		for name := range strings.FieldsSeq(a.Val) {
			if besideNames[strings.ToLower(name)] {
				return true
			}
		}
	}
	return false
}

const nearlyEach = 0.8 // share of the items of a group that have what makes them what they are

// isTeaser says that the element is one of several that each have a title with a link and few words, do not speak of
// the page's title and stand in a container of their own.
func (f *featurizer) isTeaser(element int) bool {
	const (
		leastTeasers = 6
		leastWords   = 20  // of an item in the mean; shorter ones are rows of tables or links
		mostWords    = 90  // of an item in the mean; longer ones are sections
		titled       = 0.4 // share of items with a word of the title, by chance
	)
	g := f.ownGroup(element)
	if g == nil || g.items < leastTeasers || g.words < leastWords*g.items || g.words > mostWords*g.items ||
		g.prose*2 < g.words {
		return false
	}
	around := &f.page.Elements[f.page.Elements[element].Parent]
	if f.holdsTitle(around) || share(g.prose, around.ParagraphWords) < nearlyEach {
		return false
	}
	return share(g.teasers, g.items) >= nearlyEach && g.share(markedTitle) <= titled
}

// isAnswer says that the element is one of several that have a date and a word for answering.
func (f *featurizer) isAnswer(element int) bool {
	g := f.ownGroup(element)
	return g != nil && g.share(markedDate) >= nearlyEach && g.share(markedTalk) >= nearlyEach
}

// ownGroup is the group that the element is an item of, nil without, and where that holds the title.
func (f *featurizer) ownGroup(element int) *group {
	k := f.page.groups.own[element]
	if k < 0 {
		return nil
	}
	g := &f.page.groups.all[k]
	if g.items < leastItems || g.words < leastItemWords*g.items || f.titleAt >= g.first && f.titleAt < g.end {
		return nil
	}
	return g
}
