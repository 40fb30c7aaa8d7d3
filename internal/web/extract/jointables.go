package extract

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/farebox/farebox/internal/web/extract/blocks"
)

// joinTables makes one table of data of those that follow one another with a row or two each, with like markup and as
// many columns. The head of the first is theirs.
func joinTables(doc *html.Node) {
	const fewest = 3 // tables
	var series []*html.Node
	join := func() {
		if len(series) >= fewest {
			joinSeries(series)
		}
		series = nil
	}

	var all []*html.Node
	for n := range doc.Descendants() {
		if n.DataAtom == atom.Table {
			all = append(all, n)
		}
	}
	for _, t := range all {
		if len(series) > 0 && !goesOn(series[len(series)-1], t) {
			join()
		}
		if rows, columns := shapeOf(t); rows >= 1 && rows <= 2 && columns >= 2 {
			series = append(series, t)
		}
	}
	join()
}

func joinSeries(series []*html.Node) {
	joined := copyOf(series[0])
	for _, t := range series[1:] {
		for row := range t.Descendants() {
			if row.DataAtom == atom.Tr {
				joined.AppendChild(copyOf(row))
			}
		}
	}
	if !isDataAlone(joined) {
		return
	}
	series[0].Parent.InsertBefore(joined, series[0])
	for _, t := range series {
		t.Parent.RemoveChild(t)
	}
}

// goesOn reports whether a table continues the one before it.
func goesOn(before, t *html.Node) bool {
	_, columns := shapeOf(before)
	_, own := shapeOf(t)
	return columns == own && blocks.Attr(before, "class") == blocks.Attr(t, "class") &&
		previous(placeOf(t)) == placeOf(before)
}

// shapeOf counts the rows of a table and the cells of its first row.
func shapeOf(t *html.Node) (rows, columns int) {
	for n := range t.Descendants() {
		switch {
		case n.DataAtom == atom.Tr:
			rows++
		case rows == 1 && (n.DataAtom == atom.Td || n.DataAtom == atom.Th):
			columns++
		}
	}
	return rows, columns
}

// placeOf is the outermost element that holds nothing beside the table.
func placeOf(t *html.Node) *html.Node {
	for t.Parent != nil && previous(t) == nil && next(t) == nil {
		t = t.Parent
	}
	return t
}

// previous and next are the nearest sibling that is an element or has text.
func previous(n *html.Node) *html.Node {
	for n = n.PrevSibling; n != nil && isBlank(n); n = n.PrevSibling {
	}
	return n
}

func next(n *html.Node) *html.Node {
	for n = n.NextSibling; n != nil && isBlank(n); n = n.NextSibling {
	}
	return n
}

func isBlank(n *html.Node) bool {
	return n.Type != html.ElementNode && (n.Type != html.TextNode || strings.TrimSpace(n.Data) == "")
}
