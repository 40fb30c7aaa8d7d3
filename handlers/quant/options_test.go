package quant

import (
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"testing"

	gen "github.com/farebox/farebox/gen/quant"
	"github.com/farebox/farebox/internal/normal"
	"github.com/farebox/farebox/internal/problem"
	"pgregory.net/rapid"
)

const (
	call = gen.QuantOptionTypeCall
	put  = gen.QuantOptionTypePut
)

func option(kind gen.QuantOptionType, s, k, years, r, q, sigma float64) contract {
	return contract{kind: kind, spot: s, strike: k, years: years, rate: r, yield: q, sigma: sigma}
}

// Published values: E. G. Haug, "Option Pricing Formulas", 1998, pages 2 to 8 and 11 to 16, printed to four digits.
func TestHaugPublishedPrices(t *testing.T) {
	for _, c := range []struct {
		contract
		want float64
	}{
		{option(call, 60, 65, 0.25, 0.08, 0, 0.30), 2.1334},
		{option(put, 100, 95, 0.50, 0.10, 0.05, 0.20), 2.4648},
		{option(put, 19, 19, 0.75, 0.10, 0.10, 0.28), 1.7011},
		{option(call, 19, 19, 0.75, 0.10, 0.10, 0.28), 1.7011},
		{option(call, 1.56, 1.60, 0.50, 0.06, 0.08, 0.12), 0.0291},
		{option(put, 75, 70, 0.50, 0.10, 0.05, 0.35), 4.0870},
	} {
		if got := c.price(); math.Abs(got-c.want) > 0.5e-4 {
			t.Errorf("%+v: %v, want %v", c.contract, got, c.want)
		}
	}
}

func TestHaugPublishedGreeks(t *testing.T) {
	c := func(c contract) greeks { return c.greeks() }
	for _, x := range []struct {
		name      string
		got, want float64
	}{
		{"delta of a call on a future", c(option(call, 105, 100, 0.5, 0.10, 0.10, 0.36)).delta, 0.5946},
		{"delta of a put on a future", c(option(put, 105, 100, 0.5, 0.10, 0.10, 0.36)).delta, -0.3566},
		{"gamma", c(option(call, 55, 60, 0.75, 0.10, 0, 0.30)).gamma, 0.0278},
		{"vega per 1.00 of volatility", c(option(call, 55, 60, 0.75, 0.10, 0, 0.30)).vega * 100, 18.9358},
		{"theta per year", c(option(put, 430, 405, 1.0/12, 0.07, 0.05, 0.20)).theta * 365, -31.1924},
		{"theta per day", c(option(put, 430, 405, 1.0/12, 0.07, 0.05, 0.20)).theta, -0.0855},
		{"rho per 1.00 of the rate", c(option(call, 72, 75, 1, 0.09, 0, 0.19)).rho * 100, 38.7325},
	} {
		if math.Abs(x.got-x.want) > 1e-4 {
			t.Errorf("%s: %v, want %v", x.name, x.got, x.want)
		}
	}
}

// Computed with arbitrary precision and confirmed by QuantLib.
func TestAnchorValuesToTheLastDigits(t *testing.T) {
	c := option(call, 100, 100, 1, 0.05, 0, 0.2)
	g := c.greeks()
	for _, x := range []struct {
		name      string
		got, want float64
	}{
		{"call", c.price(), 10.450583572185567346},
		{"put", option(put, 100, 100, 1, 0.05, 0, 0.2).price(), 5.5735260222569679911},
		{"delta", g.delta, .63683065117562},
		{"gamma", g.gamma, .018762017345847},
		{"vega", g.vega, .37524034691694},
		{"theta", g.theta, -.01757267820942},
		{"rho", g.rho, .53232481545376},
	} {
		near(t, x.name, x.got, x.want, 5e-14)
	}
}

