package blocks

import (
	"unicode"
	"unicode/utf8"
)

// countWords counts words; a character of a script written without spaces is a word of its own.
func countWords(s string) (words int, blank bool) {
	in := false
	blank = true
	for _, r := range s {
		switch {
		case r == ' ' || r == '\n' || r == '\t' || r == '\r' || r == '\f' || r == 0xa0 || r == 0x200b || r == 0xfeff:
			in = false
			continue
		case r < utf8.RuneSelf:
			blank = false
			alnum := r|0x20 >= 'a' && r|0x20 <= 'z' || r >= '0' && r <= '9' || r == '\'' || r == '_'
			if alnum && !in {
				words++
			}
			in = alnum
		case r >= 0x3040 && r <= 0x9fff || r >= 0xac00 && r <= 0xd7af || r >= 0x0e00 && r <= 0x0eff:
			blank = false
			words++
			in = false
		default:
			blank = false
			letter := unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) || r == '’'
			if letter && !in {
				words++
			}
			in = letter
		}
	}

	return words, blank
}

// CountWords counts the words of a text; a character of a script written without spaces is a word of its own.
func CountWords(s string) int {
	n, _ := countWords(s)
	return n
}
