package toolscan

import (
	"slices"
	"strings"
)

// A spelled-out word has at least minSpelled single letters; of a longer run only maxSpelled are read.
const (
	minSpelled = 8
	maxSpelled = 2000
)

// spelling is a run of single letters.
type spelling struct {
	letters    []byte
	start, end int
}

// spellOut adds a single letter; two blanks before it start a new word.
func (p *plainWords) spellOut(i int) {
	sp := &p.spell
	if len(sp.letters) >= maxSpelled {
		return
	}
	if len(sp.letters) > 0 && strings.Trim(p.text[sp.end:i], " .-_*|,") != "" {
		p.endSpelling()
	}
	if len(sp.letters) == 0 {
		sp.start = i
	} else if i-sp.end > 1 {
		sp.letters = append(sp.letters, ' ')
	}
	sp.letters = append(sp.letters, p.text[i]|0x20)
	sp.end = i + 1
}

// endSpelling scans the words of a long enough run of single letters as a separate text.
func (p *plainWords) endSpelling() {
	sp := &p.spell
	if len(sp.letters) >= minSpelled {
		words := p.t.s.splitWords(string(sp.letters))
		if !p.t.s.knowsWord(words) { // the strings of a guitar, the letters of an alphabet
			sp.letters = sp.letters[:0]
			return
		}
		p.note("letter_spacing", sp.start, sp.end, words)
		start, end := p.view.raw(sp.start, sp.end)
		p.t.decoded(p.seg, words, "letter spacing", start, end)
	}
	sp.letters = sp.letters[:0]
}

// knowsWord reports whether a word of four or more letters is in the lexicon.
func (s *Scanner) knowsWord(text string) bool {
	return slices.ContainsFunc(strings.Fields(text), func(word string) bool {
		return len(word) >= 4 && s.known[word] != 0
	})
}

// splitWords splits letters without word boundaries, longest known word first.
func (s *Scanner) splitWords(letters string) string {
	var out []string
	for _, chunk := range strings.Fields(letters) {
		if len(chunk) <= 12 || s.readable[chunk] {
			out = append(out, chunk)
			continue
		}
		for chunk != "" {
			n := min(len(chunk), 16)
			for ; n > 1 && !s.readable[chunk[:n]]; n-- {
			}
			out = append(out, chunk[:n])
			chunk = chunk[n:]
		}
	}
	return strings.Join(out, " ")
}
