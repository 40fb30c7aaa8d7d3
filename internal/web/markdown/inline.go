package markdown

import (
	"bytes"
	"maps"
	"strings"

	"golang.org/x/net/html"

	"github.com/farebox/farebox/internal/web/canon"
	"github.com/farebox/farebox/internal/web/htmlpage"
)

// inline gathers a paragraph's text with white space collapsed as in a browser.
type inline struct {
	w    *writer
	buf  []byte
	cell bool // of a table, whose lines HTML breaks

	lead    bool // white space came before the first character
	pending bool // white space came last
	broken  bool // a line of a cell ended
	open    map[string]bool
	closed  string // the mark just closed at the end of buf
	escape  string // what must not follow the text at the end of buf, unless its last character is escaped
	hasLink bool   // or a picture: links do not nest
}

func (w *writer) newInline() *inline {
	in := &inline{w: w}
	if w.around != nil {
		in.open = map[string]bool{"a": true}
	}
	return in
}

func (in *inline) String() string { return strings.TrimRight(string(in.buf), " \n") }

// put adds text that stays together, after pending white space.
func (in *inline) put(s string) {
	if s == "" {
		return
	}
	switch {
	case in.broken && len(in.buf) > 0:
		in.buf = append(in.buf, "<br>"...)
	case in.pending && len(in.buf) > 0 && in.buf[len(in.buf)-1] != '\n':
		in.buf = append(in.buf, ' ')
	case in.escape != "" && strings.IndexByte(in.escape, s[0]) >= 0:
		last := len(in.buf) - 1
		in.buf = append(in.buf[:last], '\\', in.buf[last])
	}
	in.pending = false
	in.broken = false
	in.buf = append(in.buf, s...)
	in.closed = ""
	in.escape = ""
}

func (in *inline) space() {
	if len(in.buf) == 0 {
		in.lead = true
		return
	}
	in.pending = true
}

func (in *inline) nodes(n *html.Node) {
	for c := n.FirstChild; c != nil && !in.w.over; c = c.NextSibling {
		in.node(c)
	}
}

func (in *inline) node(n *html.Node) {
	if isHidden(n) {
		return
	}
	if n.Type == html.TextNode {
		in.text(n.Data)
		return
	}

	switch n.Data {
	case "br":
		in.lineBreak()
	case "img":
		in.image(n)
	case "a":
		in.link(n)
	case "b", "strong":
		in.marked(n, "**")
	case "i", "em":
		in.marked(n, "*")
	case "del", "s", "strike":
		in.marked(n, "~~")
	case "code", "kbd", "samp", "tt":
		in.code(n)
	case "input":
		_, checked := htmlpage.Attribute(n, "checked")
		in.box(checked)
	case canon.Box:
		in.box(attribute(n, canon.AttrChecked) == "true")
	case canon.Formula:
		in.formula(n)
	case canon.NoteRef:
		in.put(in.w.noteMark(n))
	case "wbr":
	case "pre":
		in.border(n)
		in.code(n)
		in.border(n)
	default:
		in.border(n)
		in.nodes(n)
		in.border(n)
	}
}

// border sets the content of a block apart. What is in a row of a table in a cell stays on a line.
func (in *inline) border(n *html.Node) {
	switch {
	case !isBlock(n):
	case in.cell && !isCell(n):
		in.lineBreak()
	default:
		in.space()
	}
}

func (in *inline) text(s string) {
	if !in.w.as.Plain {
		s = escapeText(s, in.open["a"])
		if in.w.dollars {
			s = strings.ReplaceAll(s, "$", `\$`)
		}
	}

	const white = " \t\n\r\f"
	for s != "" {
		end := strings.IndexAny(s, white)
		if end < 0 {
			end = len(s)
		}
		if in.put(s[:end]); end > 0 && !in.w.as.Plain {
			in.escape = toEscape(in.buf)
		}
		if s = s[end:]; s != "" {
			in.space()
			s = strings.TrimLeft(s, white)
		}
	}
}

// lineBreak breaks the line, and the second in a row the paragraph.
func (in *inline) lineBreak() {
	in.pending = false
	if len(in.buf) == 0 {
		return
	}
	if in.cell {
		in.pending = true
		in.broken = !in.open["a"] && !in.w.as.Plain
		return
	}

	in.closed = ""
	in.escape = ""
	switch {
	case bytes.HasSuffix(in.buf, []byte("\n\n")):
	case in.buf[len(in.buf)-1] == '\n':
		in.buf = append(bytes.TrimRight(in.buf, " \n"), "\n\n"...)
	case in.w.as.Plain:
		in.buf = append(in.buf, '\n')
	default:
		in.buf = append(in.buf, "  \n"...)
	}
}

// oneLine is a text without line breaks.
func oneLine(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "  \n", " "), "\n", " ")
}

