package names

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"
	"sync"
)

// Shelf keeps many prepared names of one kind in little memory and finds those that are like a text.
// A word that many names share is kept once, with the forms it is compared by, so that a name costs
// some tens of bytes beside its text. Add all names, then Seal it; after that it is read-only and
// safe for many goroutines. Numbers are given in the order of adding, from 0.
type Shelf struct {
	engine *Engine
	kind   Kind

	words   []token   // distinct, without role and weight
	weights []float64 // distinct
	traits  []traits  // distinct; the first is empty
	names   []shelved
	of      []occurrence // the words of all names, name after name

	heard    heardIndex
	postings []uint32 // names, grouped by word
	starts   []uint32 // of each word's group in postings, and the end
	keys     keyTable // words by the keys of wordKeys
	joined   keyTable // names by their words written together

	build   *shelfTables // until Seal
	scratch sync.Pool
}

type shelved struct {
	text   string
	first  uint32 // in Shelf.of
	traits uint32
	words  uint8
	heavy  uint8   // words that are not light
	weight float32 // of those
}

type occurrence struct {
	word   uint32
	role   role
	weight uint8 // in Shelf.weights
}

// traits are what few names have beside words.
type traits struct {
	suffix, sex string // of a person; sex is m, f or empty
	form        LegalForm
	han         string
}

// keyed is a hash and what has it. Hashes that meet by chance cost a comparison, nothing more.
type keyed struct{ hash, id uint32 }

type wordID struct {
	text, alias string
	script      script
}

type shelfTables struct {
	words   map[wordID]uint32
	weights map[float64]uint8
	traits  map[traits]uint32
}

// NewShelf makes an empty shelf for names of kind k: Person, Company or Vessel.
func (e *Engine) NewShelf(k Kind) *Shelf {
	return &Shelf{
		engine: e, kind: k, traits: []traits{{}},
		build: &shelfTables{words: map[wordID]uint32{}, weights: map[float64]uint8{}, traits: map[traits]uint32{{}: 0}},
	}
}

// Len is the number of names.
func (s *Shelf) Len() int { return len(s.names) }

// Text is the normalised text of name i.
func (s *Shelf) Text(i int) string { return s.names[i].text }

// Add puts a prepared name of the shelf's kind on it. It does not keep f.
func (s *Shelf) Add(f *Form) {
	n := shelved{text: strings.Clone(f.Text), first: uint32(len(s.of)), words: uint8(len(f.tokens))}
	for i := range f.tokens {
		t := &f.tokens[i]
		s.of = append(s.of, occurrence{s.wordOf(t), t.role, s.weightOf(t.weight)})
		if t.role != light {
			n.heavy++
			n.weight += float32(t.weight)
		}
	}
	n.traits = s.traitsOf(f)
	s.names = append(s.names, n)
}

func (s *Shelf) wordOf(t *token) uint32 {
	id := wordID{t.text, t.alias, t.script}
	at, seen := s.build.words[id]
	if !seen {
		at = uint32(len(s.words))
		own := *t
		own.text, own.alias = strings.Clone(t.text), strings.Clone(t.alias)
		own.code, own.classes = strings.Clone(t.code), strings.Clone(t.classes)
		own.fold, own.sound, own.skeleton = strings.Clone(t.fold), strings.Clone(t.sound), strings.Clone(t.skeleton)
		own.role = core
		own.weight = 0
		id.text, id.alias = own.text, own.alias
		s.build.words[id] = at
		s.words = append(s.words, own)
	}
	return at
}

func (s *Shelf) weightOf(w float64) uint8 {
	at, seen := s.build.weights[w]
	if !seen {
		at = uint8(len(s.weights)) // the weights of a kind are a dozen constants
		s.build.weights[w] = at
		s.weights = append(s.weights, w)
	}
	return at
}

func (s *Shelf) traitsOf(f *Form) uint32 {
	t := traits{suffix: f.person.suffix, form: f.company.form(), han: f.han}
	if sex := s.engine.sexOf(&f.person); sex != 0 {
		t.sex = string(rune(sex))
	}
	at, seen := s.build.traits[t]
	if !seen {
		at = uint32(len(s.traits))
		s.build.traits[t] = at
		s.traits = append(s.traits, t)
	}
	return at
}

