package match

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/party/names"
)

// titles judges products by their titles, with the weights that words have in the list: see [titles.parts].
type titles struct {
	products []product
	texts    []string    // of the words, by id
	rarity   float64     // mean of the words of all titles
	pairs    []edge      // the candidates, ascending, with their bits
	around   [][]near    // the candidates of each product, ascending
	cosines  [][]float64 // the same, descending
	shift    float64     // bits by which duplicates are more frequent in the list than usual
}

// near is a title that shares words with another.
type near struct {
	id     int32
	cosine float64
}

// product is the words of a title as they are compared.
type product struct {
	words    []wordWeight // by id; the squares of the weights add up to 1
	norm     float64      // what the weights were divided by for that
	codes    []int32
	sizes    []int32
	variants []int32
	copies   int // how many items of the list have the title
}

type wordWeight struct {
	id     int32
	weight float64
	sort   names.Sort
}

// codeWeight is how much more a model number says than another word as rare.
const codeWeight = 1.5

// newTitles weighs the words of all products by how rare they are in the list.
func newTitles(nodes []*item) *titles {
	book := &vocabulary{ids: map[string]int32{}, items: len(nodes)}
	words := each.Of(nodes, func(it *item) []titleWord { return book.read(it.form) })

	out := &titles{products: make([]product, len(nodes)), texts: book.texts}
	for i, it := range nodes {
		out.products[i] = book.product(words[i])
		out.products[i].copies = it.copies
	}
	out.rarity = out.meanRarity()
	return out
}

// vocabulary is the words of a list of products.
type vocabulary struct {
	ids     map[string]int32
	texts   []string
	holders []int32 // how many products have the word
	items   int
}

// titleWord is a word of a product, by its place in the vocabulary.
type titleWord struct {
	id   int32
	sort names.Sort
}

// read enters the words of a product: each once.
func (v *vocabulary) read(f *names.Form) []titleWord {
	var out []titleWord
	seen := map[int32]bool{}
	enter := func(text string, sort names.Sort) {
		id, known := v.ids[text]
		if !known {
			id = int32(len(v.holders))
			v.ids[text] = id
			v.texts = append(v.texts, text)
			v.holders = append(v.holders, 0)
		}
		if !seen[id] {
			seen[id] = true
			v.holders[id]++
			out = append(out, titleWord{id, sort})
		}
	}

	sizes := map[string]bool{}
	for _, w := range f.ProductWords() {
		if w.Sort == names.LightWord || w.Sort == names.ModelCode {
			continue
		}
		if w.Sort == names.Size {
			if isCode(w.Text) && strings.Trim(w.Text, "0123456789") == "" {
				continue // a number that makers order by
			}
			sizes[w.Text] = true
		}
		enter(w.Text, w.Sort)
	}
	for _, c := range modelCodes(f.Raw, sizes) {
		enter("#"+c, names.ModelCode)
	}
	return out
}

// product weighs the words of a title.
func (v *vocabulary) product(words []titleWord) product {
	var out product
	for _, w := range words {
		weight := math.Log(float64(v.items+1) / float64(v.holders[w.id]))
		switch w.sort {
		case names.ModelCode:
			weight *= codeWeight
			out.codes = append(out.codes, w.id)
		case names.Size:
			out.sizes = append(out.sizes, w.id)
		case names.VariantWord:
			out.variants = append(out.variants, w.id)
		}
		out.words = append(out.words, wordWeight{w.id, weight, w.sort})
	}

	slices.SortFunc(out.words, func(x, y wordWeight) int { return cmp.Compare(x.id, y.id) })
	out.normalize()
	return out
}

// normalize makes the squares of the weights add up to 1.
func (p *product) normalize() {
	sum := 0.0
	for _, w := range p.words {
		sum += w.weight * w.weight
	}
	p.norm = math.Sqrt(max(sum, 1e-9))
	for i := range p.words {
		p.words[i].weight /= p.norm
	}
}

// Bounds of model codes.
const (
	shortestCode   = 4
	shortestNumber = 6 // a code of digits only: shorter ones are years, sizes and postcodes
	longestSeries  = 4 // letters before a code, written apart: MDR EX32LP
	mostCodes      = 24
)

// amount is what only sizes have: 146.8-GB, f/3.5-5.6, 20/40-GB.
var amount = regexp.MustCompile(`^[0-9]+[./][0-9]|[0-9][.][0-9]`)

