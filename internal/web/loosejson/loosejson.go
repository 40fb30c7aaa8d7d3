// Package loosejson reads JSON that strangers wrote. [Values] reads it as people and templates write it, and
// returns it as JSON (RFC 8259): broken data that nobody will repair, such as JSON-LD in web pages and JSON feeds.
// [Indent] prints valid JSON, within bounds.
//
// [Values] accepts comments, CDATA and HTML comment marks, trailing, doubled and missing commas, single quotes,
// unquoted keys, semicolons at the end, several values in a row, and a missing end. Strings may have line ends and
// other control characters, unescaped quotes and escapes unknown to JSON. Values may have Python's and JavaScript's
// names, and malformed numbers become strings. Numbers keep their digits and objects their order.
package loosejson

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// MaxDepth bounds the nesting of values.
const MaxDepth = 100

// Values reads text as one or more JSON values. The error says where reading stopped; the values before it are
// returned too.
func Values(text []byte) ([]json.RawMessage, error) {
	r := &reader{s: text}
	var list []json.RawMessage
	for {
		r.between(true)
		if r.at == len(r.s) {
			break
		}
		r.out = nil
		if err := r.value(0, inArray); err != nil {
			return list, err
		}
		if !json.Valid(r.out) { // a number such as 1e or a lone minus
			return list, fmt.Errorf("value before byte %d is not JSON", r.at)
		}
		list = append(list, r.out)
	}

	if len(list) == 0 {
		return nil, errors.New("no value")
	}
	return list, nil
}

// Depth is the nesting depth of valid JSON.
func Depth(text []byte) int {
	depth := 0
	deepest := 0
	inString := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '{' || c == '[':
			depth++
			deepest = max(deepest, depth)
		case c == '}' || c == ']':
			depth--
		}
	}

	return deepest
}

type reader struct {
	s   []byte
	at  int
	out []byte
}

func (r *reader) has(prefix string) bool {
	return len(r.s)-r.at >= len(prefix) && string(r.s[r.at:r.at+len(prefix)]) == prefix
}

// past moves past the next occurrence of end, or to the end of the text.
func (r *reader) past(end string) {
	i := bytes.Index(r.s[r.at:], []byte(end))
	if i < 0 {
		r.at = len(r.s)
		return
	}
	r.at += i + len(end)
}

// between skips white space, comments and marks that hide a script from old parsers. Outside values it also skips
// semicolons, commas and unmatched closing brackets.
func (r *reader) between(outside bool) {
	for r.at < len(r.s) {
		c := r.s[r.at]

		switch {
		case c <= ' ', c == 0x7f, outside && (c == ';' || c == ',' || c == '}' || c == ']') && !r.has("]]>"):
			r.at++
		case r.has("\u00A0"), r.has("\u0085"):
			r.at += 2
		case r.has("\uFEFF"), r.has("\u200B"), r.has("\u2028"), r.has("\u2029"):
			r.at += 3
		case r.has("<![CDATA["):
			r.at += len("<![CDATA[")
		case r.has("]]>"), r.has("-->"):
			r.at += 3
		case r.has("<!--"):
			if r.at += 4; !outside {
				r.past("-->")
			}
		case r.has("/*"):
			r.past("*/")
		case r.has("//"):
			r.lineComment()
		default:
			return
		}
	}
}

// lineComment skips // to the end of the line, or only a CDATA mark after it: "//<![CDATA[ {...} //]]>" may be
// one line.
func (r *reader) lineComment() {
	r.at += 2
	for r.at < len(r.s) && (r.s[r.at] == ' ' || r.s[r.at] == '\t') {
		r.at++
	}
	if r.has("<![CDATA[") || r.has("]]>") || r.has("<!--") || r.has("-->") {
		return
	}
	for r.at < len(r.s) && r.s[r.at] != '\n' && r.s[r.at] != '\r' {
		r.at++
	}
}