// nested gathers an element's content separately.
func (in *inline) nested(n *html.Node, mark string) *inline {
	inner := &inline{
		w:    in.w,
		cell: in.cell,
		open: map[string]bool{mark: true},
	}
	maps.Copy(inner.open, in.open)
	inner.nodes(n)
	in.hasLink = in.hasLink || inner.hasLink
	return inner
}

// marked puts marks around the content of n, with white space outside, as Markdown requires. It does not reopen
// marks that are already open, and merges neighbours.
func (in *inline) marked(n *html.Node, mark string) {
	if in.w.as.Plain || in.open[mark] {
		in.nodes(n)
		return
	}

	inner := in.nested(n, mark)
	text := strings.ReplaceAll(inner.String(), "\n\n", mark+"\n\n"+mark)
	if inner.lead {
		in.space()
	}

	if text != "" {
		if in.closed == mark {
			in.buf = in.buf[:len(in.buf)-len(mark)]
			in.put(text + mark)
		} else {
			in.put(mark + text + mark)
		}
		in.closed = mark
	}

	in.end(inner)
}

// end takes over the white space at the end of an element's content.
func (in *inline) end(inner *inline) {
	if inner.pending {
		in.space()
	}
	in.broken = in.broken || inner.broken
}

func (in *inline) link(n *html.Node) {
	if !in.w.isLink(n) || in.open["a"] {
		in.nodes(n)
		return
	}
	inner := in.nested(n, "a")
	text := strings.TrimSpace(oneLine(inner.String()))
	if inner.lead {
		in.space()
	}
	if text != "" {
		in.put(in.w.link(unbracketed(text), n))
		in.hasLink = true
	}
	in.end(inner)
}

// unbracketed takes off brackets around the whole text of a link: Markdown has its own.
func unbracketed(text string) string {
	inner, opens := strings.CutPrefix(text, `\[`)
	inner, closes := strings.CutSuffix(inner, `\]`)
	if !opens || !closes || inner == "" || strings.ContainsAny(inner, "[]") {
		return text
	}
	return inner
}

// image writes a picture, or its words if it has no address.
func (in *inline) image(n *html.Node) {
	alt := strings.Join(strings.Fields(attribute(n, "alt")), " ")
	src := attribute(n, "src")
	if in.w.as.Plain {
		in.put(alt)
		return
	}
	alt = escapeText(alt, true)
	if src == "" {
		in.put(alt)
		return
	}
	in.put("![" + alt + "](" + targetEscapes.Replace(src) + titleOf(n) + ")")
	in.hasLink = true
}

func titleOf(n *html.Node) string {
	title := strings.Join(strings.Fields(attribute(n, "title")), " ")
	if title == "" {
		return ""
	}
	return ` "` + titleEscapes.Replace(title) + `"`
}

// box writes the box of a task.
func (in *inline) box(checked bool) {
	if checked {
		in.put("[x]")
	} else {
		in.put("[ ]")
	}
	in.space()
}

// formula writes a formula within a line; a bar would end a cell.
func (in *inline) formula(n *html.Node) {
	tex := strings.Join(strings.Fields(n.FirstChild.Data), " ")
	if in.cell {
		tex = strings.ReplaceAll(tex, "|", `\vert `)
	}
	mark := "$"
	if strings.Contains(tex, "$") || isBlock(n) {
		mark = "$$"
	}
	in.put(mark + tex + mark)
}

// code writes code within a line. A link in it is code of its own: Markdown has no links within code.
func (in *inline) code(n *html.Node) {
	var run strings.Builder
	end := func() {
		in.codeSpan(run.String(), nil)
		run.Reset()
	}

	var walk func(*html.Node)
	walk = func(n *html.Node) {
		switch {
		case isHidden(n):
		case n.Type == html.TextNode:
			run.WriteString(n.Data)
		case n.Data == "br" && in.cell:
			end()
			in.lineBreak()
		case n.Data == "br":
			run.WriteByte('\n')
		case in.w.isLink(n) && !in.open["a"]:
			end()
			in.codeSpan(textBelow(n), n)
		default:
			for c := n.FirstChild; c != nil; c = c.NextSibling {
				walk(c)
			}
		}
	}

	walk(n)
	end()
}

// codeSpan writes code with marks longer than any run inside, as a link if there is one.
func (in *inline) codeSpan(raw string, link *html.Node) {
	const white = " \t\n\r\f"
	isWhite := func(r rune) bool { return strings.ContainsRune(white, r) }
	text := strings.Join(strings.FieldsFunc(raw, isWhite), " ")
	if raw != "" && isWhite(rune(raw[0])) {
		in.space()
	}
	if text == "" {
		return
	}

	if !in.w.as.Plain && !in.open["`"] {
		mark := strings.Repeat("`", longestRun(text, '`')+1)
		if text[0] == '`' || text[len(text)-1] == '`' {
			text = " " + text + " "
		}
		text = mark + text + mark
	}
	if link != nil {
		text = in.w.link(text, link)
		in.hasLink = true
	}

	in.put(text)
	if isWhite(rune(raw[len(raw)-1])) {
		in.space()
	}
}
