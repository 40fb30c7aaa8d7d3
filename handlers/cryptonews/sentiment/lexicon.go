package sentiment

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// kind is what an entry of the lexicon does; lexicon.txt explains them.
type kind int

const (
	kindWord kind = iota
	kindMove
	kindNoun
	kindFoe
	kindAmends
	kindSkip
	kindNot
	kindFail
	kindMore
	kindLess
	kindMaybe
	kindIf
	kindDespite
	kindBut
	kindCause
	kindFrame
	kindNeither
	kindFlat
	kindAbout
	kindStop
	kindUnder
)

// entry is a word or a phrase of the lexicon.
type entry struct {
	kind   kind
	words  []string // base forms; "~" stands for up to three words, "=x" for x in that form only
	size   int      // words that must be there: of two entries that match, the one with more is meant
	dir    float64  // moves: 1 up, -1 down; nouns: 1 good, -1 bad
	value  float64  // on its own
	object byte     // moves: see lexicon.txt
	atEnd  bool     // frames: is at the end
}

// lexicon holds the entries by first word. Longer ones come first, so that the longest match is the first.
type lexicon struct {
	irregular map[string]string
	valued    map[string][]*entry // moves, nouns, foes, amends, words, skips: each word of a text belongs to at most one of them
	small     map[string][]*entry // the rest, matched separately
}

var kinds = map[string]kind{
	"word": kindWord, "move": kindMove, "noun": kindNoun, "foe": kindFoe, "amends": kindAmends, "skip": kindSkip, "not": kindNot, "fail": kindFail, "more": kindMore,
	"less": kindLess, "maybe": kindMaybe, "if": kindIf, "despite": kindDespite, "but": kindBut, "cause": kindCause, "frame": kindFrame, "neither": kindNeither,
	"flat": kindFlat, "about": kindAbout, "stop": kindStop, "under": kindUnder,
}

func readLexicon(text string) (*lexicon, error) {
	x := &lexicon{
		irregular: map[string]string{},
		valued:    map[string][]*entry{},
		small:     map[string][]*entry{},
	}

	for i, line := range strings.Split(text, "\n") {
		fields := strings.Fields(line)
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		if err := x.readLine(fields); err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
	}

	for _, table := range []map[string][]*entry{x.valued, x.small} {
		for _, list := range table {
			slices.SortStableFunc(list, func(a, b *entry) int { return b.size - a.size })
		}
	}
	return x, nil
}

func (x *lexicon) readLine(fields []string) error {
	if fields[0] == "form" {
		if len(fields) < 2 {
			return fmt.Errorf("form without a base form")
		}
		for _, form := range fields[2:] {
			x.irregular[form] = fields[1]
		}
		return nil
	}

	k, ok := kinds[fields[0]]
	if !ok {
		return fmt.Errorf("no such kind: %s", fields[0])
	}

	e, words, err := readValues(k, fields[1:])
	if err != nil {
		return err
	}

	table := x.valued
	if k >= kindNot {
		table = x.small
	}

	for _, word := range words {
		one := e
		if cut, ok := strings.CutPrefix(word, "^"); ok {
			one.atEnd = true
			word = cut
		}
		one.words = strings.Split(word, "_")
		one.size = len(one.words) - strings.Count(word, "~")
		first := strings.TrimPrefix(one.words[0], "=")
		if first == "" || first == "~" {
			return fmt.Errorf("phrase %q has no first word", word)
		}
		table[first] = append(table[first], &one)
	}

	return nil
}

// readValues reads the numbers that the kind has before its words.
func readValues(k kind, fields []string) (entry, []string, error) {
	e := entry{kind: k}
	need := map[kind]int{
		kindMove:   3,
		kindNoun:   2,
		kindFoe:    1,
		kindWord:   1,
		kindAmends: 1,
	}[k]
	if len(fields) <= need {
		return e, nil, fmt.Errorf("no words")
	}

	values := fields[:need]
	words := fields[need:]
	if k == kindMove || k == kindNoun {
		switch values[0] {
		case "+":
			e.dir = 1
		case "-":
			e.dir = -1
		default:
			return e, nil, fmt.Errorf("direction %q must be + or -", values[0])
		}
		values = values[1:]
	}

	if len(values) > 0 {
		v, err := strconv.ParseFloat(values[0], 64)
		if err != nil || v < -3 || v > 3 {
			return e, nil, fmt.Errorf("value %q must be a number from -3 to 3", values[0])
		}
		e.value = v
	}

	if k == kindMove {
		if len(values[1]) != 1 || !strings.Contains("tnwixrda", values[1]) {
			return e, nil, fmt.Errorf("flag %q must be one of tnwixrda", values[1])
		}
		e.object = values[1][0]
		if e.dir < 0 && strings.IndexByte("nixda", e.object) >= 0 {
			e.value = -e.value // written as the size of the fall
		}
	}

	return e, words, nil
}

// match finds the longest entry of a table that begins at token i, and the token behind it.
func match(table map[string][]*entry, tokens []token, i int) (*entry, int) {
	var best *entry
	end := i
	for _, form := range tokens[i].forms {
		for _, e := range table[form] {
			if best != nil && e.size <= best.size {
				break
			}
			if n, ok := matchAt(e.words, tokens, i); ok {
				best = e
				end = n
				break
			}
		}
	}
	return best, end
}

func matchAt(words []string, tokens []token, i int) (int, bool) {
	for k := 0; k < len(words); k++ {
		if words[k] == "~" {
			for skipped := 0; skipped <= 3 && i+skipped < len(tokens) && !(skipped > 0 && tokens[i+skipped-1].mark); skipped++ {
				if end, ok := matchAt(words[k+1:], tokens, i+skipped); ok {
					return end, true
				}
			}
			return 0, false
		}
		if i >= len(tokens) || !is(tokens[i], words[k]) {
			return 0, false
		}
		i++
	}
	return i, true
}

func is(t token, word string) bool {
	if exact, ok := strings.CutPrefix(word, "="); ok {
		return t.text == exact
	}
	return slices.Contains(t.forms, word)
}
