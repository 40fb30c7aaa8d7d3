package blocks

import "slices"

// bagWords is how many words of a text contribute keys to the bag.
const bagWords = 60

// bagKeys returns the distinct keys of a text's words and pairs of words in rising order, in the space of into.
func bagKeys(tokens []string, into []uint32) []uint32 {
	keys := into[:0]
	last := ""
	for i, t := range tokens[:min(bagWords, len(tokens))] {
		t = digitless(t)
		keys = append(keys, lexiconKey(keyBag, t))
		if i > 0 {
			keys = append(keys, lexiconKey(keyBagPair, last+" "+t))
		}
		last = t
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// Bag returns the keys of block i that are weighed together: those of its distinct words and pairs of words.
func (p *Page) Bag(i int) []uint32 { return bagKeys(p.Tokens(i), nil) }

// bag is the sum of the weights of a text's words, and the lowest and highest of them.
func (l *Lexicon) bag(keys []uint32) (sum, low, high float64) {
	for _, key := range keys {
		w, _ := l.score(key)
		sum += w
		low = min(low, w)
		high = max(high, w)
	}
	return sum, low, high
}
