package quant

import (
	"context"
	"math"

	gen "github.com/farebox/farebox/gen/quant"
	"github.com/farebox/farebox/internal/normal"
	"github.com/farebox/farebox/internal/problem"
)

// maxPathSteps bounds the time of a simulation.
const maxPathSteps = 20_000_000

// QuantMontecarlo answers GET /quant/montecarlo: the simulated price of a European option with its
// standard error, beside the closed form. The same inputs and seed give the same bytes.
func (h *Handlers) QuantMontecarlo(ctx context.Context, req gen.QuantMontecarloRequestObject) (gen.QuantMontecarloResponseObject, error) {
	p := req.Params
	s, level, err := readSimulation(p)
	if err != nil {
		return nil, err
	}

	e, err := s.run(ctx)
	if err != nil {
		return nil, err
	}

	stdError := e.stdError()
	closed := s.price()
	answer := gen.QuantMontecarlo{
		Price: e.price, StdError: number(stdError), Confidence: level,
		ClosedForm: closed, AbsError: math.Abs(e.price - closed),
		Paths: s.paths, Steps: s.steps, Seed: p.Seed, Antithetic: s.antithetic,
		Terminal: gen.QuantTerminal{
			Mean: e.mean, Std: e.std, ExpectedMean: s.forward(), P05: e.percentiles[0], P50: e.percentiles[1], P95: e.percentiles[2],
		},
		ProbInTheMoney: e.inTheMoney, ProbItmClosedForm: s.probInTheMoney(),
		Scheme: simulationScheme, Generator: generatorName,
		Inputs: gen.QuantMontecarloInputs{
			S: p.S, K: p.K, T: p.T, R: p.R, Q: unsigned(s.yield), Sigma: p.Sigma, Type: gen.QuantMontecarloInputsType(s.kind),
			Paths: p.Paths, Steps: p.Steps, Seed: p.Seed, Antithetic: p.Antithetic, Confidence: p.Confidence,
		},
		Conventions: simulationConventions(),
		Warnings:    s.unitWarnings(),
		Disclaimer:  disclaimer,
	}

	if s.antithetic {
		answer.Pairs = &e.draws
	}
	addInterval(&answer, s, level, stdError)
	return gen.QuantMontecarlo200JSONResponse(answer), nil
}

// addInterval fills in the confidence interval and the closed form's position in it.
func addInterval(answer *gen.QuantMontecarlo, s simulation, level, stdError float64) {
	warn := func(field, reason, detail string) {
		answer.Warnings = append(answer.Warnings, warning(field, reason, detail))
	}
	switch {
	case math.IsNaN(stdError):
		warn("std_error", reasonNotEnoughData, "one pair of paths has no spread: use at least 4 paths")
		return
	case stdError == 0 && s.years > 0 && s.totalVol() > 0:
		answer.StdError = nil
		warn("std_error", reasonNotEnoughData,
			"all draws paid the same, most likely none ended in the money: the error is unknown; use more paths")
		return
	}

	half := -normal.Quantile((1-level)/2) * stdError
	answer.CiLow = number(answer.Price - half)
	answer.CiHigh = number(answer.Price + half)

	// Rounding alone must not put the closed form outside.
	within := answer.AbsError <= half+1e-12*(s.spotLeg()+s.strikeLeg())
	answer.WithinCi = &within
	if stdError > 0 {
		answer.Z = number((answer.Price - answer.ClosedForm) / stdError)
		return
	}

	if s.years == 0 {
		warn("z", reasonExpired, "at expiry every path is the same: there is no error to measure")
		return
	}
	warn("z", reasonZeroVolatility, "without volatility every path is the same: there is no error to measure")
}

// readSimulation reads the inputs and enforces the caps; level is the confidence as a fraction.
func readSimulation(p gen.QuantMontecarloParams) (s simulation, level float64, err error) {
	kind, err := optionType(p.Type)
	if err != nil {
		return s, 0, err
	}

	q, err := dividendYield(p.Q, p.DividendYield, p.Div)
	if err != nil {
		return s, 0, err
	}

	s = simulation{
		contract: contract{
			kind:   kind,
			spot:   p.S,
			strike: p.K,
			years:  p.T,
			rate:   p.R,
			yield:  q,
			sigma:  p.Sigma,
		},
		paths: p.Paths, steps: p.Steps, antithetic: p.Antithetic,
	}
	if err := s.check(); err != nil {
		return s, 0, err
	}
	if s.antithetic {
		s.paths += s.paths % 2
	}

	if s.paths*s.steps > maxPathSteps {
		return s, 0, problem.Invalid("steps", "paths x steps must be at most %d, is %d", maxPathSteps, s.paths*s.steps)
	}

	s.seed = uint64(p.Seed)
	level, err = confidenceLevel(p.Confidence)
	return s, level, err
}
