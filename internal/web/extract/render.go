package extract

import (
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/farebox/farebox/internal/web/canon"
	"github.com/farebox/farebox/internal/web/extract/blocks"
)

// maxNesting is the deepest indentation of lists and quotes; deeper levels stay at this one.
const maxNesting = 8

// renderer writes the chosen part of a page. Only nodes on the way to something chosen are visited.
type renderer struct {
	addresses *addresses
	markdown  bool
	noImages  bool
	links     linkWriter
	named     map[string]bool     // references that words of the content have; a picture need not lead there too
	live      map[*html.Node]bool // chosen texts and images, with their ancestors
	mixed     map[*html.Node]bool // inline elements with block elements inside
	nesting   int
	inCell    bool
	dollars   bool // the page has formulas, so that a dollar in its text must not look like one

	notes map[string]canon.Note // by label
	moved map[*html.Node]bool   // bodies of notes, which are written after the content
	cited []string              // labels in the order of their marks
}

// render writes the chosen blocks of the page in the given format, then the notes that they have marks of.
func render(page *blocks.Page, found *canon.Page, c choice, base *url.URL, as Options) string {
	r := &renderer{
		addresses: newAddresses(base).onPage(c.address),
		markdown:  as.Format == Markdown,
		noImages:  as.NoImages,
		links:     linkWriter{style: as.Links},
		live:      make(map[*html.Node]bool),
		mixed:     make(map[*html.Node]bool),
		dollars:   found.Formulas > 0,
	}

	keep := c.keep
	if r.markdown {
		keep = r.citeNotes(page, found, keep)
	}

	for i := range page.Blocks {
		if keep[i] {
			for _, n := range page.Blocks[i].Nodes {
				r.mark(n)
			}
		}
	}

	if len(r.live) == 0 {
		return ""
	}

	if r.markdown {
		for _, n := range chosenImages(page, keep, base, c.picture) {
			r.mark(n)
		}
		r.markBoxes(page.Doc)
		r.nameTargets()
	}

	content := strings.Trim(r.children(page.Doc, ""), "\n")
	return content + r.writeNotes() + r.links.targets()
}

// nameTargets notes the references of the links that have chosen text, as the page writes them.
func (r *renderer) nameTargets() {
	r.named = make(map[string]bool)
	for text := range r.live {
		if text.Type != html.TextNode || strings.TrimSpace(text.Data) == "" {
			continue
		}
		for up := text.Parent; up != nil; up = up.Parent {
			if up.DataAtom == atom.A {
				r.named[attribute(up, "href")] = true
				break
			}
		}
	}
}

// mark makes n and its ancestors live.
func (r *renderer) mark(n *html.Node) {
	inBlock := false
	for ; n != nil; n = n.Parent {
		if r.live[n] && (!inBlock || r.mixed[n] || blocks.IsBlock(n)) {
			return
		}
		r.live[n] = true
		if n.Type == html.ElementNode {
			if blocks.IsBlock(n) || isDisplayed(n) {
				inBlock = true
			} else if inBlock {
				r.mixed[n] = true
			}
		}
	}
}

// children writes n's content as blocks separated by blank lines. Text directly inside n forms paragraphs; a
// non-empty link wraps the first of them.
func (r *renderer) children(n *html.Node, link string) string {
	return r.sequence(slices.Collect(n.ChildNodes()), link)
}

// sequence writes nodes that follow each other, as children does.
func (r *renderer) sequence(nodes []*html.Node, link string) string {
	w := blockJoiner{}
	var run []*html.Node
	breaks := 0

	endRun := func() {
		if text := r.paragraph(run); text != "" {
			if link != "" && r.markdown && !hasLink(text) {
				text = r.links.write(strings.ReplaceAll(text, "\n", " "), link)
				link = ""
			}
			w.add(text)
		}
		run = nil
		breaks = 0
	}

	for _, c := range nodes {
		if r.moved[c] {
			continue
		}
		if c.DataAtom == atom.Br {
			// Two line breaks end a paragraph.
			if breaks++; breaks >= 2 {
				endRun()
			} else {
				run = append(run, c)
			}
			continue
		}
		if !r.live[c] {
			if len(run) > 0 && breaksLine(c) {
				run = append(run, c)
			}
			continue
		}
		switch {
		case isDisplayed(c):
			endRun()
			w.add(r.displayed(c))
		case c.Type == html.TextNode || c.Type == html.ElementNode && !blocks.IsBlock(c) && !r.mixed[c]:
			run = append(run, c)
			breaks = 0
		case r.mixed[c]:
			endRun()
			inner := ""
			if c.DataAtom == atom.A {
				inner = r.href(c)
			}
			w.add(r.children(c, inner))
		default:
			endRun()
			text := r.block(c, link)
			if text != "" && link != "" && strings.Contains(text, link) {
				link = ""
			}
			w.add(text)
		}
	}

	endRun()
	return w.String()
}

// paragraph writes a run of inline nodes.
func (r *renderer) paragraph(run []*html.Node) string {
	if len(run) == 0 {
		return ""
	}
	var in inline
	for _, n := range run {
		r.inline(&in, n)
	}
	text := in.String()
	if r.markdown && !r.inCell {
		return escapeStart(text)
	}
	return text
}

