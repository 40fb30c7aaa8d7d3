package toolscan

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// window is two sentences that follow each other, in a text of a kind.
type window struct {
	slots             // of both sentences
	said    slots     // of both, with negated verbs and quotations
	source  bool      // from a source that should give no orders
	outside bool      // from such a source, or a text for people
	tool    bool      // describes a tool
	param   bool      // describes a parameter, or may
	name    bool      // is an identifier
	named   slots     // of the tool's name
	now     *sentence // the first
	next    *sentence // the second, or nil
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

// near is how many bytes apart two words may stand that belong together.
const near = 60

// meets reports whether a word of one slot stands near one of the others, both unquoted and the others not negated.
func (s *sentence) meets(one slot, others ...slot) bool {
	for i, f := range s.words {
		if !f.slots.has(one) || f.quoted {
			continue
		}
		for k, g := range s.words {
			beside := g.start-f.end < near && f.start-g.end < near
			if k != i && beside && g.slots.any(others...) && !g.negated && !g.quoted {
				return true
			}
		}
	}
	return false
}

// topical reports whether what is to be forgotten concerns a thing of the world: "everything you heard about
// bread", "the old instructions for the lift".
func (s *sentence) topical() bool {
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
				!rest[0].slots.any(slotWhole, slotOrders, slotSystem, slotGiven, slotYour, slotModel, slotUser,
					slotTalk)
		}
	}
	return false
}

// overrides reports whether the sentence has the model's orders dropped.
func (s *sentence) overrides() bool {
	if !s.slots.has(slotDrop) || s.topical() {
		return false
	}
	whose := s.then(slotYour, slotOrders, 12)
	return s.then(slotDrop, slotSystem, 40) ||
		s.then(slotDrop, slotOrders, 40) && (whose || s.givenAfter(slotDrop)) ||
		s.then(slotOrders, slotDrop, near) && (whose || s.meets(slotOrders, slotGiven, slotBefore))
}

// givenAfter reports whether orders are called given or previous after a word of the slot: words before it say who is
// to drop them, not whose they are.
func (s *sentence) givenAfter(one slot) bool {
	for i, f := range s.words {
		if f.slots.has(one) && !f.quoted {
			rest := sentence{words: s.words[i:]}
			return rest.meets(slotOrders, slotGiven, slotBefore)
		}
	}
	return false
}

// addressed reports whether the sentence speaks to the model.
func (s *sentence) addressed() bool {
	return slices.ContainsFunc(s.words, func(f filled) bool { return f.addressed })
}

// dedicated reports whether the sentence speaks to the model by a dedication, or to the one that reads it.
func (s *sentence) dedicated() bool {
	return s.then(slotModel, slotRead, 24) && s.meets(slotRead, slotThis) ||
		slices.ContainsFunc(s.words, func(f filled) bool { return f.dedicated })
}

// addressed reports whether either sentence speaks to the model.
func (w *window) addressed() bool { return w.now.addressed() || w.next != nil && w.next.addressed() }

// either reports whether either sentence has the property.
func (w *window) either(property func(s *sentence) bool) bool {
	return property(w.now) || w.next != nil && property(w.next)
}

// forbids reports whether the sentence negates a word of the slot, before it, or after it as the last word of a
// clause.
func (s *sentence) forbids(verb slot) bool {
	for i, f := range s.words {
		if !f.slots.has(verb) || f.quoted {
			continue
		}
		if f.negated {
			return true
		}
		for k, g := range s.words[i+1:] {
			if g.slots.has(slotNeg) && g.start-f.end <= near {
				rest := s.words[i+k+2:]
				return len(rest) == 0 || rest[0].start-g.end > 12
			}
		}
	}
	return false
}

// conceals reports whether the sentence has something kept quiet: what was just said, what it does, or all of it. A
// claim that is not to be made ("do not say that a refund is certain") does not count.
func (s *sentence) conceals() bool {
	if s.meets(slotConceal, slotSend, slotPut, slotRun, slotThis) {
		return true
	}
	if !s.forbids(slotTell) {
		return false
	}
	last := s.words[len(s.words)-1]
	all := s.end-last.end < 12 && last.slots.any(slotTell, slotUser, slotNeg) &&
		(s.then(slotTell, slotUser, 8) || s.then(slotUser, slotTell, 24))
	return s.said.has(slotThis) || all ||
		s.slots.any(slotPut, slotSend, slotRun, slotPay, slotCredential)
}

