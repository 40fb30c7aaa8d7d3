package htmlpage

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Title is the page's title with white space collapsed: <title>, else og:title, else the first visible h1 with
// text. It has at most 1000 bytes.
func (p *Page) Title() string {
	for n := range elements(p.Root) {
		if n.DataAtom == atom.Title && n.Namespace == "" {
			if t, _ := short(rawText(n), maxHeading); t != "" {
				return t
			}
		}
	}

	for n := range elements(p.Root) {
		if property, ok := metaKey(n); ok && property == "og:title" {
			v, _ := attribute(n, "content")
			if t, _ := short(v, maxHeading); t != "" {
				return t
			}
		}
	}

	title := ""
	budget := maxVisits
	p.visible(func(n *html.Node) bool {
		if n.DataAtom == atom.H1 {
			title, _ = lineWithin(n, maxHeading, &budget)
		}
		return title == ""
	})

	return title
}

// Text is the visible text of the whole body: each block on separate lines, table cells separated by tabs, white
// space collapsed except in pre. It has at most max bytes; cut reports that there is more.
func (p *Page) Text(max int) (text string, cut bool) {
	w := &textWriter{max: max, lines: true}
	w.children(p.Root)
	return strings.TrimRight(w.b.String(), " \t\n"), w.full
}

// TextOf is the text of an HTML fragment, such as a summary in a feed, on one line of at most max bytes.
func TextOf(fragment string, max int) (text string, cut bool) {
	if !strings.ContainsAny(fragment, "<&") {
		w := &textWriter{max: max}
		w.write(fragment)
		return strings.TrimRight(w.b.String(), " "), w.full
	}
	root, _ := Tree([]byte(fragment))
	return lineOf(root, max)
}

const maxHeading = 1000 // bytes of one heading or title

// Heading is one of h1 to h6.
type Heading struct {
	Level int
	Text  string
}

// Headings are the visible headings with text, in order, at most max.
func (p *Page) Headings(max int) (list []Heading, cut bool) {
	budget := maxVisits
	p.visible(func(n *html.Node) bool {
		if isHeading(n.DataAtom) {
			if text, _ := lineWithin(n, maxHeading, &budget); text != "" {
				if len(list) == max {
					cut = true
					return false
				}
				list = append(list, Heading{Level: int(n.Data[1] - '0'), Text: text})
			}
		}
		return true
	})
	return list, cut
}

// visible calls f for each visible element in document order, until f returns false.
func (p *Page) visible(f func(*html.Node) bool) {
	for n := p.Root; n != nil; {
		if n.Type == html.ElementNode {
			if hidden(n) {
				n = after(p.Root, n)
				continue
			}
			if !f(n) {
				return
			}
		}
		n = next(p.Root, n)
	}
}

// hidden reports whether an element and its content are not visible to a reader.
func hidden(n *html.Node) bool {
	if n.Namespace != "" {
		return n.DataAtom == atom.Svg || n.Data == "annotation" || n.Data == "annotation-xml"
	}

	switch n.DataAtom {
	case atom.Head, atom.Script, atom.Style, atom.Template, atom.Noscript, atom.Iframe, atom.Object, atom.Embed, atom.Applet, atom.Canvas, atom.Audio, atom.Video,
		atom.Title, atom.Select, atom.Datalist, atom.Textarea, atom.Noembed, atom.Noframes:
		return true
	case atom.Dialog:
		_, open := attribute(n, "open")
		return !open
	}

	if _, is := attribute(n, "hidden"); is {
		return true
	}
	style, _ := attribute(n, "style")
	if style == "" {
		return false
	}

	style = strings.ToLower(strings.Join(strings.Fields(style), ""))
	return strings.Contains(style, "display:none") || strings.Contains(style, "visibility:hidden")
}

func isBlock(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Body, atom.Caption, atom.Dd, atom.Dt, atom.Legend, atom.Li, atom.Tbody, atom.Tfoot, atom.Thead, atom.Tr, atom.Option, atom.Html:
		return true
	}
	return closesParagraph(n.DataAtom) || isHeading(n.DataAtom)
}

// lineOf is the visible text of a node on one line of at most max bytes.
func lineOf(n *html.Node, max int) (text string, cut bool) {
	return lineWithin(n, max, nil)
}

