package blocks

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Element is a block-level element. Its totals include its descendants.
type Element struct {
	Node   *html.Node
	Tag    atom.Atom
	Parent int // index in Page.Elements, -1 for the root
	Depth  int
	Hints  Hint

	Words, LinkWords int
	ParagraphWords   int // words of blocks that read like prose
	Blocks           int
	First            int // index of the first block at or below

	signature uint64 // tag and class: what a template repeats
	path      uint64 // signature of the element and the two above it
	alike     int    // siblings with the same signature, itself included
	score     float64
}

// Block is a run of text between two block-level boundaries.
type Block struct {
	Element int // index of the nearest block-level element
	Text    string
	// Nodes are the text nodes of the block's text, including white space between inline elements.
	Nodes []*html.Node
	Hints Hint // of the inline elements around the whole block

	Words, LinkWords, Runes   int
	Sentences, Commas, Digits int
	Capitals, Marks           int
	Links                     int
	Bold, Code                bool
	EndsSentence              bool
}

// Page is a page cut into blocks, in reading order.
type Page struct {
	Doc      *html.Node
	Elements []Element
	Blocks   []Block
	// Images are the pictures of the page, each with the index of the block that follows it.
	Images []Image

	tokens [][]string // of each block, once asked for
	groups groups     // once the page was described
}

// IsHidden reports whether an element around block i says that it is out of view.
func (p *Page) IsHidden(i int) bool {
	for at := p.Blocks[i].Element; at >= 0; at = p.Elements[at].Parent {
		if p.Elements[at].Hints&HintHidden != 0 {
			return true
		}
	}
	return false
}

// Tokens are the words of block i.
func (p *Page) Tokens(i int) []string {
	if p.tokens == nil {
		p.tokens = make([][]string, len(p.Blocks))
	}
	if p.tokens[i] == nil {
		p.tokens[i] = Tokens(p.Blocks[i].Text)
	}
	return p.tokens[i]
}

// Image is a picture and its place among the blocks.
type Image struct {
	Node    *html.Node
	Element int
	Next    int
}

// Cut finds the blocks of a parsed page.
func Cut(doc *html.Node) *Page {
	c := &cutter{page: &Page{Doc: doc}}
	elements, blocks := countMost(doc)
	c.page.Elements = make([]Element, 0, elements)
	c.page.Blocks = make([]Block, 0, blocks)
	c.open(doc, -1)
	c.children(doc, state{element: 0})
	c.flush()
	c.page.sum()
	return c.page
}

// countMost is an upper bound of the elements and blocks that Cut finds. Growing lists step by step would take
// three times the memory on a page of half a million nodes.
func countMost(doc *html.Node) (elements, blocks int) {
	elements = 1
	texts := 0
	lines := 0
	for n := range doc.Descendants() {
		switch {
		case n.Type == html.TextNode:
			if strings.ContainsFunc(n.Data, notSpace) {
				texts++
			}
		case n.DataAtom == atom.Br, n.DataAtom == atom.Hr:
			lines++
		case n.Type == html.ElementNode && IsBlock(n):
			elements++
		}
	}

	// A block has a text, and ends where an element begins or ends, or at a line.
	return elements, min(texts, 2*elements+lines)
}

func notSpace(r rune) bool { return !unicode.IsSpace(r) }

type state struct {
	element int
	link    bool
	hints   Hint
	bold    bool
	code    bool
	pre     bool
}

type cutter struct {
	page *Page

	text      strings.Builder
	nodes     []*html.Node
	element   int
	hints     Hint
	words     int
	linkWords int
	links     int
	boldWords int
	codeWords int
	breaks    int
}

func (c *cutter) open(n *html.Node, parent int) int {
	e := Element{Node: n, Tag: n.DataAtom, Parent: parent, First: -1}
	if n.Type == html.ElementNode {
		e.Hints = hintsOf(n)
		e.signature = hashOf(n.Data, Attr(n, "class"))
	}
	if parent >= 0 {
		p := &c.page.Elements[parent]
		e.Depth = p.Depth + 1
		e.path = e.signature*31 + p.signature*17
		if p.Parent >= 0 {
			e.path += c.page.Elements[p.Parent].signature * 7
		}
	}
	c.page.Elements = append(c.page.Elements, e)
	return len(c.page.Elements) - 1
}

func (c *cutter) children(n *html.Node, s state) {
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		c.visit(child, s)
	}
}

