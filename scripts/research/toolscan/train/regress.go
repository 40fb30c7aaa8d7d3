package main

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/farebox/farebox/handlers/mcp/toolscan/learned"
)

// weights are the model while it learns.
type weights struct {
	of   []float32
	bias float32
	past []float32 // sums of squared gradients (AdaGrad)
	old  float32
	// common are the features of enough texts that something can be learned of them.
	common []bool
}

// settings were chosen by leaving whole sets out of what is learned from (-without).
var settings = struct {
	rate, decay float64
	texts       int                // that a feature has to be in
	from        map[string]float64 // share of harmless texts that may be told: a tool has many texts
}{
	rate:  0.06,
	decay: 1e-4,
	texts: 3,
	from:  map[string]float64{"orders": 0.0015, "harm": 0.003},
}

// regress fits a logistic regression. Of an attack only the stretch that reads most like one is learned
// as one, since the rest of the text may be harmless; of a harmless text the worst two are.
func regress(examples []example, rounds int) *weights {
	w := &weights{
		of:   make([]float32, learned.Buckets),
		past: make([]float32, learned.Buckets),
	}

	w.common = common(examples)
	r := rand.New(rand.NewPCG(7, 11))
	order := make([]int, len(examples))
	for i := range order {
		order[i] = i
	}

	for round := range rounds {
		r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		loss := 0.0
		for _, at := range order {
			e := &examples[at]
			for _, s := range w.worst(e, round) {
				loss += w.step(e, s)
			}
		}
		fmt.Printf("round %2d: loss %.0f\n", round+1, loss)
	}

	return w
}

func common(examples []example) []bool {
	texts := make([]int32, learned.Buckets)
	last := make([]int32, learned.Buckets)
	for i, e := range examples {
		for _, keys := range e.keys {
			for _, key := range keys {
				if last[key] != int32(i+1) {
					last[key] = int32(i + 1)
					texts[key]++
				}
			}
		}
	}
	out := make([]bool, learned.Buckets)
	for key, n := range texts {
		out[key] = int(n) >= settings.texts
	}
	return out
}

func (w *weights) score(e *example, s [2]int) float32 {
	sum := float32(0)
	for _, keys := range e.keys[s[0]:s[1]] {
		for _, key := range keys {
			sum += w.of[key]
		}
	}
	return w.bias + sum/learned.Norm(s[1]-s[0])
}

// worst are the stretches with the highest scores; in the first round all of them, while nothing is known.
func (w *weights) worst(e *example, round int) [][2]int {
	all := learned.Stretches(len(e.tokens))
	if len(all) <= 1 || round == 0 {
		return all[:min(len(all), 6)]
	}

	scores := make(map[[2]int]float32, len(all))
	for _, s := range all {
		scores[s] = w.score(e, s)
	}

	slices.SortStableFunc(all, func(a, b [2]int) int {
		switch {
		case scores[a] > scores[b]:
			return -1
		case scores[a] < scores[b]:
			return 1
		}
		return 0
	})

	if e.attack {
		return all[:1]
	}
	return all[:2]
}

// step moves the weights by one stretch and returns its loss.
func (w *weights) step(e *example, s [2]int) float64 {
	score := float64(w.score(e, s))
	target := 0.0
	if e.attack {
		target = 1
	}

	p := 1 / (1 + math.Exp(-score))
	gradient := float32(p-target) * e.weight
	each := gradient / learned.Norm(s[1]-s[0])
	for _, keys := range e.keys[s[0]:s[1]] {
		for _, key := range keys {
			if !w.common[key] {
				continue
			}
			g := each + float32(settings.decay)*w.of[key]
			w.past[key] += g * g
			w.of[key] -= float32(settings.rate) * g / (float32(math.Sqrt(float64(w.past[key]))) + 0.1)
		}
	}

	w.old += gradient * gradient
	w.bias -= 0.05 * gradient / float32(math.Sqrt(float64(w.old))+1)
	if e.attack {
		return -math.Log(max(p, 1e-9)) * float64(e.weight)
	}

	return -math.Log(max(1-p, 1e-9)) * float64(e.weight)
}

// quantize rounds the weights to a byte each.
func quantize(w *weights) *learned.Model {
	most := float32(0)
	for _, v := range w.of {
		most = max(most, abs(v))
	}
	// The few largest weights are cut, so that the many small ones keep their differences.
	most = min(most, 2)
	m := &learned.Model{
		Weights: make([]int8, learned.Buckets),
		Scale:   most / 127,
		Bias:    w.bias,
	}
	for i, v := range w.of {
		m.Weights[i] = int8(math.Round(float64(max(-most, min(most, v)) / m.Scale)))
	}
	return m
}

func abs(v float32) float32 { return max(v, -v) }

// choose sets the thresholds by the harmless texts that were kept back. Requests of people to assistants
// are orders by their nature: they say from where on an order is a clear case.
func choose(m *learned.Model, examples []example, from, sure float64) {
	var english []float32
	var requests []float32
	var foreign []float32
	for _, e := range examples {
		if e.attack {
			continue
		}
		score := m.Judge(e.text, nil).Score
		switch {
		case slices.Contains(requestSets, e.set):
			requests = append(requests, score)
		case learned.Foreign(e.text):
			foreign = append(foreign, score)
		default:
			english = append(english, score)
		}
	}

	m.From = quantile(english, from)
	m.Sure = max(quantile(requests, sure), m.From+0.7)

	// Never below even odds: these harmless texts are of one set, and less varied than the English ones.
	m.Foreign = max(quantile(foreign, from), 0)
	fmt.Printf("told from %.2f, sure from %.2f, other languages from %.2f\n", m.From, m.Sure, m.Foreign)
}

// quantile is the score that only so small a share of scores is above.
func quantile(scores []float32, share float64) float32 {
	slices.Sort(scores)
	return scores[len(scores)-1-int(share*float64(len(scores)))]
}

func report(m *learned.Model, examples []example) {
	type tally struct{ all, told, sure int }
	bySet := map[string]*tally{}
	for _, e := range examples {
		name := fmt.Sprintf("%s, attacks %v", e.set, e.attack)
		if bySet[name] == nil {
			bySet[name] = &tally{}
		}
		t := bySet[name]
		t.all++
		score := m.Judge(e.text, nil).Score
		if score >= m.From {
			t.told++
		}
		if score >= m.Sure {
			t.sure++
		}
	}

	for _, name := range slices.Sorted(maps.Keys(bySet)) {
		t := bySet[name]
		fmt.Printf("%-45s %5d: %5.1f %% told, %5.1f %% sure\n",
			name, t.all, 100*float64(t.told)/float64(t.all), 100*float64(t.sure)/float64(t.all))
	}
}
