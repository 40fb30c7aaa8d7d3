package extract

import (
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/farebox/farebox/internal/web/canon"
	"github.com/farebox/farebox/internal/web/extract/blocks"
	"github.com/farebox/farebox/internal/web/markdown"
)

// renderer cuts the tree of a page down to what was chosen, and cleans what is left.
type renderer struct {
	addresses *addresses
	as        Options
	live      map[*html.Node]bool // chosen texts and images, with their ancestors
	named     map[string]bool     // references that words of the content have; a picture need not lead there too

	notes map[string]canon.Note // by label
	cited []string              // labels in the order of their marks; the notes are written after the content
}

// render writes the chosen blocks of the page in the given format, then the notes that they have marks of. Nothing but
// these is left of the page, unless nothing was chosen.
func render(page *blocks.Page, found *canon.Page, c choice, base *url.URL, as Options) string {
	r := &renderer{
		addresses: newAddresses(base),
		as:        as,
		live:      make(map[*html.Node]bool),
		named:     make(map[string]bool),
	}

	keep := c.keep
	if as.Format == Markdown {
		keep = r.citeNotes(page, found, keep)
	}
	for i := range page.Blocks {
		if keep[i] {
			for _, n := range page.Blocks[i].Nodes {
				r.mark(n)
			}
		}
	}
	if len(r.live) == 0 {
		return ""
	}

	r.nameTargets()
	if as.Format == Markdown {
		for _, n := range chosenImages(page, keep, c.pictures, base) {
			r.mark(n)
		}
	}
	r.markEmpty(page.Doc)
	r.clean(page.Doc, false)
	text, _ := markdown.Write(page.Doc, &canon.Page{
		Notes:    r.moveNotes(page.Doc),
		Formulas: found.Formulas,
	}, markdown.Options{
		Plain: as.Format == Text,
		Links: as.Links,
	})
	return strings.Trim(text, "\n")
}

// nameTargets notes the references of the links that have chosen text, as the page writes them.
func (r *renderer) nameTargets() {
	for text := range r.live {
		if text.Type != html.TextNode || strings.TrimSpace(text.Data) == "" {
			continue
		}
		if a := holder(text, atom.A); a != nil {
			r.named[blocks.Attr(a, "href")] = true
		}
	}
}

// mark makes n and its ancestors live.
func (r *renderer) mark(n *html.Node) {
	for ; n != nil && !r.live[n]; n = n.Parent {
		r.live[n] = true
	}
}

// markEmpty makes line breaks within chosen text live, and the boxes of chosen items in Markdown: they have no text.
func (r *renderer) markEmpty(doc *html.Node) {
	for n := range doc.Descendants() {
		switch {
		case n.Data == canon.Box && r.live[n.Parent] && r.as.Format == Markdown:
			r.mark(n)
		case n.DataAtom == atom.Br:
			up := n.Parent
			for !r.live[up] && up.Parent != nil && !blocks.IsBlock(up) && !blocks.Skipped(up) {
				up = up.Parent
			}
			if r.live[up] {
				r.mark(n)
			}
		}
	}
}

// clean takes out what is not live below n, and writes the rest as the content has it.
func (r *renderer) clean(n *html.Node, isPre bool) {
	for c := n.FirstChild; c != nil; {
		next := c.NextSibling
		switch {
		case !r.live[c] && !isOfTable(c), isPermalink(c):
			n.RemoveChild(c)
		case c.Type == html.TextNode && !isPre:
			c.Data = strings.Map(shown, c.Data)
		case c.Type == html.ElementNode:
			r.cleanElement(c)
			r.clean(c, isPre || c.DataAtom == atom.Pre)
		}
		c = next
	}
}

// isOfTable reports whether an element has a place in its table, even if it is empty.
func isOfTable(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Tr, atom.Td, atom.Th:
		return true
	}
	return false
}

// shown is a character as text has it: one kind of space, and nothing without width.
func shown(r rune) rune {
	switch {
	case r == 0xa0:
		return ' '
	case r == 0x200b, r == 0xfeff, r == 0xad, r < ' ' && !unicode.IsSpace(r):
		return -1
	}
	return r
}

func (r *renderer) cleanElement(n *html.Node) {
	switch {
	case n.DataAtom == atom.A:
		target := r.addresses.absolute(blocks.Attr(n, "href"))
		if target == "" || r.isSaid(n, target) {
			rename(n, atom.Span)
		} else {
			n.Attr = []html.Attribute{{Key: "href", Val: target}}
		}
	case n.DataAtom == atom.Img, n.DataAtom == atom.Picture:
		r.cleanPicture(n)
	case n.DataAtom == atom.Ol && r.as.Format == Text: // numbers are list markup
		rename(n, atom.Ul)
	case n.DataAtom == atom.Noscript, n.DataAtom == 0 && blocks.IsBlock(n),
		n.DataAtom == atom.Table && !markdown.IsDataTable(n):
		rename(n, atom.Div)
	}
}

func rename(n *html.Node, to atom.Atom) {
	n.DataAtom = to
	n.Data = to.String()
}

// isSaid reports whether a link of a picture alone says nothing more: it leads to its larger form, or where words do.
func (r *renderer) isSaid(a *html.Node, target string) bool {
	for n := range a.Descendants() {
		if n.Type == html.TextNode && r.live[n] && strings.TrimSpace(n.Data) != "" {
			return false
		}
	}
	return r.named[blocks.Attr(a, "href")] || isPictureFile(target)
}

// cleanPicture makes one img of a picture, or its words alone. It is nothing without an address.
func (r *renderer) cleanPicture(n *html.Node) {
	address := pictureKey(n, r.addresses)
	alt := ""
	if inner := imgOf(n); inner != nil && address != "" {
		alt = blocks.Attr(inner, "alt")
	}
	if r.as.NoImages {
		address = ""
	}

	for n.FirstChild != nil {
		n.RemoveChild(n.FirstChild)
	}
	rename(n, atom.Img)
	n.Attr = []html.Attribute{{Key: "alt", Val: alt}, {Key: "src", Val: address}}
}

// isPictureFile reports whether an address is that of a picture, or of a page about one by its name. A link from a
// picture to its larger form says nothing more.
func isPictureFile(address string) bool {
	address, _, _ = strings.Cut(address, "?")
	switch strings.ToLower(path.Ext(address)) {
	case ".jpg", ".jpeg", ".png", ".gif", ".webp", ".svg", ".avif", ".bmp", ".tif", ".tiff":
		return true
	}
	return false
}

// isPermalink reports whether n is the mark beside a heading, such as "#", that documentation sites link to it.
func isPermalink(n *html.Node) bool {
	if n.DataAtom != atom.A {
		return false
	}
	text := n.FirstChild
	for text != nil && text.NextSibling == nil && text.Type == html.ElementNode {
		text = text.FirstChild
	}
	if text == nil || text.NextSibling != nil || text.Type != html.TextNode {
		return false
	}
	return slices.Contains([]string{"#", "¶", "§", "🔗"}, strings.TrimSpace(text.Data))
}
