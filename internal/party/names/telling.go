package names

import (
	_ "embed"
	"math"
	"slices"
	"strconv"
	"strings"
)

//go:embed data/personwords.txt
var personWordText string

//go:embed data/commonnames.txt
var commonNameText string

//go:embed data/firmwords.txt
var firmWordText string

// Bits that a word is worth which no table has.
const (
	mostBits      = 13.0
	bitsPerLetter = 2.6 // of a short word: many words are a letter or two from it
)

// foldedBits is a table of words by their romanFold, for those long enough that few others have the same.
func foldedBits(words map[string]float64) map[string]float64 {
	out := map[string]float64{}
	for w, bits := range words {
		key := romanFold(w)
		if old, known := out[key]; len(key) >= leastFolded && (!known || bits < old) {
			out[key] = bits
		}
	}
	return out
}

const leastFolded = 5

// readBits reads how much words say: lines of a number of bits, a colon and the words that are worth as many. A word of
// n bits occurs in one of 2^n names.
func readBits(text string) map[string]float64 {
	out := map[string]float64{}
	for line := range strings.Lines(text) {
		level, words, ok := strings.Cut(line, ":")
		bits, err := strconv.ParseFloat(level, 64)
		if !ok || err != nil {
			continue
		}
		for w := range strings.FieldsSeq(words) {
			out[w] = bits
		}
	}
	return out
}

// readPersonBits are the bits of words of people's names: by how many of the counted names have them, or by how common
// they are in their own country where that says less.
func readPersonBits() map[string]float64 {
	out := readBits(personWordText)
	for w, bits := range readBits(commonNameText) {
		if known, ok := out[w]; !ok || bits < known {
			out[w] = bits
		}
	}
	return out
}

// personBits is what a word of a person's name is worth. A spelling of a name that many have is worth what that one is.
func (e *Engine) personBits(w string) float64 {
	bits := tableBits(e.personWords, w)
	if folded, ok := e.personFolds[romanFold(w)]; ok {
		bits = min(bits, folded)
	}
	for _, ranks := range []map[string]int{e.male, e.female, e.surname} {
		if rank := ranks[w]; rank > 0 {
			bits = min(bits, bitsOfFirst+bitsPerTenth*math.Log10(float64(rank)))
		}
	}
	return bits
}

// arabicBits is what an Arabic word is worth: that of its usual spelling, or by its letters.
func (e *Engine) arabicBits(code string) float64 {
	if latin, ok := arabicNames[code]; ok {
		return e.personBits(latin)
	}
	return min(mostBits, bitsPerConsonant*float64(len(code)))
}

const bitsPerConsonant = 3.2

// Bits of a word by its rank in the census: the first names of many, and what a rank ten times as far behind adds.
const (
	bitsOfFirst  = 5.5
	bitsPerTenth = 2.2
)

// firmBits is what a word of the name of a firm or ship is worth.
func (e *Engine) firmBits(w string) float64 { return tableBits(e.firmWords, w) }

func tableBits(table map[string]float64, w string) float64 {
	bits := min(mostBits, bitsPerLetter*float64(len(w)))
	if known, ok := table[w]; ok {
		return min(bits, known)
	}
	return bits
}

// tell sets what a word is worth in a name of kind k.
func (e *Engine) tell(t *token, k Kind) {
	switch k {
	case Person:
		t.bits = e.personBits(t.text)
		switch {
		case t.code != "":
			t.bits = e.arabicBits(t.code)
		case t.script == hebrew:
			t.bits = min(mostBits, bitsPerConsonant*float64(len(t.skeleton)))
		}
		t.known = t.given || t.surname || e.personWords[t.text] > 0
		if stem, ok := strings.CutPrefix(servantOf(t.text), "abd"); ok && !t.known {
			t.known = e.personWords[stem] > 0 // Abd al-Karim, the servant of Karim
		}
	default:
		t.bits = min(e.firmBits(t.text), e.personBits(t.text))
		t.known = e.firmWords[t.text] > 0
	}
}

// bitsOfMeaning is the most that a word in another script is worth in the name of a firm: one that has a meaning is as
// common as that, whatever letters it is written with, and one Chinese character is one of few hundred syllables.
func (e *Engine) bitsOfMeaning(w word) float64 {
	run := []rune(w.raw)
	switch {
	case w.script == latin || len(run) == 0:
		return mostBits
	case w.script == han && len(run) == 1:
		return bitsOfSyllable
	}
	found, ok := e.orgWords.find(run)
	if !ok {
		return mostBits
	}
	bits := bitsOfSpelling
	for _, t := range found {
		bits += e.firmBits(t.word)
	}
	return bits
}

// Bits of a Chinese syllable, and of the fact that a name has a word of the other language rather than its translation.
const (
	bitsOfSyllable = 4.0
	bitsOfSpelling = 2.0
)

