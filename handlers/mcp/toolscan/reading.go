package toolscan

import (
	"math/bits"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// filled is one word or literal with its slots.
type filled struct {
	slots      slots
	start, end int
	negated    bool
	quoted     bool
	unspaced   bool // in a script without blanks
	addressed  bool // a model that the text speaks to, or says what it must do
	dedicated  bool // a model that the text speaks to by a dedication
	sibling    bool // a tool of the same list
}

// sentence is what the words of one sentence fill.
type sentence struct {
	start, end int
	words      []filled
	slots      slots // without negated verbs and quotations
	said       slots // with them
	common     int
}

// The forms of what fills a slot by a pattern. Accounts are Ethereum and Tron addresses, IBANs, and card numbers.
var (
	accountPattern = regexp.MustCompile(`\b0x[0-9a-fA-F]{40}\b|\bT[1-9A-HJ-NP-Za-km-z]{33}\b|` +
		`\b[A-Z]{2}[0-9]{2}(?: ?[0-9A-Z]{4}){2,7}(?: ?[0-9A-Z]{1,4})?\b|\b[0-9]{4}(?: [0-9]{3,4}){3,5}\b`)
	variablePattern = regexp.MustCompile(`\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_(?:KEY|TOKEN|SECRET|PASSWORD|CREDENTIALS)\b`)
	pipePattern     = regexp.MustCompile(`(?:curl|wget|base64)[^\n|]{0,160}\|\s*(?:sudo\s+)?(?:(?:ba|z|da)?sh|python3?)\b` +
		`|(?:ba|z)?sh\s+<\(\s*(?:curl|wget)`)
	numericHost    = regexp.MustCompile(`https?://[0-9]{1,3}(?:\.[0-9]{1,3}){3}`)
	mailPattern    = regexp.MustCompile(`[\w.+-]+@[\w-]+\.[\w.-]*\w`)
	urlPattern     = regexp.MustCompile(`https?://[^\s"'<>)]+`)
	openPattern    = regexp.MustCompile(`https?://[^\s"'<>)]+[?&]\w+=(?:["'\s)]|$|[A-Z]{3,}\b|[^\x00-\x7f])`)
	examplePattern = regexp.MustCompile(`\b(?:e\.g\.|i\.e\.|z\.B\.|p\. ?ej\.|p\. ?ex\.)`)
)

// Mail to these is sent by people who ask for help, not copied behind their backs.
var publicBoxes = []string{"support", "feedback", "help", "info", "contact", "hello"}

// longDigits reports whether a text has ten digits in a row, but for blanks and capitals, as accounts do.
func longDigits(text string) bool {
	run := 0
	for i := 0; i < len(text) && run < 10; i++ {
		switch c := text[i]; {
		case '0' <= c && c <= '9':
			run++
		case c != ' ' && (c < 'A' || 'Z' < c):
			run = 0
		}
	}
	return run >= 10
}

// readingForm is the text in which words are looked up, as long as the view in bytes: lower case, hyphens and the
// apostrophes of elided articles as blanks.
func readingForm(text string) string {
	lower := strings.ToLower(text)
	if len(lower) != len(text) { // a letter whose lower case has other bytes
		lower = text
	}
	if strings.IndexByte(lower, '-') < 0 && strings.IndexByte(lower, '\'') < 0 {
		return lower
	}

	out := []byte(lower)
	start := 0
	for i, c := range out {
		switch {
		case c == '-', c == '\'' && elides(out, start, i):
			out[i] = ' '
			start = i + 1
		case c == '\'':
		case c < utf8.RuneSelf && !alnum(c):
			start = i + 1
		}
	}
	return string(out)
}

// elides reports whether the apostrophe at i ends an article before a word, as in l'utente and all'utente, rather than
// standing before an ending, as in don't and we'll.
func elides(text []byte, start, i int) bool {
	const longest, ending = 4, 2
	article := i - start
	if article < 1 || article > longest {
		return false
	}
	rest := i + 1
	for rest < len(text) && (alnum(text[rest]) || text[rest] >= utf8.RuneSelf) {
		rest++
	}
	return article <= ending || rest-i-1 > ending
}

// wordsOf splits a text into words, ends of sentences, and marks that end a clause.
func wordsOf(text string) [][2]int {
	out := make([][2]int, 0, len(text)/6)
	start := -1

	for i := 0; i < len(text); {
		r := rune(text[i])
		size := 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(text[i:])
		}

		ascii := r < utf8.RuneSelf
		inWord := r == '_' || ascii && alnum(byte(r)) || !ascii && unicode.In(r, unicode.L, unicode.M, unicode.N)

		switch {
		case inWord && start < 0:
			start = i
		case inWord, r == '\'' && start >= 0 && i+1 < len(text) && (text[i+1] >= utf8.RuneSelf || letter(text[i+1])):
		default:
			if start >= 0 {
				out = append(out, [2]int{start, i})
				start = -1
			}
			if strings.ContainsRune(".!?;\n。！？,:(，：«“", r) {
				out = append(out, [2]int{i, i + size})
			}
		}

		i += size
	}

	if start >= 0 {
		out = append(out, [2]int{start, len(text)})
	}
	return out
}

const (
	minStem      = 3   // bytes of the shortest stem
	maxStem      = 24  // and of the longest
	maxFilled    = 40  // words with a slot that are judged as one sentence
	negationSpan = 4   // words that a negation reaches
	minCommon    = 4   // common words that tell a language
	commonWords  = 300 // words of a text that are looked at for its language
)

// literalSlots finds what means the same in any language, in the order of the text.
func (t *toolScan) literalSlots(text string) []filled {
	var out []filled
	add := func(pattern *regexp.Regexp, s slot) {
		for _, at := range pattern.FindAllStringIndex(text, 200) {
			out = append(out, filled{
				slots: of(s),
				start: at[0],
				end:   at[1],
			})
		}
	}

	if strings.Contains(text, "://") {
		add(urlPattern, slotURL)
		add(numericHost, slotNumeric)
		add(openPattern, slotOpenURL)
	}
	if strings.Contains(text, "|") || strings.Contains(text, "<(") {
		add(pipePattern, slotPipe)
	}
	if strings.Contains(text, "@") {
		for _, at := range mailPattern.FindAllStringIndex(text, 200) {
			if !publicBox(text[at[0]:at[1]]) {
				out = append(out, filled{
					slots: of(slotMail),
					start: at[0],
					end:   at[1],
				})
			}
		}
	}
	if strings.Contains(text, "0x") || longDigits(text) {
		add(accountPattern, slotAccount)
	}
	if strings.Contains(text, "_") {
		add(variablePattern, slotVariable)
	}
	if strings.Contains(text, ".") {
		add(examplePattern, slotExample)
	}
	for _, hit := range t.lits {
		if s := t.s.literals.words[hit.word].slots; s != 0 {
			out = append(out, filled{
				slots: s,
				start: int(hit.start),
				end:   int(hit.end),
			})
		}
	}
	slices.SortStableFunc(out, func(a, b filled) int { return a.start - b.start })
	return out
}

// publicBox reports whether an address is one that anybody may be told to write to, or a made-up one (RFC 2606).
func publicBox(address string) bool {
	box, host, _ := strings.Cut(strings.ToLower(address), "@")
	return slices.Contains(publicBoxes, box) || host == "example.com" || host == "example.org"
}

// sentencer makes sentences of the words of a text.
type sentencer struct {
	t        *toolScan
	lexicon  *slotLexicon
	text     string // in reading form
	words    [][2]int
	quotes   []span
	out      []sentence
	now      sentence
	sinceNeg int
	end      int // of the last phrase
}

// sentences reads a text with one lexicon.
func (t *toolScan) sentences(x *slotLexicon, text string, words [][2]int, literals []filled, quotes []span) []sentence {
	r := sentencer{
		t:        t,
		lexicon:  x,
		text:     text,
		words:    words,
		quotes:   quotes,
		sinceNeg: negationSpan,
	}
	for i, at := range words {
		if len(r.now.words) >= maxFilled {
			r.flush(at[0])
		}
		for len(literals) > 0 && literals[0].start <= at[0] {
			r.put(literals[0])
			if !literals[0].slots.any(slotTag, slotComment) {
				r.end = max(r.end, literals[0].end)
			}
			literals = literals[1:]
		}
		if at[0] >= r.end {
			r.word(i)
		}
	}

	for _, l := range literals {
		r.put(l)
	}
	r.flush(len(text))
	return r.out
}

// word fills slots with the word, the run of a script without blanks, or the mark at i.
func (r *sentencer) word(i int) {
	at := r.words[i]
	first, _ := utf8.DecodeRuneInString(r.text[at[0]:])
	switch {
	case first == '\n':
		if startsItem(r.text[at[1]:]) {
			r.flush(at[1])
		}
	case strings.ContainsRune(".!?;。！？", first):
		if first >= utf8.RuneSelf || endsSentence(r.text[at[1]:]) {
			r.flush(at[1])
		}
	case !unicode.IsLetter(first) && !unicode.IsNumber(first) && first != '_':
		r.sinceNeg = negationSpan
	case unspaced(first):
		r.t.parts(r.lexicon, r.text, at, r.put)
	default:
		r.sinceNeg++
		r.spaced(i)
	}
}

// spaced fills slots with the word or phrase at i.
func (r *sentencer) spaced(i int) {
	at := r.words[i]
	word := r.text[at[0]:at[1]]
	s, stop := r.lexicon.at(r.text, r.words, i)
	f := filled{
		slots: s,
		start: at[0],
		end:   stop,
	}

	if slices.Contains(r.t.params, word) {
		f.slots |= of(slotParam)
	}
	if named, sibling := r.toolName(i); named {
		f.slots |= of(slotNamed)
		f.sibling = sibling
	}
	if f.slots != 0 {
		r.put(f)
		r.end = max(r.end, stop)
	}
}

// toolName reports whether the word at i is another tool's name, and whether of this list.
func (r *sentencer) toolName(i int) (named, sibling bool) {
	at := r.words[i]
	word := r.text[at[0]:at[1]]
	quoted := at[0] > 0 && strings.IndexByte("`\"'", r.text[at[0]-1]) >= 0
	rest := strings.TrimLeft(r.text[at[1]:], "`\"'")
	joined := strings.Contains(word, "_")
	if !joined && !quoted && !strings.HasPrefix(rest, " tool") || len(word) < 4 {
		return false, false
	}

	name := foldName(word)
	switch {
	case name == r.t.name || r.t.own[name]:
		return false, false
	case r.t.siblings[name] > 0:
		return true, true
	}
	called := len(r.now.words) > 0 && r.now.words[len(r.now.words)-1].slots.any(slotCall) &&
		at[0]-r.now.words[len(r.now.words)-1].end <= 2
	asTool := strings.HasPrefix(rest, " tool") || strings.HasPrefix(rest, " function")
	return r.t.s.wellKnown[name] || joined && (called || asTool), false
}

func (r *sentencer) put(f filled) {
	if f.slots.has(slotCommon) {
		r.now.common++
		f.slots &^= of(slotCommon)
	}
	if f.slots == 0 {
		return
	}

	f.quoted = within(r.quotes, f.start)
	f.negated = r.sinceNeg < negationSpan && !f.slots.any(slotNeg)
	if f.slots.any(slotModel) {
		f.dedicated = r.dedicates(f)
		f.addressed = f.dedicated || r.obliges(f)
	}
	r.now.words = append(r.now.words, f)
	r.now.said |= f.slots
	if !f.quoted && !f.negated {
		r.now.slots |= f.slots
	}
	if f.slots.any(slotNeg) {
		r.sinceNeg = 0
	}
}

// dedicates reports whether the text speaks to the model at f, rather than of one: "note to AI agents", "if you are a
// language model", "by the way, assistant, ...".
func (r *sentencer) dedicates(f filled) bool {
	if n := len(r.now.words); n > 0 {
		before := r.now.words[n-1]
		if gap := f.start - before.end; before.slots.any(slotYour) && 1 < gap && gap <= 12 { // not "your assistant"
			return true
		}
	}

	lead := strings.TrimRight(r.text[r.now.start:f.start], " ")
	rest := r.text[f.end:]
	called := strings.HasPrefix(rest, ",") || strings.HasPrefix(rest, "，")
	if called && (strings.HasSuffix(lead, ",") || strings.HasSuffix(lead, "，")) {
		return true
	}
	return dedicated(r.text[max(0, f.start-longestLead, r.now.start):f.start])
}

