package names

import (
	_ "embed"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

//go:embed data/orgconcepts.txt
var orgConceptText string

//go:embed data/learnedwords.txt
var learnedWordText string

// orgWords are the words of organisations' names in other writings than Latin, by what they mean.
type orgWords struct {
	of          map[string][]translation
	longest     int // characters of the longest word of a writing without spaces
	longestTerm int // words of the longest phrase
}

// translation is an English word for a word, or one of several, and what it may be called too.
type translation struct {
	word   string
	others []string
}

// readOrgConcepts reads the tables of words. Of a word that several have the first one counts.
func readOrgConcepts(texts ...string) *orgWords {
	out := &orgWords{of: map[string][]translation{}}
	for line := range strings.Lines(strings.Join(texts, "\n")) {
		concept, words, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		found := readTranslations(concept)
		for w := range strings.FieldsSeq(words) {
			out.add(w, found)
		}
	}
	return out
}

func (o *orgWords) add(entry string, found []translation) {
	parts := strings.Split(entry, "_")
	for i, part := range parts {
		run := []rune(part)
		parts[i] = orgKey(run)
		if unspacedWriting(run[0]) {
			o.longest = max(o.longest, len([]rune(parts[i])))
		}
	}
	o.longestTerm = max(o.longestTerm, len(parts))
	key := strings.Join(parts, " ")
	o.of[key] = joinTranslations(o.of[key], found)
}

// joinTranslations are the first translations of a word, with what another table has for it as further words where both
// have one.
func joinTranslations(first, more []translation) []translation {
	switch {
	case first == nil:
		return more
	case len(first) != 1 || len(more) != 1:
		return first
	}
	joined := first[0]
	for _, other := range append([]string{more[0].word}, more[0].others...) {
		if other != joined.word && !slices.Contains(joined.others, other) {
			joined.others = append(slices.Clip(joined.others), other)
		}
	}
	return []translation{joined}
}

func readTranslations(concept string) []translation {
	out := []translation{}
	if concept == "-" {
		return out
	}
	for part := range strings.SplitSeq(concept, "+") {
		all := strings.Split(part, "/")
		out = append(out, translation{word: all[0], others: all[1:]})
	}
	return out
}

// orgKey is a word as the table has it: without accents and other forms of one letter.
func orgKey(run []rune) string {
	run = slices.DeleteFunc(slices.Clone(run), func(r rune) bool {
		return !unicode.In(r, unicode.L, unicode.M) && r != 'ー'
	})
	if len(run) == 0 {
		return ""
	}

	switch scriptOf(run[0]) {
	case arabic:
		code := arabicCode(run)
		if stem, ok := strings.CutSuffix(code, "o"); ok { // as Persian and many in a hurry write it
			return stem + "h"
		}
		return code
	case han, kana:
		return string(simplifiedRun(run))
	case greek:
		return finalSigma.Replace(dropMarks(norm.NFKD.String(strings.ToLower(string(run)))))
	case hebrew:
		return dropMarks(string(run))
	}
	return strings.ReplaceAll(strings.ToLower(norm.NFC.String(string(run))), "ё", "е")
}

// unspacedWriting says whether a letter is of a writing that puts no spaces between words.
func unspacedWriting(r rune) bool {
	return wide(r) || unicode.In(r, unicode.Thai, unicode.Myanmar)
}

// Letters of a stem in Cyrillic, and of the endings that may follow it.
const (
	shortestStem  = 4
	longestEnding = 4
)

// find gives the translations of a whole word: in Cyrillic by its stem, in Arabic and Hebrew also behind an article or
// another word of a letter that is written with it.
func (o *orgWords) find(run []rune) ([]translation, bool) {
	if len(run) == 0 {
		return nil, false
	}
	key := orgKey(run)
	if found, ok := o.of[key]; ok {
		return found, true
	}
	switch scriptOf(run[0]) {
	case cyrillic:
		return o.byStem([]rune(key))
	case arabic:
		return o.behind(run, arabicPrefixes)
	case hebrew:
		return o.behind(run, hebrewPrefixes)
	}
	return nil, false
}

func (o *orgWords) byStem(letters []rune) ([]translation, bool) {
	for n := len(letters) - 1; n >= max(shortestStem, len(letters)-longestEnding); n-- {
		if found, ok := o.of[string(letters[:n])]; ok {
			return found, true
		}
	}
	return nil, false
}

// Words of a letter or two that are written with the word behind them, the longest first.
var (
	arabicPrefixes = strings.Fields("وال بال لل ال و ل ب")
	hebrewPrefixes = strings.Fields("וה ה ו ל ב")
)

// leastBehind is the number of letters of the shortest words that are looked for behind a prefix.
const leastBehind = 3

func (o *orgWords) behind(run []rune, prefixes []string) ([]translation, bool) {
	for _, prefix := range prefixes {
		rest, ok := strings.CutPrefix(string(run), prefix)
		if !ok || len([]rune(rest)) < leastBehind {
			continue
		}
		for _, way := range []string{rest, "ال" + rest} {
			if found, ok := o.of[orgKey([]rune(way))]; ok {
				return found, true
			}
		}
	}
	return nil, false
}

// phrase is the longest phrase that a name has at its i-th word: its number of words, 0 without a phrase.
func (o *orgWords) phrase(ws []word, i int) (int, []translation) {
	for n := min(o.longestTerm, len(ws)-i); n > 1; n-- {
		keys := make([]string, n)
		for k := range n {
			keys[k] = orgKey([]rune(ws[i+k].raw))
		}
		if found, ok := o.of[strings.Join(keys, " ")]; ok {
			return n, found
		}
	}
	return 0, nil
}

// divide gives the lengths of the parts of a run that is written without spaces, negative ones for parts that the table
// lacks. Its words have the most characters, less one for each word.
func (o *orgWords) divide(run []rune) (parts []int) {
	best := make([]int, len(run)+1)
	last := make([]int, len(run)+1) // characters of the word that ends there
	for end := 1; end <= len(run); end++ {
		best[end] = best[end-1]
		for n := 2; n <= min(o.longest, end); n++ {
			if gain := best[end-n] + n - 1; gain > best[end] && o.isWord(run, end-n, n) {
				best[end] = gain
				last[end] = n
			}
		}
	}

	for end := len(run); end > 0; {
		n := last[end]
		if n == 0 {
			n = o.between(run, last, end)
		}
		parts = append(parts, n)
		end -= max(n, -n)
	}
	slices.Reverse(parts)
	return parts
}

// between is the length of the last part of what no longer word has up to end. A single character is a word between two
// others, at the end, and behind a word when names leave it out, as that for a city.
func (o *orgWords) between(run []rune, last []int, end int) int {
	rest := 1
	for rest < end && last[end-rest] == 0 {
		rest++
	}
	first := end - rest
	switch {
	case len(run) > 1 && (rest == 1 || end == len(run)) && o.isWord(run, end-1, 1):
		return 1
	case rest > 1 && first > 0 && o.isWord(run, first, 1) && len(o.of[orgKey(run[first:first+1])]) == 0:
		return 1 - rest
	}
	return -rest
}

// isWord says whether n characters of a run are a word. One in katakana that begins or ends a run of it leaves enough
// of it for another word: アイランド is not of Iran, ロシアン not of Russia.
func (o *orgWords) isWord(run []rune, i, n int) bool {
	if _, ok := o.of[orgKey(run[i:i+n])]; !ok {
		return false
	}
	before := katakanaFrom(run, i-1, -1)
	behind := katakanaFrom(run, i+n, 1)
	return !inKatakana(run, i) || before+behind == 0 || n >= leastInKatakana &&
		(before == 0 && behind >= leastInKatakana || behind == 0 && before >= leastInKatakana)
}

// leastInKatakana is the number of characters of the shortest words in katakana that are written together with others.
const leastInKatakana = 3

// katakanaFrom counts the characters in katakana from i on, forwards or backwards.
func katakanaFrom(run []rune, i, step int) int {
	n := 0
	for inKatakana(run, i+n*step) {
		n++
	}
	return n
}

func inKatakana(run []rune, i int) bool {
	return i >= 0 && i < len(run) && (unicode.Is(unicode.Katakana, run[i]) || run[i] == 'ー')
}
