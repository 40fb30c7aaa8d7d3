package names

import (
	"slices"
	"strings"
)

// Metaphone is the sound of an English word after Lawrence Philips's Metaphone (Computer Language,
// December 1990), without its length limit: consonants as sounded, 0 for th, X for sh and ch, a vowel only when
// it comes first. It takes lower-case ASCII; other bytes are skipped.
func Metaphone(w string) string {
	s := letters(w)
	if s == "" {
		return ""
	}

	switch {
	case hasAny(s, "ae", "gn", "kn", "pn", "wr"):
		s = s[1:]
	case s[0] == 'x':
		s = "s" + s[1:]
	case strings.HasPrefix(s, "wh"):
		s = "w" + s[2:]
	}

	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		c := s[i]
		if i > 0 && c == s[i-1] && c != 'c' {
			continue
		}
		out = append(out, metaphoneAt(s, i)...)
	}

	return string(out)
}

func hasAny(s string, prefixes ...string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(s, p) })
}

func vowel(c byte) bool {
	switch c {
	case 'a', 'e', 'i', 'o', 'u':
		return true
	}
	return false
}

func front(c byte) bool { return c == 'e' || c == 'i' || c == 'y' }

// metaphoneAt is the code of the letter at i, empty when it is silent.
func metaphoneAt(s string, i int) string {
	at := func(j int) byte {
		if j < 0 || j >= len(s) {
			return 0
		}
		return s[j]
	}

	next := at(i + 1)
	prev := at(i - 1)
	switch c := s[i]; c {
	case 'a', 'e', 'i', 'o', 'u':
		if i == 0 {
			return strings.ToUpper(s[:1])
		}
	case 'b':
		if prev == 'm' && next == 0 {
			return ""
		}
		return "B"
	case 'c':
		switch {
		case next == 'i' && at(i+2) == 'a', next == 'h' && prev != 's':
			return "X"
		case front(next):
			if prev == 's' {
				return ""
			}
			return "S"
		}
		return "K"
	case 'd':
		if next == 'g' && front(at(i+2)) {
			return "J"
		}
		return "T"
	case 'g':
		switch {
		case next == 'h' && i+2 < len(s) && !vowel(at(i+2)), next == 'n' && (i+2 == len(s) || s[i+2:] == "ed"):
			return ""
		case prev == 'd' && front(next):
			return ""
		case front(next) && prev != 'g':
			return "J"
		}
		return "K"
	case 'h':
		if vowel(next) && !strings.ContainsRune("csptg", rune(prev)) || i == 0 {
			return "H"
		}
	case 'k':
		if prev != 'c' {
			return "K"
		}
	case 'p':
		if next == 'h' {
			return "F"
		}
		return "P"
	case 'q':
		return "K"
	case 's':
		if next == 'h' || next == 'i' && (at(i+2) == 'o' || at(i+2) == 'a') {
			return "X"
		}
		return "S"
	case 't':
		switch {
		case next == 'i' && (at(i+2) == 'o' || at(i+2) == 'a'):
			return "X"
		case next == 'h':
			return "0"
		case next == 'c' && at(i+2) == 'h':
			return ""
		}
		return "T"
	case 'v':
		return "F"
	case 'w', 'y':
		if vowel(next) {
			return strings.ToUpper(string(c))
		}
	case 'x':
		return "KS"
	case 'z':
		return "S"
	case 'f', 'j', 'l', 'm', 'n', 'r':
		return string(c - 'a' + 'A')
	}

	return ""
}

func letters(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] < 'a' || s[i] > 'z' {
			return strings.Map(func(r rune) rune {
				if r < 'a' || r > 'z' {
					return -1
				}
				return r
			}, s)
		}
	}
	return s
}

// Soundex is the American Soundex code of a lower-case ASCII word (United States National Archives,
// Soundex Indexing System): h and w do not part equal codes, vowels do. Empty without letters.
func Soundex(w string) string {
	const codes = "01230120022455012623010202" // a to z; h and w are told apart below
	s := letters(w)
	if s == "" {
		return ""
	}

	out := []byte{s[0] - 'a' + 'A'}
	last := codes[s[0]-'a']
	for i := 1; i < len(s) && len(out) < 4; i++ {
		c := s[i]
		if c == 'h' || c == 'w' {
			continue
		}
		code := codes[c-'a']
		if code != '0' && code != last {
			out = append(out, code)
		}
		last = code
	}

	for len(out) < 4 {
		out = append(out, '0')
	}
	return string(out)
}

// romanFold gives the same text for the usual ways of writing one foreign name in Latin letters:
// Tchaikovsky and Chaykovskiy, Mueller and Muller, Yuri and Iurii. Capital letters stand for sounds
// that are written with two or more letters.
func romanFold(s string) string {
	for _, r := range [...][2]string{{"ye", "e"}, {"je", "e"}, {"ie", "e"}} {
		if len(s) > 3 && strings.HasPrefix(s, r[0]) {
			s = r[1] + s[2:]
		}
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		code, n := foldAt(s, i)
		for j := 0; j < len(code); j++ {
			if len(out) == 0 || out[len(out)-1] != code[j] {
				out = append(out, code[j])
			}
		}
		i += n
	}
	return foldEnding(string(out))
}

