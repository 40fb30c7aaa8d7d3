package names

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// company is the parts of a company's name.
type company struct {
	core   []word
	forms  []LegalForm
	tokens []token
	cut    bool // the text is as long as a column that cuts names
}

// form is the legal form that is compared; none gives the zero value.
func (c *company) form() LegalForm {
	if len(c.forms) == 0 {
		return LegalForm{}
	}
	return c.forms[0]
}

// readCompany divides a company's name (or a vessel's, which has a ship prefix in place of a legal
// form) into core and legal form.
func (e *Engine) readCompany(s string, k Kind) company {
	ws := joinAmpersands(words(s, splitJoined))
	var c company
	if k == Vessel {
		c.core = partNumbers(withoutPrefix(ws))
	} else {
		c.cut = maybeCut(s)
		if c.cut {
			ws = e.forms.stripCut(ws)
		}
		c.core, c.forms = e.forms.strip(e.forms.stripBegun(ws))
		c.core, c.forms = e.forms.unglue(c.core, c.forms)
	}

	if len(c.core) > 1 && c.core[0].text == "the" {
		c.core = c.core[1:]
	}
	c.tokens = e.companyTokens(c.core)
	return c
}

// NameIn is what a text has of a company's name when legal forms are taken away: "" where that is nothing, or articles
// and the like of one language (de la). Words of two languages are a name (El Al, E.ON), and so is one before a legal
// form (On AG), unless it links (of). A company has the forms of one country, so that SAS AB is AB's name. Forms in
// English are nobody's initials.
func (e *Engine) NameIn(text string) string {
	const before = "x " // a form is one behind a word
	read := e.readCompany(before+text, Company)
	var core, short []string
	tells := false
	for _, w := range read.core[1:] {
		core = append(core, w.text)
		switch {
		case !e.words.stop[w.text]:
			tells = true
		case !strings.Contains(linking, " "+w.text+" "):
			short = append(short, w.text)
		}
	}

	name := strings.Join(core, " ")
	if tells || len(short) > 1 && !ofOneLanguage(short) || len(short) == 1 && len(read.forms) > 0 {
		return name
	}
	if slices.ContainsFunc(read.forms, func(f LegalForm) bool { return initials(f, read.forms[0]) }) {
		return text
	}
	return ""
}

// linking are words that name nobody before a legal form either.
const linking = " the of and for "

// ofOneLanguage says whether one of the languages has all of these words.
func ofOneLanguage(words []string) bool {
	return slices.ContainsFunc(stopWords, func(language string) bool {
		of := strings.Fields(language)
		return !slices.ContainsFunc(words, func(word string) bool { return !slices.Contains(of, word) })
	})
}

// initials says whether a legal form before that of another country is a name.
func initials(form, last LegalForm) bool {
	return form.Display == strings.ToUpper(form.Display) && last.Country != "" && last.Country != form.Country &&
		!slices.Contains([]string{"", "GB", "US"}, form.Country)
}

// withoutPrefix is a ship's name without the words before it that tell its kind.
func withoutPrefix(ws []word) []word {
	for len(ws) > 1 && strings.Contains(shipPrefixes, " "+ws[0].text+" ") {
		ws = ws[1:]
	}
	return ws
}

// shipPrefixes come before a ship's name and tell its kind.
const shipPrefixes = " mv mt ms ss mts mvs fv my sv rv uss hms motor vessel tanker m v t s "

// Weights of the words of a company's name.
const (
	weightCore    = 1.0
	weightShort   = 0.75 // a word of one to three letters
	weightGeneric = 0.4
	weightPlace   = 0.6
	weightStop    = 0.08
	weightAside   = 0.15 // in parentheses
	weightNumber  = 0.6
)

func (e *Engine) companyTokens(core []word) []token {
	out := make([]token, 0, len(core))
	for i, w := range core {
		if n := romanNumber(w.text); n != "" && i > 0 && (len(w.text) > 1 || i == len(core)-1) {
			w.text = n
		}
		alias := cmp.Or(w.joined, e.words.shortFor[w.text])
		r, weight := coreWeight(w)
		again := func(t token) bool { return t.text == w.text }
		switch {
		case w.aside && slices.ContainsFunc(out, again): // 20 Repair Plant (20 ARZ)
			r = light
			weight = weightAside
		case hasDigit(w.text) && !ordinal(w.text):
			r = number
			weight = weightNumber
		case e.words.stop[w.text] && len(core) > 1:
			r = light
			weight = weightStop
		case e.words.places[w.text] != "":
			alias = e.words.places[w.text]
			r = place
			weight = weightPlace
		case w.aside:
			r = light
			weight = weightAside
		case e.words.generic[w.text] || e.words.generic[alias]:
			r = generic
			weight = weightGeneric
		}
		t := e.token(w, r, weight)
		t.alias = alias
		t.others = readingsOf(w.others)
		t.concept = w.concept
		e.tell(&t, Company)
		t.bits = min(t.bits, e.bitsOfMeaning(w))
		out = append(out, t)
	}

	if len(out) > maxTokens {
		out = out[:maxTokens]
	}
	return out
}

