package names

import (
	_ "embed"
	"math"
	"strings"
	"unicode"
)

//go:embed data/hanreadings.txt
var hanReadingText string

// A Chinese character has a reading in each language that writes names with it. Lists print the one by which somebody
// is known, which the character does not tell.

// hanReadings are the readings of characters by what they are part of.
type hanReadings struct {
	cantonese map[string][]string
	family    map[string][]string // Japanese
	given     map[string][]string // Japanese
}

func readHanReadings(text string) hanReadings {
	out := hanReadings{
		cantonese: map[string][]string{},
		family:    map[string][]string{},
		given:     map[string][]string{},
	}
	sections := map[string]map[string][]string{
		"[Cantonese]":       out.cantonese,
		"[Japanese family]": out.family,
		"[Japanese given]":  out.given,
	}

	var section map[string][]string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if found, ok := sections[line]; ok {
			section = found
			continue
		}
		if strings.HasPrefix(line, "#") {
			continue
		}

		for entry := range strings.FieldsSeq(line) {
			character, readings, _ := strings.Cut(entry, "=")
			section[character] = strings.Split(readings, "/")
		}
	}
	return out
}

// Names in Chinese characters that are read in further languages.
const (
	shortestHan    = 2
	longestHan     = 5
	mostCantonese  = 4
	longestFamily  = 3
	mostReadings   = 96 // of one word
	bitsPerReading = 0.5
)

// hanForms are a person's name in Chinese characters in its further readings.
func (e *Engine) hanForms(s string) []*Form {
	run := repeated([]rune(strings.TrimSpace(s)))
	if len(run) < shortestHan || len(run) > longestHan ||
		!all(run, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
		return nil
	}

	var out []*Form
	if ts := e.southernTokens(run); ts != nil {
		out = append(out, readForm(s, ts))
	}
	for n := 1; n <= min(longestFamily, len(run)-1); n++ {
		if ts := e.japaneseTokens(run, n); ts != nil {
			out = append(out, readForm(s, ts))
		}
	}
	return out
}

func readForm(s string, ts []token) *Form {
	f := &Form{Kind: Person, Raw: s, tokens: ts, han: hanOf(s), bySound: true}
	f.Text = joinedTokens(ts)
	f.sorted = sortedWords(f.Text)
	return f
}

// southernTokens are a word for each character, as Hong Kong and Taiwan write names: in Cantonese and in Wade-Giles.
// Names that are too long have none, and those with a character that no table has. Four characters begin with two
// family names, a wife's.
func (e *Engine) southernTokens(run []rune) []token {
	if len(run) > mostCantonese || len(run) == mostCantonese && !all(run[:2], familyCharacter) {
		return nil
	}
	roles := []role{family, given, middle, middle}
	weights := []float64{weightFamily, weightGiven, weightMiddle, weightMiddle}
	if len(run) == mostCantonese { // a wife's name has her husband's family name before
		roles = []role{family, middle, given, middle}
		weights = []float64{weightFamily, weightMiddle, weightGiven, weightMiddle}
	}

	out := make([]token, len(run))
	for i, r := range run {
		pinyin := pinyinOf(r)
		readings := append([]string(nil), e.han.cantonese[string(r)]...)
		if len(readings) == 0 {
			readings = []string{wadeGiles(pinyin)}
		}
		if readings[0] == "" { // nobody says how a character is read that is this rare
			return nil
		}
		out[i] = e.readToken(append(readings, wadeGiles(pinyin)), roles[i], weights[i])
	}
	return out
}

// familyCharacter says whether a character is a common family name of Chinese people.
func familyCharacter(r rune) bool { return strings.ContainsRune(chineseFamilies, simplified(r)) }

// japaneseTokens are the family name of n characters and the given name as Japanese read them, nil when a character is
// not one of such names.
func (e *Engine) japaneseTokens(run []rune, n int) []token {
	families := joinedReadings(e.han.family, run[:n])
	givens := joinedReadings(e.han.given, run[n:])
	if len(families) == 0 || len(givens) == 0 {
		return nil
	}
	return []token{
		e.readToken(givens, given, weightGiven),
		e.readToken(families, family, weightFamily),
	}
}

// joinedReadings are the ways to read characters as one word, nil when one has no reading. Of two characters that are
// read in two ways each there are four. Some characters have a reading together only: 長谷.
func joinedReadings(of map[string][]string, run []rune) []string {
	ways := make([][]string, len(run)+1) // to read up to each character
	ways[0] = []string{""}
	for i := range run {
		for n := 1; n <= longestTogether && i+n <= len(run); n++ {
			ways[i+n] = append(ways[i+n], eachBefore(ways[i], of[string(run[i:i+n])])...)
		}
	}
	out := ways[len(run)]
	return out[:min(len(out), mostReadings)]
}

// longestTogether is the number of characters that are read together at most.
const longestTogether = 3

func eachBefore(begun, readings []string) []string {
	out := make([]string, 0, len(begun)*len(readings))
	for _, b := range begun {
		for _, r := range readings {
			out = append(out, b+r)
		}
	}
	return out
}

// readToken is a word that is read in one of those ways: it says the less, the more there are.
func (e *Engine) readToken(readings []string, r role, weight float64) token {
	t := e.token(word{text: readings[0], script: han}, r, weight)
	t.others = readingsOf(readings[1:])
	t.bits = mostBits - bitsPerReading*math.Log2(float64(len(readings)))
	return t
}

// wadeSyllables are those that Wade and Giles spell otherwise as a whole.
var wadeSyllables = map[string]string{
	"zhi": "chih", "chi": "chih", "shi": "shih", "ri": "jih", "zi": "tzu", "ci": "tzu", "si": "szu",
	"yan": "yen", "yi": "i", "you": "yu", "er": "erh", "he": "ho", "e": "o", "ke": "ko", "ge": "ko",
}

// wadeConsonants are those that a syllable begins with, the longest first, in pinyin and as Wade and Giles spell them.
var wadeConsonants = [...][2]string{
	{"zh", "ch"}, {"ch", "ch"}, {"sh", "sh"}, {"z", "ts"}, {"c", "ts"}, {"q", "ch"}, {"j", "ch"}, {"x", "hs"}, {"r", "j"},
	{"b", "p"}, {"d", "t"}, {"g", "k"}, {"n", "n"}, {"l", "l"}, {"t", "t"}, {"m", "m"}, {"p", "p"}, {"f", "f"}, {"h", "h"},
	{"k", "k"}, {"s", "s"}, {"w", "w"}, {"y", "y"},
}

// wadeGiles is a syllable of pinyin as Wade and Giles spell it, without its apostrophe.
func wadeGiles(pinyin string) string {
	if whole, ok := wadeSyllables[pinyin]; ok {
		return whole
	}
	for _, c := range wadeConsonants {
		if final, ok := strings.CutPrefix(pinyin, c[0]); ok {
			return c[1] + wadeFinal(c[0], final)
		}
	}
	return pinyin
}

// wadeFinals are what may follow any consonant and is spelt otherwise.
var wadeFinals = map[string]string{"ong": "ung", "iong": "iung", "ian": "ien", "ie": "ieh"}

// wadeFinal is what follows the consonants of a syllable.
func wadeFinal(begins, final string) string {
	if other, ok := wadeFinals[final]; ok {
		return other
	}
	if final == "uo" && begins != "sh" && begins != "g" && begins != "h" {
		return "o"
	}
	return final
}
