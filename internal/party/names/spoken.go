package names

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mozillazg/go-unidecode"
)

// Chinese and Japanese write the names of foreigners by their sound, as near as their syllables come: 普京 and プーチン are
// Putin. A spoken code has one sound after the other; each stands for several Latin spellings. Many names sound alike
// when they are written so: a match by it alone has the code SoundOnly.

// sound is a consonant or vowel of a spoken code.
type sound struct {
	ways    []spelling // Latin spellings of it, and what they cost
	silent  int        // what it costs that no letter is written for it
	vowel   bool       // no consonant is ever written for it
	classes string     // of the consonants that it may be written with; empty for a vowel
	endings *endings   // its spellings by their last letter
}

// endings are spellings by the last letter of each.
type endings struct {
	of  ['z' - 'a' + 1][]spelling
	bit uint32 // a bit for each letter that one ends with
}

func newEndings(ways []spelling) *endings {
	out := &endings{}
	for _, way := range ways {
		last := way.latin[len(way.latin)-1]
		out.of[last-'a'] = append(out.of[last-'a'], way)
		out.bit |= letterBit(last)
	}
	return out
}

// weaker is a sound that costs no more than that when no letter is written for it, and that need not be heard.
func (s sound) weaker(silent int, isVowel bool) sound {
	s.silent = silent
	s.vowel = isVowel
	s.classes = ""
	return s
}

// Costs of a spoken code, in tenths of a wrong letter.
const (
	unsaidConsonant = 10
	unsaidVowel     = 3
	unsaidWeak      = 3 // r behind a vowel, h, a doubled letter: few languages hear them
	silentConsonant = 8
	silentWeak      = 4
	mostSpoken      = 3 // for each consonant of the code, see spokenCost
	mostAlone       = 1 // for a word of one consonant
)

// spokenSounds are the sounds of kana, pinyin, Greek and Hebrew. A colon gives the cost of a spelling, a slash what it
// costs that a weak sound has none.
var spokenSounds = readSounds(`k=k c q ck g:4 x:4 h:4 kh:1;kh=kh h k:2 g:3 x:1 j:4 ch:3 c:4;g=g gh k:3 c:4 h:3;
s=s c z:3 th:1 ss;sh=sh sch s:2 ch:3 sc:2 x:2 ti:1 ssi:1;z=z s:2 th:3 ds dz j:3;
j=j g zh dj dzh gi dz:1 z:3 t:3 d:3 k:4 ll:3;t=t th d:4 tt ght:1;ch=ch tch t:1 c:2 q:2 ts:3 cz;
ts=ts tz z c t:3;d=d dh t:4;n=n m:3 ng;m=m n:5;h=h kh f:3 j:3 g:4 x:2;f=f v ph h:4;b=b v:1 p:4;
p=p b:4 f:4;v=v w b:2 f:3;r=r l rr ll;y=y j i e:2;w=w v u o ou;sx=sh s hs x sy h:3 kh:4 c:3;
zhx=zh j dzh g:3 ch:3 z:3 d:4;rx=r j zh l:2 y:4;chx=ch c tch ts:2 q:2 k:4;lx=l r ll;
jx=j zh dz g dj dzh z:2 s:4;zx=z zh:1 s:3 j:2 dz:2;ss=s sh c:2 z:3 sch:1 ss;fv=f v ph ff;bv=b v w:1;
kk=k kh c ch:1 q h:2;pf=p f ph v:2;tz=ts tz z c s:2 ch:2;hh/1=h a e i ah;hw/2=v w u o ou oo f:3;
hy/1=y i e ei ey ie ai ee j:2 iy;hv/0=a e i o u;
th=t th tt d:4;vw=v w b:2 f:2 ff:2;gx=g gh h:1 k:3;kx=k c q ck kh g:3 ch:2;kg=k g:1 c q kh:1 ck ch:2;
jz=dz j z:1 zh:1 c:3;sq=s c z:3 ss th:1 x:1 sh:2 hs:2;tq=ts tz z:1 c q:1 j:2 s:4;chj=ch j:1 c tch zh:2 q:1 ts:2 cz;
zs=s z:1 ss c sh:2;td=t d:1 th tt dd;pb=p b:1 pp;nx/2=n m;
eo/1=e ye ie i:2 a:2 o:1 eo:1;eu/1=u y i eu ee:1 e:2;ja/1=a ya ia;ju/1=u yu iu ew;jo/1=o yo io e:1;
a=a e:2 o:3 u:3 ah er:4 ya:2;i=i y e:2 ee ie ei:2 j:3 igh;u=u o:2 ou oo w:2 v:3 yu:2;
e=e i:2 a:2 ai:2 ye:1 er:3;o=o u:2 a:2 au aw ou oh ow oa;
V=a e i o u y ai ei ao ou ie ia io ua ea ee oo iu ya ye yo yu:1 au eu oi oe ue`)

