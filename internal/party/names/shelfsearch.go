package names

import (
	"math/bits"
	"slices"
)

// Hit is a name of a Shelf that a search found.
type Hit struct {
	Name  int     // its number
	Score float64 // 0 to 100, as Engine.Score gives it
	Evidence
	// Within is set on a person who scores below 90 when every word of the shorter name agrees with a word of the longer one, and the words say
	// enough: the longer name's first is among them, two or more of four letters or more, ten letters together. Lists give people more names than they go by, and
	// which one is left out depends on the region.
	Within bool
	// Unspaced is set when the text is one Arabic word that is the whole of the name without its spaces.
	Unspaced bool
}

// probe is a word to look for: one of the text, or two neighbours of it written as one.
type probe struct {
	token token
	mask  uint32 // the words of the text that it stands for
}

// shelfSearch is the work of one search; the slices are used again for the next one.
type shelfSearch struct {
	got     []float32 // of each name: the weight that agrees
	met     []uint32  // of each name: the words of the text that agree
	bits    []float32 // of each name: what those are worth at most
	touched []uint32
	seen    []bool   // of each word of the shelf: compared with the probe at hand
	words   []uint32 // those
	form    Form
}

// asked is the text of a search.
type asked struct {
	*Form
	heavy  int     // words that are not light
	weight float32 // of those
}

func newAsked(f *Form) asked {
	a := asked{Form: f, heavy: heavy(f.tokens)}
	for _, t := range f.tokens {
		if t.role != light {
			a.weight += float32(t.weight)
		}
	}
	return a
}

// worthShare is the share of the shorter name that must agree by its keys for the two to be compared. It is the same
// whatever score is asked for: otherwise a name found at one least score would be lost at a lower or higher one.
const worthShare = 0.55

// SearchTelling takes no name for a score of tellingScore or more whose words say less than those bits, however alike
// the name is: those that share a Muhammad only, or a group and a company, are not compared.
const (
	tellingScore     = 85
	leastTelling     = 6.5
	leastTellingFirm = 5.5
)

// leastTelling are the bits from which a name is compared.
func (s *Shelf) leastTelling() float32 {
	if s.kind == Person {
		return leastTelling
	}
	return leastTellingFirm
}

// OutweighingBits are those from which SearchTelling gives a name whatever its score is: the words that agree may say
// more than what differs.
const OutweighingBits = 16.0

// worthCovered is the share of a firm's name from which it is compared with a name that has many more words.
const worthCovered = 0.9

// reserve is how many points a name may get in the full comparison beyond its words that agree by
// their keys: pairs two letters apart and initials are not looked up.
const reserve = 12

// sureScore is from where on it does not matter whether a name is Within the other.
const sureScore = 90

// Search finds the names that score least or more against f, a form of the shelf's kind, and those that
// are Within, in the order of their numbers. Names are compared when the words that agree make up enough of the shorter
// of the two names, whatever least is: a lower one only adds names. Of the pairs that score 85 or more by Engine.Score
// few are missed (a test counts them).
func (s *Shelf) Search(f *Form, least float64) []Hit { return s.search(f, least, false) }

// SearchTelling is Search for a caller who weighs the Evidence: it also finds the names that are Covered and those of
// OutweighingBits or more, and for
// scores of tellingScore or more leaves out those whose words say too little, before they are compared.
func (s *Shelf) SearchTelling(f *Form, least float64) []Hit { return s.search(f, least, true) }

