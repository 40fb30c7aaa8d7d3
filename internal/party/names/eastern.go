package names

import "strings"

// chineseSurnames are the hundred commonest in pinyin, by the Ministry of Public Security's report for 2020, but for those
// that are words of other languages too often (He, Long, Bai).
const chineseSurnames = `wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo lin gao luo zheng zhong liang xie song tang
deng feng han cao zeng peng xiao cai pan tian dong yuan yu ye jiang wei su lu ding ren shen yao cui tan lu fan
wang liao shi jin jia xia fu fang zou xiong meng qin qiu hou jiang yin xue yan duan lei qian shi shao wan tao kong hao mao chang gu`

// eastern takes two Chinese or Korean names for what they are: a family name that agrees, and a given name of one or two
// syllables, which are one word whether written together, apart or with a hyphen. ok is false for other names.
func (e *Engine) eastern(a, b []token) (x, y []token, ok bool) {
	i, j := e.easternFamily(a, b)
	if i < 0 {
		return a, b, false
	}
	x, y = e.familyAndGiven(a, i), e.familyAndGiven(b, j)
	g := x[0].text
	h := y[0].text
	if g == "" || h == "" || abs(len(g)-len(h)) > 2 || !syllabic(g) && !syllabic(h) {
		return a, b, false
	}
	return x, y, true
}

// syllabic says whether a given name can be one or two Chinese or Korean syllables.
func syllabic(given string) bool {
	sounds, ok := onsets(given)
	return ok && len(sounds) <= 2
}

// easternFamily gives the places of the family names, which stand first or last, -1 when there is none that agrees.
func (e *Engine) easternFamily(a, b []token) (int, int) {
	if n, m := len(a), len(b); n < 2 || n > 3 || m < 2 || m > 3 {
		return -1, -1
	}
	for _, i := range [...]int{0, len(a) - 1} {
		if !a[i].pinyin && !a[i].korean {
			continue
		}
		for _, j := range [...]int{0, len(b) - 1} {
			if a[i].text == b[j].text || e.koreanSurname(a[i].text, b[j].text) {
				return i, j
			}
		}
	}
	return -1, -1
}

// familyAndGiven is the family name at i behind all other words as one given name.
func (e *Engine) familyAndGiven(ts []token, i int) []token {
	last := ts[i]
	text := ""
	bits := 0.0
	for k, t := range ts {
		if k != i {
			text += t.text
			bits = joinedBits(bits, t.bits)
		}
	}
	last.role = family
	last.weight = weightFamily
	first := e.token(word{text: text, script: ts[(i+1)%len(ts)].script}, given, weightGiven)
	first.bits = bits
	return []token{first, last}
}

// agreeEastern is how far two words of such names agree. Family names are known to be one (Lee and Ri). Given names of
// syllables are one name in two romanisations when they are a letter apart and each syllable begins with the same
// sound (Wen and Wei), else two names (Shaoqiang and Shaofang). Other given names may have a slip and are compared as
// words.
func (e *Engine) agreeEastern(a, b *token) (float64, Code) {
	sim, code := e.agree(a, b)
	switch {
	case sim == 1:
	case a.role == family && b.role == family:
		return max(sim, agreeSound), Transliteration
	case koreanFold(a.text) == koreanFold(b.text):
		return agreeFold, Transliteration
	case otherSyllables(a.text, b.text):
		return agreeOtherName, DifferentName
	}
	return sim, code
}

// otherSyllables says whether two texts have as many syllables, and one of them begins with another sound or they are more
// than a letter apart. Sounds that one system of writing or another takes for each other (Guo and Kuo, Ri and Yi) are
// the same. False for what is not made of such syllables.
func otherSyllables(a, b string) bool {
	x, okA := onsets(a)
	y, okB := onsets(b)
	return okA && okB && len(x) == len(y) && (x != y || Edits(koreanFold(a), koreanFold(b)) > 1)
}

// syllableVowels are those that stand together in pinyin and in the romanisations of Korean.
const syllableVowels = " a e i o u ai ao ae ei eo eu ia iao ie io iu oe oi ou oo ee ua uai ue ui uo "

// onsets has a letter for the sound that each syllable begins with.
func onsets(s string) (string, bool) {
	var out []byte
	for len(s) > 0 {
		n := strings.IndexAny(s, "aeiou")
		if n < 0 {
			return string(out), len(out) > 0 && coda(s)
		}
		cluster := s[:n]
		at := onsetAt(cluster)
		if soundClass(cluster[at:]) == 0 || !coda(cluster[:at]) || len(out) == 0 && at > 0 {
			return "", false
		}
		rest := strings.TrimLeft(s[n:], "aeiou")
		if !strings.Contains(syllableVowels, " "+s[n:len(s)-len(rest)]+" ") {
			return "", false
		}
		out = append(out, soundClass(cluster[at:]))
		s = rest
	}

	return string(out), len(out) > 0
}

// onsetAt is where, in the consonants between two vowels, those of the second syllable begin.
func onsetAt(cluster string) int {
	if strings.HasPrefix(cluster, "ng") && len(cluster) > 2 {
		return 2
	}
	for _, n := range [...]int{2, 1} {
		if at := len(cluster) - n; at >= 0 && soundClass(cluster[at:]) != 0 {
			return at
		}
	}
	return len(cluster)
}

// coda says whether a Chinese or Korean syllable can end so.
func coda(s string) bool {
	switch s {
	case "", "n", "ng", "k", "l", "m", "p", "t", "r":
		return true
	}
	return false
}

// soundClass is one letter for the consonants that are written for each other, 0 for what no syllable begins with.
func soundClass(s string) byte {
	switch s {
	case "k", "g", "ky", "gy", "kw", "gw":
		return 'k'
	case "t", "d", "ty", "dy":
		return 't'
	case "p", "b", "py", "by":
		return 'p'
	case "j", "ch", "zh", "q", "z", "c", "ts":
		return 'j'
	case "s", "sh", "x", "hs", "sw":
		return 's'
	case "", "y", "r", "l", "ry", "ly":
		return 'y'
	case "h", "hy", "hw":
		return 'h'
	case "n", "ny":
		return 'n'
	case "m", "my":
		return 'm'
	case "f", "w":
		return s[0]
	}
	return 0
}
