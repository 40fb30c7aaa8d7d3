package match

// A list is crowded when most of its titles are like several others: offers of one thing in many shops, references to
// one paper. "Each is the other's nearest" says little there, and a word is frequent because the thing is.

// What makes a list crowded: the share of its titles with two or more others, copies included, that are alike beyond
// doubt. Lists of two shops have a fifth at most.
const (
	sureCosine     = 0.5
	sureRarity     = 20.0 // of the words in common, summed
	sureOthers     = 2
	leastCrowded   = 0.22
	clearlyCrowded = 0.40
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

// strict says whether every two members of a cluster have to be alike. In a crowded list it is enough that they are on
// the whole: of dozens of titles of one thing two have little in common.
func (l *linkage) strict() bool { return l.titles != nil && l.titles.crowded < 0.5 }

// crowdedPart is a thing that two titles of a crowded list are judged by.
type crowdedPart int

const (
	crowdedContained crowdedPart = iota // share of the shorter title that is in the other
	crowdedOther                        // share that either has of its own
	crowdedRarest                       // rarity of the rarest word in common
	crowdedCosine
	crowdedUnion   // words in common as a share of all words of both
	crowdedClosest // the cosine's ratio to the lower of the highest that each has
	crowdedCode    // rarity of the rarest model number in common
	crowdedNoCode  // both have model numbers, none of them in common
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
		crowdedRarest:    m.rarest,
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
const crowdedBias = -8.9

var crowdedBits = [crowdedParts]float64{
	crowdedContained: 3.2,
	crowdedOther:     -4.3,
	crowdedRarest:    1.1,
	crowdedCosine:    2.3,
	crowdedUnion:     -3.6,
	crowdedClosest:   4.8,
	crowdedCode:      0.1,
	crowdedNoCode:    -0.7,
	crowdedSize:      -2.5,
	crowdedModel:     1.4,
	crowdedVariant:   -2.3,
}
