package names

import (
	"cmp"
	"slices"
	"strings"
)

// heardIndex finds the Latin words that a spoken code may mean. Their groups have the same classes of consonants.
// Groups, and the words of a group, are in alphabetical order, so that what was worked out for the beginning of one is
// used again for the next, and all that begin with what cannot be meant are passed over.
type heardIndex struct {
	groups []heardGroup
}

type heardGroup struct {
	classes string // see heardClasses
	shared  int    // classes that it begins with as the group before it does
	words   []heardWord
}

type heardWord struct {
	text   string // with x as the two sounds that it is
	id     uint32
	shared int // letters that it begins with as the word before it does
}

// heardClasses are the classes of a word's consonants. Those that are often not heard are in upper case.
func heardClasses(latin string) string {
	out := make([]byte, 0, len(latin))
	for i := range len(latin) {
		c := latin[i]
		class := spokenClass(c)
		if class == 0 {
			continue
		}
		if i > 0 && (c == latin[i-1] || c == 'r' && vowel(latin[i-1]) || c == 'g' && latin[i-1] == 'n') {
			class -= 'a' - 'A'
		}
		out = append(out, class)
	}
	return string(out)
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
	at := map[string]int{}
	for id, text := range texts {
		if text == "" {
			continue
		}
		w := heardWord{text: heardText(text), id: uint32(id)}
		key := heardClasses(w.text)
		i, seen := at[key]
		if !seen {
			i = len(out.groups)
			at[key] = i
			out.groups = append(out.groups, heardGroup{classes: key})
		}
		out.groups[i].words = append(out.groups[i].words, w)
	}

	slices.SortFunc(out.groups, func(a, b heardGroup) int { return cmp.Compare(a.classes, b.classes) })
	before := ""
	for i := range out.groups {
		g := &out.groups[i]
		g.sort()
		g.shared = sharedStart(before, g.classes)
		before = g.classes
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
	var t, classes hearing
	if !t.begin(s, unheard) || !classes.begin(s.classesOnly(), unheardClass) {
		return
	}

	classes.most = t.most
	known := 0
	for k := 0; k < len(x.groups); {
		g := &x.groups[k]
		lost := classes.read(g.classes, min(known, g.shared))
		known = len(g.classes)
		if lost > 0 {
			known = lost
		}
		if lost == 0 && classes.cost(g.classes) <= t.most {
			g.each(&t, visit)
		}

		k++
		for lost > 0 && k < len(x.groups) && x.groups[k].shared >= lost {
			k++
		}
	}
}

// classesOnly is what is heard of a code when only the classes of consonants are: what it costs at least.
func (s spoken) classesOnly() spoken {
	var out spoken
	for i := range s {
		c := sound{silent: s[i].silent, classes: s[i].classes}
		for _, way := range s[i].ways {
			if text := strings.ToLower(heardClasses(way.latin)); text != "" {
				c.ways = append(c.ways, spelling{latin: text, cost: way.cost})
			} else {
				c.silent = min(c.silent, way.cost)
			}
		}
		if len(c.ways) > 0 {
			c.endings = newEndings(c.ways)
			out = append(out, c)
		}
	}
	return out
}

// unheardClass is what it costs at least that a consonant of that class was not heard.
func unheardClass(classes string, j int) int {
	if c := classes[j]; c >= 'a' {
		return unsaidConsonant
	}
	return 0
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
	most   int
	unsaid func(word string, j int) int // what it costs that a letter was not heard
	rows   [longestHeard + 1][longestHeard + 1]int16
	least  [longestHeard + 1]int16 // of each row
	// firsts and lasts are the sounds between which a row has costs that count.
	firsts, lasts [longestHeard + 1]int8
}

// tooFar is above every cost.
const tooFar = 1 << 12

// begin prepares for a code. It says whether the code has enough to be heard.
func (t *hearing) begin(s spoken, unsaid func(word string, j int) int) bool {
	t.heard = s.consonants()
	if t.heard == 0 || len(s) > longestHeard {
		return false
	}

	t.sounds = s
	t.unsaid = unsaid
	t.most = mostSpoken * t.heard
	if t.heard == 1 {
		t.most = mostAlone
	}
	t.rows[0] = farRow
	t.rows[0][0] = 0
	for i := range s {
		t.rows[0][i+1] = t.upTo(int(t.rows[0][i]) + s[i].silent)
		if t.rows[0][i+1] < tooFar {
			t.lasts[0] = int8(i + 1)
		}
	}
	return true
}

// lowerCase is the bit that tells a small letter from a capital.
const lowerCase = 'a' - 'A'

func letterBit(c byte) uint32 { return 1 << (c - 'a') }

// upTo is the cost, or tooFar above the most that counts.
func (t *hearing) upTo(cost int) int16 {
	if cost > t.most {
		return tooFar
	}
	return int16(cost)
}

// read works out the rows of a word, as far as the first letters leave them open. It gives the letter up to which no
// word that begins so can be meant, 0 when the word may be.
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

// letter works out the row of the j-th letter of a word. A cost stands only where the letters before leave one that
// counts, or where the sound before has one and this one may be silent.
func (t *hearing) letter(word string, j int) {
	row := &t.rows[j]
	*row = farRow
	before := &t.rows[j-1]
	dropped := t.unsaid(word, j-1)
	bit := letterBit(word[j-1] | lowerCase)
	first, last := t.reach(j)

	t.least[j] = tooFar
	t.firsts[j] = int8(len(t.sounds) + 1)
	t.lasts[j] = -1
	for i := first; i <= len(t.sounds); i++ {
		if i > last && row[i-1] >= tooFar {
			break
		}

		cost := int(before[i]) + dropped
		if i > 0 {
			cost = min(cost, int(row[i-1])+t.sounds[i-1].silent)
			if t.sounds[i-1].endings.bit&bit != 0 {
				cost = min(cost, t.written(word, i-1, j))
			}
		}

		row[i] = t.upTo(cost)
		if row[i] < tooFar {
			t.firsts[j] = min(t.firsts[j], int8(i))
			t.lasts[j] = int8(i)
			t.least[j] = min(t.least[j], row[i])
		}
	}
}

// reach are the first and the last sound that the j-th letter may be of, by the rows before.
func (t *hearing) reach(j int) (first, last int) {
	first = len(t.sounds) + 1
	for back := 1; back <= min(j, longestSpelling); back++ {
		first = min(first, int(t.firsts[j-back]))
		last = max(last, int(t.lasts[j-back])+1)
	}
	return first, last
}

// farRow is a row without a cost that counts.
var farRow = func() (row [longestHeard + 1]int16) {
	for i := range row {
		row[i] = tooFar
	}
	return row
}()

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
	ways := t.sounds[i].endings.of[(word[j-1]|lowerCase)-'a']
	for k := range ways {
		way := &ways[k]
		n := len(way.latin)
		if n > j {
			continue
		}
		before := int(t.rows[j-n][i])
		if before < tooFar && before+way.cost < least && (n == 1 || sameButCase(word[j-n:j-1], way.latin[:n-1])) {
			least = before + way.cost
		}
	}
	return least
}

// sameButCase says whether two texts of one length are the same but for capitals in the first.
func sameButCase(a, b string) bool {
	for i := range len(a) {
		if a[i]|lowerCase != b[i] {
			return false
		}
	}
	return true
}
