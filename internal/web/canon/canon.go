// Package canon rewrites a page so that formulas, footnotes, code and callouts each have one form, whatever program
// wrote the page. It runs before blocks are scored and before Markdown is written, so that neither has to know the
// ways of MathJax, KaTeX, LaTeXML, MediaWiki, Word or a dozen highlighters.
//
//   - A formula is an element Formula whose only text is its TeX. Its attribute AttrDisplay is "block" for one on a
//     line of its own.
//   - The mark of a footnote is an element NoteRef whose text is what the page shows; AttrLabel names the note.
//   - A block of code is a pre with one code element, the language as its class and one text: no line numbers, buttons
//     or labels.
//   - A callout keeps its element; AttrCallout names its kind.
//   - A box of a task list is the element Box; AttrChecked is "true" or "false".
//
// Names of elements have no hyphen: an element with one counts as a block.
package canon

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Names of elements and attributes that Rewrite writes.
const (
	Formula     = "formula"
	NoteRef     = "noteref"
	Box         = "taskbox"
	AttrDisplay = "display"
	AttrLabel   = "label"
	AttrCallout = "canon-callout"
	AttrChecked = "checked"
)

// Note is a footnote of the page.
type Note struct {
	Label string
	Body  []*html.Node // neighbours in the tree, without the note's mark and the links back
}

// Page is what Rewrite found. The bodies of notes stay where they are.
type Page struct {
	Notes    []Note
	Formulas int
	// Unwritten counts formulas without a readable source; they are left out.
	Unwritten int
}

// Rewrite changes the tree below doc.
func Rewrite(doc *html.Node) *Page {
	p := &Page{}
	dropUnseen(doc)
	rewriteCode(doc)
	p.rewriteMath(doc)
	p.rewriteNotes(doc)
	markCallouts(doc)
	markTasks(doc)
	return p
}

func attr(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

func hasAttr(n *html.Node, key string) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == key })
}

func setAttr(n *html.Node, key, value string) {
	for i := range n.Attr {
		if n.Attr[i].Key == key {
			n.Attr[i].Val = value
			return
		}
	}
	n.Attr = append(n.Attr, html.Attribute{Key: key, Val: value})
}

// hasClass reports whether an element has one of the classes.
func hasClass(n *html.Node, names ...string) bool {
	for class := range strings.FieldsSeq(attr(n, "class")) {
		for _, name := range names {
			if class == name {
				return true
			}
		}
	}
	return false
}

func isElement(n *html.Node, tags ...atom.Atom) bool {
	if n == nil || n.Type != html.ElementNode {
		return false
	}
	return slices.ContainsFunc(tags, func(tag atom.Atom) bool { return n.DataAtom == tag })
}

// textOf is the text below n, up to most bytes.
func textOf(n *html.Node, most int) string {
	var b strings.Builder
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		if n.Type == html.TextNode {
			b.WriteString(n.Data)
		}
		for c := n.FirstChild; c != nil && b.Len() <= most; c = c.NextSibling {
			if !isElement(c, atom.Script, atom.Style, atom.Template) {
				walk(c)
			}
		}
	}
	walk(n)
	return b.String()
}

func text(data string) *html.Node { return &html.Node{Type: html.TextNode, Data: data} }

func element(name string, attributes ...html.Attribute) *html.Node {
	return &html.Node{
		Type:     html.ElementNode,
		Data:     name,
		DataAtom: atom.Lookup([]byte(name)),
		Attr:     attributes,
	}
}

// replace puts with in the place of n.
func replace(n, with *html.Node) {
	if n.Parent == nil {
		return
	}
	n.Parent.InsertBefore(with, n)
	n.Parent.RemoveChild(n)
}

func remove(n *html.Node) {
	if n.Parent != nil {
		n.Parent.RemoveChild(n)
	}
}

func clearChildren(n *html.Node) {
	for n.FirstChild != nil {
		n.RemoveChild(n.FirstChild)
	}
}

// within reports whether n is below an element that is accepts.
func within(n *html.Node, is func(*html.Node) bool) bool {
	for up := n.Parent; up != nil; up = up.Parent {
		if is(up) {
			return true
		}
	}
	return false
}

// first finds the first element below n that is accepts.
func first(n *html.Node, is func(*html.Node) bool) *html.Node {
	for c := range n.Descendants() {
		if c.Type == html.ElementNode && is(c) {
			return c
		}
	}
	return nil
}

// visit walks the elements below n. It descends where enter says so. The next element is known before enter is called,
// which may replace or remove its own.
func visit(n *html.Node, enter func(*html.Node) bool) {
	for c := n.FirstChild; c != nil; {
		next := c.NextSibling
		if c.Type == html.ElementNode && enter(c) {
			visit(c, enter)
		}
		c = next
	}
}

func blank(s string) bool { return strings.TrimSpace(s) == "" }
