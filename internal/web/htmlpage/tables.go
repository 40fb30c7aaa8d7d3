package htmlpage

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Bounds of the tables read.
const (
	MaxTables    = 50      // tables of one page
	MaxCells     = 10_000  // cells of one table, including those made by spans
	MaxAllCells  = 50_000  // cells of all tables
	maxTableText = 1 << 20 // bytes in all cells of all tables
	maxCell      = 5_000   // bytes of one cell
	maxSpan      = 1000    // columns or rows that a cell may span (HTML Standard for colspan)
)

// Table is rows of cells. All rows have the same length, unless the table was cut.
type Table [][]string

// Tables are the page's data tables in document order, with merged cells expanded: a cell's text is repeated in
// every place that it covers. Rows of thead come first, those of tfoot last. A nested table is a separate table and
// left out of the cell's text. Tables for layout (role=presentation), hidden ones and empty ones are skipped. cut
// reports that a bound was reached.
func (p *Page) Tables() (list []Table, cut bool) {
	left := budget{cells: MaxAllCells, text: maxTableText}
	p.visible(func(n *html.Node) bool {
		if n.DataAtom != atom.Table || isLayout(n) {
			return true
		}
		if len(list) == MaxTables || left.cells == 0 {
			cut = true
			return false
		}
		rows, short := readTable(n, &left)
		cut = cut || short
		if rows != nil {
			list = append(list, rows)
		}
		return true
	})
	return list, cut
}

func isLayout(table *html.Node) bool {
	role, _ := attribute(table, "role")
	role = strings.ToLower(strings.TrimSpace(role))
	return role == "presentation" || role == "none"
}

// budget is how much of a page's tables may still be read.
type budget struct{ cells, text int }

// growing is a cell that covers later rows.
type growing struct {
	rows int // left
	text string
}

// grid is a table under construction.
type grid struct {
	rows  Table
	row   []string  // the row at hand
	down  []growing // by column
	left  *budget
	cells int
	some  bool // there is text
	full  bool // a bound was met
}

// readTable follows the HTML Standard's algorithm for forming a table (section 4.9.12). It returns nil for a table
// without text.
func readTable(table *html.Node, left *budget) (rows Table, cut bool) {
	g := &grid{left: left}
	for _, section := range sections(table) {
		g.down = nil // no cell covers rows of another section
		for i, tr := range section {
			g.readRow(tr, len(section)-i)
			if g.full {
				break
			}
		}
	}
	if !g.some {
		return nil, g.full
	}
	g.square()
	return g.rows, g.full
}

// readRow takes one row. below is how many rows are left in its section, including this one.
func (g *grid) readRow(tr *html.Node, below int) {
	g.row = nil
	for td := tr.FirstChild; td != nil && !g.full; td = td.NextSibling {
		if td.DataAtom != atom.Td && td.DataAtom != atom.Th {
			continue
		}
		g.carry()
		text := cellText(td)
		rowspan := min(span(td, "rowspan", below), below)
		for range max(1, span(td, "colspan", 1)) {
			if g.full || g.covered() { // a cell from above is in the way
				break
			}
			g.put(text, rowspan)
		}
	}

	for g.carry(); !g.full && len(g.row) < len(g.down) && slices.ContainsFunc(g.down[len(g.row):], func(d growing) bool { return d.rows > 0 }); g.carry() {
		g.put("", 1)
	}
	if len(g.row) > 0 {
		g.rows = append(g.rows, g.row)
	}
}

// covered reports whether a cell from above covers the next place.
func (g *grid) covered() bool { return len(g.row) < len(g.down) && g.down[len(g.row)].rows > 0 }

// carry writes the cells from above that cover the next places.
func (g *grid) carry() {
	for !g.full && g.covered() {
		above := g.down[len(g.row)]
		g.put(above.text, above.rows)
	}
}

// put writes a cell that covers the given number of rows, including this one.
func (g *grid) put(text string, rows int) {
	if g.cells == MaxCells || g.left.cells == 0 || g.left.text < len(text) {
		g.full = true
		return
	}
	g.cells++
	g.left.cells--
	g.left.text -= len(text)
	if len(g.down) == len(g.row) {
		g.down = append(g.down, growing{})
	}
	g.down[len(g.row)] = growing{rows: rows - 1, text: text}
	g.row = append(g.row, text)
	g.some = g.some || text != ""
}

// square fills short rows up.
func (g *grid) square() {
	width := 0
	for _, row := range g.rows {
		width = max(width, len(row))
	}
	for i := range g.rows {
		for len(g.rows[i]) < width && g.cells < MaxCells && g.left.cells > 0 {
			g.rows[i] = append(g.rows[i], "")
			g.cells++
			g.left.cells--
		}
	}
}

// sections are the rows of a table by section: heads first, feet last. Adjacent rows outside any section form one.
func sections(table *html.Node) [][]*html.Node {
	var heads, bodies, feet [][]*html.Node
	var loose []*html.Node
	flush := func() {
		if loose != nil {
			bodies = append(bodies, loose)
			loose = nil
		}
	}

	for c := table.FirstChild; c != nil; c = c.NextSibling {
		switch c.DataAtom {
		case atom.Tr:
			if !hidden(c) {
				loose = append(loose, c)
			}
		case atom.Thead, atom.Tbody, atom.Tfoot:
			flush()
			rows := rowsOf(c)
			switch c.DataAtom {
			case atom.Thead:
				heads = append(heads, rows)
			case atom.Tfoot:
				feet = append(feet, rows)
			default:
				bodies = append(bodies, rows)
			}
		}
	}

	flush()
	return append(append(heads, bodies...), feet...)
}

func rowsOf(section *html.Node) []*html.Node {
	var rows []*html.Node
	if hidden(section) {
		return nil
	}
	for c := section.FirstChild; c != nil; c = c.NextSibling {
		if c.DataAtom == atom.Tr && !hidden(c) {
			rows = append(rows, c)
		}
	}
	return rows
}

// span is colspan or rowspan. zero is the meaning of 0: for rowspan, the rest of the section.
func span(cell *html.Node, key string, zero int) int {
	v, ok := attribute(cell, key)
	if !ok {
		return 1
	}
	v = strings.TrimSpace(v)
	digits := 0
	for digits < len(v) && digits < 6 && v[digits] >= '0' && v[digits] <= '9' {
		digits++
	}
	n, err := strconv.Atoi(v[:digits])
	switch {
	case err != nil:
		return 1
	case n == 0:
		return zero
	}
	return min(n, maxSpan)
}

func cellText(cell *html.Node) string {
	w := &textWriter{max: maxCell, cells: true}
	if !hidden(cell) {
		w.children(cell)
	}
	return strings.TrimRight(w.b.String(), " ")
}
