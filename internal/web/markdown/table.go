package markdown

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Larger tables become plain rows of text, so that colspans cannot inflate a small page.
const (
	maxColumns = 60
	maxCells   = 20_000
)

// IsDataTable tells a data table from one that lays out a page: it has at least two columns and rows, most of its text
// is in cells without parts of a page, and few of its rows have a cell of running text.
func IsDataTable(t *html.Node) bool {
	if role := attribute(t, "role"); role == "presentation" || role == "none" {
		return false
	}
	const few = 4 // rows for each cell of running text
	rows := rowsOf(t)
	columns := 0
	cells := 0
	running := 0
	size := 0
	inParts := 0
	for _, row := range rows {
		inRow := 0
		for c := range row.ChildNodes() {
			if !isCell(c) {
				continue
			}
			inRow++
			one := weigh(c)
			size += one.size
			switch {
			case one.hasParts:
				inParts += one.size
			case one.isText():
				running++
			}
		}
		cells += inRow
		columns = max(columns, inRow)
	}

	return len(rows) >= 2 && columns >= 2 && columns <= maxColumns && cells <= maxCells &&
		inParts*2 <= size && running*few <= len(rows)
}

// rowsOf are the rows of a table, without those of tables in it.
func rowsOf(t *html.Node) []*html.Node {
	var rows []*html.Node
	for c := range t.ChildNodes() {
		switch c.DataAtom {
		case atom.Tr:
			rows = append(rows, c)
		case atom.Thead, atom.Tbody, atom.Tfoot:
			rows = append(rows, rowsOf(c)...)
		}
	}
	return rows
}

func isCell(n *html.Node) bool { return n.DataAtom == atom.Td || n.DataAtom == atom.Th }

// weight is what a cell holds.
type weight struct {
	size       int // bytes of text
	paragraphs int
	hasParts   bool // code of several lines, or what divides a page
}

// isText reports whether a cell has several paragraphs of running text. The divisions of a fact with a picture are not
// text.
func (w weight) isText() bool { return w.paragraphs >= 4 && w.size > 600 || w.size > 2500 }

// weigh weighs a cell. It stops at a table in a table of the cell, which is layout: otherwise such tables would be read
// once for each around them.
func weigh(cell *html.Node) weight {
	const huge = 1 << 30
	var w weight
	var walk func(n *html.Node, inTable bool)
	walk = func(n *html.Node, inTable bool) {
		for c := n.FirstChild; c != nil && w.size < huge; c = c.NextSibling {
			switch c.DataAtom {
			case atom.Table:
				w.hasParts = true
				if inTable {
					w.size = huge
				}
			case atom.Article, atom.Section, atom.Form, atom.H1, atom.H2:
				w.hasParts = true
			case atom.Pre:
				w.hasParts = w.hasParts || strings.Contains(strings.TrimSpace(textBelow(c)), "\n")
			case atom.P, atom.Div:
				w.paragraphs++
			}
			if c.Type == html.TextNode {
				w.size += len(strings.TrimSpace(c.Data))
			}
			if c.Type == html.ElementNode && !isHidden(c) {
				walk(c, inTable || c.DataAtom == atom.Table)
			}
		}
	}

	walk(cell, false)
	return w
}

// table writes a data table: in Markdown with pipes and the first row as header, in text with tabs. A cell that
// spans columns or rows fills the first place and leaves the others empty.
func (w *writer) table(t *html.Node) {
	var rows [][]string
	pending := map[int]int{} // rows still covered from above, by column
	var walk func(*html.Node)

	walk = func(n *html.Node) {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			switch c.DataAtom {
			case atom.Caption:
				w.children(c)
			case atom.Tr:
				if row := w.row(c, pending); strings.Join(row, "") != "" {
					rows = append(rows, row)
				}
			case atom.Thead, atom.Tbody, atom.Tfoot:
				walk(c)
			}
		}
	}

	walk(t)
	if len(rows) == 0 {
		return
	}

	w.start()
	if w.as.Plain {
		for _, row := range rows {
			w.line(strings.TrimRight(strings.Join(row, "\t"), "\t"))
		}
		return
	}
	for line := range strings.SplitSeq(Table(rows), "\n") {
		w.line(line)
	}
}

// Table writes rows of cells, the first as the head.
func Table(rows [][]string) string {
	columns := 0
	for _, row := range rows {
		columns = max(columns, len(row))
	}

	var lines []string
	for i, row := range rows {
		line := strings.ReplaceAll(strings.Join(row, "\n"), "|", `\|`)
		line = strings.ReplaceAll(line, "\n", " | ") + strings.Repeat(" | ", columns-len(row))
		lines = append(lines, "| "+line+" |")
		if i == 0 {
			lines = append(lines, "|"+strings.Repeat("---|", columns))
		}
	}
	return strings.Join(lines, "\n")
}

func (w *writer) row(tr *html.Node, pending map[int]int) []string {
	var row []string
	skipCovered := func() {
		for pending[len(row)] > 0 && len(row) < maxColumns {
			pending[len(row)]--
			row = append(row, "")
		}
	}

	for c := tr.FirstChild; c != nil && len(row) < maxColumns; c = c.NextSibling {
		if !isCell(c) {
			continue
		}
		skipCovered()
		span := bounded(attribute(c, "colspan"), 1, maxColumns-len(row))
		down := bounded(attribute(c, "rowspan"), 1, 1000) - 1
		for k := range span {
			if down > 0 {
				pending[len(row)] = down
			}
			if k == 0 {
				row = append(row, w.cell(c))
			} else {
				row = append(row, "")
			}
		}
	}

	skipCovered()
	return row
}

func bounded(s string, low, high int) int {
	n, err := strconv.Atoi(strings.TrimSpace(s))
	if err != nil || n < low {
		return low
	}
	return max(low, min(n, high))
}

// cell writes a cell on one line.
func (w *writer) cell(n *html.Node) string {
	in := w.newInline()
	in.cell = true
	in.nodes(n)
	return oneLine(in.String())
}
