package marketing

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/farebox/farebox/handlers/marketing/table"
)

// Indexes in models, in the order of answers.
const (
	firstTouch = iota
	lastTouch
	linear
	timeDecay
	positionBased
	modelCount
)

// models set the weight of each touch of a path from the days before the conversion and the halflife. w is zeroed
// beforehand; the weights sum to 1.
var models = [modelCount]func(w, days []float64, halflife float64){
	firstTouch:    func(w, _ []float64, _ float64) { w[0] = 1 },
	lastTouch:     func(w, _ []float64, _ float64) { w[len(w)-1] = 1 },
	linear:        evenWeights,
	timeDecay:     decayWeights,
	positionBased: endWeights,
}

func evenWeights(w, _ []float64, _ float64) {
	for i := range w {
		w[i] = 1 / float64(len(w))
	}
}

// decayWeights is 0.5^(days before the conversion / halflife), normalised. It first subtracts the days of the touch
// nearest to the conversion, which leaves the result unchanged but keeps distant touches from underflowing.
func decayWeights(w, days []float64, halflife float64) {
	nearest := slices.Min(days)

	total := 0.0
	for i, d := range days {
		w[i] = math.Exp2(-(d - nearest) / halflife)
		total += w[i]
	}

	for i := range w {
		w[i] /= total
	}
}

// endWeights is 40 % first, 40 % last and 20 % over the middle; without a middle the ends share all.
func endWeights(w, _ []float64, _ float64) {
	switch n := len(w); n {
	case 1:
		w[0] = 1
	case 2:
		w[0] = 0.5
		w[1] = 0.5
	default:
		for i := range w {
			w[i] = 0.2 / float64(n-2)
		}
		w[0] = 0.4
		w[n-1] = 0.4
	}
}

// sum is a running sum with its rounding error (Neumaier, "Rundungsfehleranalyse einiger Verfahren zur
// Summation endlicher Summen", ZAMM 54, 1974), so that half a million small credits add up.
type sum struct{ total, lost float64 }

func (s *sum) add(x float64) {
	t := s.total + x
	if math.Abs(s.total) >= math.Abs(x) {
		s.lost += (s.total - t) + x
	} else {
		s.lost += (x - t) + s.total
	}
	s.total = t
}

func (s sum) value() float64 { return s.total + s.lost }

// credits is the models' credit by model and channel.
type credits struct {
	conversions   table.Amount
	value         table.Amount
	paths         int // that were credited
	touches       int // that were credited
	nonConverting int // paths
	credit        [modelCount][]sum
	worth         [modelCount][]sum
	touched       []int     // touches by channel
	days          []float64 // scratch of add
	weights       []float64 // scratch of add
}

func newCredits(channelCount int) *credits {
	c := &credits{touched: make([]int, channelCount)}
	for m := range models {
		c.credit[m] = make([]sum, channelCount)
		c.worth[m] = make([]sum, channelCount)
	}

	return c
}

// add credits the touches of a converting path, which are sorted by time.
func (c *credits) add(touches []touch, conversions, value table.Amount, halflife float64) {
	c.paths++
	c.touches += len(touches)
	c.conversions = c.conversions.Add(conversions)
	c.value = c.value.Add(value)

	c.days = c.days[:0]
	for _, t := range touches {
		c.touched[t.channel]++
		c.days = append(c.days, t.before)
	}

	credit := conversions.Float()
	worth := value.Float()
	weights := slices.Grow(c.weights[:0], len(touches))[:len(touches)]
	c.weights = weights
	for m := range models {
		clear(weights)
		models[m](weights, c.days, halflife)
		for i, t := range touches {
			if weights[i] != 0 {
				c.credit[m][t.channel].add(weights[i] * credit)
				c.worth[m][t.channel].add(weights[i] * worth)
			}
		}
	}
}

// Shares are whole numbers of 10^-12 percent, so that a model's shares can sum exactly.
const (
	sharePlaces = 12
	allShares   = 100_000_000_000_000 // 100 %
)

// share is one channel's credit under each model.
type share struct {
	channel string
	pct     [modelCount]int64 // in 10^-12 percent
	credit  [modelCount]float64
	worth   [modelCount]float64
	touches int
}

// shares are the credits of all channels with touches, highest average first, then by name. If anything converted,
// each model's shares sum to exactly allShares.
func (c *credits) shares(names []string) []share {
	var rows []share
	for channel, touches := range c.touched {
		if touches == 0 {
			continue
		}

		r := share{channel: names[channel], touches: touches}
		for m := range models {
			r.credit[m] = c.credit[m][channel].value() + 0 // -0 becomes 0
			r.worth[m] = c.worth[m][channel].value() + 0
		}
		rows = append(rows, r)
	}
	slices.SortFunc(rows, func(a, b share) int { return strings.Compare(a.channel, b.channel) })

	if total := c.conversions.Float(); total != 0 && len(rows) > 0 {
		for m := range models {
			shareOut(rows, m, total)
		}
	}
	slices.SortStableFunc(rows, func(a, b share) int { return compareDown(a.fifths(), b.fifths()) })

	return rows
}

// shareOut gives each row its share of model m's total. The rounding error goes to the largest.
func shareOut(rows []share, m int, total float64) {
	left := int64(allShares)
	largest := 0
	for i := range rows {
		rows[i].pct[m] = int64(math.Round(rows[i].credit[m] / total * allShares))
		left -= rows[i].pct[m]
		if rows[i].pct[m] > rows[largest].pct[m] {
			largest = i
		}
	}
	rows[largest].pct[m] += left
}

// fifths is the sum of the five shares: five times their average.
func (s share) fifths() int64 {
	var total int64
	for _, p := range s.pct {
		total += p
	}

	return total
}

// compareDown sorts the larger first.
func compareDown[T int64 | float64](a, b T) int { return cmp.Compare(b, a) }

// fold merges the rows after the first n into one.
func fold(rows []share, n int) []share {
	other := share{channel: otherChannels}
	var credit, worth [modelCount]sum
	for _, r := range rows[n:] {
		other.touches += r.touches
		for m := range models {
			other.pct[m] += r.pct[m]
			credit[m].add(r.credit[m])
			worth[m].add(r.worth[m])
		}
	}

	for m := range models {
		other.credit[m] = credit[m].value()
		other.worth[m] = worth[m].value()
	}

	return append(slices.Clone(rows[:n]), other)
}

// mostUndervalued is the channel whose average is furthest above its last_touch share; or nil.
func mostUndervalued(rows []share) *string {
	var best *string
	var most int64
	for i := range rows {
		if gain := rows[i].fifths() - modelCount*rows[i].pct[lastTouch]; gain > most {
			best = &rows[i].channel
			most = gain
		}
	}

	return best
}
