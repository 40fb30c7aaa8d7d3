package extract

import (
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/farebox/farebox/internal/web/canon"
	"github.com/farebox/farebox/internal/web/extract/blocks"
)

// citeNotes finds the notes that chosen blocks have marks of and marks their text as chosen, wherever it stands. It
// returns the choice without what is moved: the notes, and headings with nothing but notes below.
func (r *renderer) citeNotes(page *blocks.Page, found *canon.Page, keep []bool) []bool {
	if len(found.Notes) == 0 {
		return keep
	}
	r.notes = make(map[string]canon.Note, len(found.Notes))
	for _, note := range found.Notes {
		r.notes[note.Label] = note
	}
	owner := noteOf(page, found)

	for i := range page.Blocks {
		if keep[i] && owner[i] == "" {
			r.cite(page.Blocks[i].Nodes)
		}
	}
	if len(r.cited) == 0 {
		return keep
	}
	return r.withoutNotes(page, owner, keep)
}

// cite takes up the notes whose marks are among texts, and those that they have marks of.
func (r *renderer) cite(texts []*html.Node) {
	for _, n := range texts {
		if !isMark(n) {
			continue
		}
		label := blocks.Attr(n.Parent, canon.AttrLabel)
		note, known := r.notes[label]
		if !known || slices.Contains(r.cited, label) {
			continue
		}

		var inner []*html.Node
		for _, body := range note.Body {
			inner = append(inner, r.markAll(body)...)
		}
		if slices.ContainsFunc(inner, func(text *html.Node) bool { return strings.TrimSpace(text.Data) != "" }) {
			r.cited = append(r.cited, label)
			r.cite(inner)
		}
	}
}

// markAll marks all texts below n and returns them.
func (r *renderer) markAll(n *html.Node) []*html.Node {
	if n.Type == html.TextNode {
		r.mark(n)
		return []*html.Node{n}
	}
	var texts []*html.Node
	if n.Type == html.ElementNode && !blocks.Skipped(n) {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			texts = append(texts, r.markAll(c)...)
		}
	}
	return texts
}

// noteOf is the label of the note around each block, if any.
func noteOf(page *blocks.Page, found *canon.Page) []string {
	labels := make(map[*html.Node]string)
	for _, note := range found.Notes {
		for _, n := range note.Body {
			labels[n] = note.Label
		}
	}
	of := make([]string, len(page.Blocks))
	for i := range page.Blocks {
		for n := page.Blocks[i].Nodes[0]; n != nil && of[i] == ""; n = n.Parent {
			of[i] = labels[n]
		}
	}
	return of
}

// withoutNotes is the choice without the blocks of cited notes, and without the headings that stand right before them.
func (r *renderer) withoutNotes(page *blocks.Page, owner []string, keep []bool) []bool {
	left := slices.Clone(keep)
	beforeNote := false
	for i := len(left) - 1; i >= 0; i-- {
		switch {
		case owner[i] != "" && slices.Contains(r.cited, owner[i]):
			left[i] = false
			beforeNote = true
		case !left[i]:
		case beforeNote && isHeading(page, i) && !hasMark(page.Blocks[i].Nodes):
			left[i] = false
		default:
			beforeNote = false
		}
	}
	return left
}

func isHeading(page *blocks.Page, i int) bool {
	return headingLevel(page.Elements[page.Blocks[i].Element].Tag) > 0
}

func hasMark(texts []*html.Node) bool { return slices.ContainsFunc(texts, isMark) }

// isMark reports whether a text is the mark of a note.
func isMark(n *html.Node) bool { return n.Parent != nil && n.Parent.Data == canon.NoteRef }

// moveNotes puts the cited notes behind the content.
func (r *renderer) moveNotes(doc *html.Node) []canon.Note {
	var moved []canon.Note
	for _, label := range r.cited {
		note := r.notes[label]
		for _, n := range note.Body {
			if n.Parent != nil {
				n.Parent.RemoveChild(n)
			}
			doc.AppendChild(n)
		}
		moved = append(moved, note)
	}
	return moved
}
