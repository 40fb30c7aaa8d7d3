package main

import (
	"fmt"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// scion is how one lot of texts is set in a page.
type scion struct {
	around, item, line, body, tail string // names of elements; none: without
	deep                           int    // elements around an item
	names                          [3]string
	nested, ruled, broken          bool // items within one another, lines between them, paragraphs by <br>
	form                           lineForm
}

// lineForm is what is above the text of each item.
type lineForm struct {
	bold, linked, dated, heading bool
	words                        string
	after                        string // what is below it
}

// add sets one lot of texts in the page.
func (p *grafting) add() {
	c := p.scion()
	var head string
	var items [][]string // of each item: its line, and its paragraphs
	switch p.IntN(6) {
	case 0, 1:
		n := p.between(4, 40)
		head = p.counted(talkHeads, n)
		for range n {
			items = append(items, append([]string{p.nameLine(c.form)}, p.said()...))
		}
		c.form.after = p.of(talkEnds)
	case 2, 3:
		head = p.counted(teaserHeads, 0)
		items = p.beginnings(p.between(4, 22), 1, 3)
		c.form.after = p.of(teaserEnds)
	default:
		head = p.counted(otherHeads, 0)
		items = p.beginnings(p.between(1, 8), 3, 12)
		c.form.heading = p.chance(0.7)
		c.form.bold = !c.form.heading
		if p.chance(0.5) {
			p.addAsOwn(items)
			return
		}
	}

	nodes := c.build(items)
	if head != "" {
		h := element(p.of([]string{"h2", "h3", "h4", "p", "div", "b"}), "")
		h.AppendChild(textNode(head))
		nodes = append([]*html.Node{h}, nodes...)
	}

	if c.around != "" {
		box := element(c.around, c.names[0])
		for _, n := range nodes {
			box.AppendChild(n)
		}
		nodes = []*html.Node{box}
	}

	p.place(nodes)
}

// addAsOwn sets whole texts after the page's own in elements like those of that: as pages have that go on with the next
// text, or with earlier ones.
func (p *grafting) addAsOwn(items [][]string) {
	holder := p.holder(p.page.Elements[p.page.Blocks[p.first].Element].Node)
	if holder.Parent == nil || isTop(holder) {
		return
	}
	title := p.page.Elements[p.page.Blocks[p.first].Element].Node
	next := holder.NextSibling
	for _, it := range items {
		box := like(holder)
		line := like(title)
		line.AppendChild(textNode(it[0]))
		box.AppendChild(line)
		for _, s := range it[1:] {
			box.AppendChild(within("p", textNode(s)))
		}
		holder.Parent.InsertBefore(box, next)
	}
}

// like is an empty element with the name and class of another.
func like(n *html.Node) *html.Node { return element(n.Data, attr(n, "class")) }

func (p *grafting) counted(heads []string, n int) string {
	head := p.of(heads)
	if strings.Contains(head, "%d") {
		return fmt.Sprintf(head, n)
	}
	return head
}

// said is what one reader says: of the page's own topic where paragraphs of it were taken out.
func (p *grafting) said() []string {
	var all []string
	for range 1 + p.IntN(3)*p.IntN(2) {
		from := p.voices
		if len(p.rest) > 3 && p.chance(0.75) {
			from = p.rest
		}
		if len(from) == 0 || p.chance(0.2) {
			o := p.others[p.IntN(len(p.others))]
			from = o.paragraphs
		}
		all = append(all, p.part(p.of(from)))
	}
	return all
}

// part is a paragraph, or some sentences of it.
func (p *grafting) part(text string) string {
	sentences := strings.SplitAfter(text, ". ")
	if len(sentences) < 2 || p.chance(0.3) {
		return text
	}
	from := p.IntN(len(sentences))
	to := min(len(sentences), from+1+p.IntN(3))
	return strings.TrimSpace(strings.Join(sentences[from:to], ""))
}

// beginnings are titles of other pages, each with some of its paragraphs.
func (p *grafting) beginnings(count, least, most int) [][]string {
	var items [][]string
	for range count {
		o := p.others[p.IntN(len(p.others))]
		n := min(len(o.paragraphs), p.between(least, most))
		items = append(items, append([]string{o.title}, o.paragraphs[:n]...))
	}
	return items
}

func (p *grafting) scion() scion {
	c := scion{
		around: p.of([]string{"div", "div", "section", "td", "aside", "ul", "", "", "", ""}),
		item: p.of([]string{"div", "div", "li", "article", "blockquote", "table", "dl", "section", "p",
			"", "", "", ""}),
		line:   p.of([]string{"div", "p", "h3", "h4", "span", "b", "dt", "p", "", ""}),
		body:   p.of([]string{"p", "p", "div", "dd", "span", "", "p"}),
		tail:   p.of([]string{"div", "p", "span", ""}),
		deep:   p.IntN(3) * p.IntN(2),
		nested: p.chance(0.1),
		ruled:  p.chance(0.15),
		broken: p.chance(0.2),
	}

	if c.item == "dl" {
		c.line = "dt"
		c.body = "dd"
	}

	if c.line == "" && c.body == "" && c.item == "" {
		c.body = "p"
	}

	c.form = lineForm{
		bold:   p.chance(0.5),
		linked: p.chance(0.5),
		dated:  p.chance(0.6),
		words:  p.of(talkLines),
	}

	switch p.IntN(3) {
	case 0:
		for i := range c.names {
			c.names[i] = hashed(fmt.Sprint(i), p.Uint64())
		}
	case 1:
		c.names = [3]string{p.of([]string{"list", "box", "feed", "col2", "more"}),
			p.of([]string{"item", "entry", "row", "block", "unit"}), p.of([]string{"txt", "text", "copy", "c", "body"})}
	}

	return c
}

func (p *grafting) nameLine(form lineForm) string {
	words := []string{p.name(), form.words}
	if form.dated {
		words = append(words, p.day())
	}
	if p.chance(0.2) {
		words[0], words[len(words)-1] = words[len(words)-1], words[0]
	}
	return strings.Join(strings.Fields(strings.Join(words, " ")), " ")
}

func element(name, class string) *html.Node {
	n := &html.Node{
		Type:     html.ElementNode,
		Data:     name,
		DataAtom: atom.Lookup([]byte(name)),
	}
	if class != "" {
		n.Attr = []html.Attribute{{Key: "class", Val: class}}
	}
	return n
}

func textNode(s string) *html.Node { return &html.Node{Type: html.TextNode, Data: s} }

// build makes the elements of the items.
func (c scion) build(items [][]string) []*html.Node {
	var all []*html.Node
	var around *html.Node // the item before, where each is within it
	for _, it := range items {
		nodes := c.parts(it)
		if c.ruled {
			nodes = append(nodes, element("hr", ""))
		}
		if c.item != "" {
			nodes = []*html.Node{c.boxed(nodes)}
		}
		for range c.deep {
			box := element("div", c.names[0])
			for _, n := range nodes {
				box.AppendChild(n)
			}
			nodes = []*html.Node{box}
		}
		if c.nested && around != nil && len(all)%5 != 0 {
			for _, n := range nodes {
				around.AppendChild(n)
			}
		} else {
			all = append(all, nodes...)
		}
		around = nodes[0]
	}

	return all
}

// boxed puts the parts of an item into its element; cells of tables have more around them.
func (c scion) boxed(nodes []*html.Node) *html.Node {
	outer := element(c.item, c.names[1])
	inner := outer
	if c.item == "table" {
		body := element("tbody", "")
		row := element("tr", "")
		cell := element("td", c.names[2])
		outer.AppendChild(body)
		body.AppendChild(row)
		row.AppendChild(cell)
		inner = cell
	}
	for _, n := range nodes {
		inner.AppendChild(n)
	}
	return outer
}

// parts are the line above, the paragraphs and the line below of an item.
func (c scion) parts(it []string) []*html.Node {
	var nodes []*html.Node
	line := textNode(it[0])
	if c.form.linked {
		line = within("a", line)
		line.Attr = []html.Attribute{{Key: "href", Val: "/"}}
	}

	if c.form.bold {
		line = within("b", line)
	}

	switch {
	case c.form.heading:
		line = within("h2", line)
	case c.line != "":
		line = within(c.line, line)
	}

	nodes = append(nodes, line)
	if c.line == "" && !c.form.heading {
		nodes = append(nodes, element("br", ""))
	}

	for k, s := range it[1:] {
		switch {
		case c.broken && k > 0:
			nodes = append(nodes, element("br", ""), element("br", ""), textNode(s))
		case c.body == "":
			nodes = append(nodes, textNode(s), element("br", ""), element("br", ""))
		default:
			b := within(c.body, textNode(s))
			if c.names[2] != "" {
				b.Attr = []html.Attribute{{Key: "class", Val: c.names[2]}}
			}
			nodes = append(nodes, b)
		}
	}

	if c.form.after != "" {
		tail := within("a", textNode(c.form.after))
		tail.Attr = []html.Attribute{{Key: "href", Val: "/"}}
		if c.tail != "" {
			tail = within(c.tail, tail)
		}
		nodes = append(nodes, tail)
	}

	return nodes
}

func within(name string, inner *html.Node) *html.Node {
	n := element(name, "")
	n.AppendChild(inner)
	return n
}

// place puts nodes after the text that is left or before it, some levels up from it.
func (p *grafting) place(nodes []*html.Node) {
	at := p.page.Blocks[p.last].Element
	before := p.chance(0.2)
	if before {
		at = p.page.Blocks[p.first].Element
	}

	levels := p.IntN(5)
	n := p.page.Elements[at].Node
	for range levels {
		if n.Parent == nil || isTop(n) || isTop(n.Parent) {
			break
		}
		n = n.Parent
	}

	if before {
		n = p.holder(n)
	}
	if n.Parent == nil || n.DataAtom == atom.Body {
		return
	}

	next := n
	if !before {
		next = n.NextSibling
	}

	for _, more := range nodes {
		n.Parent.InsertBefore(more, next)
	}
}

func isTop(n *html.Node) bool { return n.DataAtom == atom.Body || n.DataAtom == atom.Html }

// holder is the nearest element at or above n that holds all of the text.
func (p *grafting) holder(n *html.Node) *html.Node {
	last := p.page.Elements[p.page.Blocks[p.last].Element].Node
	for n.Parent != nil && n.Parent.DataAtom != atom.Body && !holds(n, last) {
		n = n.Parent
	}
	return n
}

func holds(n, other *html.Node) bool {
	for ; other != nil; other = other.Parent {
		if other == n {
			return true
		}
	}
	return false
}
