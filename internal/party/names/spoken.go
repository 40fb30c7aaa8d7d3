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
	leastHeard      = 3 // from which a sound is one that has to be heard
	mostSpoken      = 3 // for each consonant of the code, see spokenCost
	mostAlone       = 1 // for a word of one consonant
)

// spokenSounds are the sounds of data/soundletters.txt. A colon gives the cost of a spelling, a slash what it
// costs that a weak sound has none.
var spokenSounds = readSounds(`k=k c q ck g:4 x:4 h:4 kh:1;kh=kh h k:2 g:3 x:1 j:4 ch:3 c:4;g=g gh k:3 c:4 h:3;
s=s c z:3 th:1 ss;sh=sh sch s:2 ch:3 sc:2 x:2 ti:1 ssi:1;z=z s:2 th:3 ds dz j:3;
j=j g zh dj dzh gi dz:1 z:3 t:3 d:3 k:4 ll:3;t=t th d:4 tt ght:1;ch=ch tch t:1 c:2 q:2 ts:3 cz;ts=ts tz z c t:3;
d=d dh t:4;n=n m:3 ng;m=m n:5;h=h kh f:3 j:3 g:4 x:2;f=f v ph h:4;b=b v:1 p:4;p=p b:4 f:4;v=v w b:2 f:3;
r=r l rr ll;y=y j i e:2;w=w v u o ou;zhx=zh j dzh g:3 ch:3 z:3 d:4;chx=ch c tch ts:2 q:2 k:4;lx=l r ll;
jx=j zh dz g dj dzh z:2 s:4;zx=z zh:1 s:3 j:2 dz:2;ss=s sh c:2 z:3 sch:1 ss;fv=f v ph ff;bv=b v w:1;
kk=k kh c ch:1 q h:2;pf=p f ph v:2;tz=ts tz z c s:2 ch:2;hh/1=h a e i ah;hw/2=v w u o ou oo f:3;
hy/1=y i e ei ey ie ai ee j:2 iy;hv/0=a e i o u;th=t th tt d:4;vw=v w b:2 f:2 ff:2;gx=g gh h:1 k:3;
kx=k c q ck kh g:3 ch:2;kg=k g:1 c q kh:1 ck ch:2;jz=dz j z:1 zh:1 c:3;sq=s c z:3 ss th:1 x:1 sh:2 hs:2;
tq=ts tz z:1 c q:1 j:2 s:4;chj=ch j:1 c tch zh:2 q:1 ts:2 cz;zs=s z:1 ss c sh:2;td=t d:1 th tt dd;pb=p b:1 pp;
nx/2=n m;eo/1=e ye ie i:2 a:2 o:1 eo:1;eu/1=u y i eu ee:1 e:2;ja/1=a ya ia;ju/1=u yu iu ew;jo/1=o yo io e:1;
a=a e:2 o:3 u:3 ah er:4 ya:2;i=i y e:2 ee ie ei:2 j:3 igh;u=u o:2 ou oo w:2 v:3 yu:2;e=e i:2 a:2 ai:2 ye:1 er:3;
o=o u:2 a:2 au aw ou oh ow oa;u0/0=u e i:1 o a:1 y:1 oo ou;i0/0=i e y a:2 o:2 u:2;o0/0=o u:1 a:2 ou oo;a1/0=a e:1;
l1/1=l r s z n d;uw/1=u w oo ou v:2 o:2 ue;ae/1=e a ae ai i:2 ay ei ea;wi/1=wi vi ui y u:1 i:1 we hui;
eo1/1=o e a u er or ir i:2 ea y:2;je1/1=ye yo e o:1 ie io jo;ax/2=a u:1 e:1 o:1 ah er:1 ar:1 or:1 ur:1;
ix/2=i y ee ie ea e:1 ey:1 ei:2 j:2 igh:2;ex/2=e ai:1 ae:1 ay:1 a:1 ei ey ie:2 ea:1;
ox/2=o oe au aw ou:1 oh ow oa a:1 u:1;ux/2=u oo ou ue o:2 eu:1 w:2;cj=ch tch j:1 t:1 c:1 q:1 cz z:3 ts:2;
uv/1=u w v:1 oo ou o:2;jd=j z g dj zh gi d:1 dz s:2;fh=f v ph h kh:1 ff w:3;
sj=sh s sch c:1 x:1 ti:1 sc sz ch:2 th:1 ss z:2;pf1=p f ph v:1 b:3 ff pp;ha/2=a e:2 o:2 u:2 ah aa ya:2 ea:2;
hai/2=ai ay ei:1 i:1 y:1 e:1 ae:1 a:2 igh ey;he/2=e ae:1 ai:1 a:2 i:1 ee ey ay:1 ie ea:1 ei;
hi/2=i y ee ie ea e:1 ey iy ij u:2;ho/2=o au:1 aw:1 ou:1 oa u:2 a:2 ow oh eo:1 or:2;hu/2=u oo ou o:1 ue oe:2 iu:2;
hau/2=au ao ou:1 ow o:1 aw a:2;hia/2=ia ya ja a:1 ea:1 ie:2 e:2;hiu/2=yu u iu ju eu ew you io:2 ou:1;
hio/2=yo jo io o:1 eo joh;hie/2=ye ie e je ae:2 ia:2 ea:2;hn/3=n m:1 ng nn;hb=b p:2 v:2 bb;hp=p b pp;
hf=v f ff ph w:2 b:3;hd=d dd t:2 dh th:2;ht=t d:1 tt th;hr=r rr l:1 ll:1;hl=l ll r:2;hr0/4=r l rr ll er re le;
hk=k c ch:1 ck q kh:1 g:3 x:2 kk;hkd=k c ch g:2 ck q kh:1 d:1;k0/0=k c x;d0/0=d;had/1=a er r e;
htr=t ter tr tor d:2;hpe/2=e ee yo ye:1 ie i:1;vu=v w u ou b:2 o:2 f:2;vu0/2=w v u b:2;
hhu=w hu h ju jo:1 kh:1 wh jua;hj=j g dj gi zh:1 dzh ch:2 z:2 d:3 k:3;hjd=d t g j dj k:1 dz:1 z:2;
hjk=k g j ch:1 q d:1;hq=ch ts z c t:2 tch ci cc cz;hch=ch tch cz c tsch ci ts:1 z:2 k:3 cc j:3 t:2 q:2;
hs=s ss x:1 c z:1 th:1 sc sz sh:2 ts:3;hsh=sh s:1 sch ch c:1 sz x h:2 sj;hx=h kh sh ch s:1 x j:1 g:2;
hz=z zh:1 s:1 dz j:2 ds tz:1 ts:2 zz th:2;hzh=zh j g z:1 ge gi r:2;htz=ts tz z c zz cc:1 s:3 ths:1 ch:2;
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

			if class := spokenClass(latin[0]); s.silent >= leastHeard && class != 0 &&
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
}{{0, 0.96, 3.5}, {2, 0.95, 3.4}, {4, 0.94, 3.0}, {6, agreeSkeleton, 2.6}, {9, agreeSound, 2.2}, {12, 0.80, 1.8}}

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

// spokenPartsOf are the parts of a name that may be a foreigner's.
func spokenPartsOf(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool {
		return strings.ContainsRune(betweenParts, r) || unicode.IsSpace(r)
	})
}

// byForeignSound makes the tokens of a person's name in those parts that is a foreigner's by the way it is written in
// Chinese characters, katakana or Hangul, or that may be one in Greek, Hebrew or Arabic; nil for other names.
func (e *Engine) byForeignSound(parts []string) []token {
	if len(parts) == 0 || len(parts) > mostSpokenParts || e.slavic(parts) || ofArabs(parts) {
		return nil
	}

	korean := koreanParts(parts)
	if korean != nil {
		parts = korean
	}
	parts = e.joinServants(parts)
	var out []token
	for i, part := range parts {
		heard := e.heardIn([]rune(part), len(parts) > 1)
		if heard == nil {
			return nil
		}

		bits := e.spokenBits(heard)
		r, weight := partOf(i, len(parts))
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

// joinServants makes one part of what sounds like Abdul and the part behind it, as joinPrefixes does in Latin letters.
func (e *Engine) joinServants(parts []string) (out []string) {
	for i := 0; i < len(parts); i++ {
		part := parts[i]
		if i+1 < len(parts) && e.heardIn([]rune(part), true).agrees("abdul") >= agreeSkeleton {
			i++
			part += parts[i]
		}
		out = append(out, part)
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

// ofArabs says whether a part is an Arabic name that many have, whose letters tell it from those that sound like it.
func ofArabs(parts []string) bool {
	return slices.ContainsFunc(parts, func(part string) bool {
		code := arabicCode([]rune(part))
		return arabicNames[code] != "" || commonArabic[code]
	})
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
	case letters == nil:
		return nil
	case among, letters.name == "Katakana", letters.name == "Han" && e.foreignInHan(run),
		letters.name == "Hangul" && len(run) > 4:
		return letters.heard(run)
	}
	return nil
}

// mostSpokenParts are those of the longest names, particles included.
const mostSpokenParts = 9

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
func (e *Engine) foreignInHan(run []rune) bool {
	if len(run) < 2 || len(run) > 7 || !all(run, e.forSound) {
		return false
	}
	return len(run) > 3 || !strings.ContainsRune(chineseFamilies, simplified(run[0]))
}

// forSound says whether a character is one that sounds of foreign names are written with.
func (e *Engine) forSound(r rune) bool {
	letters := e.lettersFor(r)
	return letters != nil && letters.of[string(simplified(r))] != ""
}

// chineseFamilies are the characters of the commonest family names of Chinese people.
const chineseFamilies = "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖萧田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪" +
	"范金石廖贾夏韦付傅方白邹孟熊秦邱江尹薛闫阎段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤温康施文牛樊葛邢安齐易乔伍庞颜倪庄聂章鲁岳翟殷詹申欧耿关兰" +
	"焦俞左柳甘祝包宁尚符舒阮柯纪梅童凌毕单季裴霍涂成苗谷盛曲翁冉骆蓝路游辛靳管柴蒙鲍华喻祁蒲房滕屈饶解牟艾尤阳时穆农司卓古吉缪简车项连芦麦褚娄窦戚岑景" +
	"党宫费卜冷晏席卫米柏宗瞿桂全佟应臧闵苟邬边卞姬师和仇栾隋商刁沙荣巫寇桑郎甄丛仲虞敖巩明佘池查麻苑迟邝束修楼嵇母但南花呼官宾满檀蔺"

// spokenText is the romanisation by which a part is shown.
func spokenText(part string) string { return keepASCII(unidecode.Unidecode(part)) }

func all(run []rune, is func(rune) bool) bool {
	return len(run) > 0 && !slices.ContainsFunc(run, func(r rune) bool { return !is(r) })
}

// worthOfVowel is what a written vowel is worth, in consonants.
const worthOfVowel = 0.25

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
		unknown := math.Exp2(-level.perConsonant * (float64(s.consonants()) + worthOfVowel*float64(s.vowels())))
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
	if run := []rune(strings.Join(parts, "")); len(parts) == 1 && len(run) >= leastChinese && scriptOf(run[0]) == hangul {
		if ts := e.byForeignSound([]string{string(run[1:]), string(run[:1])}); ts != nil {
			out = append(out, heardForm(s, ts))
		}
	}
	if ts := e.byForeignSound(parts); ts != nil {
		out = append(out, heardForm(s, ts))
		if len(parts) > 1 && ts[0].script == kana { // in an index, the family name is the first
			ts = e.byForeignSound(append(slices.Clone(parts[1:]), parts[0]))
			out = append(out, heardForm(s, ts))
		}
	}
	return out
}

// leastChinese is the number of syllables from which a name in Hangul without a space may be a Chinese one: 장샤오밍 is
// Zhang Xiaoming. Koreans have fewer, but for few.
const leastChinese = 4

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