// hides reports whether something is to be kept from the user.
func (w *window) hides() bool { return w.said.has(slotUser) && w.either((*sentence).conceals) }

// unasked reports whether the user's consent is skipped or claimed.
func (w *window) unasked() bool {
	skipped := func(s *sentence) bool {
		for i, f := range s.words {
			if f.slots.has(slotAsking) && (f.negated || i > 0 && s.words[i-1].slots.has(slotNeg)) {
				return true
			}
		}
		return s.then(slotAsking, slotNeg, 12)
	}
	return w.has(slotAgreed) || w.either(skipped)
}

// asks reports whether the user is to be asked, which no attack wants.
func (w *window) asks() bool { return w.slots.has(slotAsking) && w.said.has(slotUser) && !w.unasked() }

// moves reports whether something is put or sent somewhere.
func (w *window) moves() bool { return w.any(slotPut, slotSend) }

// judgeActs adds what a text would have its reader do. It answers the text's sentences and the lexicon they were read
// with, or nil for a text that is too short or too long to read.
func (t *toolScan) judgeActs(seg *segment, v *view) (*slotLexicon, []sentence) {
	t.lits = t.s.literals.find(t.lits[:0], v.text)
	for _, hit := range t.lits {
		if check := t.s.literals.words[hit.word].check; check != "" && (check != "role_marker" || !aloneInQuotes(v.text, hit)) {
			t.told(seg, v, check, t.s.checks[check].points, int(hit.start), int(hit.end))
		}
	}
	if seg.kind == kindParamName {
		t.parameterName(seg, v)
	}
	if len(v.text) < minWording || len(v.text) > MaxInspect {
		return nil, nil
	}

	x, read := t.reading(seg, v)
	people := t.toPeople(x, read)
	for i := range read {
		t.window(seg, v, read, i, people)
	}
	if !t.fromOutside() && t.textKind != "readme" {
		t.carriedOff(seg, v, read)
	}
	return x, read
}

// maxSteps is how many sentences, such as items of a list, may lie between taking something and sending it off.
const maxSteps = 8

// carriedOff finds what is taken in one sentence and sent to an address in a later one.
func (t *toolScan) carriedOff(seg *segment, v *view, read []sentence) {
	taken := -1
	for i := range read {
		s := &read[i]
		sent := s.meets(slotSend, slotURL, slotMail, slotSink) && !s.said.has(slotGuard)
		if sent && taken >= 0 && i-taken <= maxSteps {
			w := window{now: s}
			start, end := w.span(of(slotSend, slotURL, slotMail, slotSink))
			t.told(seg, v, "data_to_url", 45, start, end)
			return
		}
		if s.meets(slotCredential, slotRead) || s.slots.has(slotPrivate, slotWhole) && s.slots.any(slotRead, slotPut) {
			taken = i
		}
	}
}

// mentioned are the quotations in sentences that speak of attackers or give examples: they report an order and do not
// give it.
func mentioned(v *view, read []sentence) []span {
	quotes := quotations(v.text)
	var out []span
	for _, s := range read {
		for len(quotes) > 0 && int(quotes[0].start) < s.end {
			if int(quotes[0].start) >= s.start && s.said.any(slotGuard, slotExample, slotRefuse) {
				out = append(out, quotes[0])
			}
			quotes = quotes[1:]
		}
	}
	return out
}

// aloneInQuotes tells a mentioned marker, alone between quotes, from one in use.
func aloneInQuotes(text string, hit literalHit) bool {
	start, end := int(hit.start), int(hit.end)
	return start > 0 && end < len(text) && strings.IndexByte("`\"'", text[start-1]) >= 0 && text[end] == text[start-1]
}