// 60-digit values. The textbook difference S N(d1) - K N(d2) has no correct digit in the last cases.
func TestDeepOptionsKeepTheirDigits(t *testing.T) {
	for _, c := range []struct {
		contract
		want float64
	}{
		{option(call, 100, 150, 0.2, 0, 0, 0.15), 9.6980800785551061942e-10},
		{option(call, 100, 150, 0.2, 0.05, 0, 0.15), 2.4612265707969596027e-9},
		{option(put, 100, 20, 0.5, 0.02, 0.01, 0.3), 1.6258945002472403646e-14},
		{option(call, 100, 250, 0.25, 0.03, 0, 0.25), 4.6790006908291885136e-13},
		{option(call, 100, 1000, 1, 0.03, 0, 0.2), 1.719000691688585183e-29},
		{option(call, 1000, 100, 1, 0.03, 0, 0.2), 902.9554466451491822},
	} {
		near(t, "price", c.price(), c.want, 3e-13)
	}
}

// drawContract is any sensible option.
func drawContract(t *rapid.T) contract {
	return contract{
		kind:   rapid.SampledFrom([]gen.QuantOptionType{call, put}).Draw(t, "kind"),
		spot:   rapid.Float64Range(1, 1000).Draw(t, "S"),
		strike: rapid.Float64Range(1, 1000).Draw(t, "K"),
		years:  rapid.Float64Range(0.01, 5).Draw(t, "T"),
		rate:   rapid.Float64Range(-0.1, 0.3).Draw(t, "r"),
		yield:  rapid.Float64Range(-0.1, 0.3).Draw(t, "q"),
		sigma:  rapid.Float64Range(0.02, 2).Draw(t, "sigma"),
	}
}

// The textbook formula is computed independently here, separately for call and put.
func TestPriceIsTheTextbookFormula(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawContract(t)
		w := c.sign()
		v := c.sigma * math.Sqrt(c.years)
		d1 := (math.Log(c.spot/c.strike) + (c.rate-c.yield+c.sigma*c.sigma/2)*c.years) / v
		spot := c.spot * math.Exp(-c.yield*c.years) * normal.CDF(w*d1)
		strike := c.strike * math.Exp(-c.rate*c.years) * normal.CDF(w*(d1-v))
		want := w * (spot - strike)
		if got := c.price(); math.Abs(got-want) > 1e-12*math.Max(c.spotLeg(), c.strikeLeg()) {
			t.Fatalf("%+v: %.17g, textbook %.17g", c, got, want)
		}
	})
}

func TestPutCallParity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, p := drawContract(t), contract{}
		c.kind = call
		p = c
		p.kind = put
		forward := c.spot*math.Exp(-c.yield*c.years) - c.strike*math.Exp(-c.rate*c.years)
		if gap := c.price() - p.price() - forward; math.Abs(gap) > 1e-13*(c.spot+c.strike)*math.Exp(0.1*c.years) {
			t.Fatalf("call %v - put %v is not %v", c.price(), p.price(), forward)
		}
		g, h := c.greeks(), p.greeks()
		near(t, "delta parity", g.delta-h.delta, math.Exp(-c.yield*c.years), 1e-13)
		near(t, "gamma parity", g.gamma, h.gamma, 1e-15)
		near(t, "vega parity", g.vega, h.vega, 1e-15)
		near(t, "rho parity", g.rho-h.rho, c.years*c.strikeLeg()/100, 1e-13)
	})
}

// derivative is the central difference of fourth order.
func derivative(f func(float64) float64, at, step float64) float64 {
	return (8*(f(at+step)-f(at-step)) - (f(at+2*step) - f(at-2*step))) / (12 * step)
}