func coreWeight(w word) (role, float64) {
	if len(w.text) <= 3 {
		return core, weightShort
	}
	return core, weightCore
}

var romanNumbers = strings.Fields("i ii iii iv v vi vii viii ix x xi xii")

// romanNumber is the number that a Roman numeral up to 12 stands for, else empty.
func romanNumber(s string) string {
	if i := slices.Index(romanNumbers, s); i >= 0 {
		return strconv.Itoa(i + 1)
	}
	return ""
}

// Scores that a company's name cannot pass.
const (
	capNumber  = 75 // Fund II against Fund III
	capGeneric = 70 // nothing but generic words agree
	capAcronym = 86 // IBM against its words
	capTrade   = 84 // Apple Inc against Apple Bank, with no form in common
)

// agreed adds up the words of firms and products that agree, and notes them: initials agree with their name in part.
func (t *tally) agreed(a, b []token, pairs []pair) (sum, weight, sounds float64) {
	for _, p := range pairs {
		w := (a[p.a].weight + b[p.b].weight) / 2
		if p.code == Initials {
			p.sim = 0.7
		}
		sum += w * p.sim
		weight += w
		if p.sim >= agreeSound {
			sounds += w
		}
		t.note(p.code, round(100*p.sim), a[p.a].text, b[p.b].text)
	}
	return sum, weight, sounds
}

// compareCompanies scores two company names: words pair one to one, generic words weigh little,
// words left over on both sides are a conflict, on one side a smaller loss.
func (e *Engine) compareCompanies(t *tally, fa, fb *Form, r *Result) {
	a, b := e.meet(t, fa, fb)
	if e.acronym(t, a, b) {
		r.Components.TokenAlignment = capAcronym / 100.0
		e.compareForms(t, &fa.company, &fb.company, r)
		return
	}

	if len(a) != len(b) && unspaced(t, a, b) {
		r.Components.TokenAlignment = scoreSpaced / 100.0
		bits := min(fa.Bits(), fb.Bits())
		r.Evidence = Evidence{Bits: bits, Named: bits, Same: true, Covered: true}
		e.compareForms(t, &fa.company, &fb.company, r)
		return
	}

	pairs, restA, restB := e.align(a, b)
	restA = e.unexplained(a, b, restA, pairs, func(p pair) int { return p.b })
	restB = e.unexplained(b, a, restB, pairs, func(p pair) int { return p.a })
	sum, weight, sounds := t.agreed(a, b, pairs)
	anyCore := false
	ordered := true
	for i, p := range pairs {
		anyCore = anyCore || (a[p.a].role == core || b[p.b].role == core) && p.sim >= 0.8 && p.code != Initials
		for _, q := range pairs[:i] {
			ordered = ordered && (p.a < q.a) == (p.b < q.b)
		}
	}

	ua := left(a, restA)
	ub := left(b, restB)
	conflict := min(ua, ub)
	weight += conflict
	if weight == 0 {
		t.points = 0
		return
	}

	if sameWriting(fa.han, fb.han) {
		r.Evidence = evidence(a, b, pairs, restA, restB)
	}
	r.Components.TokenAlignment = sum / weight
	r.Components.Phonetic = min(1, sounds/weight)
	t.points = 100 * sum / weight

	if wa, wb := textsOf(a, restA), textsOf(b, restB); wa != "" || wb != "" {
		missing := missingWords(a, restA, conflict)
		if ub > ua {
			missing = missingWords(b, restB, conflict)
		}
		t.points -= missing
		if wa != "" && wb != "" {
			t.note(DifferentWord, 0, wa, wb)
		} else {
			t.note(MissingWord, -round(missing), wa, wb)
		}
	}

	if !ordered {
		t.take(WordOrder, 3, "", "")
	}
	if !anyCore && (hasCore(a) || hasCore(b)) && t.points > capGeneric {
		t.limit(DifferentWord, capGeneric, coreOf(a), coreOf(b))
	}

	sameForm := fa.company.form().Class == fb.company.form().Class
	if !sameForm && (fa.wholeWord() && e.trade(b, restB) || fb.wholeWord() && e.trade(a, restA)) {
		t.limit(DifferentWord, capTrade, textsOf(a, restA), textsOf(b, restB))
	}
	if !cutShort(t, fa, fb, a, b) {
		compareNumbers(t, a, b)
	}
	e.compareForms(t, &fa.company, &fb.company, r)
	if fa.Text == fb.Text && t.points >= 100 {
		t.note(Exact, 100, "", "")
	}
}

// wholeWord says whether a name is one word and a legal form: it is short for no longer one.
func (f *Form) wholeWord() bool { return f.HasLegalForm() && heavy(f.tokens) == 1 }