func (c *cutter) visit(n *html.Node, s state) {
	switch n.Type {
	case html.TextNode:
		c.addText(n, s)
		return
	case html.ElementNode:
	default:
		return
	}

	if Skipped(n) {
		return
	}

	switch n.DataAtom {
	case atom.Noscript:
		if !holdsText(n) {
			c.lazyImages(n, s.element)
			return
		}
	case atom.Br:
		c.breaks++
		if c.breaks >= 2 {
			c.flush()
		} else if c.text.Len() > 0 {
			c.text.WriteByte('\n')
		}
		return
	case atom.Hr:
		c.flush()
		return
	case atom.Img, atom.Picture:
		c.page.Images = append(c.page.Images, Image{Node: n, Element: s.element, Next: len(c.page.Blocks)})
		return
	case atom.A:
		s.link = !isNamedPlace(n)
	case atom.B, atom.Strong:
		s.bold = true
	case atom.Code, atom.Kbd, atom.Samp, atom.Tt:
		s.code = true
	}

	if s.pre || !IsBlock(n) {
		s.hints |= hintsOf(n)
		c.children(n, s)
		return
	}

	c.flush()
	e := c.open(n, s.element)
	inner := s
	inner.element = e
	inner.hints = 0

	if n.DataAtom == atom.Pre {
		inner.code = true
		inner.pre = true
	}

	c.children(n, inner)
	c.flush()
}

// isNamedPlace reports whether an anchor only names a place. Pages in XML leave them open, and then one holds all that
// follows.
func isNamedPlace(a *html.Node) bool {
	isNamed := false
	for _, at := range a.Attr {
		switch at.Key {
		case "href", "onclick":
			return false
		case "id", "name":
			isNamed = true
		}
	}
	return isNamed
}

// lazyImages adds the pictures that a page keeps for clients without scripts.
func (c *cutter) lazyImages(noscript *html.Node, element int) {
	for n := range noscript.Descendants() {
		if n.DataAtom == atom.Img {
			c.page.Images = append(c.page.Images, Image{Node: n, Element: element, Next: len(c.page.Blocks)})
		}
	}
}

func (c *cutter) addText(n *html.Node, s state) {
	words, blank := countWords(n.Data)
	if blank {
		if len(c.nodes) > 0 {
			// The space between two inline elements is part of the text.
			c.text.WriteByte(' ')
			c.nodes = append(c.nodes, n)
		}
		return
	}

	c.breaks = 0
	if len(c.nodes) == 0 {
		c.element = s.element
		c.hints = s.hints
	} else {
		c.hints &= s.hints
	}

	c.nodes = append(c.nodes, n)
	c.text.WriteString(n.Data)
	c.words += words
	if s.link {
		c.linkWords += words
		c.links++
	}

	if s.bold {
		c.boldWords += words
	}
	if s.code {
		c.codeWords += words
	}
}

func (c *cutter) flush() {
	defer func() {
		c.text.Reset()
		c.nodes = nil
		c.words = 0
		c.linkWords = 0
		c.links = 0
		c.boldWords = 0
		c.codeWords = 0
		c.breaks = 0
	}()

	if len(c.nodes) == 0 {
		return
	}
	b := Block{Element: c.element, Text: strings.TrimSpace(c.text.String()), Nodes: c.nodes, Hints: c.hints,
		Words: c.words, LinkWords: c.linkWords, Links: c.links,
		Bold: c.words > 0 && c.boldWords == c.words, Code: c.words > 0 && c.codeWords == c.words}

	b.describe()
	c.page.Blocks = append(c.page.Blocks, b)
}

func (b *Block) describe() {
	start := true
	var last rune
	for _, r := range b.Text {
		b.Runes++
		switch {
		case r == '.' || r == '!' || r == '?' || r == '。' || r == '！' || r == '？' || r == '।' || r == '؟':
			b.Sentences++
		case r == ',' || r == '，' || r == '、' || r == '،' || r == ';':
			b.Commas++
		case r >= '0' && r <= '9':
			b.Digits++
		case r == '|' || r == '©' || r == '·' || r == '•' || r == '»' || r == '›' || r == '→' || r == '/' || r == '#':
			b.Marks++
		case r < utf8.RuneSelf && r >= 'A' && r <= 'Z':
			if start {
				b.Capitals++
			}
		case r >= utf8.RuneSelf && start && unicode.IsUpper(r):
			b.Capitals++
		}
		start = r == ' ' || r == '\n' || r == '\t' || r == 0xa0
		if !unicode.IsSpace(r) && r != '"' && r != '”' && r != '’' && r != ')' && r != '»' {
			last = r
		}
	}

	b.EndsSentence = last == '.' || last == '!' || last == '?' || last == '。' || last == ':' || last == '…' || last == '！' || last == '？'
}

