package markdown

import (
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/farebox/farebox/internal/web/canon"
)

func (w *writer) block(n *html.Node) {
	if kind := attribute(n, canon.AttrCallout); kind != "" && !w.as.Plain {
		w.callout(n, kind)
		return
	}
	switch n.Data {
	case canon.Formula:
		w.formula(n)
	case "h1", "h2", "h3", "h4", "h5", "h6":
		w.heading(n, int(n.Data[1]-'0'))
	case "ul", "ol", "menu", "dir":
		w.list(n)
	case "li":
		w.start()
		w.contain("- ", "  ", func() { w.children(n) })
	case "dt":
		w.term(n)
	case "blockquote":
		if w.as.Plain {
			w.children(n)
			return
		}

		w.start()
		w.contain("> ", "> ", func() { w.children(n) })
	case "pre", "listing", "xmp", "plaintext":
		w.preformatted(n)
	case "hr":
		if !w.as.Plain {
			w.start()
			w.line("---")
		}
	case "table":
		if IsDataTable(n) {
			w.table(n)
			return
		}
		w.children(n)
	default:
		w.children(n)
	}
}

var boldWhole = regexp.MustCompile(`^\*\*([^*]+)\*\*$`)

// heading writes a heading, which is not bold as a whole: a heading is.
func (w *writer) heading(n *html.Node, level int) {
	in := w.newInline()
	in.nodes(n)
	text := strings.Join(strings.Fields(w.linked(in)), " ")
	if text == "" {
		return
	}
	w.start()
	if !w.as.Plain {
		text = boldWhole.ReplaceAllString(text, "$1")
		if strings.HasSuffix(text, "#") { // a closing sequence of the heading
			text = text[:len(text)-1] + `\#`
		}
		text = strings.Repeat("#", level) + " " + text
	}
	w.line(text)
}

// term writes a term of a list of definitions in bold.
func (w *writer) term(n *html.Node) {
	if w.holdsBlocks[n] {
		w.children(n)
		return
	}
	in := w.newInline()
	in.marked(n, "**")
	w.paragraph(in)
}

// list writes a list. A list directly after another of its kind gets a different mark, which separates the two in
// Markdown.
func (w *writer) list(n *html.Node) {
	bullet := "- "
	point := ". "
	if prev := previousElement(n); prev != nil && prev.Data == n.Data && !w.as.Plain && !w.listMarks[prev] {
		bullet = "* "
		point = ") "
		w.listMarks[n] = true
	}

	number, err := strconv.Atoi(attribute(n, "start"))
	if err != nil || number < 0 || number > 999_999_999 {
		number = 1
	}

	loose := isLoose(n)
	last := "" // the mark of the item before
	for c := n.FirstChild; c != nil && !w.over; c = c.NextSibling {
		note, isNote := w.notes[c]
		switch {
		case isHidden(c), isBlank(c):
			continue
		case isNote:
			w.note(note)
			continue
		case isList(c): // a list directly inside a list
			w.contain(strings.Repeat(" ", len(last)), strings.Repeat(" ", len(last)), func() { w.list(c) })
			continue
		case isBlock(c) && c.DataAtom != atom.Li:
			w.block(c)
			continue
		}

		mark := bullet
		if n.DataAtom == atom.Ol && c.DataAtom == atom.Li {
			mark = strconv.Itoa(min(number, 999_999_999)) + point
			number++
		}
		if !w.fresh && (loose || last == "" && !w.tight) {
			w.line("")
		}
		last = mark
		w.contain(mark, strings.Repeat(" ", len(mark)), func() {
			w.tight = !loose
			if c.DataAtom == atom.Li {
				w.children(c)
			} else {
				w.nodes([]*html.Node{c})
			}
		})
	}
}

func previousElement(n *html.Node) *html.Node {
	for p := n.PrevSibling; p != nil; p = p.PrevSibling {
		if p.Type == html.ElementNode && !isHidden(p) {
			return p
		}
		if p.Type == html.TextNode && !isBlank(p) {
			return nil
		}
	}
	return nil
}

// isLoose reports whether an item has several blocks beside the lists in it: then the items are separated by empty
// lines.
func isLoose(list *html.Node) bool {
	for item := range list.ChildNodes() {
		if item.DataAtom == atom.Li && countBlocks(item) > 1 {
			return true
		}
	}
	return false
}

// countBlocks counts the blocks of an item without lists, and the texts between them.
func countBlocks(item *html.Node) int {
	blocks := 0
	inText := false
	for c := range item.ChildNodes() {
		switch {
		case isHidden(c), isBlank(c), isList(c):
		case isBlock(c):
			blocks++
			inText = false
		case !inText:
			blocks++
			inText = true
		}
	}
	return blocks
}

var titleClass = regexp.MustCompile(`(?i)title|heading|label`)

// callout writes a box that is set apart as a quote with its kind, as GitHub and Obsidian read it. A title that only
// names the kind is left out.
func (w *writer) callout(n *html.Node, kind string) {
	title := ""
	var rest []*html.Node
	for c := range n.ChildNodes() {
		isTitle := c.Data == "summary" || titleClass.MatchString(attribute(c, "class"))
		if title == "" && c.Type == html.ElementNode && isTitle {
			in := w.newInline()
			in.nodes(c)
			title = strings.Trim(strings.Join(strings.Fields(in.String()), " "), "*# ")
			continue
		}
		rest = append(rest, c)
	}

	head := "[!" + kind + "]"
	if title != "" && !strings.EqualFold(strings.Trim(title, ":. "), kind) {
		head += " " + title
	}

	w.start()
	w.contain("> ", "> ", func() {
		w.line(head)
		w.nodes(rest) // fresh still: the first block follows without an empty line
	})
}

// preformatted writes a fenced block whose fence is longer than any in the text.
func (w *writer) preformatted(n *html.Node) {
	text := strings.TrimRight(strings.Trim(textBelow(n), "\r\n"), " \t\r\n")
	if text == "" {
		return
	}

	w.start()
	fence := ""
	if !w.as.Plain {
		fence = strings.Repeat("`", max(3, longestRun(text, '`')+1))
		w.line(fence + languageOf(n))
	}

	for line := range strings.SplitSeq(text, "\n") {
		if w.over {
			return
		}
		w.line(strings.TrimSuffix(line, "\r"))
	}

	if !w.as.Plain {
		w.line(fence)
	}
}

// languageOf is the language of a block of code, where canon writes it.
func languageOf(pre *html.Node) string {
	if pre.FirstChild == nil {
		return ""
	}
	language, _ := strings.CutPrefix(attribute(pre.FirstChild, "class"), "language-")
	return language
}

// formula writes a formula on lines of its own.
func (w *writer) formula(n *html.Node) {
	w.start()
	w.line("$$")
	for line := range strings.SplitSeq(strings.TrimSpace(n.FirstChild.Data), "\n") {
		w.line(line)
	}
	w.line("$$")
}
