package normal_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"

	"github.com/farebox/farebox/internal/normal"
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

// The values are from a computation with 60 digits.
func TestNormalQuantileHasDoublePrecision(t *testing.T) {
	for _, c := range []struct{ p, want float64 }{
		{1e-300, -37.047096299361199237}, {1e-20, -9.2623400897984075737}, {0.001, -3.0902323061678135415},
		{0.075, -1.4395314709384559153}, {0.0750000001, -1.4395314702320188303}, {0.25, -0.6744897501960817432},
		{0.4, -0.2533471031357997988}, {0.95, 1.6448536269514727149}, {0.975, 1.9599639845400542355},
	} {
		near(t, "quantile", normal.Quantile(c.p), c.want, 1e-15)
	}
	if normal.Quantile(0.5) != 0 {
		t.Error("the median is not 0")
	}
}

func TestNormalQuantileInvertsTheDistribution(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64Range(-37, 6).Draw(t, "x")
		p := normal.CDF(x)
		// An error of one ulp in p is an error of p/n(x) ulps in x.
		if got := normal.Quantile(p); math.Abs(got-x) > 1e-15*(8*math.Abs(x)+4*p/normal.Density(x)) {
			t.Fatalf("quantile(cdf(%v)) = %v", x, got)
		}
		near(t, "against gonum", normal.Quantile(p), distuv.UnitNormal.Quantile(p), 1e-9)
	})
}
