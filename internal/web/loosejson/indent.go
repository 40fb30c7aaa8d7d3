package loosejson

import (
	"bytes"
	"encoding/json"
)

// maxGrowth bounds how many bytes a document may grow by. Nested lists could turn megabytes into gigabytes.
const maxGrowth = 4 << 20

// Indent is a JSON document indented by two blanks a level. It returns false for anything that is not JSON, or
// would grow by more than 4 MiB.
func Indent(doc []byte) ([]byte, bool) {
	if growth(doc) > maxGrowth {
		return nil, false
	}
	var out bytes.Buffer
	if json.Indent(&out, doc, "", "  ") != nil {
		return nil, false
	}
	return out.Bytes(), true
}

// growth is how many bytes indenting adds to valid JSON without white space.
func growth(doc []byte) int {
	size := 0
	depth := 0
	quoted := false
	escaped := false
	for _, c := range doc {
		switch {
		case quoted:
			quoted = c != '"' || escaped
			escaped = c == '\\' && !escaped
			continue
		case c == '"':
			quoted = true
			continue
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			depth--
		case c != ',':
			continue
		}
		size += 1 + 2*depth
	}

	return size
}
