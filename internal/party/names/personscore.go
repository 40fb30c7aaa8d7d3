package names

import (
	"slices"
	"strings"
)

// comparePersons scores two personal names: the words are paired one to one whatever their order,
// each pair weighs by its part of the name, and what is left over on both sides counts as a conflict.
func (e *Engine) comparePersons(t *tally, fa, fb *Form, r *Result) {
	a, b := e.meet(t, fa, fb)
	a, b, east := e.eastern(a, b)
	pairs, restA, restB := e.align(a, b)
	if east {
		for i, p := range pairs {
			pairs[i].sim, pairs[i].code = e.agreeEastern(&a[p.a], &b[p.b])
		}
	}

	sum := 0.0
	weight := 0.0
	sounds := 0.0
	initials := false
	for _, p := range pairs {
		w := (a[p.a].weight + b[p.b].weight) / 2
		if p.code == Initials && (a[p.a].weight < weightGiven || b[p.b].weight < weightGiven) && !firstGiven(a, b, p) {
			// A middle initial agrees with its name as well as can be.
			sum += w
		} else {
			sum += w * p.sim
			initials = initials || p.code == Initials
		}
		weight += w
		if p.sim >= agreeSound && p.code != Initials || p.code == Initials {
			sounds += w
		}
		t.note(p.code, round(100*p.sim), a[p.a].text, b[p.b].text)
	}

	ua := left(a, restA)
	ub := left(b, restB)
	conflict := min(ua, ub)
	weight += conflict
	if weight == 0 {
		t.points = 0
		return
	}

	r.Evidence = evidence(a, b, pairs, restA, restB)
	r.Components.TokenAlignment = sum / weight
	r.Components.Phonetic = min(1, sounds/weight)
	t.points = 100 * sum / weight
	e.notePersonRest(t, a, b, restA, restB, conflict)
	t.points -= 8 * (max(ua, ub) - conflict)

	if len(restA)+len(restB) == 0 && t.points >= 100 && fa.Text == fb.Text {
		t.note(Exact, 100, "", "")
	}
	e.capPersons(t, fa, fb, a, b, pairs, initials)
}

// meet gives the words of both sides with split words joined where the other side joins them.
func (e *Engine) meet(t *tally, fa, fb *Form) (a, b []token) {
	a = fa.tokens
	b = fb.tokens
	if fa.Text == fb.Text {
		return a, b
	}
	var ja, jb bool
	a, ja = e.joinSplit(a, b)
	b, jb = e.joinSplit(b, a)
	if ja || jb {
		t.note(Spacing, 100, fa.Text, fb.Text)
	}
	return a, b
}

// firstGiven says whether both sides of a pair are a first given name or a family name, where an
// initial stands for the whole name.
func firstGiven(a, b []token, p pair) bool {
	return a[p.a].role != middle && b[p.b].role != middle
}

func left(ts []token, rest []int) float64 {
	sum := 0.0
	for _, i := range rest {
		sum += ts[i].weight
	}
	return sum
}

func (e *Engine) notePersonRest(t *tally, a, b []token, restA, restB []int, conflict float64) {
	if t.quiet {
		return
	}
	wa := textsOf(a, restA)
	wb := textsOf(b, restB)
	switch {
	case wa != "" && wb != "" && conflict > weightLight:
		t.note(DifferentWord, 0, wa, wb)
	case wa != "" || wb != "":
		t.note(MissingWord, -round(8*(left(a, restA)+left(b, restB))), wa, wb)
	}
}

func textsOf(ts []token, idx []int) string {
	s := ""
	for i, k := range idx {
		if i > 0 {
			s += " "
		}
		s += ts[k].text
	}
	return s
}

// Scores that a personal name cannot pass.
const (
	capSuffix    = 80 // Jr against Sr
	capTitle     = 80 // Mr against Mrs
	capOneWord   = 80 // one word against several
	capFamily    = 80 // family names that do not agree
	capGiven     = 82 // given names that do not agree
	capPhonetic  = 90 // nothing but sound
	capMiddle    = 82 // middle names that do not agree
	capOtherName = 75 // a middle initial that may be of the other's first name
	capInitialOf = 84 // an initial and a common family name
	capSound     = 90 // read by its sound alone
)

// commonSurname is the rank up to which a family name is so common that it and an initial do not
// name a person: about half of the people in the United States bear one of the first 2000 names.
const commonSurname = 300

