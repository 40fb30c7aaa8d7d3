package names

import (
	"math/bits"
	"strings"
)

// role is what a word does in a name.
type role uint8

const (
	core    role = iota // any word without a special part
	given               // first given name
	middle              // further given names
	family              // family name
	light               // particles and stop words: de, al, the
	generic             // words that many names share: group, holdings
	number              // 12, II
	code                // a model number
	trait               // words that tell variants of a product apart: pro, mini
	measure             // a size with its unit: 128gb
	colour              // a colour
	place               // a country or region in a company's name
)

// token is a word prepared for comparison.
type token struct {
	text     string
	alias    string    // the word that this one is an abbreviation or other form of
	others   []reading // of a translated word: further translations
	fold     string    // see romanFold
	sound    string    // see Metaphone
	skeleton string    // set when needed: see withoutVowels
	script   script
	code     string // of an Arabic word: see arabicCode
	classes  string // of its consonants: see arabicKeys and latinKeys
	role     role
	weight   float64
	name     string  // the given name of the table of variants that it is or is spelt like
	given    bool    // in the lists of given names
	surname  bool    // in the list of surnames
	pinyin   bool    // in the list of Chinese surnames
	korean   bool    // in the list of Korean surnames
	chinese  bool    // the sound of a character that is a Chinese surname
	letters  uint32  // a bit for each letter that occurs
	bits     float64 // see telling
	spoken   spoken  // of a word that is written by its sound: what it sounds like
	heard    heardBits
	known    bool // in the table of words that many names have
	concept  bool // a translation of a word that has a meaning
}

func (e *Engine) token(w word, r role, weight float64) token {
	t := token{text: w.text, script: w.script, code: w.code, role: r, weight: weight}
	if len(t.text) == 1 || !alphabetic(t.text) {
		return t
	}

	if t.code != "" {
		t.classes = arabicKeys(t.code)[0]
	} else if t.script == latin {
		keys := latinKeys(t.text)
		t.classes = keys[len(keys)-1]
	}

	base := servantOf(t.text)
	t.fold = romanFold(base)
	t.sound = Metaphone(t.text)
	t.skeleton = skeleton(base)
	t.given = e.isGivenName(t.text)
	t.name = t.text
	if !t.given {
		if name := e.variantFolds[t.fold]; openEnd(name) == openEnd(t.text) {
			t.name = name
		}
	}
	t.surname = e.surname[t.text] > 0
	t.pinyin = e.chinese[t.text]
	t.chinese = e.chineseSounds[t.text]
	t.korean = len(e.korean[t.text]) > 0
	t.letters = lettersOf(t.text)
	return t
}

// servantOf is an Arabic name of the form Abd al-X with its article left out: Abdulrahman,
// Abdurrahman and Abdel Rahman (joined before) are abdrahman.
func servantOf(s string) string {
	for _, p := range [...]string{"abdul", "abdel", "abdal", "abdur", "abder", "abdu"} {
		if strings.HasPrefix(s, p) && len(s) >= len(p)+3 {
			return "abd" + s[len(p):]
		}
	}
	return s
}

func alphabetic(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < 'a' || s[i] > 'z' {
			return false
		}
	}
	return s != ""
}

func numeric(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

func hasDigit(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= '0' && s[i] <= '9' {
			return true
		}
	}
	return false
}

// How far two words agree, 0 to 1, by the way in which they do. The order is that of nomenklatura's
// logic-v1 weights (literal, phonetic, edited); the values were set on the development split.
const (
	agreeAlias    = 0.98
	agreeVariant  = 0.96
	agreeFold     = 0.96
	agreeNickname = 0.92
	agreeSkeleton = 0.93
	agreeSound    = 0.88
	agreeInitial  = 0.86
	// A general word of a company's name that was shortened in a way no table has.
	agreeContraction = 0.90
	// Two words that are both known names and not variants of each other: a slip of the pen that
	// turns one name into another is rarer than another person.
	agreeOtherName = 0.50
	// Words that agree less count as different.
	agreeLeast = 0.60
)