// modelCodes finds what may be model numbers in a title: chunks with a digit, written without signs, each also
// without the letters at its end, which tell colours and markets apart (DU1055BK), and joined to short letters
// before it. sizes are left out.
func modelCodes(title string, sizes map[string]bool) []string {
	var out []string
	before := ""
	for _, chunk := range strings.FieldsFunc(strings.ToLower(title), func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("()[],;:!\"'", r)
	}) {
		code := strings.Map(func(r rune) rune {
			if r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
				return r
			}
			return -1
		}, chunk)
		if len(out) >= mostCodes {
			break
		}
		if !isCode(code) || sizes[code] || amount.MatchString(chunk) {
			before = ""
			if code != "" && len(code) <= longestSeries {
				before = code
			}
			continue
		}
		out = append(out, code)
		if stem := strings.TrimRight(code, "abcdefghijklmnopqrstuvwxyz"); stem != code && isCode(stem) {
			out = append(out, stem)
		}
		if before != "" {
			out = append(out, before+code)
		}
		before = ""
	}

	return out
}

func isCode(s string) bool {
	digits := 0
	for i := range len(s) {
		if s[i] >= '0' && s[i] <= '9' {
			digits++
		}
	}
	if digits == len(s) {
		return len(s) >= shortestNumber
	}
	return digits > 0 && len(s) >= shortestCode
}

// meanRarity is that of the words of all titles. Where things stand many times no word is as rare as in a longer list,
// nor in a short list.
func (t *titles) meanRarity() float64 {
	sum := 0.0
	words := 0
	for _, p := range t.products {
		for _, w := range p.words {
			sum += w.weight * p.norm
		}
		words += len(p.words)
	}
	return max(1e-9, sum/float64(max(1, words)))
}

// Bounds of the search for products with words in common.
const (
	mostSteps = 20_000_000 // products met by way of a common word
	mostPairs = 250_000    // candidates of all items
	fewAlike  = 12         // candidates of an item in a long list
	mostAlike = 64
)

// search finds the candidates and judges them twice: the first time, to weigh the words.
func (t *titles) search() []edge {
	t.judge()
	t.learn()
	t.judge()
	return t.pairs
}

// Bounds of the weights that a list gives its words.
const (
	likely      = 0.5 // chance of a pair that words are learned from
	fewestWords = 20  // in common of such pairs, from which on words are learned
	fewestPairs = 3   // of them that have a word on one side: no pair makes itself likelier
	priorPairs  = 3.0 // such pairs that the usual share counts for
	leastSay    = 0.3
)

// learn weighs each plain word by the share of likely duplicates with the word in which both titles have it. Words that
// one source adds to all its titles count for less, however rare they are.
func (t *titles) learn() {
	both := make([]int, len(t.texts))
	has := make([]int, len(t.texts))
	shared := 0
	all := 0
	for _, p := range t.pairs {
		if chance(p.score+t.shift) < likely {
			continue
		}
		words := slices.Concat(t.products[p.a].words, t.products[p.b].words)
		slices.SortFunc(words, func(x, y wordWeight) int { return cmp.Compare(x.id, y.id) })
		for k, w := range words {
			if k > 0 && words[k-1].id == w.id {
				both[w.id]++
				shared++
				continue
			}
			has[w.id]++
			all++
		}
	}
	if shared < fewestWords {
		return
	}

	usual := float64(shared) / float64(all)
	for i := range t.products {
		p := &t.products[i]
		for k := range p.words {
			w := &p.words[k]
			w.weight *= p.norm
			if w.sort == names.PlainWord && has[w.id]-both[w.id] >= fewestPairs {
				share := (float64(both[w.id]) + priorPairs*usual) / (float64(has[w.id]) + priorPairs)
				w.weight *= max(leastSay, min(1, share/usual))
			}
		}
		p.normalize()
	}
	t.rarity = t.meanRarity()
}

