// Package loosexml reads XML as the web writes it: feeds and sitemaps with unescaped ampersands, HTML entities,
// tags that are never closed, junk before the declaration and wrong encodings. Nothing is an error. No DTD or
// entity is ever fetched or expanded. The length of the text bounds time and memory.
package loosexml

import (
	"bytes"
	"html"
	"strings"
)

// Kind is the kind of a Token.
type Kind int

// The kinds.
const (
	Text    Kind = iota // character data, entities resolved, or the content of a CDATA section
	Start               // a start tag
	End                 // an end tag
	Doctype             // a document type declaration
)

// Token is a piece of a document. Comments and processing instructions produce no tokens.
type Token struct {
	Kind   Kind
	Name   string // of a tag, as written: "dc:date"
	Text   string // character data; what follows <!DOCTYPE
	Attr   []Attr
	Empty  bool // a self-closing tag: <br/>
	At, To int  // where the token begins and ends in the document
}

// Attr is an attribute, its name as written.
type Attr struct{ Name, Value string }

const (
	maxAttrs = 64       // of one tag
	maxValue = 64 << 10 // bytes between an attribute's quotes; in a longer one the closing quote is missing
	maxName  = 200
)

// Tokenizer cuts a document into tokens.
type Tokenizer struct {
	s       []byte
	at      int
	missing [256]bool // quotes that do not occur again
}

// NewTokenizer reads a document in UTF-8. It keeps doc and does not change it.
func NewTokenizer(doc []byte) *Tokenizer { return &Tokenizer{s: doc} }

// Next is the next token; false at the end.
func (z *Tokenizer) Next() (Token, bool) {
	for z.at < len(z.s) {
		begin := z.at
		t, ok := z.token()
		if ok {
			t.At = begin
			t.To = z.at
			return t, true
		}
	}
	return Token{}, false
}

func (z *Tokenizer) has(prefix string) bool {
	return len(z.s)-z.at >= len(prefix) && string(z.s[z.at:z.at+len(prefix)]) == prefix
}

// token reads the next piece. It returns false for a piece that is not a token, after skipping it.
func (z *Tokenizer) token() (Token, bool) {
	if z.s[z.at] != '<' {
		return z.text(z.at)
	}

	switch {
	case z.has("<!--"):
		z.past(4, "-->")
		return Token{}, false
	case z.has("<![CDATA["):
		begin := z.at + len("<![CDATA[")
		z.past(len("<![CDATA["), "]]>")
		return Token{
			Kind: Text,
			Text: string(bytes.TrimSuffix(z.s[begin:z.at], []byte("]]>"))),
		}, true
	case z.has("<?"):
		z.past(2, ">")
		return Token{}, false
	case z.has("<!"):
		return z.doctype()
	case z.has("</") && z.at+2 < len(z.s) && nameStart(z.s[z.at+2]):
		z.at += 2
		name := z.name()
		z.past(0, ">")
		return Token{Kind: End, Name: name}, true
	case z.at+1 < len(z.s) && nameStart(z.s[z.at+1]):
		z.at++
		return z.startTag(), true
	}

	return z.text(z.at + 1) // a bracket that nobody escaped
}

// past moves past the next end mark, or to the end of the document.
func (z *Tokenizer) past(skip int, mark string) {
	z.at = min(len(z.s), z.at+skip)
	i := bytes.Index(z.s[z.at:], []byte(mark))
	if i < 0 {
		z.at = len(z.s)
		return
	}
	z.at += i + len(mark)
}

// text is character data from the given offset to the next bracket.
func (z *Tokenizer) text(from int) (Token, bool) {
	begin := z.at
	if i := bytes.IndexByte(z.s[from:], '<'); i >= 0 {
		z.at = from + i
	} else {
		z.at = len(z.s)
	}
	return Token{Kind: Text, Text: Unescape(string(z.s[begin:z.at]))}, true
}