func (e *Engine) capPersons(t *tally, fa, fb *Form, a, b []token, pairs []pair, initials bool) {
	pa := &fa.person
	pb := &fb.person
	text := func(ws []word) string {
		if t.quiet {
			return ""
		}
		return joinTexts(ws)
	}

	switch {
	case pa.suffix == pb.suffix:
	case pa.suffix != "" && pb.suffix != "":
		t.limit(SuffixConflict, capSuffix, pa.suffix, pb.suffix)
	default:
		t.take(SuffixConflict, 4, pa.suffix, pb.suffix)
	}

	if sa, sb := e.sexOf(pa), e.sexOf(pb); sa != 0 && sb != 0 && sa != sb {
		t.limit(TitleConflict, capTitle, strings.Join(pa.titles, " "), strings.Join(pb.titles, " "))
	}
	if heavy(a) == 1 != (heavy(b) == 1) {
		t.limit(OneWord, capOneWord, fa.Text, fb.Text)
	}

	// Where a family name was joined to the word before it, no word is left to ask for.
	familyA := !has(a, family)
	familyB := !has(b, family)
	givenOK := false
	soundOnly := len(pairs) > 0
	for _, p := range pairs {
		x := a[p.a]
		y := b[p.b]
		if p.sim >= 0.8 && p.code != Initials {
			familyA = familyA || x.role == family
			familyB = familyB || y.role == family
		}
		if p.sim >= agreeLeast && (x.role == given || y.role == given || x.role == middle || y.role == middle) {
			givenOK = true
		}
		soundOnly = soundOnly && p.code == Phonetic
		if p.code == DifferentName && (x.role == family || y.role == family) {
			t.limit(FamilyConflict, capFamily, x.text, y.text) // of two family names one is another
		}
	}

	if !familyA || !familyB {
		t.limit(FamilyConflict, capFamily, text(pa.family), text(pb.family))
	}
	if !givenOK && heavy(a) > 1 && heavy(b) > 1 {
		t.limit(DifferentName, capGiven, text(pa.given), text(pb.given))
	}

	if x, y := loneMiddles(a, b, pairs); x != "" && y != "" {
		t.limit(DifferentName, capMiddle, x, y)
	}
	if soundOnly {
		t.limit(Phonetic, capPhonetic, "", "")
	}

	if initials {
		e.capInitial(t, a, b, pairs)
	}
	if x, y := initialInstead(a, b, pairs); x != "" {
		t.limit(Initials, capOtherName, x, y)
	}
}

// initialInstead gives the first names of both sides where one is known to the other by its middle initial only, and
// the first name before that initial agrees with nothing: Carol I. Petrov may be an Ivan Petrov, but so may anybody.
// Empty where the names agree otherwise.
func initialInstead(a, b []token, pairs []pair) (string, string) {
	for _, p := range pairs {
		if p.code != Initials {
			continue
		}

		x := &a[p.a]
		y := &b[p.b]
		if len(x.text) == 1 && x.role == middle && y.role == given && len(y.text) > 1 {
			if first := loneFirst(a, pairs, func(p pair) int { return p.a }); first != "" {
				return first, y.text
			}
		}

		if len(y.text) == 1 && y.role == middle && x.role == given && len(x.text) > 1 {
			if first := loneFirst(b, pairs, func(p pair) int { return p.b }); first != "" {
				return x.text, first
			}
		}
	}
	return "", ""
}

// loneFirst is the first given name of a side when it is written out and agrees with nothing, else empty.
func loneFirst(ts []token, pairs []pair, side func(pair) int) string {
	for i, t := range ts {
		if t.role != given {
			continue
		}
		for _, p := range pairs {
			if side(p) == i && p.sim >= agreeLeast {
				return ""
			}
		}
		if len(t.text) > 1 {
			return t.text
		}
	}
	return ""
}

// loneMiddles are the middle names of both sides that agree with nothing, empty when one side has none:
// John Michael Smith and John Robert Smith are two people more often than one.
func loneMiddles(a, b []token, pairs []pair) (string, string) {
	var metA, metB [maxTokens]bool
	for _, p := range pairs {
		metA[p.a], metB[p.b] = p.sim >= agreeLeast, p.sim >= agreeLeast
	}
	lone := func(ts []token, met *[maxTokens]bool) string {
		for i, t := range ts {
			if t.role == middle && !met[i] {
				return t.text
			}
		}
		return ""
	}
	return lone(a, &metA), lone(b, &metB)
}

// capInitial holds back J Smith and John Smith: an initial and a common family name agree by chance
// too often. With a rare family name, or a middle name that agrees too, they may match.
func (e *Engine) capInitial(t *tally, a, b []token, pairs []pair) {
	further := 0
	rank := 0
	for _, p := range pairs {
		if a[p.a].role == middle || b[p.b].role == middle {
			further++
		}
		if a[p.a].role == family && b[p.b].role == family {
			rank = e.surname[a[p.a].text]
		}
	}
	if further == 0 && rank > 0 && rank <= commonSurname {
		t.limit(CommonName, capInitialOf, "", "")
	}
}

func has(ts []token, r role) bool {
	return slices.ContainsFunc(ts, func(t token) bool { return t.role == r })
}

func heavy(ts []token) int {
	n := 0
	for _, t := range ts {
		if t.role != light {
			n++
		}
	}
	return n
}

// sexOf is the sex that the titles tell, 0 when they tell none.
func (e *Engine) sexOf(p *person) byte {
	for _, w := range p.titles {
		if s := e.words.titles[w]; s == 'm' || s == 'f' {
			return s
		}
	}
	return 0
}

func joinTexts(ws []word) string {
	s := ""
	for i, w := range ws {
		if i > 0 {
			s += " "
		}
		s += w.text
	}
	return s
}

func round(x float64) float64 {
	if x < 0 {
		return -round(-x)
	}
	return float64(int(10*x+0.5)) / 10
}

// GivenNamesAgree says whether the first given names of two persons agree, as the same name, a
// variant, a nickname, an initial or with a slip. It is for judging whether other facts that people
// of one family share (address, for twins the date of birth) say that it is one person. False for other
// kinds.
func (e *Engine) GivenNamesAgree(a, b *Form) bool {
	if a.Kind != Person || b.Kind != Person {
		return false
	}
	for _, x := range a.tokens {
		for _, y := range b.tokens {
			// With swapped or broken names a given name may stand as the family name.
			if x.role != light && y.role != light && (x.role == given || y.role == given) {
				if s, _ := e.agree(&x, &y); s >= agreeInitial {
					return true
				}
			}
		}
	}
	return false
}
