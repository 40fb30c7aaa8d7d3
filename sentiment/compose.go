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
	chunks []int // of each token: statements are parted by marks and by words such as "as" and "after"
	hits   []*hit
	at     map[int]*hit   // hit that covers a token
	small  map[int]*entry // small word that begins at a token
}

func newLine(lex *lexicon, text string) *line {
	l := &line{tokens: lex.tokenize(text), at: map[int]*hit{}, small: map[int]*entry{}}
	chunk, stopped := 0, 0
	l.chunks = make([]int, len(l.tokens))
	for i := range l.tokens {
		if e, _ := match(lex.small, l.tokens, i); e != nil {
			l.small[i] = e
		}
		if words := l.stops(lex, i); l.tokens[i].mark || i >= stopped && words > 0 {
			chunk++
			stopped = i + words
		}
		l.chunks[i] = chunk
	}
	for i := 0; i < len(l.tokens); {
		e, end := match(lex.valued, l.tokens, i)
		if e == nil {
			if sign := l.tokens[i].sign; sign != 0 {
				l.add(&hit{entry: &entry{kind: kindWord}, from: i, to: i + 1, chunk: l.chunks[i], value: float64(sign) * 1.5})
			}
			i++
			continue
		}
		l.add(&hit{entry: e, from: i, to: end, chunk: l.chunks[i], value: e.value})
		i = end
	}
	return l
}

// stops is the number of words of a conjunction that begins a statement at token i, 0 for none.
func (l *line) stops(lex *lexicon, i int) int {
	for _, e := range lex.small[l.tokens[i].text] {
		if e.kind == kindStop || e.kind == kindDespite || e.kind == kindBut {
			if _, ok := matchAt(e.words, l.tokens, i); ok {
				return len(e.words)
			}
		}
	}
	return 0
}

func (l *line) add(h *hit) {
	l.hits = append(l.hits, h)
	for i := h.from; i < h.to; i++ {
		l.at[i] = h
	}
}

// compose joins moves with the things that move: "outflows slow", "erases gains", "falling demand".
func (l *line) compose() {
	for _, h := range l.hits {
		if h.kind != kindMove || h.used {
			continue
		}
		if h.object == 'x' && l.startsFrom(h) {
			h.value = 0
			continue
		}
		thing := l.objectOf(h)
		if thing == nil {
			thing = l.subjectOf(h)
		}
		if thing == nil {
			continue
		}
		polarity := thing.dir
		switch {
		case thing.kind == kindMove:
			polarity = sign(thing.value)
		case h.object == 'w' && thing.value == 0: // what is shrugged off is taken to be bad
			polarity = -1
		}
		strength := math.Min(2.2, math.Max(1.4, math.Max(math.Abs(h.entry.value), math.Abs(thing.entry.value))))
		h.value, h.thing, thing.used = h.dir*polarity*strength, thing, true
		if thing.from < h.from {
			l.takeAlong(h, thing.from)
		}
	}
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
	reach := 4
	switch {
	case h.object == 'w':
		reach = 12
	case h.object != 't' && !l.leadsOn(h):
		return nil
	}
	for i := h.to; i < len(l.tokens) && i < h.to+reach && l.chunks[i] == h.chunk; i++ {
		if found := l.at[i]; found != nil {
			switch {
			case found.kind == kindNoun && !found.used:
				return found
			case found.kind == kindMove && !found.used && (h.object == 't' || h.object == 'w') && found.value != 0 && found.object == 'n':
				return found
			}
			return nil
		}
		if h.object != 'w' && blocksObject(l.tokens[i].text) || l.tokens[i].text == "and" {
			return nil
		}
	}
	return nil
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

// subjectOf is the thing before a move that does the moving: "inflows into bitcoin funds dry up". A price that moves has
// none, and what stands before a verb of cause ("hack sends token down") is not it.
func (l *line) subjectOf(h *hit) *hit {
	for i := h.from - 1; i >= 0 && h.from-i <= 7 && l.chunks[i] == h.chunk; i-- {
		word, next := l.tokens[i].text, i == h.from-1
		if word == "and" || word == "or" || word == "of" && (next || i == h.from-2 && l.tokens[i+1].text == "a") { // "risk of a drop"
			return nil
		}
		if h.object != 'x' && !next && (word == "to" || l.causes(i)) { // "fees to rise" is a subject
			return nil
		}
		found := l.at[i]
		switch {
		case found == nil:
			continue
		case found.thing != nil && h.object == 'x': // exchange balances fall to a record low
			return found.thing
		case found.used:
			return nil
		case found.kind == kindNoun, found.kind == kindMove && l.asThing(found, h):
			return found
		}
		return nil
	}
	return nil
}

func (l *line) causes(i int) bool {
	e := l.small[i]
	return e != nil && e.kind == kindCause
}

// asThing: a move can be the thing that another one is about: "rally fizzles", "slump of the year is over".
func (l *line) asThing(noun, h *hit) bool {
	last := l.tokens[noun.to-1].text
	if noun.object != 'n' || noun.value == 0 || strings.HasSuffix(last, "ing") || strings.HasSuffix(last, "ed") {
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
			behind, before := h.from-foe.to, foe.from-h.to
			if h == foe || h.used || h.flipped || h.chunk != foe.chunk || h.value == 0 || h.kind == kindFoe || behind > 6 || before > 2 {
				continue
			}
			if behind >= 0 && h.value > 0 && foe.value < -1.5 { // thieves do no good
				h.value = -h.value
			} else if h.value < 0 && foe.value > -1.5 {
				h.value = -h.value
			} else {
				continue
			}
			h.flipped, foe.value = true, 0
		}
	}
}

func sign(x float64) float64 {
	if x < 0 {
		return -1
	}
	return 1
}
