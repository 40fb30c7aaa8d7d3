package sentiment

import (
	"math"
	"strings"
)

// clearly is the sum from which a main statement is of one sense.
const clearly = 0.6

// framed is what a statement counts in a headline that explains or asks rather than tells.
const framed = 0.08

// balanced is what statements count in a headline that says that both sides even out.
const balanced = 0.12

// magnify weighs what is next to words like "record" and to percentages.
func (l *line) magnify() {
	for _, h := range l.hits {
		if h.used || h.value == 0 {
			continue
		}

		for i := max(0, h.from-2); i < h.from; i++ {
			if e := l.small[i]; e != nil && l.chunks[i] == h.chunk {
				switch e.kind {
				case kindMore:
					h.value *= 1.25
				case kindLess:
					h.value *= 0.5
				}
			}
		}

		if h.kind != kindMove {
			continue
		}

		for i := max(0, h.from-2); i < min(len(l.tokens), h.to+4); i++ {
			if p := l.tokens[i].percent; p > 0 && l.tokens[i].sign == 0 && l.chunks[i] == h.chunk {
				h.value *= bySize(p)
				break
			}
		}
	}
}

// bySize is the weight of a move by so many percent.
func bySize(percent float64) float64 {
	switch {
	case percent < 1:
		return 0.4
	case percent < 3:
		return 0.8
	case percent < 10:
		return 1.1
	case percent < 20:
		return 1.3
	}
	return 1.5
}

// negate turns round what follows "not", "without" or "fails to" within the statement.
func (l *line) negate() {
	for i, e := range l.small {
		if e != nil && e.kind == kindFail {
			l.weaken(i)
		}
	}

	for _, h := range l.hits {
		if h.kind == kindNoun && !h.used && h.value == 0 && l.lacking(h) {
			h.value = -1.2 * h.dir
			continue
		}
		if h.used || h.value == 0 {
			continue
		}
		times := 0
		for i := max(0, h.from-5); i < h.from; i++ {
			e := l.small[i]
			if e == nil || l.chunks[i] != h.chunk || l.at[i] != nil {
				continue
			}
			switch e.kind {
			case kindNot:
				if h.from-i-len(e.words) < 4 {
					times++
				}
			case kindNeither:
				h.value = 0
			case kindFail:
				times++
			}
		}
		if times%2 == 1 {
			h.value *= -0.75
		}
		if e := l.small[h.to]; e != nil && e.kind == kindAbout && h.kind != kindMove {
			h.value *= 0.2
		}
	}

	l.balance()
}

// lacking: "no demand", "without tax".
func (l *line) lacking(h *hit) bool {
	for i := h.from - 1; i >= 0 && h.from-i <= 3 && l.chunks[i] == h.chunk && l.at[i] == nil; i-- {
		switch l.tokens[i].text {
		case "no", "zero", "without":
			return true
		}
	}
	return false
}

// weaken inverts a bad thing that fails to do something, whose "fails to" is at token i.
func (l *line) weaken(i int) {
	for k := i - 1; k >= 0 && i-k <= 3 && l.chunks[k] == l.chunks[i]; k-- {
		if h := l.at[k]; h != nil && !h.used && h.kind == kindNoun && h.value < 0 && k == h.to-1 {
			h.value *= -0.7
		}
	}
}

// balance takes the sense away from opposites that are offered as a choice: "rally or slump".
func (l *line) balance() {
	for n := 1; n < len(l.hits); n++ {
		a := l.hits[n-1]
		b := l.hits[n]
		if a.value*b.value < 0 && b.from-a.to <= 2 && a.to < b.from && l.tokens[a.to].text == "or" {
			a.value = 0
			b.value = 0
		}
	}
}

// discount weighs statements: questions, what may be, what is conceded, headlines that only explain.
func (l *line) discount() {
	weight := make([]float64, len(l.tokens)+1)
	for i := range weight {
		weight[i] = 1
	}
	l.weighQuestions(weight)
	l.weighHedges(weight)
	for _, e := range l.small {
		if e != nil && e.kind == kindFlat {
			l.scaleAll(weight, balanced)
			break
		}
	}
	l.weighFrames(weight)
	for _, h := range l.hits {
		h.value *= weight[h.from]
	}
	l.subordinate()
}