// parameterName judges the name of a parameter: one can ask for the contents of a secret file by itself.
func (t *toolScan) parameterName(seg *segment, v *view) {
	form := strings.ReplaceAll(readingForm(v.text), "_", " ")
	var said slots
	for _, word := range strings.Fields(form) {
		said |= t.s.languages[english].words[word]
	}
	for _, secret := range secretNames {
		if strings.Contains(form, secret) && said.any(slotData, slotRead) {
			t.add(seg, finding{check: "secret_parameter_name", end: len(seg.text)})
			return
		}
	}
}

// secretNames are files and variables with secrets, as parameters spell them.
var secretNames = []string{"id rsa", "id ed25519", "ssh key", "ssh private key", "etc passwd", "aws credentials",
	"env file", "dotenv", "seed phrase", "private key", "printenv"}

func (t *toolScan) window(seg *segment, v *view, all []sentence, i int, people bool) {
	now := &all[i]
	w := window{
		slots: now.slots,
		said:  now.said,
		now:   now,
		named: t.purpose,
	}
	w.source = t.fromOutside()
	w.outside = w.source || t.textKind == "readme"
	w.tool = seg.kind != kindText || slices.Contains([]string{"", "description", "other"}, t.textKind)
	w.name = seg.kind.identifier()
	w.param = w.tool && (seg.kind == kindParam || seg.kind == kindText)
	if i+1 < len(all) {
		w.next = &all[i+1]
		w.slots |= w.next.slots
		w.said |= w.next.said
	}
	// A sentence about attackers mentions what they do, unless it says where something goes.
	mention := now.said.has(slotGuard) && !w.any(slotURL, slotMail, slotSink, slotAccount) &&
		!w.has(slotCredential, slotParam)
	if seg.kind == kindParam && now.slots.has(slotData) && now.slots.any(slotPut, slotSend, slotWhole) {
		t.takesContents = true
	}

	for _, a := range t.s.acts {
		if !a.needs(&w) {
			continue
		}
		points := cmp.Or(a.points, t.s.checks[a.check].points)
		check := a.check
		if w.named&a.named != 0 {
			points = min(points, pointsNote)
			if check == "undeclared_execution" {
				check = "code_execution"
			}
		}
		if a.story && t.textKind == "prompt" {
			points = min(points, pointsStory)
		}
		if mention || people && !slices.Contains(toModels, check) {
			points = min(points, pointsMention)
		}
		start, end := w.span(a.shows)
		t.told(seg, v, check, points, start, end)
	}
}

// span covers the words that show an act, in the first sentence if one of them is there.
func (w *window) span(shows slots) (start, end int) {
	start = -1
	for _, s := range []*sentence{w.now, w.next} {
		if s == nil {
			continue
		}
		for _, f := range s.words {
			if f.slots&shows == 0 || f.quoted {
				continue
			}
			if start < 0 {
				start = f.start
			}
			end = f.end
		}
		if start >= 0 {
			return start, end
		}
	}
	return w.now.words[0].start, w.now.words[len(w.now.words)-1].end
}

// told adds a finding about a span of the view. What is only there after decoding is a finding of its own.
func (t *toolScan) told(seg *segment, v *view, check string, points, start, end int) {
	if t.fromOutside() && t.s.checks[check].dimension == PromptInjection && points > pointsMention {
		points = min(100, points+pointsOutside)
	}
	if seg.root != nil {
		t.add(seg, finding{check: check, points: points})
		if points >= pointsStory && seg.how != "tag characters" {
			t.add(seg, finding{check: "encoded_instruction", decoded: seg.how + ": " + shown(seg.text)})
		}
		return
	}

	from, to := v.raw(start, end)
	f := finding{
		check:  check,
		points: points,
		start:  from,
		end:    to,
	}
	if v.hides(start, end) {
		f.decoded = shown(v.text[start:end])
		if points >= pointsStory {
			t.add(seg, finding{
				check:   "disguised_instruction",
				start:   from,
				end:     to,
				decoded: f.decoded,
			})
		}
	}
	t.add(seg, f)
}

