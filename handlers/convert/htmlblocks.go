package convert

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"github.com/farebox/farebox/internal/web/canon"
)

func htmlToMarkdown(data string, _ options, out *output) error {
	return writeDocument(data, &blockWriter{out: out})
}

func htmlToText(data string, _ options, out *output) error {
	return writeDocument(data, &blockWriter{out: out, plain: true})
}

// writeDocument writes the whole body of a page, block by block. We have our own writer because the usual library
// takes minutes for a megabyte of brackets or wide table cells; this one makes a single pass over the tree.
func writeDocument(data string, w *blockWriter) error {
	if err := checkRepeated(data); err != nil {
		return err
	}
	var doc *html.Node
	err := guard(func() (err error) {
		doc, err = html.ParseWithOptions(strings.NewReader(strings.TrimPrefix(data, "\uFEFF")), html.ParseOptionEnableScripting(false))
		return err
	})
	if err != nil {
		return fmt.Errorf("reading HTML: %w", err)
	}
	w.take(canon.Rewrite(doc))
	w.holdsBlocks = map[*html.Node]bool{}
	w.findBlocks(doc)
	w.fresh = true
	w.children(doc)
	return nil
}

// blockWriter writes blocks as lines, prefixed for the lists and quotes around them.
type blockWriter struct {
	out   *output
	plain bool // text without Markdown marks except those of lists

	holdsBlocks map[*html.Node]bool // elements with a block somewhere below
	prefix      string              // before each line
	marker      string              // replaces prefix for the next line, at the start of a list item
	fresh       bool                // nothing has been written in the container yet
	tight       bool                // blocks are not separated by empty lines
	listMarks   map[*html.Node]byte // of lists that follow each other

	notes   map[*html.Node]canon.Note // by the first node of their bodies
	labels  map[string]bool           // of these notes
	dollars bool                      // the page has formulas, so that a dollar in its text must not look like one
}

func isBlock(n *html.Node) bool {
	if n.Type != html.ElementNode {
		return n.Type == html.DocumentNode
	}
	switch n.Data {
	case "html", "body", "p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "menu", "dir", "li", "dl", "dt", "dd", "blockquote",
		"pre", "hr", "table", "caption", "thead", "tbody", "tfoot", "tr", "td", "th", "section", "article", "header", "footer", "main", "nav",
		"aside", "figure", "figcaption", "address", "center", "form", "fieldset", "legend", "details", "summary", "hgroup", "search",
		"dialog", "listing", "xmp", "plaintext":
		return true
	case canon.Formula:
		return attribute(n, canon.AttrDisplay) == "block"
	}
	return false
}

// hidden reports whether an element has no text for a reader.
func hidden(n *html.Node) bool {
	if n.Type == html.CommentNode || n.Type == html.DoctypeNode {
		return true
	}
	if n.Type != html.ElementNode {
		return false
	}
	switch n.Data {
	case "head", "script", "style", "template", "noscript", "iframe", "object", "embed", "applet", "svg", "math", "canvas", "audio", "video",
		"title", "select", "datalist", "textarea", "map", "meta", "link", "base", "noembed", "noframes":
		return true
	case "input":
		return !isCheckbox(n)
	}
	return n.Namespace != ""
}

func (w *blockWriter) findBlocks(n *html.Node) bool {
	found := false
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if below := w.findBlocks(c); (below || isBlock(c)) && !hidden(c) {
			found = true
		}
	}
	if found {
		w.holdsBlocks[n] = true
	}
	return found
}

// line writes one line of the current block.
func (w *blockWriter) line(text string) {
	before := w.prefix
	if w.marker != "" {
		before = w.marker
		w.marker = ""
	}
	if text == "" {
		before = strings.TrimRight(before, " ")
	}
	w.out.put(before)
	w.out.put(text)
	w.out.put("\n")
}

// start begins a block, separated from the previous one by an empty line.
func (w *blockWriter) start() {
	if !w.fresh && !w.tight {
		w.line("")
	}
	w.fresh = false
}

// children writes the blocks below n; text between them becomes paragraphs.
func (w *blockWriter) children(n *html.Node) {
	w.paragraph(w.flow(n, w.newInline()))
}

// flow writes the content of n, except the paragraph still open at the end, which it returns. in is the paragraph
// open at the start.
func (w *blockWriter) flow(n *html.Node, in *inline) *inline {
	return w.flowOf(slices.Collect(n.ChildNodes()), in)
}

// flowOf writes nodes that follow each other, as flow does.
func (w *blockWriter) flowOf(nodes []*html.Node, in *inline) *inline {
	for i := 0; i < len(nodes) && !w.out.over; i++ {
		c := nodes[i]
		note, isNote := w.notes[c]

		switch {
		case isNote:
			w.paragraph(in)
			in = w.newInline()
			w.note(note)
			i += len(note.Body) - 1
		case hidden(c):
		case isBlock(c):
			w.paragraph(in)
			in = w.newInline()
			w.block(c)
		case w.holdsBlocks[c] && c.Data != "a":
			in = w.flow(c, in)
		default:
			in.node(c)
		}
	}
	return in
}

func (w *blockWriter) paragraph(in *inline) {
	text := in.String()
	if text == "" {
		return
	}
	w.start()
	for line := range strings.SplitSeq(text, "\n") {
		if w.out.over {
			return
		}
		if !w.plain {
			line = escapeLineStart(line)
		}
		w.line(line)
	}
}

func (w *blockWriter) block(n *html.Node) {
	if kind := attribute(n, canon.AttrCallout); kind != "" && !w.plain {
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
		w.item(n, "- ")
	case "blockquote":
		if w.plain {
			w.children(n)
			return
		}

		w.start()
		w.contain("> ", "> ", func() { w.children(n) })
	case "pre", "listing", "xmp", "plaintext":
		w.preformatted(n)
	case "hr":
		if !w.plain {
			w.start()
			w.line("---")
		}
	case "table":
		w.table(n)
	default:
		w.children(n)
	}
}

