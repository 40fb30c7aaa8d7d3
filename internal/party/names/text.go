package names

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// word is one run of letters and digits, in lower-case ASCII.
type word struct {
	text   string
	raw    string // as written, apostrophes included
	script script // of the original letters
	code   string // of an Arabic word: see arabicCode
	// caps is set when the original was written in capitals only and has at least two letters.
	caps bool
	// dot is set when a full stop followed, as in an abbreviation or an initial.
	dot bool
	// part numbers the comma-separated part of the text with the word, from 0.
	part int
	// hyphen is set when a hyphen joined the word to the one before: Alvarez-Beaty.
	hyphen bool
	// aside is set inside parentheses.
	aside bool
	// joined is the word without the "and" of an ampersand within it: att of AT&T.
	joined string
	// others are further English words that a translated word may be.
	others  []string
	concept bool // translated
	// lead is set on the family name that a run of Han or Hangul began with.
	lead bool
}

// Normalize is text as it is compared: Unicode NFKC, Latin letters (other scripts transliterated),
// no accents, lower case, apostrophes removed, any other punctuation one space, & as "and". The
// result holds only a-z, 0-9 and single spaces; it is empty when nothing of the text has a reading.
func Normalize(s string) string {
	ws := words(s, splitPlain)
	texts := make([]string, len(ws))
	for i, w := range ws {
		texts[i] = w.text
	}
	return strings.Join(texts, " ")
}

// splitMode says how words divide what kinds write differently.
type splitMode int

const (
	splitPlain  splitMode = iota
	splitPerson           // Han and Hangul runs divide into family and given name; J.R. is two words
	splitJoined           // dotted capitals are one word: I.B.M. is ibm
)

// words divides s. Control and format characters (zero width, bidirectional marks) are dropped:
// they would hide an equal name.
func words(s string, mode splitMode) []word {
	runes := []rune(norm.NFKC.String(s))
	var out []word
	part := 0
	aside := false
	hyphen := false
	var run, raw []rune

	flush := func(dot bool) {
		if len(run) > 0 {
			from := len(out)
			out = appendRun(out, run, string(raw), mode, part, dot)
			for i := from; i < len(out); i++ {
				out[i].aside = aside
				out[i].hyphen = hyphen && i == from
			}
			run = run[:0]
		}
		raw = raw[:0]
		hyphen = false
	}

	for i, r := range runes {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.M, r) || r == 'ー':
			if len(run) > 0 && scriptOf(r) != scriptOf(run[len(run)-1]) && (wide(r) || wide(run[len(run)-1])) {
				flush(false)
			}
			run, raw = append(run, r), append(raw, r)
		case unicode.Is(unicode.Cf, r):
		case apostrophe(r):
			if len(run) == 0 || i+1 == len(runes) || !unicode.IsLetter(runes[i+1]) {
				flush(false)
			} else {
				raw = append(raw, '\'')
			}
		case r == '&' || r == '+':
			flush(false)
			// A plus or ampersand inside a run of letters or between words reads as "and"; a leading
			// plus (a telephone number) does not.
			if len(out) > 0 {
				out = append(out, word{text: "and", raw: string(r), part: part})
			}
		case r == ',' || r == ';' || r == '\n' || r == '،' || r == '、':
			flush(false)
			part++
		case r == '.' || r == '．':
			if decimalPoint(runes, i) {
				run, raw = append(run, '.'), append(raw, '.')
				continue
			}
			flush(true)
		case r == '-' || r == '‐' || r == '‑':
			joins := len(run) > 0
			flush(false)
			hyphen = joins
		case r == '(' || r == ')':
			flush(false)
			aside = r == '('
		default:
			flush(false)
		}
	}

	flush(false)
	if mode == splitJoined {
		out = joinDotted(out)
	}

	return out
}

