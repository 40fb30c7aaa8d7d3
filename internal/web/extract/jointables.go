package extract

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/farebox/farebox/internal/web/extract/blocks"
)

// joinTables joins three tables of data or more that follow one another. Each has a row or two, like markup and the
// same number of columns. The head of the first counts for all.
func joinTables(doc *html.Node) {
	all := [][]*html.Node{nil}
	for n := range doc.Descendants() {
		series := all[len(all)-1]
		last := len(series) - 1
		switch {
		case n.DataAtom == atom.Table && last >= 0 && goesOn(series[last], n):
			all[len(all)-1] = append(series, n)
		case n.DataAtom == atom.Table:
			all = append(all, []*html.Node{n})
		case n.Type == html.TextNode && strings.TrimSpace(n.Data) != "" && last >= 0 &&
			!isWithin(n, series[last]):
			all = append(all, nil)
		}
	}

	for _, series := range all {
		if len(series) >= 3 {
			joinSeries(series)
		}
	}
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

	for n := range joined.Descendants() {
		isPart := n.DataAtom == atom.P || n.DataAtom == atom.Div || n.DataAtom == atom.Ul
		if isPart && n.Parent.DataAtom == atom.Td {
			return // a post of a thread
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

func isWithin(n, table *html.Node) bool {
	for a := range n.Ancestors() {
		if a == table {
			return true
		}
	}
	return false
}

// goesOn reports whether a table looks like the one before it. They are siblings, or their parents are.
func goesOn(before, t *html.Node) bool {
	isBeside := before.Parent == t.Parent ||
		before.Parent.Parent == t.Parent.Parent && t.Parent.DataAtom != atom.Td
	if !isBeside || blocks.Attr(before, "class") != blocks.Attr(t, "class") {
		return false
	}
	rows, columns := shapeOf(before)
	ownRows, own := shapeOf(t)
	return rows <= 2 && ownRows <= 2 && columns >= 2 && columns == own
}

// shapeOf counts the rows of a table up to three, and the cells of its first row.
func shapeOf(t *html.Node) (rows, columns int) {
	for n := range t.Descendants() {
		switch {
		case n.DataAtom == atom.Tr && rows == 2:
			return 3, columns
		case n.DataAtom == atom.Tr:
			rows++
		case rows == 1 && (n.DataAtom == atom.Td || n.DataAtom == atom.Th):
			columns++
		}
	}
	return rows, columns
}
