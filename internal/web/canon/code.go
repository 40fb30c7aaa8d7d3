package canon

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// rewriteCode gives every block of code one form: pre with a code element that has the language as its class and one
// text.
func rewriteCode(doc *html.Node) {
	visit(doc, func(n *html.Node) bool {
		switch {
		case isElement(n, atom.Table):
			if pre := codeOfTable(n); pre != nil {
				language := languageAround(n, "")
				remove(pre)
				replace(n, pre)
				rewritePre(pre, language)
				return false
			}
		case isElement(n, atom.Code) && first(n, isPre) != nil:
			liftPres(n)
			return false
		case isElement(n, atom.Code) && isCodeBlock(n), isEditor(n):
			language := languageAround(n, "")
			pre := element("pre")
			replace(n, pre)
			pre.AppendChild(n)
			rewritePre(pre, language)
			outdent(pre)
			return false
		case isPre(n):
			rewritePre(n, languageAround(n, headerLabel(n)))
			return false
		}

		return true
	})
}

// isEditor reports whether an element holds the lines of a CodeMirror editor.
func isEditor(n *html.Node) bool {
	return hasClass(n, "cm-content", "CodeMirror-code") && first(n, isPre) == nil
}

func isPre(n *html.Node) bool { return isElement(n, atom.Pre, atom.Listing, atom.Xmp) }

// liftPres puts the pre elements of a code element into its place: code is inline and cannot hold them.
func liftPres(code *html.Node) {
	language := languageOf(code)
	var pres []*html.Node
	for n := range code.Descendants() {
		if isPre(n) && !within(n, isPre) {
			pres = append(pres, n)
		}
	}
	for _, pre := range pres {
		own := languageAround(pre, language)
		remove(pre)
		code.Parent.InsertBefore(pre, code)
		rewritePre(pre, own)
	}
	remove(code)
}

// isCodeBlock reports whether a code element outside of pre is a block: it says so, or is all of its parent and has
// several lines.
func isCodeBlock(n *html.Node) bool {
	if within(n, isPre) || n.Parent == nil {
		return false
	}
	if hasClass(n, "block") {
		return true
	}
	if !isElement(n.Parent, atom.Div, atom.Figure, atom.P, atom.Section, atom.Td) || isFact(n.Parent) {
		return false
	}

	for c := n.Parent.FirstChild; c != nil; c = c.NextSibling {
		hasText := c.Type == html.TextNode && !blank(c.Data)
		if c != n && (hasText || c.Type == html.ElementNode && !isElement(c, atom.Button)) {
			return false
		}
	}

	lines := strings.Split(strings.TrimSpace(textOf(n, 2000)), "\n")
	breaks := 0

	for c := range n.Descendants() {
		if isElement(c, atom.Br) || isLine(c) {
			breaks++
		}
	}

	return len(lines) > 1 && n.Parent.DataAtom != atom.P || breaks > 1 || isExample(n.Parent)
}

// isExample reports whether a paragraph is all of a box that is named as an example or a listing.
func isExample(p *html.Node) bool {
	if !isElement(p, atom.P) || !isElement(p.Parent, atom.Div) ||
		!hasClass(p.Parent, "example", "listing", "code", "code-block", "codeblock") {
		return false
	}
	const most = 20 // neighbours
	steps := 0
	for c := p.Parent.FirstChild; c != nil; c = c.NextSibling {
		if steps++; steps > most || c != p && !blank(textOf(c, 20)) {
			return false
		}
	}
	return true
}

// isFact reports whether other cells of its row have words: its code is a fact of a table.
func isFact(cell *html.Node) bool {
	if !isElement(cell, atom.Td) {
		return false
	}
	isWords := func(n *html.Node) bool {
		return isElement(n, atom.Td, atom.Th) && strings.ContainsFunc(textOf(n, 200), unicode.IsLetter)
	}
	const most = 20 // neighbours
	for s, steps := cell.Parent.FirstChild, 0; s != nil && steps < most; s, steps = s.NextSibling, steps+1 {
		if s != cell && isWords(s) {
			return true
		}
	}
	return false
}