// agree is how far two words agree, and why.
func (e *Engine) agree(a, b *token) (float64, Code) {
	if a.text == b.text {
		return 1, TokenAgreement
	}
	if a.alias != "" && (a.alias == b.alias || a.alias == b.text) || b.alias != "" && b.alias == a.text {
		return agreeAlias, Abbreviation
	}

	if isOther(a.others, b) || isOther(b.others, a) {
		return agreeAlias, Abbreviation
	}

	if ofOneStem(a, b) {
		return agreeVariant, SpellingVariant
	}

	if a.script == hangul || b.script == hangul {
		if e.koreanSurname(a.text, b.text) {
			return agreeFold, Transliteration
		}
	}

	if across(a, b) {
		return e.agreeCode(a, b)
	}
	if a.spoken != nil || b.spoken != nil {
		return agreeSpoken(a, b)
	}
	if a.script != b.script && a.script != latin && b.script != latin {
		return 0, DifferentWord // two romanisations, each by rules of its own
	}

	if len(a.text) == 1 || len(b.text) == 1 {
		if a.text[0] == b.text[0] && alphabetic(a.text) && alphabetic(b.text) {
			return agreeInitial, Initials
		}
		return 0, DifferentWord
	}

	if a.fold == "" || b.fold == "" { // one has digits
		return 0, DifferentWord
	}

	if a.name != "" && b.name != "" {
		switch e.related(a.name, b.name) {
		case sameName:
			return agreeVariant, SpellingVariant
		case nickname:
			return agreeNickname, Nickname
		}
	}

	if a.script != b.script || a.script != latin {
		if s, c := e.agreeAcrossScripts(a, b); s > 0 {
			return s, c
		}
	}

	if otherGiven(a, b) {
		return agreeOtherName, DifferentName
	}
	if a.pinyin && b.pinyin || a.korean && b.korean && !e.koreanSurname(a.text, b.text) {
		return agreeOtherName, DifferentName // Zhou and Zhu, Jang and Jong
	}
	if a.fold == b.fold && a.text[0] == b.text[0] || a.fold == b.fold && len(a.fold) > 3 {
		return agreeFold, Transliteration
	}
	if (a.given && b.given || a.surname && b.surname) && !longSlip(a.text, b.text) || shortNative(a, b) {
		return agreeOtherName, DifferentName
	}
	if a.role == given && b.role == given && a.given != b.given && diminutive(a.text, b.text) {
		return agreeSound, Nickname
	}
	if a.role == generic && contraction(b.text, a.text) || b.role == generic && contraction(a.text, b.text) {
		return agreeContraction, Abbreviation
	}

	if patronymicOf(a.text, b.text) || patronymicOf(b.text, a.text) || otherSlavic(a, b) {
		return agreeOtherName, DifferentName
	}
	if a.script == han || b.script == han { // which are read by a table: nobody slips
		return 0, DifferentWord
	}
	sim, code := agreeEdited(a, b)
	if a.concept != b.concept && sim < agreeEdit1 { // a translation is spelt as its table has it
		return 0, DifferentWord
	}
	if code == Typo && (a.role == generic && borne(b) || b.role == generic && borne(a)) {
		return 0, DifferentWord // Foods and Woods
	}
	return sim, code
}

// borne says whether a word is known in the names of firms or people.
func borne(t *token) bool { return t.known || t.given || t.surname }

// otherGiven says whether two given names that people bear are two names. They are if one alone ends in an open vowel
// (Simon and Simone, Amin and Amina), or if they do not sound alike.
func otherGiven(a, b *token) bool {
	if !a.known || !b.known || a.role != given && a.role != middle || b.role != given && b.role != middle {
		return false
	}
	return openEnd(a.text) != openEnd(b.text) || !oneSpelling(a.fold, b.fold)
}

// openEnd says whether a name ends in a or e.
func openEnd(s string) bool {
	s = strings.TrimSuffix(s, "h")
	return s != "" && (s[len(s)-1] == 'a' || s[len(s)-1] == 'e')
}

// longSlip says whether two long names are a letter apart and spellings of one sound, as few names are.
func longSlip(a, b string) bool {
	return min(len(a), len(b)) >= longName && editsUpTo(1, a, b) == 1 && oneSpelling(a, b)
}

// longName is the number of letters from which names are long.
const longName = 8

// shortNative says whether two short words are of one writing in which nobody spells by ear. One letter makes another
// name there, as in محمد and محمود.
func shortNative(a, b *token) bool {
	return a.script == b.script && a.script >= arabic && min(len(a.text), len(b.text)) <= shortNativeWord &&
		!(a.script == hebrew && a.skeleton == b.skeleton)
}

// shortNativeWord is the most letters of a word that one letter is a large part of.
const shortNativeWord = 5

