package match

import (
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/farebox/farebox/internal/party/names"
)

// meeting is how the words of two titles agree. Rarity is that of [vocabulary.product], model numbers that one title
// has alone left out: what they say is in the weights of codes.
type meeting struct {
	cosine   float64
	matched  float64 // rarity of the words in common
	a, b     float64 // rarity of all words of each
	rarest   float64 // rarity of the rarest common word that is not a model number
	code     float64 // rarity of the rarest model number in common
	siblings float64 // 0 to 1: agreement of the words that are not models, sizes or variants
}

// slipAgrees is how far a word agrees with one that is a slip or another form of it.
const slipAgrees = 0.8

// meet compares the words of two titles.
func (t *titles) meet(i, j int32) meeting {
	x := &t.products[i]
	y := &t.products[j]
	var m meeting
	var plain, plainA, plainB float64
	agree := func(p, q wordWeight, share float64) {
		rarity := share * min(p.weight*x.norm, q.weight*y.norm)
		m.cosine += share * p.weight * q.weight
		m.matched += rarity
		switch p.sort {
		case names.ModelCode:
			m.code = max(m.code, rarity)
		case names.PlainWord:
			plain += rarity
			m.rarest = max(m.rarest, rarity)
		default:
			m.rarest = max(m.rarest, rarity)
		}
	}

	var roomA, roomB [24]wordWeight // what most titles need, without an allocation
	onlyA := roomA[:0]
	onlyB := roomB[:0]
	a, b := x.words, y.words
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0].id < b[0].id:
			onlyA = append(onlyA, a[0])
			a = a[1:]
		case len(a) == 0 || b[0].id < a[0].id:
			onlyB = append(onlyB, b[0])
			b = b[1:]
		default:
			agree(a[0], b[0], 1)
			a = a[1:]
			b = b[1:]
		}
	}

	m.a, plainA = rarityOf(onlyA, x.norm)
	m.b, plainB = rarityOf(onlyB, y.norm)
	m.a += m.matched
	m.b += m.matched
	all := plain + max(plainA, plainB)
	for _, p := range onlyA {
		for k, q := range onlyB {
			if q.sort == names.PlainWord && p.sort == names.PlainWord && slipped(t.texts[p.id], t.texts[q.id]) {
				agree(p, q, slipAgrees)
				onlyB[k].sort = names.LightWord // taken
				break
			}
		}
	}

	m.cosine = min(1, m.cosine)
	if all > 0 {
		m.siblings = min(1, plain/all)
	}
	return m
}

// rarityOf sums the rarity of words, of all but model numbers and of the plain ones.
func rarityOf(words []wordWeight, norm float64) (all, plain float64) {
	for _, w := range words {
		switch w.sort {
		case names.ModelCode:
			continue
		case names.PlainWord:
			plain += w.weight * norm
		}
		all += w.weight * norm
	}
	return all, plain
}

// Bounds of slips.
const (
	shortestSlip = 5
	twoSlips     = 9 // a word so long may have two
	longestEnd   = 3 // of another form of a word: index, indexing
)

// slipped says whether two words without digits are a slip apart, or forms of one word.
func slipped(a, b string) bool {
	if min(len(a), len(b)) < shortestSlip || a[0] != b[0] || strings.ContainsAny(a+b, "0123456789") {
		return false
	}
	same := 0
	for same < min(len(a), len(b)) && a[same] == b[same] {
		same++
	}
	if same >= shortestSlip && max(len(a), len(b))-same <= longestEnd {
		return true
	}

	slips := 1
	if max(len(a), len(b)) >= twoSlips {
		slips = 2
	}
	return max(len(a), len(b))-min(len(a), len(b)) <= slips && names.Edits(a, b) <= slips
}

// part is a thing that two titles are judged by.
type part int

const (
	partContained part = iota // share of the shorter title that is in the other
	partUnion                 // words in common as a share of all words of both
	partCosine
	partRarest   // rarity of the rarest word in common, as so many words of the list's mean
	partNearOne  // the cosine's ratio to the lower of the highest that each has
	partNearBoth // its ratio to the highest of both
	partRank     // log2 of the others that are nearer to the one that has more of them
	partRankLow  // to the one that has fewer
	partShared   // how far the titles about both are the same
	partCopied   // how many of the two the list has a copy of
	partCode     // rarity of the rarest model number in common; -1 for others; 0 if one has none
	partSize     // the share of the sizes in common, likewise
	partVariant  // the share of the variants in common, likewise
	partSiblings // agreement of the words that are not models, sizes or variants

	allParts
)

