package blocks

import (
	"math"
	"slices"
	"strings"

	"golang.org/x/net/html/atom"
)

// Context is what is known about the page besides its tree.
type Context struct {
	Title   string // best title found in the metadata
	Summary string // the description the page gives of itself
	// Body is the article text in the page's structured data, or "".
	Body string
	// Kind is the schema.org or Open Graph type: one of the Kind constants.
	Kind int
	Path string // path of the page's URL
}

// What the metadata says the page is.
const (
	KindUnknown = iota
	KindArticle
	KindProduct
	KindForum
	KindSite
)

// far means "nowhere near" in features that count steps.
const far = 20

// vector collects the features of one block in a fixed order.
type vector struct {
	values []float32
	names  *[]string
}

func (v *vector) add(name string, x float64) {
	if v.names != nil {
		*v.names = append(*v.names, name)
	}
	v.values = append(v.values, float32(x))
}

func (v *vector) flag(name string, on bool) {
	x := 0.0
	if on {
		x = 1
	}
	v.add(name, x)
}

// sub adds a feature with a two-part name. The parts are joined only if names are wanted.
func (v *vector) sub(name, part string, x float64) {
	if v.names != nil {
		name += part
	}
	v.add(name, x)
}

func (v *vector) subFlag(name, part string, on bool) {
	if v.names != nil {
		name += part
	}
	v.flag(name, on)
}

// MaxRows is how many blocks of a page are described; later ones are judged by similar blocks.
const MaxRows = 15_000

// Describe computes the features of the first MaxRows blocks, one row each.
func (p *Page) Describe(ctx Context, lexicon *Lexicon) Description {
	f := newFeaturizer(p, ctx, lexicon)
	rows := make([][]float32, min(len(p.Blocks), MaxRows))
	backing := make([]float32, 0, len(rows)*200)
	for i := range rows {
		start := len(backing)
		v := vector{values: backing}
		f.describe(&v, i)
		backing = v.values
		rows[i] = backing[start:len(backing):len(backing)]
	}
	return Description{Rows: rows, f: f}
}

// FeatureNames names the features in a row of Describe.
func FeatureNames() []string {
	var names []string
	p := &Page{Elements: []Element{{Parent: -1}}, Blocks: []Block{{}}}
	newFeaturizer(p, Context{}, NewLexicon(nil)).describe(&vector{names: &names}, 0)
	return names
}

type pathStats struct{ blocks, words, linkWords, prose int }

type featurizer struct {
	page    *Page
	ctx     Context
	lexicon *Lexicon
	names   []wording // of every element

	headings map[int]said // what the texts of headings say, by block
	keys     []uint32     // space for the keys of one text

	words  int
	links  int
	prose  int
	before []int // words in the blocks before each block
	paths  map[uint64]pathStats

	best       int // element that most likely holds the article
	bestWords  int
	onBest     map[int]int // elements from best up to the root, with their distance from best
	title      []string
	titleBlock int
	firstH1    int
	body       map[uint64]bool
	summary    map[uint64]bool
	texts      map[string]int
	seen       []int
	lastProse  int
	firstProse int
	hasArticle bool
	talk       discussion

	inherited []Hint // whether an element or one around it is for comments, threads or other texts
	titleAt   int    // block that repeats the title, preferably a heading, or -1

	proseUpTo  []int  // words of prose in the blocks before each block
	blockMarks []mark // of the first MaxRows blocks

	// Headings in the blocks before each block: all, those styled like the title, and those that are links.
	headingsUpTo, equalsUpTo, linkedUpTo []int
	titleGroup, titleItem                int // outermost group with the title in one of its items, and that item; or -1

	refrains  []refrain
	refrainOf []int // for each block, the refrain that it follows or is a line of, or -1
}

