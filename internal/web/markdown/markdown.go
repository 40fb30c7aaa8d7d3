// Package markdown writes a tree of HTML as Markdown or as plain text: CommonMark with GitHub's tables, tasks and
// callouts, footnotes, and TeX between dollars. It makes one pass over the tree, so that hostile pages cost what their
// size does; the usual library takes minutes for a megabyte of brackets or wide cells.
//
// It writes the tree as [canon.Rewrite] left it, and the targets of links and pictures as the attributes have them:
// whoever has targets that nobody should follow takes them out first.
package markdown

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"github.com/farebox/farebox/internal/web/canon"
)

// Links says how the targets of links are written.
type Links string

// The ways.
const (
	Inline    Links = "inline"    // [text](target); also the zero value
	Reference Links = "reference" // [text][1], each target once below the content
	NoLinks   Links = "none"      // the text alone
)

// Options are the forms of the output.
type Options struct {
	Plain bool // text without Markdown's marks but those of lists, and without targets
	Links Links
	Most  int // bytes; 0 is no limit
}

// Write writes the whole tree below doc, in which canon found what it did. It stops beyond the limit of bytes, and
// reports whether the text is complete. Notes are written where their bodies stand.
func Write(doc *html.Node, found *canon.Page, as Options) (text string, complete bool) {
	w := &writer{
		as:          as,
		holdsBlocks: make(map[*html.Node]bool),
		listMarks:   make(map[*html.Node]bool),
		notes:       make(map[*html.Node]canon.Note),
		labels:      make(map[string]bool),
		numbers:     make(map[string]int),
		dollars:     found.Formulas > 0,
		fresh:       true,
	}
	w.take(found.Notes)
	w.findBlocks(doc)
	w.children(doc)

	for i, target := range w.targets {
		if i == 0 {
			w.start()
		}
		w.line("[" + strconv.Itoa(i+1) + "]: " + target)
	}
	return string(w.out), !w.over
}

// Escape writes a line of plain text as a paragraph of Markdown.
func Escape(line string) string { return escapeLineStart(escapeText(line, false)) }

// maxNesting is the deepest indentation of lists and quotes; deeper levels stay at this one.
const maxNesting = 8

// writer writes blocks as lines, prefixed for the lists and quotes around them.
type writer struct {
	as   Options
	out  []byte
	over bool // the output would exceed its limit

	holdsBlocks map[*html.Node]bool // elements with a block somewhere below
	prefix      string              // before each line
	marker      string              // replaces prefix for the next line, at the start of a list item
	depth       int                 // containers around
	fresh       bool                // nothing has been written in the container yet
	tight       bool                // lists follow what is before them without an empty line
	listMarks   map[*html.Node]bool // lists with the other mark, because they follow one of their kind

	notes   map[*html.Node]canon.Note // by the first node of their bodies
	labels  map[string]bool           // of these notes
	dollars bool                      // the page has formulas, so that a dollar in its text must not look like one

	around  *html.Node     // link around blocks, until a text in it is written
	numbers map[string]int // of targets that are written once
	targets []string
}

func (w *writer) put(s string) {
	if w.over || w.as.Most > 0 && len(w.out)+len(s) > w.as.Most {
		w.over = true
		return
	}
	w.out = append(w.out, s...)
}

// line writes one line of the current block.
func (w *writer) line(text string) {
	before := w.prefix
	if w.marker != "" {
		before = w.marker
		w.marker = ""
	}
	if text == "" {
		before = strings.TrimRight(before, " ")
	}
	w.put(before)
	w.put(text)
	w.put("\n")
}

// start begins a block, separated from the previous one by an empty line.
func (w *writer) start() {
	if !w.fresh {
		w.line("")
	}
	w.fresh = false
}

// children writes the blocks below n; text between them becomes paragraphs.
func (w *writer) children(n *html.Node) { w.nodes(slices.Collect(n.ChildNodes())) }

// nodes writes nodes that follow each other.
func (w *writer) nodes(nodes []*html.Node) { w.paragraph(w.flow(nodes, w.newInline())) }

