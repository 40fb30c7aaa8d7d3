package blocks

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

// Elsewhere reports for each block whether the structure of the page puts it beside the page's own text: in a side
// column, in comments below an article, or in one of many teasers. Such text is as well written as the page's own
// and can be much longer. probs are the blocks' probabilities of being content. It returns nil if the page's own
// text cannot be determined, as in lists of articles. On discussions the answers are the text, and only teasers
// do not belong to it.
func (d Description) Elsewhere(probs []float64) []bool {
	f := d.f
	if f.titleAt < 0 || f.ctx.Kind == KindProduct {
		return nil
	}

	p := f.page
	marks := f.setBeside()
	if f.isDiscussion() {
		marks = f.setTeasers()
	}
	own := f.ownText(probs, marks, likelyOwn)
	least := f.ownText(probs, marks, maybeOwn)
	kind := f.ctx.Kind
	blocks := make([]bool, len(p.Blocks))
	some := false
	for i := range p.Blocks {
		e := p.Blocks[i].Element
		switch {
		case marks[e] == notBeside, marks[e] == byTeasers && f.isIn(e, own.home):
			continue
		case marks[e] == byAnswers, marks[e] == byTeasers && f.endsBeforeTitle(e):
			blocks[i] = least.isEnough(kind)
		case marks[e] == byTeasers:
			blocks[i] = own.isEnough(kind) && own.isEnoughBesideTeasers(kind)
		default:
			blocks[i] = own.isEnough(kind)
		}
		some = some || blocks[i]
	}
	if !some {
		return nil
	}
	return blocks
}

// Probabilities from which prose counts as content: with weaker structural evidence for the text around, and with
// stronger.
const (
	likelyOwn = 0.5
	maybeOwn  = 0.2
)

// ownText is the page's own text: prose below its title that is likely content.
type ownText struct {
	words, blocks int
	home          int // deepest element that holds most of it
}

