package convert

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/farebox/farebox/internal/web/canon"
)

// take remembers the notes of a page. A note in a cell of a table stays there: Markdown has no place for its
// definition.
func (w *blockWriter) take(found *canon.Page) {
	w.dollars = found.Formulas > 0
	w.notes = map[*html.Node]canon.Note{}
	w.labels = map[string]bool{}
	for _, note := range found.Notes {
		first := note.Body[0]
		if first.Parent == nil || first.Data == "td" || first.Data == "th" {
			continue
		}
		w.notes[first] = note
		w.labels[note.Label] = true
	}
}

// note writes the text of a note where it stands.
func (w *blockWriter) note(note canon.Note) {
	mark := "[^" + note.Label + "]: "
	if w.plain {
		mark = "[" + note.Label + "] "
	}
	delete(w.notes, note.Body[0])
	w.start()
	w.contain(mark, "    ", func() {
		if first := note.Body[0]; len(note.Body) == 1 && isBlock(first) {
			w.children(first)
			return
		}
		w.paragraph(w.flowOf(note.Body, w.newInline()))
	})
}

// noteMark is the mark of a note in the text.
func (w *blockWriter) noteMark(n *html.Node) string {
	label := attribute(n, canon.AttrLabel)
	if w.plain || !w.labels[label] {
		return "[" + label + "]"
	}
	return "[^" + label + "]"
}

// formula writes a formula on lines of its own.
func (w *blockWriter) formula(n *html.Node) {
	w.start()
	w.line("$$")
	for line := range strings.SplitSeq(n.FirstChild.Data, "\n") {
		w.line(strings.TrimSpace(line))
	}
	w.line("$$")
}

// inlineFormula is a formula within a line; a bar would end a cell.
func inlineFormula(n *html.Node, cell bool) string {
	tex := strings.Join(strings.Fields(n.FirstChild.Data), " ")
	if cell {
		tex = strings.ReplaceAll(tex, "|", `\vert `)
	}
	mark := "$"
	if strings.Contains(tex, "$") || attribute(n, canon.AttrDisplay) == "block" {
		mark = "$$"
	}
	return mark + tex + mark
}

// callout writes a box that is set apart as a quote with its kind, as GitHub and Obsidian read it.
func (w *blockWriter) callout(n *html.Node, kind string) {
	w.start()
	w.contain("> ", "> ", func() {
		w.line("[!" + kind + "]")
		w.children(n) // fresh still: its first block follows without an empty line
	})
}
