// Package chosen takes the one thing of a list that a text names. A name is the thing's when it is the text but for
// spelling. What is only similar is a candidate for the caller to choose from, and a name that several things have is
// refused: neither is ever taken.
package chosen

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/agnivade/levenshtein"
	"golang.org/x/text/runes"
	"golang.org/x/text/unicode/norm"

	"github.com/farebox/farebox/internal/problem"
)

// shown is how many candidates a refusal names.
const shown = 10

// Find gives the things that have the text as a name, and the name. Names are in ranks: those that have it in the first
// rank are given, so that what merely goes by a nickname does not rival what bears the name. In a rank, a name as it is
// written goes before others that are the same but for spelling.
func Find[T any](text string, list []T, names ...func(T) []string) (found []T, name string) {
	text = strings.TrimSpace(text)
	for _, rank := range names {
		for _, same := range []func(name, text string) bool{strings.EqualFold, Same} {
			for _, thing := range list {
				at := slices.IndexFunc(rank(thing), func(n string) bool { return text != "" && same(n, text) })
				if at >= 0 {
					found = append(found, thing)
					name = rank(thing)[at]
				}
			}
			if len(found) > 0 {
				return found, name
			}
		}
	}
	return nil, ""
}

// One is the only thing that has the text as a name, and the name. What says what the things are, in the singular.
// Several things are refused as ambiguous. Without any the text is not found. Both refusals name candidates, by the
// first name of the first rank; what shares that one has a name behind it that is its own.
func One[T any](field, text, what string, list []T, names ...func(T) []string) (one T, name string, err error) {
	found, name := Find(text, list, names...)
	if len(found) == 1 {
		return found[0], name, nil
	}

	if len(found) > 1 {
		return one, "", Several(field, what, labels(found, list, names[0]))
	}
	var all []string
	for _, thing := range list {
		all = append(all, names[0](thing)[0])
	}
	unknown := problem.NotFound(field, "no %s has this name", what)
	if near := Near(text, all); len(near) > 0 {
		unknown = unknown.With("candidates", near)
	}
	return one, "", unknown
}

// labels are what tells the things that were found from all others: their first names, and behind one that several
// have, the first name that is a thing's own.
func labels[T any](found, list []T, names func(T) []string) []string {
	own := func(name string) bool {
		bearers := 0
		for _, thing := range list {
			if slices.ContainsFunc(names(thing), func(n string) bool { return strings.EqualFold(n, name) }) {
				bearers++
			}
		}
		return name != "" && bearers == 1
	}

	var labels []string
	for _, thing := range found {
		all := names(thing)
		label := all[0]
		if at := slices.IndexFunc(all, own); at > 0 {
			label += " (" + all[at] + ")"
		}
		labels = append(labels, label)
	}
	slices.Sort(labels)
	return labels
}

// Several is the refusal of a name that several things have.
func Several(field, what string, candidates []string) error {
	return problem.InvalidCode(field, problem.CodeAmbiguous,
		"%s is the name of more than one %s: %s", field, what,
		strings.Join(candidates[:min(len(candidates), shown)], "; ")).
		With("candidates", candidates[:min(len(candidates), shown)])
}

// Same says whether two names are one but for spelling: case, accents, marks, blanks, the order of words, and the words
// that names have or lack without being others.
func Same(a, b string) bool {
	first := Words(a)
	second := Words(b)
	if len(first) == 0 || len(second) == 0 {
		return strings.TrimSpace(a) != "" && strings.EqualFold(strings.TrimSpace(a), strings.TrimSpace(b))
	}
	if strings.Join(first, "") == strings.Join(second, "") {
		return true
	}
	slices.Sort(first)
	slices.Sort(second)
	return slices.Equal(first, second)
}

// Holds says whether a name has all words of a text.
func Holds(name, text string) bool {
	have := Words(name)
	wanted := Words(text)
	lacking := func(word string) bool { return !slices.Contains(have, word) }
	return len(wanted) > 0 && !slices.ContainsFunc(wanted, lacking)
}

// silent are words that say nothing about which thing is named.
var silent = map[string]bool{
	"and": true,
	"for": true,
	"of":  true,
	"the": true,
	"us":  true, // of the agencies of one country
}

// short are words that are often written shorter.
var short = map[string]string{
	"dept": "department",
	"ft":   "fort",
	"mt":   "mount",
	"st":   "saint",
	"usa":  "us",
}

// marks are letters in other forms, but no part of a name.
var marks = strings.NewReplacer("™", " ", "℠", " ")

// plain writes the letters that Unicode does not decompose in plain ones.
var plain = strings.NewReplacer(
	"ß", "ss", "ø", "o", "ł", "l", "đ", "d", "ð", "d", "þ", "th", "æ", "ae", "œ", "oe", "ı", "i",
)

// Fold writes a text in small letters without accents, so that spellings of one name are equal.
func Fold(text string) string {
	bare := runes.Remove(runes.In(unicode.Mn)).String(norm.NFKD.String(text))
	return norm.NFC.String(plain.Replace(strings.ToLower(bare)))
}

// Words are those that a name is compared by: folded, without marks.
func Words(name string) []string {
	words := strings.Fields(strings.Map(func(r rune) rune {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r):
			return r
		case strings.ContainsRune(".'’`", r):
			return -1
		}
		return ' '
	}, strings.ReplaceAll(Fold(marks.Replace(name)), "united states", "us")))
	for i, word := range words {
		words[i] = cmp.Or(short[word], word)
	}
	if said := slices.DeleteFunc(slices.Clone(words), func(word string) bool { return silent[word] }); len(said) > 0 {
		return said
	}
	return words
}

// likeness is from where on a name is worth to be named in place of an unknown one.
const likeness = 0.3

// Near are the names that are most like a text, the nearest first: by words that they share, and by letters.
func Near(text string, names []string) []string {
	type candidate struct {
		name  string
		score float64
	}
	wanted := Words(text)
	var list []candidate
	for _, name := range names {
		if score := like(wanted, Words(name)); score >= likeness {
			list = append(list, candidate{name, score})
		}
	}
	slices.SortFunc(list, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.score, a.score), strings.Compare(a.name, b.name))
	})

	near := []string{}
	for _, c := range list[:min(len(list), shown/2)] {
		near = append(near, c.name)
	}
	return slices.Compact(near)
}

// like is from 0 to 1: the part of the words of both that are alike, each as much as its letters are.
func like(wanted, have []string) float64 {
	sum := 0.0
	for _, word := range wanted {
		best := 0.0
		for _, other := range have {
			best = max(best, letters(word, other))
		}
		sum += best
	}
	return 2 * sum / float64(max(1, len(wanted)+len(have)))
}

// least is how much of two words has to agree for one to be a slip of the other.
const least = 0.6

func letters(a, b string) float64 {
	longer := max(len(a), len(b))
	if longer > maxLetters {
		return 0
	}
	if part := 1 - float64(levenshtein.ComputeDistance(a, b))/float64(longer); part >= least {
		return part
	}
	return 0
}

// maxLetters bounds the cost of a comparison.
const maxLetters = 60
