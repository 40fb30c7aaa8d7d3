package extract

import (
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/farebox/farebox/internal/web/extract/blocks"
)

// inline collects running text and collapses white space to single spaces. A line break of the page stays a line
// break.
type inline struct {
	b     strings.Builder
	space bool // write white space before the next character
	line  bool // a line break is due
}

func (in *inline) String() string { return in.b.String() }

// gap writes pending white space, unless nothing was written before it.
func (in *inline) gap() {
	if in.b.Len() > 0 {
		switch {
		case in.line:
			in.b.WriteByte('\n')
		case in.space:
			in.b.WriteByte(' ')
		}
	}
	in.space = false
	in.line = false
}

func (in *inline) write(s string) {
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		if r == ' ' || r == '\n' || r == '\t' || r == '\r' || r == '\f' || r == 0xa0 {
			in.space = true
			s = s[size:]
			continue
		}

		if r == 0x200b || r == 0xfeff || r == 0xad || r < ' ' {
			s = s[size:]
			continue
		}

		in.gap()
		end := strings.IndexAny(s, " \n\t\r\f\u00a0\u200b\ufeff\u00ad")
		if end <= 0 {
			end = len(s)
		}

		in.b.WriteString(s[:end])
		s = s[end:]
	}
}

// verbatim writes markup.
func (in *inline) verbatim(s string) {
	in.gap()
	in.b.WriteString(s)
}

// inline sets an inline node.
func (r *renderer) inline(in *inline, n *html.Node) {
	if n.Type == html.TextNode {
		if !r.live[n] {
			return
		}
		if r.markdown {
			in.write(r.escaped(n.Data))
		} else {
			in.write(n.Data)
		}
		return
	}

	if n.DataAtom == atom.Br {
		in.line = true
		return
	}
	if blocks.Skipped(n) || r.moved[n] {
		return
	}
	if !r.live[n] {
		in.line = in.line || breaksLine(n)
		return
	}
	if n.DataAtom == atom.A && isPermalink(n) {
		return
	}
	if r.canonical(in, n) {
		return
	}
	if !r.markdown {
		r.inlineChildren(in, n)
		return
	}

	switch n.DataAtom {
	case atom.Img, atom.Picture:
		if picture := r.picture(n); picture != "" {
			in.verbatim(picture)
		}
	case atom.A:
		r.anchor(in, n)
	case atom.Strong, atom.B:
		r.wrapped(in, n, "**")
	case atom.Em, atom.I:
		r.wrapped(in, n, "*")
	case atom.Del, atom.S, atom.Strike:
		r.wrapped(in, n, "~~")
	case atom.Code, atom.Kbd, atom.Samp, atom.Tt:
		r.codeSpan(in, n)
	default:
		r.inlineChildren(in, n)
	}
}

// breaksLine reports whether an inline element without text holds a line break.
func breaksLine(n *html.Node) bool {
	const levels = 4
	var holds func(*html.Node, int) bool
	holds = func(n *html.Node, level int) bool {
		if n.Type != html.ElementNode || blocks.IsBlock(n) || blocks.Skipped(n) || level > levels {
			return false
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			if c.DataAtom == atom.Br || holds(c, level+1) {
				return true
			}
		}
		return false
	}
	return holds(n, 0)
}

func (r *renderer) inlineChildren(in *inline, n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		r.inline(in, c)
	}
}

// sub renders n's children separately and reports the white space at both ends.
func (r *renderer) sub(n *html.Node) (text string, before, after bool) {
	var inner inline
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if !before && inner.b.Len() == 0 && c.Type == html.TextNode && strings.TrimLeft(c.Data, " \n\t\r\u00a0") != c.Data {
			before = true
		}
		r.inline(&inner, c)
	}
	return inner.String(), before, inner.space || inner.line
}

func (r *renderer) wrapped(in *inline, n *html.Node, mark string) {
	text, before, after := r.sub(n)
	if text == "" {
		in.space = in.space || before || after
		return
	}
	in.space = in.space || before
	if strings.HasPrefix(text, mark) || strings.Contains(text, "\n") {
		in.verbatim(text)
	} else {
		in.verbatim(mark + text + mark)
	}
	in.space = after
}

