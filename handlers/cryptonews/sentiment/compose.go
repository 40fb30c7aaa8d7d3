package sentiment

import (
	"math"
	"strings"
)

// hit is an entry of the lexicon found in a text, and later what it is worth there.
type hit struct {
	*entry
	from, to int // tokens
	chunk    int
	value    float64
	used     bool // taken into another hit
	flipped  bool // by a foe
	thing    *hit // what moves, or is moved
}

// line is a text with what was found in it.
type line struct {
	tokens []token
	chunks []int  // of each token: statements are parted by marks and by words such as "as" and "after"
	under  []bool // of each token: in a statement that only goes along with another
	hits   []*hit
	at     []*hit   // hit that covers a token
	small  []*entry // small word that begins at a token; one more than tokens
}

func newLine(lex *lexicon, text string) *line {
	l := &line{tokens: lex.tokenize(text)}
	n := len(l.tokens)
	l.chunks = make([]int, n)
	l.under = make([]bool, n)
	l.at = make([]*hit, n)
	l.small = make([]*entry, n+1)
	chunk := 0
	stopped := 0
	under := false
	for i := range l.tokens {
		if e, _ := match(lex.small, l.tokens, i); e != nil {
			l.small[i] = e
		}
		if stop := l.stop(lex, i); l.tokens[i].mark {
			chunk++
			under = false
		} else if i >= stopped && stop != nil {
			chunk++
			under = stop.kind == kindUnder
			stopped = i + len(stop.words)
		}
		l.chunks[i] = chunk
		l.under[i] = under
	}

	for i := 0; i < len(l.tokens); {
		e, end := match(lex.valued, l.tokens, i)
		if e == nil {
			if sign := l.tokens[i].sign; sign != 0 {
				l.add(&hit{
					entry: &entry{kind: kindWord},
					from:  i,
					to:    i + 1,
					chunk: l.chunks[i],
					value: float64(sign) * 1.5,
				})
			}
			i++
			continue
		}
		l.add(&hit{
			entry: e,
			from:  i,
			to:    end,
			chunk: l.chunks[i],
			value: e.value,
		})
		i = end
	}

	return l
}

// stop is the conjunction at token i that begins a statement, nil if there is none.
func (l *line) stop(lex *lexicon, i int) *entry {
	for _, e := range lex.small[l.tokens[i].text] {
		switch e.kind {
		case kindStop, kindUnder, kindDespite, kindBut:
			if _, ok := matchAt(e.words, l.tokens, i); ok {
				return e
			}
		}
	}
	return nil
}

func (l *line) add(h *hit) {
	l.hits = append(l.hits, h)
	for i := h.from; i < h.to; i++ {
		l.at[i] = h
	}
}

// compose joins moves with the things that move: "outflows slow", "erases gains", "falling demand". What a move acts on comes
// first, from the end of the text, so that "rejects calls to lower tax" finds the lower tax already made.
func (l *line) compose() {
	for n := len(l.hits) - 1; n >= 0; n-- {
		h := l.hits[n]
		if h.kind != kindMove || h.used {
			continue
		}
		if h.object == 'x' && l.startsFrom(h) {
			h.value = 0
			continue
		}

		if thing := l.objectOf(h); thing != nil {
			l.join(h, thing)
		}
	}
	for _, h := range l.hits {
		if h.kind != kindMove || h.used || h.thing != nil || h.object == 'x' && l.startsFrom(h) || h.object == 'a' && !l.isLinked(h) {
			continue
		}
		if thing := l.subjectOf(h); thing != nil {
			l.join(h, thing)
			l.takeAlong(h, thing.from)
		}
	}
}

// join makes one statement of a move and its thing.
func (l *line) join(h, thing *hit) {
	polarity := sign(thing.value)
	if thing.kind == kindNoun {
		polarity = thing.dir
	}
	if h.object == 'w' && thing.value == 0 { // what is shrugged off is taken to be bad
		polarity = -1
	}
	strength := math.Min(2.2, math.Max(1.4, math.Max(math.Abs(h.entry.value), math.Abs(thing.entry.value))))
	h.value, h.thing, thing.used = h.dir*polarity*strength, thing, true
}

// startsFrom: an extreme that something comes from, "up from last year's low".
func (l *line) startsFrom(h *hit) bool {
	for i := h.from - 1; i >= max(0, h.from-4) && l.chunks[i] == h.chunk; i-- {
		if word := l.tokens[i].text; word == "from" || word == "since" {
			return true
		}
	}
	return false
}

// takeAlong uses up the other things of the same phrase: in "losses from crypto hacks drop" both of them.
func (l *line) takeAlong(h *hit, near int) {
	for i := near - 1; i >= 0 && near-i <= 4 && l.chunks[i] == h.chunk; i-- {
		if other := l.at[i]; other != nil && !other.used {
			if other.kind != kindNoun {
				return
			}
			other.used = true
		}
	}
}

// objectOf is the thing that a move acts on, or is of: "cuts losses", "surge in outflows", "slowing outflows".
func (l *line) objectOf(h *hit) *hit {
	reach := 6
	switch h.object {
	case 'w', 'r':
		reach = 12
	case 'd', 'a':
		reach = 3
	case 't':
	case 'x':
		reach = 1
	default:
		if !l.leadsOn(h) {
			return nil
		}
	}

	for i := h.to; i < len(l.tokens) && i < h.to+reach && l.chunks[i] == h.chunk; i++ {
		if found := l.at[i]; found != nil && found.kind != kindSkip {
			if l.canBeObject(h, found) {
				return l.head(found)
			}
			return nil
		}
		switch word := l.tokens[i].text; {
		case word == "and", h.object == 'r' && (word == "with" || word == "at" || word == "by" || word == "than"),
			h.object != 'w' && h.object != 'r' && blocksObject(word):
			return nil
		}
	}

	return nil
}

