package convert

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/farebox/farebox/internal/web/canon"
)

// inline gathers a paragraph's text with white space collapsed as in a browser.
type inline struct {
	w    *blockWriter
	buf  []byte
	cell bool // in a table, where a bar must be escaped

	lead    bool // white space came before the first character
	pending bool // white space came last
	open    map[string]bool
	closed  string // the mark just closed at the end of buf
}

func (w *blockWriter) newInline() *inline { return &inline{w: w} }

func (in *inline) String() string { return strings.TrimRight(string(in.buf), " \n") }

// put adds text that stays together, after pending white space.
func (in *inline) put(s string) {
	if s == "" {
		return
	}
	if in.pending && len(in.buf) > 0 && in.buf[len(in.buf)-1] != '\n' {
		in.buf = append(in.buf, ' ')
	}
	in.pending = false
	in.buf = append(in.buf, s...)
	in.closed = ""
}

func (in *inline) space() {
	if len(in.buf) == 0 {
		in.lead = true
		return
	}
	in.pending = true
}

func (in *inline) nodes(n *html.Node) {
	for c := n.FirstChild; c != nil && !in.w.out.over; c = c.NextSibling {
		in.node(c)
	}
}

func (in *inline) node(n *html.Node) {
	if hidden(n) {
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
		mark := "[ ]"
		if hasAttribute(n, "checked") {
			mark = "[x]"
		}
		in.put(mark)
		in.space()
	case canon.Box:
		mark := "[ ]"
		if attribute(n, canon.AttrChecked) == "true" {
			mark = "[x]"
		}
		in.put(mark)
		in.space()
	case canon.Formula:
		in.put(inlineFormula(n, in.cell))
	case canon.NoteRef:
		in.put(in.w.noteMark(n))
	case "wbr":
	default:
		if isBlock(n) {
			in.space()
		}
		in.nodes(n)
		if isBlock(n) {
			in.space()
		}
	}
}

func hasAttribute(n *html.Node, name string) bool {
	for _, a := range n.Attr {
		if a.Key == name {
			return true
		}
	}
	return false
}

func (in *inline) text(s string) {
	if !in.w.plain {
		s = escapeText(s, in.cell)
		if in.w.dollars {
			s = strings.ReplaceAll(s, "$", `\$`)
		}
	}
	for s != "" {
		end := strings.IndexAny(s, " \t\n\r\f")
		if end < 0 {
			end = len(s)
		}
		in.put(s[:end])
		if s = s[end:]; s != "" {
			in.space()
			s = strings.TrimLeft(s, " \t\n\r\f")
		}
	}
}

func (in *inline) lineBreak() {
	in.pending = false
	if len(in.buf) == 0 {
		return
	}
	if in.cell {
		in.pending = true
		return
	}
	in.closed = ""
	if in.buf[len(in.buf)-1] == '\n' {
		return
	}
	if !in.w.plain {
		in.buf = append(in.buf, "  "...)
	}
	in.buf = append(in.buf, '\n')
}

// nested gathers an element's content separately.
func (in *inline) nested(n *html.Node, mark string) *inline {
	inner := &inline{
		w:    in.w,
		cell: in.cell,
		open: map[string]bool{mark: true},
	}
	for m := range in.open {
		inner.open[m] = true
	}
	inner.nodes(n)
	return inner
}

// marked puts marks around the content of n, with white space outside, as Markdown requires. It does not reopen
// marks that are already open, and merges adjacent runs.
func (in *inline) marked(n *html.Node, mark string) {
	if in.w.plain || in.open[mark] {
		in.nodes(n)
		return
	}

	inner := in.nested(n, mark)
	text := inner.String()
	if inner.lead {
		in.space()
	}

	if text != "" {
		if in.closed == mark && !in.pending {
			in.buf = append(in.buf[:len(in.buf)-len(mark)], text...)
			in.buf = append(in.buf, mark...)
		} else {
			in.put(mark + text + mark)
		}
		in.closed = mark
	}

	if inner.pending {
		in.space()
	}
}

// link writes a link in the form that its target allows. It omits executable targets.
func (in *inline) link(n *html.Node) {
	target, ok := cleanURL(attribute(n, "href"), "http", "https", "mailto", "tel", "ftp")
	if in.w.plain || in.open["a"] || !ok || target == "" {
		in.nodes(n)
		return
	}
	inner := in.nested(n, "a")
	text := strings.ReplaceAll(inner.String(), "  \n", " ")
	if inner.lead {
		in.space()
	}
	if text = strings.TrimSpace(text); text != "" {
		in.put("[" + text + "](" + escapeTarget(target) + titleOf(n) + ")")
	}
	if inner.pending {
		in.space()
	}
}