// IsProse reports whether a block reads like running text.
func (b *Block) IsProse() bool {
	return b.Words >= 12 && b.Sentences+b.Commas > 0 && b.LinkWords*3 < b.Words
}

// sum adds up what the elements hold and counts repeated siblings.
func (p *Page) sum() {
	for i := range p.Blocks {
		b := &p.Blocks[i]
		prose := 0
		if b.IsProse() {
			prose = b.Words
		}
		e := &p.Elements[b.Element]
		e.Words += b.Words
		e.LinkWords += b.LinkWords
		e.ParagraphWords += prose
		e.Blocks++
		if e.First < 0 || i < e.First {
			e.First = i
		}
	}

	type key struct {
		parent    int
		signature uint64
	}
	alike := make(map[key]int, len(p.Elements))

	// Children come after their parents, so one backward pass sums whole subtrees.
	for i := len(p.Elements) - 1; i > 0; i-- {
		e := &p.Elements[i]
		alike[key{e.Parent, e.signature}]++
		up := &p.Elements[e.Parent]
		up.Words += e.Words
		up.LinkWords += e.LinkWords
		up.ParagraphWords += e.ParagraphWords
		up.Blocks += e.Blocks
		if e.First >= 0 && (up.First < 0 || e.First < up.First) {
			up.First = e.First
		}
	}

	for i := range p.Elements {
		e := &p.Elements[i]
		e.alike = alike[key{e.Parent, e.signature}]
	}
}

// Skipped reports whether an element never holds text for a reader.
func Skipped(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Script, atom.Style, atom.Template, atom.Svg, atom.Head, atom.Iframe, atom.Object, atom.Embed,
		atom.Select, atom.Input, atom.Textarea, atom.Option, atom.Datalist, atom.Canvas, atom.Audio, atom.Video, atom.Math, atom.Map:
		return true
	}
	return false
}

// IsBlock reports whether an element starts and ends its own line. Custom elements count as blocks, unless text is
// right before or after: then they are part of its line.
func IsBlock(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Body, atom.Center, atom.Dd, atom.Details, atom.Dialog, atom.Dir,
		atom.Div, atom.Dl, atom.Dt, atom.Fieldset, atom.Figcaption, atom.Figure, atom.Footer, atom.Form, atom.Frameset, atom.H1, atom.H2,
		atom.H3, atom.H4, atom.H5, atom.H6, atom.Header, atom.Hgroup, atom.Html, atom.Legend, atom.Li, atom.Main, atom.Menu, atom.Nav, atom.Noscript,
		atom.Ol, atom.Optgroup, atom.P, atom.Pre, atom.Section, atom.Summary, atom.Table, atom.Tbody, atom.Td, atom.Tfoot, atom.Th,
		atom.Thead, atom.Tr, atom.Ul, atom.Caption, atom.Listing, atom.Xmp:
		return true
	case 0:
		return strings.Contains(n.Data, "-") && !isBesideText(n) || n.Data == "search"
	}
	return false
}

// isBesideText reports whether an element without blocks of its own has a text right before or after it.
func isBesideText(n *html.Node) bool {
	const most = 8 // children: part of a line has few, and this is asked for each text in the element
	isText := func(s *html.Node) bool {
		return s != nil && s.Type == html.TextNode && strings.ContainsFunc(s.Data, notSpace)
	}
	if !isText(n.PrevSibling) && !isText(n.NextSibling) {
		return false
	}
	children := 0
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if children++; children > most || c.DataAtom != 0 && IsBlock(c) {
			return false
		}
	}
	return true
}

// holdsText reports whether a noscript element carries the page for clients without scripts, as on forums, rather
// than a pixel, an image or a request to enable scripts. It visits no more nodes than such a request has.
func holdsText(n *html.Node) bool {
	const enough, most = 80, 4000
	words := 0
	nodes := 0
	var count func(*html.Node)

	count = func(n *html.Node) {
		if words >= enough || nodes >= most {
			return
		}
		nodes++
		if n.Type == html.TextNode {
			w, _ := countWords(n.Data)
			words += w
		}
		for c := n.FirstChild; c != nil && !Skipped(n); c = c.NextSibling {
			count(c)
		}
	}

	count(n)
	return words >= enough
}

// hashOf hashes names the same way in every process, so that equal pages give equal answers everywhere.
func hashOf(parts ...string) uint64 {
	const offset, prime = 14695981039346656037, 1099511628211
	h := uint64(offset)
	for _, part := range parts {
		for i := 0; i < len(part); i++ {
			h ^= uint64(part[i])
			h *= prime
		}
		h ^= 0xff
		h *= prime
	}
	return h
}

// Attr is the value of an attribute, "" without it.
func Attr(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}
