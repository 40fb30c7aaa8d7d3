package quant

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"
	"pgregory.net/rapid"
)

// near fails unless got equals want within a relative error.
func near(t interface {
	Helper()
	Errorf(string, ...any)
}, what string, got, want, relative float64) {
	t.Helper()
	if !(math.Abs(got-want) <= relative*math.Abs(want)) {
		t.Errorf("%s = %.17g, want %.17g within %g", what, got, want, relative)
	}
}

func TestLegendreRuleIsThatOfSixteenPoints(t *testing.T) {
	x, w := make([]float64, 16), make([]float64, 16)
	quad.Legendre{}.FixedLocations(x, w, -1, 1)
	for i := range legendreNodes {
		near(t, "node", legendreNodes[i], math.Abs(x[8+i]), 1e-14)
		near(t, "weight", legendreWeights[i], w[8+i], 1e-13)
	}
}

// The values are from a computation with 60 digits; the points lie around the switch of methods at -2.
func TestMillsRatioAndSlopeKeepTheirDigits(t *testing.T) {
	for _, c := range []struct{ z, ratio, slope float64 }{
		{-40, 0.024984404205720571147, 0.00062383177117715410446},
		{-10, 0.099028596471731921395, 0.0097140352826807860466},
		{-5, 0.19280810471531576488, 0.035959476423421175613},
		{-2.0001, 0.4213535036681259785, 0.15725085731338114148},
		{-2, 0.42136922928805447322, 0.15726154142389105355},
		{-1.999, 0.42152654426936165333, 0.15736843800554600858},
		{-1, 0.65567954241879847154, 0.34432045758120152846},
		{-0.3, 1.0018374009921557474, 0.69944877970235328691},
		{0, 1.2533141373155002512, 1},
		{0.5, 1.9640174953579937537, 1.9820087476789968768},
	} {
		near(t, "Y", mills(c.z), c.ratio, 2e-15)
		near(t, "Y'", millsSlope(c.z), c.slope, 8e-15)
	}
}

// The values are from a computation with 60 digits, over all the methods for the value.
func TestOutOfTheMoneyValueKeepsItsDigits(t *testing.T) {
	for _, c := range []struct{ x, v, want float64 }{
		{0, 1e-08, 3.9894228040143268462e-9},
		{0, 0.2, 0.079655674554057967338},
		{0, 1.5, 0.54674529524626360135},
		{0, 8.0, 0.99993665751633376016},
		{-1e-09, 1e-09, 8.3315470587686303565e-11},
		{-0.01, 0.001, 7.4745593377628339521e-28},
		{-0.01, 0.05, 0.015342759237307299123},
		{-0.4, 0.0670820393249937, 1.3243827151644051624e-11},
		{-0.1, 0.5, 0.15149328081310298601},
		{-0.1, 1.2, 0.4034253354788119549},
		{-2.0, 0.3, 5.5877835638550801149e-13},
		{-2.0, 0.9, 0.0038039835625802617036},
		{-2.0, 1.01, 0.0081827915076808866487},
		{-2.0, 2.5, 0.19295911571316687652},
		{-5.0, 1.5, 0.00013118738389704313023},
		{-5.0, 2.1, 0.0038554989437653999003},
		{-30.0, 1.0, 1.4405938487063514186e-199},
		{-30.0, 5.0, 4.0173011076432773762e-11},
		{-30.0, 9.0, 2.6091682716847726441e-7},
		{-0.0005, 1.0001, 0.38271018460817453501},
		{-1.0, 0.03, 5.7061602972737864792e-247},
		{-1.9, 0.9746794344808963, 0.0086315655214081623089},
	} {
		h := c.x / c.v
		tolerance := 1e-15 * (5 + h*h) // the exponential multiplies the rounding of h
		near(t, "value", otmValue(c.x, c.v), c.want, tolerance)
		if got := logOTMValue(c.x, c.v); math.Abs(got-math.Log(c.want)) > tolerance+1e-15*math.Abs(got) {
			t.Errorf("log of the value at x=%v v=%v is %v, want %v", c.x, c.v, got, math.Log(c.want))
		}
		near(t, "complement", otmComplement(c.x, c.v), math.Exp(c.x/2)-c.want, 1e-11)
	}
}

func TestOutOfTheMoneyValueGrowsWithVolatility(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := -rapid.Float64Range(0, 50).Draw(t, "x")
		v := math.Exp(rapid.Float64Range(math.Log(1e-6), math.Log(30)).Draw(t, "lnv"))
		a, b := logOTMValue(x, v), logOTMValue(x, v*1.0001)
		if b < a-1e-14 {
			t.Fatalf("ln b falls from %v to %v", a, b)
		}
		if c := otmComplement(x, v*1.0001) - otmComplement(x, v); c > 1e-15 {
			t.Fatalf("the complement grows by %v", c)
		}
	})
}
