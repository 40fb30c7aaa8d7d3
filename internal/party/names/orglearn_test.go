package names

import (
	"bufio"
	"cmp"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
)

// The table of learned words is counted in pairs of names of one organisation, one in another writing and one in Latin
// letters. A name that is written without spaces is first divided into the runs of characters that most often stand
// where one English word does; then the words of both sides are aligned as IBM's first model of translation does it.

// learnedPair is one organisation's name in another writing, in pieces, and the English words of its Latin name.
type learnedPair struct {
	pieces  [][]rune // a word, or a run that is to be divided
	words   []string // what the pieces are divided into
	english []string
}

// learner counts pairs.
type learner struct {
	engine   *Engine
	pairs    []*learnedPair
	seen     map[string]bool           // pairs
	surfaces map[string]map[string]int // of an English word without its plural: how it is written
	shares   map[string]map[string]float64
	of       map[string]int // names that have a word
}

// What is asked of a word to be learned.
const (
	leastPairs    = 3    // names that have it
	leastShare    = 0.35 // of those, in which it stands for its English word
	leastOther    = 0.18 // likewise for a further one, and of the share of the first one a third
	leastBeside   = 0.55 // likewise for one of several English words that it stands for together
	mostWords     = 4
	longestPiece  = 6
	roundsDivide  = 4
	roundsAlign   = 10
	timesOfPlaces = 3 // that the name of a country counts
	longerCounts  = 1.3
)

func (l *learner) add(native, romanised string) {
	p := &learnedPair{pieces: l.pieces(native)}
	for _, w := range l.engine.readCompany(romanised, Company).core {
		if w.script != latin || hasDigit(w.text) || len(w.text) < 2 || l.engine.words.stop[w.text] {
			continue
		}
		stem := withoutPlural(w.text)
		if l.surfaces[stem] == nil {
			l.surfaces[stem] = map[string]int{}
		}
		l.surfaces[stem][w.text]++
		p.english = append(p.english, stem)
	}
	slices.Sort(p.english)
	p.english = slices.Compact(p.english)
	id := fmt.Sprint(p.pieces, p.english)
	if len(p.pieces) > 0 && len(p.english) > 0 && !l.seen[id] {
		l.seen[id] = true
		l.pairs = append(l.pairs, p)
	}
}

func withoutPlural(s string) string {
	switch {
	case len(s) > 5 && strings.HasSuffix(s, "ies"):
		return strings.TrimSuffix(s, "ies") + "y"
	case len(s) > 4 && strings.HasSuffix(s, "s") && !strings.HasSuffix(s, "ss") && !strings.HasSuffix(s, "is"):
		return strings.TrimSuffix(s, "s")
	}
	return s
}

// pieces are the words of a name in another writing as the table has them, and the runs of those that are written
// without spaces.
func (l *learner) pieces(native string) (out [][]rune) {
	between := func(r rune) bool { return !unicode.In(r, unicode.L, unicode.M) && r != 'ー' }
	for _, part := range strings.FieldsFunc(native, between) {
		for _, run := range runsOf([]rune(part)) {
			if key := []rune(learnedKey(run)); len(key) > 1 {
				out = append(out, key)
			}
		}
	}
	return out
}

// runsOf divides a word where its writing changes: 株式会社アルマズ.
func runsOf(word []rune) (out [][]rune) {
	for i, r := range word {
		if i == 0 || scriptOf(r) != scriptOf(word[i-1]) && r != 'ー' && !unicode.Is(unicode.M, r) {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], r)
	}
	return slices.DeleteFunc(out, func(run []rune) bool { return scriptOf(run[0]) == latin || all(run, hiragana) })
}

func hiragana(r rune) bool { return unicode.Is(unicode.Hiragana, r) }

// learnedKey is a word as the table has it: a stem in Cyrillic, in Arabic without the article.
func learnedKey(run []rune) string {
	key := orgKey(run)
	switch scriptOf(run[0]) {
	case cyrillic:
		for _, ending := range cyrillicEndings {
			if stem, ok := strings.CutSuffix(key, ending); ok && len([]rune(stem)) > shortestStem {
				return stem
			}
		}
	case arabic:
		for _, prefix := range arabicPrefixes[:4] {
			if rest, ok := strings.CutPrefix(string(run), prefix); ok && len([]rune(rest)) >= leastBehind {
				return string([]rune(rest))
			}
		}
		return string(run)
	}
	return key
}

// divisible says whether a piece is to be divided.
func divisible(piece []rune) bool {
	s := scriptOf(piece[0])
	return s == han || s == hangul || unicode.In(piece[0], unicode.Thai, unicode.Myanmar)
}

// divide divides the runs of all names: at first by the words that any part of them may be, then by those that the
// parts were found to be.
func (l *learner) divide() {
	l.count(func(p *learnedPair) []string { return p.parts() })
	for range roundsDivide {
		for _, p := range l.pairs {
			p.words = nil
			for _, piece := range p.pieces {
				if !divisible(piece) {
					p.words = append(p.words, string(piece))
					continue
				}
				p.words = append(p.words, l.best(piece)...)
			}
		}
		l.count(func(p *learnedPair) []string { return p.words })
	}
}

// parts are all that the words of a name may be.
func (p *learnedPair) parts() (out []string) {
	for _, piece := range p.pieces {
		if !divisible(piece) {
			out = append(out, string(piece))
			continue
		}
		for i := range piece {
			for n := 2; n <= longestPiece && i+n <= len(piece); n++ {
				out = append(out, string(piece[i:i+n]))
			}
		}
	}
	return out
}

// count counts how far each word goes with the English word that it goes best with.
func (l *learner) count(words func(*learnedPair) []string) {
	of := map[string]int{}
	english := map[string]int{}
	for _, p := range l.pairs {
		for _, w := range unique(words(p)) {
			of[w]++
		}
		for _, e := range p.english {
			english[e]++
		}
	}

	together := map[string]map[string]int{}
	for _, p := range l.pairs {
		for _, w := range unique(words(p)) {
			if of[w] < leastPairs {
				continue
			}
			if together[w] == nil {
				together[w] = map[string]int{}
			}
			for _, e := range p.english {
				together[w][e]++
			}
		}
	}

	l.of = of
	l.shares = map[string]map[string]float64{}
	for w, all := range together {
		best := 0.0
		for e, n := range all {
			best = max(best, float64(n)/math.Sqrt(float64(of[w])*float64(english[e])))
		}
		l.shares[w] = map[string]float64{"": best}
	}
}

func unique(words []string) []string {
	words = slices.Clone(words)
	slices.Sort(words)
	return slices.Compact(words)
}

// best divides a run so that its parts go best with English words.
func (l *learner) best(run []rune) (out []string) {
	scores := make([]float64, len(run)+1)
	from := make([]int, len(run)+1)
	for end := 1; end <= len(run); end++ {
		scores[end] = scores[end-1]
		from[end] = end - 1
		for n := 2; n <= longestPiece && n <= end; n++ {
			share := l.shares[string(run[end-n:end])][""]
			if score := scores[end-n] + share*math.Pow(float64(n), longerCounts); share > 0 && score > scores[end] {
				scores[end] = score
				from[end] = end - n
			}
		}
	}
	for end := len(run); end > 0; end = from[end] {
		if end-from[end] > 1 {
			out = append(out, string(run[from[end]:end]))
		}
	}
	return out
}

// align gives the share of each word's names in which it stands for each English word.
func (l *learner) align() {
	chance := map[string]map[string]float64{}
	for range roundsAlign {
		counted := map[string]map[string]float64{}
		for _, p := range l.pairs {
			words := append(unique(p.words), "")
			for _, e := range p.english {
				sum := 0.0
				for _, w := range words {
					sum += l.chance(chance, w, e)
				}
				for _, w := range words {
					if counted[w] == nil {
						counted[w] = map[string]float64{}
					}
					counted[w][e] += l.chance(chance, w, e) / sum
				}
			}
		}

		l.shares = counted
		chance = map[string]map[string]float64{}
		for w, all := range counted {
			sum := 0.0
			for _, n := range all {
				sum += n
			}
			chance[w] = map[string]float64{}
			for e, n := range all {
				chance[w][e] = n / sum
			}
		}
	}
}

// nothingsChance is that an English word stands for no word.
const nothingsChance = 0.002

func (l *learner) chance(of map[string]map[string]float64, w, e string) float64 {
	if w == "" {
		return nothingsChance
	}
	if len(of) == 0 {
		return 1.0 / 1000
	}
	return of[w][e]
}