func TestGreeksAreTheDerivativesOfThePrice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawContract(t)
		c.sigma = rapid.Float64Range(0.1, 1).Draw(t, "smooth sigma")
		c.years = rapid.Float64Range(0.2, 3).Draw(t, "smooth T")
		c.strike = c.spot * rapid.Float64Range(0.6, 1.6).Draw(t, "moneyness")
		g := c.greeks()
		vary := func(set func(*contract, float64)) func(float64) float64 {
			return func(x float64) float64 {
				d := c
				set(&d, x)
				return d.price()
			}
		}
		for _, x := range []struct {
			name      string
			got, want float64
			size      float64 // of the derivative, for the tolerance
		}{
			{"delta", g.delta, derivative(vary(func(d *contract, x float64) { d.spot = x }), c.spot, c.spot*1e-3), 1},
			{"vega", g.vega * 100, derivative(vary(func(d *contract, x float64) { d.sigma = x }), c.sigma, 1e-4), c.spot},
			{"theta", g.theta * 365, -derivative(vary(func(d *contract, x float64) { d.years = x }), c.years, 1e-4), c.spot},
			{"rho", g.rho * 100, derivative(vary(func(d *contract, x float64) { d.rate = x }), c.rate, 1e-4), c.spot * c.years},
			{"gamma", g.gamma * c.spot, c.spot * derivative(func(x float64) float64 {
				d := c
				d.spot = x
				return d.greeks().delta
			}, c.spot, c.spot*1e-3), 1},
		} {
			if math.Abs(x.got-x.want) > 1e-6*(x.size+math.Abs(x.want)) {
				t.Fatalf("%s of %+v: %v, by differences %v", x.name, c, x.got, x.want)
			}
		}
	})
}

func TestImpliedVolatilityFindsTheVolatilityAgain(t *testing.T) {
	worst := 0
	rapid.Check(t, func(t *rapid.T) {
		c := drawContract(t)
		// The out-of-the-money side has all its digits however far out; the other side only if its time value
		// exceeds the rounding of its price.
		otm := c.sign()*c.logMoneyness() <= 0
		market := c.price()
		if market < 1e-280 || c.ceiling()-market < 1e-9*c.ceiling() || !otm && c.timeValue() < 1e-6*market {
			t.Skip("the price does not hold the volatility")
		}
		found, err := c.impliedVol(market)
		if err != nil {
			t.Fatalf("%+v at %v: %v", c, market, err)
		}
		tolerance := 1e-12
		if !otm {
			tolerance = 1e-8
		}
		// The conditioning: relative change of sigma per relative rounding of the price.
		vega := c.greeks().vega * 100
		tolerance += 1e-14 * (market + c.spotLeg()*boolTo(!otm || c.ceiling()-market < market)) / math.Max(
			vega*c.sigma,
			1e-300,
		)
		if math.Abs(found.sigma-c.sigma) > tolerance*c.sigma {
			t.Fatalf(
				"%+v at %v: found %v after %d steps, off by %g of %g",
				c,
				market,
				found.sigma,
				found.iterations,
				found.sigma/c.sigma-1,
				tolerance,
			)
		}
		worst = max(worst, found.iterations)
	})
	if worst > 16 {
		t.Errorf("the slowest case took %d steps", worst)
	}
}

func boolTo(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// Whatever the price within the bounds, the solver ends in a bracket and the model gives the price back.
func TestImpliedVolatilityConvergesEverywhereWithinTheBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := -rapid.SampledFrom([]float64{0, 1}).
			Draw(t, "off the money") *
			math.Exp(rapid.Float64Range(-27, 4).Draw(t, "lnx"))
		share := math.Exp(-rapid.Float64Range(1e-12, 600).Draw(t, "depth"))
		bound := math.Exp(x / 2)
		value := bound * share
		if value < 1e-300 || bound-value < 1e-14*bound {
			t.Skip("not a double within the bounds")
		}
		v, steps := solveTotalVol(x, value, bound-value)
		if steps > 20 {
			t.Fatalf("x=%v value=%v took %d steps", x, value, steps)
		}
		if value < bound/2 {
			near(t, "price", otmValue(x, v), value, 1e-12*(1+x/v*x/v))
		} else {
			near(t, "distance from the bound", otmComplement(x, v), bound-value, 1e-11)
		}
	})
}

