package blocks

import (
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// mark is something typical of items in lists of comments or teasers.
type mark uint8

const (
	markLink    mark = 1 << iota // a line that is mostly a link
	markHeading                  // a heading
	markDate                     // a short line with digits, like a name with a date
	markTalk                     // a short line with a word for answering
	markTitle                    // a long word of the page's title
	markPicture                  // a picture
	markTeaser                   // a line of several words that is mostly a link
)

// Indexes of marks in a group's counts.
const (
	markedHeading = 1
	markedDate    = 2
	markedTalk    = 3
	markedTitle   = 4
)

const (
	leastItems     = 4  // siblings alike that make a group
	leastItemWords = 6  // mean words of an item; below it is a menu or a table
	shortLine      = 14 // words
	headLine       = 24 // most words of a heading, an account and a day in one line
	dayDigits      = 5  // of a day of a year

	leastTeaserWords = 3 // fewest words of another page's title; account names have fewer
)

// talkWords are words in the short lines for replying, in the larger languages of the web.
var talkWords = map[string]bool{
	"reply": true, "replies": true, "says": true, "said": true, "quote": true, "parent": true, "permalink": true,
	"flag": true, "upvote": true, "likes": true, "antworten": true, "schrieb": true, "sagt": true, "zitieren": true,
	"répondre": true, "dit": true, "responder": true, "dijo": true, "citar": true, "rispondi": true, "ответить": true,
	"回复": true, "返信": true, "commented": true, "wrote": true, "points": true, "moderator": true, "posts": true,
}

// group is a run of siblings that a template repeats: comments, teasers, posts of a thread, rows.
type group struct {
	items, words, prose int
	linkWords           int
	first, end          int // blocks from the first of the first item to after the last of the last
	marked              [6]int
	teasers             int // items with markTeaser
}

func (g *group) share(m int) float64 { return share(g.marked[m], g.items) }

// groups are the groups of a page.
type groups struct {
	all     []group
	own     []int // for each element, its group, or -1
	of      []int // for each element, the group with most words around it, or -1
	largest int   // the group with most words, or -1
}

// at returns the group of an element, or -1.
func (g *groups) at(element int) int {
	if g.of == nil {
		return -1
	}
	return g.of[element]
}

type siblings struct {
	parent    int
	signature uint64
}

// findGroups finds the groups of the page.
func (f *featurizer) findGroups() {
	p := f.page
	marks := f.findMarks()
	p.groups = groups{}
	g := &p.groups
	g.of = make([]int, len(p.Elements))
	own := make([]int, len(p.Elements))
	g.own = own
	at := make(map[siblings]int)
	for i := range p.Elements {
		e := &p.Elements[i]
		own[i] = -1
		if e.alike < leastItems || e.Words == 0 || e.Tag == atom.P || isHeading(e.Tag) {
			continue
		}
		key := siblings{e.Parent, e.signature}
		k, known := at[key]
		if !known {
			k = len(g.all)
			at[key] = k
			g.all = append(g.all, group{first: e.First})
		}
		own[i] = k
		g.all[k].add(e, marks[i], 1)
		g.all[k].end = max(g.all[k].end, e.First+e.Blocks)
	}
	f.leaveOutTitle(marks)

	g.largest = -1
	for i := range p.Elements {
		best := -1
		if up := p.Elements[i].Parent; up >= 0 {
			best = g.of[up]
		}
		if k := own[i]; k >= 0 && g.all[k].items >= leastItems && g.all[k].words >= leastItemWords*g.all[k].items {
			if best < 0 || g.all[k].words > g.all[best].words {
				best = k
			}
			if g.largest < 0 || g.all[k].words > g.all[g.largest].words {
				g.largest = k
			}
		}
		g.of[i] = best
	}
}

// add counts an item; with times -1 it removes one again.
func (g *group) add(e *Element, m mark, times int) {
	g.items += times
	g.words += times * e.Words
	g.prose += times * e.ParagraphWords
	g.linkWords += times * e.LinkWords
	if m&markTeaser != 0 {
		g.teasers += times
	}
	for k := range g.marked {
		if m&(1<<k) != 0 {
			g.marked[k] += times
		}
	}
}

// isAnswers reports whether nearly every item has a date and a word for answering.
func (g *group) isAnswers() bool {
	return g.share(markedDate) >= nearlyEach && g.share(markedTalk) >= nearlyEach
}

// leaveOutTitle removes the item with the title from a group of answers: it is not an answer. Pages built from
// unnamed tables put the head of a text and each comment in the same kind of element.
func (f *featurizer) leaveOutTitle(marks []mark) {
	const answers = 1<<markedDate | 1<<markedTalk
	p := f.page
	if f.titleAt < 0 {
		return
	}

	for at := p.Blocks[f.titleAt].Element; at >= 0; at = p.Elements[at].Parent {
		k := p.groups.own[at]
		if k < 0 || marks[at]&answers == answers {
			continue
		}
		g := &p.groups.all[k]
		rest := *g
		rest.add(&p.Elements[at], marks[at], -1)
		if rest.items < leastItems || !rest.isAnswers() {
			continue
		}
		rest.first = f.firstOf(k, at)
		*g = rest
		p.groups.own[at] = -1
	}
}

// firstOf is the first block of a group's items, except one of them.
func (f *featurizer) firstOf(k, without int) int {
	p := f.page
	for i := range p.Elements {
		if p.groups.own[i] == k && i != without {
			return p.Elements[i].First
		}
	}
	return 0
}

// longTitleWords are the title's words about its topic.
func (f *featurizer) longTitleWords() map[string]bool {
	words := make(map[string]bool)
	for _, word := range f.title {
		if len(word) >= longWord {
			words[word] = true
		}
	}
	return words
}

// findMarks sets every element's marks.
func (f *featurizer) findMarks() []mark {
	p := f.page
	marks := make([]mark, len(p.Elements))
	for i, m := range f.blockMarks {
		marks[p.Blocks[i].Element] |= m
	}
	for _, image := range p.Images {
		marks[image.Element] |= markPicture
	}
	for i := len(p.Elements) - 1; i > 0; i-- {
		marks[p.Elements[i].Parent] |= marks[i]
	}
	return marks
}

func (f *featurizer) marksOf(i int, title map[string]bool) mark {
	p := f.page
	b := &p.Blocks[i]
	var m mark
	if b.Words > 1 && b.LinkWords*3 >= b.Words*2 {
		m |= markLink
	}

	if b.Words >= leastTeaserWords && (m != 0 || f.beginsWithTitle(b)) {
		m |= markTeaser
	}
	if isHeading(p.Elements[b.Element].Tag) {
		m |= markHeading
	}

	short := b.Words <= shortLine
	if short && b.Digits > 0 || b.Digits >= dayDigits && b.Words <= headLine && b.Links > 0 && !b.EndsSentence {
		m |= markDate
	}

	if !short && len(title) == 0 {
		return m
	}

	for _, t := range p.Tokens(i) {
		if short && talkWords[t] {
			m |= markTalk
		}
		if title[t] {
			m |= markTitle
		}
	}

	return m
}

// beginsWithTitle reports whether the text begins with a link of several words.
func (f *featurizer) beginsWithTitle(b *Block) bool {
	words := 0
	for _, n := range b.Nodes {
		if !f.inLink(n, b) {
			return false
		}
		more, _ := countWords(n.Data)
		if words += more; words >= leastTeaserWords {
			return true
		}
	}
	return false
}

func (f *featurizer) inLink(n *html.Node, b *Block) bool {
	around := f.page.Elements[b.Element].Node
	for n = n.Parent; n != nil && n != around; n = n.Parent {
		if n.DataAtom == atom.A {
			return true
		}
	}
	return false
}

// describeGroup describes the group number k of the page.
func (f *featurizer) describeGroup(v *vector, name string, k int) {
	if k < 0 {
		for _, part := range groupParts {
			v.sub(name, part, -1)
		}
		return
	}
	g := &f.page.groups.all[k]
	v.sub(name, groupParts[0], float64(g.items))
	v.sub(name, groupParts[1], share(g.words, f.words))
	v.sub(name, groupParts[2], share(g.words, g.items))
	for m := range g.marked {
		v.sub(name, groupParts[3+m], g.share(m))
	}
}

var groupParts = [...]string{"items", "share", "item_words", "linked", "headed", "dated", "talked", "titled",
	"pictured"}