func readSounds(text string) map[string]sound {
	out := map[string]sound{}
	for group := range strings.SplitSeq(strings.ReplaceAll(text, "\n", ""), ";") {
		name, ways, _ := strings.Cut(group, "=")
		name, silent, weak := strings.Cut(name, "/")
		s := sound{silent: silentConsonant}
		switch {
		case weak:
			s.silent = int(silent[0] - '0')
		case strings.Contains("aiueoV", name):
			s.silent = 1
		}
		for w := range strings.FieldsSeq(ways) {
			latin, cost, _ := strings.Cut(w, ":")
			way := spelling{latin: latin}
			if cost != "" {
				way.cost = int(cost[0] - '0')
			}
			s.ways = append(s.ways, way)

			if class := spokenClass(latin[0]); s.silent == silentConsonant && class != 0 &&
				strings.IndexByte(s.classes, class) < 0 {
				s.classes += string(class)
			}
		}
		s.endings = newEndings(s.ways)
		s.vowel = vowel(ways[0]) && !slices.ContainsFunc(s.ways, writtenAsConsonant)
		out[name] = s
	}
	return out
}

// writtenAsConsonant says whether a spelling begins with a consonant.
func writtenAsConsonant(w spelling) bool { return spokenClass(w.latin[0]) != 0 }

// spokenClass is a letter for the consonants that may be written for each other, 0 for vowels and weak ones.
func spokenClass(c byte) byte {
	switch c {
	case 'b', 'p', 'f', 'v', 'w':
		return 'b'
	case 't', 'd', 's', 'z', 'c', 'j':
		return 't'
	case 'k', 'g', 'q', 'x':
		return 'k'
	case 'r', 'l':
		return 'r'
	case 'm', 'n':
		return 'n'
	}
	return 0
}

// spoken is the sounds of a word.
type spoken []sound

// consonants counts the sounds that have to be heard.
func (s spoken) consonants() int {
	n := 0
	for i := range s {
		if s[i].classes != "" {
			n++
		}
	}
	return n
}

// heardLevels are how far words agree, the best first: those that cost no more than a share of the most, in twelfths.
var heardLevels = [...]struct {
	twelfths     int
	agree        float64
	perConsonant float64 // bits of a consonant of a word that no table has
}{{0, 0.96, 3.2}, {2, 0.95, 3.2}, {4, 0.94, 3.1}, {6, agreeSkeleton, 3.0}, {9, agreeSound, 2.6}, {12, 0.80, 2.2}}

// agreement is how far a word agrees, by its cost and the number of consonants.
func agreement(cost, heard int) float64 {
	for _, level := range heardLevels {
		if cost*12 <= mostSpoken*heard*level.twelfths {
			return level.agree
		}
	}
	return heardLevels[len(heardLevels)-1].agree
}

// agrees is how far a Latin word is what was heard, 0 when it is not. A word of one consonant has to be heard well.
func (s spoken) agrees(latin string) float64 {
	var t hearing
	text := heardText(latin)
	if !t.begin(s, unheard) || t.read(text, 0) > 0 || t.cost(text) > t.most {
		return 0
	}
	return agreement(t.cost(text), t.heard)
}

// unheard is what it costs that a letter was not heard.
func unheard(latin string, j int) int {
	c := latin[j]
	switch {
	case j > 0 && c == latin[j-1]:
		return 1
	case vowel(c):
		return unsaidVowel
	case c == 'h', c == 'y', c == 'r' && j > 0 && vowel(latin[j-1]):
		return unsaidWeak
	}
	return unsaidConsonant
}

