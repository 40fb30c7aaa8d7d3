package learned

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The lengths of stretches in which a text is judged, in tokens. A short order in a long text shows in a short
// stretch; an order that depends on context in a long one.
const (
	shortStretch = 14
	longStretch  = 44
	minTokens    = 3
)

// Limits of a verdict's phrases.
const (
	maxPhrases  = 3
	phraseWords = 4
)

const (
	lettersInGroup = 4
	maxFeatures    = 24
)

// Token is a word, or one character of a script without blanks.
type Token struct {
	Start, End int
	hash       uint32
	single     bool // a character of such a script
	opens      bool // it starts a sentence, where orders put their verb
	groups     [8]uint32
	count      uint8
}

// stretches calls visit with the bounds of every stretch of n tokens.
func stretches(n int, visit func(from, to int)) {
	for _, size := range [...]int{shortStretch, longStretch} {
		if n <= size {
			visit(0, n)
			return
		}
		for from := 0; ; from += size / 2 {
			if from+size >= n {
				visit(n-size, n)
				break
			}
			visit(from, from+size)
		}
	}
}

// Stretches are the bounds of all stretches of n tokens.
func Stretches(n int) [][2]int {
	var out [][2]int
	if n < minTokens {
		return out
	}
	stretches(n, func(from, to int) { out = append(out, [2]int{from, to}) })
	return out
}

// Norm is the divisor for the weights of a stretch of n tokens.
func Norm(n int) float32 { return float32(math.Sqrt(float64(n))) }

// Tokens splits a text. It ignores case and treats all digits alike.
func Tokens(text string, skip func(at int) bool) []Token {
	out := make([]Token, 0, len(text)/6+4)
	opens := true
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if skip != nil && skip(i) || !wordRune(r) {
			opens = opens || endsSentence(r)
			i += size
			continue
		}
		t := Token{
			Start:  i,
			End:    i + size,
			hash:   mix(offset, uint32(r)),
			single: true,
		}
		if !unspaced(r) {
			t = word(text, i)
		}
		t.opens = opens
		opens = false
		out = append(out, t)
		i = t.End
	}

	return out
}

func endsSentence(r rune) bool {
	switch r {
	case '.', '!', '?', ':', ';', '\n', '。', '！', '？', '：', '।', '؟', '؛':
		return true
	}
	return false
}

func wordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return letter(r) || '0' <= r && r <= '9'
	}
	return unicode.IsLetter(r) || unicode.Is(unicode.M, r)
}

func letter(r rune) bool { return 'a' <= r|0x20 && r|0x20 <= 'z' }

func unspaced(r rune) bool {
	return r > 0xe00 && unicode.In(r,
		unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer)
}

// word reads the word at i with its letter groups.
func word(text string, i int) Token {
	t := Token{Start: i, hash: offset}
	var last [lettersInGroup]uint32
	last[lettersInGroup-1] = '^'
	n := 1
	for i < len(text) {
		r, size := utf8.DecodeRuneInString(text[i:])
		if r == '\'' && i > t.Start {
			i += size
			continue
		}
		if !wordRune(r) || unspaced(r) || n > 40 {
			break
		}
		c := fold(r)
		t.hash = mix(t.hash, c)
		copy(last[:], last[1:])
		last[lettersInGroup-1] = c
		n++
		t.group(last, n)
		i += size
	}

	copy(last[:], last[1:])
	last[lettersInGroup-1] = '$'
	t.group(last, n+1)
	t.End = i
	return t
}

// group notes a group of letters; in words of up to four letters they say no more than the word.
func (t *Token) group(last [lettersInGroup]uint32, n int) {
	if n < lettersInGroup+1 || int(t.count) == len(t.groups) {
		return
	}
	h := mix(offset, 'g')
	for _, c := range last {
		h = mix(h, c)
	}
	t.groups[t.count] = h
	t.count++
}

func fold(r rune) uint32 {
	switch {
	case '0' <= r && r <= '9':
		return '0'
	case r < utf8.RuneSelf:
		if 'A' <= r && r <= 'Z' {
			r |= 0x20
		}
		return uint32(r)
	}
	return uint32(unicode.ToLower(r))
}

// FNV-1a, over whole characters.
const (
	offset = 2166136261
	prime  = 16777619
)

func mix(h, c uint32) uint32 { return (h ^ c) * prime }

func bucket(h uint32) uint32 {
	h ^= h >> 15
	h *= 0x2c1b3c6d
	h ^= h >> 13
	return h & (Buckets - 1)
}

// Features appends the buckets of the features that end with token i: the word, the word as the first of a
// sentence, the pairs with the words before it, the groups of its letters.
func Features(keys []uint32, tokens []Token, i int) []uint32 {
	t := &tokens[i]
	keys = append(keys, bucket(mix(t.hash, 1)))
	if t.opens {
		keys = append(keys, bucket(mix(t.hash, 5)))
	}

	if i > 0 {
		keys = append(keys, bucket(mix(mix(t.hash, 2), tokens[i-1].hash)))
	}

	if i > 1 {
		far := mix(t.hash, 3)
		if t.single && tokens[i-1].single {
			far = mix(far, tokens[i-1].hash)
		}
		keys = append(keys, bucket(mix(far, tokens[i-2].hash)))
	}

	if t.single && i > 2 && tokens[i-1].single && tokens[i-2].single {
		h := mix(mix(mix(t.hash, 4), tokens[i-1].hash), tokens[i-2].hash)
		keys = append(keys, bucket(mix(h, tokens[i-3].hash)))
	}

	for _, g := range t.groups[:t.count] {
		keys = append(keys, bucket(g))
	}
	return keys
}

// Foreign reports whether a text seems not to be English: it has no English function words, and has letters or
// words that do not occur in English.
func Foreign(text string) bool {
	other := false
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return !wordRune(r) }) {
		if slices.Contains(englishWords, word) {
			return false
		}
		other = other || slices.Contains(foreignWords, word)
	}
	return other || strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf && unicode.IsLetter(r) })
}

// The commonest words of English, and of other languages in the Latin script. The two lists share no word.
var (
	englishWords = strings.Fields(`the and of to is this that with your you for not it from
		be are if use when returns get`)
	foreignWords = strings.Fields(`der das und die nicht dem den ein eine el los las una que del por para le les des
		et est il lo gli della non che os uma nao het een van niet je w nie si ve bir dan yang di jangan
		och att inte med`)
)

// phrases are the runs of words that added most to a stretch's score, heaviest first.
func phrases(text string, tokens []Token, sums []float32, from, to int) []string {
	type run struct {
		from, to int
		weight   float32
	}
	var runs []run
	for i := from; i < to; i++ {
		for n := 1; n <= phraseLength(tokens[i]) && i+n <= to; n++ {
			weight := sums[i+n] - sums[i]
			if weight > 0 {
				runs = append(runs, run{
					from:   i,
					to:     i + n,
					weight: weight,
				})
			}
		}
	}
	// Among equal weights the shorter run comes first: its words carry the weight.
	slices.SortStableFunc(runs, func(a, b run) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.to-a.from, b.to-b.from))
	})

	var out []string
	var taken []run
	for _, r := range runs {
		if len(out) == maxPhrases {
			break
		}
		if slices.ContainsFunc(taken, func(t run) bool { return r.from < t.to && t.from < r.to }) {
			continue
		}
		taken = append(taken, r)
		out = append(out, strings.Join(strings.Fields(text[tokens[r.from].Start:tokens[r.to-1].End]), " "))
	}
	return out
}

func phraseLength(t Token) int {
	if t.single {
		return 2 * phraseWords
	}
	return phraseWords
}
