package serp

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// little are English words that a question has and its answer need not.
var little = strings.Fields(`a about an and are as at be best by can did do does for from get has have how i in is it its
me my of on or so than that the their then there these this to was were what when where which who why will with you your`)

// Words are the words of a query that a result should have, as typed, without operators (site:, -word), quotation marks
// and small words. A query of small words only keeps them.
func Words(query string) []string {
	var all, large []string
	for field := range strings.FieldsSeq(query) {
		word := strings.TrimFunc(field, func(r rune) bool {
			return unicode.IsPunct(r) && r != '#' || r == '`'
		})
		if word == "" || strings.HasPrefix(field, "-") || isOperator(field) || word == "OR" || word == "AND" {
			continue
		}
		all = append(all, word)
		if !slices.Contains(little, strings.ToLower(word)) {
			large = append(large, word)
		}
	}

	if len(large) == 0 {
		return all
	}
	return large
}

// isOperator reports whether a field is a name and a value, such as site:example.com.
func isOperator(field string) bool {
	name, value, found := strings.Cut(field, ":")
	return found && value != "" && name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz") == ""
}

// Matcher tells which results are about a query. It is for collections that always find something.
type Matcher struct{ terms []string }

// MatcherOf is that of a query.
func MatcherOf(query string) Matcher {
	var m Matcher
	for _, word := range Words(query) {
		for _, term := range termsOf(word) {
			if !slices.Contains(m.terms, term) {
				m.terms = append(m.terms, term)
			}
		}
	}
	return m
}

// termsOf are the parts of a word in small letters. Chinese and Japanese have no spaces between words: there it is
// pairs of letters.
func termsOf(word string) []string {
	letters := []rune(folded(word))
	if len(letters) < 3 || !slices.ContainsFunc(letters, isUnspaced) {
		return []string{string(letters)}
	}

	pairs := make([]string, 0, len(letters)-1)
	for i := range len(letters) - 1 {
		pairs = append(pairs, string(letters[i:i+2]))
	}
	return pairs
}

func isUnspaced(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai)
}

// Share is the part of the query's words that the title or snippet of a result has, from 0 to 1.
func (m Matcher) Share(r Result) float64 {
	if len(m.terms) == 0 {
		return 0
	}

	text := " " + spaced(folded(r.Title+" "+r.Snippet))
	found := 0
	for _, term := range m.terms {
		if has(text, term) {
			found++
		}
	}
	return float64(found) / float64(len(m.terms))
}

// enough is the least share of a result that is about the query: two words of three, and both of two.
const enough = 2.0 / 3

// IsAbout reports whether a result has enough of the query's words.
func (m Matcher) IsAbout(r Result) bool { return m.Share(r) >= enough }

// has reports whether a word of the text begins with the term, without an English plural. Letters that no spaces part
// may stand anywhere.
func has(text, term string) bool {
	if slices.ContainsFunc([]rune(term), isUnspaced) {
		return strings.Contains(text, term)
	}
	if stem, plural := strings.CutSuffix(term, "s"); plural && len(stem) > 3 && !strings.HasSuffix(stem, "s") {
		term = stem
	}
	return strings.Contains(text, " "+spaced(term))
}

func folded(s string) string { return strings.ToLower(norm.NFKC.String(s)) }

// spaced is s with each mark between words as a space. The marks of c++ and c# belong to the word.
func spaced(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '+' || r == '#' {
			return r
		}
		return ' '
	}, s)
}