// feature is what a part is reported as.
func (p part) feature() feature {
	switch p {
	case partContained, partUnion, partCosine, partRarest, partSiblings:
		return onWords
	case partCode:
		return onCode
	case partSize:
		return onSize
	case partVariant:
		return onVariant
	}
	return onNearest
}

// parts measures two titles.
func (t *titles) parts(m *meeting, i, j int32) *[allParts]float64 {
	x := &t.products[i]
	y := &t.products[j]
	nearerI := t.others(i, m.cosine+1e-9)
	nearerJ := t.others(j, m.cosine+1e-9)

	out := &[allParts]float64{
		partContained: m.matched / max(1e-9, min(m.a, m.b)),
		partUnion:     m.matched / max(1e-9, m.a+m.b-m.matched),
		partCosine:    m.cosine,
		partRarest:    m.rarest / t.rarity,
		partNearOne:   m.cosine / max(m.cosine, min(t.nearest(i), t.nearest(j)), 1e-9),
		partNearBoth:  m.cosine / max(m.cosine, t.nearest(i), t.nearest(j), 1e-9),
		partRank:      math.Log2(1 + float64(max(nearerI, nearerJ))),
		partRankLow:   math.Log2(1 + float64(min(nearerI, nearerJ))),
		partShared:    t.shared(i, j, m.cosine),
		partCode:      agreement(x.codes, y.codes),
		partSize:      agreement(x.sizes, y.sizes),
		partVariant:   agreement(x.variants, y.variants),
		partSiblings:  m.siblings,
	}

	if out[partCode] > 0 {
		out[partCode] = m.code / t.rarity
	}
	for _, p := range [...]*product{x, y} {
		if p.copies > 1 {
			out[partCopied]++
		}
	}
	return out
}

// shared is how far the titles about two are the same: of all that are near to either, the part that is near to both.
func (t *titles) shared(i, j int32, cosine float64) float64 {
	a := t.around[i]
	b := t.around[j]
	both := 2 * cosine
	all := 2.0

	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0].id < b[0].id:
			if a[0].id != j {
				all += a[0].cosine
			}
			a = a[1:]
		case len(a) == 0 || b[0].id < a[0].id:
			if b[0].id != i {
				all += b[0].cosine
			}
			b = b[1:]
		default:
			both += min(a[0].cosine, b[0].cosine)
			all += max(a[0].cosine, b[0].cosine)
			a = a[1:]
			b = b[1:]
		}
	}

	return both / all
}

// agreement is the share of two sets that is in both; -1 if nothing is, and 0 if one is empty.
func agreement(a, b []int32) float64 {
	if len(a) == 0 || len(b) == 0 {
		return 0
	}
	both := 0
	for _, x := range a {
		if slices.Contains(b, x) {
			both++
		}
	}
	if both == 0 {
		return -1
	}
	return float64(both) / float64(max(len(a), len(b)))
}

// nearest is the highest cosine that a product has.
func (t *titles) nearest(i int32) float64 {
	if t.products[i].copies > 1 {
		return 1
	}
	if len(t.cosines[i]) == 0 {
		return 0
	}
	return t.cosines[i][0]
}

// others says how many candidates of a product have at least this cosine.
func (t *titles) others(i int32, least float64) int {
	return sort.Search(len(t.cosines[i]), func(k int) bool { return t.cosines[i][k] < least })
}

// bitsSibling is for each other model, size and variant, by how far all other words agree. Some lists take a thing in
// another size for the same; most people want the size that they asked for.
const bitsSibling = -3.0

// bitsCopied is for the square of how many of the two the list has a copy of: what is nearest to such a title is its
// copy, and two with copies are two things.
const bitsCopied = -0.6

// byRule is what the two rules add for a part.
func byRule(x *[allParts]float64, p part) float64 {
	switch {
	case p == partCopied:
		return bitsCopied * x[p] * x[p]
	case x[p] < 0:
		return bitsSibling * math.Pow(x[partSiblings], 4)
	}
	return 0
}

// judged is what two titles say, in bits, whatever the list.
func (t *titles) judged(m *meeting, i, j int32) float64 {
	x := t.parts(m, i, j)
	sum := judgeOfTitles().bits(x)
	for p := range allParts {
		sum += byRule(x, p)
	}
	return sum
}

// weights are what the parts of two titles say, in bits, by feature.
func (t *titles) weights(i, j int32) []weight {
	m := t.meet(i, j)
	x := t.parts(&m, i, j)
	var sums [allFeatures]float64
	for p, bits := range judgeOfTitles().contributions(x) {
		sums[part(p).feature()] += bits + byRule(x, part(p))
	}
	var out []weight
	for f, bits := range sums {
		if bits != 0 {
			out = append(out, weight{feature(f), bits})
		}
	}
	return out
}