func (f *featurizer) ownText(probs []float64, marks []beside, likely float64) ownText {
	p := f.page
	var own ownText
	held := make([]int, len(p.Elements))
	for i := f.titleAt + 1; i < len(p.Blocks); i++ {
		b := &p.Blocks[i]
		if marks[b.Element] != notBeside || !b.IsProse() || probs[i] < likely {
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

// isEnough reports whether the page's own text is its substance. An article may be a few lines long; other pages
// are often lists under some lines of text.
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

// isEnoughBesideTeasers demands more: a page with unnamed teasers may just be a list of them.
func (o ownText) isEnoughBesideTeasers(kind int) bool {
	const (
		words      = 150
		paragraphs = 3
	)
	return kind == KindArticle || o.words >= words && o.blocks >= paragraphs
}

// beside is the evidence that an element is beside the page's own text.
type beside uint8

const (
	notBeside beside = iota
	byName
	byAnswers
	byHeadedAnswers
	byTeasers
)

// setBeside marks the elements beside the page's own text.
func (f *featurizer) setBeside() []beside {
	marks := make([]beside, len(f.page.Elements))
	f.markAnswers(marks)
	f.markElements(marks, true)
	return marks
}

// setTeasers marks teasers and the elements inside them.
func (f *featurizer) setTeasers() []beside {
	marks := make([]beside, len(f.page.Elements))
	f.markElements(marks, false)
	return marks
}

func (f *featurizer) markElements(marks []beside, names bool) {
	p := f.page
	for i := range p.Elements {
		e := &p.Elements[i]
		switch {
		case marks[i] != notBeside:
		case e.Parent >= 0 && marks[e.Parent] != notBeside:
			marks[i] = marks[e.Parent]
		case e.Words == 0 || f.holdsTitle(e):
		case names && namedBeside(e.Node):
			marks[i] = byName
		case f.isTeaser(i):
			marks[i] = byTeasers
		}
	}
}

// isDiscussion reports whether the page declares itself a thread or has a thread's URL.
func (f *featurizer) isDiscussion() bool { return f.ctx.Kind == KindForum || f.talk.addressed }

// endsBeforeTitle reports whether an element ends before the line that repeats the title. A list that is the page's
// subject never does.
func (f *featurizer) endsBeforeTitle(element int) bool {
	e := &f.page.Elements[element]
	return e.First+e.Blocks <= f.titleAt
}

func (f *featurizer) holdsTitle(e *Element) bool {
	return f.titleAt >= e.First && f.titleAt < e.First+e.Blocks
}

// besideNames are names that templates use only for side columns, comments and teasers. Those of [Hint] are
// broader, because a forest weighs them.
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

const nearlyEach = 0.8 // share of a group's items that must have the typical mark

// isTeaser reports whether the element is one of several in a container of their own that each have a linked title
// and few words and do not mention the page's title.
func (f *featurizer) isTeaser(element int) bool {
	const (
		leastTeasers = 6
		leastWords   = 20  // mean words of an item; shorter ones are table rows or links
		longest      = 90  // mean words of a linked item; longer ones are sections
		mostWords    = 130 // mean words of an item whose heading is a link
		titled       = 0.4 // share of items that have a word of the title by chance
	)

	g := f.ownGroup(element)
	if g == nil || g.items < leastTeasers || g.words < leastWords*g.items || g.words > mostWords*g.items {
		return false
	}

	around := &f.page.Elements[f.page.Elements[element].Parent]
	if f.holdsTitle(around) {
		return false
	}
	if share(g.teasers, g.items) < nearlyEach || g.share(markedTitle) > titled {
		return false
	}
	return g.prose*2 >= g.words && share(g.prose, around.ParagraphWords) >= nearlyEach &&
		(g.words <= longest*g.items || f.areTitledByLinks(f.page.groups.own[element]))
}

// areTitledByLinks reports whether nearly every item of a group has a linked heading. Sections of a text have links
// too, but not as headings.
func (f *featurizer) areTitledByLinks(k int) bool {
	titled := 0
	for i := range f.page.Elements {
		if f.page.groups.own[i] == k && f.isTitledByLink(&f.page.Elements[i]) {
			titled++
		}
	}
	return share(titled, f.page.groups.all[k].items) >= nearlyEach
}

func (f *featurizer) isTitledByLink(e *Element) bool {
	for i := e.First; i < e.First+e.Blocks; i++ {
		b := &f.page.Blocks[i]
		if isHeading(f.page.Elements[b.Element].Tag) {
			return b.Words >= leastTeaserWords && b.LinkWords == b.Words
		}
	}
	return false
}

// markAnswers marks groups of answers and containers with little else: the lines that open and close a discussion.
func (f *featurizer) markAnswers(marks []beside) {
	p := f.page
	known := make(map[int]beside)
	for i := range p.Elements {
		k := p.groups.own[i]
		if k < 0 {
			continue
		}

		by, seen := known[k]
		if !seen {
			by = f.answersBy(i)
			known[k] = by
			if around := p.Elements[i].Parent; by == byAnswers && f.holdsLittleElse(around, &p.groups.all[k]) {
				marks[around] = byAnswers
			}
		}

		if by != notBeside && !f.holdsTitle(&p.Elements[i]) {
			marks[i] = by
		}
	}
}

// answersBy is the evidence that an element is an answer. Listed products and programs have points and days like
// answers, but each has a heading.
func (f *featurizer) answersBy(element int) beside {
	switch {
	case !f.isAnswers(element):
		return notBeside
	case f.ownGroup(element).share(markedHeading)*2 > 1:
		return byHeadedAnswers
	}
	return byAnswers
}

// isAnswers reports whether an element is one of several with a date and a word for answering, or one of many with
// dates whose number the line above states.
func (f *featurizer) isAnswers(element int) bool {
	g := f.ownGroup(element)
	return g != nil && (g.isAnswers() || g.share(markedDate) >= nearlyEach && f.isCounted(g))
}

// holdsLittleElse reports whether an element has little besides a group, and no prose before it.
func (f *featurizer) holdsLittleElse(element int, g *group) bool {
	const most = 0.6 // of the words
	e := &f.page.Elements[element]
	if f.holdsTitle(e) || share(g.words, e.Words) < most {
		return false
	}
	for i := e.First; i < g.first; i++ {
		if f.page.Blocks[i].IsProse() {
			return false
		}
	}
	return true
}

// isCounted reports whether a line right above a group of prose without headings states its number: "80 responses",
// "Leserkommentare (60)". The number may exceed the items at the first level. Lists of tips have headings, or their
// number in the title.
func (f *featurizer) isCounted(g *group) bool {
	const (
		leastCounted = 8
		lines        = 4 // above the group
	)
	if g.items < leastCounted || g.prose*2 < g.words || g.share(markedHeading)*2 > 1 {
		return false
	}

	for i := max(0, g.first-lines, f.titleAt+1); i < g.first; i++ {
		b := &f.page.Blocks[i]
		if b.Words > headLine || b.LinkWords*2 > b.Words {
			continue
		}
		numbers := 0
		fits := false
		for _, word := range f.page.Tokens(i) {
			if n, err := strconv.Atoi(word); err == nil {
				numbers++
				fits = n*5 >= g.items*4 && n <= 2*g.items && !slices.Contains(f.title, word)
			}
		}
		if numbers == 1 && fits {
			return true
		}
	}

	return false
}

// ownGroup is the group that the element is an item of, or nil, also if that item holds the title.
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