// outdent takes off the indentation that all lines of a block share: outside of pre it is the page's own.
func outdent(pre *html.Node) {
	content := pre.FirstChild.FirstChild
	if content == nil {
		return
	}
	lines := strings.Split(strings.Trim(strings.TrimRight(content.Data, " \t\n"), "\n"), "\n")
	shared := -1
	for _, line := range lines {
		indent := len(line) - len(strings.TrimLeft(line, " \t"))
		if !blank(line) && (shared < 0 || indent < shared) {
			shared = indent
		}
	}
	for i, line := range lines {
		lines[i] = line[min(max(shared, 0), len(line)):]
	}
	content.Data = strings.Join(lines, "\n")
}

// codeOfTable finds the code in a table with a column of line numbers. Every cell is code or numbers.
func codeOfTable(table *html.Node) *html.Node {
	if first(table, isSecondRow) != nil {
		return numberedRows(table)
	}
	const most = 20_000
	var pre *html.Node
	cells := 0

	for n := range table.Descendants() {
		if !isElement(n, atom.Td, atom.Th) {
			continue
		}
		if cells++; cells > 2 {
			return nil
		}
		shown := textOf(n, most)
		if blank(strings.Trim(shown, "0123456789 \n\t\r")) {
			continue
		}
		if pre != nil {
			return nil
		}
		if pre = first(n, isPre); pre == nil {
			return nil
		}
	}

	if cells != 2 || pre == nil {
		return nil
	}

	return pre
}

func isSecondRow(n *html.Node) bool {
	if !isElement(n, atom.Tr) {
		return false
	}
	for s := n.PrevSibling; s != nil; s = s.PrevSibling {
		if isElement(s, atom.Tr) {
			return true
		}
	}
	return false
}

// numberedRows makes one pre of a table with a row for each line: a number, and the code.
func numberedRows(table *html.Node) *html.Node {
	pre := element("pre")
	marked := hasClass(table, "highlight", "chroma", "lntable", "rouge-table", "hljs-ln", "code",
		"js-file-line-container")
	var b strings.Builder

	for n := range table.Descendants() {
		if !isElement(n, atom.Tr) {
			continue
		}
		var cells []*html.Node
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			if isElement(c, atom.Td, atom.Th) {
				cells = append(cells, c)
			}
		}
		if len(cells) != 2 || !blank(strings.Trim(textOf(cells[0], 30), "0123456789 \n\t\r")) ||
			!marked && first(cells[1], func(c *html.Node) bool { return isElement(c, atom.Code, atom.Pre) }) == nil {
			return nil
		}
		b.WriteString(strings.Trim(codeText(cells[1]), "\n"))
		b.WriteByte('\n')
	}

	if blank(b.String()) {
		return nil
	}

	pre.AppendChild(text(b.String()))
	table.AppendChild(pre)
	return pre
}

// rewritePre replaces the content of a block of code.
func rewritePre(pre *html.Node, language string) {
	if language == "" {
		language = headerInside(pre)
	}
	code := element("code")
	if language != "" {
		code.Attr = append(code.Attr, html.Attribute{Key: "class", Val: "language-" + language})
	}
	if content := codeText(pre); !blank(content) {
		code.AppendChild(text(content))
	}
	clearChildren(pre)
	pre.AppendChild(code)
}

// codeText is the text of a block of code, without line numbers, buttons and labels.
func codeText(n *html.Node) string {
	w := &codeWriter{numbers: lineNumbers(n)}
	w.split = !strings.Contains(strings.TrimSpace(textOf(n, 1<<20)), "\n") &&
		first(n, func(c *html.Node) bool { return isElement(c, atom.Br) }) == nil
	w.children(n)
	return strings.ReplaceAll(w.b.String(), "\u200b", "")
}

type codeWriter struct {
	b       strings.Builder
	numbers map[*html.Node]bool
	split   bool // only elements end lines
}

func (w *codeWriter) children(n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		w.node(c)
	}
}

