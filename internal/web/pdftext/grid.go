package pdftext

import (
	"cmp"
	"slices"

	"github.com/farebox/farebox/internal/each"
)

// grid is a table by the lines that are drawn around its cells.
type grid struct {
	xs, ys  []float64    // of its lines, from the left and from the top
	walls   [][]bool     // whether a line is drawn at the left of a column in a row
	floors  [][]bool     // whether one is drawn above a row in a column
	words   [][][]placed // of the cells, row by row
	members map[wordAt]bool
}

// found is a table with the words that are in it.
type found struct {
	rows    [][]string
	members map[wordAt]bool
	before  []string // rows of a single text above its head
}

// gridsOf are the tables of a page whose cells are parted by lines.
func gridsOf(lines []line, drawn rules) []found {
	var all []found
	for _, part := range connected(drawn) {
		g := newGrid(part)
		if g == nil || !g.fill(lines) {
			continue
		}
		if table, ok := g.table(); ok {
			all = append(all, table)
		}
	}
	return all
}

// connected parts lines into those that touch each other.
func connected(drawn rules) []rules {
	group := make([]int, len(drawn.level)+len(drawn.upright))
	for i := range group {
		group[i] = i
	}
	root := func(i int) int {
		for group[i] != i {
			group[i] = group[group[i]]
			i = group[i]
		}
		return i
	}
	for i, level := range drawn.level {
		for k, upright := range drawn.upright {
			if meet(level, upright) {
				group[root(i)] = root(len(drawn.level) + k)
			}
		}
	}

	var order []int
	parts := map[int]*rules{}
	partOf := func(i int) *rules {
		at := root(i)
		if parts[at] == nil {
			parts[at] = &rules{}
			order = append(order, at)
		}
		return parts[at]
	}
	for i, level := range drawn.level {
		part := partOf(i)
		part.level = append(part.level, level)
	}
	for k, upright := range drawn.upright {
		part := partOf(len(drawn.level) + k)
		part.upright = append(part.upright, upright)
	}

	return each.Of(order, func(at int) rules { return *parts[at] })
}

func meet(level, upright rule) bool {
	return upright.at >= level.from-near && upright.at <= level.to+near &&
		level.at >= upright.from-near && level.at <= upright.to+near
}

// maxPlaces bounds the rows and columns of a table.
const maxPlaces = 200

// newGrid is the grid of lines that touch each other; nil where they make fewer than two rows or columns, or more than
// a page has.
func newGrid(part rules) *grid {
	xs := places(part.upright)
	ys := places(part.level)
	if len(xs) < 3 || len(ys) < 2 || len(xs) > maxPlaces || len(ys) > maxPlaces {
		return nil
	}
	slices.Reverse(ys)
	g := &grid{
		xs:      xs,
		ys:      ys,
		members: map[wordAt]bool{},
	}

	for row := range len(ys) - 1 {
		walls := make([]bool, len(xs))
		floors := make([]bool, len(xs)-1)
		for column := range xs {
			walls[column] = g.wall(part.upright, row, column)
			if column < len(floors) {
				floors[column] = g.floor(part.level, row, column)
			}
		}
		g.walls = append(g.walls, walls)
		g.floors = append(g.floors, floors)
	}
	return g
}

// places are the different places of lines. Double lines are one.
func places(all []rule) []float64 {
	const double = 4
	var at []float64
	for _, one := range all {
		if len(at) == 0 || one.at-at[len(at)-1] > double {
			at = append(at, one.at)
		}
	}
	return at
}

// fill takes up the words within the grid. It reports whether each fits into one cell.
func (g *grid) fill(lines []line) bool {
	g.words = make([][][]placed, len(g.ys)-1)
	for i := range g.words {
		g.words[i] = make([][]placed, len(g.xs)-1)
	}

	for i := range lines {
		for _, w := range lines[i].words {
			row, column := g.cell(w.middle())
			if row < 0 || column < 0 {
				continue
			}
			if g.crossed(w.box, row) {
				return false
			}
			row, column = g.first(row, column)
			g.words[row][column] = append(g.words[row][column], w)
			g.members[w.at] = true
		}
	}
	return len(g.members) > 0
}

