package quant

import (
	"math"

	gen "github.com/farebox/farebox/gen/quant"
	"github.com/farebox/farebox/internal/normal"
	"github.com/farebox/farebox/internal/problem"
)

// Bounds on the inputs that keep every intermediate value within the range of a double.
const (
	maxYears      = 100
	maxVolatility = 10
	maxRateYears  = 200 // of (|r|+|q|) T, the exponent of discounting
)

// Total volatility sigma sqrt(T) below tinyVol counts as zero: its square would underflow.
const tinyVol = 1e-150

// contract is a European option and its market. Rates are continuous, time is in years.
type contract struct {
	kind   gen.QuantOptionType
	spot   float64
	strike float64
	years  float64
	rate   float64
	yield  float64
	sigma  float64
}

// check reports an input outside the range for which the formulas hold. The spec has the other bounds.
func (c contract) check() error {
	if c.years > maxYears {
		return problem.Invalid("T", "T is in years, 0 to %d: 30 days are 0.0822", maxYears)
	}
	if c.sigma > maxVolatility {
		return problem.Invalid("sigma", "sigma must be at most %d: it is a decimal, not a percentage, so 20 %% is 0.2", maxVolatility)
	}
	if (math.Abs(c.rate)+math.Abs(c.yield))*c.years > maxRateYears {
		return problem.Invalid("r", "(|r|+|q|) x T must be at most %d: rates are decimals, so 5 %% is 0.05", maxRateYears)
	}

	return nil
}

// unitWarnings flags inputs that look like percentages.
func (c contract) unitWarnings() []gen.QuantWarning {
	warnings := []gen.QuantWarning{}
	for _, in := range []struct {
		name  string
		value float64
	}{{"r", c.rate}, {"q", c.yield}} {
		if math.Abs(in.value) >= 1 {
			warnings = append(warnings, warning(in.name, reasonCheckUnits, in.name+" is a decimal: 1 means 100 % a year"))
		}
	}
	if c.sigma > 5 {
		warnings = append(warnings, warning("sigma", reasonCheckUnits, "sigma is a decimal: 5 means 500 % a year"))
	}
	return warnings
}

// sign is +1 for a call and -1 for a put.
func (c contract) sign() float64 {
	if c.kind == gen.QuantOptionTypePut {
		return -1
	}
	return 1
}

// spotLeg is S e^(-qT), the underlying without the yield until expiry.
func (c contract) spotLeg() float64 { return c.spot * math.Exp(-c.yield*c.years) }

// strikeLeg is K e^(-rT), the strike in today's money.
func (c contract) strikeLeg() float64 { return c.strike * math.Exp(-c.rate*c.years) }

// discount is e^(-rT).
func (c contract) discount() float64 { return math.Exp(-c.rate * c.years) }

// forward is S e^((r-q)T).
func (c contract) forward() float64 { return c.spot * math.Exp((c.rate-c.yield)*c.years) }

// logMoneyness is ln(F/K).
func (c contract) logMoneyness() float64 {
	// Near the money, log1p keeps the digits that the quotient would lose.
	l := math.Log1p((c.spot - c.strike) / c.strike)
	if m := c.spot / c.strike; m < 0.5 || m > 2 {
		l = math.Log(c.spot) - math.Log(c.strike)
	}
	return l + (c.rate-c.yield)*c.years
}

// exercise is the payoff of exercising now.
func (c contract) exercise() float64 { return math.Max(c.sign()*(c.spot-c.strike), 0) }

// floor is the discounted intrinsic value of the forward, the least price without arbitrage.
func (c contract) floor() float64 {
	if m := c.logMoneyness(); c.sign()*m > 0 {
		// K e^(-rT) (F/K - 1) for a call and its mirror image for a put: loses no digits near the money.
		if c.kind == gen.QuantOptionTypePut {
			return c.spotLeg() * math.Expm1(-m)
		}
		return c.strikeLeg() * math.Expm1(m)
	}
	return 0
}

// ceiling is the price that no volatility reaches: for a call the underlying, for a put the discounted strike.
func (c contract) ceiling() float64 {
	if c.kind == gen.QuantOptionTypePut {
		return c.strikeLeg()
	}
	return c.spotLeg()
}

// totalVol is sigma sqrt(T), or 0 if too small to compute with.
func (c contract) totalVol() float64 {
	v := c.sigma * math.Sqrt(c.years)
	if v < tinyVol {
		return 0
	}
	return v
}

// unit is sqrt(S e^(-qT) K e^(-rT)), the unit of otmValue after discounting.
func (c contract) unit() float64 { return math.Sqrt(c.spotLeg()) * math.Sqrt(c.strikeLeg()) }

// timeValue is the price less its floor. By put-call parity it is the value of the out-of-the-money option with the
// same strike, on either side.
func (c contract) timeValue() float64 {
	return c.unit() * otmValue(-math.Abs(c.logMoneyness()), c.totalVol())
}

// price is the Black-Scholes-Merton value (Merton 1973), in the currency of S. At expiry and without
// volatility it is the intrinsic value.
func (c contract) price() float64 { return c.floor() + c.timeValue() }

// d1d2 are the arguments of the formula; ok is false at expiry or without volatility, where they are infinite.
func (c contract) d1d2() (d1, d2 float64, ok bool) {
	v := c.totalVol()
	if v == 0 {
		return 0, 0, false
	}
	m := c.logMoneyness() / v
	return m + v/2, m - v/2, true
}

// greeks are the derivatives of the price in the units of the route: vega per percentage point of
// volatility, theta per calendar day, rho per percentage point of the rate.
type greeks struct {
	delta, gamma, vega, theta, rho float64
}

const daysPerYear = 365

// greeks are those of Haug, "The Complete Guide to Option Pricing Formulas", chapter 2, scaled.
func (c contract) greeks() greeks {
	w := c.sign()
	d1, d2, ok := c.d1d2()
	if !ok {
		return c.flatGreeks()
	}
	spot := c.spotLeg()
	strike := c.strikeLeg()
	n1 := normal.CDF(w * d1)
	n2 := normal.CDF(w * d2)
	density := normal.Density(d1)
	return greeks{
		delta: w * math.Exp(-c.yield*c.years) * n1,
		gamma: math.Exp(-c.yield*c.years) * density / (c.spot * c.totalVol()),
		vega:  spot * density * math.Sqrt(c.years) / 100,
		theta: (-spot*density*c.sigma/(2*math.Sqrt(c.years)) - w*c.rate*strike*n2 + w*c.yield*spot*n1) / daysPerYear,
		rho:   w * c.years * strike * n2 / 100,
	}
}

// flatGreeks are the greeks at expiry or without volatility, where the price is a kinked line: those of the
// forward's side, and half a delta on the kink at expiry.
func (c contract) flatGreeks() greeks {
	w := c.sign()
	inTheMoney := w * c.logMoneyness()
	if c.years == 0 {
		switch {
		case inTheMoney > 0:
			return greeks{delta: w}
		case inTheMoney == 0:
			return greeks{delta: w / 2}
		}
		return greeks{}
	}

	if inTheMoney <= 0 {
		return greeks{}
	}
	spot := c.spotLeg()
	strike := c.strikeLeg()

	return greeks{
		delta: w * math.Exp(-c.yield*c.years),
		theta: w * (c.yield*spot - c.rate*strike) / daysPerYear,
		rho:   w * c.years * strike / 100,
	}
}
