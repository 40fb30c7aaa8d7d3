// Package spelt says whether a text repeats another one, which somebody else may spell in a way of their own.
package spelt

import (
	"slices"
	"strings"
	"unicode"
)

// Bare drops what varies between spellings of one number or code: case, punctuation, leading zeros.
func Bare(text string) string {
	letters := strings.Map(func(c rune) rune {
		if !isOfWord(c) {
			return -1
		}
		return unicode.ToLower(c)
	}, text)
	if trimmed := strings.TrimLeft(letters, "0"); trimmed != "" {
		return trimmed
	}
	return letters
}

// compared is how many characters at either end of a word are compared. What is behind the beginning varies with
// grammar, and a slip of the searcher leaves one end of a long word as it is.
const compared = 4

// SharesWord says whether a text has the beginning or the end of a word of the search. A word with letters beyond ASCII
// always fits: there is more than one way to spell it. So does a search without letters and digits.
func SharesWord(search, text string) bool {
	text = strings.ToLower(text)
	words := strings.FieldsFunc(strings.ToLower(search), func(c rune) bool { return !isOfWord(c) })
	return len(words) == 0 || slices.ContainsFunc(words, func(word string) bool {
		foreign := strings.ContainsFunc(word, func(c rune) bool { return c > unicode.MaxASCII })
		ends := min(compared, len(word))
		return foreign || strings.Contains(text, word[:ends]) || strings.Contains(text, word[len(word)-ends:])
	})
}

func isOfWord(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }
