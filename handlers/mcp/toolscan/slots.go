package toolscan

import (
	"embed"
	"math/bits"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// slot is a part that a word plays in telling a reader to do something: who is told, what to do, with what, where to,
// and on what terms.
type slot uint8

const (
	slotCommon     slot = iota // tells the languages apart
	slotModel                  // the model that reads
	slotNobody                 // sounds like a model and is a person
	slotUser                   // the person the model works for
	slotNeg                    // not, never
	slotTell                   // tell, mention
	slotConceal                // secretly, keep from
	slotRead                   // read, open
	slotPut                    // put, fill in
	slotSend                   // send, upload
	slotSecret                 // password, private key
	slotCredential             // ~/.ssh, .env: of the table of places
	slotPrivate                // contacts, inbox
	slotTalk                   // the conversation
	slotWhole                  // all of it, verbatim
	slotOrders                 // instructions, rules
	slotDrop                   // forget, is void
	slotYour                   // you, your
	slotGiven                  // given, told, previous
	slotAbout                  // about, of: what orders concern
	slotParam                  // field, parameter, or a name of one
	slotURL
	slotMail
	slotAccount // 0x..., IBAN
	slotPay
	slotAlways // must, whatever the user says
	slotAsking // ask, confirm
	slotAgreed // has already agreed
	slotRun
	slotPipe // a download piped into a shell
	slotOther
	slotTool
	slotCall
	slotInstead
	slotOnly
	slotEmit // print, repeat
	slotBefore
	slotInstall
	slotChange  // delete, recommend, stop
	slotGuard   // detects, scammers
	slotNumeric // a bare IP address as a host
	numSlots
)

// slotNames are the slots that a lexicon fills; literals fill the others.
var slotNames = map[string]slot{
	"common":  slotCommon,
	"model":   slotModel,
	"nobody":  slotNobody,
	"user":    slotUser,
	"neg":     slotNeg,
	"tell":    slotTell,
	"conceal": slotConceal,
	"read":    slotRead,
	"put":     slotPut,
	"send":    slotSend,
	"secret":  slotSecret,
	"private": slotPrivate,
	"talk":    slotTalk,
	"whole":   slotWhole,
	"orders":  slotOrders,
	"drop":    slotDrop,
	"your":    slotYour,
	"given":   slotGiven,
	"about":   slotAbout,
	"param":   slotParam,
	"pay":     slotPay,
	"always":  slotAlways,
	"asking":  slotAsking,
	"agreed":  slotAgreed,
	"run":     slotRun,
	"other":   slotOther,
	"tool":    slotTool,
	"call":    slotCall,
	"instead": slotInstead,
	"only":    slotOnly,
	"emit":    slotEmit,
	"before":  slotBefore,
	"install": slotInstall,
	"change":  slotChange,
	"guard":   slotGuard,
}

// slots is a set of slots.
type slots uint64

func (s slots) has(all ...slot) bool {
	for _, one := range all {
		if s&(1<<one) == 0 {
			return false
		}
	}
	return true
}

func (s slots) any(some ...slot) bool {
	for _, one := range some {
		if s&(1<<one) != 0 {
			return true
		}
	}
	return false
}

//go:embed slots/*.txt
var slotFiles embed.FS

// slotLanguages have a lexicon each in slots/, a slot per line.
var slotLanguages = []string{"en", "de", "fr", "es", "pt", "it", "zh", "ja", "ru", "ar"}

// slotLexicon is one language's words.
type slotLexicon struct {
	words map[string]slots // words, and phrases of several words
	leads map[string]int   // how many words the longest phrase has that starts with a word
	stems map[string]slots // entries that end in *
	parts map[string]slots // in scripts without blanks
}

// commonWordsOf maps common words to the languages that have them, a bit each.
func commonWordsOf(languages []slotLexicon) map[string]uint16 {
	out := map[string]uint16{}
	for i, x := range languages {
		for word, s := range x.words {
			if s.has(slotCommon) {
				out[word] |= 1 << i
			}
		}
	}
	return out
}

// credentialPlaces is the table of files and variables that keep credentials, as phrases.
func credentialPlaces() string {
	file, err := slotFiles.ReadFile("slots/credentials.txt")
	if err != nil {
		return ""
	}
	return strings.Join(strings.Fields(strings.ReplaceAll(string(file), " ", "_")), "|")
}

func slotLexicons() []slotLexicon {
	out := make([]slotLexicon, 0, len(slotLanguages))
	for _, language := range slotLanguages {
		file, err := slotFiles.ReadFile("slots/" + language + ".txt")
		if err != nil {
			continue // a test reads each
		}
		out = append(out, readSlots(string(file)))
	}
	return out
}

func readSlots(file string) slotLexicon {
	x := slotLexicon{
		words: map[string]slots{},
		leads: map[string]int{},
		stems: map[string]slots{},
		parts: map[string]slots{},
	}

	for line := range strings.Lines(file) {
		name, entries, _ := strings.Cut(strings.TrimSpace(line), ":")
		for _, entry := range strings.Split(entries, ",") {
			entry = plainWord(strings.TrimSpace(entry))
			bit := slots(1) << slotNames[name]
			first, _ := utf8.DecodeRuneInString(entry)
			switch stem, isStem := strings.CutSuffix(entry, "*"); {
			case entry == "":
			case unspaced(first):
				x.parts[entry] |= bit
			case isStem:
				x.stems[stem] |= bit
			default:
				entry = strings.ReplaceAll(entry, "-", " ")
				x.words[entry] |= bit
				lead, _, _ := strings.Cut(entry, " ")
				x.leads[lead] = max(x.leads[lead], 1+strings.Count(entry, " "))
			}
		}
	}
	return x
}

// unspaced reports whether a script sets no blanks between words.
func unspaced(r rune) bool { return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) }

// filled is one word or literal with its slots.
type filled struct {
	slots      slots
	start, end int
	negated    bool
	quoted     bool
	unspaced   bool // in a script without blanks
}

// sentence is what the words of one sentence fill.
type sentence struct {
	start, end int
	words      []filled
	slots      slots // without negated verbs and quotations
	said       slots // with them
	common     int
}

var (
	accountPattern = regexp.MustCompile(`\b0x[0-9a-fA-F]{40}\b|\b[A-Z]{2}[0-9]{2}[0-9A-Z]{11,30}\b`)
	pipePattern    = regexp.MustCompile(`(?:curl|wget)[^\n]{1,120}\|\s*(?:ba|z)?sh\b|(?:ba|z)?sh\s+<\(\s*(?:curl|wget)`)
	numericHost    = regexp.MustCompile(`https?://[0-9]{1,3}(?:\.[0-9]{1,3}){3}`)
	mailPattern    = regexp.MustCompile(`[\w.+-]+@[\w-]+\.[\w.-]*\w`)
	urlPattern     = regexp.MustCompile(`https?://\S+`)
)

// longDigits reports whether a text has ten digits in a row, as accounts do.
func longDigits(text string) bool {
	run := 0
	for i := 0; i < len(text) && run < 10; i++ {
		if text[i] < '0' || text[i] > '9' {
			run = -1
		}
		run++
	}
	return run >= 10
}

// wordsOf splits a text into words, ends of sentences, and marks that end a clause. An elided article is a word.
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
		apostrophe := r == '\'' && start >= 0

		switch {
		case inWord && start < 0:
			start = i
		case apostrophe && i-start > 2:
		case apostrophe:
			out = append(out, [2]int{start, i + 1})
			start = -1
		case !inWord:
			if start >= 0 {
				out = append(out, [2]int{start, i})
				start = -1
			}
			if strings.ContainsRune(".!?;\n。！？,:(«“`", r) {
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
	maxStem      = 24  // bytes of the longest stem
	maxFilled    = 40  // words with a slot that are judged as one sentence
	negationSpan = 4   // words that a negation reaches
	maxTopical   = 2   // sentences of a text on a thing of the world; in a longer one a new order can follow
	minCommon    = 4   // common words that tell a language
	commonWords  = 300 // words of a text that are looked at for its language
)

// literalSlots finds what stands for itself in any language.
func (t *toolScan) literalSlots(text string) []filled {
	var out []filled
	add := func(pattern *regexp.Regexp, s slot) {
		for _, at := range pattern.FindAllStringIndex(text, 200) {
			out = append(out, filled{slots: 1 << s, start: at[0], end: at[1]})
		}
	}

	if strings.Contains(text, "://") {
		add(urlPattern, slotURL)
		add(numericHost, slotNumeric)
	}
	if strings.Contains(text, "curl") || strings.Contains(text, "wget") {
		add(pipePattern, slotPipe)
	}
	if strings.Contains(text, "@") {
		add(mailPattern, slotMail)
	}
	if strings.Contains(text, "0x") || longDigits(text) {
		add(accountPattern, slotAccount)
	}
	for _, hit := range t.lits {
		if t.s.literals.words[hit.word].classes.holds(secretFile) && !t.s.literals.words[hit.word].classes.holds(cred) {
			out = append(out, filled{slots: 1 << slotCredential, start: int(hit.start), end: int(hit.end)})
		}
	}
	slices.SortStableFunc(out, func(a, b filled) int { return a.start - b.start })
	return out
}

// sentences reads a text with one lexicon.
func (t *toolScan) sentences(x *slotLexicon, text string, words [][2]int, literals []filled, quotes []span) []sentence {
	var out []sentence
	now := sentence{}
	sinceNeg := negationSpan
	end := 0
	flush := func(at int) {
		if len(now.words) > 0 {
			now.end = at
			out = append(out, now)
		}
		now = sentence{start: at}
		sinceNeg = negationSpan
	}
	put := func(f filled) {
		if f.slots&(1<<slotCommon) != 0 {
			now.common++
			f.slots &^= 1 << slotCommon
		}
		if f.slots == 0 {
			return
		}
		f.quoted = within(quotes, f.start)
		f.negated = sinceNeg < negationSpan && !f.slots.any(slotNeg)
		now.words = append(now.words, f)
		now.said |= f.slots
		if !f.quoted && !f.negated {
			now.slots |= f.slots
		}
		if f.slots.any(slotNeg) {
			sinceNeg = 0
		}
	}

	for i, at := range words {
		word := text[at[0]:at[1]]
		if len(now.words) >= maxFilled {
			flush(at[0])
		}
		for len(literals) > 0 && literals[0].start <= at[0] {
			put(literals[0])
			end = max(end, literals[0].end)
			literals = literals[1:]
		}
		if at[0] < end {
			continue
		}
		first, _ := utf8.DecodeRuneInString(word)
		switch {
		case strings.ContainsAny(word[:1], ".!?;\n") || strings.ContainsRune("。！？", first):
			if first >= utf8.RuneSelf || word[0] == '\n' || endsSentence(text[at[1]:]) {
				flush(at[1])
			}
		case !unicode.IsLetter(first) && !unicode.IsNumber(first) && first != '_':
			sinceNeg = negationSpan
		case unspaced(first):
			t.parts(x, text, at, put)
		default:
			sinceNeg++
			s, stop := x.at(text, words, i)
			if slices.Contains(t.params, word) {
				s |= 1 << slotParam
			}
			if s != 0 {
				put(filled{slots: s, start: at[0], end: stop})
				end = max(end, stop)
			}
		}
	}
	for _, l := range literals {
		put(l)
	}
	flush(len(text))
	return out
}

// endsSentence reports whether a stop before rest is more than a point in a name or a number.
func endsSentence(rest string) bool { return rest == "" || rest[0] <= ' ' || rest[0] >= utf8.RuneSelf }

// parts fills slots in a run of a script without blanks, longest entry first.
func (t *toolScan) parts(x *slotLexicon, text string, at [2]int, put func(filled)) {
	for i := at[0]; i < at[1]; {
		_, size := utf8.DecodeRuneInString(text[i:])
		for n := min(24, at[1]-i); n >= size; n-- {
			if s := x.parts[text[i:i+n]]; s != 0 {
				put(filled{slots: s, start: i, end: i + n, unspaced: true})
				size = n
				break
			}
		}
		i += size
	}
}

// at looks up the word at i of a lower-case text, with the words after it as a phrase first.
func (x *slotLexicon) at(text string, words [][2]int, i int) (slots, int) {
	start, stop := words[i][0], words[i][1]
	word := text[start:stop]
	if n := x.leads[word]; n > 0 {
		for last := min(len(words), i+n) - 1; last >= i; last-- {
			if s := x.words[text[start:words[last][1]]]; s != 0 {
				return s, words[last][1]
			}
		}
	}

	if len(x.stems) == 0 {
		return 0, stop
	}

	for n := min(len(word), maxStem); n >= 3; n-- {
		if s := x.stems[word[:n]]; s != 0 {
			return s, stop
		}
	}
	return 0, stop
}

func within(spans []span, at int) bool {
	for _, s := range spans {
		if int(s.start) <= at && at < int(s.end) {
			return true
		}
	}
	return false
}

// then reports whether a word of one slot is followed by one of another, at most gap bytes later.
func (s *sentence) then(one, other slot, gap int) bool {
	for i, f := range s.words {
		if !f.slots.has(one) || f.quoted {
			continue
		}
		for _, g := range s.words[i+1:] {
			if g.start-f.end <= gap && g.slots.has(other) && !g.quoted {
				return true
			}
		}
	}
	return false
}

// topical reports whether what is to be forgotten concerns a thing of the world: "everything you heard about
// bread", "the old instructions for the lift".
func (s sentence) topical() bool {
	if !s.said.has(slotDrop) {
		return false
	}

	for i, f := range s.words {
		if !f.slots.has(slotOrders) {
			continue
		}
		if i > 0 && f.unspaced && s.words[i-1].slots.has(slotAbout) {
			return true // the topic stands first
		}
		for k, g := range s.words[i+1:] {
			if g.start-f.end > 25 || !g.slots.has(slotAbout) {
				continue
			}
			rest := s.words[i+k+2:]
			return len(rest) == 0 || rest[0].start-g.end > 12 ||
				!rest[0].slots.any(slotWhole, slotOrders, slotGiven, slotYour, slotModel, slotUser, slotTalk)
		}
	}
	return false
}

// meets reports whether a word of one slot stands within 60 bytes of one of the others.
func (s *sentence) meets(one slot, others ...slot) bool {
	for _, f := range s.words {
		if !f.slots.has(one) || f.quoted {
			continue
		}
		for _, g := range s.words {
			if g.slots.any(others...) && !g.negated && g.start-f.end < 60 && f.start-g.end < 60 {
				return true
			}
		}
	}
	return false
}

// act is one thing that a text would have its reader do.
type act struct {
	check  string
	points int
	needs  func(w window) bool
}

// window is two sentences that follow each other, in a text of a kind.
type window struct {
	slots              // of both sentences
	said     slots     // of both, with negated verbs and quotations
	outside  bool      // from a source that should give no orders
	declared bool      // the tool's name says that it works with secrets or conversations
	sentence *sentence // the first
}

// forbids reports whether the first sentence negates a word of the slot, before it or right after it.
func (w window) forbids(verb slot) bool {
	for _, f := range w.sentence.words {
		if f.slots.has(verb) && f.negated && !f.quoted {
			return true
		}
	}
	return w.sentence.then(verb, slotNeg, 30)
}

// hides reports whether something is to be kept from the user.
func (w window) hides() bool {
	return w.sentence.said.has(slotUser) && (w.forbids(slotTell) || w.sentence.meets(slotConceal, slotUser, slotSend))
}

// unasked reports whether the user's consent is skipped or claimed.
func (w window) unasked() bool {
	return w.has(slotAgreed) || w.said.has(slotNeg, slotAsking)
}

// acts are the conjunctions of slots that make a finding.
func acts() []act {
	moves := func(w window) bool { return w.any(slotPut, slotSend) }

	return []act{
		{"secret_exfiltration", 80, func(w window) bool {
			return w.has(slotCredential) && moves(w) && w.any(slotURL, slotMail, slotParam)
		}},
		{"credential_transfer", 55, func(w window) bool {
			return w.has(slotSecret) && moves(w) && !w.declared &&
				w.sentence.meets(slotSecret, slotPut, slotSend, slotParam) &&
				(w.any(slotURL, slotMail, slotConceal) || w.hides() ||
					w.has(slotParam, slotAlways) || w.outside && w.has(slotModel))
		}},
		{"conversation_capture", 50, func(w window) bool {
			return w.has(slotTalk, slotWhole) && !w.declared && moves(w) && (w.any(slotParam, slotAlways, slotModel))
		}},

		{"instruction_override", 60, func(w window) bool {
			return w.has(slotOrders, slotDrop) && !w.sentence.topical() &&
				(w.has(slotYour, slotGiven) || w.has(slotModel) || w.sentence.then(slotYour, slotOrders, 12))
		}},
		{"system_prompt_leak", 50, func(w window) bool {
			return w.has(slotEmit, slotGiven, slotBefore) && w.has(slotYour)
		}},

		{"concealment", 45, func(w window) bool { return w.hides() && w.sentence.slots.any(slotPut, slotSend, slotRun, slotChange) }},
		{"covert_action", 45, func(w window) bool { return w.has(slotConceal, slotSend) && w.any(slotMail, slotURL) }},

		{"fund_transfer", 50, func(w window) bool {
			return w.has(slotPay, slotAccount) && (w.has(slotAlways) || w.unasked() || w.outside)
		}},
		{"undeclared_execution", 60, func(w window) bool { return w.has(slotPipe) && (w.unasked() || w.hides() || w.has(slotModel)) }},
		{"consent_bypass", 40, func(w window) bool {
			return w.unasked() && w.any(slotRun, slotPay, slotSend) && w.any(slotAccount, slotPipe, slotURL)
		}},

		{"tool_preemption", 40, func(w window) bool {
			return w.said.has(slotCall, slotOther, slotTool, slotInstead) && w.sentence.said.has(slotCall, slotInstead)
		}},
		{"consent_bypass", 40, func(w window) bool { return w.has(slotDrop, slotAsking) && w.hides() }},

		{"data_to_url", 45, func(w window) bool { return w.outside && w.has(slotSend, slotPrivate) && w.any(slotURL, slotMail) }},
		{"addressed_to_model", 36, func(w window) bool {
			return w.outside && w.has(slotModel) &&
				(w.any(slotSend, slotEmit, slotRun, slotPay, slotOnly, slotChange) ||
					w.has(slotPut, slotSecret) || w.has(slotDrop, slotOrders))
		}},
	}
}

// judgeActs adds what a text would have its reader do, and takes back findings of words that do no such thing.
func (t *toolScan) judgeActs(seg *segment, v *view) {
	if seg.kind.identifier() || len(v.text) < minWording || len(v.text) > MaxInspect {
		return
	}

	lower := strings.ToLower(strings.ReplaceAll(v.text, "-", " "))
	if len(lower) != len(v.text) { // a letter whose lower case has other bytes
		lower = v.text
	}
	words := wordsOf(lower)
	literals := t.literalSlots(v.text)
	quotes := quotations(v.text)
	var best []sentence
	most := -1
	for _, x := range t.s.spoken(lower, words) {
		read := t.sentences(x, lower, words, literals, quotes)
		filled := 0
		for _, s := range read {
			filled += s.common
			for _, f := range s.words {
				filled += bits.OnesCount64(uint64(f.slots))
			}
		}
		if filled > most {
			best, most = read, filled
		}
	}

	for i := range best {
		t.window(seg, v, best, i)
	}
	t.spare(seg, v, best)
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

func (t *toolScan) window(seg *segment, v *view, all []sentence, i int) {
	now := &all[i]
	w := window{slots: now.slots, said: now.said, outside: t.fromOutside() || t.textKind == "readme", sentence: now}
	w.declared = t.purpose.has(of(cred, convTopic, keyTopic))
	end := now.words[len(now.words)-1].end
	if i+1 < len(all) {
		w.slots |= all[i+1].slots
		w.said |= all[i+1].said
		end = all[i+1].words[len(all[i+1].words)-1].end
	}
	if now.said.has(slotGuard) {
		return
	}

	for _, a := range t.s.acts {
		if !a.needs(w) {
			continue
		}
		start, stop := v.raw(now.words[0].start, end)
		t.add(seg, finding{check: a.check, points: a.points, start: start, end: stop})
	}
}

// spare lowers findings of words where the slots say that nobody is told to do harm.
func (t *toolScan) spare(seg *segment, v *view, all []sentence) {
	var said slots
	for _, s := range all {
		said |= s.said
	}
	machine := said.any(slotModel, slotUser, slotCredential, slotParam, slotTool, slotURL, slotMail, slotAccount)
	topical := len(all) <= maxTopical && !said.has(slotEmit) && slices.ContainsFunc(all, sentence.topical)
	installs := said.has(slotPipe) && (said.has(slotInstall) || t.textKind == "readme") && !said.any(slotModel, slotNumeric, slotAsking, slotConceal)
	guards := len(all) > 0 && all[0].said.has(slotGuard) && !said.has(slotModel, slotYour)

	guarded := 0
	if guards {
		_, guarded = v.raw(0, all[0].end)
	}
	forPeople := t.textKind == "readme" && !said.any(slotModel, slotUser, slotURL, slotMail, slotDrop, slotConceal, slotPipe)

	for i := range t.found {
		f := &t.found[i]
		if f.seg != seg {
			continue
		}
		var spared bool
		switch f.check {
		case "instruction_override", "role_change", "order_by_wording":
			spared = topical && !machine || guards && f.end <= guarded || forPeople
		case "concealment", "content_guard":
			spared = !said.any(slotUser, slotCredential, slotURL, slotMail) && (!said.has(slotModel) || t.givesOrders())
		case "destructive_command":
			spared = installs
		}
		if spared {
			f.points = min(f.points, pointsMention)
		}
	}
}

// quotations are the spans in quotation marks.
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
		out = append(out, span{int32(i), int32(i + n + 2)})
		i += n + 1
	}
	return out
}
