package htmlpage

import (
	"iter"
	"net/url"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Elements are the elements of a tree in document order.
func Elements(root *html.Node) iter.Seq[*html.Node] { return elements(root) }

// Attribute is the value of an element's attribute, and whether it exists.
func Attribute(n *html.Node, key string) (string, bool) { return attribute(n, key) }

// Visible calls f for each element that a reader may see, in document order, until f returns false. It skips the
// content of noscript, template, iframe and hidden elements.
func (p *Page) Visible(f func(*html.Node) bool) { p.visible(f) }

// Raw is all text in a node, unchanged, such as the source of a script.
func Raw(n *html.Node) string { return rawText(n) }

// Reader reads the visible texts of many nodes of one page. Nested elements would be read again and again, so a
// Reader visits at most a few times the nodes of the largest page and returns "" after that.
type Reader struct{ left int }

// NewReader makes a Reader for one page.
func NewReader() *Reader { return &Reader{left: maxVisits} }

// Line is the visible text of a node on one line of at most max bytes.
func (r *Reader) Line(n *html.Node, max int) string {
	text, _ := lineWithin(n, max, &r.left)
	return text
}

// Named is Line or, for a node without visible text, its aria-label or title, or the alternative text of itself or
// an image in it.
func (r *Reader) Named(n *html.Node, max int) string {
	text := linkText(n, &r.left)
	if len(text) > max {
		text, _ = short(text, max)
	}
	return text
}

// Anchor is one a or area element with an href.
type Anchor struct {
	Href     string   // as written
	URL      *url.URL // target without fragment; nil unless it is an http or https URL
	Text     string   // its text, or the replacement, as in Link
	Rel      []string // in lower case
	Internal bool     // URL is on the page's own host, ignoring www.
	SamePage bool     // a fragment of this very page
}

// Anchors are the page's visible a and area elements with an href in document order, each occurrence separately,
// until their URLs exceed the bound.
func (p *Page) Anchors() []Anchor {
	var list []Anchor
	budget := maxVisits
	left := newAddresses()

	p.visible(func(n *html.Node) bool {
		if n.DataAtom != atom.A && n.DataAtom != atom.Area {
			return true
		}
		href, ok := attribute(n, "href")
		if !ok {
			return true
		}
		a := Anchor{
			Href: href,
			URL:  Resolve(p.Base, href),
			Text: linkText(n, &budget),
			Rel:  words(n, "rel"),
		}
		a.SamePage = strings.HasPrefix(strings.TrimSpace(href), "#")
		if a.URL != nil {
			if !left.take(a.URL) {
				return false
			}
			a.Internal = SameHost(a.URL, p.URL)
			a.SamePage = a.SamePage || strings.Contains(href, "#") && a.URL.String() == p.URL.String()
		}
		list = append(list, a)
		return true
	})

	return list
}
