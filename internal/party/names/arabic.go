package names

import "strings"

// arabicOf gives each letter of Arabic, Persian, Urdu and Pashto a letter of its own in ASCII. Letters that writers use
// for each other have one, and what has no sound has none. Upper case stands for the second of two alike letters.
var arabicOf = readArabicLetters(`a اأإآٱ;b ب;t تٹټ;v ث;j ج;H ح;x خ;d دڈډ;D ذ;r رڑړ;z زځ;s سڅ;S شښ;c ص;
E ض;T ط;Z ظ;e ع;g غ;f فڤ;q ق;k كکڪ;l ل;m م;n نںڼ;h هہھ;o ةۀۃ;w وؤ;
y يیئےېۍ;A ى;p پ;C چ;J ژږ;G گګ`)

// readArabicLetters reads groups: an ASCII letter and the letters that it stands for.
func readArabicLetters(text string) map[rune]byte {
	out := map[rune]byte{}
	for _, group := range strings.Split(text, ";") {
		letter, all, _ := strings.Cut(strings.TrimSpace(group), " ")
		for _, r := range all {
			out[r] = letter[0]
		}
	}
	return out
}

// article is the sign in a code for the article al-, which Latin spellings write in many ways or leave out.
const article = '_'

// arabicCode is a run of Arabic letters as arabicOf has them, with the article marked at the beginning and within names
// of the form Abd al-X.
func arabicCode(run []rune) string {
	out := make([]byte, 0, len(run))
	for _, r := range run {
		if c := arabicOf[r]; c != 0 {
			out = append(out, c)
		}
	}
	s := string(out)

	if stem, ok := strings.CutSuffix(s, "hay"); ok && len(stem) >= 3 {
		s = stem + "y" // Khamene'i: the h marks an e before the ending
	}
	if rest, ok := strings.CutPrefix(s, "ebdal"); ok && rest != "lh" && len(rest) >= 2 {
		return "ebd_" + rest
	}
	s = strings.Replace(s, "aldyn", "_dyn", 1)
	if rest, ok := strings.CutPrefix(s, "al"); ok && rest != "lh" && len(rest) >= 2 {
		return "_" + rest
	}
	return s
}

// spelling is a way to write a letter in Latin ones, and what it costs, in tenths of a wrong letter.
type spelling struct {
	latin string
	cost  int
}

// arabicSpellings are the ways to write each letter.
var arabicSpellings = readSpellings(map[byte]string{
	'a':     "a e:1 i:2 o:2 u:2 aa ou:3 ai:5",
	'b':     "b p:3 v:5",
	't':     "t",
	'v':     "th s t",
	'j':     "j g dj zh:2 dsch y:5",
	'H':     "h kh:3 x:1",
	'x':     "kh h:1 ch:1 x k:3",
	'd':     "d t:5 dh:2",
	'D':     "dh z d th:1",
	'r':     "r",
	'z':     "z s:3",
	's':     "s c:3",
	'S':     "sh ch sch s:4 x:3",
	'c':     "s c:5",
	'E':     "d dh z dz dj:5",
	'T':     "t",
	'Z':     "z dh th:1 d:2",
	'e':     "a e i o u aa:1",
	'g':     "gh g kh:4 q:4 r:5",
	'f':     "f ph v:3 p:5",
	'q':     "q k g:1 gh kh:3 c:1",
	'k':     "k c q:1 g:5",
	'l':     "l",
	'm':     "m",
	'n':     "n m:6",
	'h':     "h a:1 eh e:1 ah",
	'o':     "a ah e eh at et i:2 h:1",
	'w':     "w u o ou oo v ow au uw:1 aw ew:1 ue:1",
	'y':     "y i e ei ai ee ey ay iy ie j:2 yi a:6 ii aye:1",
	'A':     "a i:1 y:1 ay:1 e:2 ah ee:2",
	'p':     "p b:3",
	'C':     "ch c:3 tch tsch",
	'J':     "zh j z:2",
	'G':     "g j:4",
	article: "al el ul il l:1 ol",
})

func readSpellings(of map[byte]string) [128][]spelling {
	var out [128][]spelling
	for letter, text := range of {
		for _, s := range strings.Fields(text) {
			latin, cost, _ := strings.Cut(s, ":")
			way := spelling{latin: latin}
			if cost != "" {
				way.cost = int(cost[0] - '0')
			}
			out[letter] = append(out[letter], way)
		}
	}
	return out
}

// wrongLetter is the cost of a letter that one side lacks.
const wrongLetter = 10

// unwritten is what it costs that a letter of the code at i has no Latin one.
func unwritten(code string, i int) int {
	last := i == len(code)-1
	if i > 0 && code[i] == code[i-1] {
		return 2
	}
	if i == 0 && !last && carriesVowel(code[0]) && longVowel(code[1]) {
		return 1 // Adel, Isa, Iman: the vowel that it carries is the letter behind it
	}

	switch code[i] {
	case article:
		return 0
	case 'e':
		if i == 0 { // the vowel that it carries is written
			return 8
		}
		return 1
	case 'o':
		return 2
	case 'h':
		if last {
			return 2
		}
		return 6
	case 'w':
		if last {
			return 4
		}
	case 'a', 'H':
		return 8
	}

	return wrongLetter
}

