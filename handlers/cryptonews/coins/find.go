package coins

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/farebox/farebox/internal/each"
)

// word is a word of a text.
type word struct {
	text, lower string
	dollar      bool // follows $
	brackets    bool // stands alone in brackets: (BTC)
	start       bool // begins a sentence
}

// maxWords is how much of a text is read.
const maxWords = 500

// split cuts a text into words. Hyphens and slashes part them ("BTC/USD"), marks inside do not ("ether.fi").
func split(text string) []word {
	text = strings.ReplaceAll(text, "’", "'")
	var out []word
	start := true
	for _, field := range strings.Fields(text) {
		for _, part := range strings.FieldsFunc(field, func(r rune) bool { return strings.ContainsRune("-/–—|_", r) }) {
			if len(out) == maxWords {
				return out
			}
			clean := strings.TrimFunc(part, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
			if cut, ok := strings.CutSuffix(clean, "'s"); ok {
				clean = cut
			}
			if clean == "" {
				continue
			}
			before, _, _ := strings.Cut(part, clean)
			out = append(out, word{
				text: clean, lower: strings.ToLower(clean), start: start,
				dollar:   strings.HasSuffix(before, "$"),
				brackets: strings.HasSuffix(before, "(") && strings.HasPrefix(part[len(before)+len(clean):], ")"),
			})
			start = false
		}
		start = start || strings.ContainsAny(field[len(field)-1:], ".!?:")
	}

	return out
}

// In lists the tickers of the coins that any of the texts names, sorted.
func (t *Table) In(texts ...string) []string {
	named := map[string]bool{}
	for _, text := range texts {
		t.find(split(text), named)
	}
	found := []string{}
	for symbol := range named {
		found = append(found, symbol)
	}
	slices.Sort(found)
	return found
}

func (t *Table) find(words []word, named map[string]bool) {
	shouting := shouts(words)
	sentence := sentenceCase(words)
	for i := 0; i < len(words); {
		if known, ok := t.ticker(words[i], shouting); ok {
			named[known.Ticker] = true
			i++
			continue
		}

		a, ok := t.name(words, i, sentence)
		switch {
		case !ok:
			i++
		case a.coin == nil:
			i += len(a.words)
		default:
			named[a.coin.Ticker] = true
			i += len(a.words)
		}
	}
}

// ticker: in upper case, or after $.
func (t *Table) ticker(w word, shouting bool) (*Coin, bool) {
	known, ok := t.tickers[strings.ToUpper(w.text)]
	switch {
	case !ok:
		return nil, false
	case w.dollar:
		return known.coin, true
	case w.text != strings.ToUpper(w.text):
		return nil, false
	}
	return known.coin, w.brackets || !known.strict && !shouting
}

// name is the longest name that begins at word i and means its coin, or something else that holds its name.
func (t *Table) name(words []word, i int, sentence bool) (alias, bool) {
	for _, a := range t.names[words[i].lower] {
		end := i + len(a.words)
		if end > len(words) || !slices.EqualFunc(words[i:end], a.words, func(w word, name string) bool { return w.lower == name }) {
			continue
		}
		switch {
		case a.caution == anyCase,
			a.caution == capital && capitalised(words[i].text),
			a.caution == common && capitalised(words[i].text) && t.meant(words, i, end, sentence):
			return a, true
		}
	}
	return alias{}, false
}

// meant: what looks like a common word is the coin's name when a word like "token" or its ticker in brackets stands behind
// it, or when it has a capital in a sentence whose other words have none.
func (t *Table) meant(words []word, i, end int, sentence bool) bool {
	if end < len(words) && (t.signs[words[end].lower] || words[end].brackets) {
		return true
	}
	return sentence && !words[i].start
}

func capitalised(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(r)
}

// shouts: a text in capitals, in which tickers cannot be told from words.
func shouts(words []word) bool {
	upper := 0
	all := 0
	for _, w := range words {
		if len(w.text) > 1 && strings.ContainsFunc(w.text, unicode.IsLetter) {
			all++
			if w.text == strings.ToUpper(w.text) {
				upper++
			}
		}
	}
	return all >= 4 && upper*10 > all*6
}

// sentenceCase: a text whose longer words are mostly in lower case, so that a capital means a name.
func sentenceCase(words []word) bool {
	large := 0
	all := 0
	for _, w := range words {
		if !w.start && len(w.text) >= 4 && !strings.ContainsFunc(w.text, unicode.IsDigit) {
			all++
			if capitalised(w.text) {
				large++
			}
		}
	}
	return all >= 3 && large*10 <= all*4
}

// Words are the words of a text in lower case without their plural s, for comparing and for searches.
func Words(text string) []string {
	list := split(text)
	return each.Of(list, func(w word) string { return singular(w.lower) })
}

func singular(w string) string {
	if cut, ok := strings.CutSuffix(w, "s"); ok && len(cut) > 2 && !strings.HasSuffix(cut, "s") {
		return cut
	}
	return w
}

// Names says whether a text has a coin that the table does not know, as a word or phrase; upper asks for capitals or a $, as for
// a ticker.
func Names(text, coin string, upper bool) bool {
	want := split(coin)
	words := split(text)
	if len(want) == 0 {
		return false
	}
	for i := 0; i+len(want) <= len(words); i++ {
		if slices.EqualFunc(words[i:i+len(want)], want, func(w, asked word) bool {
			return w.lower == asked.lower && (!upper || w.dollar || w.text == strings.ToUpper(w.text))
		}) {
			return true
		}
	}
	return false
}