// cell is the cell of a place, -1 outside.
func (g *grid) cell(x, y float64) (row, column int) {
	row = -1
	column = -1
	if x < g.xs[0] || x >= g.xs[len(g.xs)-1] {
		return row, column
	}
	for i := 1; i < len(g.ys); i++ {
		if y <= g.ys[i-1] && y > g.ys[i] {
			row = i - 1
		}
	}
	for i := 1; i < len(g.xs); i++ {
		if x >= g.xs[i-1] && x < g.xs[i] {
			column = i - 1
		}
	}
	return row, column
}

// crossed reports whether a line goes through a word.
func (g *grid) crossed(w box, row int) bool {
	const touch = 2
	for i, x := range g.xs {
		if x > w.left+touch && x < w.right-touch && g.walls[row][i] {
			return true
		}
	}
	return false
}

// wall reports whether a line is drawn at the left of a column in a row.
func (g *grid) wall(upright []rule, row, column int) bool {
	y := (g.ys[row] + g.ys[row+1]) / 2
	return slices.ContainsFunc(upright, func(one rule) bool {
		return one.at >= g.xs[column]-near && one.at <= g.xs[column]+2*near && one.from < y && one.to > y
	})
}

// floor reports whether a line is drawn above a row in a column.
func (g *grid) floor(level []rule, row, column int) bool {
	x := (g.xs[column] + g.xs[column+1]) / 2
	return slices.ContainsFunc(level, func(one rule) bool {
		return one.at <= g.ys[row]+near && one.at >= g.ys[row]-2*near && one.from < x && one.to > x
	})
}

// first is the first cell of those that a cell is one with, because no line parts them.
func (g *grid) first(row, column int) (int, int) {
	for column > 0 && !g.walls[row][column] {
		column--
	}
	for row > 0 && !g.floors[row][column] {
		row--
	}
	for column > 0 && !g.walls[row][column] {
		column--
	}
	return row, column
}

// table is the grid as a table; not one that is a form, a frame or a page laid out by lines.
func (g *grid) table() (found, bool) {
	rows := g.rows()
	if rows == nil || g.frames() {
		return found{}, false
	}
	rows = dropEmpty(rows)

	var before []string
	for len(rows) > 0 && filled(rows[0]) == 1 && rows[0][0] != "" && len(rows[0]) > 1 {
		before = append(before, rows[0][0])
		rows = rows[1:]
	}
	if !sureGrid(rows) {
		return found{}, false
	}
	return found{
		rows:    rows,
		members: g.members,
		before:  before,
	}, true
}

// frames reports whether the lines only frame columns that are not parted by lines: most lines of text stand apart
// within a cell.
func (g *grid) frames() bool {
	texts := 0
	parted := 0
	for _, cells := range g.words {
		for _, words := range cells {
			for _, l := range linesOf(words) {
				texts++
				if len(runsOf(linePart(l))) > 1 {
					parted++
				}
			}
		}
	}
	return parted*2 > texts
}

// rows are the texts of the cells; nil where the lines leave open which of a row's texts belong together.
func (g *grid) rows() [][]string {
	var rows [][]string
	for _, cells := range g.words {
		parted, sure := partRow(cells, g.partsRows())
		if !sure {
			return nil
		}
		rows = append(rows, parted...)
	}
	return rows
}

// partsRows reports whether lines part the rows of the table, not only its head from the rest: then texts of several
// lines between two of them are cells of one row.
func (g *grid) partsRows() bool {
	const least = 5
	n := 0
	for _, cells := range g.words {
		if slices.ContainsFunc(cells, func(words []placed) bool { return len(words) > 0 }) {
			n++
		}
	}
	return n >= least
}

