package table

import (
	"encoding/json"
	"strings"
)

// Kind is what a [Cell] holds.
type Kind uint8

// The kinds of cells.
const (
	Null   Kind = iota // null, or a column that the row does not have
	Text               // text of a string or of a field of a text table
	Number             // digits of a JSON number
	Bool               // true or false
	List               // a JSON list, unread
	Object             // a JSON object, unread
)

// Cell is one value of a row, parsed lazily: most cells of a wide export are never used.
type Cell struct {
	Text string
	Kind Kind
}

// CellOf is the cell of a well-formed JSON value.
func CellOf(value string) Cell {
	switch value[0] {
	case 'n':
		return Cell{}
	case 't', 'f':
		return Cell{value, Bool}
	case '"':
		return Cell{unquoted(value), Text}
	case '[':
		return Cell{value, List}
	case '{':
		return Cell{value, Object}
	}

	return Cell{value, Number}
}

// unquoted is the text of a JSON string. Without escapes it is a slice of the string itself.
func unquoted(quoted string) string {
	if strings.IndexByte(quoted, '\\') < 0 {
		return quoted[1 : len(quoted)-1]
	}

	var text string
	_ = json.Unmarshal([]byte(quoted), &text)

	return text
}

// Plain reads a plain decimal number of at most [MaxAmount], as a JSON number or as text.
func (c Cell) Plain() (x float64, ok bool) {
	if c.Kind != Number && c.Kind != Text {
		return 0, false
	}

	return plainNumber(c.Text)
}
