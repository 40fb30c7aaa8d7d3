package quant

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	gen "github.com/farebox/farebox/gen/quant"

	"github.com/farebox/farebox/internal/normal"
)

// pcgStream is the second word of the generator's state; the caller's seed is the first.
const pcgStream = 0x9E3779B97F4A7C15

// simulation is a contract and how to simulate it.
type simulation struct {
	contract
	paths      int
	steps      int
	seed       uint64
	antithetic bool // paths come in pairs that use Z and -Z; paths is even
}

// estimate is a simulation's result. Money is in the spot's currency.
type estimate struct {
	price       float64
	sd          float64 // sample standard deviation of the independent draws (pairs if antithetic)
	draws       int     // independent draws
	inTheMoney  float64 // share of paths
	mean, std   float64 // of the terminal price, over all paths
	percentiles [3]float64
}

// stdError is the standard error of the price. Antithetic partners are not independent: the average is over one
// value per pair, and the number of pairs counts, not the number of paths.
func (e estimate) stdError() float64 {
	if e.draws < 2 {
		return math.NaN()
	}
	return e.sd / math.Sqrt(float64(e.draws))
}

// checkEvery is how many normals are drawn between two checks of the context.
const checkEvery = 1 << 16

// run simulates geometric Brownian motion. The log price after each step is exact, so the distribution of the
// result does not depend on the number of steps. Draws go path by path, step by step, one uniform per normal, by
// inversion; the product with the volatility and the sum are not fused.
func (s simulation) run(ctx context.Context) (estimate, error) {
	generator := rand.NewPCG(s.seed, pcgStream)
	draws := s.paths
	if s.antithetic {
		draws = s.paths / 2
	}

	var (
		dt        = s.years / float64(s.steps)
		drift     = (s.rate - s.yield - float64(s.sigma*s.sigma)/2) * s.years
		scale     = s.sigma * math.Sqrt(dt)
		discount  = s.discount()
		terminals = make([]float64, 0, s.paths)
		payoffs   moments
		prices    moments
		inMoney   int
		untilLook = checkEvery
	)

	payoff := func(z float64) float64 {
		price := s.spot * math.Exp(drift+float64(scale*z))
		terminals = append(terminals, price)
		prices.add(price)
		value := s.sign() * (price - s.strike)
		if value <= 0 {
			return 0
		}
		inMoney++
		return value * discount
	}

	for range draws {
		var z float64
		for range s.steps {
			z += normal.Quantile(uniform(generator))
		}
		value := payoff(z)
		if s.antithetic {
			value = (value + payoff(-z)) / 2
		}
		payoffs.add(value)
		if untilLook -= s.steps; untilLook <= 0 {
			untilLook = checkEvery
			if err := ctx.Err(); err != nil {
				return estimate{}, fmt.Errorf("simulating: %w", err)
			}
		}
	}

	e := estimate{
		price: payoffs.mean, sd: payoffs.std(), draws: draws, inTheMoney: float64(inMoney) / float64(s.paths),
		mean: prices.mean, std: prices.std(),
	}

	if s.totalVol() == 0 {
		// All paths are equal: the rounding residue is not dispersion.
		e.sd = 0
		e.std = 0
	}

	slices.Sort(terminals)
	for i, p := range []float64{0.05, 0.5, 0.95} {
		e.percentiles[i] = quantile(terminals, p)
	}

	return e, nil
}

// uniform is the middle of one of 2^53 equal parts of (0, 1): never 0 or 1.
func uniform(source *rand.PCG) float64 {
	return (float64(source.Uint64()>>11) + 0.5) / (1 << 53)
}

// moments is a running mean and sum of squared deviations (Welford 1962).
type moments struct {
	n       float64
	mean    float64
	squares float64
}

func (m *moments) add(x float64) {
	m.n++
	d := x - m.mean
	m.mean += d / m.n
	m.squares += float64(d * (x - m.mean))
}

// std is the sample standard deviation (ddof 1), or 0 for fewer than two values.
func (m *moments) std() float64 {
	if m.n < 2 {
		return 0
	}
	return math.Sqrt(m.squares / (m.n - 1))
}

// probInTheMoney is the risk-neutral probability of ending in the money, N(w d2).
func (c contract) probInTheMoney() float64 {
	if _, d2, ok := c.d1d2(); ok {
		return normal.CDF(c.sign() * d2)
	}
	if c.sign()*c.logMoneyness() > 0 {
		return 1
	}
	return 0
}

const (
	simulationScheme = "exact log-Euler geometric Brownian motion: S_(t+dt) = S_t exp((r - q - sigma^2/2) dt + sigma sqrt(dt) Z)"
	generatorName    = "PCG64-DXSM (Go math/rand/v2 NewPCG(seed, 0x9E3779B97F4A7C15)); u = (top 53 bits + 0.5) / 2^53; Z = inverse normal by AS 241 PPND16; one uniform per normal, path by path, then step by step; the antithetic partner uses -Z"
)

func simulationConventions() gen.QuantConventions {
	return gen.QuantConventions{
		"rates":       "continuously compounded, per year, decimal",
		"measure":     "risk neutral: the drift is r - q",
		"estimator":   "mean of the discounted payoffs; of pair averages with antithetic",
		"std_error":   "sample standard deviation (ddof 1) of the independent draws over the root of their number: pairs count once",
		"interval":    "price -+ z std_error, z the two-sided normal quantile of confidence",
		"percentiles": "linear interpolation between order statistics (type 7)",
	}
}
