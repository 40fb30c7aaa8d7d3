package markdown

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/farebox/farebox/internal/web/canon"
)

func isBlock(n *html.Node) bool {
	if n.Type != html.ElementNode {
		return n.Type == html.DocumentNode
	}
	switch n.Data {
	case "html", "body", "p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "menu", "dir", "li", "dl", "dt", "dd",
		"blockquote", "pre", "hr", "table", "caption", "thead", "tbody", "tfoot", "tr", "td", "th", "section", "article",
		"header", "footer", "main", "nav", "aside", "figure", "figcaption", "address", "center", "form", "fieldset",
		"legend", "details", "summary", "hgroup", "search", "dialog", "listing", "xmp", "plaintext":
		return true
	case canon.Formula:
		return attribute(n, canon.AttrDisplay) == "block"
	}
	return false
}

// isHidden reports whether an element has no text for a reader.
func isHidden(n *html.Node) bool {
	if n.Type == html.CommentNode || n.Type == html.DoctypeNode {
		return true
	}
	if n.Type != html.ElementNode {
		return false
	}
	switch n.Data {
	case "head", "script", "style", "template", "noscript", "iframe", "object", "embed", "applet", "svg", "math", "canvas",
		"audio", "video", "title", "select", "datalist", "textarea", "map", "meta", "link", "base", "noembed", "noframes":
		return true
	case "input":
		return !strings.EqualFold(attribute(n, "type"), "checkbox")
	}
	return n.Namespace != ""
}

// isItem reports whether an element has a mark or a place of its own around its content.
func isItem(n *html.Node) bool {
	switch n.Data {
	case "li", "td", "th", "dd":
		return n.Type == html.ElementNode
	}
	return false
}

func isList(n *html.Node) bool {
	switch n.Data {
	case "ul", "ol", "menu", "dir":
		return n.Type == html.ElementNode
	}
	return false
}

func isBlank(n *html.Node) bool { return n.Type == html.TextNode && strings.TrimSpace(n.Data) == "" }

func (w *writer) findBlocks(n *html.Node) bool {
	found := false
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if below := w.findBlocks(c); (below || isBlock(c)) && !isHidden(c) {
			found = true
		}
	}
	if found {
		w.holdsBlocks[n] = true
	}
	return found
}

func attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

// textBelow is all text below n unchanged, with line breaks as line ends.
func textBelow(n *html.Node) string {
	var b strings.Builder
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		switch {
		case n.Type == html.TextNode:
			b.WriteString(n.Data)
		case n.Type == html.ElementNode && n.Data == "br":
			b.WriteByte('\n')
		case !isHidden(n):
			for c := n.FirstChild; c != nil; c = c.NextSibling {
				walk(c)
			}
		}
	}
	walk(n)
	return b.String()
}

func longestRun(s string, c byte) int {
	longest := 0
	run := 0
	for i := range len(s) {
		if s[i] == c {
			run++
			longest = max(longest, run)
		} else {
			run = 0
		}
	}
	return longest
}
