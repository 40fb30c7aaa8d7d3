package loosejson

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"
)

// place is the position of a string, which determines what may follow it.
type place int

const (
	asKey place = iota
	inObject
	inArray
)

// text reads a string. A quote belongs to the string unless something follows it that may follow a string in this
// place.
func (r *reader) text(quote byte, where place) error {
	begin := r.at
	r.at++
	r.out = append(r.out, '"')

	for r.at < len(r.s) {
		c := r.s[r.at]
		switch {
		case c == quote && r.ends(where):
			r.at++
			r.out = append(r.out, '"')
			return nil
		case c == '\\':
			r.escape()
		case c == '"':
			r.at++
			r.out = append(r.out, `\"`...)
		case c == '\n':
			r.at++
			r.out = append(r.out, `\n`...)
		case c == '\t':
			r.at++
			r.out = append(r.out, `\t`...)
		case c < ' ':
			r.at++
		case c < utf8.RuneSelf:
			r.at++
			r.out = append(r.out, c)
		default:
			ru, size := utf8.DecodeRune(r.s[r.at:])
			r.at += size
			r.out = utf8.AppendRune(r.out, ru)
		}
	}

	return fmt.Errorf("string that begins at byte %d has no end", begin)
}

// ends reports whether the quote at hand ends its string.
func (r *reader) ends(where place) bool {
	i, line := r.blank(r.at + 1)
	if i == len(r.s) {
		return true
	}

	c := r.s[i]
	switch {
	case c == '/' && i+1 < len(r.s) && (r.s[i+1] == '/' || r.s[i+1] == '*'):
		return true
	case where == asKey:
		return c == ':'
	case c == '}' || c == ']' || c == ';':
		return true
	case c == '"' || c == '\'':
		return line // the comma between two lines is missing
	case c != ',':
		return false
	}

	return r.member(i+1, where)
}

// blank is the end of the white space at i, and whether it contains a line end.
func (r *reader) blank(i int) (end int, line bool) {
	for i < len(r.s) {
		switch {
		case r.s[i] <= ' ':
			line = line || r.s[i] == '\n'
			i++
		case bytes.HasPrefix(r.s[i:], []byte("\u00A0")):
			i += 2
		default:
			return i, line
		}
	}
	return i, line
}

// member reports whether what follows a comma looks like the next member: a key with its colon, or a value.
func (r *reader) member(i int, where place) bool {
	i, line := r.blank(i)
	if i == len(r.s) || line {
		return true
	}
	switch c := r.s[i]; {
	case strings.IndexByte("\"'}],/", c) >= 0:
		return true
	case where == inArray:
		return strings.IndexByte("{[-0123456789tfn", c) >= 0
	}
	begin := i
	for i < len(r.s) && i < begin+64 && nameByte(r.s[i]) {
		i++
	}
	i, _ = r.blank(i)
	return i < len(r.s) && r.s[i] == ':'
}

// escape reads a backslash and what it escapes. Before a letter or digit that JSON does not escape, the backslash
// is kept; before anything else it is dropped.
func (r *reader) escape() {
	r.at++
	if r.at == len(r.s) {
		return
	}

	c := r.s[r.at]
	switch {
	case strings.IndexByte(`"\/bfnrt`, c) >= 0:
		r.at++
		r.out = append(r.out, '\\', c)
	case c == 'u' && r.at+4 < len(r.s) && isHex(r.s[r.at+1:r.at+5]):
		r.out = append(r.out, '\\')
		r.out = append(r.out, r.s[r.at:r.at+5]...)
		r.at += 5
	case c == 'x' && r.at+2 < len(r.s) && isHex(r.s[r.at+1:r.at+3]):
		r.out = append(r.out, `\u00`...)
		r.out = append(r.out, r.s[r.at+1:r.at+3]...)
		r.at += 3
	case c == '\n':
		r.at++
	case c == '\r':
		if r.at++; r.at < len(r.s) && r.s[r.at] == '\n' {
			r.at++
		}
	case c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z':
		r.out = append(r.out, `\\`...)
	}
}

func isHex(b []byte) bool {
	for _, c := range b {
		if !(c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f') {
			return false
		}
	}
	return true
}