// carriesVowel says whether a letter at the beginning may have no sound but that of the vowel behind it.
func carriesVowel(c byte) bool { return c == 'e' || c == 'a' }

// longVowel says whether a letter is one for a long vowel.
func longVowel(c byte) bool { return c == 'a' || c == 'y' || c == 'w' }

// unsaid is what it costs that the Latin letter at j has none in the code: short vowels are not written in Arabic,
// doubled consonants not doubled. Two vowels that are written for a long one should have a letter.
func unsaid(latin string, j int) int {
	c := latin[j]
	if j > 0 && c == latin[j-1] && !vowel(c) {
		return 0
	}

	switch {
	case vowel(c) && j > 0 && vowel(latin[j-1]):
		switch latin[j-1 : j+1] {
		case "ou":
			if j <= 2 { // Moustafa; in Mahmoud there is a long vowel
				return 1
			}
		case "ue", "ae", "oe":
			return 1
		case "aa", "ee", "oo", "uu":
			return 3
		}
		return 7
	case vowel(c) && j == 0:
		return 4
	case vowel(c) && j == len(latin)-1:
		switch c {
		case 'e':
			return 1
		case 'a':
			return 3
		}
		return 7
	case vowel(c):
		return 0
	case c == 'h' && j == len(latin)-1:
		return 1
	case c == 'h':
		return 5
	case c == 'y':
		return 7
	}

	return wrongLetter
}

// arabicCost is how far a Latin spelling is from what an Arabic code can be read as, in tenths of a wrong letter. It is
// any number above most when it is further.
func arabicCost(code, latin string, most int) int {
	const longest = 40
	if len(code) > longest || len(latin) > longest {
		return most + 1
	}

	var rows [longest + 1][longest + 1]uint8
	const far = 255
	for i := range len(code) + 1 {
		for j := range len(latin) + 1 {
			rows[i][j] = far
		}
	}

	rows[0][0] = 0
	reach := func(i, j, cost int) {
		if cost <= most && cost < int(rows[i][j]) {
			rows[i][j] = uint8(cost)
		}
	}

	for i := range len(code) + 1 {
		for j := range len(latin) + 1 {
			at := int(rows[i][j])
			if at > most {
				continue
			}
			if j < len(latin) {
				reach(i, j+1, at+unsaid(latin, j))
			}
			if i == len(code) {
				continue
			}
			reach(i+1, j, at+unwritten(code, i))
			for _, way := range arabicSpellings[code[i]&127] {
				if strings.HasPrefix(latin[j:], way.latin) {
					reach(i+1, j+len(way.latin), at+way.cost)
				}
			}
			if i == len(code)-1 && code[i] == 'y' && latin[j:] == "a" { // Essa, whose last letter Persian writes as yeh
				reach(i+1, j+1, at+2)
			}
		}
	}

	return int(rows[len(code)][len(latin)])
}

// agreeArabic is how far an Arabic code and a Latin word agree.
func agreeArabic(code, latin string) float64 {
	most := 6
	switch consonants := len(arabicKeys(code)[0]); {
	case consonants >= 4:
		most = wrongLetter
	case consonants == 3:
		most = 8
	}

	cost := arabicCost(code, latin, most)
	switch {
	case cost > most:
		return 0
	case cost <= 2:
		return agreeFold
	case cost <= 4:
		return agreeSkeleton
	case cost <= 6:
		return agreeSound
	}

	return 0.80
}

// arabicNames are Arabic names that others are spelt like when short vowels are left out: code and Latin spelling.
var arabicNames = map[string]string{
	"mHmd":    "mohammed",
	"mHmwd":   "mahmoud",
	"aHmd":    "ahmed",
	"Hamd":    "hamid",
	"Hmyd":    "hamid",
	"Hsn":     "hasan",
	"Hsyn":    "hussein",
	"ely":     "ali",
	"emr":     "omar",
	"eamr":    "amir",
	"amyr":    "amir",
	"xald":    "khalid",
	"xlyl":    "khalil",
	"salm":    "salim",
	"slym":    "salim",
	"krym":    "karim",
	"jmal":    "jamal",
	"seyd":    "said",
	"ysf":     "yusuf",
	"ywsf":    "yusuf",
	"abrahym": "ibrahim",
	"ebdallh": "abdullah",
}

// commonArabic are given names, as codes, that a longer Arabic name often has beside others: two of them within it say
// little. Those of arabicNames are too.
var commonArabic = map[string]bool{
	"mcTfA":     true,
	"mcTfy":     true,
	"calH":      true,
	"ebdalrHmn": true,
	"ebd_rHmn":  true,
	"ebd_":      true,
	"lh":        true,
	"allh":      true,
	"ebd":       true,
	"abw":       true,
	"nwr":       true,
	"_Hsyn":     true,
	"_Hsn":      true,
}

