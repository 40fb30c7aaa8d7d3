package pdftext

import (
	"regexp"
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/web/markdown"
)

// block is a paragraph of Markdown, or a table.
type block struct {
	text  string
	item  bool // of a list: the next item follows on the next line
	table [][]string
}

// inlineKinds are the standard types of elements within a line; everything else begins one. Illustrations count as
// inline: what is written in them has no order of its own.
var inlineKinds = map[string]bool{
	"":          true,
	"Span":      true,
	"Quote":     true,
	"Note":      true,
	"Reference": true,
	"BibEntry":  true,
	"Code":      true,
	"Link":      true,
	"Annot":     true,
	"Ruby":      true,
	"Warichu":   true,
	"Figure":    true,
	"Formula":   true,
	"Form":      true,
	"Em":        true,
	"Strong":    true,
	"Sub":       true,
	"Lbl":       true,
}

// within reports whether an element is within a line. One without a meaning of its own is what its kids are.
func within(e *element) bool {
	if e.kind != "NonStruct" && e.kind != "Private" {
		return inlineKinds[e.kind]
	}
	return !slices.ContainsFunc(e.kids, func(kid element) bool { return !within(&kid) })
}

// headingLevel is the level of a heading by its type, 0 for another element.
func headingLevel(kind string) int {
	switch kind {
	case "Title", "H", "H1":
		return 1
	case "H2", "H3", "H4", "H5", "H6":
		return int(kind[1] - '0')
	}
	return 0
}

// blocksOf are the blocks of elements in their order. Neighbours within a line are one paragraph.
func blocksOf(elements []element) []block {
	var all []block
	for i := 0; i < len(elements); i++ {
		e := &elements[i]
		level := headingLevel(e.kind)

		switch {
		case within(e):
			end := i + 1
			for end < len(elements) && within(&elements[end]) {
				end++
			}
			all = appendText(all, "", inline(elements[i:end]))
			i = end - 1
		case level > 0:
			all = appendText(all, strings.Repeat("#", level)+" ", inline(e.kids))
		case e.kind == "L":
			all = append(all, itemsOf(e.kids, "")...)
		case e.kind == "Table":
			all = append(all, tableOf(e)...)
		default:
			all = append(all, blocksOf(e.kids)...)
		}
	}
	return all
}

func appendText(all []block, mark, text string) []block {
	if text == "" {
		return all
	}
	return append(all, block{text: mark + text})
}

// inline is the text of elements as one line.
func inline(elements []element) string {
	var b strings.Builder
	var last *markedText
	var walk func([]element)
	walk = func(list []element) {
		for _, e := range list {
			if e.content != nil {
				if last != nil && last.last.apart(e.content.first) {
					b.WriteByte('\n')
				}
				b.WriteString(e.content.written.String())
				last = e.content
			}
			walk(e.kids)
		}
	}
	walk(elements)
	return strings.Join(strings.Fields(clean(b.String())), " ")
}

// bullets begin items of a list and nowhere else; the last two are those of the fonts Wingdings and Symbol.
const bullets = "•◦▪▫■□●○‣⁃\uF0A7\uF0B7"

// bullet matches the mark of an item of a list that is not counted.
var bullet = regexp.MustCompile("^[" + bullets + `∙·–—\-*]\s*`)

// ordinal matches the number before an item of a list that is counted.
var ordinal = regexp.MustCompile(`^\d{1,3}[.)]$`)

// itemsOf are the items of a list, behind the indent of their list.
func itemsOf(kids []element, indent string) []block {
	var all []block
	for i := range kids {
		switch kids[i].kind {
		case "L":
			all = append(all, itemsOf(kids[i].kids, indent+"  ")...)
		case "LI":
			all = append(all, itemOf(kids[i].kids, indent)...)
		default:
			all = append(all, blocksOf(kids[i:i+1])...)
		}
	}
	return all
}

// itemOf is an item of a list and the lists within it.
func itemOf(kids []element, indent string) []block {
	var label, body, lists []element
	var sort func([]element)
	sort = func(list []element) {
		for _, e := range list {
			switch e.kind {
			case "Lbl":
				label = append(label, e)
			case "L":
				lists = append(lists, e)
			case "LBody", "P", "Div", "NonStruct":
				sort(e.kids)
			default:
				body = append(body, e)
			}
		}
	}
	sort(kids)

	mark := "- "
	text := inline(body)
	switch written := inline(label); {
	case ordinal.MatchString(written):
		mark = strings.Replace(written, ")", ".", 1) + " "
	case bullet.ReplaceAllString(written, "") != "":
		text = written + " " + text
	}

	var all []block
	if text = bullet.ReplaceAllString(text, ""); text != "" {
		all = append(all, block{
			text: indent + mark + text,
			item: true,
		})
	}
	return append(all, itemsOf(lists, indent)...)
}

// tableOf is a table. One of a single column or row is there for the layout.
func tableOf(e *element) []block {
	rows := rowsOf(e.kids)
	width := 0
	for _, row := range rows {
		width = max(width, len(row))
	}
	if width < 2 || len(rows) < 2 {
		return blocksOf(loose(e.kids))
	}
	return []block{{table: rows}}
}

// rowsOf are the texts of the cells of a table's rows.
func rowsOf(kids []element) [][]string {
	var rows [][]string
	for _, e := range kids {
		if e.kind != "TR" {
			rows = append(rows, rowsOf(e.kids)...)
			continue
		}
		row := each.Of(e.kids, func(cell element) string { return inline([]element{cell}) })
		if slices.ContainsFunc(row, func(text string) bool { return text != "" }) {
			rows = append(rows, row)
		}
	}
	return rows
}

// loose are the cells of a table as blocks that follow each other.
func loose(kids []element) []element {
	var all []element
	for _, e := range kids {
		switch e.kind {
		case "THead", "TBody", "TFoot", "TR":
			all = append(all, loose(e.kids)...)
		default:
			all = append(all, e)
		}
	}
	return all
}

// joinBlocks appends the blocks of a page. A table that a page's end cuts goes on in the next page's first, which may
// repeat its head.
func joinBlocks(all, page []block) []block {
	if len(all) == 0 || len(page) == 0 {
		return append(all, page...)
	}
	before := &all[len(all)-1]
	first := page[0].table
	if before.table == nil || first == nil || len(before.table[0]) != len(first[0]) {
		return append(all, page...)
	}
	if slices.Equal(before.table[0], first[0]) {
		first = first[1:]
	}
	before.table = append(before.table, first...)
	return append(all, page[1:]...)
}

// writeBlocks writes blocks as Markdown.
func writeBlocks(blocks []block) string {
	var b strings.Builder
	for i, one := range blocks {
		switch {
		case i == 0:
		case one.item && blocks[i-1].item:
			b.WriteByte('\n')
		default:
			b.WriteString("\n\n")
		}
		b.WriteString(one.text + markdown.Table(one.table))
	}
	return b.String()
}