// flow writes nodes that follow each other, except the paragraph still open at the end, which it returns. in is the
// paragraph open at the start.
func (w *writer) flow(nodes []*html.Node, in *inline) *inline {
	for i := 0; i < len(nodes) && !w.over; i++ {
		c := nodes[i]
		note, isNote := w.notes[c]

		switch {
		case isNote:
			w.paragraph(in)
			in = w.newInline()
			w.note(note)
			i += len(note.Body) - 1
		case isHidden(c):
		case isBlock(c):
			w.paragraph(in)
			in = w.newInline()
			w.block(c)
		case w.holdsBlocks[c] && c.Data == "a":
			w.paragraph(in)
			in = w.newInline()
			if w.isLink(c) {
				w.around = c
			}
			w.children(c)
			w.around = nil
		case w.holdsBlocks[c]:
			in = w.flow(slices.Collect(c.ChildNodes()), in)
		default:
			in.node(c)
		}
	}
	return in
}

// paragraph writes a paragraph. Two line breaks in a row make two of it.
func (w *writer) paragraph(in *inline) {
	text := w.linked(in)
	if text == "" {
		return
	}
	for part := range strings.SplitSeq(text, "\n\n") {
		w.start()
		for line := range strings.SplitSeq(part, "\n") {
			if w.over {
				return
			}
			if !w.as.Plain {
				line = escapeLineStart(line)
			}
			w.line(line)
		}
	}
}

// linked is a text with the link around its block, which the first text in it has.
func (w *writer) linked(in *inline) string {
	text := in.String()
	if w.around == nil || text == "" || in.hasLink {
		return text
	}
	around := w.around
	w.around = nil
	return w.link(oneLine(text), around)
}

// isLink reports whether an element is written as a link.
func (w *writer) isLink(n *html.Node) bool {
	return !w.as.Plain && w.as.Links != NoLinks && n.Data == "a" && attribute(n, "href") != ""
}

// link writes a link.
func (w *writer) link(text string, n *html.Node) string {
	target := targetEscapes.Replace(attribute(n, "href"))
	switch {
	case strings.ReplaceAll(text, `\`, "") == target && strings.Contains(target, "://"):
		return "<" + target + ">"
	case w.as.Links == Reference:
		if w.numbers[target] == 0 {
			w.targets = append(w.targets, target)
			w.numbers[target] = len(w.targets)
		}
		return "[" + text + "][" + strconv.Itoa(w.numbers[target]) + "]"
	}
	return "[" + text + "](" + target + titleOf(n) + ")"
}

// contain writes a container: first prefixes its first line, rest the others.
func (w *writer) contain(first, rest string, content func()) {
	if w.depth >= maxNesting {
		content()
		return
	}
	prefix := w.prefix
	tight := w.tight
	w.marker = cmp.Or(w.marker, prefix)
	w.marker += first
	w.prefix += rest
	w.depth++
	w.fresh = true
	w.tight = false

	content()
	if w.marker != "" { // it was empty
		w.line("")
	}
	w.prefix = prefix
	w.tight = tight
	w.depth--
	w.fresh = false
}

// take remembers the notes of a page. A note in a cell of a table stays there: Markdown has no place for its
// definition.
func (w *writer) take(notes []canon.Note) {
	for _, note := range notes {
		first := note.Body[0]
		if first.Parent == nil || first.Parent.Data == "tr" {
			continue
		}
		w.notes[first] = note
		w.labels[note.Label] = true
	}
}

// note writes the text of a note where it stands.
func (w *writer) note(note canon.Note) {
	mark := "[^" + note.Label + "]: "
	if w.as.Plain {
		mark = "[" + note.Label + "] "
	}
	first := note.Body[0]
	delete(w.notes, first)
	w.start()
	w.contain(mark, "    ", func() {
		if len(note.Body) == 1 && isItem(first) {
			w.children(first)
			return
		}
		w.nodes(note.Body)
	})
}

// noteMark is the mark of a note in the text.
func (w *writer) noteMark(n *html.Node) string {
	label := attribute(n, canon.AttrLabel)
	switch {
	case !w.labels[label]:
		return "[" + n.FirstChild.Data + "]"
	case w.as.Plain:
		return "[" + label + "]"
	}
	return "[^" + label + "]"
}
