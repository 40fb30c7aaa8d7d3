package match

import (
	"cmp"
	"math/rand/v2"
	"strings"

	"github.com/farebox/farebox/internal/party/names"
)

// Scores of pairs with more than their values. A score is the bits of the model on a scale where the threshold of
// names is the point from which a pair is likelier than [sureFrom] to be the same thing.
const (
	pointsPerBit = 3.0
	sureBits     = 2.0 // log2 of the odds at the threshold: 4 to 1
	disagreeing  = -0.7
)

// linkage judges the pairs of one list.
type linkage struct {
	engine *names.Engine
	kind   names.Kind
	nodes  []*item
	facts  []facts
	model  *model  // of records; nil when the items have nothing but values
	titles *titles // of long lists of products that have nothing but titles, else nil
}

// facts are what is compared of an item, besides its value.
type facts struct {
	text    [features]string // normalised, empty when not given
	holders [features]int32  // how many items of the list have the same text
}

// smallestFitted is the length of list from which a list counts: a shorter one says little about which words are rare
// and how frequent slips are. It is judged by the priors, its titles one by one.
const smallestFitted = 50

func newLinkage(engine *names.Engine, kind names.Kind, nodes []*item) *linkage {
	l := &linkage{
		engine: engine,
		kind:   kind,
		nodes:  nodes,
	}
	withFields := 0
	for _, it := range nodes {
		if it.hasFields() {
			withFields++
		}
	}
	if withFields == 0 && kind == names.Product && len(nodes) >= smallestFitted {
		l.titles = newTitles(nodes)
	}
	if withFields < 2 {
		return l
	}

	l.facts = make([]facts, len(nodes))
	for i, it := range nodes {
		l.facts[i].text = textsOf(it)
	}
	l.countHolders()
	start := priorsOf(kind)
	start.items = len(nodes)
	start.prior = usualPrior(len(nodes))
	start.weigh()
	l.model = &start
	return l
}

func textsOf(it *item) [features]string {
	var out [features]string
	out[onName] = it.form.Text
	for f, form := range map[feature]*names.Form{
		onEmail: it.email,
		onPhone: it.phone,
		onBirth: it.dob,
	} {
		if form != nil {
			out[f] = form.Text
		}
	}

	out[onPostcode] = it.postcode
	out[onCountry] = it.country
	if it.addressOf != nil {
		out[onStreet] = it.addressOf.StreetLine()
		out[onTown] = it.addressOf.Town()
		out[onPostcode] = cmp.Or(out[onPostcode], strings.ToUpper(it.addressOf.Postcode()))
	}

	return out
}

// countHolders counts equal texts of each feature.
func (l *linkage) countHolders() {
	for f := range features {
		count := map[string]int32{}
		for i := range l.facts {
			count[l.facts[i].text[f]]++
		}
		for i := range l.facts {
			l.facts[i].holders[f] = count[l.facts[i].text[f]]
		}
	}
}

// randomPairs bounds the pairs that say how often things agree by chance.
const randomPairs = 20_000

// trainedOn bounds the candidates that the model is fitted to.
const trainedOn = 20_000

// train fits the model of records to the list.
func (l *linkage) train(pairs []edge) {
	n := len(l.nodes)
	if n < smallestFitted {
		return
	}
	random := counted{}
	if total := n * (n - 1) / 2; total <= randomPairs {
		for i := range n {
			for j := i + 1; j < n; j++ {
				random[l.pattern(int32(i), int32(j))]++
			}
		}
	} else {
		draw := rand.New(rand.NewPCG(1, 2)) // fixed: the same request has the same answer
		for range randomPairs {
			i := draw.Int32N(int32(n))
			j := draw.Int32N(int32(n))
			if i != j {
				random[l.pattern(i, j)]++
			}
		}
	}

	candidates := counted{}
	step := max(1, (len(pairs)+trainedOn-1)/trainedOn)
	for k := 0; k < len(pairs); k += step {
		candidates[l.pattern(pairs[k].a, pairs[k].b)] += float64(step)
	}
	l.model = train(*l.model, n, candidates, random)
}