// kanaConsonants are the sounds of the consonants of the Hepburn romanisation, the longest first.
var kanaConsonants = [...][2]string{
	{"sh", "sh"}, {"ch", "ch"}, {"ts", "ts"}, {"ky", "k"}, {"k", "k"}, {"g", "g"}, {"s", "s"}, {"z", "z"}, {"j", "j"}, {"t", "t"},
	{"d", "d"}, {"n", "n"}, {"h", "h"}, {"f", "f"}, {"b", "b"}, {"p", "p"}, {"m", "m"}, {"y", "y"}, {"r", "r"}, {"w", "w"}, {"v", "v"},
}

// spokenKana is what a run of katakana sounds like.
func spokenKana(run []rune) spoken {
	roman := kanaVowels.Replace(string(run))
	text := keepASCII(unidecode.Unidecode(roman))
	var out spoken
	for text != "" {
		at := slices.IndexFunc(kanaConsonants[:], func(c [2]string) bool { return strings.HasPrefix(text, c[0]) })
		if at >= 0 {
			out = append(out, spokenSounds[kanaConsonants[at][1]])
			text = text[len(kanaConsonants[at][0]):]
			continue
		}
		if s, ok := spokenSounds[text[:1]]; ok && text[0] != 'V' {
			out = append(out, s)
		}
		text = text[1:]
	}
	return out
}

// kanaVowels reads the small letters that make syllables which Japanese lacks, and drops the marks for length.
var kanaVowels = strings.NewReplacer(
	"ティ", "ti", "ディ", "di", "トゥ", "tu", "ドゥ", "du", "チェ", "che", "シェ", "she", "ジェ", "je", "ファ", "fa", "フィ", "fi",
	"フェ", "fe", "フォ", "fo", "ヴァ", "va", "ヴィ", "vi", "ヴェ", "ve", "ヴォ", "vo", "ヴ", "vu", "ウィ", "wi", "ウェ", "we", "ウォ", "wo",
	"ジャ", "ja", "ジュ", "ju", "ジョ", "jo", "シャ", "sha", "シュ", "shu", "ショ", "sho", "チャ", "cha", "チュ", "chu", "チョ", "cho",
	"フ", "fu", "シ", "shi", "チ", "chi", "ツ", "tsu", "ジ", "ji", "ヂ", "ji", "ー", "", "ッ", "",
)

// pinyinConsonants are the sounds of the consonants that pinyin syllables begin with, the longest first.
var pinyinConsonants = [...][2]string{
	{"zh", "zhx"}, {"ch", "chx"}, {"sh", "sh"}, {"b", "b"}, {"p", "p"}, {"m", "m"}, {"f", "f"}, {"d", "d"}, {"t", "t"}, {"n", "n"},
	{"l", "lx"}, {"g", "g"}, {"k", "k"}, {"h", "kh"}, {"j", "j"}, {"q", "chx"}, {"x", "sx"}, {"r", "rx"}, {"z", "z"}, {"c", "ts"}, {"s", "s"},
	{"y", "y"}, {"w", "w"},
}

// spokenHan is what a run of Chinese characters sounds like.
func spokenHan(run []rune) spoken {
	var out spoken
	for _, r := range run {
		text := pinyinOf(r)
		if text == "er" || text == "r" {
			out = append(out, spokenSounds["r"])
			continue
		}

		at := slices.IndexFunc(pinyinConsonants[:], func(c [2]string) bool { return strings.HasPrefix(text, c[0]) })
		if at >= 0 {
			name := pinyinConsonants[at][1]
			switch {
			case strings.HasPrefix(text, "wa"), strings.HasPrefix(text, "wei"): // for v
				s := spokenSounds[name]
				s.silent = silentWeak
				out = append(out, s)
			case name == "y", name == "w": // often a vowel
				out = append(out, spokenSounds[name].weaker(1, false))
			default:
				out = append(out, spokenSounds[name])
			}
			text = text[len(pinyinConsonants[at][0]):]
		}

		end := strings.TrimRight(text, "ng")
		if end != "" {
			out = append(out, spokenSounds["V"])
		}
		if end != text {
			out = append(out, spokenSounds["n"].weaker(2, false))
		}
	}
	return out
}

