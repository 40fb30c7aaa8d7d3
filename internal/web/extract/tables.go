package extract

import (
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/farebox/farebox/internal/web/extract/blocks"
	"github.com/farebox/farebox/internal/web/markdown"
)

// table is a table of data and its blocks, which follow one another.
type table struct {
	node       *html.Node
	first, end int
}

// dataTables are the tables of data of a page.
func dataTables(page *blocks.Page) []table {
	var found []table
	judged := make(map[*html.Node]bool) // once: the blocks of others may be between those of a layout
	for i := 0; i < len(page.Blocks); i++ {
		t := table{node: tableOf(page, i), first: i}
		if t.node == nil || judged[t.node] {
			continue
		}
		judged[t.node] = true
		for i+1 < len(page.Blocks) && tableOf(page, i+1) == t.node {
			i++
		}
		t.end = i + 1
		if isDataAlone(t.node) {
			found = append(found, t)
		}
	}
	return found
}

// isDataAlone reports whether a table is one of data without a part of a page in a cell, which is judged separately.
func isDataAlone(table *html.Node) bool {
	for n := range table.Descendants() {
		switch n.DataAtom {
		case atom.Table, atom.Form, atom.Pre, atom.Article, atom.Section:
			return false
		}
	}
	return markdown.IsDataTable(table)
}

// read gives the mean probability of a table by its words, and whether half of these are in links.
func (t table) read(page *blocks.Page, probs []float64) (mean float64, isOfLinks bool) {
	all := 0.0
	words := 0
	linked := 0
	for i := t.first; i < t.end; i++ {
		w := float64(page.Blocks[i].Words) + 0.5
		mean += probs[i] * w
		all += w
		words += page.Blocks[i].Words
		linked += page.Blocks[i].LinkWords
	}
	return mean / all, linked*2 >= words
}

// rows counts the rows with text, and those in which a block is kept.
func (t table) rows(page *blocks.Page, keep []bool) (all, chosen int) {
	rows := make(map[*html.Node]bool)
	for i := t.first; i < t.end; i++ {
		row := rowOf(page, i)
		if keep[i] && !rows[row] {
			chosen++
		}
		rows[row] = rows[row] || keep[i]
	}
	return len(rows), chosen
}

func (t table) set(keep []bool, to bool) {
	for i := t.first; i < t.end; i++ {
		keep[i] = to
	}
}

// wholeTables keeps or drops tables of data as one: single cells are too short to judge. A table right below or above
// kept text, or below a heading that is nearly kept, stays on a lower score: few pages put furniture there. One stays
// with its entries, the titles of a board or of a catalogue beside cells that say little, if they are kept in most
// rows.
func wholeTables(page *blocks.Page, tables []table, probs []float64, keep []bool, cut float64) {
	const (
		below  = 8 // times less than the cut
		near   = 4 // above text, or below a heading
		fewest = 4 // entries; boxes of furniture are smaller
	)
	for _, t := range tables {
		heading := headingAbove(page, probs, keep, t.first, cut)
		need := cut
		switch {
		case follows(page, keep, t.first):
			need /= below
		case heading >= 0 || precedes(page, keep, t.end-1):
			need /= near
		}

		mean, _ := t.read(page, probs)
		rows, chosen := t.rows(page, keep)
		isWhole := mean >= need || chosen >= fewest && chosen*2 > rows
		t.set(keep, isWhole)
		if isWhole && heading >= 0 {
			keep[heading] = true
		}
	}
}

// keepTables keeps tables of data in the element of the text, between kept blocks or right below the last:
// numbers and names are little to judge by. Tables of links are furniture more often.
func keepTables(page *blocks.Page, tables []table, in body, probs []float64, keep []bool, cut float64) {
	const (
		fewest = 3   // rows, which differ from those of a form or a box
		least  = 0.1 // of the cut, for the mean of a table below the last block
	)
	for _, t := range tables {
		if in.first < 0 || t.first <= in.first || !in.holds(page, t.first) {
			continue
		}
		mean, isOfLinks := t.read(page, probs)
		rows, chosen := t.rows(page, keep)
		isAmid := t.end <= in.last
		isBelow := t.first <= in.last+1 && keep[t.first-1] && mean >= least*cut
		if chosen == 0 && (isAmid || isBelow) && !isOfLinks && rows >= fewest {
			t.set(keep, true)
		}
	}
}

// tableOf is the table that block i is a cell of, or nil.
func tableOf(page *blocks.Page, i int) *html.Node { return around(page, i, atom.Table) }

// rowOf is the row that block i is in, or nil.
func rowOf(page *blocks.Page, i int) *html.Node { return around(page, i, atom.Tr) }

// around is the nearest element of a kind around block i, or nil.
func around(page *blocks.Page, i int, kind atom.Atom) *html.Node {
	for at := page.Blocks[i].Element; at >= 0; at = page.Elements[at].Parent {
		if page.Elements[at].Tag == kind {
			return page.Elements[at].Node
		}
	}
	return nil
}
