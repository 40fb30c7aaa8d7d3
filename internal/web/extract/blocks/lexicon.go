package blocks

import (
	"encoding/binary"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
)

// Lexicon holds what training pages taught about names and wordings. For each hash it has how much likelier than
// average a text with that key is content, as log-odds in steps of 1/16. It knows four kinds of keys: names in
// class and id attributes, words at the ends of blocks, whole short texts, and words and pairs of words anywhere in
// a text, which are weighed together.
type Lexicon struct{ scores map[uint32]int8 }

const lexiconStep = 16

// NewLexicon makes a lexicon of log-odds.
func NewLexicon(odds map[uint32]float64) *Lexicon {
	l := &Lexicon{scores: make(map[uint32]int8, len(odds))}
	for key, o := range odds {
		if s := math.Round(o * lexiconStep); s != 0 {
			l.scores[key] = int8(max(-127, min(127, s)))
		}
	}
	return l
}

func (l *Lexicon) score(key uint32) (float64, bool) {
	s, known := l.scores[key]
	return float64(s) / lexiconStep, known
}

const lexiconMagic = "FBL1"

// Write stores the lexicon: a count, then the keys in rising order, then their scores; little-endian.
func (l *Lexicon) Write(w io.Writer) error {
	keys := slices.Sorted(maps.Keys(l.scores))
	scores := make([]int8, len(keys))
	for i, key := range keys {
		scores[i] = l.scores[key]
	}

	if _, err := io.WriteString(w, lexiconMagic); err != nil {
		return fmt.Errorf("write lexicon: %w", err)
	}

	for _, v := range []any{uint32(len(keys)), keys, scores} {
		if err := binary.Write(w, binary.LittleEndian, v); err != nil {
			return fmt.Errorf("write lexicon: %w", err)
		}
	}

	return nil
}

// ReadLexicon loads what Lexicon.Write stored.
func ReadLexicon(r io.Reader) (*Lexicon, error) {
	var head [len(lexiconMagic)]byte
	if _, err := io.ReadFull(r, head[:]); err != nil || string(head[:]) != lexiconMagic {
		return nil, fmt.Errorf("read lexicon: not a lexicon")
	}

	const most = 1 << 20
	var n uint32
	if err := binary.Read(r, binary.LittleEndian, &n); err != nil || n > most {
		return nil, fmt.Errorf("read lexicon: %d entries: %v", n, err)
	}

	keys := make([]uint32, n)
	scores := make([]int8, n)
	for _, v := range []any{keys, scores} {
		if err := binary.Read(r, binary.LittleEndian, v); err != nil {
			return nil, fmt.Errorf("read lexicon: %w", err)
		}
	}

	l := &Lexicon{scores: make(map[uint32]int8, n)}
	for i, key := range keys {
		l.scores[key] = scores[i]
	}

	return l, nil
}

// Kinds of keys: the same word means different things in different places.
const (
	keyName = iota
	keyNamePart
	keyShortWord // first words of blocks of up to four words
	keyWord      // of blocks of up to fifteen words
	keyLongWord
	keyLastWord
	keyPair // two first words in a row
	keyText // a whole short text
	keyBag  // words anywhere in a text, weighed together
	keyBagPair
)

func lexiconKey(kind byte, s string) uint32 {
	const offset, prime = 2166136261, 16777619
	h := (uint32(offset) ^ uint32(kind)) * prime
	for i := 0; i < len(s); i++ {
		h = (h ^ uint32(s[i])) * prime
	}
	return h
}

// nameKeys are the keys of an element's class and id: each whole name without digits, and its parts.
func nameKeys(n *html.Node) []uint32 {
	const most = 24
	var keys []uint32
	for _, a := range n.Attr {
		if a.Key != "class" && a.Key != "id" && a.Key != "itemprop" && a.Key != "role" || len(a.Val) > 400 {
			continue
		}
		for name := range strings.FieldsSeq(a.Val) {
			if len(keys) >= most {
				return keys
			}
			name = plainName(name)
			if len(name) < 2 {
				continue
			}
			keys = append(keys, lexiconKey(keyName, name))
			if !strings.Contains(name, "-") {
				continue
			}
			for part := range strings.SplitSeq(name, "-") {
				if len(part) > 1 && len(keys) < most {
					keys = append(keys, lexiconKey(keyNamePart, part))
				}
			}
		}
	}

	return keys
}

// plainName is a name in lower case with its words joined by "-", without digits.
func plainName(name string) string {
	var b [64]byte
	n := 0
	lower := false
	for i := 0; i < len(name) && n < len(b)-1; i++ {
		c := name[i]
		switch {
		case c >= 'a' && c <= 'z':
			b[n] = c
			n++
			lower = true
		case c >= 'A' && c <= 'Z':
			if lower && n > 0 {
				b[n] = '-'
				n++
			}
			b[n] = c | 0x20
			n++
			lower = false
		case c >= '0' && c <= '9' || c >= utf8.RuneSelf:
			lower = false
		default:
			if n > 0 && b[n-1] != '-' {
				b[n] = '-'
				n++
			}
			lower = false
		}
	}

	return strings.TrimRight(string(b[:n]), "-")
}

