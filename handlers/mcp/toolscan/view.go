package toolscan

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// view is a text as a model reads it: hidden characters dropped, HTML entities and backslash and percent escapes
// decoded, compatibility forms (full width, mathematical letters) brought to plain ones, accents dropped. Case is
// kept.
type view struct {
	text string
	from []int32 // raw byte offset of each byte of text, and of its end; nil if text is the raw text
	// disguised are the spans of text, in order, whose raw text differs in a way that ordinary writing does not
	// need.
	disguised []span
}

type span struct{ start, end int32 }

// raw maps a span of the view to the raw text.
func (v *view) raw(start, end int) (int, int) {
	if v.from == nil {
		return start, end
	}
	return int(v.from[start]), int(v.from[end])
}

// hides reports whether a span of the view is disguised in the raw text.
func (v *view) hides(start, end int) bool {
	i := sort.Search(len(v.disguised), func(i int) bool { return int(v.disguised[i].end) > start })
	return i < len(v.disguised) && int(v.disguised[i].start) < end
}

// viewOf builds the view of a text; plain text is its own view and costs nothing.
func viewOf(raw string) view {
	if plainText(raw) && !strings.ContainsAny(raw, `&\%`) {
		return view{text: raw}
	}

	b := viewBuilder{
		raw:  raw,
		out:  make([]byte, 0, len(raw)),
		from: make([]int32, 0, len(raw)+1),
	}
	for i := 0; i < len(raw); {
		c := raw[i]
		switch {
		case c == '&' || c == '\\' || c == '%':
			i = b.escape(i)
		case c < utf8.RuneSelf && c >= 0x20:
			b.out, b.from = append(b.out, c), append(b.from, int32(i))
			i++
		default:
			i = b.rune(i)
		}
	}

	b.from = append(b.from, int32(len(raw)))
	return view{
		text:      string(b.out),
		from:      b.from,
		disguised: b.disguised,
	}
}

// swapped is the view with words replaced by their plain forms, which are disguised in the raw text.
func (v view) swapped(swaps []swap) view {
	if len(swaps) == 0 {
		return v
	}

	b := viewBuilder{raw: v.text}
	spans := v.disguised
	for i := 0; i < len(v.text); {
		from, _ := v.raw(i, i)
		if len(swaps) > 0 && int(swaps[0].start) == i {
			b.put(swaps[0].plain, from, true)
			i = int(swaps[0].end)
			swaps = swaps[1:]
			continue
		}
		for len(spans) > 0 && int(spans[0].end) <= i {
			spans = spans[1:]
		}
		b.put(v.text[i:i+1], from, len(spans) > 0 && int(spans[0].start) <= i)
		i++
	}

	end, _ := v.raw(len(v.text), len(v.text))
	b.from = append(b.from, int32(end))
	return view{
		text:      string(b.out),
		from:      b.from,
		disguised: b.disguised,
	}
}

// splitCamel splits camelCase words with blanks.
func (v view) splitCamel() view {
	at := -1
	for i := 1; i < len(v.text) && at < 0; i++ {
		if camelBreak(v.text, i) {
			at = i
		}
	}

	if at < 0 {
		return v
	}

	b := viewBuilder{raw: v.text}
	start := 0
	for i := range len(v.text) {
		from, _ := v.raw(i, i)
		if camelBreak(v.text, i) {
			b.put(" ", from, false)
		}
		b.put(v.text[i:i+1], from, false)
		if start < len(v.disguised) && int(v.disguised[start].start) <= i {
			b.mark(int32(len(b.out)-1), int32(len(b.out)))
			if i+1 >= int(v.disguised[start].end) {
				start++
			}
		}
	}

	end, _ := v.raw(len(v.text), len(v.text))
	b.from = append(b.from, int32(end))
	return view{
		text:      string(b.out),
		from:      b.from,
		disguised: b.disguised,
	}
}

func camelBreak(text string, i int) bool {
	return i > 0 && 'A' <= text[i] && text[i] <= 'Z' && 'a' <= text[i-1] && text[i-1] <= 'z'
}

type viewBuilder struct {
	raw       string
	out       []byte
	from      []int32
	disguised []span
}

func (b *viewBuilder) put(s string, at int, disguised bool) {
	start := int32(len(b.out))
	b.out = append(b.out, s...)
	for range len(s) {
		b.from = append(b.from, int32(at))
	}
	if disguised {
		b.mark(start, int32(len(b.out)))
	}
}

func (b *viewBuilder) mark(start, end int32) {
	if n := len(b.disguised); n > 0 && b.disguised[n-1].end >= start {
		b.disguised[n-1].end = max(end, b.disguised[n-1].end)
		return
	}
	b.disguised = append(b.disguised, span{start, end})
}

