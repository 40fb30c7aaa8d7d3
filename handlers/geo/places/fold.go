package places

import (
	"strings"
	"unicode"

	"github.com/farebox/farebox/internal/chosen"
)

// SameName says whether two texts are one name, written with other capitals or accents. A city may have the word behind
// it: New York City.
func SameName(a, b string) bool {
	x := strings.TrimSuffix(strings.Join(words(a), " "), " city")
	y := strings.TrimSuffix(strings.Join(words(b), " "), " city")
	return x == y && x != ""
}

// words are the folded words of a text. A hyphen or slash between digits stays, as house numbers have them: 12-34, 5/3.
func words(text string) []string {
	var list []string
	for _, chunk := range strings.FieldsFunc(chosen.Fold(text), func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(",;()[]\"“”", r)
	}) {
		if hasDigit(chunk) {
			if word := strings.TrimFunc(chunk, notWord); word != "" {
				list = append(list, word)
			}
			continue
		}
		list = append(list, strings.FieldsFunc(chunk, notWord)...)
	}
	return list
}

func notWord(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.Mc, r)
}

func hasDigit(word string) bool { return strings.ContainsFunc(word, unicode.IsDigit) }

// compact is a text without anything but letters and digits, as postcodes and house numbers are compared.
func compact(text string) string {
	return strings.Map(func(r rune) rune {
		if notWord(r) {
			return -1
		}
		return r
	}, chosen.Fold(text))
}
