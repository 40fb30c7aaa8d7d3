package pdftext

import (
	"cmp"
	"slices"
)

// tableRow is a row of texts at one height of a page.
type tableRow struct {
	runs []run
	box
}

// rowsOfLines are the rows of a page in the order of its lines. Lines that follow each other at one height are a row.
func rowsOfLines(lines []line, taken map[wordAt]bool) []tableRow {
	var rows []tableRow
	for i := range lines {
		if len(lines[i].words) == 0 || taken[lines[i].words[0].at] {
			continue
		}

		for _, r := range runsOf(&lines[i]) {
			if last := len(rows) - 1; last >= 0 && rows[last].beside(r.box) && r.left >= rows[last].right {
				rows[last].runs = append(rows[last].runs, r)
				rows[last].box = rows[last].with(r.box)
				continue
			}
			rows = append(rows, tableRow{
				runs: []run{r},
				box:  r.box,
			})
		}
	}
	return rows
}

// columnFinder finds the tables of a page by their columns alone.
type columnFinder struct {
	lines []line
	taken map[wordAt]bool // words of tables
	drawn rules
}

// tables are the tables that are found. Their words are taken.
func (f *columnFinder) tables() []found {
	rows := rowsOfLines(f.lines, f.taken)
	var all []found
	for i := 0; i < len(rows); i++ {
		if len(rows[i].runs) < 2 {
			continue
		}
		end := lastRow(rows, i)

		table, last, ok := f.tableOfRows(rows[i : end+1])
		if !ok {
			i = end
			continue
		}
		table.claim(f.taken)
		all = append(all, table)
		i += last
	}
	return all
}

// lastRow is the last row of those that may be a table from the first on: rows of several runs, with single ones
// between them.
func lastRow(rows []tableRow, first int) int {
	end := first
	for i := first + 1; i < len(rows) && follow(rows[i-1].box, rows[i].box); i++ {
		if len(rows[i].runs) > 1 {
			end = i
		}
		if i > end+2 {
			break
		}
	}
	return end
}

// follow reports whether a row stands close under another.
func follow(above, below box) bool {
	const most = 1.6 // heights of a row between them
	gap := above.bottom - below.top
	return gap > -below.height()/2 && gap < most*min(above.height(), below.height()) &&
		below.left < above.right && above.left < below.right
}

// columnsOf are the columns of rows: where no run of any row stands is a gap between two.
func columnsOf(rows []tableRow) []box {
	const apart = 1.5 // points
	var columns []box
	for _, row := range rows {
		for _, r := range row.runs {
			columns = append(columns, r.box)
		}
	}
	slices.SortFunc(columns, func(a, b box) int { return cmp.Compare(a.left, b.left) })

	joined := columns[:0]
	for _, c := range columns {
		if last := len(joined) - 1; last >= 0 && c.left < joined[last].right+apart {
			joined[last] = joined[last].with(c)
			continue
		}
		joined = append(joined, c)
	}
	return joined
}

// body are rows of a table without its head.
type body struct {
	columns []box
	rows    []tableRow
	cells   [][]string
	last    int // of the rows that it was found in
}

// bodyOf is the body of rows that may be a table: those in columns, without what is above and below them,
// such as heads over several columns and notes.
func bodyOf(rows []tableRow) (best body, sure bool) {
	const (
		mostTop  = 4
		mostFoot = 8
	)
	most := 0
	for start := 0; start <= mostTop && start < len(rows)-1; start++ {
		for end := len(rows); end >= max(start+2, len(rows)-mostFoot); end-- {
			b, fits := inColumnsOf(rows[start:end])
			if runs := countRuns(b.rows); fits && runs > most {
				best = b
				best.last = end - 1
				most = runs
			}
		}
	}
	return best, most > 0
}

func countRuns(rows []tableRow) int {
	n := 0
	for _, row := range rows {
		n += len(row.runs)
	}
	return n
}

// inColumnsOf puts rows into their columns, if each text fits into one.
func inColumnsOf(rows []tableRow) (b body, fits bool) {
	b.rows = rows
	b.columns = columnsOf(rows)
	if len(b.columns) < 2 || len(b.columns) > maxPlaces {
		return b, false
	}

	for _, row := range rows {
		cells, sure := cellsOf(row, b.columns)
		if !sure {
			return b, false
		}
		b.cells = append(b.cells, cells)
	}
	last := len(rows) - 1
	return b, len(rows[0].runs) > 1 && len(rows[last].runs) > 1
}

// tableOfRows is a table of rows and the head above them; none where it is not sure.
func (f *columnFinder) tableOfRows(rows []tableRow) (table found, last int, sure bool) {
	b, sure := bodyOf(rows)
	if !sure {
		return found{}, 0, false
	}
	numbers := b.dropHead()
	ruled := framed(b.rows, f.drawn)
	if len(b.rows) < 2 || !evenlyFilled(b.cells) || hasProse(b.cells) || isContents(b.cells) {
		return found{}, 0, false
	}

	whole := b
	h := f.headOf(&whole)
	named := filled(h.cells)
	switch {
	case named >= len(b.columns)-1 && (numbers > 0 && (len(b.rows) > 2 || ruled) || ruled && len(b.columns) > 2):
	case numbers > 1 && len(b.rows) > 3 && len(b.columns) > 2:
		if named*2 < len(b.columns) {
			whole = b
			h = head{cells: make([]string, len(b.columns))}
		}
	default:
		return found{}, 0, false
	}

	t := found{
		rows:    append([][]string{h.cells}, whole.cells...),
		members: map[wordAt]bool{},
	}
	t.take(h.words)
	for _, row := range whole.rows {
		for _, r := range row.runs {
			t.take(r.words)
		}
	}
	return t, b.last, true
}