// hangulSounds are the sounds of the consonants that a syllable begins with, in the order of the Unicode block, and of
// those that it ends with by their romanisation.
var (
	hangulSounds     = strings.Split("g,k,n,d,t,r,m,b,b,s,s,,j,j,ch,k,t,p,kh", ",")
	hangulEndings    = map[string]string{"k": "k", "n": "n", "t": "t", "l": "r", "m": "m", "p": "p", "ng": "n"}
	hangulPAsWritten = []spelling{{latin: "f"}, {latin: "v", cost: 1}}
)

// spokenHangul is what a run of Hangul sounds like when it writes a foreigner's name.
func spokenHangul(run []rune) spoken {
	var out spoken
	end := ""
	for at, r := range run {
		if r < firstSyllable || r > lastSyllable {
			return nil
		}
		i := int(r - firstSyllable)
		finals := len(hangulFinals)
		name := hangulSounds[i/(finals*len(hangulVowels))]
		switch {
		case name == "p":
			s := spokenSounds[name]
			s.ways = append(slices.Clone(s.ways), hangulPAsWritten...)
			s.endings = newEndings(s.ways)
			out = append(out, s)
		case name != "" && (name != "r" || end != "r"): // one l is written at the end of a syllable and in the next one
			out = append(out, spokenSounds[name])
		}

		out = append(out, spokenSounds["V"])
		end = hangulEndings[hangulFinals[i%finals]]
		switch {
		case at == 0 && r == '알' && len(run) > 2: // may be the article al-
			out = append(out, spokenSounds[end].weaker(1, false))
		case end != "":
			out = append(out, spokenSounds[end])
		}
	}
	return out
}

// spokenPartsOf are the parts of a name that may be a foreigner's.
func spokenPartsOf(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool {
		return strings.ContainsRune(betweenParts, r) || unicode.IsSpace(r)
	})
}

// byForeignSound makes the tokens of a person's name in those parts that is a foreigner's by the way it is written in
// Chinese characters, katakana or Hangul, or that may be one in Greek or Hebrew; nil for other names.
func (e *Engine) byForeignSound(parts []string) []token {
	if len(parts) == 0 || len(parts) > mostSpokenParts || e.slavic(parts) {
		return nil
	}

	korean := koreanParts(parts)
	if korean != nil {
		parts = korean
	}
	var out []token
	for i, part := range parts {
		heard := e.heardIn([]rune(part), len(parts) > 1)
		if heard == nil {
			return nil
		}

		bits := e.spokenBits(heard)
		r, weight := partOf(i, len(parts))
		if korean != nil {
			r, weight = koreanPart(i)
		}
		if i+1 < len(parts) && strings.Contains(spokenParticles, " "+part+" ") {
			r = light
			weight = weightLight
		}
		out = append(out, token{
			text:   spokenText(part),
			script: scriptOf([]rune(part)[0]),
			role:   r,
			weight: weight,
			bits:   bits[0],
			spoken: heard,
			heard:  bits,
		})
	}

	return out
}

// slavic says whether a name in Cyrillic is made of words that Slavic names are made of, which need no other reading.
func (e *Engine) slavic(parts []string) bool {
	for _, part := range parts {
		run := []rune(part)
		if scriptOf(run[0]) != cyrillic {
			return false
		}
		text := transliterate(run, cyrillic)
		_, known := e.personFolds[romanFold(text)]
		slavic := known || e.personWords[text] > 0 || surnameEnding(text) >= 0 || patronymic(text)
		if len(run) < leastSlavic || !slavic {
			return false
		}
	}
	return true
}

// leastSlavic is the number of letters of the shortest words of Slavic names: Ким Чен Ын has none of as many.
const leastSlavic = 4

func patronymic(s string) bool {
	return strings.HasSuffix(s, "ovich") || strings.HasSuffix(s, "evich") || strings.HasSuffix(s, "ovna") ||
		strings.HasSuffix(s, "evna")
}

// betweenParts divide the parts of a foreigner's name.
const betweenParts = "·・•‧＝=゠-־"

