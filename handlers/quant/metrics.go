package quant

import (
	"math"
	"slices"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/normal"
)

// series is a list of simple returns per period, with the requested metrics.
type series struct {
	returns        []float64
	confidence     float64 // in (0, 1)
	periodsPerYear float64
	riskFree       float64 // per year
	mar            float64 // per period
}

// sum is the compensated sum (Neumaier 1974), so that the order of 10000 returns does not matter.
func sum(xs []float64) float64 {
	var total, lost float64
	for _, x := range xs {
		t := total + x
		if math.Abs(total) >= math.Abs(x) {
			lost += (total - t) + x
		} else {
			lost += (x - t) + total
		}
		total = t
	}
	return total + lost
}

func mean(xs []float64) float64 { return sum(xs) / float64(len(xs)) }

// sampleStd is the standard deviation with ddof 1 of at least two values. Values that differ only by rounding have
// a deviation of zero.
func sampleStd(xs []float64) float64 {
	m := mean(xs)
	squares := make([]float64, len(xs))
	var largest float64
	for i, x := range xs {
		squares[i] = (x - m) * (x - m)
		largest = math.Max(largest, math.Abs(x))
	}
	std := math.Sqrt(sum(squares) / float64(len(xs)-1))
	if std < 1e-15*largest {
		return 0
	}
	return std
}

// tail is 1 - confidence without the rounding error of the subtraction, which would move the count
// of returns in the tail: 1 - 0.95 is 0.05000000000000004.
func (s series) tail() float64 { return math.Round((1-s.confidence)*1e12) / 1e12 }

// varHistorical is the loss at the tail quantile of the returns, interpolated between order
// statistics (type 7 of Hyndman and Fan 1996, the default of R and numpy). Positive is a loss.
func (s series) varHistorical() float64 {
	return -quantile(slices.Sorted(slices.Values(s.returns)), s.tail())
}

// quantile is the type 7 quantile of ordered values.
func quantile(sorted []float64, p float64) float64 {
	h := float64(len(sorted)-1) * p
	i := int(h)
	if i+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[i] + (h-float64(i))*(sorted[i+1]-sorted[i])
}

// varParametric is the loss at the tail of a normal distribution with the mean and the sample
// standard deviation of the returns.
func (s series) varParametric() float64 {
	return -(mean(s.returns) + normal.Quantile(s.tail())*sampleStd(s.returns))
}

// cvar is the mean loss of the returns at or below the historical quantile (expected shortfall).
func (s series) cvar() float64 {
	sorted := slices.Sorted(slices.Values(s.returns))
	count := int(math.Floor(float64(len(sorted)-1)*s.tail()+1e-9)) + 1
	return -mean(sorted[:count])
}

// downsideDeviation is the root of the mean squared shortfall below mar over all periods (Sortino).
func (s series) downsideDeviation() float64 {
	squares := make([]float64, len(s.returns))
	for i, r := range s.returns {
		short := math.Min(r-s.mar, 0)
		squares[i] = short * short
	}
	return math.Sqrt(mean(squares))
}

// excess is the mean return per period over the risk-free rate.
func (s series) excess() float64 { return mean(s.returns) - s.riskFree/s.periodsPerYear }

// perRisk is the annualised excess return over a risk per period; not a number without risk.
func (s series) perRisk(risk float64) float64 {
	if risk == 0 {
		return math.NaN()
	}
	return s.excess() / risk * math.Sqrt(s.periodsPerYear)
}

// cagr is the compound annual growth rate. Every return must be above -1.
func (s series) cagr() float64 {
	logs := each.Of(s.returns, math.Log1p)
	return math.Expm1(sum(logs) * s.periodsPerYear / float64(len(s.returns)))
}

// drawdown is the largest fall of compounded wealth from its peak: its depth as a positive fraction and
// the returns between which it lies. Index -1 is the start, before the first return.
type drawdown struct {
	depth                  float64
	peak, trough, recovery int
	recovered              bool
}

// maxDrawdown follows wealth from 1. Wealth is relative to its running peak, so it cannot overflow. Every return
// must be above -1. Among equal falls the first counts.
func maxDrawdown(returns []float64) drawdown {
	var worst drawdown
	level := 1.0
	peak := -1
	open := false // the worst drawdown so far has not been recovered yet
	for i, r := range returns {
		level *= 1 + r
		// Rounding may leave a full recovery a hair under the peak.
		if open && level >= 1-1e-12*worst.depth {
			worst.recovery = i
			worst.recovered = true
			open = false
		}
		if level >= 1 {
			level = 1
			peak = i
		} else if depth := 1 - level; depth > worst.depth {
			worst = drawdown{
				depth:  depth,
				peak:   peak,
				trough: i,
			}
			open = true
		}
	}

	return worst
}
