package names

import (
	_ "embed"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

//go:embed data/orgwords.txt
var orgWordText string

// Lists translate the words of organisations' names: a завод is a plant, a factory or works. A name in another writing
// is read by its letters and, as a second reading, with the words translated that lists translate.

// orgWords are the words of one writing.
type orgWords struct {
	script  script
	of      map[string][]translation
	longest int // runes of the longest word
}

// translation is an English word for a word, or one of several, and what it may be called too.
type translation struct {
	word   string
	others []string
}

// Writings of data/orgwords.txt.
var orgScripts = map[string]script{
	"Cyrillic": cyrillic,
	"Arabic":   arabic,
	"Han":      han,
	"Hangul":   hangul,
}

func readOrgWords(text string) map[script]*orgWords {
	out := map[script]*orgWords{}
	var table *orgWords
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if head, ok := strings.CutPrefix(line, "["); ok {
			table = &orgWords{script: orgScripts[strings.TrimSuffix(head, "]")], of: map[string][]translation{}}
			out[table.script] = table
			continue
		}
		if table != nil && !strings.HasPrefix(line, "#") {
			table.readLine(line)
		}
	}
	return out
}

func (o *orgWords) readLine(line string) {
	for entry := range strings.FieldsSeq(line) {
		word, english, _ := strings.Cut(entry, "=")
		key := o.key([]rune(word))
		o.of[key] = readTranslations(english)
		o.longest = max(o.longest, len([]rune(key)))
	}
}

func readTranslations(english string) []translation {
	out := []translation{}
	for part := range strings.SplitSeq(english, "+") {
		all := strings.Split(part, "/")
		if all[0] != "" {
			out = append(out, translation{word: all[0], others: all[1:]})
		}
	}
	return out
}

// key is a word as the table has it.
func (o *orgWords) key(run []rune) string {
	switch o.script {
	case arabic:
		code := arabicCode(run)
		if stem, ok := strings.CutSuffix(code, "o"); ok { // as Persian and many in a hurry write it
			return stem + "h"
		}
		return code
	case han:
		return string(simplifiedRun(run))
	}
	return strings.ReplaceAll(strings.ToLower(norm.NFC.String(string(run))), "ё", "е")
}

// Letters of a stem in Cyrillic, and of the endings that may follow it.
const (
	shortestStem  = 4
	longestEnding = 4
)

// find gives the translations of a whole word, in Cyrillic by its stem.
func (o *orgWords) find(key string) ([]translation, bool) {
	if found, ok := o.of[key]; ok {
		return found, true
	}
	if o.script != cyrillic {
		return nil, false
	}
	letters := []rune(key)
	for n := len(letters) - 1; n >= max(shortestStem, len(letters)-longestEnding); n-- {
		if found, ok := o.of[string(letters[:n])]; ok {
			return found, true
		}
	}
	return nil, false
}

// translated gives the words of a name with those translated that lists translate, and says whether there are any.
func (e *Engine) translated(ws []word) (out []word, any bool) {
	for _, w := range ws {
		table := e.orgWords[w.script]
		if table == nil {
			out = append(out, w)
			continue
		}
		found, ok := e.translations(table, w)
		out = append(out, found...)
		any = any || ok
	}
	return out, any
}

// translations are the English words of one word, or it itself.
func (e *Engine) translations(table *orgWords, w word) ([]word, bool) {
	key := table.key(lettersOnly(w.raw))
	if found, ok := table.find(key); ok {
		return englishWords(w, found), true
	}
	if w.script == cyrillic {
		w.others = otherCases(key)
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

func lettersOnly(s string) []rune {
	var out []rune
	for _, r := range s {
		if unicode.IsLetter(r) {
			out = append(out, r)
		}
	}
	return out
}

func englishWords(w word, found []translation) []word {
	out := make([]word, len(found))
	for i, t := range found {
		out[i] = word{
			text:   t.word,
			raw:    t.word,
			others: t.others,
			script: latin,
			part:   w.part,
			aside:  w.aside,
		}
	}
	return out
}

// apart divides runs of characters that have no spaces between words: the longest words of the table, and what stands
// between them.
func (e *Engine) apart(ws []word) (out []word, any bool) {
	for i := 0; i < len(ws); {
		table := e.orgWords[ws[i].script]
		if table == nil || !wideScript(ws[i].script) {
			out = append(out, ws[i])
			i++
			continue
		}

		run := []rune(nil)
		from := ws[i]
		for i < len(ws) && ws[i].script == from.script && ws[i].part == from.part && ws[i].aside == from.aside {
			run = append(run, lettersOnly(ws[i].raw)...)
			i++
		}

		words, ok := e.divideRun(table, from, run)
		out = append(out, words...)
		any = any || ok
	}
	return out, any
}

func (e *Engine) divideRun(table *orgWords, from word, run []rune) (out []word, any bool) {
	start := 0 // of what no word of the table has
	for i := 0; i < len(run); {
		n := table.longestAt(run, i, i == start)
		if n == 0 {
			i++
			continue
		}

		out = append(out, e.untranslated(from, run[start:i])...)
		out = append(out, englishWords(from, table.of[table.key(run[i:i+n])])...)
		any = true
		i += n
		start = i
	}
	return append(out, e.untranslated(from, run[start:])...), any
}

// longestAt is the number of characters of the longest word of the table that a run has at i, 0 for none. One character
// is a word behind another word and at the end only.
func (o *orgWords) longestAt(run []rune, i int, behindWord bool) int {
	for n := min(o.longest, len(run)-i); n > 0; n-- {
		_, ok := o.of[o.key(run[i:i+n])]
		if ok && (n > 1 || behindWord || i+n == len(run)) {
			return n
		}
	}
	return 0
}

// untranslated is a run of characters as one word, by its sound.
func (e *Engine) untranslated(from word, run []rune) []word {
	if len(run) == 0 {
		return nil
	}
	w := from
	w.raw = string(run)
	w.text = romanHangul(run)
	if from.script == han {
		w.text = ""
		for _, r := range run {
			w.text += pinyinOf(r)
		}
	}
	return []word{w}
}

// translatedForm is the further reading of an organisation's name, nil when no word of it is translated.
func (e *Engine) translatedForm(k Kind, s string, read company) *Form {
	ws, divided := e.apart(read.core)
	ws, any := e.translated(ws)
	if !any && !divided || len(ws) == 0 {
		return nil
	}

	core, forms := e.forms.strip(ws)
	f := &Form{Kind: k, Raw: s, company: company{core: core, forms: append(read.forms, forms...)}}
	f.company.tokens = e.companyTokens(core)
	f.tokens = f.company.tokens
	for i := range f.tokens {
		e.hearName(&f.tokens[i], core[i].raw)
	}
	if len(f.tokens) == 0 {
		return nil
	}
	f.Text = joinedTokens(f.tokens)
	f.sorted = sortedWords(f.Text)
	return f
}

// hearName makes what was not translated of a Chinese name a word that is heard: firms choose English names by it.
func (e *Engine) hearName(t *token, raw string) {
	if t.script != han {
		return
	}
	if heard := spokenHan([]rune(raw)); heard.consonants() > 0 {
		t.spoken = heard
		t.heard = e.spokenBits(heard)
		t.bits = t.heard[0]
	}
}
