package gdelt

import (
	"strings"
	"unicode"
)

// Titles come cut into words, with blanks around all punctuation: "U . S . stocks fall ; what now ?".
const (
	closing = ",.;:!?%)]"
	opening = "([$£€#"
)

// tidy puts a title together again as far as that is sure. A dash between blanks may be a hyphen or not, and stays.
func tidy(title string) string {
	words := strings.Fields(title)
	at := func(i int) string {
		if i < 0 || i >= len(words) {
			return ""
		}
		return words[i]
	}

	var b strings.Builder
	for i, word := range words {
		if i > 0 && !joined(at, i) {
			b.WriteByte(' ')
		}
		b.WriteString(word)
	}
	return b.String()
}

// joined says whether word i belongs to the one before without a blank.
func joined(at func(int) string, i int) bool {
	word := at(i)
	last := at(i - 1)
	earlier := at(i - 2)
	switch {
	case strings.Contains(closing, word):
		return true
	case strings.Contains(opening, last):
		return true
	case last == ".": // U.S., 3.5
		return isInitial(earlier) && isInitial(word) && at(i+1) == "." || isNumber(earlier) && isNumber(word)
	case last == ",": // 1,000
		return isNumber(earlier) && isNumber(word) && len(word) == 3
	case word == "'":
		return isEnding(at(i + 1))
	case last == "'":
		return isEnding(word) && earlier != ""
	}

	return false
}

func isInitial(word string) bool { return len(word) == 1 && unicode.IsUpper(rune(word[0])) }

func isNumber(word string) bool { return word != "" && strings.Trim(word, "0123456789") == "" }

// isEnding is what follows an apostrophe.
func isEnding(word string) bool {
	switch word {
	case "s", "t", "re", "ve", "ll", "d", "m":
		return true
	}
	return false
}