// Shares of a word's bits that count when the words agree in part.
const (
	creditAcross   = 0.95 // a word in another script, read by its rules; Hebrew leaves too much open
	creditAlias    = 0.9
	creditFold     = 0.85
	creditVariant  = 0.9
	creditNickname = 0.5
	creditSound    = 0.45
	creditCut      = 0.4 // the beginning of a word
	creditOther    = 0.4 // of those of a slip that makes a word many names have
	bitsInitial    = 2.0
	// Letters from which a slip takes less: the longer a word, the fewer words are a letter or two from it.
	longWord = 7.0
)

// pairBits is what a pair of words says for the two names being one: words that differ are worth what the commoner is.
func pairBits(a, b *token, code Code, sim float64) float64 {
	bits := min(a.bits, b.bits)
	switch {
	case a.spoken != nil:
		bits = min(b.bits, a.heard[heardLevel(sim)])
	case b.spoken != nil:
		bits = min(a.bits, b.heard[heardLevel(sim)])
	}
	switch code {
	case TokenAgreement:
		return bits
	case Abbreviation:
		if sim >= agreeAlias {
			return creditAlias * bits
		}
		return creditCut * bits
	case Transliteration:
		if a.spoken != nil && a.role == core || b.spoken != nil && b.role == core {
			return creditAcross * bits // less is heard of a word that agrees less
		}
		if a.script != b.script && sim >= agreeSkeleton && a.script != hebrew && b.script != hebrew {
			return creditAcross * bits
		}
		return creditFold * bits
	case SpellingVariant:
		return creditVariant * bits

	case Nickname:
		return creditNickname * bits
	case Phonetic:
		return otherWord(a, b) * creditSound * bits
	case Initials:
		return min(bits, bitsInitial)
	case Typo:
		lost := min(1, 2-2*sim) * min(1, longWord/float64(max(len(a.text), len(b.text))))
		return otherWord(a, b) * (1 - lost) * bits
	}
	return 0
}

// otherWord is the share of a slip's bits that count: few of those that slip write another word that names have. Of a
// short word most words a letter away are names.
func otherWord(a, b *token) float64 {
	if a.known && b.known || (a.known || b.known) && min(len(a.text), len(b.text)) <= shortName {
		return creditOther
	}
	return 1
}

// shortName is the number of letters of the longest short names.
const shortName = 4

// Evidence is what the words of two names say for the two being names of one person or firm, whatever their score.
type Evidence struct {
	// Bits is how much the words that agree say: those that one name in 2^n has say n. What few are called says much,
	// what many are called says little. Words that agree with none take from it.
	Bits float64
	// Same says that all words agree, to the letter or as spellings of one word.
	Same bool
	// Covered says that all words of one of the two names agree with words of the other.
	Covered bool
	// Named is the part of Bits that words other than translations carry: names, numbers and transcriptions.
	Named float64
	// Asked and Listed are the bits of the words of each of the two names that agree with none of the other.
	Asked, Listed float64
	// Agree is the bits of the words that agree, each alone.
	Agree float64
	// Family is what a single word says that agrees with the family name of the other name, 0 for other names.
	Family float64
}

// Bits that words on one side only speak against the names being one.
const (
	againstMissing  = 1.0 // names have more words than people write
	againstConflict = 4.0 // for each two words on both sides that agree with none
	againstFirst    = 3.0 // the first given name or the family name, without which few are called
	generalBits     = 7.0 // of words that say so little of a firm that they are left out or added
)

// agreeCovered is how far words have to agree for one to cover the other.
const agreeCovered = 0.9

// evidence is what the pairs of two names and the words left over say.
func evidence(a, b []token, pairs []pair, restA, restB []int) Evidence {
	out := Evidence{Covered: true}
	named := false
	fathers := false // a name stands behind Abu in one of the two only
	for _, p := range pairs {
		x := &a[p.a]
		y := &b[p.b]
		switch {
		case p.sim >= agreeLeast:
			bits := pairBits(x, y, p.code, p.sim)
			out.Bits += bits
			if !x.concept && !y.concept {
				out.Named += bits
			}
			out.Agree += bits
			out.Covered = out.Covered && (p.sim >= agreeCovered || x.role == light)
			if len(pairs) == 1 && len(a) == 1 && (y.role == family || len(b) == 1) && p.sim >= agreeSkeleton {
				out.Family = pairBits(x, y, p.code, p.sim)
			}
			named = named || !general(x) && !general(y)
			if fatherOf(a, p.a) != fatherOf(b, p.b) {
				out.Bits -= againstFirst
				fathers = true
			}
		case x.role != light && y.role != light:
			out.Bits -= againstConflict
			out.Asked += x.bits
			out.Listed += y.bits
			out.Covered = false
		}
	}

	out.Asked += bitsAt(a, restA)
	out.Listed += bitsAt(b, restB)
	out.Covered = out.Covered && named && !(out.Named == 0 && elsewhere(a, restA))
	ra := fullWords(a, restA)
	rb := fullWords(b, restB)
	out.Same = ra+rb == 0 && sameWords(pairs) && !fathers
	if both := min(ra, rb); both > 0 {
		out.Bits -= againstConflict*float64(both) + againstMissing*float64(max(ra, rb)-both)
		out.Covered = false
		return out
	}

	out.Bits -= leftOver(a, restA) + leftOver(b, restB)
	return out
}