// trade says whether one of the words left over says what a company deals in.
func (e *Engine) trade(ts []token, rest []int) bool {
	return slices.ContainsFunc(rest, func(i int) bool {
		return e.words.trades[ts[i].text] || e.words.trades[ts[i].alias]
	})
}

// unexplained are the words left over whose meaning the other name lacks. A word in another writing stands for several
// English words, as 重工 for heavy industries, and several for one.
func (e *Engine) unexplained(ts, others []token, rest []int, pairs []pair, other func(pair) int) []int {
	return slices.DeleteFunc(rest, func(i int) bool {
		return slices.ContainsFunc(pairs, func(p pair) bool {
			o := &others[other(p)]
			if p.sim < agreeCovered || !o.concept && !ts[i].concept {
				return false
			}
			sim, _ := e.agree(&ts[i], o)
			return sim >= agreeCovered
		})
	})
}

// sameWriting says whether the characters of one of two Chinese names are in the other in the same order, as those of a
// short name are. Names that only sound alike have no evidence.
func sameWriting(a, b string) bool {
	if len(a) > len(b) {
		return sameWriting(b, a)
	}
	rest := []rune(a)
	for _, r := range b {
		if len(rest) > 0 && rest[0] == r {
			rest = rest[1:]
		}
	}
	return a == "" || len(rest) == 0
}

// missingWords is the points lost for words of one side that the other lacks, after those that count as
// conflicts: generic words are left out more often than the words that make the name.
func missingWords(ts []token, rest []int, conflict float64) float64 {
	points := 0.0
	weight := 0.0
	for _, i := range rest {
		per := 25.0
		if ts[i].role == generic || ts[i].role == place {
			per = 18
		}
		points += per * ts[i].weight
		weight += ts[i].weight
	}
	if weight == 0 {
		return 0
	}
	return points * (weight - conflict) / weight
}

// scoreSpaced is for names that differ only in spaces: Face Book, Facebook.
const scoreSpaced = 97

// unspaced scores names that differ only in spaces, and says whether these do.
func unspaced(t *tally, a, b []token) bool {
	ja := allText(a)
	jb := allText(b)
	if ja != jb || len(ja) <= 3 {
		return false
	}
	t.points = scoreSpaced
	t.note(Spacing, scoreSpaced, ja, jb)
	return true
}

func allText(ts []token) string {
	var s strings.Builder
	for _, t := range ts {
		s.WriteString(t.text)
	}
	return s.String()
}

func hasCore(ts []token) bool { return coreOf(ts) != "" }

func coreOf(ts []token) string {
	s := ""
	for _, t := range ts {
		if t.role == core {
			if s != "" {
				s += " "
			}
			s += t.text
		}
	}
	return s
}

// acronym scores a word that is the initials of the other side's words.
func (e *Engine) acronym(t *tally, a, b []token) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) != 1 || len(a[0].text) < 3 || len(b) < 3 {
		return false
	}

	all := ""
	heavyOnly := ""
	for _, w := range b {
		all += w.text[:1]
		if w.role != light {
			heavyOnly += w.text[:1]
		}
	}

	if a[0].text != all && a[0].text != heavyOnly {
		return false
	}
	t.points = capAcronym
	t.note(Initials, capAcronym, a[0].text, allWords(b))
	return true
}

func allWords(ts []token) string {
	s := make([]string, len(ts))
	for i, t := range ts {
		s[i] = t.text
	}
	return strings.Join(s, " ")
}

// compareNumbers caps names whose numbers differ.
func compareNumbers(t *tally, a, b []token) {
	na := numbersOf(a)
	nb := numbersOf(b)
	switch {
	case na == nb:
	case na != "" && nb != "":
		t.limit(NumberConflict, capNumber, na, nb)
	default:
		t.limit(NumberConflict, 84, na, nb)
	}
}

func numbersOf(ts []token) string {
	var ns []string
	for _, t := range ts {
		if t.role == number {
			ns = append(ns, t.text)
		}
	}
	return sortedWords(strings.Join(ns, " "))
}

// compareForms weighs the legal forms: another class is another kind of company, a missing form is
// usual in data.
func (e *Engine) compareForms(t *tally, a, b *company, r *Result) {
	fa := a.form()
	fb := b.form()
	switch {
	case fa.Class == "" && fb.Class == "":
		r.LegalForm = "none"
	case fa.Class == "" || fb.Class == "":
		r.LegalForm = "missing"
		t.take(LegalFormCode, 1, fa.Display, fb.Display)
	case fa.Display == fb.Display:
		r.LegalForm = "same"
		t.note(LegalFormCode, 0, fa.Display, fb.Display)
	case fa.Class == fb.Class:
		r.LegalForm = "same_class"
		t.take(LegalFormCode, 2, fa.Display, fb.Display)
	default:
		r.LegalForm = "different"
		t.take(LegalFormCode, 4, fa.Display, fb.Display)
	}
}
