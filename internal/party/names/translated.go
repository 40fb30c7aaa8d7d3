package names

import (
	"slices"
	"strings"
	"unicode"
)

// Lists translate the words of organisations' names: a завод is a plant, a factory or works. A name in another writing
// is read by its letters and, as further readings, with the words translated that lists translate and the others by
// their letters or their sound, and by its sound alone.

// translated gives the words of a name with those translated that lists translate, and says whether there are any.
func (e *Engine) translated(ws []word) (out []word, any bool) {
	for i := 0; i < len(ws); {
		if n, found := e.orgWords.phrase(ws, i); n > 0 {
			out = append(out, englishWords(ws[i], found)...)
			any = true
			i += n
			continue
		}
		if ws[i].script == latin {
			out = append(out, ws[i])
			i++
			continue
		}

		found, ok := e.translations(ws[i])
		out = append(out, found...)
		any = any || ok
		i++
	}
	return out, any
}

// translations are the English words of one word, or it itself.
func (e *Engine) translations(w word) ([]word, bool) {
	run := []rune(w.raw)
	if found, ok := e.orgWords.find(run); ok {
		return englishWords(w, found), true
	}
	if w.script == cyrillic {
		key := orgKey(run)
		w.others = otherCases(key)
		if other := international(key); other != "" {
			w.others = append(w.others, other)
		}
	}
	return []word{w}, len(w.others) > 0
}

// otherCases are the names in Latin letters that a Cyrillic word is made of which is an adjective or in another case:
// Тульский of Tula, Омский of Omsk, Горчакова of Gorchakov.
func otherCases(key string) []string {
	if len([]rune(key)) < leastDeclined {
		return nil
	}
	for _, ending := range adjectiveEndings {
		if stem, ok := strings.CutSuffix(key, ending); ok {
			base := transliterate([]rune(strings.TrimRight(stem, "ьй")), cyrillic)
			return []string{base, base + "sk", base + "a", strings.TrimSuffix(base, "an"), strings.TrimSuffix(base, "an") + "a"}
		}
	}
	if stem, ok := cutLastRune(key, "ауыия"); ok {
		return []string{transliterate([]rune(stem), cyrillic)}
	}
	return nil
}

// leastDeclined is the number of letters from which a word may be an adjective or in another case.
const leastDeclined = 5

// adjectiveEndings are those of adjectives that are made of names of places.
var adjectiveEndings = strings.Fields("ский ская ское ские ского ской скому ским ских ською ський ська ське скі скае")

// cutLastRune takes the last letter off a word that ends with one of those.
func cutLastRune(s, letters string) (string, bool) {
	runes := []rune(s)
	last := len(runes) - 1
	if last < 0 || !strings.ContainsRune(letters, runes[last]) {
		return s, false
	}
	return string(runes[:last]), true
}

func englishWords(w word, found []translation) []word {
	out := make([]word, len(found))
	for i, t := range found {
		out[i] = word{
			text:    t.word,
			raw:     t.word,
			others:  t.others,
			concept: true,
			script:  latin,
			part:    w.part,
			aside:   w.aside,
		}
	}
	return out
}

// apart divides what is written without spaces: the words of the table, and what is between them.
func (e *Engine) apart(s string, ws []word) (out []word, any bool) {
	unspacedRuns(s, ws, func(from word, raw string) {
		if !unspacedWriting(firstLetter([]rune(raw))) {
			out = append(out, from)
			return
		}
		words, ok := e.divideRun(from, []rune(raw))
		out = append(out, words...)
		any = any || ok
	})
	return out, any
}

// unspacedRuns goes over the words of name s, with what is written without spaces in one piece. Words that are apart in
// the name stay apart.
func unspacedRuns(s string, ws []word, each func(from word, raw string)) {
	for i := 0; i < len(ws); {
		from := ws[i]
		raw := from.raw
		unspaced := unspacedWriting(firstLetter([]rune(raw)))
		for i++; unspaced && i < len(ws) && ws[i].aside == from.aside && continues(s, raw, ws[i]); i++ {
			raw += ws[i].raw
		}
		each(from, raw)
	}
}

// continues says whether a word of a writing without spaces stands right behind others of one. Numbers and Latin
// letters are words of their own.
func continues(s, raw string, next word) bool {
	return unspacedWriting(firstLetter([]rune(next.raw))) && strings.Contains(s, raw+next.raw)
}

func (e *Engine) divideRun(from word, run []rune) (out []word, any bool) {
	i := 0
	for _, n := range e.orgWords.divide(run) {
		if n < 0 {
			out = append(out, e.untranslated(from, run[i:i-n])...)
			i -= n
			continue
		}
		out = append(out, englishWords(from, e.orgWords.of[orgKey(run[i:i+n])])...)
		any = true
		i += n
	}
	return out, any
}

// untranslated is a run of characters as one word, by its letters.
func (e *Engine) untranslated(from word, run []rune) []word {
	if len(run) == 0 {
		return nil
	}
	w := from
	w.raw = string(run)
	w.script = scriptOf(run[0])

	switch w.script {
	case han:
		w.text = ""
		for _, r := range run {
			w.text += pinyinOf(r)
		}
	case hangul:
		w.text = romanHangul(run)
	default:
		w.text = transliterate(run, w.script)
	}

	if w.text == "" {
		return nil
	}
	return []word{w}
}