// rune copies the character at i in its plain form and returns where the next one starts.
func (b *viewBuilder) rune(i int) int {
	r, size := utf8.DecodeRuneInString(b.raw[i:])
	kind := hiddenKindOf(r)
	if kind.stripped() {
		// A break inside a word disguises the word; elsewhere it disguises nothing.
		if n := len(b.out); n > 0 && letter(b.out[n-1]) && kind != directionMark && i+size < len(b.raw) {
			b.mark(int32(n-1), int32(n))
		}
		return i + size
	}

	if kind == filler || r == 0x2028 || r == 0x2029 || unicode.Is(unicode.Zs, r) {
		b.put(" ", i, false)
		return i + size
	}

	switch r {
	case '‘', '’', 'ʼ':
		b.put("'", i, false)
		return i + size
	case '“', '”', '„', '«', '»', '「', '」':
		b.put(`"`, i, false)
		return i + size
	}

	if r < utf8.RuneSelf {
		b.put(b.raw[i:i+size], i, false)
		return i + size
	}

	plain := norm.NFKD.PropertiesString(b.raw[i:]).Decomposition()
	if plain == nil {
		if unicode.Is(unicode.Mn, r) && !unicode.In(r, unicode.Arabic, unicode.Hebrew) && r < 0x900 {
			return i + size
		}
		b.put(string(unicode.ToLower(r)), i, false)
		return i + size
	}

	for _, p := range string(plain) {
		if unicode.Is(unicode.Mn, p) && p < 0x900 {
			continue
		}
		// Accented letters decompose canonically. Letters without an accent that decompose to a plain ASCII letter
		// first are compatibility forms, which disguise words.
		compat := p < utf8.RuneSelf && letter(byte(p)) && utf8.RuneCount(plain) == 1
		b.put(string(unicode.ToLower(p)), i, compat)
	}

	return i + size
}

func letter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// escape decodes an escape sequence at i, or copies the character. It decodes only printable ASCII: nothing else
// can spell a word of an order.
func (b *viewBuilder) escape(i int) int {
	rest := b.raw[i:]
	code := -1
	size := 0
	switch {
	case rest[0] == '&':
		code, size = entity(rest)
	case rest[0] == '%':
		code, size = hexCode(rest, 1, 2)
	case strings.HasPrefix(rest, `\u{`):
		if end := strings.IndexByte(rest[:min(len(rest), 10)], '}'); end > 3 {
			if code, _ = hexCode(rest, 3, end-3); code >= 0 {
				size = end + 1
			}
		}
	case strings.HasPrefix(rest, `\u`):
		code, size = hexCode(rest, 2, 4)
	case strings.HasPrefix(rest, `\x`):
		code, size = hexCode(rest, 2, 2)
	}

	if code < 0x20 || code > 0x7e {
		b.out, b.from = append(b.out, rest[0]), append(b.from, int32(i))
		return i + 1
	}

	c := byte(code)
	b.put(string(rune(c)), i, letter(c) || c >= '0' && c <= '9')
	return i + size
}

// hexCode reads n hex digits at offset at; the size counts from the start of s. It returns -1 for anything else.
func hexCode(s string, at, n int) (code, size int) {
	if len(s) < at+n || n == 0 || n > 6 {
		return -1, 0
	}
	for _, c := range []byte(s[at : at+n]) {
		d := unhex(c)
		if d < 0 {
			return -1, 0
		}
		code = code<<4 | d
	}
	return code, at + n
}

func unhex(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}

// entity reads an HTML character reference at the start of s.
func entity(s string) (code, size int) {
	end := strings.IndexByte(s[:min(len(s), 12)], ';')
	if end < 2 {
		return -1, 0
	}

	switch name := s[1:end]; {
	case name == "lt":
		return '<', end + 1
	case name == "gt":
		return '>', end + 1
	case name == "amp":
		return '&', end + 1
	case name == "quot":
		return '"', end + 1
	case name == "apos":
		return '\'', end + 1
	case name == "nbsp":
		return ' ', end + 1
	case name[0] == '#' && len(name) > 2 && name[1]|0x20 == 'x':
		if code, _ = hexCode(name, 2, len(name)-2); code < 0 {
			return -1, 0
		}
		return code, end + 1
	case name[0] == '#' && len(name) > 1:
		for _, c := range []byte(name[1:]) {
			if c < '0' || c > '9' || code > 0x10ffff {
				return -1, 0
			}
			code = code*10 + int(c-'0')
		}
		return code, end + 1
	}

	return -1, 0
}

// Plain is a text as the scanner reads it: hidden characters dropped, escapes decoded, letters in plain form.
func Plain(text string) string {
	v := viewOf(text)
	return v.text
}
