package quant

import (
	"context"
	"math"

	gen "github.com/farebox/farebox/gen/quant"
	"github.com/farebox/farebox/internal/problem"
)

// lowVega is the vega per unit of the underlying below which a price does not determine the volatility.
const lowVega = 1e-8

// QuantOptions answers GET /quant/options: the Black-Scholes-Merton value of a European option, its
// greeks, or the volatility implied by its market price.
func (h *Handlers) QuantOptions(_ context.Context, req gen.QuantOptionsRequestObject) (gen.QuantOptionsResponseObject, error) {
	p := req.Params
	op := optionOp(p.Op)
	kind, err := optionType(p.Type)
	if err != nil {
		return nil, err
	}

	q, err := dividendYield(p.Q, p.DividendYield, p.Div)
	if err != nil {
		return nil, err
	}

	c := contract{
		kind:   kind,
		spot:   p.S,
		strike: p.K,
		years:  p.T,
		rate:   p.R,
		yield:  q,
	}
	if p.Sigma != nil {
		c.sigma = *p.Sigma
	}

	if err := c.check(); err != nil {
		return nil, err
	}

	answer := gen.QuantOption{
		Op: op, Type: kind, Model: "black_scholes_merton",
		Inputs: gen.QuantOptionInputs{
			S: p.S, K: p.K, T: p.T, R: p.R, Q: unsigned(q), Sigma: p.Sigma, Type: gen.QuantOptionInputsType(kind), MarketPrice: p.MarketPrice,
		},
		Conventions: optionConventions(),
		Warnings:    c.unitWarnings(),
		Disclaimer:  disclaimer,
	}

	if op == gen.QuantOptionOpIv {
		if p.MarketPrice == nil {
			return nil, problem.Missing("market_price")
		}
		if p.Sigma != nil {
			answer.Warnings = append(answer.Warnings, warning("sigma", reasonNotApplicable, "op iv works sigma out; the one given was not used"))
		}
		if c, err = answerImplied(&answer, c, *p.MarketPrice); err != nil {
			return nil, err
		}
	} else {
		if p.Sigma == nil {
			return nil, problem.Missing("sigma")
		}
		if p.MarketPrice != nil {
			answer.Warnings = append(answer.Warnings, warning("market_price", reasonNotApplicable, "only op iv reads market_price"))
		}
		answerValue(&answer, c)
	}

	describeContract(&answer, c)
	return gen.QuantOptions200JSONResponse(answer), nil
}

func optionOp(name gen.QuantOptionsParamsOp) gen.QuantOptionOp {
	switch name {
	case gen.QuantOptionsParamsOpImpliedVolatility, gen.QuantOptionsParamsOpImpliedVol:
		return gen.QuantOptionOpIv
	}
	return gen.QuantOptionOp(name)
}

// describeContract fills in what every op reports about the contract.
func describeContract(answer *gen.QuantOption, c contract) {
	answer.Intrinsic = c.exercise()
	answer.TimeValue = c.timeValue()
	answer.Forward = c.forward()
	answer.DiscountFactor = c.discount()
	answer.Moneyness = c.spot / c.strike
	if d1, d2, ok := c.d1d2(); ok {
		answer.D1 = number(d1)
		answer.D2 = number(d2)
	}
}

// answerValue fills in the price and, for op greeks, the greeks.
func answerValue(answer *gen.QuantOption, c contract) {
	answer.Price = number(c.price())
	if answer.Op == gen.QuantOptionOpGreeks {
		g := c.greeks()
		answer.Delta = number(g.delta)
		answer.Gamma = number(g.gamma)
		answer.Vega = number(g.vega)
		answer.Theta = number(g.theta)
		answer.Rho = number(g.rho)
		answer.Units = &gen.QuantUnits{
			Vega:  "per 1% vol",
			Theta: "per calendar day",
			Rho:   "per 1% rate",
		}
	}

	switch {
	case c.years == 0:
		answer.Warnings = append(answer.Warnings, warning("T", reasonExpired, "at expiry the price is the payoff, d1 and d2 are not defined, and only delta is left of the greeks"))
	case c.totalVol() == 0:
		answer.Warnings = append(answer.Warnings, warning("sigma", reasonZeroVolatility, "without volatility the price is the discounted payoff of the forward; d1 and d2 are not defined"))
	}
}

// answerImplied fills in the implied volatility and returns the contract with it.
func answerImplied(answer *gen.QuantOption, c contract, market float64) (contract, error) {
	found, err := c.impliedVol(market)
	if err != nil {
		return c, err
	}

	c.sigma = found.sigma
	priceAt := c.price()
	vega := c.greeks().vega
	answer.Iv = number(found.sigma)
	answer.IvPct = number(found.sigma * 100)
	answer.Iterations = &found.iterations
	answer.PriceAtIv = number(priceAt)
	answer.Residual = number(priceAt - market)
	answer.Vega = number(vega)
	answer.Bounds = &gen.QuantBounds{Lower: unsigned(c.floor()), Upper: c.ceiling()}

	if vega*100 < lowVega*math.Min(c.spot, c.strike) {
		answer.Warnings = append(answer.Warnings, warning("iv", reasonLowVega, "the price hardly depends on volatility here: the last digits of market_price decide the result"))
	}
	if found.sigma > maxVolatility {
		answer.Warnings = append(answer.Warnings, warning("iv", "implausible_volatility", "more than 1000 % a year: check the inputs"))
	}
	return c, nil
}

func optionConventions() gen.QuantConventions {
	return gen.QuantConventions{
		"exercise":   "european",
		"rates":      "continuously compounded, per year, decimal",
		"sigma":      "per year, decimal",
		"time":       "years, T as given",
		"vega":       "per 0.01 of sigma",
		"theta":      "per calendar day, 1/365 of the yearly value, as time passes",
		"rho":        "per 0.01 of r",
		"time_value": "price minus max(w (S e^(-qT) - K e^(-rT)), 0), w = 1 for a call and -1 for a put",
	}
}
