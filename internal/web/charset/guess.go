package charset

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// guessBytes is how much of a body the guess of a legacy charset examines, from the first byte beyond ASCII on.
const guessBytes = 8 << 10

// guessCharset names the charset of undeclared text, or "" if nothing is better than windows-1252. UTF-8 and UTF-16
// are visible in the bytes. Of the legacy charsets, the one wins whose decoding has the largest share of characters
// common in its script.
func guessCharset(body []byte) string {
	if name := guessUTF16(body); name != "" {
		return name
	}

	good, broken := utf8Sequences(body)
	if broken == 0 || good > 4*broken { // a few places of UTF-8 may be broken
		return "utf-8"
	}

	beyond := bytes.IndexFunc(body, func(r rune) bool { return r >= utf8.RuneSelf })
	body = body[beyond:min(len(body), beyond+guessBytes)]
	best := ""
	bestScore := 0.0
	for _, c := range legacy {
		if s := score(body, c); s > bestScore {
			best = c.name
			bestScore = s
		}
	}

	if bestScore < 0.75 {
		return ""
	}
	return best
}

// guessUTF16 detects UTF-16 without a byte order mark by the position of its zero bytes.
func guessUTF16(body []byte) string {
	n := min(len(body), 256) &^ 1
	var even, odd int
	for i := 0; i < n; i += 2 {
		if body[i] == 0 {
			even++
		}
		if body[i+1] == 0 {
			odd++
		}
	}

	switch pairs := n / 2; {
	case pairs < 4:
		return ""
	case odd*10 >= pairs*7 && even == 0:
		return "utf-16le"
	case even*10 >= pairs*7 && odd == 0:
		return "utf-16be"
	}

	return ""
}

// legacyCharset is a charset to try, with the characters that distinguish its text from nonsense.
type legacyCharset struct {
	name   string
	common func(r rune) float64 // 1 for a typical character of text in this charset, less for others
}

var legacy = []legacyCharset{
	{"shift_jis", japanese},
	{"euc-jp", japanese},
	{"euc-kr", korean},
	{"gbk", func(r rune) float64 { return chinese(r, commonSimplified) }},
	{"big5", func(r rune) float64 { return chinese(r, commonTraditional) }},
	{"windows-1251", letters(unicode.Cyrillic, "оеаинтсрвлкмд")},
	{"koi8-r", letters(unicode.Cyrillic, "оеаинтсрвлкмд")},
	{"ibm866", letters(unicode.Cyrillic, "оеаинтсрвлкмд")},
	{"windows-1253", letters(unicode.Greek, "αοιετσνηυρπκς")},
	{"windows-1255", letters(unicode.Hebrew, "יוהלאתמרבשנם")},
	{"windows-1256", letters(unicode.Arabic, "اليمنوترةبعه")},
	{"windows-874", letters(unicode.Thai, "านรอกเง่้มลวยดทีส")},
}

// The most frequent characters of Chinese text; wrong decodings hit them only by chance.
const (
	commonSimplified  = "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运"
	commonTraditional = "的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實日軍者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應戰向頭文體政美相見被利什二等產或新己制身果加西斯月話合回特代內信表化老給世位次度門任常先海通教兒原東聲提立及比員解水名真論處走義各入幾口認條平系氣題活爾更別打女變四神總何電數安少報才結反受目太量再感建務做接必場件計管期市直德資命山金指克許統區保至隊形社便空決治展馬科司五基眼書非則聽白卻界達光放強即像難且權思王象完設式色路記南品住告類求據程北邊死張該交規萬取拉格望覺術領共確傳師觀清今切院讓識候帶導爭運"
)

func korean(r rune) float64 {
	if r >= 0xac00 && r <= 0xd7a3 { // whole syllables
		return 1.3
	}
	return 0
}

func japanese(r rune) float64 {
	switch {
	case r >= 0x3040 && r <= 0x30ff, r == '。', r == '、', r == '「', r == '」', r == 'ー':
		return 1.6 // kana and their marks, which distinguish Japanese from Chinese
	case r >= 0xff61 && r <= 0xff9f: // half-width kana: in Shift_JIS any high byte is one
		return 0
	case unicode.Is(unicode.Han, r):
		return 0.6
	}
	return 0
}

func chinese(r rune, common string) float64 {
	switch {
	case strings.ContainsRune(common, r):
		return 1.6
	case unicode.Is(unicode.Han, r):
		return 0.6
	case r == '，' || r == '。' || r == '、' || r == '：':
		return 1
	}
	return 0
}

// letters judges a single-byte script: decoding its text with another charset hits the frequent letters only by
// chance, and often yields upper case.
func letters(script *unicode.RangeTable, frequent string) func(rune) float64 {
	return func(r rune) float64 {
		switch {
		case strings.ContainsRune(frequent, r):
			return 1.3
		case !unicode.Is(script, r):
			return 0
		case unicode.IsUpper(r):
			return 0.4
		}
		return 0.7
	}
}

// The fewest non-ASCII characters, and different ones, by which scripts are told apart: a sign that Western European
// text repeats, such as a fixed space, is a letter in other charsets.
const (
	minToGuess = 8
	minKinds   = 4
)

// score is how much body looks like text in a charset, per non-ASCII character, or 0 with invalid bytes. A letter that
// is alone or beside an ASCII letter does not count: Western European text looks like that in any of these charsets.
func score(body []byte, c legacyCharset) float64 {
	var sum float64
	var n, unreadable int
	kinds := make(map[rune]bool)
	text := []rune(string(decodeAs(body, c.name)))
	for i, r := range text {
		switch {
		case r < utf8.RuneSelf:
		case r == utf8.RuneError || r < 0xa0:
			unreadable++
			n++
		case r <= 0xbf || r >= 0x2010 && r <= 0x203a: // signs and quotes that all single-byte charsets share
		default:
			n++
			kinds[r] = true
			before := at(text, i-1)
			after := at(text, i+1)
			isAlone := before < utf8.RuneSelf && after < utf8.RuneSelf
			if !isAlone && !isASCIILetter(before) && !isASCIILetter(after) {
				sum += c.common(r)
			}
		}
	}

	if n < minToGuess || len(kinds) < minKinds || unreadable*50 > n {
		return 0
	}
	return sum / float64(n)
}

// at is a character of a text, or a space beyond its ends.
func at(text []rune, i int) rune {
	if i < 0 || i >= len(text) {
		return ' '
	}
	return text[i]
}

func isASCIILetter(r rune) bool { return r|0x20 >= 'a' && r|0x20 <= 'z' }
