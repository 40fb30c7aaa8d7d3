package names

import (
	"slices"
	"strings"
)

// KeyVersion changes whenever a key of the same text changes.
const KeyVersion = "3"

// Keys are texts that are equal for texts that likely name the same thing; empty where a kind has no
// such key.
type Keys struct {
	// Primary is the key to group by: it leaves out what data vary in (titles, legal forms, mailbox
	// tags) and nothing that tells two things apart.
	Primary string
	// Fingerprint is the sorted unique words (OpenRefine's key collision method).
	Fingerprint string
	// Ngram2 is the sorted unique pairs of letters (OpenRefine's n-gram method, n = 2).
	Ngram2 string
	// Phonetic is the Metaphone codes of the words, sorted.
	Phonetic string
	// SoundexFamily is the Soundex code of a person's family name.
	SoundexFamily string
	// Compact is the letters and digits in order without spaces.
	Compact string
	// Initials is the first letters of the words in order.
	Initials string
}

// Keys works out the keys of a prepared text.
func (e *Engine) Keys(f *Form) Keys {
	ws := f.keyWords()
	k := Keys{Compact: strings.Join(ws, "")}
	for _, w := range ws {
		k.Initials += w[:1]
	}

	k.Fingerprint = strings.Join(sortedUnique(ws), " ")
	k.Ngram2 = ngrams(k.Compact, 2)
	var sounds []string
	for _, w := range ws {
		if s := Metaphone(w); s != "" {
			sounds = append(sounds, s)
		} else if hasDigit(w) {
			sounds = append(sounds, w)
		}
	}

	k.Phonetic = strings.Join(sortedUnique(sounds), " ")
	k.Primary = k.Fingerprint
	switch f.Kind {
	case Person:
		if fam := joinTexts(joinPrefixes(f.person.family)); fam != "" {
			k.SoundexFamily = Soundex(fam)
		}
	case Email:
		k.Primary = f.mail.canonical()
	case Phone, Date:
		k.Primary = f.Text
	case Domain:
		k.Primary = f.domain.registrable
	case Address:
		k.Primary = f.address.key()
	}

	return k
}

// keyWords are the words that keys are made of: persons without titles, generational suffix kept,
// companies without legal form.
func (f *Form) keyWords() []string {
	if f.tokens == nil {
		return strings.FieldsFunc(f.Text, func(r rune) bool { return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9') })
	}
	var out []string
	for _, t := range f.tokens {
		out = append(out, t.text)
	}
	if f.person.suffix != "" {
		out = append(out, strings.ToLower(f.person.suffix))
	}
	return out
}

func sortedUnique(ws []string) []string {
	out := slices.Clone(ws)
	slices.Sort(out)
	return slices.Compact(out)
}

func ngrams(s string, n int) string {
	if len(s) <= n {
		return s
	}
	grams := make([]string, 0, len(s)-n+1)
	for i := 0; i+n <= len(s); i++ {
		grams = append(grams, s[i:i+n])
	}
	return strings.Join(sortedUnique(grams), "")
}

// key is the parts of an address that tell one from another, town and country left out when there
// is a postcode.
func (a *address) key() string {
	town := joinTexts(a.city)
	if a.postcode != "" {
		town = ""
	}
	parts := []string{a.house, a.direction(), joinTexts(a.street), a.kind, a.box, a.unit, town, a.postcode}
	return strings.Join(parts, "|")
}
