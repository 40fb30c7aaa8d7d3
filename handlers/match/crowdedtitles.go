package match

// A list is crowded when most of its titles are like several others: offers of one thing in many shops, references to
// one paper. "Each is the other's nearest" says little there, and a word is frequent because the thing is.

// What makes a list crowded: the share of its titles with two or more others, copies included, that are alike beyond
// doubt. It is up to a fifth in lists of two shops, a third to nine tenths where things stand many times.
const (
	sureCosine     = 0.5
	sureWords      = 4.5 // rarity of the words in common, as so many words of the list's mean
	sureOthers     = 2
	leastCrowded   = 0.075
	clearlyCrowded = 0.295
)

// crowding is how far the list is a crowded one, 0 to 1. sure counts for each product the others that are alike
// beyond doubt.
func (t *titles) crowding(sure []int) float64 {
	many := 0
	for i := range sure {
		if sure[i]+t.products[i].copies-1 >= sureOthers {
			many++
		}
	}
	share := float64(many) / float64(len(sure))
	return max(0, min(1, (share-leastCrowded)/(clearlyCrowded-leastCrowded)))
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

// rarestCounted bounds the rarity of a word in common: one word that two titles of a long list share is no proof.
const rarestCounted = 5.5

// crowdedPart is a thing that two titles of a crowded list are judged by.
type crowdedPart int

const (
	crowdedContained crowdedPart = iota // share of the shorter title that is in the other
	crowdedOther                        // share of the words that only one has
	crowdedRarest                       // rarity of the rarest word in common
	crowdedCosine
	crowdedUnion   // words in common as a share of all words of both
	crowdedClosest // the cosine's ratio to the lower of the highest that each has
	crowdedCode    // rarity of the rarest model number in common
	crowdedNoCode  // both have model numbers, but no common one
	crowdedSize    // other sizes, by how far all other words agree
	crowdedModel   // other model numbers, likewise
	crowdedVariant // other variants, likewise

	crowdedParts
)

// crowdedOn is the feature that each part is reported as.
var crowdedOn = [crowdedParts]feature{
	crowdedContained: onWords,
	crowdedOther:     onWords,
	crowdedRarest:    onWords,
	crowdedCosine:    onWords,
	crowdedUnion:     onWords,
	crowdedClosest:   onNearest,
	crowdedCode:      onCode,
	crowdedNoCode:    onCode,
	crowdedSize:      onSize,
	crowdedModel:     onCode,
	crowdedVariant:   onVariant,
}

// crowdedParts measures two titles.
func (t *titles) crowdedParts(m *meeting, i, j int32) [crowdedParts]float64 {
	x := &t.products[i]
	y := &t.products[j]
	sibling := m.siblings * m.siblings * m.siblings * m.siblings
	lower := min(t.closest[i], t.closest[j])
	out := [crowdedParts]float64{
		crowdedContained: m.contained(),
		crowdedOther:     m.other(),
		crowdedRarest:    min(m.rarest, rarestCounted),
		crowdedCosine:    m.cosine,
		crowdedUnion:     m.matched / max(1e-9, m.a+m.b-m.matched),
		crowdedClosest:   m.cosine / max(m.cosine, lower, 1e-9),
	}

	if len(x.codes) > 0 && len(y.codes) > 0 {
		out[crowdedCode] = m.code
		if m.code == 0 {
			out[crowdedNoCode] = 1
			out[crowdedModel] = sibling
		}
	}
	if len(x.sizes) > 0 && len(y.sizes) > 0 && inCommon(x.sizes, y.sizes) == 0 {
		out[crowdedSize] = sibling
	}
	if len(x.variants) > 0 && len(y.variants) > 0 && inCommon(x.variants, y.variants) == 0 {
		out[crowdedVariant] = sibling
	}
	return out
}

// crowdedWeights are what titles say in a crowded list, in bits, by feature.
func (t *titles) crowdedWeights(m *meeting, i, j int32) [allFeatures]float64 {
	var out [allFeatures]float64
	for part, value := range t.crowdedParts(m, i, j) {
		out[crowdedOn[part]] += crowdedBits[part] * value
	}
	return out
}

// What the parts say, in bits: a logistic regression, made by TestWeightsOfCrowdedLists.
const crowdedBias = -9.0

var crowdedBits = [crowdedParts]float64{
	crowdedContained: 3.1,
	crowdedOther:     -4.3,
	crowdedRarest:    1.2,
	crowdedCosine:    2.3,
	crowdedUnion:     -3.6,
	crowdedClosest:   4.8,
	crowdedCode:      0.1,
	crowdedNoCode:    -0.7,
	crowdedSize:      -2.4,
	crowdedModel:     1.3,
	crowdedVariant:   -2.3,
}
