package quant

import (
	"math"

	"github.com/farebox/farebox/internal/normal"
)

// Out of the money forward, an option's value is a small difference of two nearly equal numbers. There the usual
// formula S N(d1) - K N(d2) loses digits; far out it loses all of them. This file computes that value without a
// subtraction.
//
// Write F for the forward, x = -|ln(F/K)|, v = sigma sqrt(T), h = x/v, t = v/2. In units of
// sqrt(F K), undiscounted, the out-of-the-money value is
//
//	b(x, v) = e^(x/2) N(h+t) - e^(-x/2) N(h-t) = n(h) e^(-t^2/2) [Y(h+t) - Y(h-t)],  Y(z) = N(z)/n(z)
//
// because e^(x/2) n(h+t) = e^(-x/2) n(h-t) = n(h) e^(-t^2/2). The difference in the brackets is the
// integral of Y' over a short interval, and Y'(z) = 1 + z Y(z) is positive and smooth, so that a
// Gauss-Legendre rule of 16 points gives it to the last digits. (The form with Y follows P. Jaeckel,
// "Let's Be Rational", 2015; the integral is ours.)

// otmValue is b(x, v) for x <= 0, v >= 0.
func otmValue(x, v float64) float64 {
	if v == 0 {
		return 0
	}
	h := x / v
	t := v / 2
	if h+t > 0 && !smallStep(h, t) {
		return math.Exp(x/2)*normal.CDF(h+t) - math.Exp(-x/2)*normal.CDF(h-t)
	}
	return normal.Density(h) * math.Exp(-t*t/2) * millsDifference(h, t)
}

// logOTMValue is ln b(x, v) for v > 0. It does not underflow when b does.
func logOTMValue(x, v float64) float64 {
	h := x / v
	t := v / 2
	if h+t > 0 && !smallStep(h, t) {
		return math.Log(otmValue(x, v))
	}
	return -h*h/2 - t*t/2 - math.Log(normal.Sqrt2Pi) + math.Log(millsDifference(h, t))
}

// otmComplement is e^(x/2) - b(x, v): how far the value is from its upper bound.
func otmComplement(x, v float64) float64 {
	h := x / v
	t := v / 2
	return math.Exp(x/2)*normal.CDF(-h-t) + math.Exp(-x/2)*normal.CDF(h-t)
}

// otmVega is db/dv.
func otmVega(x, v float64) float64 {
	h := x / v
	t := v / 2
	return math.Exp(-(h*h+t*t)/2) / normal.Sqrt2Pi
}

// smallStep reports whether Y(h+t) and Y(h-t) are so close that their difference must be integrated. Otherwise the
// smaller one is at most about 0.6 of the larger one.
func smallStep(h, t float64) bool { return t <= 0.5 || -h > 2*t }

// millsDifference is Y(h+t) - Y(h-t) for h <= 0, t > 0. If smallStep is false, h+t must not be positive.
func millsDifference(h, t float64) float64 {
	if !smallStep(h, t) {
		return mills(h+t) - mills(h-t)
	}
	var sum float64
	for i, node := range legendreNodes {
		sum += legendreWeights[i] * (millsSlope(h+t*node) + millsSlope(h-t*node))
	}
	return t * sum
}

// millsTailFrom is where Y switches from erfc to its continued fraction.
const millsTailFrom = -2

// mills is Y(z) = N(z)/n(z), for z up to about 1.
func mills(z float64) float64 {
	if z > millsTailFrom {
		return normal.Sqrt2Pi * math.Exp(z*z/2) * normal.CDF(z)
	}
	return 1 / (-z + millsFraction(-z))
}

// millsSlope is Y'(z) = 1 + z Y(z), for z up to about 1.
func millsSlope(z float64) float64 {
	if z > millsTailFrom {
		return 1 + z*mills(z)
	}
	r := millsFraction(-z)
	return r / (-z + r)
}

// millsFraction is 1/(x + 2/(x + 3/(x + ...))) for x >= 2. The integrals I_k of u^k/k! e^(-xu - u^2/2)
// over u > 0 are the minimal solution of (k+1) I_(k+1) = I_(k-1) - x I_k; this is I_1/I_0, I_0 is
// Y(-x) and I_1 is Y'(-x). All terms are positive: nothing cancels.
func millsFraction(x float64) float64 {
	// Enough terms for 17 digits: the error falls like exp(-2 x sqrt(2 terms)).
	terms := 12 + int(240/(x*x))
	// The tail x + k/(x + ...) tends to the positive root of y = x + k/y.
	y := (x + math.Sqrt(x*x+4*float64(terms+1))) / 2
	for k := terms; k >= 2; k-- {
		y = x + float64(k)/y
	}
	return 1 / y
}

// The positive nodes of the Gauss-Legendre rule of 16 points and their weights (Abramowitz and
// Stegun, table 25.4).
var (
	legendreNodes = [8]float64{
		0.095012509837637440185, 0.281603550779258913230, 0.458016777657227386342, 0.617876244402643748447,
		0.755404408355003033895, 0.865631202387831743880, 0.944575023073232576078, 0.989400934991649932596,
	}
	legendreWeights = [8]float64{
		0.189450610455068496285, 0.182603415044923588867, 0.169156519395002538189, 0.149595988816576732081,
		0.124628971255533872052, 0.095158511682492784810, 0.062253523938647892863, 0.027152459411754094852,
	}
)