// codeSpan writes code within a line. A link in it is code of its own: Markdown has no links within code.
func (r *renderer) codeSpan(in *inline, n *html.Node) {
	mayLink := r.links.style != NoLinks && !r.inAnchor(n)
	var b strings.Builder
	end := func() {
		text := b.String()
		in.space = in.space || startsWithSpace(text)
		if code := fenced(text); code != "" {
			in.verbatim(code)
			in.space = strings.TrimRightFunc(text, unicode.IsSpace) != text
		}
		b.Reset()
	}

	var walk func(*html.Node)
	walk = func(n *html.Node) {
		if n.Type == html.TextNode && r.live[n] {
			b.WriteString(n.Data)
		}
		if n.DataAtom == atom.A && mayLink {
			code := fenced(textBelow(n))
			if href := r.href(n); r.live[n] && code != "" && href != "" {
				end()
				in.verbatim(r.links.write(code, href))
				return
			}
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
	}

	walk(n)
	end()
}

func startsWithSpace(text string) bool { return strings.TrimLeftFunc(text, unicode.IsSpace) != text }

// fenced is text as code within a line, "" for white space.
func fenced(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if text == "" {
		return ""
	}

	fence := "`"
	for strings.Contains(text, fence) && len(fence) < 10 {
		fence += "`"
	}

	if len(fence) > 1 {
		text = " " + text + " "
	}
	return fence + text + fence
}

// inAnchor reports whether an element is part of a link.
func (r *renderer) inAnchor(n *html.Node) bool {
	for up := n.Parent; up != nil && !blocks.IsBlock(up); up = up.Parent {
		if up.DataAtom == atom.A && attribute(up, "href") != "" {
			return true
		}
	}
	return false
}

// isPermalink reports whether a link is the mark beside a heading, such as "#", that documentation sites add.
func isPermalink(n *html.Node) bool {
	text := n.FirstChild
	for text != nil && text.NextSibling == nil && text.Type == html.ElementNode {
		text = text.FirstChild
	}
	if text == nil || text.NextSibling != nil || text.Type != html.TextNode {
		return false
	}
	switch strings.TrimSpace(text.Data) {
	case "#", "¶", "§", "🔗":
		return true
	}
	return false
}

func (r *renderer) anchor(in *inline, n *html.Node) {
	text, before, after := r.sub(n)
	in.space = in.space || before
	if text == "" {
		return
	}
	href := r.href(n)
	isPicture := strings.HasPrefix(text, "![")
	isSaid := isPicture && (isPictureFile(href) || r.named[attribute(n, "href")])
	if href == "" || hasLink(text) && !isPicture || isSaid {
		in.verbatim(text)
	} else {
		in.verbatim(r.links.write(unbracketed(strings.ReplaceAll(text, "\n", " ")), href))
	}
	in.space = after
}

// unbracketed takes off brackets around the whole text of a link: Markdown has its own.
func unbracketed(text string) string {
	inner, opens := strings.CutPrefix(strings.TrimPrefix(text, `\`), "[")
	inner, closes := strings.CutSuffix(inner, "]")
	if !opens || !closes || inner == "" || strings.ContainsAny(inner, "[]") {
		return text
	}
	return inner
}

// isPictureFile reports whether an address is that of a picture, or of a page about one by its name. A link from a
// picture to its larger form says nothing more.
func isPictureFile(address string) bool {
	address, _, _ = strings.Cut(address, "?")
	switch strings.ToLower(path.Ext(address)) {
	case ".jpg", ".jpeg", ".png", ".gif", ".webp", ".svg", ".avif", ".bmp", ".tif", ".tiff":
		return true
	}
	return false
}

// href is the absolute target of a link, escaped for use in parentheses.
func (r *renderer) href(n *html.Node) string {
	return bracketSafe(r.addresses.absolute(attribute(n, "href")))
}

// Made once: a Replacer takes 8 kB, and a page may have hundreds of thousands of links.
var (
	bracketEscapes = strings.NewReplacer("(", "%28", ")", "%29", " ", "%20", "<", "%3C", ">", "%3E")
	roundBrackets  = strings.NewReplacer("[", "(", "]", ")")
)

func bracketSafe(u string) string { return bracketEscapes.Replace(u) }

// picture writes an img, or the img of a picture element.
func (r *renderer) picture(n *html.Node) string {
	inner := imgOf(n)
	if inner == nil {
		inner = n
	}
	return r.image(inner, pictureKey(n, r.addresses))
}

func (r *renderer) image(n *html.Node, address string) string {
	switch {
	case address == "":
		return ""
	case r.noImages:
		return escapeInline(altText(n))
	}
	return "![" + altText(n) + "](" + bracketSafe(address) + ")"
}

func altText(n *html.Node) string {
	return roundBrackets.Replace(strings.Join(strings.Fields(attribute(n, "alt")), " "))
}

// escapeInline puts a backslash before the characters that Markdown would read as markup inside a line.
func escapeInline(s string) string {
	if !strings.ContainsAny(s, "*_`<[\\") {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 8)

	for i := 0; i < len(s); i++ {
		c := s[i]
		switch c {
		case '*', '`':
			b.WriteByte('\\')
		case '_':
			// An underscore inside a word is not markup.
			if !(i > 0 && isWordByte(s[i-1]) && i+1 < len(s) && isWordByte(s[i+1])) {
				b.WriteByte('\\')
			}
		case '<':
			if i+1 < len(s) && (s[i+1]|0x20 >= 'a' && s[i+1]|0x20 <= 'z' || s[i+1] == '/' || s[i+1] == '!') {
				b.WriteByte('\\')
			}
		case '[':
			if end := strings.IndexByte(s[i:min(len(s), i+400)], ']'); end > 0 && i+end+1 < len(s) && (s[i+end+1] == '(' || s[i+end+1] == '[') {
				b.WriteByte('\\')
			}
		case '\\':
			if i+1 < len(s) && strings.IndexByte("*_`<[]#-+.!>\\", s[i+1]) >= 0 {
				b.WriteByte('\\')
			}
		}
		b.WriteByte(c)
	}

	return b.String()
}

func isWordByte(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c >= utf8.RuneSelf || c == '_'
}

// escapeStart keeps a paragraph from being read as a heading, list, quote or rule by how it starts.
func escapeStart(s string) string {
	if s == "" {
		return s
	}

	switch s[0] {
	case '#':
		if rest := strings.TrimLeft(s, "#"); rest == "" || rest[0] == ' ' {
			return "\\" + s
		}
	case '>', '|':
		return "\\" + s
	case '-', '+', '=':
		if len(s) == 1 || s[1] == ' ' || s[1] == s[0] {
			return "\\" + s
		}
	case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		i := 0
		for i < len(s) && i < 10 && s[i] >= '0' && s[i] <= '9' {
			i++
		}
		if i < len(s) && (s[i] == '.' || s[i] == ')') && (i+1 == len(s) || s[i+1] == ' ') {
			return s[:i] + "\\" + s[i:]
		}
	}

	return s
}