func optionsProblem(t *testing.T, p gen.QuantOptionsParams) *problem.Problem {
	t.Helper()
	answer, err := New().QuantOptions(t.Context(), gen.QuantOptionsRequestObject{Params: p})
	var found *problem.Problem
	if !errors.As(err, &found) {
		t.Fatalf("answer %+v, error %v; want a problem", answer, err)
	}
	if found.Status != http.StatusBadRequest {
		t.Errorf("status %d, want 400", found.Status)
	}
	return found
}

func options(t *testing.T, p gen.QuantOptionsParams) gen.QuantOption {
	t.Helper()
	answer, err := New().QuantOptions(t.Context(), gen.QuantOptionsRequestObject{Params: p})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := json.Marshal(answer); err != nil {
		t.Fatal(err)
	}
	return gen.QuantOption(answer.(gen.QuantOptions200JSONResponse))
}

func TestPriceOutsideTheBoundsNamesTheBound(t *testing.T) {
	base := gen.QuantOptionsParams{Op: "iv", S: 100, K: 80, T: 1, R: 0.05, Type: "call"}
	lower := 100 - 80*math.Exp(-0.05)
	for _, c := range []struct {
		why, kind, code string
		market          float64
		lower, upper    float64
	}{
		{"under the discounted intrinsic value", "call", "price_below_intrinsic", 23, lower, 100},
		{"at it, which any small volatility gives", "call", "price_below_intrinsic", lower, lower, 100},
		{"above it by rounding", "call", "price_below_intrinsic", lower + 1e-14, lower, 100},
		{"worthless", "put", "price_below_intrinsic", 0, 0, 80 * math.Exp(-0.05)},
		{"at the price of the underlying", "call", "price_above_bound", 100, lower, 100},
		{"over the price of the underlying", "call", "price_above_bound", 140, lower, 100},
		{"a put over its discounted strike", "put", "price_above_bound", 79, 0, 80 * math.Exp(-0.05)},
	} {
		p := base
		p.Type, p.MarketPrice = c.kind, &c.market
		found := optionsProblem(t, p)
		if found.Code != c.code || found.Field != "market_price" {
			t.Errorf("%s: %s at %s", c.why, found.Code, found.Field)
		}
		bounds := found.Extra["bounds"].(map[string]float64)
		if math.Abs(bounds["lower"]-c.lower) > 1e-12 || math.Abs(bounds["upper"]-c.upper) > 1e-12 {
			t.Errorf("%s: bounds %v, want %v and %v", c.why, bounds, c.lower, c.upper)
		}
	}
}

func TestPriceThatHardlyKnowsItsVolatilitySaysSo(t *testing.T) {
	deep := option(call, 100, 20, 0.1, 0.05, 0, 0.8)
	a := options(t, gen.QuantOptionsParams{
		Op:          "iv",
		S:           100,
		K:           20,
		T:           0.1,
		R:           0.05,
		Type:        "call",
		MarketPrice: new(deep.price()),
	})
	if len(a.Warnings) != 1 || a.Warnings[0].Reason != reasonLowVega {
		t.Errorf("iv %v, vega %v, warnings %v", *a.Iv, *a.Vega, a.Warnings)
	}
	// Out of the money the same strike has all its digits.
	other := option(put, 100, 20, 0.1, 0.05, 0, 0.6)
	a = options(t, gen.QuantOptionsParams{
		Op:          "iv",
		S:           100,
		K:           20,
		T:           0.1,
		R:           0.05,
		Type:        "put",
		MarketPrice: new(other.price()),
	})
	near(t, "iv of the put", *a.Iv, 0.6, 1e-13)
}

