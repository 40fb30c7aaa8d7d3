package match

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/farebox/farebox/internal/party/names"
)

// titles judges products by their titles, with the weights that words have in the list. A pair's bits are a sum:
// words in common by their rarity, whether each is the other's nearest, model numbers, and colours and variants.
type titles struct {
	products []product
	nearest  []float64 // by product: the cosine of the one most alike
	shift    float64   // bits by which duplicates are more frequent in the list than usual
}

// product is the words of a title as they are compared.
type product struct {
	words    []wordWeight // by id; the squares of the weights add up to 1
	codes    []int32
	variants []int32
}

// What the parts of a title say, in bits: a logistic regression over the candidates of Abt-Buy and, so that lists
// without duplicates count as well, of each of its two shops alone.
const (
	titleBias       = -9.2
	bitsAlike       = 0.5 // times the cosine
	bitsNearest     = 4.5 // times the cosine's ratio to the highest that one of the two has
	bitsAlikeNear   = 6.7 // times both
	bitsSameCode    = 1.6
	bitsOtherCode   = -3.3
	bitsSameVariant = 0.6
	bitsOtherTrait  = -0.5
	usualTitles     = 0.03 // share of the candidates there that are the same thing
	sureTitleBits   = 0.5  // log2 of the odds at the threshold
)

type wordWeight struct {
	id     int32
	weight float64
}

// codeWeight is how much more a model number says than another word as rare.
const codeWeight = 1.5

// newTitles weighs the words of all products by how rare they are in the list.
func newTitles(nodes []*item) *titles {
	book := &vocabulary{ids: map[string]int32{}, items: len(nodes)}
	words := make([][]titleWord, len(nodes))
	for i, it := range nodes {
		words[i] = book.read(it.form)
	}
	out := &titles{products: make([]product, len(nodes))}
	for i := range nodes {
		out.products[i] = book.product(words[i])
	}
	return out
}

// vocabulary is the words of a list of products.
type vocabulary struct {
	ids     map[string]int32
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
		case names.VariantWord:
			out.variants = append(out.variants, w.id)
		}
		out.words = append(out.words, wordWeight{w.id, weight})
	}

	slices.SortFunc(out.words, func(x, y wordWeight) int { return cmp.Compare(x.id, y.id) })
	norm := 0.0
	for _, w := range out.words {
		norm += w.weight * w.weight
	}

	for i := range out.words {
		out.words[i].weight /= math.Sqrt(max(norm, 1e-9))
	}
	return out
}

// Bounds of model codes.
const (
	shortestCode   = 4
	shortestNumber = 5 // a code of digits only: shorter ones are years and sizes
	longestSeries  = 4 // letters before a code, written apart: MDR EX32LP
	mostCodes      = 24
)

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
		if !isCode(code) || sizes[code] {
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

// cosine is how alike the words of two products are, 0 to 1.
func (p *product) cosine(q *product) float64 {
	sum := 0.0
	for x, y := p.words, q.words; len(x) > 0 && len(y) > 0; {
		switch {
		case x[0].id == y[0].id:
			sum += x[0].weight * y[0].weight
			x = x[1:]
			y = y[1:]
		case x[0].id < y[0].id:
			x = x[1:]
		default:
			y = y[1:]
		}
	}
	return min(1, sum)
}

// inCommon says how many of two sets are in both, and whether that is all of the smaller; nothing for an empty one.
func inCommon(a, b []int32) (both int, all bool) {
	for _, x := range a {
		if slices.Contains(b, x) {
			both++
		}
	}
	return both, both > 0 && both == min(len(a), len(b))
}

// weights are what the titles of two products say, in bits, without the bias and the shift of the list.
func (t *titles) weights(i, j int32) []weight {
	x := &t.products[i]
	y := &t.products[j]
	alike := x.cosine(y)
	near := alike / max(alike, t.nearest[i], t.nearest[j], 1e-9)
	out := []weight{
		{onWords, (bitsAlike + bitsAlikeNear*near) * alike},
		{onNearest, bitsNearest * near},
	}

	if len(x.codes) > 0 && len(y.codes) > 0 {
		w := weight{onCode, bitsOtherCode}
		if both, _ := inCommon(x.codes, y.codes); both > 0 {
			w.bits = bitsSameCode
		}
		out = append(out, w)
	}

	if len(x.variants)+len(y.variants) > 0 {
		w := weight{onVariant, bitsOtherTrait}
		if _, all := inCommon(x.variants, y.variants); all {
			w.bits = bitsSameVariant
		}
		out = append(out, w)
	}

	return out
}

// sameModel says whether two products have a model number in common.
func (t *titles) sameModel(i, j int32) bool {
	both, _ := inCommon(t.products[i].codes, t.products[j].codes)
	return both > 0
}

func (t *titles) bits(i, j int32) float64 {
	sum := titleBias + t.shift
	for _, w := range t.weights(i, j) {
		sum += w.bits
	}
	return sum
}

// Bounds of the estimation of how frequent duplicates are.
const (
	usualPairs = 50.0 // candidates that the usual share counts for
	mostTitles = 0.2  // the highest share
	fewest     = 1e-4 // the lowest
)

// train finds how frequent duplicates are among the candidates by expectation maximisation, the weights being as
// they are (Saerens, Latinne and Decaestecker, 2002).
func (t *titles) train(pairs []edge) {
	t.nearest = make([]float64, len(t.products))
	for _, p := range pairs {
		alike := t.products[p.a].cosine(&t.products[p.b])
		t.nearest[p.a] = max(t.nearest[p.a], alike)
		t.nearest[p.b] = max(t.nearest[p.b], alike)
	}

	t.shift = 0
	bits := make([]float64, len(pairs))
	for k, p := range pairs {
		bits[k] = t.bits(p.a, p.b)
	}
	for range rounds {
		same := usualPairs * usualTitles
		for _, b := range bits {
			same += chance(b + t.shift)
		}
		part := max(fewest, min(mostTitles, same/(usualPairs+float64(len(bits)))))
		t.shift = logOdds(part) - logOdds(usualTitles)
	}
}

// Bounds of the search for products with words in common.
const (
	mostHolders = 200 // a word that more have finds nothing by itself
	mostAlike   = 12  // candidates of an item
)

// candidates gives the pairs of products that share most of their rare words.
func (t *titles) candidates() []edge {
	posting := map[int32][]wordWeight{} // of each word the products that have it
	for i := range t.products {
		for _, w := range t.products[i].words {
			posting[w.id] = append(posting[w.id], wordWeight{int32(i), w.weight})
		}
	}

	sums := make([]float64, len(t.products))
	var out []edge
	var met []int32
	for i := range t.products {
		met = met[:0]
		for _, w := range t.products[i].words {
			list := posting[w.id]
			if len(list) > mostHolders {
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
		for _, j := range met[:min(len(met), mostAlike)] {
			out = append(out, edge{a: min(int32(i), j), b: max(int32(i), j)})
		}
		for _, j := range met {
			sums[j] = 0
		}
	}

	slices.SortFunc(out, func(x, y edge) int { return cmp.Or(cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b)) })
	return slices.Compact(out)
}
