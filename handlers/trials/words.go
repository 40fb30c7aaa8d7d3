package trials

import (
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/party/samename"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/upstream"
)

// maxWords is the registry's limit: it rejects queries of some 13 terms as too complicated.
const maxWords = 12

// operators are words of the registry's query language if written in capitals.
var operators = []string{
	"AND", "OR", "NOT", "ALL", "AREA", "SEARCH", "RANGE", "MISSING", "EXPANSION", "COVERAGE", "TILT",
}

// plainWords turns a caller's text into words without special meaning in the registry's query language: letters and
// digits, with inner hyphens and apostrophes. field names the input.
func plainWords(field, text string) (string, error) {
	words := upstream.SearchWords(text, "-'")
	for i, w := range words {
		if slices.Contains(operators, w) {
			words[i] = strings.ToLower(w)
		}
	}
	switch {
	case len(words) == 0, samename.Nobody(text):
		return "", problem.Invalid(field, "%s must have a word of letters or digits that names something", field)
	case len(words) > maxWords:
		return "", problem.Invalid(field, "%s must have at most %d words, not %d", field, maxWords, len(words))
	}
	return strings.Join(words, " "), nil
}
