package extract

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"

	"github.com/farebox/farebox/internal/web/canon"
)

// isDisplayed reports whether n is a formula on a line of its own.
func isDisplayed(n *html.Node) bool {
	return n.Data == canon.Formula && attribute(n, canon.AttrDisplay) == "block"
}

// displayed writes such a formula.
func (r *renderer) displayed(n *html.Node) string {
	tex := strings.TrimSpace(n.FirstChild.Data)
	if r.inCell {
		return "$$" + inCell(tex) + "$$"
	}
	return "$$\n" + tex + "\n$$"
}

// inCell writes TeX without the bar that would end a cell.
func inCell(tex string) string { return strings.ReplaceAll(tex, "|", `\vert `) }

// canonical writes what canon gave a form of its own, and reports whether n is of that kind.
func (r *renderer) canonical(in *inline, n *html.Node) bool {
	switch n.Data {
	case canon.Formula:
		tex := strings.Join(strings.Fields(n.FirstChild.Data), " ")
		if r.inCell {
			tex = inCell(tex)
		}
		mark := "$"
		if strings.Contains(tex, "$") || isDisplayed(n) {
			mark = "$$"
		}
		in.verbatim(mark + tex + mark)
	case canon.NoteRef:
		if _, cited := r.notes[attribute(n, canon.AttrLabel)]; cited && r.markdown {
			in.verbatim("[^" + attribute(n, canon.AttrLabel) + "]")
		} else {
			in.verbatim("[" + n.FirstChild.Data + "]")
		}
	case canon.Box:
		if attribute(n, canon.AttrChecked) == "true" {
			in.verbatim("[x]")
		} else {
			in.verbatim("[ ]")
		}

		in.space = true
	default:
		return false
	}
	return true
}

// markBoxes makes the boxes of chosen items live: they have no text.
func (r *renderer) markBoxes(doc *html.Node) {
	for n := range doc.Descendants() {
		if n.Data == canon.Box && r.live[n.Parent] {
			r.mark(n)
		}
	}
}

// escaped escapes a text. Beside formulas a dollar would open one.
func (r *renderer) escaped(text string) string {
	text = escapeInline(text)
	if r.dollars {
		text = strings.ReplaceAll(text, "$", `\$`)
	}
	return text
}

var titleClass = regexp.MustCompile(`(?i)title|heading|label`)

// callout writes a box that is set apart as a quote with its kind, as GitHub and Obsidian read it. A title that only
// names the kind is left out.
func (r *renderer) callout(n *html.Node, kind string) string {
	title := ""
	nodes := make([]*html.Node, 0, 8)

	for c := range n.ChildNodes() {
		named := c.Data == "summary" || titleClass.MatchString(attribute(c, "class"))
		if title == "" && c.Type == html.ElementNode && named && r.live[c] {
			title = strings.Trim(strings.Join(strings.Fields(r.sequence([]*html.Node{c}, "")), " "), "*# ")
			continue
		}
		nodes = append(nodes, c)
	}

	r.nesting++
	text := r.sequence(nodes, "")
	r.nesting--
	if text == "" {
		return title
	}

	head := "[!" + kind + "]"
	if title != "" && !strings.EqualFold(strings.Trim(title, ":. "), kind) {
		head += " " + title
	}

	return "> " + strings.ReplaceAll(head+"\n"+text, "\n", "\n> ")
}
