package names

import (
	"strings"
	"unicode"

	"github.com/mozillazg/go-unidecode"
	"golang.org/x/text/unicode/norm"
)

// script is the writing that a word was in before it was transliterated.
type script uint8

const (
	latin script = iota
	cyrillic
	greek
	arabic
	hebrew
	han
	kana
	hangul
	otherScript
)

func scriptOf(r rune) script {
	switch {
	case r < 0x250:
		return latin
	case unicode.Is(unicode.Cyrillic, r):
		return cyrillic
	case unicode.Is(unicode.Greek, r):
		return greek
	case unicode.Is(unicode.Arabic, r):
		return arabic
	case unicode.Is(unicode.Hebrew, r):
		return hebrew
	case unicode.Is(unicode.Han, r):
		return han
	case unicode.Is(unicode.Hiragana, r), unicode.Is(unicode.Katakana, r), r == 'ー':
		return kana
	case unicode.Is(unicode.Hangul, r):
		return hangul
	case unicode.Is(unicode.Latin, r), unicode.Is(unicode.M, r):
		return latin
	}
	return otherScript
}

// Writing names the script of a text: that of its first letter that is not Latin; kana and hangul before the Chinese
// characters among them.
func Writing(text string) string {
	found := latin
	for _, r := range text {
		s := scriptOf(r)
		if unicode.IsLetter(r) && (found == latin || found == han && s != latin) {
			found = s
		}
	}
	return [...]string{"latin", "cyrillic", "greek", "arabic", "hebrew", "han", "kana", "hangul", "other"}[found]
}

// wide is true for letters of a script that does not put spaces between words.
func wide(r rune) bool { return wideScript(scriptOf(r)) || scriptOf(r) == kana }

func wideScript(s script) bool { return s == han || s == hangul }

// withoutVowels is true for scripts that leave short vowels unwritten: their words are compared by
// consonants.
func withoutVowels(s script) bool { return s == arabic || s == hebrew }

// transliterate is the run in lower-case ASCII letters and digits. Greek follows ELOT 743 and
// Ukrainian (told by its own letters) the Ukrainian national table where they differ from the
// general table of go-unidecode.
func transliterate(run []rune, s script) string {
	ascii := true
	for _, r := range run {
		if r >= 0x80 {
			ascii = false
			break
		}
	}

	if ascii {
		return keepASCII(string(run))
	}

	text := strings.ToLower(string(run))
	switch s {
	case greek:
		text = readGreek(text)
	case cyrillic:
		text = readCyrillic(text)
	case latin:
		// Decompose first, so that a letter with an unlisted accent still gives its base letter.
		text = dropMarks(norm.NFKD.String(text))
	case arabic:
		text = readArabic(text)
	}

	text = keepASCII(unidecode.Unidecode(text))
	if s == kana {
		// Hepburn without macrons: long vowels are written short.
		text = longVowels.Replace(text)
	}

	return text
}

func dropMarks(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, s)
}

// keepASCII lower-cases and keeps a-z, 0-9 and the decimal point between digits.
func keepASCII(s string) string {
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c >= 'A' && c <= 'Z':
			b = append(b, c+'a'-'A')
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9':
			b = append(b, c)
		case c == '.' && i > 0 && i+1 < len(s) && asciiDigit(rune(s[i-1])) && asciiDigit(rune(s[i+1])):
			b = append(b, c)
		}
	}
	return string(b)
}

// readGreek applies the two-letter rules of ELOT 743; single letters that the general table reads
// otherwise (xi, chi, eta) follow it too.
func readGreek(s string) string {
	s = finalSigma.Replace(dropGreekMarks(s))
	rs := []rune(s)
	if len(rs) > 2 {
		s = greekInitials.Replace(string(rs[:2])) + string(rs[2:])
	}
	s = readUpsilon(s)
	return greekLetters.Replace(s)
}

// dropGreekMarks removes the tonos but keeps the dialytika's effect: ϊ and ϋ do not join the vowel before.
func dropGreekMarks(s string) string {
	s = norm.NFC.String(s)
	s = greekDialytika.Replace(s)
	return dropMarks(norm.NFKD.String(s))
}

// readUpsilon writes αυ, ευ and ηυ: f before a voiceless consonant and at the end, v elsewhere.
func readUpsilon(s string) string {
	rs := []rune(s)
	var b strings.Builder
	for i, r := range rs {
		if r == 'υ' && i > 0 && strings.ContainsRune("αεη", rs[i-1]) {
			if i+1 == len(rs) || strings.ContainsRune("θκξπστφχψ", rs[i+1]) {
				b.WriteByte('f')
			} else {
				b.WriteByte('v')
			}
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

func readCyrillic(s string) string {
	s = norm.NFC.String(s)
	if strings.ContainsAny(s, "іїєґ") && !strings.ContainsAny(s, "ўыэ") {
		rs := []rune(s)
		if len(rs) > 1 {
			s = ukrainianInitials.Replace(string(rs[:1])) + string(rs[1:])
		}
		s = ukrainianLetters.Replace(s)
	}
	return cyrillicLetters.Replace(s)
}

// readArabic unifies the letters that writers use for each other (hamza seats, ta marbuta, Persian
// yeh and kaf) and gives Persian letters their sound.
func readArabic(s string) string {
	s = dropMarks(s)
	if rest := strings.TrimPrefix(s, "ال"); len([]rune(rest)) >= 3 {
		s = rest // the article, which Latin spellings write apart or leave out
	}
	return arabicLetters.Replace(s)
}

// Letters and their readings, see the functions above.
var (
	longVowels    = strings.NewReplacer("ou", "o", "oo", "o", "uu", "u")
	finalSigma    = strings.NewReplacer("ς", "σ")
	greekInitials = strings.NewReplacer("μπ", "b", "ντ", "d", "γκ", "g")
	greekLetters  = strings.NewReplacer(
		"γγ", "ng", "γξ", "nx", "γχ", "nch", "μπ", "mp", "ντ", "nt",
		"ου", "ou", "οι", "oi", "αι", "ai", "ει", "ei", "υι", "yi",
		"α", "a", "β", "v", "γ", "g", "δ", "d", "ε", "e", "ζ", "z", "η", "i", "θ", "th", "ι", "i", "κ", "k",
		"λ", "l", "μ", "m", "ν", "n", "ξ", "x", "ο", "o", "π", "p", "ρ", "r", "σ", "s", "τ", "t", "υ", "y",
		"φ", "f", "χ", "ch", "ψ", "ps", "ω", "o",
	)
	greekDialytika    = strings.NewReplacer("ϊ", "i", "ΐ", "i", "ϋ", "y", "ΰ", "y")
	ukrainianInitials = strings.NewReplacer("є", "ye", "ї", "yi", "й", "y", "ю", "yu", "я", "ya")
	ukrainianLetters  = strings.NewReplacer("зг", "zgh", "г", "h", "ґ", "g", "и", "y", "і", "i", "ї", "i", "є", "ie", "й", "i")
	cyrillicLetters   = strings.NewReplacer("ё", "yo", "й", "y", "ю", "yu", "я", "ya", "ь", "", "ъ", "", "ћ", "c", "ђ", "dj", "џ", "dz", "љ", "lj", "њ", "nj", "ј", "j")
	arabicLetters     = strings.NewReplacer(
		"أ", "ا", "إ", "ا", "آ", "ا", "ٱ", "ا", "ى", "ي", "ی", "ي", "ک", "ك", "ة", "ه", "ؤ", "و", "ئ", "ي", "ء", "",
		"پ", "p", "چ", "ch", "ژ", "zh", "گ", "g",
	)
)
