package marketing

import (
	"math"

	"github.com/farebox/farebox/internal/normal"
)

// arm is one variant of an experiment: visitors, and how many of them converted.
type arm struct {
	n, x int64
}

func (a arm) rate() float64 { return float64(a.x) / float64(a.n) }

// rest is the share that did not convert, without the rounding error of 1 - rate.
func (a arm) rest() float64 { return float64(a.n-a.x) / float64(a.n) }

// variance is that of the rate, p(1-p)/n.
func (a arm) variance() float64 { return a.rate() * a.rest() / float64(a.n) }

// quantile is the point of the standard normal distribution with tail above it.
func quantile(tail float64) float64 { return -normal.Quantile(tail) }

// difference is rate of b - rate of a, from whole numbers if they are exact.
func difference(a, b arm) float64 {
	if a.n == b.n {
		return float64(b.x-a.x) / float64(a.n)
	}
	return b.rate() - a.rate()
}

// pooledError is the standard error of the difference if both had the pooled rate.
func pooledError(a, b arm) float64 {
	all := arm{a.n + b.n, a.x + b.x}
	return math.Sqrt(all.rate() * all.rest() * (1/float64(a.n) + 1/float64(b.n)))
}

// twoSided is the two-sided p-value of z.
func twoSided(z float64) float64 { return math.Erfc(math.Abs(z) / math.Sqrt2) }

// wald is the unpooled interval of the difference at z.
func wald(a, b arm, z float64) (low, high float64) {
	d := difference(a, b)
	half := z * math.Sqrt(a.variance()+b.variance())
	return d - half, d + half
}

// wilson is the score interval of a rate (Wilson, JASA 22, 1927).
func wilson(a arm, z float64) (low, high float64) {
	n := float64(a.n)
	p := a.rate()
	center := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(a.variance()+z*z/(4*n*n))
	low = math.Max(0, center-half)
	high = math.Min(1, center+half)
	// At 0 and 1 the interval touches the end; rounding must not keep it away.
	if a.x == 0 {
		low = 0
	}
	if a.x == a.n {
		high = 1
	}
	return low, high
}

// newcombe is the hybrid score interval of the difference (Newcombe, Statistics in Medicine 17, 1998,
// method 10).
func newcombe(a, b arm, z float64) (low, high float64) {
	d := difference(a, b)
	la, ua := wilson(a, z)
	lb, ub := wilson(b, z)
	return d - math.Hypot(b.rate()-lb, ua-a.rate()), d + math.Hypot(ub-b.rate(), a.rate()-la)
}

// katz is the interval of the relative lift from the log of the risk ratio (Katz et al., Biometrics 34, 1978); ok
// is false if a variant has no conversion.
func katz(a, b arm, z float64) (low, high float64, ok bool) {
	if a.x == 0 || b.x == 0 {
		return 0, 0, false
	}
	center := math.Log(b.rate()) - math.Log(a.rate())
	half := z * math.Sqrt(a.rest()/float64(a.x)+b.rest()/float64(b.x))
	low = math.Expm1(center - half)
	high = math.Expm1(center + half)
	return low, high, !math.IsInf(high, 0)
}

// detectable is the smallest absolute difference that variants of these sizes can detect.
func detectable(a, b arm, zAlpha, zPower float64) float64 {
	return (zAlpha + zPower) * math.Sqrt(a.rate()*a.rest()*(1/float64(a.n)+1/float64(b.n)))
}

// sampleSize is the number of visitors that each variant needs to detect the difference of rates p and q (as
// power.prop.test of R, without continuity correction).
func sampleSize(p, q, zAlpha, zPower float64) float64 {
	mean := (p + q) / 2
	root := zAlpha*math.Sqrt(2*mean*(1-mean)) + zPower*math.Sqrt(p*(1-p)+q*(1-q))
	d := q - p
	return root * root / (d * d)
}

// powerReached is the probability that the test finds the observed difference, if it is the true one.
func powerReached(a, b arm, zAlpha float64) float64 {
	return normal.CDF((math.Abs(difference(a, b)) - zAlpha*pooledError(a, b)) / math.Sqrt(a.variance()+b.variance()))
}

// smallestExpected is the least of the four counts expected if both variants had the pooled rate.
func smallestExpected(a, b arm) float64 {
	n := float64(a.n) + float64(b.n)
	converted := float64(a.x + b.x)
	return math.Min(float64(a.n), float64(b.n)) * math.Min(converted, n-converted) / n
}

// splitP is the p-value of a traffic split as far from the planned share of a as this one (chi-square
// with one degree of freedom).
func splitP(a, b arm, planned float64) float64 {
	n := float64(a.n) + float64(b.n)
	off := float64(a.n) - n*planned
	return twoSided(off / math.Sqrt(n*planned*(1-planned)))
}

// fisherTerms bounds the tables that fisher sums over.
const fisherTerms = 1_000_000

// fisher is the two-sided p-value of Fisher's exact test: the probability of all tables with the same margins that
// are no more likely than this one. ok is false if there are too many tables to sum.
//
// It builds up probabilities from the most likely table by their ratios, so that no large factorial loses digits.
func fisher(a, b arm) (p float64, ok bool) {
	converted := a.x + b.x
	least := max(0, converted-b.n)
	most := min(a.n, converted)
	if most-least > fisherTerms {
		return 0, false
	}

	up := func(x int64) float64 { // probability of x+1 over that of x
		return float64(converted-x) / float64(x+1) * (float64(a.n-x) / float64(b.n-converted+x+1))
	}
	mode := least
	for mode < most && up(mode) > 1 {
		mode++
	}

	weights := make([]float64, most-least+1)
	weights[mode-least] = 1
	for x := mode; x < most; x++ {
		weights[x+1-least] = weights[x-least] * up(x)
	}

	for x := mode; x > least; x-- {
		weights[x-1-least] = weights[x-least] / up(x-1)
	}

	// Equally likely tables may differ in the last digits.
	limit := weights[a.x-least] * (1 + 1e-7)
	var all, far sum
	for _, w := range weights {
		all.add(w)
		if w <= limit {
			far.add(w)
		}
	}

	return math.Min(1, far.value()/all.value()), true
}