func (s *Shelf) search(f *Form, least float64, telling bool) []Hit {
	if len(s.names) == 0 || f.Kind != s.kind {
		return nil
	}
	w, _ := s.scratch.Get().(*shelfSearch)
	if w == nil {
		w = &shelfSearch{got: make([]float32, len(s.names)), met: make([]uint32, len(s.names)),
			bits: make([]float32, len(s.names)), seen: make([]bool, len(s.words))}
	}
	defer func() {
		for _, i := range w.touched {
			w.got[i] = 0
			w.met[i] = 0
			w.bits[i] = 0
		}
		w.touched = w.touched[:0]
		s.scratch.Put(w)
	}()

	text := newAsked(f)
	translated := f.Translated()
	probes := s.engine.probes(f)
	unseen := float32(0) // bits of the words that are not looked for
	if p, ok := mostTelling(f); ok {
		unseen = float32(f.Bits() - p.token.bits)
		p.token.weight = float64(text.weight)
		probes = []probe{p}
	}
	for i := range probes {
		s.count(w, &probes[i])
	}
	certain := s.byJoined(w, f)
	slices.Sort(w.touched)
	slices.Sort(certain)
	var out []Hit
	for _, i := range w.touched {
		tells := !telling || least < tellingScore || w.bits[i]+unseen >= s.leastTelling()
		worth := telling && translated && w.bits[i] >= OutweighingBits || s.worth(w, &text, int(i))
		if !tells || !worth {
			if _, joined := slices.BinarySearch(certain, i); !joined {
				continue
			}
		}
		r := s.engine.weigh(f, s.read(int(i), &w.form))
		hit := Hit{Name: int(i), Score: r.Score, Evidence: r.Evidence}
		hit.Within = hit.Score < sureScore && s.kind == Person && s.engine.within(f.tokens, w.form.tokens)
		hit.Unspaced = len(f.tokens) == 1 && f.tokens[0].code != "" && agreeArabic(f.tokens[0].code,
			allText(w.form.tokens)) >= agreeSkeleton
		if hit.Score >= least || hit.Within || telling && (hit.Covered || hit.Bits >= OutweighingBits) {
			out = append(out, hit)
		}
	}
	return out
}

// mostTelling is the word that is looked for of a name of which each word is written by its sound: that one which the
// fewest names are heard as. A name that lacks it is not alike enough, whatever else it has, and each word that is
// looked for is compared with all words of the shelf.
func mostTelling(f *Form) (probe, bool) {
	at := -1
	for i := range f.tokens {
		t := &f.tokens[i]
		switch {
		case t.role == light:
			continue
		case t.spoken == nil || len(t.others) > 0:
			return probe{}, false
		case t.role != middle && (at < 0 || t.bits > f.tokens[at].bits):
			at = i
		}
	}
	if at < 0 {
		return probe{}, false
	}
	return probe{f.tokens[at], 1 << at}, true
}

// probes are the words to look for in a text.
func (e *Engine) probes(f *Form) []probe {
	var out []probe
	for i, t := range f.tokens {
		if t.role != light {
			out = append(out, probe{t, 1 << i})
		}
	}

	for i := 0; i+1 < len(f.tokens); i++ {
		a := &f.tokens[i]
		b := &f.tokens[i+1]
		if n := len(a.text) + len(b.text); n < 4 || n > 24 || a.fold == "" && len(a.text) > 1 || b.fold == "" && len(b.text) > 1 {
			continue
		}
		t := e.token(word{text: a.text + b.text, script: a.script, code: a.code + b.code}, a.role, max(a.weight,
			b.weight))
		t.bits = joinedBits(a.bits, b.bits)
		out = append(out, probe{t, 3 << i})
	}
	return out
}

// count adds the weight of the probe to every name with a word that agrees with it.
func (s *Shelf) count(w *shelfSearch, p *probe) {
	for _, id := range w.words {
		w.seen[id] = false
	}

	w.words = w.words[:0]
	pair := p.mask&(p.mask-1) != 0
	if p.token.spoken != nil {
		s.countSpoken(w, p)
		if len(p.token.others) == 0 {
			return
		}
	}
	for _, key := range append(s.engine.wordKeys(&p.token), acrossKeys(&p.token, p.token.code == "")...) {
		s.keys.under(key, func(id uint32) {
			if w.seen[id] {
				return
			}
			w.seen[id] = true
			w.words = append(w.words, id)
			listed := s.words[id]
			listed.role = p.token.role
			sim, code := s.engine.agree(&p.token, &listed)
			if sim >= agreeLeast && (!pair || sim >= agreeEdit1) && code != Initials {
				s.meet(w, p, id)
			}
		})
	}
}

// countSpoken is count for a word that was written by its sound, which no key finds: it is compared with all that may
// be heard so.
func (s *Shelf) countSpoken(w *shelfSearch, p *probe) {
	s.heard.each(p.token.spoken, func(id uint32, _ float64) { s.meet(w, p, id) })
}