// heardIn is what a part of a foreigner's name sounds like, nil for other words; among says that there are other
// parts.
func (e *Engine) heardIn(run []rune, among bool) spoken {
	letters := e.lettersFor(run[0])
	switch {
	case all(run, func(r rune) bool { return unicode.Is(unicode.Katakana, r) || r == 'ー' }):
		return spokenKana(run)
	case all(run, func(r rune) bool { return unicode.Is(unicode.Han, r) }) && (among || foreignInHan(run)):
		return spokenHan(run)
	case all(run, func(r rune) bool { return unicode.Is(unicode.Hangul, r) }) && (among || len(run) > 4):
		return spokenHangul(run)
	case among && letters != nil:
		return letters.heard(run)
	}
	return nil
}

// mostSpokenParts are those of the longest names, particles included.
const mostSpokenParts = 9

// koreanPart is partOf for the name of a Korean, whose family name comes first.
func koreanPart(i int) (role, float64) {
	switch i {
	case 0:
		return family, weightFamily
	case 1:
		return given, weightGiven
	}
	return middle, weightMiddle
}

// partOf is the part of a name that its i-th word of n is, and what it weighs: foreigners' family names stand last.
func partOf(i, n int) (role, float64) {
	switch {
	case i == n-1:
		return family, weightFamily
	case i > 0:
		return middle, weightMiddle
	}
	return given, weightGiven
}

// foreignInHan says whether characters without a point between are rather a foreigner's name than a Chinese one: all
// are of those that sounds are written with, and it begins with no family name or is longer than Chinese names are.
func foreignInHan(run []rune) bool {
	if len(run) < 2 || len(run) > 7 || !all(run, forSound) {
		return false
	}
	return len(run) > 3 || !strings.ContainsRune(chineseFamilies, simplified(run[0]))
}

func forSound(r rune) bool { return strings.ContainsRune(soundCharacters, simplified(r)) }

// chineseFamilies are the characters of the commonest family names of Chinese people.
const chineseFamilies = "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖萧田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪" +
	"范金石廖贾夏韦付傅方白邹孟熊秦邱江尹薛闫阎段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤温康施文牛樊葛邢安齐易乔伍庞颜倪庄聂章鲁岳翟殷詹申欧耿关兰" +
	"焦俞左柳甘祝包宁尚符舒阮柯纪梅童凌毕单季裴霍涂成苗谷盛曲翁冉骆蓝路游辛靳管柴蒙鲍华喻祁蒲房滕屈饶解牟艾尤阳时穆农司卓古吉缪简车项连芦麦褚娄窦戚岑景" +
	"党宫费卜冷晏席卫米柏宗瞿桂全佟应臧闵苟邬边卞姬师和仇栾隋商刁沙荣巫寇桑郎甄丛仲虞敖巩明佘池查麻苑迟邝束修楼嵇母但南花呼官宾满檀蔺"

// soundCharacters are those that sounds of foreign names are written with.
const soundCharacters = "阿埃艾爱安昂奥巴白柏班邦保鲍贝本比彼毕别宾波伯博布采策查察达戴丹德登邓迪蒂第丁东杜多顿厄恩尔法范菲费芬冯弗夫福傅盖甘冈高戈格" +
	"根贡古瓜圭哈海罕汉豪赫黑亨洪胡华怀惠霍基吉季加贾简杰捷金津京喀卡凯坎康考科柯克肯孔库夸奎昆拉莱来兰朗劳勒雷里利莉丽力连列林龙隆卢鲁路吕伦罗洛玛马" +
	"迈麦曼芒毛梅门蒙米密敏明莫默姆穆拿纳娜乃奈南内尼涅宁纽农努诺欧帕派潘庞佩蓬彭皮珀普奇齐契恰钱乔切钦琼丘让热任荣茹瑞若撒萨塞赛桑瑟森沙莎山尚绍舍申" +
	"什圣施史舒朔斯丝松苏孙索塔台泰坦汤唐陶特腾提廷通图托陀瓦万旺威维韦卫温文翁沃乌吴武西希锡夏香肖谢辛欣兴休雪雅亚延扬杨姚耶叶伊因英尤于约越藏泽曾扎" +
	"詹章兆哲珍治朱兹宗祖佐"

// spokenText is the romanisation by which a part is shown.
func spokenText(part string) string { return keepASCII(unidecode.Unidecode(part)) }

func all(run []rune, is func(rune) bool) bool {
	return len(run) > 0 && !slices.ContainsFunc(run, func(r rune) bool { return !is(r) })
}