// judge finds the candidates and their bits. In a crowded list a word is common because the thing is, so that common
// words find candidates too.
func (t *titles) judge() {
	t.pairs = t.candidates(t.postings(), max(fewAlike, min(mostAlike, mostPairs/len(t.products))))
	meetings := make([]meeting, len(t.pairs))
	t.around = make([][]near, len(t.products))
	t.cosines = make([][]float64, len(t.products))
	for k, p := range t.pairs {
		m := t.meet(p.a, p.b)
		meetings[k] = m
		t.around[p.a] = append(t.around[p.a], near{p.b, m.cosine})
		t.around[p.b] = append(t.around[p.b], near{p.a, m.cosine})
	}
	for i, list := range t.around {
		slices.SortFunc(list, func(x, y near) int { return cmp.Compare(x.id, y.id) })
		for _, n := range list {
			t.cosines[i] = append(t.cosines[i], n.cosine)
		}
		slices.SortFunc(t.cosines[i], func(x, y float64) int { return cmp.Compare(y, x) })
	}

	for k := range t.pairs {
		p := &t.pairs[k]
		p.score = t.judged(&meetings[k], p.a, p.b)
	}
	t.shift = frequency(t.pairs)
}

// Bounds of the estimation of how frequent duplicates are.
const (
	usualPairs  = 500.0  // candidates that the usual share counts for
	usualTitles = 0.0085 // share of the candidates that are the same thing in the lists that the trees are grown from
	mostShift   = 3.0
	leastShift  = -2.0
	rarePairs   = 30_000.0 // candidates that a list must have to say that duplicates are half as frequent as usual
)

// frequency is by how many bits duplicates are more frequent among the candidates of a list than usual, found by
// expectation maximisation, the rest being as it is (Saerens, Latinne and Decaestecker, 2002).
func frequency(pairs []edge) float64 {
	least := max(leastShift, math.Log2(rarePairs/(rarePairs+float64(len(pairs)))))
	shift := 0.0
	for range rounds {
		same := usualPairs * usualTitles
		for _, p := range pairs {
			same += chance(p.score + shift)
		}
		shift = logOdds(same/(usualPairs+float64(len(pairs)))) - logOdds(usualTitles)
		shift = max(least, min(mostShift, shift))
	}
	return shift / 2
}

// bits is what speaks for two titles being of one thing.
func (t *titles) bits(i, j int32) float64 {
	if k, found := slices.BinarySearchFunc(t.pairs, edge{a: min(i, j), b: max(i, j)}, edge.compare); found {
		return t.pairs[k].score + t.shift
	}
	m := t.meet(i, j)
	return t.judged(&m, i, j) + t.shift
}

// postings gives the products that have each word.
func (t *titles) postings() map[int32][]wordWeight {
	out := map[int32][]wordWeight{}
	for i := range t.products {
		for _, w := range t.products[i].words {
			out[w.id] = append(out[w.id], wordWeight{int32(i), w.weight, w.sort})
		}
	}
	return out
}

// mostHolders is how many products may have a word that finds others, so that the search takes at most [mostSteps].
func mostHolders(postings map[int32][]wordWeight) int {
	holders := make([]int, 0, len(postings))
	for _, list := range postings {
		holders = append(holders, len(list))
	}
	slices.Sort(holders)

	steps := 0
	for _, n := range holders {
		steps += n * n
		if steps > mostSteps {
			return n - 1
		}
	}
	return holders[len(holders)-1]
}

// candidates gives the pairs of products that share most of their rare words: for each product the alike nearest.
// The most frequent words find nothing by themselves: see [mostHolders].
func (t *titles) candidates(postings map[int32][]wordWeight, alike int) []edge {
	holders := mostHolders(postings)
	sums := make([]float64, len(t.products))
	var out []edge
	var met []int32
	for i := range t.products {
		met = met[:0]
		for _, w := range t.products[i].words {
			list := postings[w.id]
			if len(list) > holders {
				continue
			}
			for _, other := range list {
				if other.id == int32(i) {
					continue
				}
				if sums[other.id] == 0 {
					met = append(met, other.id)
				}
				sums[other.id] += w.weight * other.weight
			}
		}
		slices.SortFunc(met, func(x, y int32) int {
			return cmp.Or(cmp.Compare(sums[y], sums[x]), cmp.Compare(x, y))
		})
		for _, j := range met[:min(len(met), alike)] {
			out = append(out, edge{a: min(int32(i), j), b: max(int32(i), j)})
		}
		for _, j := range met {
			sums[j] = 0
		}
	}

	slices.SortFunc(out, edge.compare)
	return slices.Compact(out)
}