// decimalPoint is true for the point of 5.5, which a product's size needs; in 12.05.2020 and 1.2.3
// the points divide.
func decimalPoint(rs []rune, i int) bool {
	if i == 0 || i+1 >= len(rs) || !asciiDigit(rs[i-1]) || !asciiDigit(rs[i+1]) {
		return false
	}
	for j := i - 1; j >= 0 && (asciiDigit(rs[j]) || rs[j] == '.'); j-- {
		if rs[j] == '.' {
			return false
		}
	}
	j := i + 1
	for ; j < len(rs) && asciiDigit(rs[j]); j++ {
	}
	return j >= len(rs) || rs[j] != '.' || j+1 >= len(rs) || !asciiDigit(rs[j+1])
}

func asciiDigit(r rune) bool { return r >= '0' && r <= '9' }

func apostrophe(r rune) bool {
	switch r {
	case '\'', '’', '‘', 'ʼ', '`', '´', 'ʻ', 'ʹ', '′':
		return true
	}
	return false
}

// piece is a part of a run: its reading and as written.
type piece struct{ text, raw string }

// appendRun adds the words of one run of letters and digits.
func appendRun(out []word, run []rune, raw string, mode splitMode, part int, dot bool) []word {
	run = inOneWriting(run)
	s := scriptOf(firstLetter(run))
	var parts []piece
	switch {
	case s == han:
		parts = readHan(run, mode == splitPerson)
	case s == hangul:
		parts = readHangul(run, mode == splitPerson)
	default:
		parts = []piece{{transliterate(run, s), raw}}
	}

	caps := allCaps(run)
	first := true
	code := ""
	if s == arabic {
		code = arabicCode(run)
	}

	for i, p := range parts {
		if p.text == "" {
			continue
		}
		out = append(out, word{
			code: code,
			text: p.text, raw: p.raw, script: s, caps: caps, part: part, dot: dot && i == len(parts)-1,
			lead: first && len(parts) > 1 && wideScript(s),
		})
		first = false
	}

	return out
}

// inOneWriting gives a run in Cyrillic the Cyrillic letters for the Latin ones that look the same.
func inOneWriting(run []rune) []rune {
	mixed := slices.ContainsFunc(run, func(r rune) bool { return unicode.Is(unicode.Cyrillic, r) }) &&
		slices.ContainsFunc(run, func(r rune) bool { return lookAlike[r] != 0 })
	if !mixed {
		return run
	}
	out := slices.Clone(run)
	for i, r := range out {
		if c := lookAlike[r]; c != 0 {
			out[i] = c
		}
	}
	return out
}

// lookAlike gives the Cyrillic letter that looks like a Latin one.
var lookAlike = map[rune]rune{
	'A': 'А', 'B': 'В', 'C': 'С', 'E': 'Е', 'H': 'Н', 'I': 'І',
	'K': 'К', 'M': 'М', 'O': 'О', 'P': 'Р', 'T': 'Т', 'X': 'Х',
	'a': 'а', 'c': 'с', 'e': 'е', 'i': 'і', 'o': 'о', 'p': 'р', 'x': 'х', 'y': 'у',
}

func firstLetter(run []rune) rune {
	for _, r := range run {
		if unicode.IsLetter(r) {
			return r
		}
	}
	return run[0]
}

func allCaps(run []rune) bool {
	n := 0
	for _, r := range run {
		if unicode.IsLower(r) {
			return false
		}
		if unicode.IsUpper(r) {
			n++
		}
	}
	return n >= 2
}

// joinDotted makes one word of neighbouring single letters that had full stops: I.B.M., U.S.
func joinDotted(ws []word) []word {
	out := ws[:0]
	for i := 0; i < len(ws); {
		j := i
		for j < len(ws) && len(ws[j].text) == 1 && ws[j].dot && ws[j].part == ws[i].part {
			j++
		}
		if j > i && j < len(ws) && len(ws[j].text) == 1 && ws[j].part == ws[i].part {
			j++ // the last letter may lack its stop: S.p.A
		}
		if j-i < 2 {
			out = append(out, ws[i])
			i++
			continue
		}
		joined := ws[i]
		var b strings.Builder
		for _, w := range ws[i:j] {
			b.WriteString(w.text)
		}
		joined.text, joined.dot = b.String(), true
		joined.raw = strings.ToUpper(joined.text)
		out = append(out, joined)
		i = j
	}

	return out
}