// obliges reports whether the text says what the model at f must do: "the assistant must", "AI agents: ...".
func (r *sentencer) obliges(f filled) bool {
	rest := r.text[f.end:min(len(r.text), f.end+longestLead)]
	if strings.HasPrefix(strings.TrimLeft(rest, " "), ":") || strings.HasPrefix(rest, "：") || r.calls(f) {
		return true
	}
	if stop := strings.IndexAny(rest, ".!?\n"); stop >= 0 {
		rest = rest[:stop]
	}

	words := wordsOf(rest)
	for i := range words {
		if s, _ := r.lexicon.at(rest, words, i); s.any(slotAlways) {
			return true
		}
	}
	for part, s := range r.lexicon.parts {
		if s.any(slotAlways) && strings.HasPrefix(rest, part) {
			return true
		}
	}
	return false
}

// calls reports whether a sentence starts by calling the model at f, as "agent that handles this calendar: delete".
func (r *sentencer) calls(f filled) bool {
	lead := r.text[r.now.start:f.start]
	if at := strings.LastIndexAny(lead, "\"/,:("); at >= 0 {
		lead = lead[at+1:]
	}
	rest := r.text[f.end:min(len(r.text), f.end+longestLead)]
	stop := strings.IndexAny(rest, ":：.!?\n")
	return len(wordsOf(lead)) <= shortLead && stop >= 0 && rest[stop] != '.' && rest[stop] != '!' &&
		rest[stop] != '?' && rest[stop] != '\n'
}

const (
	longestLead = 48 // bytes before and after a model's name that are looked at
	shortLead   = 3  // words: so early in a sentence a dedication is of the whole of it
)

// What precedes the reader of a note, and what such a note is called.
var (
	dedications = []string{"to", "for", "dear", "an", "fur", "au", "aux", "pour", "al", "a", "para", "ao", "aos", "для",
		"lieber", "liebe", "cher", "chers", "querido", "queridos", "caro", "уважаемый"}
	determiners = []string{"the", "all", "any", "every", "your", "coding", "das", "den", "die", "alle", "l", "le", "la",
		"les", "tout", "el", "los", "las", "todos", "o", "os", "il", "gli"}
	notices = []string{"note", "notes", "message", "attention", "hint", "notice", "instruction", "instructions", "task",
		"reminder", "order", "important", "hinweis", "nachricht", "auftrag", "anweisung", "wichtig", "consigne", "tache",
		"avis", "nota", "mensaje", "tarea", "aviso", "instrucciones", "mensagem", "tarefa", "messaggio"}
	dedicationsUnspaced = []string{"给", "致", "请", "让", "亲爱的", "へ"}
	// These are articles of other languages too, and dedicate only at the start.
	articles = []string{"an", "a"}
)