// Seal builds the index. No name can be added after.
func (s *Shelf) Seal() {
	s.build = nil
	s.names, s.of, s.words = slices.Clip(s.names), slices.Clip(s.of), slices.Clip(s.words)
	s.post()
	s.heard = newHeardIndex(s.words)

	var keys, joined []keyed
	for i := range s.words {
		w := &s.words[i]
		for _, k := range append(s.engine.wordKeys(w), acrossKeys(w, w.code != "")...) {
			keys = append(keys, keyed{k, uint32(i)})
		}
	}

	for i := range s.names {
		for _, text := range s.joinedTexts(i) {
			joined = append(joined, keyed{shortHash("j", text), uint32(i)})
		}
		for _, k := range append(s.joinedAcross(i), s.joinedKorean(i)...) {
			joined = append(joined, keyed{k, uint32(i)})
		}
	}

	s.keys = newKeyTable(keys)
	s.joined = newKeyTable(joined)
}

// post groups the names by word, each name once a word.
func (s *Shelf) post() {
	s.starts = make([]uint32, len(s.words)+1)
	each := func(put func(word uint32, name int)) {
		for i := range s.names {
			ws := s.occurrences(i)
			for j, o := range ws {
				if o.role != light && !slices.ContainsFunc(ws[:j], func(p occurrence) bool { return p.word == o.word && p.role != light }) {
					put(o.word, i)
				}
			}
		}
	}

	each(func(w uint32, _ int) { s.starts[w+1]++ })
	for w := range s.words {
		s.starts[w+1] += s.starts[w]
	}

	s.postings = make([]uint32, s.starts[len(s.words)])
	next := slices.Clone(s.starts)
	each(func(w uint32, i int) {
		s.postings[next[w]] = uint32(i)
		next[w]++
	})
}

func (s *Shelf) occurrences(i int) []occurrence {
	n := &s.names[i]
	return s.of[n.first : n.first+uint32(n.words)]
}

// mostJoined is up to how many words a name is found by when it is written without spaces.
const mostJoined = 8

// joinedTexts are neighbouring words of name i written as one, and all of them.
func (s *Shelf) joinedTexts(i int) []string {
	ws := s.occurrences(i)
	if len(ws) < 2 {
		return nil
	}
	out := make([]string, 0, len(ws))
	for j := 1; j < len(ws); j++ {
		out = append(out, s.words[ws[j-1].word].text+s.words[ws[j].word].text)
	}
	if len(ws) > 2 && len(ws) <= mostJoined {
		all := ""
		for _, o := range ws {
			all += s.words[o.word].text
		}
		out = append(out, all)
	}
	return out
}

// joinedAcross are the keys of neighbouring words of name i, two to all, by which a word of the other of Arabic and
// Latin
// letters is found that writes them as one.
func (s *Shelf) joinedAcross(i int) []uint32 {
	ws := s.occurrences(i)
	if len(ws) < 2 || len(ws) > mostJoined {
		return nil
	}
	var out []uint32
	for from := range ws {
		text, code := s.words[ws[from].word].text, s.words[ws[from].word].code
		for to := from + 1; to < len(ws); to++ {
			w := &s.words[ws[to].word]
			text, code = text+w.text, code+w.code
			if to == from+1 || to == from+2 || from == 0 && to == len(ws)-1 {
				t := token{text: text, code: code, script: w.script}
				out = append(out, longKeys(&t, code != "")...)
			}
		}
	}
	return out
}

// joinedKorean are the keys of neighbouring words of a name that may be Korean, by which a given name in Hangul is
// found: Jong Un, 정은.
func (s *Shelf) joinedKorean(i int) []uint32 {
	ws := s.occurrences(i)
	korean := func(o occurrence) bool { return s.words[o.word].korean }
	if len(ws) < 3 || len(ws) > 4 || !slices.ContainsFunc(ws, korean) {
		return nil
	}

	var out []uint32
	for j := 1; j < len(ws); j++ {
		out = append(out, shortHash("jk", koreanFold(s.words[ws[j-1].word].text+s.words[ws[j].word].text)))
	}
	return out
}

// leastAcross is the number of consonants from which words are looked for as neighbours written as one.
const leastAcross = 4

// longKeys are the acrossKeys of a word with enough consonants to be several.
func longKeys(t *token, ofCode bool) []uint32 {
	keys := acrossKeys(t, ofCode)
	if t.code != "" && len(arabicKeys(t.code)[0]) < leastAcross || t.code == "" &&
		len(latinKeys(t.text)[0]) < leastAcross {
		return nil
	}
	return keys
}