// commonAcross says whether two words that agree, one of them in Arabic letters, are such a name.
func commonAcross(a, b *token) bool {
	code := a.code + b.code
	return (a.code == "") != (b.code == "") && (commonArabic[code] || arabicNames[code] != "")
}

// otherArabicName says whether a Latin given name is another than the one that a code is known for.
func (e *Engine) otherArabicName(code string, latin *token) bool {
	name := arabicNames[code]
	if name == "" || name == latin.text || len(e.variants[name]) == 0 || len(e.variants[latin.text]) == 0 {
		return false
	}
	return e.related(name, latin.text) == unrelated
}

// arabicClass has a letter for each group of consonants that are written for each other in Latin letters.
func arabicClass(c byte) byte {
	switch c {
	case 'b', 'p', 'f':
		return 'b'
	case 't', 'v', 'd', 'D', 'z', 's', 'S', 'c', 'E', 'T', 'Z', 'J', 'C':
		return 't'
	case 'j', 'x', 'g', 'q', 'k', 'G':
		return 'k'
	case 'r', 'l', 'm', 'n':
		return c
	}
	return 0
}

// arabicKeys are the classes of a code's consonants. What may be left out of a Latin spelling (the article, the
// sound of
// khah, one of two equal letters) gives a second one.
func arabicKeys(code string) []string {
	keys := []string{""}
	for i := 0; i < len(code); i++ {
		add := func(from []string, c byte) []string {
			out := make([]string, len(from))
			for k, key := range from {
				out[k] = key + string(c)
			}
			return out
		}
		switch c := code[i]; {
		case c == article && len(keys) < 4:
			keys = append(keys, add(keys, 'l')...)
		case (c == 'x' || i > 0 && c == code[i-1]) && arabicClass(c) != 0 && len(keys) < 4:
			keys = append(keys, add(keys, arabicClass(c))...)
		case arabicClass(c) != 0:
			keys = add(keys, arabicClass(c))
		}
	}

	return keys
}

// latinKeys are the classes of a Latin word's consonants as arabicKeys has them; "ch" may be of either class. V is
// written with a letter of sound f or with one that may be a vowel, and so gives a second key.
func latinKeys(latin string) []string {
	latin = latinPairs.Replace(latin)
	keys := consonantKeys(latin)
	if strings.IndexByte(latin, 'v') >= 0 {
		keys = append(keys, consonantKeys(strings.ReplaceAll(latin, "v", "f"))...)
	}
	return keys
}

func consonantKeys(latin string) []string {
	key := make([]byte, 0, len(latin))
	either := false
	for i := 0; i < len(latin); i++ {
		c := latin[i]
		if i > 0 && c == latin[i-1] {
			continue
		}
		switch c {
		case 'b', 'p', 'f':
			key = append(key, 'b')
		case 't', 'd', 's', 'z':
			key = append(key, 't')
		case 'j', 'g', 'k', 'q', 'c', 'x':
			key = append(key, 'k')
		case 'C':
			key = append(key, 'C')
			either = true
		case 'r', 'l', 'm', 'n':
			key = append(key, c)
		}
	}

	if !either {
		return []string{string(key)}
	}
	return []string{strings.ReplaceAll(string(key), "C", "k"), strings.ReplaceAll(string(key), "C", "t")}
}

// nearClasses says whether a code and a Latin word with these classes may agree at all: at most two consonants are
// on one
// side only.
func nearClasses(a, b string) bool {
	if abs(len(a)-len(b)) > 2 {
		return false
	}
	return a == b || editsUpTo(2, a, b) <= 2
}

// latinPairs are consonants written with several letters, the longest first.
var latinPairs = strings.NewReplacer(
	"tsch", "C", "dsch", "j", "tch", "C", "sch", "s", "sh", "s", "ch", "C", "kh", "k", "gh", "g", "th", "t", "dh", "d",
	"zh", "z", "ph", "f", "dj", "j",
)

// agreeCode compares an Arabic word and a Latin one.
func (e *Engine) agreeCode(a, b *token) (float64, Code) {
	if b.code != "" {
		a, b = b, a
	}
	if !alphabetic(b.text) {
		return 0, DifferentWord
	}

	if len(b.text) == 1 {
		if len(a.text) > 0 && a.text[0] == b.text[0] {
			return agreeInitial, Initials
		}
		return 0, DifferentWord
	}

	if b.text == "al" || b.text == "el" || b.text == "ul" { // the article, which a code has a mark for
		return 0, DifferentWord
	}
	if e.otherArabicName(a.code, b) {
		return agreeOtherName, DifferentName
	}
	if !nearClasses(a.classes, b.classes) {
		return 0, DifferentWord
	}
	if sim := agreeArabic(a.code, b.text); sim > 0 {
		return sim, Transliteration
	}

	return 0, DifferentWord
}