// reading is a further way to read a word.
type reading struct {
	text string
	fold string // see romanFold; empty for one that is too short for another spelling
}

func readingsOf(texts []string) []reading {
	if len(texts) == 0 {
		return nil
	}
	out := make([]reading, len(texts))
	for i, text := range texts {
		out[i].text = text
		if len(text) >= leastFoldedReading {
			out[i].fold = romanFold(text)
		}
	}
	return out
}

// leastFoldedReading is the number of letters of the shortest readings that may have another spelling.
const leastFoldedReading = 4

// isOther says whether a word is one of the further readings of another, or another spelling of one.
func isOther(others []reading, t *token) bool {
	for i := range others {
		other := &others[i]
		if other.text == t.text || other.fold != "" && other.fold == t.fold {
			return true
		}
	}
	return false
}

// patronymicOf says whether a Slavic name is made of the other: Fedorovna is the daughter of a Fyodor, and no Fedorov.
func patronymicOf(name, of string) bool {
	ending, ok := strings.CutPrefix(name, of)
	if !ok {
		return false
	}
	switch ending {
	case "na", "ich", "ych", "itch", "ic":
		return strings.HasSuffix(of, "ov") || strings.HasSuffix(of, "ev") || strings.HasSuffix(of, "iv")
	}
	return false
}

// otherSlavic says whether two words are a patronymic and a family name of women, which are never one: Sergeevna and
// Sergeeva; or two family names that are in use and more than a letter apart: Makarov and Zakharov.
func otherSlavic(a, b *token) bool {
	if daughter(a.text) && womansFamily(b.text) || daughter(b.text) && womansFamily(a.text) {
		return true
	}
	return a.known && b.known && surnameEnding(a.text) >= 0 && surnameEnding(b.text) >= 0 && Edits(a.text, b.text) > 1
}

// daughter says whether a name is a patronymic of a woman.
func daughter(s string) bool { return strings.HasSuffix(s, "ovna") || strings.HasSuffix(s, "evna") }

// womansFamily says whether a name is a Slavic family name of a woman.
func womansFamily(s string) bool { return strings.HasSuffix(s, "ova") || strings.HasSuffix(s, "eva") }

// contraction says whether s is a general word with letters left out, as writers of narrow columns do: CNSTR, SHPG,
// MAR.
// No letter may stand where it is not, and few vowels are kept.
func contraction(s, whole string) bool {
	if len(s) < 3 || len(s) > len(whole)-2 || s[0] != whole[0] {
		return false
	}
	vowels := 0
	at := 1
	for i := 1; i < len(s); i++ {
		next := strings.IndexByte(whole[at:], s[i])
		if next < 0 {
			return false
		}
		at += next + 1
		if vowel(s[i]) {
			vowels++
		}
	}
	return vowels <= 1
}

func (e *Engine) agreeAcrossScripts(a, b *token) (float64, Code) {
	if withoutVowels(a.script) != withoutVowels(b.script) && a.skeleton == b.skeleton {
		switch {
		case len(a.skeleton) >= 3:
			return agreeSkeleton, Transliteration
		case len(a.skeleton) == 2:
			return agreeSound, Transliteration
		}
	}

	if a.script == hebrew || b.script == hebrew {
		if x, y := skeleton(matres.Replace(a.text)), skeleton(matres.Replace(b.text)); x == y && len(x) >= 2 {
			return agreeSound, Transliteration
		}
	}

	if a.script == hangul || b.script == hangul {
		if koreanFold(a.text) == koreanFold(b.text) {
			return agreeFold, Transliteration
		}
	}

	return 0, ""
}

// matres drops the letters that Hebrew writes for vowels as well as consonants: vav is v, o or u, yod
// y, j or i.
var matres = strings.NewReplacer("v", "", "j", "")

// koreanSurname says whether two words are ways of writing one Korean surname.
func (e *Engine) koreanSurname(a, b string) bool {
	for _, x := range e.korean[a] {
		for _, y := range e.korean[b] {
			if x == y {
				return true
			}
		}
	}
	return false
}

// diminutive says whether the shorter word is the beginning of the longer one, of three letters or
// more, with or without a pet ending: Bev and Barby of Beverly and Barbara.
func diminutive(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	for _, ending := range [...]string{"ie", "ey", "y", "i"} {
		if stem, ok := strings.CutSuffix(a, ending); ok && len(stem) >= 3 {
			a = stem
			if n := len(a); n > 3 && a[n-1] == a[n-2] {
				a = a[:n-1]
			}
			break
		}
	}
	return len(a) >= 3 && len(b) > len(a) && strings.HasPrefix(b, a)
}