// partRow parts a row between two lines that has rows of text without lines between them: in each of its cells stand as
// many lines at the same heights. Where they do not, it is one row if lines part the rows of the table.
func partRow(cells [][]placed, ruled bool) (rows [][]string, sure bool) {
	heights := make([][][]placed, len(cells))
	deep := 0
	most := 0
	same := true
	var first [][]placed
	for i, words := range cells {
		heights[i] = linesOf(words)
		n := len(heights[i])
		if n == 0 {
			continue
		}
		if n >= 3 {
			deep++
		}
		most = max(most, n)
		if first == nil {
			first = heights[i]
		}
		same = same && abreast(first, heights[i])
	}

	if deep < 2 || !same && ruled {
		row := make([]string, len(cells))
		for i := range cells {
			row[i] = textOfWords(slices.Concat(heights[i]...))
		}
		return [][]string{row}, true
	}
	if !same {
		return nil, false
	}
	for k := range most {
		row := make([]string, len(cells))
		for i := range cells {
			if k < len(heights[i]) {
				row[i] = textOfWords(heights[i][k])
			}
		}
		rows = append(rows, row)
	}
	return rows, true
}

// abreast reports whether two cells have as many lines at the same heights.
func abreast(a, b [][]placed) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !boxOf(a[i]).beside(boxOf(b[i])) {
			return false
		}
	}
	return true
}

// linesOf are the lines of a cell from the top.
func linesOf(words []placed) [][]placed {
	type cellLine struct {
		words []placed
		box
	}
	var all []cellLine
	for _, w := range words {
		at := slices.IndexFunc(all, func(l cellLine) bool { return l.beside(w.box) })
		if at < 0 {
			all = append(all, cellLine{
				words: []placed{w},
				box:   w.box,
			})
			continue
		}
		all[at].words = append(all[at].words, w)
		all[at].box = all[at].with(w.box)
	}

	slices.SortStableFunc(all, func(a, b cellLine) int { return cmp.Compare(b.top, a.top) })
	return each.Of(all, func(l cellLine) []placed { return l.words })
}

func dropEmpty(rows [][]string) [][]string {
	rows = slices.DeleteFunc(rows, func(row []string) bool { return filled(row) == 0 })
	if len(rows) == 0 {
		return nil
	}
	for column := len(rows[0]) - 1; column >= 0; column-- {
		if slices.ContainsFunc(rows, func(row []string) bool { return row[column] != "" }) {
			continue
		}
		for i := range rows {
			rows[i] = slices.Delete(rows[i], column, column+1)
		}
	}
	return rows
}

func filled(row []string) int {
	n := 0
	for _, text := range row {
		if text != "" {
			n++
		}
	}
	return n
}

// sureGrid reports whether rows between lines are a table: its head and most of its cells are filled, and they have
// words rather than paragraphs. Forms have boxes too: a box and its label make two rows.
func sureGrid(rows [][]string) bool {
	const (
		most     = 0.6
		long     = 60 // words of a cell
		longOnes = 0.1
	)
	if len(rows) < 2 || len(rows[0]) < 2 || interrupted(rows) {
		return false
	}

	cells := 0
	full := 0
	paragraphs := 0
	for _, row := range rows {
		cells += len(row)
		full += filled(row)
		for _, text := range row {
			if countWords(text) > long {
				paragraphs++
			}
		}
	}
	if len(rows) == 2 && (full < cells || len(rows[0]) < 3) {
		return false
	}
	return float64(full) >= most*float64(cells) && filled(rows[0]) >= len(rows[0])-1 &&
		float64(paragraphs) <= longOnes*float64(full)
}

// interrupted reports whether texts stand across a table's columns that are more than names of its parts: sentences, or
// a third of its rows.
func interrupted(rows [][]string) bool {
	const longest = 12 // words
	across := 0
	for _, row := range rows {
		if filled(row) != 1 || row[0] == "" {
			continue
		}
		across++
		if countWords(row[0]) > longest {
			return true
		}
	}
	return across*3 >= len(rows)
}