func TestImpliedVolatilityAnswerProvesItself(t *testing.T) {
	a := options(t, gen.QuantOptionsParams{
		Op:          "implied_volatility",
		S:           100,
		K:           100,
		T:           1,
		R:           0.05,
		Type:        "C",
		MarketPrice: new(10.450583572186),
	})
	near(t, "iv", *a.Iv, 0.2, 1e-13)
	near(t, "iv_pct", *a.IvPct, 20, 1e-13)
	near(t, "price_at_iv", *a.PriceAtIv, 10.450583572186, 1e-14)
	if math.Abs(*a.Residual) > 1e-13 || *a.Iterations > 6 {
		t.Errorf("residual %v after %d steps", *a.Residual, *a.Iterations)
	}
	if a.Price != nil || a.Delta != nil {
		t.Error("op iv shows fields of the other ops")
	}
}

func TestExpiryAndZeroVolatilityAreLimits(t *testing.T) {
	for _, c := range []struct {
		why                      string
		c                        contract
		price, delta, theta, rho float64
	}{
		{"expired in the money", option(call, 110, 100, 0, 0.05, 0, 0.2), 10, 1, 0, 0},
		{"expired put in the money", option(put, 90, 100, 0, 0.05, 0, 0.2), 10, -1, 0, 0},
		{"expired out of the money", option(call, 90, 100, 0, 0.05, 0, 0.2), 0, 0, 0, 0},
		{"expired on the strike", option(put, 100, 100, 0, 0.05, 0, 0.2), 0, -0.5, 0, 0},
		{"no volatility, in the money", option(call, 100, 100, 2, 0.05, 0.01, 0), 100*math.Exp(-0.02) - 100*math.Exp(-0.1), math.Exp(-0.02),
			(0.01*100*math.Exp(-0.02) - 0.05*100*math.Exp(-0.1)) / 365, 2 * 100 * math.Exp(-0.1) / 100},
		{"no volatility, out of the money", option(put, 100, 100, 2, 0.05, 0.01, 0), 0, 0, 0, 0},
	} {
		g := c.c.greeks()
		for _, x := range []struct {
			name      string
			got, want float64
		}{{"price", c.c.price(), c.price}, {"delta", g.delta, c.delta}, {"theta", g.theta, c.theta}, {"rho", g.rho, c.rho}, {"gamma", g.gamma, 0}, {"vega", g.vega, 0}} {
			if math.Abs(x.got-x.want) > 1e-13 {
				t.Errorf("%s: %s %v, want %v", c.why, x.name, x.got, x.want)
			}
		}
	}
	a := options(t, gen.QuantOptionsParams{Op: "greeks", S: 110, K: 100, T: 0, R: 0.05, Sigma: new(0.2), Type: "call"})
	if a.D1 != nil || a.D2 != nil || len(a.Warnings) != 1 || a.Warnings[0].Reason != reasonExpired {
		t.Errorf("expired: d1 %v, warnings %v", a.D1, a.Warnings)
	}
	a = options(t, gen.QuantOptionsParams{Op: "price", S: 110, K: 100, T: 1, R: 0.05, Sigma: new(0.0), Type: "call"})
	if a.D1 != nil || len(a.Warnings) != 1 || a.Warnings[0].Reason != reasonZeroVolatility {
		t.Errorf("no volatility: d1 %v, warnings %v", a.D1, a.Warnings)
	}
}

