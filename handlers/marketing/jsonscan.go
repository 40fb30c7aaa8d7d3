package marketing

import (
	"encoding/json"
	"strings"

	"github.com/farebox/farebox/internal/problem"
)

// kind is what a cell holds.
type kind uint8

const (
	kindNull   kind = iota // null, or a column that the row does not have
	kindText               // text of a string or of a field of a text table
	kindNumber             // digits of a JSON number
	kindBool               // true or false
	kindList               // a JSON list, unread
	kindObject             // a JSON object, unread
)

// cell is one value of a row, read no further than needed: most cells of a wide export are never used.
type cell struct {
	text string
	kind kind
}

// scanner walks over JSON text that is known to be well formed (encoding/json has read it before).
// A decoder that checks it again, token by token, takes several times as long, and these texts have
// millions of tokens. Texts that are not well formed give wrong values, never a panic.
type scanner struct {
	s string
	i int
}

func (c *scanner) space() {
	for c.i < len(c.s) {
		switch c.s[c.i] {
		case ' ', '\t', '\n', '\r':
			c.i++
		default:
			return
		}
	}
}

// at is the next byte that is not space, 0 at the end.
func (c *scanner) at() byte {
	c.space()
	if c.i >= len(c.s) {
		return 0
	}
	return c.s[c.i]
}

// enter steps into the list or object that opens with open; false when the next value is another.
func (c *scanner) enter(open byte) bool {
	if c.at() != open {
		return false
	}
	c.i++
	return true
}

// more tells whether the list or object that ends with end has another item, and steps to it.
func (c *scanner) more(end byte) bool {
	b := c.at()
	if b == ',' {
		c.i++
		b = c.at()
	}
	if b == end || b == 0 {
		c.i++
		return false
	}
	return true
}

// key reads a member's name and its colon.
func (c *scanner) key() string {
	if c.at() != '"' {
		c.i++
		return ""
	}
	name := c.str()
	if c.at() == ':' {
		c.i++
	}
	return name
}

// str reads a string; the scanner is at its quote. Without escapes it is a part of the text itself.
func (c *scanner) str() string {
	start := c.i + 1
	end := strings.IndexByte(c.s[start:], '"')
	if end < 0 {
		c.i = len(c.s)
		return ""
	}
	if strings.IndexByte(c.s[start:start+end], '\\') < 0 {
		c.i = start + end + 1
		return c.s[start : start+end]
	}
	// With escapes byte by byte: to look for the quote anew after each one could take quadratic time.
	for c.i = start; c.i < len(c.s) && c.s[c.i] != '"'; c.i++ {
		if c.s[c.i] == '\\' {
			c.i++
		}
	}
	c.i = min(c.i+1, len(c.s))
	var text string
	if json.Unmarshal([]byte(c.s[start-1:c.i]), &text) != nil {
		return ""
	}
	return text
}

// value reads any value. Lists and objects are left as text.
func (c *scanner) value() cell {
	switch b := c.at(); b {
	case '"':
		return cell{c.str(), kindText}
	case '[', '{':
		start := c.i
		c.skip()
		k := kindList
		if b == '{' {
			k = kindObject
		}
		return cell{c.s[start:c.i], k}
	}
	start := c.i
	for c.i < len(c.s) && !strings.ContainsRune(",]} \t\r\n", rune(c.s[c.i])) {
		c.i++
	}
	text := c.s[start:c.i]
	switch {
	case text == "" || text[0] == 'n':
		c.i = max(c.i, min(start+1, len(c.s))) // always a step forward
		return cell{}
	case text[0] == 't' || text[0] == 'f':
		return cell{text, kindBool}
	}
	return cell{text, kindNumber}
}

// skip steps over a list or an object.
func (c *scanner) skip() {
	for depth := 0; c.i < len(c.s); {
		switch c.s[c.i] {
		case '"':
			c.str()
			continue
		case '[', '{':
			depth++
		case ']', '}':
			depth--
		}
		c.i++
		if depth == 0 {
			return
		}
	}
}

// object visits the members of the object that is next.
func (c *scanner) object(visit func(name string, value cell)) bool {
	if !c.enter('{') {
		return false
	}
	for c.more('}') {
		name := c.key()
		visit(name, c.value())
	}
	return true
}

// list visits the items of the JSON list called field; visit must read exactly one value.
func list(field, text string, visit func(i int, c *scanner) error) error {
	c := &scanner{s: text}
	if !c.enter('[') {
		return problem.Invalid(field, "%s must be a list", field)
	}
	for i := 0; c.more(']'); i++ {
		if err := visit(i, c); err != nil {
			return err
		}
	}
	return nil
}
