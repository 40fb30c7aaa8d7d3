package htmlpage

import (
	"bytes"
	"slices"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// The tree's bounds. Real pages of 5 MB have some 100,000 nodes and are less than 100 deep.
const (
	maxDepth = 256     // open elements; deeper ones become children of the deepest
	maxNodes = 500_000 // elements and texts; the page is cut after them
	maxAttrs = 128     // of one element
	allAttrs = 750_000 // of all elements, of at least 7 bytes each on real pages; the page is cut after them
	maxMoved = 8       // blocks reopened after a misnested inline end tag
)

// Tree reads HTML into a tree. The page's length bounds its size and the time it takes: no start tag makes more
// than two nodes. The HTML Standard's own tree construction has no such bound: it repeats an unclosed formatting
// element in every later paragraph, so that 10 kB of HTML make 90 MB of nodes. golang.org/x/net/html follows it and
// refuses pages nested more than 512 deep. For a page that is well formed or merely leaves out end tags, the tree
// is the Standard's, without comments and without implied tbody elements. cut reports a page with too many nodes.
func Tree(page []byte) (root *html.Node, cut bool) {
	b := &builder{doc: &html.Node{Type: html.DocumentNode}}
	b.html = b.add(b.doc, atom.Html, "html")
	b.stack = append(b.stack, b.html)
	z := html.NewTokenizer(bytes.NewReader(page))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return b.doc, b.full()
		case html.TextToken:
			b.text(z.Text())
		case html.StartTagToken, html.SelfClosingTagToken:
			b.startTag(z)
		case html.EndTagToken:
			name, _ := z.TagName()
			b.endTag(atom.Lookup(name), name)
		}
		if b.full() {
			return b.doc, true
		}
	}
}

// builder holds the open elements while a page is read.
type builder struct {
	doc, html, head, body *html.Node
	stack                 []*html.Node
	nodes, attrs          int
	paragraphs            int              // p elements in stack
	unopened              map[string]int   // open elements beyond maxDepth
	tag                   []html.Attribute // of the current tag, before they are copied
}

func (b *builder) full() bool { return b.nodes >= maxNodes || b.attrs >= allAttrs }

func (b *builder) top() *html.Node { return b.stack[len(b.stack)-1] }

func (b *builder) add(parent *html.Node, a atom.Atom, name string) *html.Node {
	n := &html.Node{
		Type:     html.ElementNode,
		DataAtom: a,
		Data:     name,
	}
	parent.AppendChild(n)
	b.nodes++
	return n
}

func (b *builder) open(n *html.Node) {
	if len(b.stack) < maxDepth {
		b.stack = append(b.stack, n)
		if n.DataAtom == atom.P {
			b.paragraphs++
		}
		return
	}
	if b.unopened == nil {
		b.unopened = map[string]int{}
	}
	b.unopened[n.Data]++
}

func (b *builder) cutTo(n int) {
	for _, closed := range b.stack[n:] {
		if closed.DataAtom == atom.P {
			b.paragraphs--
		}
	}
	b.stack = b.stack[:n]
}

func (b *builder) text(s []byte) {
	if len(s) == 0 {
		return
	}
	if t := b.top(); t == b.html || t == b.head {
		if len(bytes.TrimSpace(s)) == 0 {
			return
		}
		b.needBody()
	}
	b.top().AppendChild(&html.Node{Type: html.TextNode, Data: string(s)})
	b.nodes++
}

// needBody opens the body if the page has not.
func (b *builder) needBody() {
	if b.body == nil {
		b.cutTo(1)
		b.body = b.add(b.html, atom.Body, "body")
		b.stack = append(b.stack, b.body)
	} else if len(b.stack) == 1 {
		b.stack = append(b.stack, b.body)
	}
}

func (b *builder) startTag(z *html.Tokenizer) {
	raw, more := z.TagName()
	a := atom.Lookup(raw)
	name := nameOf(raw)
	selfClosing := bytes.HasSuffix(z.Raw(), []byte("/>"))
	attrs := b.attributes(z, more)
	if b.outline(a, attrs) {
		return
	}

	space := b.namespace(a)
	if space != "" || a == atom.Noscript {
		z.NextIsNotRawText()
	}

	if space == "" {
		b.closeImplied(a)
		if tableOnly(a) && !b.tableContext(a) {
			return
		}
	}

	n := b.add(b.top(), a, name)
	n.Attr = attrs
	n.Namespace = space
	if space != "" && selfClosing || space == "" && isVoid(a) {
		return
	}

	b.open(n)
}

func (b *builder) attributes(z *html.Tokenizer, more bool) []html.Attribute {
	b.tag = b.tag[:0]
	for more {
		var key, value []byte
		key, value, more = z.TagAttr()
		if len(key) > 0 && len(b.tag) < maxAttrs {
			b.tag = append(b.tag, html.Attribute{Key: nameOf(key), Val: string(value)})
		}
	}
	b.attrs += len(b.tag)
	return slices.Clone(b.tag)
}

// nameOf is a name as a string. Names in the HTML Standard are shared and take no memory.
func nameOf(name []byte) string {
	if a := atom.Lookup(name); a != 0 {
		return a.String()
	}
	return string(name)
}

// outline handles html, head and body, which exist exactly once whatever the page has, and opens the body before
// its content. It reports tags that are fully handled.
func (b *builder) outline(a atom.Atom, attrs []html.Attribute) bool {
	switch a {
	case atom.Html:
		merge(b.html, attrs)
		return true
	case atom.Head:
		if b.head == nil && b.body == nil {
			b.cutTo(1)
			b.head = b.add(b.html, atom.Head, "head")
			b.stack = append(b.stack, b.head)
		}
		if b.head != nil {
			merge(b.head, attrs)
		}
		return true
	case atom.Body:
		if b.body == nil {
			b.needBody()
		}
		merge(b.body, attrs)
		return true
	case atom.Frameset:
		return true
	}

	switch {
	case b.body == nil && b.index(atom.Template) >= 0:
	case b.body == nil && inHead(a):
		if b.head == nil {
			b.head = b.add(b.html, atom.Head, "head")
			b.stack = append(b.stack, b.head)
		}
	case len(b.stack) == 1, b.body == nil:
		b.needBody()
	}

	return false
}