// head is the last of the things that stand side by side, which the others only describe: "interest ban", "outflow streak".
func (l *line) head(thing *hit) *hit {
	for thing.kind == kindNoun && thing.to < len(l.tokens) && l.chunks[thing.to] == thing.chunk {
		next := l.at[thing.to]
		if next == nil || next.kind != kindNoun || next.used {
			break
		}
		thing.used = true
		thing = next
	}
	return thing
}

// canBeObject: things can be acted on by every move; statements by those that reject, avoid or end something.
func (l *line) canBeObject(h, found *hit) bool {
	if found.used || found.kind == kindFoe {
		return false
	}
	switch {
	case found.kind == kindNoun:
		return h.object != 'd' || found.dir < 0
	case found.value == 0, h.object == 'a':
		return false
	case found.kind == kindMove:
		return h.object != 'd' && (found.object == 'n' || found.object == 'd' || found.thing != nil)
	case h.object == 't':
		return found.from-h.to <= 2
	}
	return h.object == 'r' || h.object == 'w'
}

// leadsOn: a move that takes no object is of the thing behind it in "surge in outflows" and in "falling demand".
func (l *line) leadsOn(h *hit) bool {
	if strings.HasSuffix(l.tokens[h.to-1].text, "ing") {
		return true
	}
	return h.to < len(l.tokens) && (l.tokens[h.to].text == "in" || l.tokens[h.to].text == "of")
}

func blocksObject(word string) bool {
	switch word {
	case "on", "to", "over", "by", "with", "at", "below", "above", "under", "from", "for", "against", "into", "than", "toward", "towards", "near", "is", "are":
		return true
	}
	return false
}

// subjectOf is the thing before a move that does the moving: "inflows into bitcoin funds dry up". A price that moves
// has none, and what precedes a verb of cause ("hack sends token down") is not it.
func (l *line) subjectOf(h *hit) *hit {
	for i := h.from - 1; i >= 0 && h.from-i <= 7 && l.chunks[i] == h.chunk; i-- {
		word := l.tokens[i].text
		next := i == h.from-1
		if word == "and" || word == "or" || word == "of" && (next || i == h.from-2 && l.tokens[i+1].text == "a") { // "risk of a drop"
			return nil
		}
		if h.object != 'x' && !next && (word == "to" && !l.isLinked(h) || l.causes(i)) { // "fees to rise" is a subject
			return nil
		}

		found := l.at[i]
		switch {
		case found == nil:
			continue
		case found.thing != nil && h.object == 'x': // exchange balances fall to a record low
			return found.thing
		case found.kind == kindMove && h.object == 'x': // bitcoin sinks to a record low
			continue
		case found.used:
			return nil
		case found.kind == kindNoun:
			return l.whole(found)
		case found.kind == kindMove && l.asThing(found, h):
			return found
		}

		return nil
	}
	return nil
}

// isLinked: the move stands behind "is" or the like, "risk to banks is overstated".
func (l *line) isLinked(h *hit) bool {
	if h.from == 0 {
		return false
	}
	switch l.tokens[h.from-1].text {
	case "is", "are", "was", "were", "be", "been", "stay", "stays", "remain", "remains", "look", "looks", "get", "gets", "got", "turn", "turns":
		return true
	}
	return false
}

// whole is what a subject is part of: in "ban on staking scrapped" the ban.
func (l *line) whole(part *hit) *hit {
	for i := part.from - 1; i >= max(1, part.from-3) && l.at[i] == nil && l.chunks[i] == part.chunk; i-- {
		switch l.tokens[i].text {
		case "on", "of", "for", "over", "against", "about", "from", "in":
			if whole := l.at[i-1]; whole != nil && whole.kind == kindNoun && !whole.used && whole.chunk == part.chunk {
				part.used = true
				return whole
			}
			return part
		}
	}
	return part
}

func (l *line) causes(i int) bool {
	e := l.small[i]
	return e != nil && e.kind == kindCause
}

// asThing: a move can be the thing that another one is about: "rally fizzles", "slump of the year is over".
func (l *line) asThing(noun, h *hit) bool {
	last := l.tokens[noun.to-1].text
	if noun.object != 'n' && noun.object != 'd' || noun.value == 0 || noun.thing != nil || strings.HasSuffix(last, "ing") || strings.HasSuffix(last, "ed") {
		return false
	}
	next := l.tokens[noun.to].text
	return h.from-noun.to <= 1 || next == "of" || next == "in"
}

// flipFoes turns round what happens to those who bet on falling prices, or steal.
func (l *line) flipFoes() {
	for _, foe := range l.hits {
		if foe.kind != kindFoe || foe.used {
			continue
		}
		for _, h := range l.hits {
			behind := h.from - foe.to
			before := foe.from - h.to
			if h == foe || h.used || h.flipped || h.chunk != foe.chunk || h.value == 0 || h.kind == kindFoe || behind > 6 || before > 2 {
				continue
			}
			if h.kind == kindAmends {
				foe.value = 0
				continue
			}

			if behind >= 0 && h.value > 0 && foe.entry.value < -1.5 { // thieves do no good
				h.value = -h.value
			} else if h.value < 0 && foe.entry.value > -1.5 {
				h.value = -h.value
			} else {
				continue
			}
			h.flipped = true
			foe.value = 0
		}
	}
}

func sign(x float64) float64 {
	if x < 0 {
		return -1
	}
	return 1
}
