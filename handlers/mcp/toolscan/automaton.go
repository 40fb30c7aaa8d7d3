package toolscan

import "slices"

// automaton finds all literals in one pass (Aho and Corasick, 1975), as a table from state and byte to
// state. Letters match in either case; a blank matches any single separator of words.
type automaton struct {
	column [256]uint8 // byte -> column of next; 0 is every byte that occurs in no literal
	width  int
	next   []uint16
	ends   [][]uint16 // literals that end in a state
	words  []compiledLiteral
}

type compiledLiteral struct {
	text  string
	slots slots
	check string // a finding by itself
}

// literalHit is an occurrence: the literal's index and its span.
type literalHit struct {
	word       uint16
	start, end int32
}

// foldByte maps bytes that literals do not distinguish to one.
func foldByte(c byte) byte {
	switch {
	case 'A' <= c && c <= 'Z':
		return c | 0x20
	case c == '_' || c == '-' || c == '\n' || c == '\t' || c == '\r':
		return ' '
	}
	return c
}

func newAutomaton(entries []literal) *automaton {
	a := &automaton{}
	seen := map[string]int{}
	for _, e := range entries {
		v := viewOf(e.phrase)
		folded := make([]byte, len(v.text))
		for i := range folded {
			folded[i] = foldByte(v.text[i])
		}
		if i, dup := seen[string(folded)]; dup {
			a.words[i].slots |= e.slots
			continue
		}
		seen[string(folded)] = len(a.words)
		a.words = append(a.words, compiledLiteral{
			text:  string(folded),
			slots: e.slots,
			check: e.check,
		})
	}

	a.columns()
	a.build()
	return a
}

func (a *automaton) columns() {
	var used [256]bool
	for _, w := range a.words {
		for _, c := range []byte(w.text) {
			used[c] = true
		}
	}
	a.width = 1
	for c := range 256 {
		if used[c] {
			a.column[c] = uint8(a.width)
			a.width++
		}
	}
	for c := range 256 {
		a.column[c] = a.column[foldByte(byte(c))]
	}
}

func (a *automaton) build() {
	row := func() { a.next = append(a.next, make([]uint16, a.width)...); a.ends = append(a.ends, nil) }
	row()
	for i, w := range a.words {
		state := 0
		for _, c := range []byte(w.text) {
			cell := state*a.width + int(a.column[c])
			if a.next[cell] == 0 {
				a.next[cell] = uint16(len(a.ends))
				row()
			}
			state = int(a.next[cell])
		}
		a.ends[state] = append(a.ends[state], uint16(i))
	}

	// Breadth first: a state without a successor takes its longest proper suffix's.
	fail := make([]uint16, len(a.ends))
	var queue []uint16
	for col := range a.width {
		if s := a.next[col]; s != 0 {
			queue = append(queue, s)
		}
	}

	for len(queue) > 0 {
		state := int(queue[0])
		queue = queue[1:]
		a.ends[state] = append(a.ends[state], a.ends[fail[state]]...)
		for col := range a.width {
			cell := state*a.width + col
			through := a.next[int(fail[state])*a.width+col]
			if s := a.next[cell]; s != 0 {
				fail[s] = through
				queue = append(queue, s)
			} else {
				a.next[cell] = through
			}
		}
	}
}

// find appends the occurrences in text to hits, ordered by where they start.
func (a *automaton) find(hits []literalHit, text string) []literalHit {
	state := 0
	for i := 0; i < len(text); i++ {
		state = int(a.next[state*a.width+int(a.column[text[i]])])
		for _, w := range a.ends[state] {
			start := i + 1 - len(a.words[w].text)
			if wholeWord(text, start, i+1, a.words[w]) {
				hits = append(hits, literalHit{w, int32(start), int32(i + 1)})
			}
		}
	}
	slices.SortStableFunc(hits, func(x, y literalHit) int { return int(x.start - y.start) })
	return hits
}

// wholeWord keeps literals from matching inside other words; a plural s is allowed.
func wholeWord(text string, start, end int, w compiledLiteral) bool {
	first := w.text[0]
	last := w.text[len(w.text)-1]
	dotted := first == '.' && len(w.text) > 1 && letter(w.text[1]) && !w.slots.has(slotSink)
	if start > 0 && alnum(text[start-1]) && (alnum(first) || dotted) {
		return false
	}
	if end < len(text) && alnum(last) && alnum(text[end]) && !w.slots.has(slotSink) {
		plural := text[end] == 's' && (end+1 == len(text) || !alnum(text[end+1]))
		return plural
	}
	return true
}

func alnum(c byte) bool { return letter(c) || '0' <= c && c <= '9' }
