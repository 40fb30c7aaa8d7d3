package match

import (
	"math"
	"math/bits"
)

// feature is one thing that is compared between two items.
type feature uint8

const (
	onName feature = iota
	onEmail
	onPhone
	onBirth
	onHouse
	onStreet
	onTown
	onPostcode
	onCountry

	features
)

// What is compared of the titles of products: see [titles].
const (
	onWords   = features + iota // how alike the words are, by how rare they are in the list
	onNearest                   // whether each is the one most alike to the other
	onCode                      // model codes
	onSize                      // sizes and other numbers
	onVariant                   // colours and words such as pro and mini

	allFeatures
)

// levels bounds the levels of a feature. Level 0 is unknown: it says nothing. Level 1 is the least agreement.
const (
	levels    = 16
	levelBits = 4
)

// pattern is the levels of all features of a pair, [levelBits] bits each.
type pattern uint64

func (p pattern) level(f feature) int { return int(p >> (levelBits * uint(f)) & (levels - 1)) }

func (p pattern) with(f feature, level int) pattern {
	return p | pattern(level)<<(levelBits*uint(f))
}

// known says whether a feature other than those of the value itself could be compared.
func (p pattern) known() bool { return p&^pattern(levels-1) != 0 }

// household says whether persons of other names have nothing in common but what a household or chance shares: they are
// others, however much of an address agrees. A mailbox is a person's own, and so is a date of birth at one place.
func (p pattern) household() bool {
	if p.level(onName) == 0 || p.level(onName) > otherName || p.level(onEmail) == topLevel[onEmail] {
		return false
	}
	return p.level(onBirth) < 3 || !p.here() && p.level(onPhone) != topLevel[onPhone]
}

// neighbours says whether companies of other names have nothing in common but what tenants of a building or chance
// share. One telephone at one place makes names that agree in part two names of one.
func (p pattern) neighbours() bool {
	switch p.level(onName) {
	case 0:
		return false
	case 1:
		return true
	case otherName, roughName:
		return p.level(onEmail) != topLevel[onEmail] && (p.level(onPhone) != topLevel[onPhone] || !p.here())
	}
	return false
}

// here says whether house, street or postcode agree.
func (p pattern) here() bool {
	return p.level(onHouse) == topLevel[onHouse] || p.level(onStreet) >= 3 ||
		p.level(onPostcode) == topLevel[onPostcode]
}

// Levels of values that do not agree.
const (
	otherName = 2
	roughName = 3
)

// model is the Fellegi-Sunter model of a list: how frequent each level of each feature is among pairs that are the
// same thing (m) and among all others (u), and how frequent the former are (prior). Fellegi and Sunter (1969),
// estimated as in Winkler (2000): u from random pairs, m by expectation maximisation over the candidates.
type model struct {
	m, u   [features][levels]float64
	prior  float64 // share of the pairs of the list that are the same thing
	items  int
	fitted bool
	never  func(pattern) bool // patterns of pairs that are not the same thing, whatever they share

	weights [features][levels]float64 // log2(m/u)
	best    [features]float64         // the most that a feature can add
	bias    float64                   // log2 of the prior odds
}

// Bounds of the estimation.
const (
	rounds       = 12     // of expectation maximisation
	priorMatches = 40.0   // how many pairs the prior of m counts for
	priorOthers  = 2000.0 // how many random pairs the prior of u counts for
	heaviest     = 16.0   // bits: no level says more
	usualShare   = 0.05   // duplicates of an item that are expected before the list was looked at
	mostShare    = 0.2    // of the pairs: the highest prior
)

// counted is how many pairs have a pattern.
type counted map[pattern]float64

// train fits the model to a list of n items: candidates stands for all pairs that may be the same thing, random for
// the pairs that are drawn by chance.
func train(start model, n int, candidates, random counted) *model {
	fit := start
	fit.fitted = true
	pairs := pairsOf(n)
	expected := usualShare * float64(n)

	for range rounds {
		var m [features][levels]float64
		matches := 0.0
		for p, count := range candidates {
			same := count * fit.probability(p)
			matches += same
			addLevels(&m, p, same)
		}
		var u [features][levels]float64
		for p, count := range random {
			addLevels(&u, p, count*(1-fit.probability(p)))
		}
		blend(&fit.m, &m, &start.m, priorMatches)
		blend(&fit.u, &u, &start.u, priorOthers)
		fit.prior = min(mostShare, (min(matches, 2*float64(n))+expected)/pairs)
		fit.weigh()
	}
	return &fit
}

// pairsOf is how many pairs n items have, at least one.
func pairsOf(n int) float64 { return max(1, float64(n)*float64(n-1)/2) }

// usualPrior is the share of the pairs of n items that are taken to be the same thing before they were looked at.
func usualPrior(n int) float64 { return min(mostShare, usualShare*float64(n)/pairsOf(n)) }

func addLevels(sums *[features][levels]float64, p pattern, by float64) {
	for rest := p; rest != 0; {
		f := feature(bits.TrailingZeros64(uint64(rest)) / levelBits)
		level := p.level(f)
		sums[f][level] += by
		rest &^= pattern(levels-1) << (levelBits * uint(f))
	}
}

// blend makes shares of sums, with the prior counting as many pairs.
func blend(out, sums, prior *[features][levels]float64, strength float64) {
	for f := range out {
		total := strength
		for _, s := range sums[f] {
			total += s
		}
		for l := range out[f] {
			out[f][l] = (sums[f][l] + strength*prior[f][l]) / total
		}
	}
}

// weigh works out the weights from the shares.
func (m *model) weigh() {
	m.bias = logOdds(m.prior)
	for f := range m.weights {
		m.best[f] = 0
		for l := 1; l < levels; l++ {
			if m.m[f][l] == 0 || m.u[f][l] == 0 {
				continue
			}
			m.weights[f][l] = bound(math.Log2(m.m[f][l] / m.u[f][l]))
			m.best[f] = max(m.best[f], m.weights[f][l])
		}
	}
}

func bound(bits float64) float64 { return max(-heaviest, min(heaviest, bits)) }

// total is the bits for a pair of a pattern, without what is special about its values.
func (m *model) total(p pattern) float64 {
	sum := m.bias
	for f := range features {
		sum += m.weights[f][p.level(f)]
	}
	return sum
}

// How a value's frequency in the list counts relative to its feature's.
const (
	usualHolders = 20 // how many items the mean frequency counts for
	rarestValue  = 8  // a value is taken to be rarer than the mean by so much at most
)

// rarity corrects the weight of an equal value that so many items of the list have: a telephone number that thirty
// share says little, a rare one more than the mean. Two items are the pair itself. A list that the model is not
// fitted to says nothing of frequencies.
func (m *model) rarity(f feature, level, holders int) float64 {
	u := m.u[f][level]
	if !m.fitted || u == 0 || m.m[f][level] == 0 {
		return 0
	}
	own := (float64(max(0, holders-2)) + usualHolders*u) / float64(m.items+usualHolders)
	return bound(math.Log2(m.m[f][level]/max(own, u/rarestValue))) - m.weights[f][level]
}

func (m *model) probability(p pattern) float64 {
	if m.never(p) {
		return 0
	}
	return chance(m.total(p))
}

// chance is the probability of bits of log odds.
func chance(bits float64) float64 { return 1 / (1 + math.Exp2(-bits)) }

func logOdds(p float64) float64 { return math.Log2(p / (1 - p)) }