// textKeys are the keys of a block's text: its first words and pairs, its last words, and all of it when it is short.
func textKeys(tokens []string) []uint32 {
	const first, last, short = 8, 3, 8
	kind := byte(keyLongWord)
	switch {
	case len(tokens) <= 4:
		kind = keyShortWord
	case len(tokens) <= 15:
		kind = keyWord
	}

	keys := make([]uint32, 0, 2*first+last+1)
	for i, t := range tokens[:min(first, len(tokens))] {
		t = digitless(t)
		keys = append(keys, lexiconKey(kind, t))
		if i+1 < len(tokens) {
			keys = append(keys, lexiconKey(keyPair+kind*16, t+" "+digitless(tokens[i+1])))
		}
	}

	for _, t := range tokens[max(0, len(tokens)-last):] {
		keys = append(keys, lexiconKey(keyLastWord, digitless(t)))
	}
	if len(tokens) <= short && len(tokens) > 1 {
		keys = append(keys, lexiconKey(keyText, digitless(strings.Join(tokens, " "))))
	}

	return keys
}

// digitless replaces digits, so that dates and counts look alike.
func digitless(s string) string {
	if !strings.ContainsAny(s, "0123456789") {
		return s
	}
	b := []byte(s)
	for i, c := range b {
		if c >= '0' && c <= '9' {
			b[i] = '0'
		}
	}
	return string(b)
}

// Keys calls yield with every key of the page and the share of content in it by targets, from 0 to 1. Blocks of
// weight 0 have no known label. Lexicons are trained on it.
func (p *Page) Keys(targets, weights []float32, yield func(key uint32, content float64)) {
	sums := make([]likely, len(p.Elements))
	for i := range p.Blocks {
		b := &p.Blocks[i]
		if weights[i] == 0 {
			continue
		}
		w := float64(b.Words) + 0.5
		sums[b.Element] = sums[b.Element].plus(likely{w, w * float64(targets[i])})
		for _, key := range textKeys(Tokens(b.Text)) {
			yield(key, float64(targets[i]))
		}
	}

	for e := len(p.Elements) - 1; e > 0; e-- {
		sums[p.Elements[e].Parent] = sums[p.Elements[e].Parent].plus(sums[e])
	}

	for e := range p.Elements {
		if sums[e].words == 0 {
			continue
		}
		for _, key := range nameKeys(p.Elements[e].Node) {
			yield(key, sums[e].mean())
		}
	}
}

// wording is a lexicon's judgement of a block or an element.
type wording struct{ sum, low, high float64 }

func (l *Lexicon) wording(keys []uint32) wording {
	var w wording
	for _, key := range keys {
		s, known := l.score(key)
		if !known {
			continue
		}
		w.sum += s
		w.low, w.high = min(w.low, s), max(w.high, s)
	}
	return w
}

// nameWordings looks up the names of all elements of the page.
func (p *Page) nameWordings(l *Lexicon) []wording {
	words := make([]wording, len(p.Elements))
	for e := range p.Elements {
		if n := p.Elements[e].Node; n != nil {
			words[e] = l.wording(nameKeys(n))
		}
	}
	return words
}

// learned describes block i by the lexicon: its own words, and the names of the elements around it.
func (f *featurizer) learned(v *vector, b *Block, tokens []string) {
	own := f.lexicon.wording(textKeys(tokens))
	v.add("words_sum", own.sum)
	v.add("words_low", own.low)
	v.add("words_high", own.high)
	f.keys = bagKeys(tokens, f.keys)
	bag, bagLow, bagHigh := f.lexicon.bag(f.keys)
	v.add("bag", bag)
	v.add("bag_low", bagLow)
	v.add("bag_high", bagHigh)
	low := 0.0
	high := 0.0
	sum := 0.0
	lowAt := far
	highAt := far
	step := 0
	for at := b.Element; at >= 0; at = f.page.Elements[at].Parent {
		w := f.names[at]
		if step < 4 {
			v.sub("names_", levelNames[step], w.low+w.high)
		}
		if w.low < low {
			low = w.low
			lowAt = step
		}
		if w.high > high {
			high = w.high
			highAt = step
		}
		sum += w.low + w.high
		step++
	}

	for ; step < 4; step++ {
		v.sub("names_", levelNames[step], 0)
	}

	v.add("names_low", low)
	v.add("names_low_level", float64(lowAt))
	v.add("names_high", high)
	v.add("names_high_level", float64(highAt))
	v.add("names_sum", sum)
}