// agreeEdited compares words letter by letter and by sound. Family names that differ in their endings are other names:
// Rezaifar and Rezaian, Petrenko and Petrov.
func agreeEdited(a, b *token) (float64, Code) {
	longest := max(len(a.text), len(b.text))
	shortest := min(len(a.text), len(b.text))
	if longest-shortest > 3 {
		return agreePrefix(a, b)
	}
	if bits.OnesCount32(a.letters^b.letters) > 2*mostEdits { // an edit takes at most one letter away and brings one
		return agreePrefix(a, b)
	}

	d := editsUpTo(mostEdits, a.text, b.text)
	s := editAgreement(d, longest)
	if a.text[0] != b.text[0] {
		s -= 0.03
	}

	if s >= agreeLeast && d >= 2 && a.role == family && b.role == family && otherEnding(a.text, b.text) {
		s -= 0.2
	}

	if shortest > 2 && longest > 3 && d <= 3 && a.sound == b.sound && len(a.sound) > 1 && s < agreeSound &&
		(d < 2 || a.role != family || oneSpelling(a.fold, b.fold)) {
		return agreeSound, Phonetic
	}
	if s < agreeLeast {
		return agreePrefix(a, b)
	}

	return s, Typo
}

// agreePrefix is for a word cut short, as in data with narrow columns: Chris, Christopher.
// Family names are not cut so: Baran is not Baranowski.
func agreePrefix(x, y *token) (float64, Code) {
	a := x.text
	b := y.text
	if x.role == family && y.role == family {
		return 0, DifferentWord
	}
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) >= 4 && len(b)-len(a) >= 2 && b[:len(a)] == a && 2*len(a) >= len(b) {
		return 0.82, Abbreviation
	}
	return 0, DifferentWord
}

// mostEdits is how many letters words can be apart and still agree.
const mostEdits = 3

// editAgreement is how far words agree that are d letters apart, the longer of them n letters long.
func editAgreement(d, n int) float64 {
	switch {
	case d == 1 && n >= 6:
		return 0.93
	case d == 1 && n == 5:
		return 0.91
	case d == 1 && n == 4:
		return 0.86
	case d == 1 && n == 3:
		return 0.72
	case d == 2 && n >= 9:
		return 0.90
	case d == 2 && n >= 7:
		return 0.84
	case d == 2 && n == 6:
		return 0.78
	case d == 2 && n == 5:
		return 0.62
	case d == 3 && n >= 12:
		return 0.80
	case d == 3 && n >= 8:
		return 0.70
	}
	return 0
}

// pair is two words that agree.
type pair struct {
	a, b int
	sim  float64
	code Code
}

// align pairs the words of two texts one to one, best agreement first; among equals the same part
// of the name and the same place win. It also gives the words left over on each side.
func (e *Engine) align(a, b []token) (pairs []pair, restA, restB []int) {
	var buf [64]pair
	all := buf[:0]
	for i := range a {
		for j := range b {
			s, c := e.agree(&a[i], &b[j])
			if s >= 0.5 {
				all = append(all, pair{i, j, s, c})
			}
		}
	}

	var usedA, usedB [maxTokens]bool
	for len(all) > 0 {
		best := -1
		for k, p := range all {
			if usedA[p.a] || usedB[p.b] {
				continue
			}
			if best < 0 || better(a, b, p, all[best]) {
				best = k
			}
		}
		if best < 0 {
			break
		}
		p := all[best]
		usedA[p.a] = true
		usedB[p.b] = true
		pairs = append(pairs, p)
	}

	for i := range a {
		if !usedA[i] {
			restA = append(restA, i)
		}
	}

	for j := range b {
		if !usedB[j] {
			restB = append(restB, j)
		}
	}

	return pairs, restA, restB
}

// better says whether p is to be taken before q.
func better(a, b []token, p, q pair) bool {
	if p.sim != q.sim {
		return p.sim > q.sim
	}
	samePart := func(p pair) bool { return a[p.a].role == b[p.b].role }
	if samePart(p) != samePart(q) {
		return samePart(p)
	}
	return abs(p.a-p.b) < abs(q.a-q.b)
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

// maxTokens bounds the words of one text that are compared; further words only count as text.
const maxTokens = 24