// contain writes a container: first prefixes its first line, rest the others.
func (w *blockWriter) contain(first, rest string, content func()) {
	prefix := w.prefix
	tight := w.tight
	if w.marker == "" {
		w.marker = prefix
	}
	w.marker += first
	w.prefix += rest
	w.fresh = true
	w.tight = false
	content()
	if w.marker != "" { // it was empty
		w.line("")
	}
	w.prefix = prefix
	w.tight = tight
	w.fresh = false
}

func (w *blockWriter) heading(n *html.Node, level int) {
	in := w.newInline()
	in.nodes(n)
	text := strings.Join(strings.Fields(in.String()), " ")
	if text == "" {
		return
	}
	w.start()
	if !w.plain {
		if strings.HasSuffix(text, "#") { // a closing sequence of the heading
			text = text[:len(text)-1] + `\#`
		}
		text = strings.Repeat("#", level) + " " + text
	}
	w.line(text)
}

// list writes a list. A list directly after another of its kind gets a different mark, which separates the two in
// Markdown.
func (w *blockWriter) list(n *html.Node) {
	bullet := "- "
	point := ". "
	if prev := previousElement(n); prev != nil && prev.Data == n.Data && !w.plain && w.listMarks[prev] == 0 {
		bullet = "* "
		point = ") "
		if w.listMarks == nil {
			w.listMarks = map[*html.Node]byte{}
		}
		w.listMarks[n] = 1
	}

	number, err := strconv.Atoi(attribute(n, "start"))
	if n.Data != "ol" || err != nil || number < 0 || number > 999_999_999 {
		number = 1
	}

	loose := w.isLoose(n)
	first := true
	for c := n.FirstChild; c != nil && !w.out.over; c = c.NextSibling {
		if hidden(c) || c.Type == html.TextNode && strings.TrimSpace(c.Data) == "" {
			continue
		}
		if c.Data == "ul" || c.Data == "ol" { // a list directly inside a list
			w.contain("  ", "  ", func() { w.tight = true; w.list(c) })
			continue
		}
		if note, isNote := w.notes[c]; isNote {
			w.note(note)
			continue
		}
		mark := bullet
		if n.Data == "ol" {
			mark = strconv.Itoa(min(number, 999_999_999)) + point
			number++
		}
		if first || loose {
			w.start()
		}
		first = false
		tight := w.tight
		w.contain(mark, strings.Repeat(" ", len(mark)), func() {
			w.tight = !loose
			if isBlock(c) {
				w.children(c)
			} else {
				in := w.newInline()
				in.node(c)
				w.paragraph(in)
			}
		})
		w.tight = tight
	}
}

func (w *blockWriter) item(n *html.Node, mark string) {
	w.start()
	w.contain(mark, strings.Repeat(" ", len(mark)), func() { w.children(n) })
}

func previousElement(n *html.Node) *html.Node {
	for p := n.PrevSibling; p != nil; p = p.PrevSibling {
		if p.Type == html.ElementNode && !hidden(p) {
			return p
		}
		if p.Type == html.TextNode && strings.TrimSpace(p.Data) != "" {
			return nil
		}
	}
	return nil
}

// isLoose reports whether an item contains a paragraph, code, quote or table: then its blocks are separated by
// empty lines.
func (w *blockWriter) isLoose(list *html.Node) bool {
	for item := list.FirstChild; item != nil; item = item.NextSibling {
		for c := item.FirstChild; c != nil; c = c.NextSibling {
			switch c.Data {
			case "p", "pre", "blockquote", "table", "h1", "h2", "h3", "h4", "h5", "h6":
				if c.Type == html.ElementNode {
					return true
				}
			}
		}
	}
	return false
}

// preformatted writes a fenced block whose fence is longer than any in the text.
func (w *blockWriter) preformatted(n *html.Node) {
	text := strings.TrimSuffix(rawText(n), "\n")
	if strings.TrimSpace(text) == "" {
		return
	}

	w.start()
	fence := ""
	if !w.plain {
		fence = strings.Repeat("`", max(3, longestRun(text, '`')+1))
		w.line(fence + languageOf(n))
	}

	for line := range strings.SplitSeq(text, "\n") {
		if w.out.over {
			return
		}
		w.line(strings.TrimSuffix(line, "\r"))
	}

	if !w.plain {
		w.line(fence)
	}
}

func languageOf(pre *html.Node) string {
	nodes := []*html.Node{pre}
	if pre.FirstChild != nil {
		nodes = append(nodes, pre.FirstChild)
	}
	for _, n := range nodes {
		for class := range strings.FieldsSeq(attribute(n, "class")) {
			if languageClass.MatchString(class) {
				return strings.TrimPrefix(class, "language-")
			}
		}
	}
	return ""
}

// rawText is all text below n unchanged, with line breaks as line ends.
func rawText(n *html.Node) string {
	var b strings.Builder
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		switch {
		case n.Type == html.TextNode:
			b.WriteString(n.Data)
		case n.Type == html.ElementNode && n.Data == "br":
			b.WriteByte('\n')
		case !hidden(n):
			for c := n.FirstChild; c != nil; c = c.NextSibling {
				walk(c)
			}
		}
	}
	walk(n)
	return b.String()
}

func longestRun(s string, c byte) int {
	longest := 0
	run := 0
	for i := range len(s) {
		if s[i] == c {
			run++
			longest = max(longest, run)
		} else {
			run = 0
		}
	}
	return longest
}