func merge(n *html.Node, attrs []html.Attribute) {
	for _, attr := range attrs {
		if _, given := attribute(n, attr.Key); !given && len(n.Attr) < maxAttrs {
			n.Attr = append(n.Attr, attr)
		}
	}
}

// namespace is the next element's: svg, math or HTML, which includes the places inside svg and math where HTML may
// occur. A tag that exists only in HTML ends them.
func (b *builder) namespace(a atom.Atom) string {
	t := b.top()
	if t.Namespace != "" && !htmlInside(t) {
		if !breaksOut(a) {
			return t.Namespace
		}
		for b.top().Namespace != "" && !htmlInside(b.top()) {
			b.cutTo(len(b.stack) - 1)
		}
	}
	switch a {
	case atom.Svg:
		return "svg"
	case atom.Math:
		return "math"
	}
	return ""
}

func htmlInside(n *html.Node) bool {
	if n.Namespace == "svg" {
		return n.Data == "foreignobject" || n.DataAtom == atom.Desc || n.DataAtom == atom.Title
	}
	switch n.Data {
	case "mi", "mo", "mn", "ms", "mtext", "annotation-xml":
		return true
	}
	return false
}

// index is the position of the innermost open element of the name, or -1.
func (b *builder) index(a atom.Atom) int {
	for i := len(b.stack) - 1; i > 0; i-- {
		if b.stack[i].DataAtom == a {
			return i
		}
	}
	return -1
}

// inScope is like index but stops at an element that ends the scope.
func (b *builder) inScope(a atom.Atom, ends func(atom.Atom) bool) int {
	for i := len(b.stack) - 1; i > 0; i-- {
		switch at := b.stack[i].DataAtom; {
		case at == a && at != 0:
			return i
		case ends(at):
			return -1
		}
	}
	return -1
}

// closeImplied closes the elements that a start tag closes: an open paragraph, list item, heading, link, option.
func (b *builder) closeImplied(a atom.Atom) {
	switch {
	case isHeading(a):
		b.closeTo(atom.P, buttonScope)
		if isHeading(b.top().DataAtom) {
			b.cutTo(len(b.stack) - 1)
		}
	case a == atom.Li:
		b.closeItem(atom.Li, atom.Li)
		b.closeTo(atom.P, buttonScope)
	case a == atom.Dd, a == atom.Dt:
		b.closeItem(atom.Dd, atom.Dt)
		b.closeTo(atom.P, buttonScope)

	case closesParagraph(a):
		b.closeTo(atom.P, buttonScope)
	case a == atom.A, a == atom.Nobr:
		b.endInline(a)
	case a == atom.Button:
		b.closeTo(atom.Button, scope)
	case a == atom.Option, a == atom.Optgroup:
		if b.top().DataAtom == atom.Option {
			b.cutTo(len(b.stack) - 1)
		}
		if a == atom.Optgroup && b.top().DataAtom == atom.Optgroup {
			b.cutTo(len(b.stack) - 1)
		}
	case a == atom.Rt, a == atom.Rp:
		if t := b.top().DataAtom; t == atom.Rt || t == atom.Rp {
			b.cutTo(len(b.stack) - 1)
		}
	}
}

func (b *builder) closeTo(a atom.Atom, ends func(atom.Atom) bool) {
	if a == atom.P && b.paragraphs == 0 {
		return // the most common case; there may be hundreds of elements to search
	}
	if i := b.inScope(a, ends); i > 0 {
		b.cutTo(i)
	}
}

// closeItem closes the item that is open in the innermost list.
func (b *builder) closeItem(one, other atom.Atom) {
	for i := len(b.stack) - 1; i > 0; i-- {
		switch at := b.stack[i].DataAtom; {
		case at == one || at == other:
			b.cutTo(i)
			return
		case isSpecial(at) && at != atom.Address && at != atom.Div && at != atom.P:
			return
		}
	}
}

// tableContext closes what a part of a table ends and opens the row that a cell needs. It returns false for a table
// part outside any table, which makes no element.
func (b *builder) tableContext(a atom.Atom) bool {
	table := b.inScope(atom.Table, tableScope)
	if a == atom.Table {
		// A table directly inside a table, outside any cell, ends the outer one.
		if table > 0 && b.inScope(atom.Td, tableScope) < table && b.inScope(atom.Th, tableScope) < table && b.inScope(atom.Caption, tableScope) < table {
			b.cutTo(table)
		}
		return true
	}

	if table < 0 {
		return false
	}

	keep := func(parts ...atom.Atom) {
		for i := len(b.stack) - 1; i >= table; i-- {
			for _, p := range parts {
				if b.stack[i].DataAtom == p {
					b.cutTo(i + 1)
					return
				}
			}
		}
	}

	switch a {
	case atom.Tr:
		keep(atom.Tbody, atom.Thead, atom.Tfoot, atom.Table)
	case atom.Td, atom.Th:
		keep(atom.Tr, atom.Tbody, atom.Thead, atom.Tfoot, atom.Table)
		if b.top().DataAtom != atom.Tr {
			b.open(b.add(b.top(), atom.Tr, "tr"))
		}
	case atom.Col:
		keep(atom.Colgroup, atom.Table)
	default:
		keep(atom.Table)
	}

	return true
}