// cheap are the features in the order in which they are compared: what costs little and says much comes first.
var cheap = [...]feature{onBirth, onPhone, onEmail, onCountry, onPostcode}

// pattern is all levels of a pair.
func (l *linkage) pattern(i, j int32) pattern {
	p, _, _ := l.compare(i, j, -1e9)
	return p
}

// compare gives the levels of a pair and the score of its values; ok is false when the pair cannot reach least bits
// whatever the features say that were left out then.
func (l *linkage) compare(i, j int32, least float64) (p pattern, value float64, ok bool) {
	m := l.model
	x := &l.facts[i]
	y := &l.facts[j]
	room := m.bias
	for f := range features {
		room += m.best[f]
	}
	room += rarest
	against := false // only a pair that something speaks against is sure to stay below least
	take := func(f feature, level int) bool {
		if level == 0 {
			room -= m.best[f]
			return true
		}
		p = p.with(f, level)
		room += m.weights[f][level] - m.best[f]
		against = against || m.weights[f][level] < disagreeing
		return room >= least || !against
	}

	for _, f := range cheap {
		if !take(f, l.level(f, i, j)) {
			return p, 0, false
		}
	}
	if x.text[onStreet] != "" || x.text[onTown] != "" {
		if y.text[onStreet] != "" || y.text[onTown] != "" {
			a := l.nodes[i].addressOf
			b := l.nodes[j].addressOf
			for _, part := range [...]struct {
				feature feature
				level   func(agreement float64) int
				compare func(a, b *names.Form) float64
			}{
				{onHouse, numberLevel, names.HousesAgree},
				{onTown, lineLevel, names.TownsAgree},
				{onStreet, lineLevel, names.StreetsAgree},
			} {
				if !take(part.feature, part.level(part.compare(a, b))) {
					return p, 0, false
				}
			}
		}
	}
	value = l.engine.Score(l.nodes[i].form, l.nodes[j].form)
	take(onName, l.nameLevel(i, j, value))
	return p, value, true
}

// rarest bounds what rare values may add to a pair beyond the weights of their levels.
const rarest = 8

// score is that of a pair, 0 to 100.
func (l *linkage) score(i, j int32) float64 {
	raw, _ := l.judge(i, j, -1e9, nil)
	return max(0, min(100, raw))
}

// weight is what one feature of a pair says, in bits.
type weight struct {
	feature feature
	bits    float64
}

// judge gives the score of a pair before it is bounded. ok is false when it is certainly below least; weights, when
// asked for, are what made it.
func (l *linkage) judge(i, j int32, least float64, weights *[]weight) (score float64, ok bool) {
	if l.titles != nil {
		if weights != nil {
			*weights = l.titles.weights(i, j)
		}
		return names.Threshold + pointsPerBit*(l.titles.bits(i, j)-sureTitleBits), true
	}
	if l.model == nil {
		return l.engine.Score(l.nodes[i].form, l.nodes[j].form), true
	}
	leastBits := (least-names.Threshold)/pointsPerBit + sureBits
	p, value, ok := l.compare(i, j, leastBits)
	if !ok {
		return 0, false
	}
	if !p.known() {
		return value, true
	}

	sum := l.model.bias
	against := false
	for f := range features {
		level := p.level(f)
		if level == 0 {
			continue
		}
		w := l.model.weights[f][level]
		if level == topLevel[f] && l.facts[i].text[f] == l.facts[j].text[f] && l.facts[i].text[f] != "" {
			w += l.model.rarity(f, level, int(l.facts[i].holders[f]))
		}
		sum += w
		if f != onName {
			against = against || w < disagreeing
		}
		if weights != nil {
			*weights = append(*weights, weight{f, w})
		}
	}
	score = names.Threshold + pointsPerBit*(sum-sureBits)
	if !against {
		score = max(score, value) // nothing speaks against what the values say
	}
	if l.model.never(p) {
		score = min(score, strangers)
	}
	return score, true
}

// sureTitleBits is log2 of the odds at the threshold: 1 to 4, where F1 is highest in lists that the trees were not
// grown from.
const sureTitleBits = -2.0

// strangers is the most that things of other names reach who share nothing but what a household or a building shares.
const strangers = names.Threshold - 1