// maxVisits bounds the nodes visited for the texts of all links, or all headings, of a page. Otherwise nested
// elements of these kinds without text would be walked again and again.
const maxVisits = 4 * maxNodes

// lineWithin is lineOf within a budget of nodes. Once the budget is spent the text is empty.
func lineWithin(n *html.Node, max int, budget *int) (text string, cut bool) {
	w := &textWriter{max: max, budget: budget}
	w.children(n)
	return strings.TrimRight(w.b.String(), " "), w.full
}

// rawText is all text in a node, unchanged.
func rawText(n *html.Node) string {
	var b strings.Builder
	for m := n; m != nil; m = next(n, m) {
		if m.Type == html.TextNode {
			b.WriteString(m.Data)
		}
	}
	return b.String()
}

// Collapse turns every run of white space into one space and removes meaningless characters.
func Collapse(s string) string {
	w := &textWriter{max: len(s)}
	w.write(s)
	return w.b.String()
}

// textWriter writes text with white space collapsed.
type textWriter struct {
	b       strings.Builder
	max     int
	lines   bool // blocks on separate lines, cells separated by tabs, pre kept
	cells   bool // nested tables are left out: they are read separately
	pre     int
	pending byte // pending white space: none, ' ', '\t' or '\n'
	full    bool
	budget  *int // nodes that may still be visited; nil for no bound
}

func (w *textWriter) children(n *html.Node) {
	for c := n.FirstChild; c != nil && !w.full; c = c.NextSibling {
		w.node(c)
	}
}

func (w *textWriter) node(n *html.Node) {
	if w.budget != nil {
		if *w.budget--; *w.budget < 0 {
			w.full = true
			return
		}
	}

	if n.Type == html.TextNode {
		w.write(n.Data)
		return
	}
	if n.Type != html.ElementNode || hidden(n) || w.cells && n.DataAtom == atom.Table {
		return
	}

	switch {
	case n.DataAtom == atom.Br:
		w.space('\n')
	case n.DataAtom == atom.Td, n.DataAtom == atom.Th:
		w.space('\t')
		w.children(n)
		w.space('\t')
	case n.DataAtom == atom.Pre && w.lines:
		w.space('\n')
		w.pre++
		w.children(n)
		w.pre--
		w.space('\n')
	case isBlock(n):
		w.space('\n')
		w.children(n)
		w.space('\n')
	default:
		w.children(n)
	}
}

// space requests white space before the next character. A line end overrides a tab, and a tab a space.
func (w *textWriter) space(c byte) {
	if !w.lines {
		c = ' '
	}
	rank := func(c byte) int { return strings.IndexByte("\x00 \t\n", c) }
	if rank(c) > rank(w.pending) {
		w.pending = c
	}
}

func (w *textWriter) write(s string) {
	for len(s) > 0 && !w.full {
		if n := plainRun(s); n > 0 {
			w.flush()
			w.emit(s[:n])
			s = s[n:]
			continue
		}

		r, size := utf8.DecodeRuneInString(s)
		switch {
		case w.pre > 0 && (r == '\n' || r == ' ' || r == '\t'):
			if r != '\n' || w.b.Len() > 0 {
				w.flush()
				w.emit(s[:size])
			}
		case unicode.IsSpace(r):
			w.space(' ')
		case meaningless(r):
		case r == utf8.RuneError && size == 1:
			w.flush()
			w.emit("\uFFFD")
		default:
			w.flush()
			w.emit(s[:size])
		}

		s = s[size:]
	}
}

// plainRun is the length of the prefix of printable ASCII characters, a chunk at a time.
func plainRun(s string) int {
	n := 0
	for n < len(s) && n < 256 && s[n] > ' ' && s[n] < 0x7f {
		n++
	}
	return n
}

// meaningless: control characters, and invisible marks that do not separate words.
func meaningless(r rune) bool {
	return r < ' ' || r >= 0x7f && r < 0xa0 || r == '\u200B' || r == '\uFEFF' || r == '\u00AD' || r == '\u2060'
}

func (w *textWriter) flush() {
	if w.pending != 0 && w.b.Len() > 0 {
		w.emit(string(w.pending))
	}
	w.pending = 0
}

func (w *textWriter) emit(s string) {
	if w.b.Len()+len(s) > w.max {
		w.full = true
		return
	}
	w.b.WriteString(s)
}