// foldRules are tried in order at each letter; the longest come first.
var foldRules = [...][2]string{
	{"shch", "S"}, {"stsch", "S"}, {"tsch", "C"}, {"tch", "C"}, {"sch", "S"}, {"dzh", "i"}, {"sh", "S"}, {"sz", "S"},
	{"ch", "C"}, {"cz", "C"}, {"zh", "Z"}, {"kh", "h"}, {"gh", "g"}, {"ph", "f"}, {"th", "t"}, {"dh", "d"}, {"ck", "k"},
	{"qu", "k"}, {"tz", "T"}, {"ts", "T"}, {"ae", "a"}, {"oe", "o"}, {"ue", "u"}, {"ee", "i"}, {"ei", "i"}, {"iy", "i"}, {"ey", "i"}, {"ay", "ai"},
	{"ou", "u"}, {"oo", "u"}, {"dj", "i"}, {"x", "ks"}, {"q", "k"}, {"w", "v"}, {"j", "i"}, {"y", "i"}, {"z", "s"},
}

func foldAt(s string, i int) (code string, n int) {
	for _, r := range foldRules {
		if r[0][0] == s[i] && strings.HasPrefix(s[i:], r[0]) {
			return r[1], len(r[0])
		}
	}
	if s[i] == 'c' {
		if i+1 < len(s) && front(s[i+1]) {
			return "s", 1
		}
		return "k", 1
	}
	return s[i : i+1], 1
}

// foldEnding drops a silent final e or h and reads the endings of Slavic surnames as one.
func foldEnding(s string) string {
	if len(s) > 3 {
		switch {
		case strings.HasSuffix(s, "of"), strings.HasSuffix(s, "ef"):
			s = s[:len(s)-1] + "v"
		case s[len(s)-1] == 'e', s[len(s)-1] == 'h':
			s = s[:len(s)-1]
		}
	}
	return s
}

// oneSpelling says whether two texts (see romanFold) have the same consonants, and between them vowels that languages
// write for each other: a and e, e and i, o and u. An h within is not heard.
func oneSpelling(x, y string) bool {
	if x == "" || y == "" {
		return x == y
	}
	x = x[:1] + strings.ReplaceAll(x[1:], "h", "")
	y = y[:1] + strings.ReplaceAll(y[1:], "h", "")

	for x != "" || y != "" {
		vowelsX := vowelRun(x)
		vowelsY := vowelRun(y)
		if !alikeVowels(vowelsX, vowelsY) {
			return false
		}
		x = x[len(vowelsX):]
		y = y[len(vowelsY):]

		if x == "" || y == "" {
			return x == y
		}
		if x[0] != y[0] {
			return false
		}
		x = x[1:]
		y = y[1:]
	}
	return true
}

// vowelRun is the vowels that a text begins with.
func vowelRun(s string) string { return s[:len(s)-len(strings.TrimLeft(s, "aeiou"))] }

// alikeVowels says whether two runs of vowels, which may be empty, can be spellings of one sound.
func alikeVowels(x, y string) bool {
	if x == "" || y == "" {
		return x == y
	}
	for _, alike := range [...]string{"ae", "ei", "ou"} {
		if strings.ContainsAny(x, alike) && strings.ContainsAny(y, alike) {
			return true
		}
	}
	return false
}

// surnameEndings make family names of a stem, in Persian, Slavic languages, Armenian, Georgian and Turkish. Ways of writing
// one ending stand together.
var surnameEndings = [...][]string{
	{"zadeh", "zade"}, {"pour", "pur", "poor"}, {"nejad", "nezhad"}, {"nia"}, {"vand"}, {"far"}, {"ian", "yan"}, {"enko"}, {"chuk"},
	{"ovic", "ovich", "evic", "evich", "ovitch", "evitch"}, {"skiy", "sky", "ski", "skii", "skyi", "skij", "tsky", "tskiy"}, {"ov", "ev", "off", "eff", "yov"}, {"shvili"}, {"dze"}, {"oglu"}, {"in"}, {"ik", "ic", "ich"}, {"i"},
}

// otherEnding says whether two family names have endings of that kind, and not the same one.
func otherEnding(a, b string) bool {
	x := surnameEnding(a)
	y := surnameEnding(b)
	return x >= 0 && y >= 0 && x != y
}

// surnameEnding is the place of a name's ending in surnameEndings, or -1.
func surnameEnding(s string) int {
	for i, ways := range surnameEndings {
		for _, w := range ways {
			if len(s) >= len(w)+3 && strings.HasSuffix(s, w) {
				return i
			}
		}
	}
	return -1
}

// digraphs are consonants written with two letters.
var digraphs = strings.NewReplacer("sh", "S", "ch", "C", "kh", "K", "th", "t", "dh", "d", "gh", "g", "ph", "f", "tz", "s", "ts", "s", "ck", "k")

// skeleton is the consonants of a word, for comparing a word of a script that writes no short vowels
// with its Latin spelling: mHmd and Mohammed are both mhmd.
func skeleton(s string) string {
	s = digraphs.Replace(s)
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch c {
		case 'a', 'e', 'i', 'o', 'u', 'w', 'y':
			continue
		case 'c', 'q':
			c = 'k'
		case 'z':
			c = 's'
		case 'v':
			c = 'b'
		case 'p':
			c = 'f'
		case 'j', 'g':
			c = 'g'
		}
		if len(out) == 0 || out[len(out)-1] != c {
			out = append(out, c)
		}
	}

	return strings.TrimRight(string(out), "h") // a final h is seldom sounded
}

// koreanFold gives the same text for the usual ways of writing a Korean given name in Latin letters:
// the Revised Romanisation (seogyeol) and the ways people write their own (Suk Yeol).
func koreanFold(s string) string { return koreanLetters.Replace(s) }

var koreanLetters = strings.NewReplacer("th", "t", "ph", "p", "kh", "k", "eo", "o", "eu", "o", "oo", "o", "ou", "o", "u", "o", "ee", "i", "ai", "ae", "ch", "j", "kk", "k", "g", "k", "d", "t", "b", "p", "r", "l", "sh", "s")
