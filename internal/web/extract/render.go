package extract

import (
	"net/url"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/farebox/farebox/internal/web/extract/blocks"
)

// maxNesting is the deepest indentation of lists and quotes; deeper levels stay at this one.
const maxNesting = 8

// renderer writes the chosen part of a page. Only nodes on the way to something chosen are visited.
type renderer struct {
	addresses *addresses
	markdown  bool
	live      map[*html.Node]bool // chosen texts and images, with their ancestors
	mixed     map[*html.Node]bool // inline elements with block elements inside
	nesting   int
}

// render writes the chosen blocks of the page in the given format.
func render(page *blocks.Page, c choice, base *url.URL, format Format) string {
	r := &renderer{addresses: newAddresses(base), markdown: format == Markdown, live: make(map[*html.Node]bool), mixed: make(map[*html.Node]bool)}
	for i := range page.Blocks {
		if c.keep[i] {
			for _, n := range page.Blocks[i].Nodes {
				r.mark(n)
			}
		}
	}
	if len(r.live) == 0 {
		return ""
	}
	if r.markdown {
		for _, n := range chosenImages(page, c.keep, base) {
			r.mark(n)
		}
	}
	return strings.Trim(r.children(page.Doc, ""), "\n")
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
			if blocks.IsBlock(n) {
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
	w := blockJoiner{}
	var run []*html.Node
	breaks := 0

	endRun := func() {
		if text := r.paragraph(run); text != "" {
			if link != "" && r.markdown && !strings.Contains(text, "](") {
				text = "[" + strings.ReplaceAll(text, "\n", " ") + "](" + link + ")"
				link = ""
			}
			w.add(text)
		}
		run = nil
		breaks = 0
	}

	for c := n.FirstChild; c != nil; c = c.NextSibling {
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
	if r.markdown {
		return escapeStart(text)
	}
	return text
}

func (r *renderer) block(n *html.Node, link string) string {
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
	if !r.markdown || text == "" {
		return text
	}
	return strings.Repeat("#", level) + " " + strings.TrimPrefix(text, "\\")
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
		if !r.live[c] {
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

// code writes a pre element: in Markdown fenced, with the language from its class.
func (r *renderer) code(n *html.Node) string {
	var b strings.Builder
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		switch {
		case n.Type == html.TextNode:
			if r.live[n] || strings.TrimSpace(n.Data) == "" {
				b.WriteString(n.Data)
			}
			return
		case n.DataAtom == atom.Br:
			b.WriteByte('\n')
			return
		case n.Type == html.ElementNode && (blocks.Skipped(n) || isGutter(n)):
			return
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
		if (n.DataAtom == atom.Div || n.DataAtom == atom.P || n.DataAtom == atom.Tr || n.DataAtom == atom.Li) && b.Len() > 0 && !strings.HasSuffix(b.String(), "\n") {
			b.WriteByte('\n')
		}
	}

	for c := n.FirstChild; c != nil; c = c.NextSibling {
		walk(c)
	}
	text := strings.TrimRight(strings.Trim(b.String(), "\r\n"), " \t\r\n")
	if text == "" || !r.markdown {
		return text
	}

	fence := "```"
	for strings.Contains(text, fence) && len(fence) < 20 {
		fence += "`"
	}

	return fence + codeLanguage(n) + "\n" + text + "\n" + fence
}

// isGutter recognises the line numbers that syntax highlighters put beside code.
func isGutter(n *html.Node) bool {
	class := attribute(n, "class")
	return strings.Contains(class, "linenos") || strings.Contains(class, "lineno") || strings.Contains(class, "line-number") || strings.Contains(class, "gutter")
}

// codeLanguage looks for the usual class names on the pre element, on a code element inside and on the element around.
func codeLanguage(n *html.Node) string {
	candidates := []*html.Node{n}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.DataAtom == atom.Code {
			candidates = append(candidates, c)
		}
	}

	for up, i := n.Parent, 0; up != nil && i < 2; up, i = up.Parent, i+1 {
		candidates = append(candidates, up)
	}

	for _, c := range candidates {
		for _, key := range []string{"class", "data-lang", "data-language"} {
			for _, name := range strings.Fields(attribute(c, key)) {
				if key != "class" {
					return languageName(name)
				}
				for _, prefix := range []string{"language-", "lang-", "highlight-source-", "highlight-text-", "brush:", "sourceCode-"} {
					if rest, found := strings.CutPrefix(name, prefix); found && languageName(rest) != "" {
						return languageName(rest)
					}
				}
			}
		}
	}

	return ""
}

func languageName(s string) string {
	s = strings.ToLower(strings.Trim(s, " ;,"))
	if len(s) > 20 {
		return ""
	}
	for _, r := range s {
		if !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '+' || r == '#' || r == '-' || r == '_' || r == '.') {
			return ""
		}
	}
	return s
}
