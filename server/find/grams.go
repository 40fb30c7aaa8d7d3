package find

import (
	"maps"
	"math"
	"slices"
	"strings"
	"unicode"
)

// gramLength is how many letters a part of a word has. The ends of a word are parts of their own: ^pre, ost$.
const gramLength = 4

// asWord is how often a whole word counts beside its parts.
const asWord = 3

// asUnseen is what a part of a word counts that no phrase has, as a share of a rare one.
const asUnseen = 0.4

// leastKnown is the share of a task below which it has parts in common with a text by chance.
const leastKnown = 0.08

// gramIndex ranks texts by the parts of words that a task shares with the phrases of each, in whatever language. It
// needs no grammar: inflections, compounds and typing errors leave most parts as they are, and words of related
// languages share theirs. Chinese and Japanese stand as letters and pairs of letters.
type gramIndex struct {
	texts    int
	postings map[string][]posting
	idf      map[string]float64
	rarest   float64
}

func newGramIndex(phrases [][]string) *gramIndex {
	counts := make([]map[string]float64, len(phrases))
	lengths := make([]float64, len(phrases))
	for i, list := range phrases {
		counts[i] = map[string]float64{}
		for _, phrase := range list {
			countGrams(phrase, counts[i])
		}
		for _, n := range counts[i] {
			lengths[i] += n
		}
	}

	g := &gramIndex{texts: len(phrases)}
	g.postings, g.idf = weighed(counts, lengths)
	for _, idf := range g.idf {
		g.rarest = max(g.rarest, idf)
	}
	return g
}

// shares are what of a task each text has, from 0 to 1.
func (g *gramIndex) shares(task string) []float64 {
	counts := map[string]float64{}
	countGrams(task, counts)

	shares := make([]float64, g.texts)
	all := 0.0
	for _, gram := range slices.Sorted(maps.Keys(counts)) { // sums in the same order are the same
		idf, known := g.idf[gram]
		if !known {
			idf = asUnseen * g.rarest
		}
		worth := math.Sqrt(counts[gram]) * idf
		all += worth

		for _, p := range g.postings[gram] {
			shares[p.text] += worth * p.weight
		}
	}

	for i := range shares {
		if shares[i] /= max(all, 1); shares[i] < leastKnown {
			shares[i] = 0
		}
	}
	return shares
}

// countGrams adds the parts of the words of a text. Values and names are replaced by their kinds: Pfizer does not point
// to the route that has it in a phrase, and recalls of a Corolla are a vehicle's.
func countGrams(text string, counts map[string]float64) {
	var plain []string
	for token := range strings.FieldsSeq(gathered(text)) {
		if kind := kindOf(strings.Trim(token, punctuation)); kind != "" {
			plain = append(plain, kind)
			continue
		}
		plain = append(plain, token)
	}

	words := split(foldLetters(strings.Join(plain, " ")))
	for i := 0; i < len(words); {
		if kind, length := builtIn().nameAt(words[i:]); kind != "" {
			countRun([]rune(kind), counts)
			i += length
			continue
		}
		for _, run := range byScript(words[i]) {
			countRun([]rune(run), counts)
		}
		i++
	}
}

// firstWide is where the letters of Chinese and Japanese begin.
const firstWide = 0x3000

// byScript parts a word where letters of Chinese or Japanese meet others.
func byScript(word string) []string {
	var runs []string
	start := 0
	wide := false
	for i, r := range word {
		if isWide := r >= firstWide; isWide != wide {
			if i > start {
				runs = append(runs, word[start:i])
			}
			start = i
			wide = isWide
		}
	}
	return append(runs, word[start:])
}

// countRun adds the parts of a word of one script.
func countRun(run []rune, counts map[string]float64) {
	switch {
	case len(run) == 0 || onlyDigits(string(run)):
	case run[0] >= firstWide:
		countLetters(run, counts)
	default:
		word := []rune("^" + string(run) + "$")
		counts[string(word)] += asWord
		for i := range len(word) - gramLength + 1 {
			counts[string(word[i:i+gramLength])]++
		}
	}
}

// countLetters adds the letters of Chinese and Japanese, and pairs of them. One of kana alone is but a sound.
func countLetters(run []rune, counts map[string]float64) {
	for i, r := range run {
		if unicode.Is(unicode.Han, r) {
			counts[string(r)]++
		}
		if i > 0 {
			counts[string(run[i-1:i+1])]++
		}
	}
}