// minSpoken is how many common words show that a text was read in its language.
const minSpoken = 1

// maxTopical is how many sentences a text on a thing of the world may have: in a longer one a new order can follow.
const maxTopical = 2

// aboutModels are the slots of which a text has one that gives orders to a model rather than to people.
var aboutModels = []slot{slotModel, slotUser, slotSystem, slotTalk, slotCredential, slotVariable, slotTool, slotNamed,
	slotDespite, slotBecome, slotFree, slotTag, slotComment, slotSink, slotConfig}

// toModels are findings that only a model can be told.
var toModels = []string{"instruction_override", "role_change", "system_prompt_leak"}

// toPeople reports whether a text from outside, read in its language, names nothing that orders to a model are about.
// It addresses a person.
func (t *toolScan) toPeople(x *slotLexicon, all []sentence) bool {
	var said slots
	common := 0
	for _, s := range all {
		said |= s.said
		common += s.common
	}
	if t.textKind == "readme" {
		said &^= of(slotCredential) // where people keep their own
	}
	spoken := common >= minSpoken || len(x.parts) > 0 // the script tells the language too
	return (t.fromOutside() || t.textKind == "readme") && spoken && !said.any(aboutModels...)
}

// spare lowers findings of words where the slots say that nobody is told to do harm.
func (t *toolScan) spare(seg *segment, v *view, x *slotLexicon, all []sentence) {
	var said slots
	for _, s := range all {
		said |= s.said
	}
	people := t.toPeople(x, all)
	machine := said.any(slotModel, slotUser, slotCredential, slotParam, slotTool, slotURL, slotMail, slotAccount)
	topical := len(all) <= maxTopical && !said.has(slotEmit) &&
		slices.ContainsFunc(all, func(s sentence) bool { return s.topical() })
	guards := len(all) > 0 && all[0].said.has(slotGuard) && !said.has(slotModel, slotYour)

	guarded := 0
	if guards {
		_, guarded = v.raw(0, all[0].end)
	}
	usage := seg.kind != kindText && !said.any(slotDrop, slotConceal, slotCredential, slotVariable, slotSystem,
		slotDespite, slotBecome, slotFree, slotThreat, slotTag, slotComment)

	for i := range t.found {
		f := &t.found[i]
		if f.seg != seg {
			continue
		}
		var spared bool
		switch f.check {
		case "order_by_wording":
			// What a tool says in the words of an order, about nothing that an attack is about, tells how to use it.
			spared = people || usage && x.reads(seg.text[f.start:f.end]) || topical && !machine
		case "instruction_override", "role_change":
			spared = topical && !machine
		default:
			continue
		}
		if spared || guards && f.end <= guarded {
			f.points = min(f.points, pointsMention)
		}
	}
}

// What of a sentence's words must be in a lexicon for it to be read: a third, but for the shortest, which are names.
const (
	readShare    = 3
	unreadLength = 16 // bytes of letters
)

// reads reports whether the lexicon has enough of the words of each sentence of a text to say that it orders nothing.
func (x *slotLexicon) reads(text string) bool {
	v := viewOf(text)
	text = readingForm(v.text)
	words := wordsOf(text)
	var letters, all, known int
	read := func() bool { return letters <= unreadLength || known*readShare >= all }

	for i, at := range words {
		first, size := utf8.DecodeRuneInString(text[at[0]:])
		switch {
		case size == at[1]-at[0] && strings.ContainsRune(".!?;\n。！？", first):
			if !read() {
				return false
			}
			letters, all, known = 0, 0, 0
		case unicode.IsLetter(first) && !strings.Contains(text[at[0]:at[1]], "_"):
			letters += at[1] - at[0]
			all++
			if s, _ := x.at(text, words, i); s != 0 || unspaced(first) && x.hasPart(text[at[0]:at[1]]) {
				known++
			}
		}
	}
	return read()
}

// hasPart reports whether a run of a script without blanks has a word of the lexicon.
func (x *slotLexicon) hasPart(run string) bool {
	for part := range x.parts {
		if strings.Contains(run, part) {
			return true
		}
	}
	return false
}