// bitsAt is what the words at those places say.
func bitsAt(ts []token, places []int) float64 {
	bits := 0.0
	for _, i := range places {
		if ts[i].role != light {
			bits += ts[i].bits
		}
	}
	return bits
}

// elsewhere says whether one of the words at those places is a country or a name. The science institute of a country is
// another one than the science institute, though all words of the shorter name agree.
func elsewhere(ts []token, places []int) bool {
	return slices.ContainsFunc(places, func(i int) bool {
		return ts[i].concept && ts[i].role == place || !ts[i].concept && ts[i].role == core
	})
}

// fatherOf says whether the word at that place is the name of a child that somebody is called by: Abu Maryam is no
// Maryam.
func fatherOf(ts []token, i int) bool {
	return i > 0 && ts[i-1].role == light && strings.Contains(" abu abou abo umm um ", " "+ts[i-1].text+" ")
}

// leftOver is what the words at those places, which the other name lacks, speak against the two being one. General
// words of a firm's name and middle initials do not. Muhammad before another name is left out too often to count as a
// first name.
func leftOver(ts []token, places []int) float64 {
	bits := 0.0
	for _, i := range places {
		t := &ts[i]
		switch {
		case general(t), t.role == middle && len(t.text) == 1:
			continue
		case t.role == family && i > 0 && ts[i-1].role == light: // Saddam Hussein al-Tikriti
			bits += againstMissing
		case t.role == given && t.bits > leftOutBits, t.role == family && (i == 0 || ts[i-1].role != family):
			bits += againstMissing + againstFirst
		case t.role == given, t.role == middle, t.role == family, t.bits > generalBits:
			bits += againstMissing
		}
	}
	return bits
}

// general says whether a word is a particle or one that many names of firms have.
func general(t *token) bool { return t.role == light || t.role == generic || t.role == place }

// leftOutBits are those up to which a given name is often left out.
const leftOutBits = 5.0

// fullWords counts the words at those places other than particles.
func fullWords(ts []token, places []int) int {
	n := 0
	for _, i := range places {
		if ts[i].role != light {
			n++
		}
	}
	return n
}

// sameWords says whether all pairs agree to the letter or as spellings of one word.
func sameWords(pairs []pair) bool {
	for _, p := range pairs {
		switch p.code {
		case TokenAgreement, Transliteration, SpellingVariant:
		case Abbreviation:
			if p.sim < agreeAlias {
				return false
			}
		default:
			return false
		}
		if p.sim < agreeSkeleton {
			return false
		}
	}
	return len(pairs) > 0
}

// LooksLikePerson says whether a text reads as the name of a person: two to four words that people are called, and no
// legal form.
func (e *Engine) LooksLikePerson(f *Form) bool {
	if f.Kind != Person || len(e.readCompany(f.Raw, Company).forms) > 0 {
		return false
	}
	words := 0
	for i := range f.tokens {
		t := &f.tokens[i]
		if t.role == light {
			continue
		}
		if !t.known && len(t.text) > 1 {
			return false
		}
		words++
	}
	return words >= 2 && words <= 4
}

// LooksLikeOrganisation says whether a text of kind Company in another writing has words that lists translate, one of
// them general: bank, company.
func (f *Form) LooksLikeOrganisation() bool {
	for _, other := range f.others {
		translated := 0
		named := false
		for i := range other.tokens {
			t := &other.tokens[i]
			if t.script == latin {
				translated++
				named = named || t.role == generic
			}
		}
		if named && translated > 1 {
			return true
		}
	}
	return false
}

// Bits is how much the words of a text say: a text of n bits is one that one name in 2^n is.
func (f *Form) Bits() float64 {
	bits := 0.0
	for i := range f.tokens {
		if f.tokens[i].role != light {
			bits += f.tokens[i].bits
		}
	}
	return bits
}

// HasLegalForm says whether a text of kind Company has a legal form: Ltd, GmbH.
func (f *Form) HasLegalForm() bool { return len(f.company.forms) > 0 }

// Core is the name of a text of kind Company without its legal form, in the case of names.
func (e *Engine) Core(f *Form) string { return written(f.Raw, e.cased(f.Raw, f.company.core)) }

// LegalForm is that of a text of kind Company; without one it has no Class.
func (f *Form) LegalForm() LegalForm { return f.company.form() }

// joinedBits is what two words written as one are worth.
func joinedBits(a, b float64) float64 { return min(mostBits, a+b) }