// bitsPerVowel are what a written vowel is worth.
const bitsPerVowel = 0.8

// vowels counts those that are written.
func (s spoken) vowels() int {
	n := 0
	for i := range s {
		if s[i].vowel && s[i].silent > 0 && len(s[i].ways) < mostWays {
			n++
		}
	}
	return n
}

// mostWays is the number of spellings from which a vowel may be any.
const mostWays = 12

// spokenBits is what a word is worth that was written by its sound: less, the more of the words that people are called
// may be meant. A word that was heard well says more than one that may just be meant.
func (e *Engine) spokenBits(s spoken) (bits heardBits) {
	var shares heardBits
	e.heardWords.each(s, func(id uint32, agree float64) { shares[heardLevel(agree)] += e.heardShares[id] })

	known := 0.0
	for i, level := range heardLevels {
		known += shares[i]
		unknown := math.Exp2(-level.perConsonant*float64(s.consonants()) - bitsPerVowel*float64(s.vowels()))
		bits[i] = max(0, min(s.mostBits(), -math.Log2(unknown+known)))
	}
	return bits
}

// mostBits are those of the rarest word. One with many sounds is one of more words than a short one.
func (s spoken) mostBits() float64 {
	return mostBits + max(0, min(mostMoreSounds, float64(s.consonants()-manySounds)))
}

// Consonants from which each is worth a bit more, and the most that they are worth together.
const (
	manySounds     = 4
	mostMoreSounds = 4.0
)

// heardBits are the bits of a word by how far it agrees, the best first.
type heardBits [len(heardLevels)]float64

// heardLevel is the place in heardBits of two words that agree so far.
func heardLevel(agree float64) int {
	for i, level := range heardLevels {
		if agree >= level.agree {
			return i
		}
	}
	return len(heardLevels) - 1
}

// readings are the other ways to read a person's name: Chinese characters in Korean, and names of foreigners by
// their sound.
func (e *Engine) readings(s string) []*Form {
	if utf8.RuneCountInString(s) == len(s) {
		return nil
	}
	var out []*Form
	run := []rune(strings.TrimSpace(s))
	if hangul := e.inKorean(run); hangul != "" {
		if f, err := e.Prepare(Person, hangul, ""); err == nil {
			f.bySound = true
			out = append(out, f)
		}
	}

	out = append(out, e.hanForms(s)...)
	parts := spokenPartsOf(s)
	if ts := e.byForeignSound(parts); ts != nil {
		out = append(out, heardForm(s, ts))
		if len(parts) > 1 && ts[0].script == kana { // in an index, the family name is the first
			ts = e.byForeignSound(append(slices.Clone(parts[1:]), parts[0]))
			out = append(out, heardForm(s, ts))
		}
	}
	return out
}

// heardForm is a person's name by those words, which were written by their sound.
func heardForm(s string, ts []token) *Form {
	f := &Form{Kind: Person, Raw: s, tokens: ts, bySound: true}
	f.Text = joinedTokens(ts)
	f.sorted = sortedWords(f.Text)
	last := slices.IndexFunc(ts, func(t token) bool { return t.role == family })
	f.person.family = []word{{text: ts[max(0, last)].text}}
	return f
}

func joinedTokens(ts []token) string {
	texts := make([]string, len(ts))
	for i := range ts {
		texts[i] = ts[i].text
	}
	return strings.Join(texts, " ")
}

// agreeSpoken compares a word that was written by its sound with a Latin one.
func agreeSpoken(a, b *token) (float64, Code) {
	if b.spoken != nil {
		a, b = b, a
	}
	if b.spoken != nil || b.script != latin || !alphabetic(b.text) || len(b.text) < 2 || otherPlace(a, b) {
		return 0, DifferentWord
	}
	if sim := a.spoken.agrees(b.text); sim > 0 {
		return sim, Transliteration
	}
	return 0, DifferentWord
}

// otherPlace says whether a given name stands against a family name: what is written by its sound has the given name
// first, but for Chinese and Korean names.
func otherPlace(a, b *token) bool {
	if b.pinyin || b.korean || b.chinese {
		return false
	}
	return a.role == given && b.role == family || a.role == family && b.role == given
}