// head is the head of a table by its columns.
type head struct {
	cells []string
	words []placed
}

// headOf reads the head above a body, line by line upwards. What stands over several columns is no part of it, and what
// stands over most of them ends it.
func (f *columnFinder) headOf(b *body) head {
	const deepest = 6 // lines
	var h head
	inColumns := make([][]placed, len(b.columns))
	last := b.rows[0].box
	table := last
	for _, row := range b.rows {
		table = table.with(row.box)
	}

	for range deepest {
		above := f.above(last, table)
		if len(above) == 0 {
			break
		}
		runs := runsOf(linePart(above))
		if len(h.words) == 0 && b.takeSection(runs) {
			last = boxOf(above)
			continue
		}
		if ofNumbers(runs) || !f.addHead(&h, inColumns, runs, b.columns) {
			break
		}
		last = boxOf(above)
	}

	h.cells = make([]string, len(b.columns))
	for i, words := range inColumns {
		h.cells[i] = textOfWords(slices.Concat(linesOf(words)...))
	}
	return h
}

func (t *found) take(words []placed) {
	for _, w := range words {
		t.members[w.at] = true
	}
}

// takeSection takes a line with a single text above the first column as a row of the body: it names a part of the
// table.
func (b *body) takeSection(runs []run) bool {
	if len(runs) != 1 || len(b.columns) < 3 || len(b.rows[0].runs) < 2 {
		return false
	}
	first, width := spanned(runs[0].box, b.columns)
	if first != 0 || width != 1 {
		return false
	}
	cells := make([]string, len(b.columns))
	cells[0] = textOfWords(runs[0].words)
	b.cells = append([][]string{cells}, b.cells...)
	b.rows = append([]tableRow{{runs: runs, box: runs[0].box}}, b.rows...)
	return true
}

// addHead adds a line to a head, if none of its texts is beside all columns or over most.
func (f *columnFinder) addHead(h *head, into [][]placed, runs []run, columns []box) bool {
	for _, r := range runs {
		if _, width := spanned(r.box, columns); width == 0 || width*2 > len(columns) && width > 1 {
			return false
		}
	}
	for _, r := range runs {
		first, width := spanned(r.box, columns)
		if width > 1 {
			continue
		}
		into[first] = append(into[first], r.words...)
		h.words = append(h.words, r.words...)
	}
	return true
}

// linePart is words as a line.
func linePart(words []placed) *line { return &line{words: words} }

// above are the words of the next line above another, as wide as the table, from the left.
func (f *columnFinder) above(last, table box) []placed {
	const most = 1.6 // heights of a line between them
	height := last.height()
	where := box{
		left:   table.left - height,
		right:  table.right + height,
		bottom: last.bottom + height/2,
		top:    last.top + most*height,
	}

	var words []placed
	for _, l := range f.lines {
		for _, w := range l.words {
			x, y := w.middle()
			wide := x >= where.left && x <= where.right
			high := y > last.top && w.bottom > where.bottom && w.bottom < where.top
			if wide && high && !f.taken[w.at] {
				words = append(words, w)
			}
		}
	}
	return lowestLine(words)
}

// lowestLine are the words of the lowest line, from the left.
func lowestLine(words []placed) []placed {
	if len(words) == 0 {
		return nil
	}
	lowest := slices.MinFunc(words, func(a, b placed) int { return cmp.Compare(a.bottom, b.bottom) })
	words = slices.DeleteFunc(words, func(w placed) bool { return !lowest.beside(w.box) })
	slices.SortFunc(words, func(a, b placed) int { return cmp.Compare(a.left, b.left) })
	return words
}

// spanned is the first of the columns that a box stands over, and how many they are. The space between two columns
// belongs to the nearer one.
func spanned(where box, columns []box) (first, width int) {
	const touch = 1.5
	first = -1
	for i, c := range columns {
		left := c.left
		right := c.right

		if i > 0 {
			left = min(left, (columns[i-1].right+c.left)/2)
		}
		if i+1 < len(columns) {
			right = max(right, (columns[i+1].left+c.right)/2)
		}

		if where.left < right-touch && where.right > left+touch {
			if first < 0 {
				first = i
			}
			width++
		}
	}
	return first, width
}

// cellsOf are the texts of a row by columns; not sure where one reaches into two, or two are in one.
func cellsOf(row tableRow, columns []box) (cells []string, sure bool) {
	cells = make([]string, len(columns))
	for _, r := range row.runs {
		at := -1
		for i, c := range columns {
			if r.left >= c.right || r.right <= c.left {
				continue
			}
			if at >= 0 {
				return nil, false
			}
			at = i
		}

		if at < 0 || cells[at] != "" {
			return nil, false
		}
		cells[at] = textOfWords(r.words)
	}
	return cells, true
}
