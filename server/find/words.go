package find

import (
	"cmp"
	_ "embed" // the synonyms
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/farebox/farebox/internal/each"
	"github.com/kljensen/snowball/english"
)

// word is a word of the vocabulary as it is written, and its stem.
type word struct{ text, stem string }

// split gives the words of a text in lower case: camelCase and everything that is not a letter or digit divide. A word
// of letters and digits stays whole (eip712, sha256).
func split(text string) []string {
	var words []string
	start := -1
	lower := false
	cut := func(end int) {
		if start >= 0 && end-start > 0 {
			words = append(words, strings.ToLower(text[start:end]))
		}
		start = -1
	}

	for i, r := range text {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			// A possessive's s is left alone, and is a stop word.
			cut(i)
			lower = false
			continue
		}
		if unicode.IsUpper(r) && lower {
			cut(i)
		}
		if start < 0 {
			start = i
		}
		lower = unicode.IsLower(r)
	}
	cut(len(text))
	return words
}

// stem is the Porter2 stem of an English word; words with digits and very short ones stay as they are. Words of one
// meaning have one stem.
func stem(w string) string {
	if utf8.RuneCountInString(w) < 3 || strings.ContainsAny(w, "0123456789") {
		return w
	}

	s := english.Stem(w, true)
	return cmp.Or(sameStems[s], s)
}

// sameStems are words of tasks and of the spec that always stand for another. As synonyms they would count by how rare
// they happen to be: the one route that says firm would be found for every firm.
var sameStems = map[string]string{
	"firm":    "compani",
	"corpor":  "compani",
	"organiz": "organis",
}

// oneEdit says whether a and b differ by one letter changed, added or left out, or by two neighbours swapped.
func oneEdit(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 || len(a) < 4 {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) < len(b) {
		return a[i:] == b[i+1:]
	}
	if i == len(a) || a[i+1:] == b[i+1:] {
		return i < len(a)
	}
	return i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
}

// stopWords are the words of a task that say nothing about which route does it.
var stopWords = set(`a about above after all also am an and any are as at be been by can could do does for from
	get give given gives go has have how i if in into is it its just let like make many me more most much my need
	of on one only or our out over please s should show so some such tell than that the their them then there these they
	this those to up use used uses using via want was we were what when where whether which who whose why will with
	would you your find look return returns returned route routes optional required default example e g etc per each
	other not no null api tool t two same first say near
	being here but because while since until did done may might must shall very than re ll ve m d
	got getting yes wants hi hello`)

// commonWords are words of any task that are rare in the spec, so that their rarity there says little about a route.
// They count by asCommon.
var commonWords = stemsOf(`now today yesterday tomorrow last next recent recently latest current currently right
	week month year day hour minute ago ever yet still already again soon later early
	big small large little long short high low good bad best worst new old full own main whole certain single
	both together thing things way part side kind people someone everything something anything
	put take took come came run running keep kept make made turn start end begin go going went work working
	happen happened become mean know help see seen looking really back away`)

// asCommon is what a common word or a bare number counts, as a share of another word.
const asCommon = 0.4

// standing is how much the rarity of a stem in the spec says about what is asked for, from 0 to 1. A number is mostly a
// value: a year, an amount, a part of an identifier.
func standing(stem string) float64 {
	if commonWords[stem] || strings.Trim(stem, "0123456789") == "" {
		return asCommon
	}
	return 1
}

func stemsOf(words string) map[string]bool {
	m := map[string]bool{}
	for w := range set(words) {
		m[stem(w)] = true
	}
	return m
}

func set(words string) map[string]bool { return each.WordSet(words) }

// synonyms lead from the stem of a word that agents use to stems of words that the spec uses.
var synonyms = stems(synonymTable)

func stems(table string) map[string][]string {
	m := map[string][]string{}
	for line := range strings.Lines(table) {
		left, right, pair := strings.Cut(strings.TrimSpace(line), ":")
		if !pair {
			continue
		}
		for _, from := range split(left) {
			for _, to := range split(right) {
				if stem(from) != stem(to) {
					m[stem(from)] = append(m[stem(from)], stem(to))
				}
			}
		}
	}
	return m
}

// synonymTable has words of tasks on the left, and of routes on the right. A pair is here because the two
// share no stem, people say the left one and the texts of the routes say the right one. It leads one way:
// what a route is called must not be weakened by what somebody might mean by it.
//
//go:embed synonyms.txt
var synonymTable string
