package convert

import (
	"strings"

	"golang.org/x/net/html"
)

// table writes a data table: in Markdown with its first row as the header, in text with tabs. A table with one
// column, or with a nested table, is layout, and its cells become blocks.
func (w *blockWriter) table(n *html.Node) {
	rows, nested := tableRows(n)
	columns := 0
	for _, row := range rows {
		columns = max(columns, len(row))
	}

	if nested || columns < 2 {
		w.children(n)
		return
	}

	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Data == "caption" {
			w.children(c)
		}
	}

	w.start()
	for i, row := range rows {
		if w.out.over {
			return
		}
		cells := make([]string, len(row))
		for k, cell := range row {
			in := w.newInline()
			in.cell = true
			in.nodes(cell)
			cells[k] = strings.ReplaceAll(in.String(), "\n", " ")
		}
		if w.plain {
			w.line(strings.Join(cells, "\t"))
			continue
		}
		w.line("| " + strings.Join(cells, " | ") + strings.Repeat(" |", columns-len(cells)+1))
		if i == 0 {
			w.line("|" + strings.Repeat(" --- |", columns))
		}
	}
}

// tableRows are the cells of a table, row by row.
func tableRows(table *html.Node) (rows [][]*html.Node, nested bool) {
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			if c.Type != html.ElementNode {
				continue
			}
			switch c.Data {
			case "table":
				nested = true
			case "tr":
				rows = append(rows, nil)
				walk(c)
			case "td", "th":
				if len(rows) > 0 {
					rows[len(rows)-1] = append(rows[len(rows)-1], c)
				}
				walk(c)
			default:
				walk(c)
			}
		}
	}

	walk(table)
	return rows, nested
}
