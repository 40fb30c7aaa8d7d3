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

// titles judges products by their titles, with the weights that words have in the list. A pair's bits are a sum: see
// [titles.weights].
type titles struct {
	products []product
	texts    []string // of the words, by id
	copies   int      // items that are equal to an earlier one
	around   [][]float64
	shift    float64   // bits by which duplicates are more frequent in the list than usual
	crowded  float64   // 0 to 1: see [titles.crowding]
	closest  []float64 // the highest cosine of each product, copies aside; of crowded lists only
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
	words := make([][]titleWord, len(nodes))
	for i, it := range nodes {
		words[i] = book.read(it.form)
	}

	out := &titles{products: make([]product, len(nodes)), texts: book.texts}
	for i, it := range nodes {
		out.products[i] = book.product(words[i])
		out.products[i].copies = it.copies
		out.copies += it.copies - 1
	}
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
	norm := 0.0
	for _, w := range out.words {
		norm += w.weight * w.weight
	}

	out.norm = math.Sqrt(max(norm, 1e-9))
	for i := range out.words {
		out.words[i].weight /= out.norm
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

// Bounds of the estimation of how frequent duplicates are.
const (
	usualPairs = 500.0 // candidates that the usual share counts for
	mostTitles = 0.2   // the highest share
	fewest     = 1e-4  // the lowest
)

// train finds how frequent duplicates are among the candidates by classification EM, the weights being as they are
// (Celeux and Govaert, 1992): a pair counts as a whole once it is likelier a duplicate than not. Counted by its chance,
// as in plain EM, the many titles of one pattern in a list without duplicates would make up some. Equal titles count as
// duplicates that were found. What is nearest to one of them is its copy, so that the next is no candidate for being
// nearest.
func (t *titles) train(pairs []edge) {
	t.around = make([][]float64, len(t.products))
	sure := make([]int, len(t.products))
	for _, p := range pairs {
		m := t.meet(p.a, p.b)
		t.around[p.a] = append(t.around[p.a], m.cosine)
		t.around[p.b] = append(t.around[p.b], m.cosine)
		if m.cosine >= sureCosine && m.matched >= sureRarity {
			sure[p.a]++
			sure[p.b]++
		}
	}
	for _, list := range t.around {
		slices.SortFunc(list, func(x, y float64) int { return cmp.Compare(y, x) })
	}

	t.shift = 0
	bits := make([]float64, len(pairs))
	for k, p := range pairs {
		bits[k] = t.bits(p.a, p.b)
	}
	for range rounds {
		same := usualPairs*usualTitles + float64(t.copies)
		for _, b := range bits {
			if b+t.shift > 0 {
				same++
			}
		}
		part := max(fewest, min(mostTitles, same/(usualPairs+float64(len(bits)+t.copies))))
		t.shift = logOdds(part) - logOdds(usualTitles)
	}
	t.crowded = t.crowding(sure)
}

// Bounds of the search for products with words in common.
const (
	fewHolders = 200        // a word that more have finds nothing by itself
	usualAlike = 12         // candidates of an item
	mostSteps  = 20_000_000 // of a wide search: products met by way of a common word
	mostPairs  = 250_000    // of a wide search: candidates of all items
	mostAlike  = 64         // of a wide search: candidates of an item
)

// search finds the candidates of a list and learns from them what the list is like. In a crowded list an item has
// more candidates, and common words find them too: in it a word is common because the thing is.
func (t *titles) search() []edge {
	postings := t.postings()
	pairs := t.candidates(postings, fewHolders, usualAlike)
	t.train(pairs)
	if t.crowded == 0 {
		return pairs
	}

	alike := max(usualAlike, min(mostAlike, mostPairs/len(t.products)))
	pairs = t.candidates(postings, mostHolders(postings), alike)
	t.closest = make([]float64, len(t.products))
	for _, p := range pairs {
		cosine := t.meet(p.a, p.b).cosine
		t.closest[p.a] = max(t.closest[p.a], cosine)
		t.closest[p.b] = max(t.closest[p.b], cosine)
	}
	return pairs
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
// Words that more than holders have find nothing by themselves.
func (t *titles) candidates(postings map[int32][]wordWeight, holders, alike int) []edge {
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

	slices.SortFunc(out, func(x, y edge) int { return cmp.Or(cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b)) })
	return slices.Compact(out)
}