func newFeaturizer(p *Page, ctx Context, lexicon *Lexicon) *featurizer {
	f := &featurizer{page: p, ctx: ctx, lexicon: lexicon, names: p.nameWordings(lexicon),
		paths: make(map[uint64]pathStats), headings: make(map[int]said), titleBlock: -1, firstH1: -1,
		firstProse: -1, lastProse: -1}

	f.title = Tokens(ctx.Title)
	f.body = shingles(Tokens(ctx.Body), 3)
	f.summary = shingles(Tokens(ctx.Summary), 3)
	f.texts = make(map[string]int, len(p.Blocks))
	f.before = make([]int, len(p.Blocks)+1)
	f.seen = make([]int, len(p.Blocks))

	for i := range p.Blocks {
		b := &p.Blocks[i]
		f.before[i] = f.words
		f.words += b.Words
		f.links += b.LinkWords
		e := &p.Elements[b.Element]
		st := f.paths[e.path]
		st.blocks++
		st.words += b.Words
		st.linkWords += b.LinkWords
		if b.IsProse() {
			st.prose++
			f.prose += b.Words
			if f.firstProse < 0 {
				f.firstProse = i
			}
			f.lastProse = i
		}
		f.paths[e.path] = st
		f.seen[i] = f.texts[b.Text]
		f.texts[b.Text]++
		if f.firstH1 < 0 && e.Tag == atom.H1 {
			f.firstH1 = i
		}
		if f.titleBlock < 0 && len(f.title) > 0 && isHeading(e.Tag) && overlap(Tokens(b.Text), f.title) > 0.7 {
			f.titleBlock = i
		}
	}

	f.before[len(p.Blocks)] = f.words
	f.findTitle()
	for i := range p.Elements {
		if p.Elements[i].Tag == atom.Article {
			f.hasArticle = true
			break
		}
	}

	f.findBest()
	f.findDiscussion()
	f.sumProse(f.longTitleWords())
	f.findGroups()
	f.findRefrains()
	f.findRanks()
	return f
}

// findTitle finds the line that repeats the title, with or without the site's name. A heading takes precedence.
func (f *featurizer) findTitle() {
	const (
		longest   = 30    // words of such a line
		among     = 2_000 // blocks
		asHeading = 100   // more than a line has words
	)

	f.titleAt = f.titleBlock
	if f.titleAt >= 0 || len(f.title) == 0 {
		return
	}

	best := 0
	for i := range min(among, len(f.page.Blocks)) {
		b := &f.page.Blocks[i]
		if b.Words > longest {
			continue
		}
		line, _, _ := strings.Cut(b.Text, "\n")
		same := f.titleWords(Tokens(line))
		if same > 0 && isHeading(f.page.Elements[b.Element].Tag) {
			same += asHeading
		}
		if same > best {
			best = same
			f.titleAt = i
		}
	}
}

// titleWords counts the words of a line that is one end of the title, or nearly the same as the title. It returns 0
// for other lines.
func (f *featurizer) titleWords(line []string) int {
	const least = 2
	n := len(line)
	if n < least {
		return 0
	}
	if n <= len(f.title) && (slices.Equal(line, f.title[:n]) || slices.Equal(line, f.title[len(f.title)-n:])) {
		return n
	}
	if overlap(line, f.title) > 0.7 {
		return min(n, len(f.title)) - 1 // a line that says more is not better
	}
	return 0
}

