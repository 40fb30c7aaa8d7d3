package names

import (
	"cmp"
	"slices"
	"strings"
)

// heardIndex finds the Latin words that a spoken code may mean. They stand in groups by their consonants. Those of a
// group are in alphabetical order, so that what was worked out for the beginning of one is used again for the next, and
// all that begin with what cannot be meant are passed over.
type heardIndex struct {
	groups []heardGroup
}

type heardGroup struct {
	consonants
	words []heardWord
}

type heardWord struct {
	text   string // with x as the two sounds that it is
	id     uint32
	shared int // letters that it begins with as the word before it does
}

// heardText is a Latin word with x as the two sounds that it is.
func heardText(word string) string {
	if i := strings.LastIndexByte(word, 'x'); i > 0 {
		return strings.ReplaceAll(word, "x", "ks")
	}
	return word
}

// longestHeard bounds the letters of a word and the sounds of a code that are compared.
const longestHeard = 32

// newHeardIndex takes the Latin words of a shelf.
func newHeardIndex(words []token) heardIndex {
	texts := make([]string, len(words))
	for id := range words {
		if w := &words[id]; w.script == latin && alphabetic(w.text) && len(w.text) > 1 {
			texts[id] = w.text
		}
	}
	return heardWords(texts)
}

// heardWords indexes words by their places. Those that are empty are left out.
func heardWords(texts []string) heardIndex {
	var out heardIndex
	at := map[consonants]int{}
	for id, text := range texts {
		if text == "" {
			continue
		}
		w := heardWord{text: heardText(text), id: uint32(id)}
		key := consonantsOf(w.text)
		i, seen := at[key]
		if !seen {
			i = len(out.groups)
			at[key] = i
			out.groups = append(out.groups, heardGroup{consonants: key})
		}
		out.groups[i].words = append(out.groups[i].words, w)
	}

	for i := range out.groups {
		out.groups[i].sort()
	}
	return out
}

func (g *heardGroup) sort() {
	slices.SortFunc(g.words, func(a, b heardWord) int {
		return cmp.Or(cmp.Compare(a.text, b.text), cmp.Compare(a.id, b.id))
	})
	before := ""
	for i := range g.words {
		w := &g.words[i]
		w.shared = sharedStart(before, w.text)
		before = w.text
	}
	g.words = slices.Clip(g.words)
}

func sharedStart(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// each goes over the words that may be meant, with how far they agree.
func (x heardIndex) each(s spoken, visit func(id uint32, agree float64)) {
	var t hearing
	if !t.begin(s) {
		return
	}
	for i := range x.groups {
		if g := &x.groups[i]; t.mayBe(g.consonants) {
			g.each(&t, visit)
		}
	}
}

func (g *heardGroup) each(t *hearing, visit func(id uint32, agree float64)) {
	known := 0 // letters whose rows stand
	for k := 0; k < len(g.words); {
		w := &g.words[k]
		lost := t.read(w.text, min(known, w.shared))
		known = len(w.text)
		if lost > 0 {
			known = lost
		}
		if lost == 0 && t.cost(w.text) <= t.most {
			visit(w.id, agreement(t.cost(w.text), t.heard))
		}

		k++
		for lost > 0 && k < len(g.words) && g.words[k].shared >= lost {
			k++
		}
	}
}

// hearing works out how far a spoken code is from the beginnings of a word, a row for each letter.
type hearing struct {
	sounds spoken
	heard  int // consonants
	weak   int // sounds that may be a consonant
	most   int
	ends   [longestHeard]uint32 // a bit for each letter that a spelling of the sound ends with
	rows   [longestHeard + 1][longestHeard + 1]int16
	least  [longestHeard + 1]int16 // of each row
}

// tooFar is above every cost.
const tooFar = 1 << 12

// begin prepares for a code. It says whether the code has enough to be heard.
func (t *hearing) begin(s spoken) bool {
	t.heard = s.consonants()
	if t.heard == 0 || len(s) > longestHeard {
		return false
	}

	t.sounds = s
	t.most = mostSpoken * t.heard
	if t.heard == 1 {
		t.most = mostAlone
	}
	t.rows[0][0] = 0
	for i := range s {
		t.rows[0][i+1] = t.upTo(int(t.rows[0][i]) + s[i].silent)
		if s[i].classes == "" && s[i].silent < silentConsonant && !s[i].vowel {
			t.weak++
		}
		for _, way := range s[i].ways {
			t.ends[i] |= letterBit(way.latin[len(way.latin)-1])
		}
	}
	return true
}

func letterBit(c byte) uint32 { return 1 << (c - 'a') }

// mayBe says whether a word with those consonants may be meant.
func (t *hearing) mayBe(c consonants) bool {
	lacks := t.most / silentConsonant
	more := t.weak + t.most/unsaidConsonant
	return c.all >= t.heard-lacks && c.strong <= t.heard+more && t.sounds.begins(c.first)
}

// upTo is the cost, or tooFar above the most that counts.
func (t *hearing) upTo(cost int) int16 {
	if cost > t.most {
		return tooFar
	}
	return int16(cost)
}

// read works out the rows of a word of which the first letters are known. It gives the letter up to which no word that
// begins so can be meant, 0 when the word may be.
func (t *hearing) read(word string, known int) (lost int) {
	for j := known + 1; j <= min(len(word), longestHeard); j++ {
		t.letter(word, j)
		if t.hopeless(j) {
			return j
		}
	}
	return 0
}

// cost is that of a word that was read.
func (t *hearing) cost(word string) int {
	if len(word) > longestHeard {
		return tooFar
	}
	return int(t.rows[len(word)][len(t.sounds)])
}

// letter works out the row of the j-th letter of a word.
func (t *hearing) letter(word string, j int) {
	row := &t.rows[j]
	before := &t.rows[j-1]
	dropped := unheard(word, j-1)
	bit := letterBit(word[j-1])
	t.least[j] = tooFar
	for i := range len(t.sounds) + 1 {
		cost := int(before[i]) + dropped
		if i > 0 {
			cost = min(cost, int(row[i-1])+t.sounds[i-1].silent)
			if t.ends[i-1]&bit != 0 {
				cost = min(cost, t.written(word, i-1, j))
			}
		}
		row[i] = t.upTo(cost)
		t.least[j] = min(t.least[j], row[i])
	}
}

// hopeless says whether no word can be meant that begins with the first j letters. A sound may be written with several
// letters, so that it takes more than one row.
func (t *hearing) hopeless(j int) bool {
	for back := range longestSpelling {
		if j-back <= 0 || t.least[j-back] < tooFar {
			return j-back > 0 && t.least[j-back] >= tooFar
		}
	}
	return true
}

// longestSpelling is the number of letters that a sound is written with at most.
const longestSpelling = 4

// written is the least cost of the first j letters when the last of them are what sound i is written with.
func (t *hearing) written(word string, i, j int) int {
	least := tooFar
	for k := range t.sounds[i].ways {
		way := &t.sounds[i].ways[k]
		n := len(way.latin)
		if n > j {
			continue
		}
		if cost := int(t.rows[j-n][i]) + way.cost; cost < least && word[j-n:j] == way.latin {
			least = cost
		}
	}
	return least
}