// orgReadings are the further readings of an organisation's name.
func (e *Engine) orgReadings(k Kind, s string, read company) []*Form {
	if !strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) && scriptOf(r) != latin }) {
		return nil
	}
	var out []*Form
	add := func(f *Form) {
		if f != nil {
			out = append(out, f)
		}
	}

	core, letters := readLetters(read.core)
	divided, any := e.apart(s, core)
	ws, more := e.translated(divided)
	any = any || more || letters
	if any {
		add(e.orgForm(k, s, read, ws, koreanWords))
	}
	if any && slices.ContainsFunc(ws, inHangul) {
		add(e.orgForm(k, s, read, ws, foreignWords))
	}
	if korean, ok := e.inKoreanWords(ws); any && ok {
		add(e.orgForm(k, s, read, korean, koreanWords))
	}

	whole := e.together(s, read.core)
	if len(whole) > mostHeardWords || len(whole) > 1 && any {
		return out
	}
	if f := e.orgForm(k, s, read, whole, foreignWords); f != nil && f.allHeard(e) {
		add(f)
	}
	return out
}

// mostHeardWords are those of the longest names of organisations that are read by their sound alone.
const mostHeardWords = 3

func inHangul(w word) bool { return w.script == hangul }

// inKoreanWords are the words of a name of Korea with those in Chinese characters as Koreans read them.
func (e *Engine) inKoreanWords(ws []word) (out []word, any bool) {
	if !slices.ContainsFunc(ws, func(w word) bool { return w.text == "korea" }) {
		return nil, false
	}
	for _, w := range ws {
		if w.script != han {
			out = append(out, w)
			continue
		}

		run := []rune(w.raw)
		for i, r := range run {
			syllable, ok := e.koreanSounds[r]
			if !ok {
				return nil, false
			}
			run[i] = syllable
		}
		out = append(out, e.untranslated(w, run)...)
		any = true
	}
	return out, any
}

// hangulAs says what words in Hangul are that no table has: Korean ones or what foreign ones sound like.
type hangulAs bool

const (
	koreanWords  hangulAs = false
	foreignWords hangulAs = true
)

// together are the words of a name with what is written without spaces as one word.
func (e *Engine) together(s string, ws []word) (out []word) {
	unspacedRuns(s, ws, func(from word, raw string) {
		if raw == from.raw {
			out = append(out, from)
			return
		}
		out = append(out, e.untranslated(from, []rune(raw))...)
	})
	return out
}

// orgForm is a reading of an organisation's name by those words, nil when it has none.
func (e *Engine) orgForm(k Kind, s string, read company, ws []word, as hangulAs) *Form {
	if len(ws) == 0 {
		return nil
	}
	core, forms := e.forms.strip(ws)
	f := &Form{Kind: k, Raw: s, company: company{core: core, forms: append(read.forms, forms...)}}
	f.company.tokens = e.companyTokens(core)
	f.tokens = f.company.tokens
	for i := range f.tokens {
		e.hearWord(&f.tokens[i], []rune(core[i].raw), as)
		f.bySound = f.bySound || f.tokens[i].spoken != nil && e.foreignSound([]rune(core[i].raw))
	}
	if len(f.tokens) == 0 {
		return nil
	}
	f.Text = joinedTokens(f.tokens)
	f.sorted = sortedWords(f.Text)
	return f
}

// hearWord makes a word that was not translated one that is heard: names are written so in writings that lack their
// letters.
func (e *Engine) hearWord(t *token, run []rune, as hangulAs) {
	var heard spoken
	switch {
	case t.script == latin || t.script == cyrillic || t.script == arabic || t.role == number:
		return
	case t.script == hangul && as == koreanWords:
		return
	case t.script == han:
		t.others = readingsOf(joinedReadings(e.han.family, run))
		heard = e.heardIn(run, all(run, e.forSound))
	default:
		heard = e.heardIn(run, true)
	}

	if heard.consonants() == 0 {
		return
	}
	t.spoken = heard
	t.heard = e.spokenBits(heard)
	t.bits = t.heard[0]
}

// foreignSound says whether a word that is heard is written as foreign ones are.
func (e *Engine) foreignSound(run []rune) bool { return !unicode.Is(unicode.Han, run[0]) || all(run, e.forSound) }

// allHeard says whether a reading has nothing but words that are heard, and is no name of a Korean.
func (f *Form) allHeard(e *Engine) bool {
	for i := range f.tokens {
		run := []rune(f.company.core[i].raw)
		if f.tokens[i].spoken == nil || !e.foreignSound(run) || len(f.tokens) == 1 && e.koreanName(run) {
			return false
		}
	}
	return true
}

// koreanName says whether a word in Hangul has as many syllables as names of Koreans and begins with a family name.
func (e *Engine) koreanName(run []rune) bool {
	return len(run) <= longestKorean && unicode.Is(unicode.Hangul, run[0]) && len(e.korean[romanHangul(run[:1])]) > 0
}

const longestKorean = 3
