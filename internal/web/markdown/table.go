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

// IsDataTable tells a data table from one that lays out a page: it has at least two columns and rows, and no layout
// inside. Running text may be in cells of a few of its rows.
func IsDataTable(t *html.Node) bool {
	if role := attribute(t, "role"); role == "presentation" || role == "none" {
		return false
	}

	const few = 4 // rows for each cell of running text
	rows := 0
	cells := 0
	columns := 0
	texts := 0
	layout := false
	var walk func(*html.Node)

	walk = func(n *html.Node) {
		for c := n.FirstChild; c != nil && !layout; c = c.NextSibling {
			switch c.DataAtom {
			case atom.Table, atom.Pre, atom.Article, atom.Section, atom.Form:
				layout = true
				return
			case atom.H1, atom.H2:
				if !isAloneInRow(n) {
					layout = true
					return
				}
			case atom.Tr:
				rows++
				inRow := 0
				for d := c.FirstChild; d != nil; d = d.NextSibling {
					if d.DataAtom == atom.Td || d.DataAtom == atom.Th {
						inRow++
					}
				}
				columns = max(columns, inRow)
			case atom.Td, atom.Th:
				cells++
				if isTextColumn(c) {
					texts++
				}
			}
			if c.Type == html.ElementNode {
				walk(c)
			}
		}
	}

	walk(t)
	return !layout && texts*few <= rows && rows >= 2 && columns >= 2 && columns <= maxColumns && cells <= maxCells
}

// isAloneInRow reports whether a cell spans its row, as the heading of a group of rows does.
func isAloneInRow(cell *html.Node) bool {
	isCell := func(n *html.Node) bool { return n.DataAtom == atom.Td || n.DataAtom == atom.Th }
	if !isCell(cell) || bounded(attribute(cell, "colspan"), 1, maxColumns) < 2 {
		return false
	}
	for c := range cell.Parent.ChildNodes() {
		if c != cell && isCell(c) {
			return false
		}
	}
	return true
}

// isTextColumn reports whether a cell is a column of a page: several paragraphs of running text. The divisions of a
// fact with a picture are not text. It stops at the first sign, because otherwise nested cells would be read
// once per enclosing table.
func isTextColumn(cell *html.Node) bool {
	const (
		several = 4    // paragraphs
		fair    = 600  // bytes that several paragraphs of text have at least
		long    = 2500 // bytes
	)

	paragraphs := 0
	size := 0
	isOne := func() bool { return paragraphs >= several && size > fair || size > long }
	var walk func(*html.Node)

	walk = func(n *html.Node) {
		for c := n.FirstChild; c != nil && !isOne(); c = c.NextSibling {
			switch {
			case c.Type == html.TextNode:
				size += len(strings.TrimSpace(c.Data))
			case c.DataAtom == atom.P, c.DataAtom == atom.Div:
				paragraphs++
			}
			if c.Type == html.ElementNode && !isHidden(c) {
				walk(c)
			}
		}
	}

	walk(cell)
	return isOne()
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
		if c.DataAtom != atom.Td && c.DataAtom != atom.Th {
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