// findBest scores elements as Readability does: every paragraph gives points to its ancestors, fewer the farther
// up; the share of link words reduces them.
func (f *featurizer) findBest() {
	p := f.page
	for i := range p.Elements {
		p.Elements[i].score = 0 // of an earlier description
	}
	for i := range p.Blocks {
		b := &p.Blocks[i]
		if b.Runes < 25 || b.LinkWords*2 > b.Words {
			continue
		}
		points := 1 + float64(b.Commas+b.Sentences)/2 + math.Min(float64(b.Runes)/100, 3)
		e := b.Element
		if tag := p.Elements[e].Tag; tag != atom.Div && tag != atom.Section && tag != atom.Article && tag != atom.Main && p.Elements[e].Parent >= 0 {
			e = p.Elements[e].Parent
		}
		for level := 0; e >= 0 && level < 6; level++ {
			switch level {
			case 0:
				p.Elements[e].score += points
			case 1:
				p.Elements[e].score += points / 2
			default:
				p.Elements[e].score += points / float64(3*level)
			}
			e = p.Elements[e].Parent
		}
	}

	top := 0.0
	for i := range p.Elements {
		e := &p.Elements[i]
		if e.score == 0 || e.Words == 0 {
			continue
		}
		weight := 0.0
		if e.Hints&(HintBody|HintContent) != 0 {
			weight += 15
		}
		if e.Hints&(HintComment|HintSide|HintFooter|HintNav|HintRelated|HintSignup|HintConsent) != 0 {
			weight -= 25
		}
		s := (e.score + weight) * (1 - float64(e.LinkWords)/float64(e.Words))
		if s > top {
			top = s
			f.best = i
		}
	}

	f.bestWords = p.Elements[f.best].Words
	f.onBest = make(map[int]int)
	for e, d := f.best, 0; e >= 0; e, d = p.Elements[e].Parent, d+1 {
		f.onBest[e] = d
	}
}

func (f *featurizer) describe(v *vector, i int) {
	p := f.page
	b := &p.Blocks[i]
	e := &p.Elements[b.Element]

	v.add("words", float64(b.Words))
	v.add("runes", float64(b.Runes))
	v.add("link_share", share(b.LinkWords, b.Words))
	v.add("links", float64(b.Links))
	v.add("sentences", float64(b.Sentences))
	v.add("commas", float64(b.Commas))
	v.add("digit_share", share(b.Digits, b.Runes))
	v.add("capital_share", share(b.Capitals, b.Words))
	v.add("marks", float64(b.Marks))
	v.add("word_length", share(b.Runes, b.Words))
	v.flag("ends_sentence", b.EndsSentence)
	v.flag("bold", b.Bold)
	v.flag("code", b.Code)
	v.add("tag", float64(tagClass(e.Tag)))
	v.add("inline_hints", float64(b.Hints&(HintByline|HintShare|HintMedia|HintTags|HintControl|HintHidden)))
	phrases(v, b.Text)

	f.ancestors(v, b)
	f.position(v, i)
	f.fromTitle(v, i)
	f.repeated(v, i)
	f.surroundings(v, i)

	st := f.paths[e.path]
	v.add("path_blocks", float64(st.blocks))
	v.add("path_words", share(st.words, st.blocks))
	v.add("path_link_share", share(st.linkWords, st.words))
	v.add("path_page_share", share(st.words, f.words))
	v.add("path_prose_share", share(st.prose, st.blocks))
	v.add("repeats", float64(f.texts[b.Text]))
	v.add("seen_before", float64(f.seen[i]))

	tokens := p.Tokens(i)
	f.learned(v, b, tokens)
	v.add("title_overlap", overlap(tokens, f.title))
	if len(f.body) > 30 {
		v.add("in_body", covered(tokens, f.body))
		v.add("body_size", share(len(f.body), f.words))
	} else {
		v.add("in_body", -1)
		v.add("body_size", -1)
	}
	v.add("in_summary", covered(tokens, f.summary))

	v.add("page_words", float64(f.words))
	v.add("page_blocks", float64(len(p.Blocks)))
	v.add("page_link_share", share(f.links, f.words))
	v.add("page_prose_share", share(f.prose, f.words))
	v.flag("page_has_article", f.hasArticle)
	v.add("page_kind", float64(f.ctx.Kind))
	v.add("path_depth", float64(pathDepth(f.ctx.Path)))
	v.add("path_length", float64(len(f.ctx.Path)))
	v.add("path_dashes", float64(strings.Count(f.ctx.Path, "-")))
	f.talk.describe(v)
}

