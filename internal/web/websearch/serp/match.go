package serp

import (
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/farebox/farebox/internal/web/htmlpage"
)

// Match reports whether an element is the one looked for.
type Match func(*html.Node) bool

// El matches elements named tag that have all the classes.
func El(tag string, classes ...string) Match {
	return func(n *html.Node) bool {
		if n.Data != tag {
			return false
		}
		if len(classes) == 0 {
			return true
		}
		have := strings.Fields(Attr(n, "class"))
		return !slices.ContainsFunc(classes, func(c string) bool { return !slices.Contains(have, c) })
	}
}

// With narrows m to elements whose attribute has the value.
func (m Match) With(name, value string) Match {
	return func(n *html.Node) bool { return m(n) && Attr(n, name) == value }
}

// Without leaves out elements with the class.
func (m Match) Without(class string) Match {
	return func(n *html.Node) bool { return m(n) && !slices.Contains(strings.Fields(Attr(n, "class")), class) }
}

// Or matches what either matches.
func (m Match) Or(other Match) Match {
	return func(n *html.Node) bool { return m(n) || other(n) }
}

// Attr is the value of an attribute, or "".
func Attr(n *html.Node, name string) string {
	if n == nil {
		return ""
	}
	for _, a := range n.Attr {
		if a.Key == name && a.Namespace == "" {
			return a.Val
		}
	}
	return ""
}

// All returns the matching elements below root in document order, without those inside another match.
func All(root *html.Node, m Match) []*html.Node {
	var list []*html.Node
	walk(root, func(n *html.Node) bool {
		if m(n) {
			list = append(list, n)
			return false
		}
		return true
	})
	return list
}

// First returns the first matching element below root, or nil.
func First(root *html.Node, m Match) *html.Node {
	var found *html.Node
	walk(root, func(n *html.Node) bool {
		if found == nil && m(n) {
			found = n
		}
		return found == nil
	})
	return found
}

// walk calls visit for the elements below root and skips an element's content if visit returns false. It does not
// recurse: a page may be nested as deep as it is long.
func walk(root *html.Node, visit func(*html.Node) bool) {
	if root == nil {
		return
	}

	n := root.FirstChild
	for n != nil {
		inside := n.Type != html.ElementNode || visit(n)
		if inside && n.FirstChild != nil {
			n = n.FirstChild
			continue
		}
		for n != nil && n != root && n.NextSibling == nil {
			n = n.Parent
		}
		if n == nil || n == root {
			return
		}
		n = n.NextSibling
	}
}

// anchor is the link that a title is, contains or is inside; item ends the search.
func anchor(title, item *html.Node) *html.Node {
	for n := title; n != nil && n != item; n = n.Parent {
		if n.Data == "a" {
			return n
		}
	}
	return First(title, El("a"))
}

// Longest texts kept, in bytes.
const (
	maxTitle   = 500
	maxSnippet = 2000
)

// Text is the visible text of an element on one line, clean, of at most max bytes.
func Text(n *html.Node, max int) string {
	if n == nil {
		return ""
	}
	text, _ := (&htmlpage.Page{Root: n}).Text(max)
	return Clean(text)
}

// HasClass reports whether an element has the class.
func HasClass(n *html.Node, class string) bool {
	return n != nil && slices.Contains(strings.Fields(Attr(n, "class")), class)
}

// ElPart matches elements named tag with the piece anywhere in their class attribute.
func ElPart(tag, piece string) Match {
	return func(n *html.Node) bool { return n.Data == tag && strings.Contains(Attr(n, "class"), piece) }
}

// In narrows m to elements whose parent matches.
func (m Match) In(parent Match) Match {
	return func(n *html.Node) bool { return m(n) && n.Parent != nil && parent(n.Parent) }
}

// Tree is a page as a tree of bounded size.
func Tree(page []byte) *html.Node {
	root, _ := htmlpage.Tree(page)
	return root
}