// dedicated reports whether what precedes a model's name dedicates the text to it: "note to", "for all".
func dedicated(lead string) bool {
	for _, one := range dedicationsUnspaced {
		if strings.HasSuffix(lead, one) {
			return true
		}
	}

	words := strings.FieldsFunc(lead, func(r rune) bool { return !unicode.IsLetter(r) })
	for len(words) > 0 && slices.Contains(determiners, words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	at := len(words) - 1
	if at < 0 || !slices.Contains(dedications, words[at]) || at > 0 && slices.Contains(articles, words[at]) {
		return false
	}
	return at < shortLead || slices.Contains(notices, words[at-1])
}

func (r *sentencer) flush(at int) {
	if len(r.now.words) > 0 {
		r.now.end = at
		r.out = append(r.out, r.now)
	}
	r.now = sentence{start: at}
	r.sinceNeg = negationSpan
}

// startsItem reports whether a line begins an item of a list or a heading. Other line breaks do not part sentences,
// or they could hide an order.
func startsItem(line string) bool {
	line = strings.TrimLeft(line, " \t\n\r")
	return line != "" && strings.IndexByte("-*#0123456789", line[0]) >= 0
}

// endsSentence reports whether a stop before rest is more than a point in a name or a number.
func endsSentence(rest string) bool { return rest == "" || rest[0] <= ' ' || rest[0] >= utf8.RuneSelf }

// parts fills slots in a run of a script without blanks, longest entry first.
func (t *toolScan) parts(x *slotLexicon, text string, at [2]int, put func(filled)) {
	for i := at[0]; i < at[1]; {
		_, size := utf8.DecodeRuneInString(text[i:])
		for n := min(24, at[1]-i); n >= size; n-- {
			if s := x.parts[text[i:i+n]]; s != 0 {
				put(filled{
					slots:    s,
					start:    i,
					end:      i + n,
					unspaced: true,
				})
				size = n
				break
			}
		}
		i += size
	}
}

// at looks up the word at i of a text in reading form, with the words after it as a phrase first.
func (x *slotLexicon) at(text string, words [][2]int, i int) (slots, int) {
	start, stop := words[i][0], words[i][1]
	word := strings.ReplaceAll(text[start:stop], "'", "")
	for last := min(len(words), i+x.leads[word]) - 1; last > i; last-- {
		if s := x.words[strings.ReplaceAll(text[start:words[last][1]], "'", "")]; s != 0 {
			return s, words[last][1]
		}
	}

	s := x.words[word]
	if len(x.stems) == 0 {
		return s, stop
	}
	for n := min(len(word), maxStem); n >= minStem; n-- {
		s |= x.stems[word[:n]]
	}
	return s, stop
}

func within(spans []span, at int) bool {
	return slices.ContainsFunc(spans, func(s span) bool { return int(s.start) <= at && at < int(s.end) })
}

// reading is the text's sentences by the lexicon that fills most, with that lexicon.
func (t *toolScan) reading(seg *segment, v *view) (*slotLexicon, []sentence) {
	text := readingForm(v.text)
	if seg.kind.identifier() {
		text = strings.ReplaceAll(text, "_", " ")
	}
	words := wordsOf(text)
	literals := t.literalSlots(v.text)
	quotes := quotations(v.text)
	var best []sentence
	lexicon := &t.s.languages[english]
	most := -1

	for _, x := range t.s.spoken(text, words) {
		read := t.sentences(x, text, words, literals, quotes)
		filled := 0
		for _, s := range read {
			filled += s.common
			for _, f := range s.words {
				filled += bits.OnesCount64(uint64(f.slots))
			}
		}
		if filled > most {
			best = read
			lexicon = x
			most = filled
		}
	}
	return lexicon, best
}

// spoken are the lexicons by which to read a text: that of the language of most of its common words, or all, if it
// has few.
func (s *Scanner) spoken(text string, words [][2]int) []*slotLexicon {
	counts := make([]int, len(s.languages))
	for _, at := range words[:min(len(words), commonWords)] {
		for languages := s.common[text[at[0]:at[1]]]; languages != 0; languages &= languages - 1 {
			counts[bits.TrailingZeros16(languages)]++
		}
	}

	best := 0
	for i, n := range counts {
		if n > counts[best] {
			best = i
		}
	}
	if counts[best] >= minCommon {
		return []*slotLexicon{&s.languages[best]}
	}

	var all []*slotLexicon
	for i := range s.languages {
		if counts[i] > 0 && counts[i] >= counts[best]-1 || counts[best] == 0 {
			all = append(all, &s.languages[i])
		}
	}
	return all
}

// quotations are the spans in quotation marks. A quoted JSON value does not count.
func quotations(text string) []span {
	var out []span
	for i := 0; i < len(text); i++ {
		if text[i] != '"' {
			continue
		}
		n := strings.IndexByte(text[i+1:min(len(text), i+1+maxQuotation)], '"')
		if n < 0 {
			continue
		}
		before := strings.TrimRight(text[:i], " \t\n")
		value := before != "" && (before[len(before)-1] == '=' ||
			strings.IndexByte("{[,:", before[len(before)-1]) >= 0 && strings.ContainsAny(text, "{["))
		if !value {
			out = append(out, span{int32(i), int32(i + n + 2)})
		}
		i += n + 1
	}
	return out
}