func (r *renderer) block(n *html.Node, link string) string {
	if kind := attribute(n, canon.AttrCallout); kind != "" && r.markdown && r.nesting < maxNesting {
		return r.callout(n, kind)
	}
	if level := headingLevel(n.DataAtom); level > 0 {
		return r.heading(n, level, link)
	}

	switch n.DataAtom {
	case atom.Pre, atom.Listing, atom.Xmp:
		return r.code(n)
	case atom.Ul, atom.Ol, atom.Menu, atom.Dir:
		return r.list(n)
	case atom.Blockquote:
		return r.quote(n)
	case atom.Table:
		if isDataTable(n) {
			return r.table(n)
		}
	case atom.Li:
		// An item outside any list, or wrapped in another element inside one.
		if r.nesting >= maxNesting {
			return r.children(n, link)
		}
		r.nesting++
		text := item("- ", r.children(n, link))
		r.nesting--
		return text
	case atom.Dt:
		text := r.children(n, link)
		if r.markdown && text != "" && !strings.ContainsAny(text, "\n*") {
			return "**" + text + "**"
		}
		return text
	}

	return r.children(n, link)
}

func (r *renderer) heading(n *html.Node, level int, link string) string {
	text := strings.Join(strings.Fields(r.children(n, link)), " ")
	if !r.markdown || r.inCell || text == "" {
		return text
	}
	return strings.Repeat("#", level) + " " + plainHeading(text)
}

var (
	escapedNumber = regexp.MustCompile(`^(\d+)\\([.)])`)
	boldWhole     = regexp.MustCompile(`^\*\*([^*]+)\*\*$`)
)

// plainHeading is the text of a heading without what a line of text needs at its start, and not bold as a whole: a
// heading is.
func plainHeading(text string) string {
	text = escapedNumber.ReplaceAllString(strings.TrimPrefix(text, "\\"), "$1$2")
	return boldWhole.ReplaceAllString(text, "$1")
}

func (r *renderer) quote(n *html.Node) string {
	if r.nesting >= maxNesting {
		return r.children(n, "")
	}
	r.nesting++
	text := r.children(n, "")
	r.nesting--
	if text == "" || !r.markdown {
		return text
	}
	return "> " + strings.ReplaceAll(text, "\n", "\n> ")
}

func (r *renderer) list(n *html.Node) string {
	if r.nesting >= maxNesting {
		return r.children(n, "")
	}
	r.nesting++
	defer func() { r.nesting-- }()

	number := 1
	if start, err := strconv.Atoi(attribute(n, "start")); err == nil && start >= 0 && start < 1e6 {
		number = start
	}

	var items []string
	loose := false
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if !r.live[c] || r.moved[c] {
			if c.DataAtom == atom.Li {
				number++
			}
			continue
		}
		marker := "- "
		if n.DataAtom == atom.Ol && c.DataAtom == atom.Li {
			// Numbers are list markup, so plain text omits them.
			if r.markdown {
				marker = strconv.Itoa(number) + ". "
			}
			number++
		}
		var text string
		switch {
		case c.DataAtom == atom.Li:
			text = item(marker, r.children(c, ""))
		case c.Type == html.TextNode:
			text = item(marker, r.paragraph([]*html.Node{c}))
		case c.DataAtom == atom.Ul || c.DataAtom == atom.Ol:
			// A list wrongly placed beside its item.
			text = r.list(c)
			if len(items) > 0 && text != "" {
				text = "  " + strings.ReplaceAll(text, "\n", "\n  ")
			}
		case blocks.IsBlock(c):
			text = r.block(c, "")
		default:
			text = item(marker, r.paragraph([]*html.Node{c}))
		}
		if text == "" {
			continue
		}
		loose = loose || strings.Contains(text, "\n\n")
		items = append(items, text)
	}

	if loose {
		return strings.Join(items, "\n\n")
	}
	return strings.Join(items, "\n")
}

// item puts a marker before the first line and indents the others. A list inside an item follows it without a blank
// line.
func item(marker, text string) string {
	if text == "" {
		return ""
	}
	if head, rest, found := strings.Cut(text, "\n\n"); found && !strings.Contains(rest, "\n\n") && (strings.HasPrefix(rest, "- ") || strings.HasPrefix(rest, "1. ")) {
		text = head + "\n" + rest
	}
	indent := "\n" + strings.Repeat(" ", len(marker))
	return marker + strings.ReplaceAll(strings.ReplaceAll(text, "\n", indent), indent+"\n", "\n\n")
}

// blockJoiner joins blocks with blank lines.
type blockJoiner struct{ b strings.Builder }

func (w *blockJoiner) add(block string) {
	if block == "" {
		return
	}
	if w.b.Len() > 0 {
		w.b.WriteString("\n\n")
	}
	w.b.WriteString(block)
}

func (w *blockJoiner) String() string { return w.b.String() }

// code writes a pre element, which canon has given its form: in Markdown fenced, with the language.
func (r *renderer) code(n *html.Node) string {
	var b strings.Builder
	language := ""
	for c := range n.Descendants() {
		switch {
		case c.Type == html.TextNode:
			b.WriteString(c.Data)
		case c.DataAtom == atom.Code && language == "":
			language = strings.TrimPrefix(attribute(c, "class"), "language-")
		}
	}
	text := strings.TrimRight(strings.Trim(b.String(), "\r\n"), " \t\r\n")
	if text == "" || !r.markdown {
		return text
	}

	fence := "```"
	for strings.Contains(text, fence) && len(fence) < 20 {
		fence += "`"
	}

	return fence + language + "\n" + text + "\n" + fence
}
