package openfda

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/farebox/farebox/internal/upstream"
)

// Plain is the part of a text that may be between a search's quotes: letters and digits of ASCII, with apostrophes,
// hyphens and points within words. The API refuses searches with most other signs, and its index drops them, so that
// nothing is lost. Accents go; "" means that nothing of the text can be searched for.
func Plain(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)), r == '-', r == '\'', r == '.':
			return r
		case unicode.Is(unicode.Mn, r):
			return -1
		}
		return ' '
	}, norm.NFKD.String(upstream.Typed(text)))

	var words []string
	for w := range strings.FieldsSeq(text) {
		if w = strings.Trim(w, "-'."); w != "" {
			words = append(words, w)
		}
	}
	return strings.Join(words, " ")
}

// Phrase matches records whose field has the words in this order, in any case. It matches nothing when no word of text
// can be searched for.
func Phrase(field, text string) string {
	return field + `:"` + Plain(text) + `"`
}

// Keyword matches records whose field is the value itself, in this case: NDCs, application numbers, fields that end in
// .exact. It takes what [Plain] takes and commas and brackets.
func Keyword(field, value string) string {
	value = strings.Map(func(r rune) rune {
		switch {
		case r >= unicode.MaxASCII, r < ' ', strings.ContainsRune(`"\~^*?!&|;$#`, r):
			return -1
		}
		return r
	}, value)
	return field + `:"` + value + `"`
}

// Any matches records that one of the clauses matches, those first that more of them match.
func Any(clauses ...string) string {
	if len(clauses) == 1 {
		return clauses[0]
	}
	return "(" + strings.Join(clauses, " OR ") + ")"
}

// All matches records that all of the clauses match.
func All(clauses ...string) string { return strings.Join(clauses, " AND ") }