// ancestors describes the elements around a block: how far up each purpose is first named, which tags enclose it,
// and what the nearest containers hold.
func (f *featurizer) ancestors(v *vector, b *Block) {
	p := f.page
	var near [hintCount]float64
	var sizes [hintCount]float64
	for k := range near {
		near[k] = far
		sizes[k] = 1
		if b.Hints&(1<<k) != 0 {
			near[k] = 0
			sizes[k] = 0
		}
	}
	var tags uint
	toBest := far
	bestBelow := -1
	repeatWords := 0
	repeatAlike := 1
	repeatLevel := far
	step := 0
	for at := b.Element; at >= 0; at = p.Elements[at].Parent {
		e := &p.Elements[at]
		part := share(e.Words, f.words)
		for k := 0; k < hintCount; k++ {
			if near[k] == far && e.Hints&(1<<k) != 0 && (part < 0.7 || k >= 12) {
				near[k] = math.Min(float64(step), far-1)
				sizes[k] = part
			}
		}
		tags |= tagBit(e.Tag)
		if d, ok := f.onBest[at]; ok && bestBelow < 0 {
			toBest = d
			bestBelow = step
		}
		if e.alike > 2 && repeatLevel == far && e.Tag != atom.P && e.Tag != atom.Li && e.Tag != atom.Td && e.Tag != atom.Tr && !isHeading(e.Tag) {
			repeatLevel = step
			repeatAlike = e.alike
			repeatWords = e.Words
		}
		step++
	}
	for k := range near {
		v.sub("near_", hintNames[k], near[k])
	}
	for _, k := range []int{1, 2, 5, 7, 8, 11, 12, 13, 14, 15, 16} {
		v.sub("size_", hintNames[k], sizes[k])
	}
	for k, name := range enclosingTags {
		v.subFlag("in_", name, tags&(1<<k) != 0)
	}
	v.add("depth", float64(step))
	v.add("best_distance", float64(toBest))
	v.add("below_best", float64(bestBelow))
	v.add("best_share", share(f.bestWords, f.words))
	v.add("repeat_level", float64(repeatLevel))
	v.add("repeat_alike", float64(repeatAlike))
	v.add("repeat_words", float64(repeatWords))

	at := b.Element
	for level := 0; level < 5; level++ {
		e := &p.Elements[at]
		tagName := levelNames[level]
		v.sub(tagName, "_words", float64(e.Words))
		v.sub(tagName, "_link_share", share(e.LinkWords, e.Words))
		v.sub(tagName, "_prose", share(e.ParagraphWords, e.Words))
		v.sub(tagName, "_blocks", float64(e.Blocks))
		v.sub(tagName, "_alike", float64(e.alike))
		if level > 0 {
			v.sub(tagName, "_tag", float64(tagClass(e.Tag)))
		}
		if e.Parent >= 0 {
			at = e.Parent
		}
	}
}

var levelNames = [5]string{"own", "up1", "up2", "up3", "up4"}

var hintNames = [hintCount]string{"share", "related", "comment", "nav", "footer", "side", "ad", "signup", "byline",
	"consent", "media",
	"hidden", "content", "product", "forum", "control", "tags", "body"}

func (f *featurizer) position(v *vector, i int) {
	n := len(f.page.Blocks)
	v.add("position", share(i, n))
	v.add("from_end", float64(n-i))
	v.add("index", float64(i))
	v.add("words_before", share(f.before[i], f.words))
	v.add("since_title", since(i, f.titleBlock))
	v.add("since_h1", since(i, f.firstH1))
	v.add("since_prose", since(i, f.firstProse))
	v.add("till_prose", since(f.lastProse, i))
}

func pathDepth(path string) int { return strings.Count(strings.Trim(path, "/"), "/") }

func since(i, from int) float64 {
	if from < 0 || i < 0 {
		return -300
	}
	return math.Max(-200, math.Min(200, float64(i-from)))
}

func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}