func (w *codeWriter) node(n *html.Node) {
	switch {
	case n.Type == html.TextNode:
		w.b.WriteString(n.Data)
		return
	case n.Type != html.ElementNode, w.numbers[n], isFurniture(n):
		return
	case isElement(n, atom.Br):
		w.b.WriteByte('\n')
		return
	}

	block := w.split && isLine(n) ||
		isElement(n, atom.Div, atom.P, atom.Tr, atom.Li, atom.Figure, atom.Ol, atom.Ul, atom.Table)
	if block {
		w.endLine()
	}

	start := w.b.Len()
	w.children(n)
	if block && w.b.Len() == start && w.split && isLine(n) {
		w.b.WriteByte('\n')
		return
	}

	if block {
		w.endLine()
	}
}

func (w *codeWriter) endLine() {
	if w.b.Len() > 0 && !strings.HasSuffix(w.b.String(), "\n") {
		w.b.WriteByte('\n')
	}
}

// isLine reports whether an element is one line of code by its name.
func isLine(n *html.Node) bool {
	if n.Type != html.ElementNode {
		return false
	}
	return hasAttr(n, "data-line") || hasAttr(n, "data-line-number") || hasClass(n, "line", "code-line", "cm-line",
		"CodeMirror-line", "view-line", "token-line", "ec-line", "hljs-ln-line")
}

var furniture = regexp.MustCompile(`(?i)(?:^|[\s_-])(?:copy|copied|clipboard|toolbar|header|lang(?:uage)?-(?:name|label)|` +
	`code-?(?:header|toolbar|title)|tooltip|gutter|linenos?|line-?num(?:ber)?s?|lnt?|linenodiv|rouge-gutter|` +
	`visually-hidden|sr-only)(?:$|[\s_-])`)

// isFurniture reports whether an element in a block of code is no part of it.
func isFurniture(n *html.Node) bool {
	if isElement(n, atom.Button, atom.Svg, atom.Style, atom.Script, atom.Template, atom.Select, atom.Input,
		atom.Textarea) {
		return true
	}
	if isHidden(n) {
		return true
	}
	class := attr(n, "class")
	if class == "" || !furniture.MatchString(class) {
		return hasAttr(n, "data-copy") || n.Data == "clipboard-copy"
	}
	// A highlighter's own names, such as "hljs-copy", may hold code. What a reader does not need is short.
	return len(textOf(n, 100)) < 80 || blank(strings.Trim(textOf(n, 1<<16), "0123456789 \n\t\r"))
}

// isHidden reports whether an element is shown only while a pointer rests on a word of the code, or, as the lines
// around an example of mdBook, only when asked for.
func isHidden(n *html.Node) bool {
	return attr(n, "role") == "tooltip" ||
		hasClass(n, "hover-info", "twoslash-popup-container", "twoslash-popup-info", "lsp-hover", "boring")
}

// lineNumbers finds the elements that hold consecutive numbers, each at the start of a line.
func lineNumbers(pre *html.Node) map[*html.Node]bool {
	const fewest = 2
	var found []*html.Node
	next := 0

	for n := range pre.Descendants() {
		if n.Type != html.ElementNode || n.FirstChild == nil || n.FirstChild != n.LastChild ||
			n.FirstChild.Type != html.TextNode {
			continue
		}

		value, err := strconv.Atoi(strings.TrimSpace(n.FirstChild.Data))
		if err != nil || value < 0 || !startsLine(n, pre) {
			continue
		}
		if len(found) > 0 && value != next {
			return nil
		}
		found = append(found, n)
		next = value + 1
	}

	lines := strings.Count(strings.TrimSpace(textOf(pre, 1<<20)), "\n") + 1
	if len(found) < fewest || len(found)*2 < lines {
		return nil
	}

	numbers := make(map[*html.Node]bool, len(found))

	for _, n := range found {
		numbers[n] = true
	}

	return numbers
}

// startsLine reports whether an element is the first of its line.
func startsLine(n, pre *html.Node) bool {
	for at := n; at != pre && at != nil; at = at.Parent {
		prev := at.PrevSibling
		if prev == nil {
			if isElement(at.Parent, atom.Div, atom.Li, atom.Tr, atom.P) || isLine(at.Parent) {
				return true
			}
			continue
		}
		if isElement(prev, atom.Br, atom.Div, atom.Li, atom.P) {
			return true
		}
		before := textOf(prev, 1<<16)
		return strings.HasSuffix(before, "\n") || strings.HasSuffix(strings.TrimRight(before, " "), "\n") || isLine(prev)
	}
	return true
}