// subordinate: where the main statement and what goes along with it are at odds, the main one counts: "Solana lags as bitcoin
// soars".
func (l *line) subordinate() {
	main := 0.0
	along := 0.0
	for _, h := range l.hits {
		if h.used || h.kind == kindSkip {
			continue
		}
		if l.under[h.from] {
			along += h.value
		} else {
			main += h.value
		}
	}

	if main*along >= 0 || math.Abs(main) < clearly {
		return
	}

	for _, h := range l.hits {
		if l.under[h.from] {
			h.value *= 0.15
		}
	}
}

// weighQuestions: a sentence that ends with a question mark says nothing.
func (l *line) weighQuestions(weight []float64) {
	begin := 0
	for i, t := range l.tokens {
		if !t.mark {
			continue
		}
		if t.text == "?" {
			for k := begin; k <= i; k++ {
				weight[k] *= 0.1
			}
		}
		if endsSentence(t) || t.text == ":" || t.text == "-" || t.text == "," && i+1 < len(l.tokens) && asks(l.tokens[i+1].text) {
			begin = i + 1
		}
	}
}

// asks: a word that a question begins with: "Ether slips, what's next?"
func asks(word string) bool {
	switch word {
	case "what", "what's", "will", "is", "are", "can", "could", "should", "does", "do", "did", "has", "have", "who", "why", "how", "when", "where", "would":
		return true
	}
	return false
}

func (l *line) weighHedges(weight []float64) {
	for i := range l.tokens {
		e := l.small[i]
		if e == nil {
			continue
		}

		switch e.kind {
		case kindMaybe:
			l.scale(weight, i, 0.6)
		case kindIf:
			l.scale(weight, i, 0.3)
		case kindDespite:
			l.scale(weight, i, -0.25)
		case kindBut:
			for k := range weight {
				if k < i {
					weight[k] *= 0.5
				} else {
					weight[k] *= 1.3
				}
			}
		}
	}
}

// scale weighs the rest of the statement that contains token i.
func (l *line) scale(weight []float64, i int, by float64) {
	for k := i; k < len(l.tokens) && l.chunks[k] == l.chunks[i]; k++ {
		weight[k] *= by
	}
}

func (l *line) scaleAll(weight []float64, by float64) {
	for k := range weight {
		weight[k] *= by
	}
}

// weighFrames: a sentence that announces an explanation, an interview, a poll says little of its own.
func (l *line) weighFrames(weight []float64) {
	for i, e := range l.small {
		switch {
		case e == nil || e.kind != kindFrame:
		case i+len(e.words) == len(l.tokens):
			l.scaleAll(weight, framed)
			return
		case !e.atEnd && (i <= 1 || l.tokens[i-1].mark):
			from := i
			to := i
			if i == 1 {
				from = 0
			}
			for to < len(l.tokens) && !endsSentence(l.tokens[to]) {
				to++
			}

			for k := from; k < to; k++ {
				weight[k] *= framed
			}
			return
		}
	}
}

func endsSentence(t token) bool { return t.mark && (t.text == "?" || t.text == "." || t.text == "!") }

func (l *line) total() (float64, []Term) {
	sum := 0.0
	terms := []Term(nil)
	for _, h := range l.hits {
		if h.used || h.value == 0 || h.kind == kindSkip {
			continue
		}
		sum += h.value
		terms = append(terms, Term{Text: l.text(h), Value: h.value})
	}
	return sum, terms
}

// text is what a hit is based on, with the thing that moves: "outflows … slow".
func (l *line) text(h *hit) string {
	own := l.span(h.from, h.to)
	if h.thing == nil {
		return own
	}
	first := h
	second := h.thing
	other := l.span(h.thing.from, h.thing.to)
	if h.thing.from < h.from {
		first, second, own, other = h.thing, h, other, own
	}
	if first.to == second.from {
		return own + " " + other
	}
	return own + " … " + other
}

func (l *line) span(from, to int) string {
	words := make([]string, 0, to-from)
	for _, t := range l.tokens[from:to] {
		words = append(words, t.text)
	}
	return strings.Join(words, " ")
}
