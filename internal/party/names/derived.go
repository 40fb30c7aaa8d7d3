package names

import "strings"

// A list writes chemistry where another writes chemical: words of one stem are one word of a translated name.

// derivedEndings are those of English words that are made of others, the longer before the shorter.
var derivedEndings = strings.Fields("ological ologies ication ology istry ically ation ators ator ical ions ings ment " +
	"ary ery ial ian ics ied ies ing ion ist ity ive ors ous al ed er es ic or ry e s y")

// shortestDerived is the number of letters of the shortest stem.
const shortestDerived = 4

// stemOf is an English word without its ending.
func stemOf(word string) string {
	for _, ending := range derivedEndings {
		if stem, ok := strings.CutSuffix(word, ending); ok && len(stem) >= shortestDerived {
			return stem
		}
	}
	return word
}

// ofOneStem says whether a translation and another word are made of one stem.
func ofOneStem(a, b *token) bool {
	if !a.concept && !b.concept || len(a.text) < shortestDerived || len(b.text) < shortestDerived ||
		a.text[:shortestDerived] != b.text[:shortestDerived] {
		return false
	}
	return stemOf(a.text) == stemOf(b.text)
}

// internationalEndings are those of words that Slavic languages share with English, by the stem in Cyrillic without its
// ending: навигационный is of navigation.
var internationalEndings = [][2]string{
	{"ционн", "tion"}, {"сионн", "sion"}, {"ическ", "ic"}, {"ичеськ", "ic"}, {"ичн", "ic"}, {"логи", "logy"},
	{"графи", "graphy"}, {"метри", "metry"}, {"терапи", "therapy"}, {"енци", "ency"}, {"ци", "tion"}, {"си", "sion"},
	{"ярн", "ar"}, {"альн", "al"}, {"ивн", "ive"}, {"ик", "ics"}, {"ин", "ine"}, {"ств", ""}, {"н", ""},
}

// international is a word in Cyrillic as English has it, empty for one that has no such ending.
func international(key string) string {
	stem := key
	for _, ending := range cyrillicEndings {
		if rest, ok := strings.CutSuffix(key, ending); ok && len([]rune(rest)) >= shortestStem {
			stem = rest
			break
		}
	}
	for _, ending := range internationalEndings {
		if rest, ok := strings.CutSuffix(stem, ending[0]); ok && len([]rune(rest)) >= shortestStem-1 {
			return transliterate([]rune(rest), cyrillic) + ending[1]
		}
	}
	return ""
}

// cyrillicEndings are those of words in Cyrillic, the longer before the shorter.
var cyrillicEndings = strings.Fields("ости ость ого его ому ему ыми ими ами ями ией ием иях ої ою " +
	"ий ый ой ей ая яя ое ее ые ие их ых ую юю ом ем ам ям ах ях ов ев ій ію ія ії ья ье ию ия ии и ы а я о е у ю ь й і ї є")