// concept is what the table says of a word, empty when it says nothing.
func (l *learner) concept(w string) string {
	n := float64(l.of[w])
	type counted struct {
		word  string
		share float64
	}
	var all []counted
	for e, c := range l.shares[w] {
		if c/n >= leastOther {
			all = append(all, counted{e, c / n})
		}
	}
	slices.SortFunc(all, func(a, b counted) int {
		return cmp.Or(cmp.Compare(b.share, a.share), cmp.Compare(a.word, b.word))
	})
	if n < leastPairs || len(all) == 0 || all[0].share < leastShare || l.spelt(w, all[0].word) {
		return ""
	}

	out := ""
	for i, c := range all[:min(len(all), mostWords)] {
		switch {
		case i == 0:
		case c.share >= leastBeside: // it stands for several, in one name
			out += "+"
		case c.share >= all[0].share/3 && !strings.Contains(out, "+"):
			out += "/"
		default:
			return out
		}
		out += l.surface(c.word)
	}
	return out
}

// spelt says whether the letters of a word alone say as much.
func (l *learner) spelt(w, e string) bool {
	run := []rune(w)
	if divisible(run) {
		return false
	}
	text := transliterate(run, scriptOf(run[0]))
	return romanFold(text) == romanFold(e) || editsUpTo(1, text, e) <= 1
}

func (l *learner) surface(stem string) string {
	best := stem
	for s, n := range l.surfaces[stem] {
		if n > l.surfaces[stem][best] || n == l.surfaces[stem][best] && s < best {
			best = s
		}
	}
	return best
}

// writings are those whose names of countries are learned.
const writings = "ar fa ur ru uk be bg sr mk kk ja zh zh-Hant ko he el hi bn th ka hy mn ne ta"

func (l *learner) countries() {
	for code := range strings.FieldsSeq(writings) {
		in := display.Regions(language.MustParse(code))
		english := display.Regions(language.English)
		for a := 'A'; a <= 'Z'; a++ {
			for b := 'A'; b <= 'Z'; b++ {
				region, err := language.ParseRegion(string([]rune{a, b}))
				if err != nil || !region.IsCountry() || in.Name(region) == "" {
					continue
				}
				for range timesOfPlaces {
					clear(l.seen)
					l.add(in.Name(region), english.Name(region))
				}
			}
		}
	}
}

// TestWriteLearnedWords makes the table of learned words from the pairs of names in the files orgpairs*.tsv of a
// folder: a name in another writing and the Latin one, with a tab between them. FAREBOX_ORG_PAIRS names the folder.
func TestWriteLearnedWords(t *testing.T) {
	folder := os.Getenv("FAREBOX_ORG_PAIRS")
	if folder == "" {
		t.Skip("FAREBOX_ORG_PAIRS is not set")
	}
	l := &learner{engine: New(), seen: map[string]bool{}, surfaces: map[string]map[string]int{}}
	files, err := filepath.Glob(filepath.Join(folder, "orgpairs*.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			native, romanised, _ := strings.Cut(strings.TrimSpace(line), "\t")
			l.add(native, romanised)
		}
	}
	l.countries()
	l.divide()
	l.align()

	byConcept := map[string][]string{}
	for _, w := range slices.Sorted(maps.Keys(l.shares)) {
		if w == "" {
			continue
		}
		if concept := l.concept(w); concept != "" {
			byConcept[concept] = append(byConcept[concept], w)
		}
	}
	writeLearned(t, byConcept)
}

func writeLearned(t *testing.T, byConcept map[string][]string) {
	t.Helper()
	f, err := os.Create(filepath.Join("data", "learnedwords.txt"))
	if err != nil {
		t.Fatal(err)
	}
	out := bufio.NewWriter(f)
	out.WriteString(learnedHead)
	words := 0
	for _, concept := range slices.Sorted(maps.Keys(byConcept)) {
		words += len(byConcept[concept])
		fmt.Fprintf(out, "%s: %s\n", concept, strings.Join(byConcept[concept], " "))
	}
	if err := cmp.Or(out.Flush(), f.Close()); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d concepts, %d words", len(byConcept), words)
}

const learnedHead = `# Words of organisations' names in other writings, as orgconcepts.txt has them, that a program learned from pairs of
# names of one organisation: research organisations (ror.org, CC0), brands and operators (OpenStreetMap's name
# suggestion index, BSD-3-Clause), firms that file in Japan (EDINET) and Korea (DART), countries (Unicode CLDR) and the
# names on lists of sanctions. See orglearn_test.go.
`
