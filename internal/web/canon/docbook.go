package canon

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// rewriteDocBook gives two boxes of DocBook the form of callouts: a table with a picture, a title and a text, and a
// sidebar within the text. The class of the latter names a column at the side elsewhere.
func rewriteDocBook(doc *html.Node) {
	visit(doc, func(n *html.Node) bool {
		switch {
		case isElement(n, atom.Table):
			if box := boxOfTable(n); box != nil {
				replace(n, box)
			}
		case isElement(n, atom.Div) && hasClass(n, "sidebar") && hasTitlePage(n):
			setAttr(n, "class", "note")
			setAttr(n, AttrCallout, "note")
		}
		return true
	})
}

// hasTitlePage reports whether an element begins with DocBook's page of its title.
func hasTitlePage(n *html.Node) bool {
	c := n.FirstChild
	for c != nil && c.Type != html.ElementNode {
		c = c.NextSibling
	}
	return c != nil && hasClass(c, "titlepage")
}

// boxOfTable is the callout that a table with the summary of one is, nil for other tables.
func boxOfTable(table *html.Node) *html.Node {
	const most = 2 // rows
	kind := kinds[strings.ToLower(attr(table, "summary"))]
	if kind == "" {
		return nil
	}

	title := ""
	rows := 0
	var body *html.Node
	for n := range table.Descendants() {
		switch {
		case isElement(n, atom.Tr):
			if rows++; rows > most {
				return nil
			}
		case isElement(n, atom.Th) && title == "":
			title = strings.TrimSpace(textOf(n, 100))
		case isElement(n, atom.Td):
			body = n
		}
	}
	if body == nil || blank(textOf(body, 40)) {
		return nil
	}

	box := element("div", html.Attribute{Key: AttrCallout, Val: kind})
	if title != "" && kinds[strings.ToLower(title)] == "" {
		head := element("p", html.Attribute{Key: "class", Val: "title"})
		head.AppendChild(text(title))
		box.AppendChild(head)
	}
	for c := body.FirstChild; c != nil; c = body.FirstChild {
		body.RemoveChild(c)
		box.AppendChild(c)
	}
	return box
}