// doctype is a declaration, whose brackets may hold others.
func (z *Tokenizer) doctype() (Token, bool) {
	begin := z.at + 2
	depth := 0
	for z.at++; z.at < len(z.s); z.at++ {
		switch z.s[z.at] {
		case '[':
			depth++
		case ']':
			depth--
		case '>':
			if depth <= 0 {
				text := string(z.s[begin:z.at])
				z.at++
				rest, ok := cutFold(text, "DOCTYPE")
				return Token{Kind: Doctype, Text: rest}, ok
			}
		}
	}

	return Token{}, false
}

func cutFold(s, prefix string) (string, bool) {
	if len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix) {
		return strings.TrimSpace(s[len(prefix):]), true
	}
	return "", false
}

func nameStart(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c == ':' || c >= 0x80
}

func (z *Tokenizer) name() string {
	begin := z.at
	for z.at < len(z.s) {
		if c := z.s[z.at]; c <= ' ' || c == '/' || c == '>' || c == '<' || c == '=' || c == '"' || c == '\'' {
			break
		}
		z.at++
	}
	return string(z.s[begin:min(z.at, begin+maxName)])
}

// startTag reads a tag from its name on. Another opening bracket outside quotes ends it too: its own end is
// missing.
func (z *Tokenizer) startTag() Token {
	t := Token{Kind: Start, Name: z.name()}
	for z.at < len(z.s) {
		switch c := z.s[z.at]; {
		case c == '>':
			z.at++
			return t
		case c == '<':
			return t
		case c == '/':
			z.at++
			t.Empty = z.at < len(z.s) && z.s[z.at] == '>'
		case c <= ' ', c == '=', c == '"', c == '\'':
			z.at++
		default:
			a := Attr{Name: z.name(), Value: ""}
			z.space()
			if z.at < len(z.s) && z.s[z.at] == '=' {
				z.at++
				z.space()
				a.Value = Unescape(z.value())
			}
			if len(t.Attr) < maxAttrs {
				t.Attr = append(t.Attr, a)
			}
		}
	}

	return t
}

func (z *Tokenizer) space() {
	for z.at < len(z.s) && z.s[z.at] <= ' ' {
		z.at++
	}
}

// value is an attribute's value, with or without quotes.
func (z *Tokenizer) value() string {
	if z.at == len(z.s) {
		return ""
	}

	if q := z.s[z.at]; (q == '"' || q == '\'') && !z.missing[q] {
		rest := z.s[z.at+1:]
		i := bytes.IndexByte(rest[:min(len(rest), maxValue)], q)
		if i >= 0 {
			z.at += i + 2
			return string(rest[:i])
		}
		z.missing[q] = len(rest) <= maxValue
		z.at++
	}

	begin := z.at
	for z.at < len(z.s) && z.s[z.at] > ' ' && z.s[z.at] != '>' && z.s[z.at] != '<' {
		z.at++
	}

	if z.at > begin && z.at < len(z.s) && z.s[z.at] == '>' && z.s[z.at-1] == '/' {
		z.at-- // the slash belongs to the tag: <link rel=self/>
	}
	return string(z.s[begin:z.at])
}

// Unescape resolves character references and the named entities of HTML. Everything else stays unchanged, including
// a reference without a semicolon: "?a=1&copy=2" is not a copyright sign.
func Unescape(s string) string {
	i := strings.IndexByte(s, '&')
	if i < 0 {
		return s
	}

	var b strings.Builder
	for i >= 0 {
		b.WriteString(s[:i])
		s = s[i:]
		end := strings.IndexByte(s[:min(len(s), 40)], ';')
		if end > 1 && reference(s[1:end]) {
			b.WriteString(html.UnescapeString(s[:end+1]))
			s = s[end+1:]
		} else {
			b.WriteByte('&')
			s = s[1:]
		}
		i = strings.IndexByte(s, '&')
	}

	b.WriteString(s)
	return b.String()
}

// reference reports whether a name between & and ; can be a reference.
func reference(name string) bool {
	for i := range len(name) {
		c := name[i]
		if !(c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || i == 0 && c == '#') {
			return false
		}
	}
	return true
}