// meet adds the weight of the probe to every name that has the word.
func (s *Shelf) meet(w *shelfSearch, p *probe, word uint32) {
	bits := float32(min(p.token.bits, s.words[word].bits))
	for _, i := range s.postings[s.starts[word]:s.starts[word+1]] {
		if w.got[i] == 0 && w.met[i] == 0 {
			w.touched = append(w.touched, i)
		}
		if w.met[i]&p.mask == p.mask {
			continue
		}
		w.met[i] |= p.mask
		w.got[i] += float32(p.token.weight)
		w.bits[i] += bits
	}
}

// agreeEdit1 is the least agreement of two words with one slip that joins are still looked for with.
const agreeEdit1 = 0.9

// byJoined are the names with neighbouring words that the text writes as one, or that are the text
// but for spaces.
func (s *Shelf) byJoined(w *shelfSearch, f *Form) []uint32 {
	var out []uint32
	find := func(key uint32) {
		s.joined.under(key, func(i uint32) {
			if w.got[i] == 0 && w.met[i] == 0 {
				w.touched = append(w.touched, i)
				w.got[i] = 0.001 // touched once
			}
			out = append(out, i)
		})
	}

	look := func(text string) {
		if len(text) >= 4 {
			find(shortHash("j", text))
		}
	}

	all := ""
	for i := range f.tokens {
		t := &f.tokens[i]
		look(t.text)
		if t.script == hangul {
			find(shortHash("jk", koreanFold(t.text)))
		}
		for _, key := range longKeys(t, t.code == "") {
			find(key)
		}
		all += f.tokens[i].text
	}

	if len(f.tokens) > 1 {
		look(all)
	}
	return out
}

// worth says whether name i can reach a score worth showing: enough of the shorter name agrees, with
// what words that have not met may still give when they begin alike.
func (s *Shelf) worth(w *shelfSearch, f *asked, i int) bool {
	n := &s.names[i]
	// Words that only one of the names has cost points, by weight.
	per := float32(8)
	slack := float32(0.8)
	if s.kind != Person {
		per = 18
		slack = 0.5
	}

	short := min(f.weight, n.weight)
	if s.kind != Person && w.got[i] >= worthCovered*short {
		return true
	}
	if apart := max(f.weight-n.weight, n.weight-f.weight) - slack; !f.company.cut &&
		100-per*apart < worthShare*100+reserve {
		return false
	}

	// Counted by weight, or by words where the two names weigh them differently (a middle name that is the other's first).
	words := float32(min(f.heavy, int(n.heavy)))
	if w.got[i] >= worthShare*short || float32(bits.OnesCount32(w.met[i])) >= worthShare*words {
		return true
	}

	got, met := w.got[i], float32(bits.OnesCount32(w.met[i]))
	for k := range f.tokens {
		t := &f.tokens[k]
		if t.role == light || w.met[i]&(1<<k) != 0 {
			continue
		}
		for _, o := range s.occurrences(i) {
			listed := &s.words[o.word]
			if o.role != light && listed.text[0] == t.text[0] && listed.text != t.text && (len(listed.text) == 1 || len(t.text) == 1 || abs(len(listed.text)-len(t.text)) <= 3) {
				got += float32(t.weight) * 0.86
				met += 0.86
				break
			}
		}
	}

	return got >= worthShare*short || met >= worthShare*words
}

// agreeWithin is how far words have to agree for one name to be within another.
const agreeWithin = 0.9

// within is Hit.Within of the two sides' words.
func (e *Engine) within(a, b []token) bool {
	if heavy(a) > heavy(b) {
		a, b = b, a
	}

	words := 0
	letters := 0
	telling := false
	var used [maxTokens]bool
	for i := range a {
		if a[i].role == light {
			continue
		}
		if len(a[i].text) < 4 {
			return false
		}
		met := false
		for j := range b {
			if used[j] || b[j].role == light || len(b[j].text) < 4 {
				continue
			}
			if sim, _ := e.agree(&a[i], &b[j]); sim >= agreeWithin {
				used[j] = true
				met = true
				telling = telling || !commonAcross(&a[i], &b[j])
				break
			}
		}
		if !met {
			return false
		}
		words++
		letters += len(a[i].text)
	}

	for j := range b { // the first name has to be among them: Usama bin Muhammad is not Muhammad
		if b[j].role != light {
			return used[j] && words >= 2 && letters >= 10 && telling
		}
	}

	return false
}
