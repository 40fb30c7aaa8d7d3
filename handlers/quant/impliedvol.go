package quant

import (
	"math"

	gen "github.com/farebox/farebox/gen/quant"
	"github.com/farebox/farebox/internal/normal"
	"github.com/farebox/farebox/internal/problem"
)

// noiseFloor is the relative size of the rounding error of an in-the-money price. A time value below it
// says nothing about volatility.
const noiseFloor = 4e-16

// maxIterations bounds the solver. At worst it halves its bracket, so it ends long before.
const maxIterations = 200

// impliedVol is a volatility and how it was found.
type impliedVol struct {
	sigma      float64
	iterations int
}

// impliedVol is the volatility at which the model price is market. For a price outside the no-arbitrage bounds it
// returns a problem that names the bound. It ignores c.sigma.
func (c contract) impliedVol(market float64) (impliedVol, error) {
	if c.years == 0 {
		return impliedVol{}, problem.InvalidCode("T", problem.CodeExpired,
			"an option at expiry has no implied volatility: T must be more than 0")
	}

	lower := c.floor()
	upper := c.ceiling()
	noise := 0.0
	if lower > 0 {
		noise = noiseFloor * math.Max(c.spotLeg(), c.strikeLeg())
	}
	if market-lower <= noise {
		return impliedVol{}, c.boundProblem(problem.CodePriceBelowIntrinsic, lower, upper,
			"market_price must be more than %.10g, the discounted intrinsic value: a lower price is an arbitrage, "+
				"and without time value the price tells nothing of volatility", lower)
	}

	if market >= upper {
		name := "S e^(-qT)"
		if c.kind == gen.QuantOptionTypePut {
			name = "K e^(-rT)"
		}
		return impliedVol{}, c.boundProblem(problem.CodePriceAboveBound, lower, upper,
			"market_price must be less than %.10g = %s, which the price approaches as volatility grows without end", upper, name)
	}

	unit := c.unit()
	v, iterations := solveTotalVol(-math.Abs(c.logMoneyness()), (market-lower)/unit, (upper-market)/unit)
	return impliedVol{sigma: v / math.Sqrt(c.years), iterations: iterations}, nil
}

func (c contract) boundProblem(code string, lower, upper float64, format string, args ...any) error {
	return problem.InvalidCode("market_price", code, format, args...).
		With("bounds", map[string]float64{"lower": unsigned(lower), "upper": unsigned(upper)})
}

// solveTotalVol finds v with otmValue(x, v) = value, where complement is e^(x/2) - value. b grows with v, so that a
// bracket always holds the root. It starts from the inflection point of b (Manaster and Koehler 1982), where Newton
// is safe on both sides; steps use coordinates in which the logarithm of the price is nearly straight, and a step
// that leaves the bracket is replaced by a bisection.
func solveTotalVol(x, value, complement float64) (v float64, iterations int) {
	high := value > complement // near the upper bound the complement has the digits
	target := math.Log(value)
	if high {
		target = math.Log(complement)
	}

	// b(x, v) is the integral of n(x/u) e^(-u^2/8) over u from 0 to v, so it is at most v/sqrt(2 pi) and at most
	// e^(-x^2/(2 v^2)): a lower bound for the root.
	lo := math.Max(value*normal.Sqrt2Pi, -x/math.Sqrt(-2*math.Log(value))) * (1 - 1e-14)
	hi := math.Inf(1)
	v = math.Max(math.Sqrt(-2*x), lo*(1+1e-10))
	for iterations = 1; iterations < maxIterations; iterations++ {
		var miss float64 // ln model - ln target, of the price or of its complement
		var tooHigh bool
		if high {
			miss = math.Log(otmComplement(x, v)) - target
			tooHigh = miss < 0
		} else {
			miss = logOTMValue(x, v) - target
			tooHigh = miss > 0
		}
		if miss == 0 {
			return v, iterations
		}
		if tooHigh {
			hi = v
		} else {
			lo = v
		}
		next := newtonVol(x, v, miss, high)
		if math.Abs(next-v) <= 1e-15*v {
			return next, iterations
		}
		// The comparison is false for NaN too.
		if !(next > lo && next < hi) {
			next = bisectVol(lo, hi)
			if next == v || next <= lo || next >= hi {
				return v, iterations // the bracket is down to neighbouring doubles
			}
		}
		v = next
	}

	return v, iterations
}

func newtonVol(x, v, miss float64, high bool) float64 {
	h := x / v
	t := v / 2
	if high {
		// ln of the complement falls like -v^2/8: a step in v^2.
		slope := -otmVega(x, v) / otmComplement(x, v)
		return math.Sqrt(v*v - 2*v*miss/slope)
	}

	// vega over price; the exponentials cancel, so it does not underflow.
	var slope float64
	if h+t > 0 && !smallStep(h, t) {
		slope = otmVega(x, v) / otmValue(x, v)
	} else {
		slope = 1 / millsDifference(h, t)
	}

	if h < -1 {
		// Far out ln b is about -x^2/(2 v^2): a step in 1/v^2.
		return 1 / math.Sqrt(1/(v*v)+2*miss/(slope*v*v*v))
	}

	// Near the money b is about v / sqrt(2 pi): a step in ln v.
	return v * math.Exp(-miss/(slope*v))
}

func bisectVol(lo, hi float64) float64 {
	if math.IsInf(hi, 1) {
		return 2 * lo
	}
	return math.Sqrt(lo) * math.Sqrt(hi)
}