func TestBadOptionInputNamesTheField(t *testing.T) {
	good := func(change func(*gen.QuantOptionsParams)) gen.QuantOptionsParams {
		p := gen.QuantOptionsParams{Op: "price", S: 100, K: 100, T: 1, R: 0.05, Sigma: new(0.2), Type: "call"}
		change(&p)
		return p
	}
	for _, c := range []struct {
		field, code string
		p           gen.QuantOptionsParams
	}{
		{"type", "invalid_input", good(func(p *gen.QuantOptionsParams) { p.Type = "straddle" })},
		{"sigma", "missing_input", good(func(p *gen.QuantOptionsParams) { p.Sigma = nil })},
		{"sigma", "invalid_input", good(func(p *gen.QuantOptionsParams) { p.Sigma = new(20.0) })},
		{"T", "invalid_input", good(func(p *gen.QuantOptionsParams) { p.T = 365 })},
		{"r", "invalid_input", good(func(p *gen.QuantOptionsParams) { p.R, p.T = 5, 50 })},
		{"div", "invalid_input", good(func(p *gen.QuantOptionsParams) { p.Q, p.Div = new(0.1), new(0.1) })},
		{"market_price", "missing_input", good(func(p *gen.QuantOptionsParams) { p.Op = "iv" })},
		{"T", "expired", good(func(p *gen.QuantOptionsParams) { p.Op, p.T, p.MarketPrice = "iv", 0, new(3.0) })},
	} {
		if found := optionsProblem(t, c.p); found.Field != c.field || found.Code != c.code {
			t.Errorf("%+v: %s at %s, want %s at %s", c.p, found.Code, found.Field, c.code, c.field)
		}
	}
}

// Whatever passes the checks gives finite numbers: the answer can be written as JSON.
func TestEveryAcceptedOptionHasAFiniteAnswer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.Float64Range(math.Log(1e-18), math.Log(1e18))
		p := gen.QuantOptionsParams{
			Op:          rapid.SampledFrom([]gen.QuantOptionsParamsOp{"price", "greeks", "iv"}).Draw(t, "op"),
			Type:        rapid.SampledFrom([]string{"call", "put"}).Draw(t, "type"),
			S:           math.Exp(size.Draw(t, "S")),
			K:           math.Exp(size.Draw(t, "K")),
			T:           rapid.Float64Range(0, 100).Draw(t, "T"),
			R:           rapid.Float64Range(-10, 10).Draw(t, "r"),
			Q:           new(rapid.Float64Range(-10, 10).Draw(t, "q")),
			Sigma:       new(rapid.Float64Range(0, 10).Draw(t, "sigma")),
			MarketPrice: new(rapid.Float64Range(0, 1e18).Draw(t, "market")),
		}
		answer, err := New().QuantOptions(t.Context(), gen.QuantOptionsRequestObject{Params: p})
		if err != nil {
			if problem.From(err).Status != http.StatusBadRequest {
				t.Fatal(err)
			}
			return
		}
		if _, err := json.Marshal(answer); err != nil {
			t.Fatalf("%+v: %v", p, err)
		}
		a := answer.(gen.QuantOptions200JSONResponse)
		for name, value := range map[string]*float64{"price": a.Price, "delta": a.Delta, "gamma": a.Gamma, "vega": a.Vega, "theta": a.Theta, "rho": a.Rho} {
			if value == nil && (a.Op == gen.QuantOptionOpGreeks || name == "price" && a.Op == gen.QuantOptionOpPrice) {
				t.Fatalf("%s is missing for %+v", name, p)
			}
		}
	})
}

func BenchmarkPrice(b *testing.B) {
	c := option(call, 100, 110, 0.5, 0.03, 0.01, 0.25)
	for b.Loop() {
		c.price()
	}
}

func BenchmarkGreeksRoute(b *testing.B) {
	req := gen.QuantOptionsRequestObject{Params: gen.QuantOptionsParams{
		Op:    "greeks",
		S:     100,
		K:     110,
		T:     0.5,
		R:     0.03,
		Sigma: new(0.25),
		Type:  "call",
	}}
	for b.Loop() {
		if _, err := New().QuantOptions(b.Context(), req); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkImpliedVol(b *testing.B) {
	for _, c := range []struct {
		name string
		contract
	}{
		{"near the money", option(call, 100, 110, 0.5, 0.03, 0.01, 0.25)},
		{"far out", option(call, 100, 250, 0.25, 0.03, 0, 0.25)},
		{"in the money", option(call, 100, 60, 0.5, 0.03, 0, 0.4)},
	} {
		b.Run(c.name, func(b *testing.B) {
			market := c.price()
			for b.Loop() {
				if _, err := c.impliedVol(market); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