func (in *inline) image(n *html.Node) {
	alt := strings.Join(strings.Fields(attribute(n, "alt")), " ")
	if in.w.plain {
		in.put(alt)
		return
	}
	src := attribute(n, "src")
	if !dataImage.MatchString(src) {
		var ok bool
		if src, ok = cleanURL(src, "http", "https"); !ok || src == "" {
			return
		}
	}
	in.put("![" + escapeText(alt, in.cell) + "](" + escapeTarget(src) + titleOf(n) + ")")
}

func titleOf(n *html.Node) string {
	title := strings.Join(strings.Fields(attribute(n, "title")), " ")
	if title == "" {
		return ""
	}
	return ` "` + titleEscapes.Replace(title) + `"`
}

// Made once: a Replacer takes 8 kB, and a page may have hundreds of thousands of links.
var (
	titleEscapes  = strings.NewReplacer(`\`, `\\`, `"`, `\"`, `|`, `\|`)
	targetEscapes = strings.NewReplacer(
		" ", "%20", "(", "%28", ")", "%29", "<", "%3C", ">", "%3E", `\`, "%5C", "|", "%7C", "\u00A0", "%C2%A0",
	)
)

// escapeTarget escapes a link target so that it ends in the right place.
func escapeTarget(target string) string {
	return targetEscapes.Replace(target)
}

// code writes a code span with marks longer than any run inside.
func (in *inline) code(n *html.Node) {
	text := strings.Join(strings.FieldsFunc(rawText(n), func(r rune) bool { return strings.ContainsRune(" \t\n\r\f", r) }), " ")
	if text == "" {
		return
	}
	if in.w.plain || in.open["`"] {
		in.put(text)
		return
	}
	if in.cell {
		text = strings.ReplaceAll(text, "|", `\|`)
	}
	mark := strings.Repeat("`", longestRun(text, '`')+1)
	if text[0] == '`' || text[len(text)-1] == '`' {
		text = " " + text + " "
	}
	in.put(mark + text + mark)
}

// escapeText puts backslashes before the characters of a text that Markdown would read as marks. It checks only
// neighbours, so that snake_case, lone tildes and brackets outside links stay unchanged.
func escapeText(s string, cell bool) string {
	if !strings.ContainsAny(s, "\\`*_[]<&!~|") {
		return s
	}

	tildes := strings.Count(s, "~") > 1
	b := make([]byte, 0, len(s)+16)
	for i := 0; i < len(s); i++ {
		next := byte(0)
		if i+1 < len(s) {
			next = s[i+1]
		}
		escape := false
		switch s[i] {
		case '`', '*':
			escape = true
		case '\\':
			escape = next == 0 || next < utf8.RuneSelf && unicode.In(rune(next), unicode.P, unicode.S)
		case '_':
			before, _ := utf8.DecodeLastRuneInString(s[:i])
			after, _ := utf8.DecodeRuneInString(s[i+1:])
			escape = !isWord(before) || !isWord(after)
		case ']':
			escape = next == 0 || next == '(' || next == '[' || next == ':'
		case '[':
			escape = (next == ' ' || next == 'x' || next == 'X') && i+2 < len(s) && s[i+2] == ']'
		case '!':
			escape = next == 0 || next == '['
		case '<':
			escape = next == 0 || next == '/' || next == '!' || next == '?' || next >= 'a' && next <= 'z' || next >= 'A' && next <= 'Z'
		case '&':
			escape = looksLikeEntity(s[i+1:])
		case '~':
			escape = tildes
		case '|':
			escape = cell
		}
		if escape {
			b = append(b, '\\')
		}
		b = append(b, s[i])
	}

	return string(b)
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

func looksLikeEntity(s string) bool {
	const longest = 33
	for i := range min(len(s), longest) {
		c := s[i]
		switch {
		case c == ';':
			return i > 0
		case c == '#' && i == 0 || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
		default:
			return false
		}
	}
	return false
}

var (
	lineMark    = regexp.MustCompile(`^(?:#{1,6}(?:\s|$)|[-+](?:\s|$)|>|=+\s*$|-+\s*$|~~~|(?:-[ ]*){3,}$)`)
	lineNumber  = regexp.MustCompile(`^([0-9]{1,9})[.)](?:\s|$)`)
	headerMarks = regexp.MustCompile(`^[|:\-][|:\- ]*$`)
)

// escapeLineStart keeps the first characters of a text line from starting a block.
func escapeLineStart(line string) string {
	switch {
	case lineMark.MatchString(line), headerMarks.MatchString(line):
		return `\` + line
	case lineNumber.MatchString(line):
		digits := lineNumber.FindStringSubmatch(line)[1]
		return digits + `\` + line[len(digits):]
	}
	return line
}
