package match

import (
	"math"
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/party/names"
)

// What the parts of two titles say, in bits: a logistic regression over the candidates of Abt-Buy, of Walmart-Amazon
// and of half the truth of Amazon-Google and of DBLP-ACM, each set weighing as much. Lists of two shops have few
// titles of one pattern beside each other, other lists have many: bitsCrowd, bitsCopied and bitsSibling are set so that
// those stay apart.
const (
	titleBias       = -12.8
	bitsContained   = 1.9   // times the share of the shorter title that is in the other
	bitsElse        = -2.4  // times the share of either title that the other does not have
	bitsRarest      = 0.12  // times the rarity of the rarest word in common
	bitsNearOne     = 6.5   // times the cosine's ratio to the lower of the highest that each has
	bitsNearBoth    = 4.4   // times its ratio to the highest of both
	bitsMutual      = 2.3   // each is the other's nearest
	bitsCrowd       = -0.35 // for each doubling of the titles that are about as near
	bitsCopied      = -1.5  // for each of the two that the list has a copy of
	bitsSameCode    = 0.2   // times the rarity of the rarest model number in common
	bitsOtherCode   = -0.3
	bitsOtherSize   = -0.5
	bitsSameVariant = 0.65 // times the share of the variants that both have
	bitsOtherTrait  = -1.9
	bitsSibling     = -8.0 // for each other model, size and variant, by how far all other words agree
	usualTitles     = 0.06 // share of the candidates there that are the same thing
	sureTitleBits   = -1.0 // log2 of the odds at the threshold
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

// weights are what the titles of two products say, in bits, without the bias. In a crowded list part of it is said by
// other weights: see [titles.crowdedWeights].
func (t *titles) weights(i, j int32) []weight {
	m := t.meet(i, j)
	if t.crowded == 0 {
		return t.usualWeights(&m, i, j)
	}

	var sums [allFeatures]float64
	for _, w := range t.usualWeights(&m, i, j) {
		sums[w.feature] += (1 - t.crowded) * w.bits
	}
	for f, bits := range t.crowdedWeights(&m, i, j) {
		sums[f] += t.crowded * bits
	}
	var out []weight
	for f, bits := range sums {
		if bits != 0 {
			out = append(out, weight{feature(f), bits})
		}
	}
	return out
}

// usualWeights are what titles say in a list in which most things stand once or twice.
func (t *titles) usualWeights(m *meeting, i, j int32) []weight {
	x := &t.products[i]
	y := &t.products[j]
	sibling := bitsSibling * m.siblings * m.siblings * m.siblings * m.siblings
	out := []weight{
		{onWords, m.bits()},
		{onNearest, t.nearness(m.cosine, i, j)},
	}

	if len(x.codes) > 0 && len(y.codes) > 0 {
		w := weight{onCode, bitsOtherCode + sibling}
		if m.code > 0 {
			w.bits = bitsSameCode * m.code
		}
		out = append(out, w)
	}
	if len(x.sizes) > 0 && len(y.sizes) > 0 && inCommon(x.sizes, y.sizes) == 0 {
		out = append(out, weight{onSize, bitsOtherSize + sibling})
	}
	if len(x.variants) > 0 && len(y.variants) > 0 {
		w := weight{onVariant, bitsOtherTrait + sibling}
		if both := inCommon(x.variants, y.variants); both > 0 {
			w.bits = bitsSameVariant * float64(both) / float64(max(len(x.variants), len(y.variants)))
		}
		out = append(out, w)
	}
	return out
}

// bits is what the words of two titles say by themselves.
func (m *meeting) bits() float64 {
	return bitsContained*m.contained() + bitsElse*m.other() + bitsRarest*m.rarest
}

// contained is the share of the shorter title that is in the other.
func (m *meeting) contained() float64 { return m.matched / max(1e-9, min(m.a, m.b)) }

// other is the share that either title has of its own.
func (m *meeting) other() float64 {
	return max(0, min(m.a, m.b)-m.matched) / max(1e-9, (m.a+m.b)/2)
}

// asNear is the share of a cosine from which another title counts as about as near.
const asNear = 0.9

// nearness is what it says that two titles are as near to each other as to any third, and how many others are about
// as near: a crowd is titles of one pattern.
func (t *titles) nearness(cosine float64, i, j int32) float64 {
	one := cosine / max(cosine, min(t.nearest(i), t.nearest(j)), 1e-9)
	both := cosine / max(cosine, t.nearest(i), t.nearest(j), 1e-9)
	sum := bitsNearOne*one + bitsNearBoth*both
	if both > 1-1e-9 {
		sum += bitsMutual
	}
	for _, k := range [...]int32{i, j} {
		if t.products[k].copies > 1 {
			sum += bitsCopied
		}
	}

	crowd := max(t.others(i, asNear*cosine), t.others(j, asNear*cosine))
	return sum + bitsCrowd*math.Log2(1+float64(crowd))
}

// nearest is the highest cosine that a product has.
func (t *titles) nearest(i int32) float64 {
	if t.products[i].copies > 1 {
		return 1
	}
	if len(t.around[i]) == 0 {
		return 0
	}
	return t.around[i][0]
}

// others says how many candidates of a product, besides one, have at least this cosine.
func (t *titles) others(i int32, least float64) int {
	n := 0
	for n < len(t.around[i]) && t.around[i][n] >= least {
		n++
	}
	return max(0, n-1)
}

// inCommon says how many of two sets are in both.
func inCommon(a, b []int32) int {
	both := 0
	for _, x := range a {
		if slices.Contains(b, x) {
			both++
		}
	}
	return both
}

func (t *titles) bits(i, j int32) float64 {
	sum := (1-t.crowded)*(titleBias+t.shift) + t.crowded*crowdedBias
	for _, w := range t.weights(i, j) {
		sum += w.bits
	}
	return sum
}