// acrossKeys are the keys by which Arabic and Latin words find each other. They are of the side of the Arabic code
// or of
// the Latin text; a word looks for those of the other side.
func acrossKeys(t *token, ofCode bool) []uint32 {
	kind := "L"
	keys := []string(nil)
	switch {
	case t.code != "" && alphabetic(t.text):
		keys = arabicKeys(t.code)
	case t.script == latin && alphabetic(t.text) && len(t.text) > 1:
		keys = latinKeys(t.text)
	}

	if ofCode {
		kind = "A"
	}

	out := make([]uint32, 0, len(keys))
	for _, k := range keys {
		if k != "" {
			out = append(out, shortHash(kind, k))
		}
	}

	return out
}

// read makes the form of name i, as far as a score needs it, in into.
func (s *Shelf) read(i int, into *Form) *Form {
	n := &s.names[i]
	ts := into.tokens[:0]
	for _, o := range s.occurrences(i) {
		t := s.words[o.word]
		t.role, t.weight = o.role, s.weights[o.weight]
		ts = append(ts, t)
	}
	x := &s.traits[n.traits]
	*into = Form{Kind: s.kind, Text: n.text, tokens: ts, han: x.han, person: person{suffix: x.suffix}}
	if x.sex != "" {
		into.person.titles = sexTitles[x.sex]
	}
	if x.form.Class != "" {
		into.company.forms = []LegalForm{x.form}
	}
	return into
}

// sexTitles stand for any title of that sex.
var sexTitles = map[string][]string{"m": {"mr"}, "f": {"mrs"}}

// shortHash is blockHash in 32 bits.
func shortHash(parts ...string) uint32 {
	h := blockHash(parts...)
	return uint32(h ^ h>>32)
}

// wordKeys are the keys by which words that agree are found: the word itself and with each letter
// left out (any one slip), its other form, romanisation, sound, consonants, beginning, and the names
// it is a variant of.
func (e *Engine) wordKeys(t *token) []uint32 {
	out := make([]uint32, 0, 24)
	put := func(kind, text string) { out = append(out, shortHash(kind, text)) }
	put("t", t.text)
	if t.alias != "" {
		put("t", t.alias)
	}
	for _, other := range t.others {
		put("t", other.text)
		if other.fold != "" {
			put("f", other.fold)
		}
	}

	if t.sound == "" {
		return out
	}

	if len(t.text) >= 4 && len(t.text) <= 24 {
		for i := range t.text {
			put("t", t.text[:i]+t.text[i+1:])
		}
		put("p", t.text[:4])
	}

	if n := len(t.text); n >= 7 { // two slips leave the beginning or the end
		put("b", t.text[:3])
		put("e", t.text[n-4:])
	}

	put("f", t.fold)
	if len(t.sound) > 1 {
		put("s", t.sound)
	}

	if len(t.skeleton) > 1 {
		put("k", t.skeleton)
		put("h", skeleton(matres.Replace(t.text)))
	}

	for _, v := range e.variants[t.text] {
		put("v", pad(v.group+1, 1))
	}
	for _, g := range e.korean[t.text] {
		put("g", pad(g+1, 1))
	}

	if t.script == hangul || t.script == latin && len(t.text) <= 12 {
		put("o", koreanFold(t.text))
	}
	return out
}

// keyTable finds what has a key. The keys are sorted; starts has the place of the first key of each beginning of a key.
type keyTable struct {
	keys   []keyed
	starts []uint32
	shift  int // of a key, to the bits that starts tells apart
}

// The first bits of a key that starts tells apart: as many as leave a few keys for each beginning.
const (
	keysPerStart = 4
	leastKeyBits = 4
	mostKeyBits  = 20
)

func newKeyTable(keys []keyed) keyTable {
	slices.SortFunc(keys, func(a, b keyed) int { return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.id, b.id)) })
	keys = slices.Clip(slices.Compact(keys))
	beginnings := min(max(bits.Len(uint(len(keys)/keysPerStart)), leastKeyBits), mostKeyBits)
	t := keyTable{
		keys:   keys,
		starts: make([]uint32, 1<<beginnings+1),
		shift:  32 - beginnings,
	}
	for _, k := range t.keys {
		t.starts[k.hash>>t.shift+1]++
	}
	for i := range 1 << beginnings {
		t.starts[i+1] += t.starts[i]
	}
	return t
}

// under goes over what has the key.
func (t *keyTable) under(hash uint32, each func(id uint32)) {
	first := hash >> t.shift
	for _, k := range t.keys[t.starts[first]:t.starts[first+1]] {
		switch {
		case k.hash > hash:
			return
		case k.hash == hash:
			each(k.id)
		}
	}
}