func (r *reader) value(depth int, where place) error {
	if depth > MaxDepth {
		return fmt.Errorf("nested more than %d deep at byte %d", MaxDepth, r.at)
	}
	r.between(false)
	if r.at == len(r.s) {
		return errors.New("ends where a value should be")
	}
	switch c := r.s[r.at]; c {
	case '{':
		return r.object(depth)
	case '[':
		return r.array(depth)
	case '"', '\'':
		return r.text(c, where)
	}
	return r.bare()
}

func (r *reader) object(depth int) error {
	r.at++
	r.out = append(r.out, '{')
	for n := 0; ; n++ {
		closed, err := r.memberEnd('}', n)
		if closed || err != nil {
			return err
		}

		if n > 0 {
			r.out = append(r.out, ',')
		}
		if err := r.key(); err != nil {
			return err
		}

		r.between(false)
		if r.at == len(r.s) || r.s[r.at] != ':' {
			return fmt.Errorf("no colon after a key at byte %d", r.at)
		}

		r.at++
		r.out = append(r.out, ':')
		r.between(false)

		if r.at == len(r.s) || r.s[r.at] == ',' || r.s[r.at] == '}' {
			r.out = append(r.out, "null"...)
			continue
		}
		if err := r.value(depth+1, inObject); err != nil {
			return err
		}
	}
}

func (r *reader) array(depth int) error {
	r.at++
	r.out = append(r.out, '[')
	for n := 0; ; n++ {
		closed, err := r.memberEnd(']', n)
		if closed || err != nil {
			return err
		}
		if n > 0 {
			r.out = append(r.out, ',')
		}
		if err := r.value(depth+1, inArray); err != nil {
			return err
		}
	}
}

// memberEnd skips separators and reports the end of the object or array, which may be the end of the text.
func (r *reader) memberEnd(end byte, n int) (closed bool, err error) {
	r.between(false)
	for r.at < len(r.s) && (r.s[r.at] == ',' || r.s[r.at] == ';') {
		r.at++
		r.between(false)
	}

	switch {
	case r.at == len(r.s) && n == 0:
		return false, errors.New("ends in an empty value")
	case r.at == len(r.s):
	case r.s[r.at] == end:
		r.at++
	case r.s[r.at] == '}' || r.s[r.at] == ']':
		return false, fmt.Errorf("wrong bracket at byte %d", r.at)
	default:
		return false, nil
	}

	r.out = append(r.out, end)
	return true, nil
}

func (r *reader) key() error {
	if c := r.s[r.at]; c == '"' || c == '\'' {
		return r.text(c, asKey)
	}
	begin := r.at
	for r.at < len(r.s) && nameByte(r.s[r.at]) {
		r.at++
	}
	if r.at == begin {
		return fmt.Errorf("no key at byte %d", begin)
	}
	r.out = append(r.out, '"')
	r.out = append(r.out, r.s[begin:r.at]...)
	r.out = append(r.out, '"')
	return nil
}

func nameByte(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c == '$' || c == '@' || c == '-' || c == '.'
}

// bare is an unquoted value: a named value, a number, or something with digits that becomes a string, such as a
// date or a number with leading zeros.
func (r *reader) bare() error {
	begin := r.at
	for r.at < len(r.s) && r.s[r.at] > ' ' && strings.IndexByte(",]}[{\"';:", r.s[r.at]) < 0 {
		r.at++
	}

	word := string(r.s[begin:r.at])
	switch strings.ToLower(word) {
	case "true", "false":
		r.out = append(r.out, strings.ToLower(word)...)
		return nil
	case "null", "none", "nil", "undefined", "nan", "infinity", "-infinity":
		r.out = append(r.out, "null"...)
		return nil
	}

	if word == "" || !strings.ContainsAny(word, "0123456789") || len(word) > 100 {
		return fmt.Errorf("no value at byte %d", begin)
	}
	number := strings.TrimSuffix(strings.TrimPrefix(word, "+"), ".")
	if strings.HasPrefix(number, ".") {
		number = "0" + number
	}

	if json.Valid([]byte(number)) {
		r.out = append(r.out, number...)
		return nil
	}

	quoted, err := json.Marshal(word)
	if err != nil {
		return fmt.Errorf("value at byte %d: %w", begin, err)
	}

	r.out = append(r.out, quoted...)
	return nil
}
