package trials

import (
	"slices"
	"strings"
	"unicode"

	"github.com/farebox/farebox/internal/problem"
)

// maxWords is what the registry takes: it refuses queries of some 13 terms as too complicated.
const maxWords = 12

// operators are words of the registry's query language when written in capitals.
var operators = []string{
	"AND", "OR", "NOT", "ALL", "AREA", "SEARCH", "RANGE", "MISSING", "EXPANSION", "COVERAGE", "TILT",
}

// plainWords makes words that mean only themselves in the registry's query language of a caller's text: letters and
// digits, with hyphens and apostrophes within. field names the input.
func plainWords(field, text string) (string, error) {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r), r == '-', r == '\'':
			return r
		case r == '’':
			return '\''
		}
		return ' '
	}, text)

	var words []string
	for w := range strings.FieldsSeq(text) {
		w = strings.Trim(w, "-'")
		if slices.Contains(operators, w) {
			w = strings.ToLower(w)
		}
		if w != "" {
			words = append(words, w)
		}
	}
	switch {
	case len(words) == 0:
		return "", problem.Invalid(field, "%s must have at least one word of letters or digits", field)
	case len(words) > maxWords:
		return "", problem.Invalid(field, "%s must have at most %d words, not %d", field, maxWords, len(words))
	}
	return strings.Join(words, " "), nil
}
