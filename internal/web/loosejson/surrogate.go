package loosejson

import (
	"bytes"
	"strconv"
	"unicode"
	"unicode/utf16"
)

// LoneSurrogate is the position of the first escape in a JSON text that is half a surrogate pair, such as \ud800,
// or -1. It means no character, and encoding/json turns it into U+FFFD.
func LoneSurrogate(text []byte) int {
	for at := 0; ; {
		next := bytes.IndexByte(text[at:], '\\')
		if next < 0 || at+next+1 >= len(text) {
			return -1
		}

		at += next
		first := escapedUnit(text[at:])
		switch {
		case first == 0:
			at += 2
		case !utf16.IsSurrogate(first):
			at += 6
		case utf16.DecodeRune(first, escapedUnit(text[at+6:])) == unicode.ReplacementChar:
			return at
		default:
			at += 12
		}
	}
}

// escapedUnit is the UTF-16 unit of the escape at the start of text, or 0.
func escapedUnit(text []byte) rune {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return 0
	}
	n, err := strconv.ParseUint(string(text[2:6]), 16, 16)
	if err != nil {
		return 0
	}
	return rune(n)
}
