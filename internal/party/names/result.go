package names

import (
	"math"
	"slices"
)

// Code names one reason for a score. Codes are stable.
type Code string

// Reasons that speak for a match.
const (
	Exact           Code = "exact"            // equal after normalisation
	TokenAgreement  Code = "token_agreement"  // words that are equal on both sides
	Transliteration Code = "transliteration"  // another way of writing one name in Latin letters
	SpellingVariant Code = "spelling_variant" // another spelling of one name (Katherine, Catherine)
	Nickname        Code = "nickname"         // Bill, William
	Initials        Code = "initials"         // J. and John; IBM and its words
	Phonetic        Code = "phonetic"         // sounds alike
	Typo            Code = "typo"             // a few letters apart
	Spacing         Code = "spacing"          // Mary Ann, Maryann
	WordOrder       Code = "word_order"       // the same words in another order
	Abbreviation    Code = "abbreviation"     // Intl, International
	LegalFormCode   Code = "legal_form"       // Ltd, Inc: says whether they agree
	Canonical       Code = "same_canonical"   // one mailbox or number, written differently
)

// Reasons that speak against a match.
const (
	DifferentName   Code = "different_name"   // both are names, and not the same one
	DifferentWord   Code = "different_word"   // words on both sides that agree with none
	MissingWord     Code = "missing_word"     // words on one side only
	SuffixConflict  Code = "suffix_conflict"  // Jr against Sr, II against III
	TitleConflict   Code = "title_conflict"   // Mr against Mrs
	NumberConflict  Code = "number_conflict"  // Fund II against Fund III
	UnitConflict    Code = "unit_conflict"    // another apartment
	PlaceConflict   Code = "place_conflict"   // another town, state or postcode
	StreetConflict  Code = "street_conflict"  // another street, street type or direction
	ModelConflict   Code = "model_conflict"   // another model or variant
	CommonName      Code = "common_name"      // the agreement says little: the name is common
	OneWord         Code = "one_word"         // a single word against a longer name
	FamilyConflict  Code = "family_conflict"  // the family names do not agree
	SoundOnly       Code = "sound_only"       // read by its sound, as foreigners' names are in Chinese and Japanese
	WritingConflict Code = "writing_conflict" // the same reading of different characters
)

// Reason is one cause of a score.
type Reason struct {
	Code Code
	// Effect is the points that the reason took (negative) or, for a word that agrees in part, how
	// far it agrees from 0 to 100. Caps carry their cap in Cap instead.
	Effect float64
	// Cap is the highest score that the reason allows, 0 without a limit.
	Cap float64
	// A and B are the words on each side, empty where there are none.
	A, B string
}

// Components are the parts of a score, each 0 to 1.
type Components struct {
	TokenAlignment float64 // weight of the words that agree, times how far
	JaroWinkler    float64 // of the normalised texts as written
	OrderFree      float64 // of the normalised texts with their words sorted
	Phonetic       float64 // share of words that sound alike
}

// Threshold is the score from which two texts are taken to name the same thing. The scores of every
// kind are scaled to it.
const Threshold = 85

// Result is the comparison of two texts.
type Result struct {
	Score      float64 // 0 to 100
	Uncapped   float64 // the points before caps, not bounded
	Match      bool    // Score, rounded half up, >= Threshold
	Reasons    []Reason
	Components Components
	Evidence
	// LegalForm is same, same_class, missing, different or none; companies only, else empty.
	LegalForm string
}

// tally gathers a score. With quiet set no reasons are kept, which saves their cost when many pairs
// are compared.
type tally struct {
	quiet   bool
	points  float64
	cap     float64
	reasons []Reason
}

func newTally(points float64, quiet bool) *tally {
	return &tally{quiet: quiet, points: points, cap: 100}
}

func (t *tally) note(c Code, effect float64, a, b string) {
	if !t.quiet {
		t.reasons = append(t.reasons, Reason{Code: c, Effect: effect, A: a, B: b})
	}
}

// take subtracts points for a reason.
func (t *tally) take(c Code, points float64, a, b string) {
	t.points -= points
	t.note(c, -points, a, b)
}

// limit caps the score for a reason.
func (t *tally) limit(c Code, cap float64, a, b string) {
	t.cap = min(t.cap, cap)
	reason := Reason{Code: c, Cap: cap, A: a, B: b}
	if !t.quiet && !slices.Contains(t.reasons, reason) { // several rules may say the same
		t.reasons = append(t.reasons, reason)
	}
}

func (t *tally) score() float64 {
	return steady(max(0, min(t.points, t.cap, 100)))
}

// steady takes away the noise of floating point, so that the order of the two texts does not matter.
func steady(x float64) float64 { return math.Round(x*1e6) / 1e6 }
