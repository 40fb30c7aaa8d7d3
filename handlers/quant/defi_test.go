package quant

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	gen "github.com/farebox/farebox/gen/quant"
	"github.com/farebox/farebox/internal/problem"
	"pgregory.net/rapid"
)

// defi calls the route with a query string through the spec's own validation.
func defi(t *testing.T, query string) gen.QuantDefi {
	t.Helper()
	status, body := serve(t, "GET", "/quant/defi?"+query, "")
	if status != 200 {
		t.Fatalf("%s: %d %s", query, status, body)
	}
	var a gen.QuantDefi
	if err := json.Unmarshal(body, &a); err != nil {
		t.Fatal(err)
	}
	return a
}

func TestKnownDefiValues(t *testing.T) {
	for _, c := range []struct {
		query string
		want  map[string]float64
	}{
		{"op=apr_to_apy&apr=.12&n=12", map[string]float64{"apy": .12682503013197}},
		{"op=apy&apr=5%25", map[string]float64{"apy": .051267496467463}},
		{"op=apr_to_apy&apr=0.05&n=continuous", map[string]float64{"apy": math.Exp(0.05) - 1}},
		{"op=apr_to_apy&apr=0.05&n=0", map[string]float64{"apy": math.Exp(0.05) - 1}},
		{"op=apy_to_apr&apy=.12682503013197&n=12", map[string]float64{"apr": .12}},
		{"op=apr&apy=0.05&n=Continuous", map[string]float64{"apr": math.Log(1.05)}},
		{"op=compound&principal=1000&apr=0.12&n=12&years=1", map[string]float64{"future_value": 1126.82503013197, "interest": 126.82503013197, "contributions": 0}},
		// 1000 at 1 % a month with 100 more at the end of each month: 1126.825... + 100 x 12.682503013197.
		{"op=future_value&principal=1000&apr=12%25&n=12&years=1&contribution=100", map[string]float64{"future_value": 2395.0753314517, "interest": 195.0753314517, "contributions": 1200}},
		{"op=compound&principal=0&apr=0&n=12&years=2&contribution=10", map[string]float64{"future_value": 240, "interest": 0}},
		{"op=il&price_ratio=2", map[string]float64{"il": -.057190958417937, "il_pct": -5.7190958417937, "hodl_value": 1.5, "lp_value": math.Sqrt2}},
		{"op=impermanent_loss&price_ratio=4&principal=1000", map[string]float64{"il": -.2, "hodl_value": 2500, "lp_value": 2000}},
		{"op=impermanent_loss&entry_price=500&current_price=2000", map[string]float64{"il": -.2, "price_ratio": 4}},
		{"op=impermanent_loss&p0_a=500&p1_a=4000&p0_b=1&p1_b=2", map[string]float64{"il": -.2, "price_ratio": 4, "hodl_value": 5, "lp_value": 4}},
		{"op=impermanent_loss&price_ratio=4&weight=80%25", map[string]float64{"il": -.10840201969977}},
		{"op=il_v3&entry_price=2000&current_price=2200&price_lower=1500&price_upper=2500", map[string]float64{"il": -.0095252260031436}},
		{"op=lp_fees&volume_24h=1000000&fee_rate=0.003&tvl=10000000&position=10000", map[string]float64{"fees_24h": 3, "fee_apr": .1095, "fee_apy": 0.11570174904773747}},
		{"op=lp_fees&volume_24h=1000000&fee_rate=0.3%25&liquidity_share=0.1%25&position=10000", map[string]float64{"fees_24h": 3, "fee_apr": .1095}},
		{"op=il_breakeven&il=-5.72%25&fee_apr=20%25", map[string]float64{"days": .0572 * 365 / .2}},
		{"op=health_factor&collateral_value=10000&liquidation_threshold=.8&debt_value=5000", map[string]float64{"health_factor": 1.6, "ltv": .5, "distance_to_liquidation": .375, "distance_to_liquidation_pct": 37.5}},
		{"op=liquidation_price&collateral_amount=10&debt_value=12000&liquidation_threshold=0.8&current_price=2000", map[string]float64{"liquidation_price": 1500, "drop_pct": 25}},
		{"op=liquidation_price&side=SHORT&collateral_value=20000&debt_amount=8&liquidation_threshold=0.8&current_price=1600", map[string]float64{"liquidation_price": 2000, "rise_pct": 25}},
		{"op=ltv&collateral_value=10000&debt_value=5000&max_ltv=75%25", map[string]float64{"ltv": .5, "max_borrow": 7500, "available_to_borrow": 2500}},
		{"op=ltv&collateral_value=10000&debt_value=9000&max_ltv=0.75", map[string]float64{"available_to_borrow": 0}},
		{"op=swap&reserve_in=1000&reserve_out=2000000&amount_in=10", map[string]float64{"amount_out": 19743.160687941, "effective_price": 1974.3160687941, "spot_price": 2000, "fee_paid": .03, "price_impact": 9.97 / 1009.97}},
		{"op=looping&ltv=0.5&loops=1&supply_apy=0.04&borrow_apy=0.05", map[string]float64{"leverage": 1.5, "net_apy": .035, "debt_ratio": 1.0 / 3}},
		{"op=leverage&ltv=0.8&loops=infinite&supply_apy=4%25&borrow_apy=3%25", map[string]float64{"leverage": 5, "net_apy": .08, "debt_ratio": .8}},
		{"op=real_yield&apy=0.05&inflation=0.03", map[string]float64{"real": 1.05/1.03 - 1}},
	} {
		a := defi(t, c.query)
		for name, want := range c.want {
			got, ok := a.Result[name].(float64)
			if !ok || math.Abs(got-want) > 2e-13*math.Abs(want) {
				t.Errorf("%s: %s = %v, want %.15g", c.query, name, a.Result[name], want)
			}
		}
		if len(a.Warnings) > 0 {
			t.Errorf("%s: warnings %v", c.query, a.Warnings)
		}
	}
}

func TestMainNumberStandsAtTopLevel(t *testing.T) {
	queries := map[string]string{
		"apy": "op=apy&apr=.1", "apr": "op=apr&apy=.1", "future_value": "op=compound&principal=1&apr=.1&years=1", "il": "op=il&price_ratio=3",
		"fee_apr": "op=lp_fees&volume_24h=1&fee_rate=.1&tvl=9&position=1", "days": "op=breakeven_days&il=-.1&fee_apr=.1",
		"health_factor":     "op=health_factor&collateral_value=2&liquidation_threshold=.5&debt_value=1",
		"liquidation_price": "op=liquidation_price&collateral_amount=2&liquidation_threshold=.5&debt_value=1",
		"ltv":               "op=ltv&collateral_value=2&debt_value=1&max_ltv=.6", "amount_out": "op=swap&reserve_in=1&reserve_out=1&amount_in=1",
		"net_apy": "op=looping&ltv=.5&loops=3&supply_apy=.1&borrow_apy=.1", "real": "op=real_yield&apy=.1&inflation=.1",
	}
	for name, query := range queries {
		_, body := serve(t, "GET", "/quant/defi?"+query, "")
		var a map[string]any
		if err := json.Unmarshal(body, &a); err != nil {
			t.Fatal(err)
		}
		if got, ok := a[name].(float64); !ok || got != a["result"].(map[string]any)[name] {
			t.Errorf("%s: top level has %v, result %v", query, a[name], a["result"])
		}
	}
	if len(queries)+1 != len(defiOps) { // il is the main number of two ops
		t.Errorf("%d queries for %d ops", len(queries), len(defiOps))
	}
}

func TestUndefinedDefiNumbersAreNullWithAReason(t *testing.T) {
	for query, want := range map[string]gen.QuantWarning{
		"op=health_factor&collateral_value=100&liquidation_threshold=.8&debt_value=0": {Field: "health_factor", Reason: "no_debt"},
		"op=ltv&collateral_value=0&debt_value=10&max_ltv=.8":                          {Field: "ltv", Reason: reasonZeroDenominator},
		"op=breakeven_days&il=-.1&fee_apr=0":                                          {Field: "days", Reason: reasonZeroDenominator},
		"op=lp_fees&volume_24h=100&fee_rate=.003&tvl=1000":                            {Field: "fees_24h", Reason: reasonNotEnoughData},
		"op=lp_fees&volume_24h=100&fee_rate=.003&liquidity_share=.1":                  {Field: "fee_apr", Reason: reasonNotEnoughData},
	} {
		a := defi(t, query)
		value, there := a.Result[want.Field]
		if !there || value != nil {
			t.Errorf("%s: %s = %v (there: %v), want null", query, want.Field, value, there)
		}
		if !slices.ContainsFunc(a.Warnings, func(w gen.QuantWarning) bool {
			return w.Field == want.Field && w.Reason == want.Reason && w.Detail != ""
		}) {
			t.Errorf("%s: warnings %v", query, a.Warnings)
		}
	}
}

func TestConcentratedPositionHoldsOneTokenOutOfRange(t *testing.T) {
	a := defi(t, "op=il_v3&entry_price=2000&current_price=3000&price_lower=1500&price_upper=2500&principal=1000")
	if a.Result["in_range"] != false || a.Result["current_amount_a"].(float64) != 0 {
		t.Errorf("above the range: %v", a.Result)
	}
	near(t, "entry value", a.Result["entry_amount_a"].(float64)*2000+a.Result["entry_amount_b"].(float64), 1000, 1e-13)
	near(t, "value now", a.Result["lp_value"].(float64), a.Result["current_amount_b"].(float64), 1e-13)
	b := defi(t, "op=il_v3&entry_price=2000&current_price=1000&price_lower=1500&price_upper=2500")
	if b.Result["current_amount_b"].(float64) != 0 || b.Result["in_range"] != false {
		t.Errorf("below the range: %v", b.Result)
	}
}

func TestBadDefiInputNamesTheField(t *testing.T) {
	for _, c := range []struct{ query, field, says string }{
		{"apr=.1", "op", ""},
		{"op=moon&apr=.1", "op", "apr_to_apy, apy, apy_to_apr"},
		{"op=apy", "apr", "op apr_to_apy takes apr, n"},
		{"op=apy&apr=-400", "apr", "above -365"},
		{"op=apy&apr=1e-400000", "apr", ""},
		{"op=apy&apr=.1&n=often", "n", "continuous"},
		{"op=apy&apr=.1&n=4294967296", "n", ""},
		{"op=apr&apy=-1", "apy", "above -1"},
		{"op=apy&apr=800&n=continuous", "apr", "too large"},
		{"op=compound&principal=1&apr=.1&years=1&n=0&contribution=1", "contribution", "n must be 1 or more"},
		{"op=il", "price_ratio", ""},
		{"op=il&price_ratio=2&entry_price=1&current_price=2", "price_ratio", "one of the three"},
		{"op=il&price_ratio=2&weight=1", "weight", "excluded"},
		{"op=il&price_ratio=2&weight=80", "weight", "80% or 0.8"},
		{"op=il&p0_a=1&p1_a=2&p0_b=1", "p1_b", ""},
		{"op=il_v3&entry_price=1&current_price=1&price_lower=2&price_upper=2", "price_upper", "above price_lower"},
		{"op=lp_fees&volume_24h=1&fee_rate=.1&tvl=0", "tvl", "above 0"},
		{"op=lp_fees&volume_24h=1&fee_rate=.1&tvl=1&liquidity_share=.1", "tvl", "not both"},
		{"op=swap&reserve_in=1&reserve_out=1&amount_in=1&fee=1", "fee", "below 1"},
		{"op=swap&reserve_in=0&reserve_out=1&amount_in=1", "reserve_in", "above 0"},
		{"op=looping&ltv=1&loops=1&supply_apy=.1&borrow_apy=.1", "ltv", "below 1"},
		{"op=looping&ltv=.5&supply_apy=.1&borrow_apy=.1", "loops", "infinite"},
		{"op=looping&ltv=.5&loops=10001&supply_apy=.1&borrow_apy=.1", "loops", ""},
		{"op=liquidation_price&side=up&liquidation_threshold=.8&debt_value=1&collateral_amount=1", "side", "long, short"},
		{"op=health_factor&collateral_value=1&liquidation_threshold=80&debt_value=1", "liquidation_threshold", "0.8"},
		{"op=health_factor&collateral_value=-1&liquidation_threshold=.8&debt_value=1", "collateral_value", ""},
	} {
		status, body := serve(t, "GET", "/quant/defi?"+c.query, "")
		var p struct{ Field, Detail string }
		if err := json.Unmarshal(body, &p); err != nil {
			t.Fatal(err)
		}
		if status != 400 || p.Field != c.field || !strings.Contains(p.Detail, c.says) {
			t.Errorf("%s: %d %s: %s; want field %s", c.query, status, p.Field, p.Detail, c.field)
		}
	}
}

func TestDefiStatesToBeWaryOfAreWarnedAbout(t *testing.T) {
	for query, want := range map[string]string{
		"op=health_factor&collateral_value=100&liquidation_threshold=.8&debt_value=90":                         "liquidatable",
		"op=liquidation_price&collateral_amount=1&debt_value=1600&liquidation_threshold=.8&current_price=1900": "liquidatable",
		"op=il_v3&entry_price=1000&current_price=2200&price_lower=1500&price_upper=2500":                       "out_of_range",
		"op=breakeven_days&il=.05&fee_apr=.1":                                                                  "sign",
		"op=apy&apr=12&n=1":                                                                                    reasonCheckUnits,
		"op=swap&reserve_in=1000&reserve_out=2000000&amount_in=10&fee=0.3":                                     reasonCheckUnits,
		"op=lp_fees&volume_24h=1000&fee_rate=0.3&tvl=10000":                                                    reasonCheckUnits,
		"op=looping&ltv=.5&loops=1&supply_apy=5&borrow_apy=.1":                                                 reasonCheckUnits,
		"op=real_yield&apy=5&inflation=.02":                                                                    reasonCheckUnits,
		"op=compound&principal=1&apr=.1&years=0.3&n=12&contribution=1":                                         "fractional_periods",
		"op=health_factor&collateral_value=0&liquidation_threshold=.8&debt_value=90":                           reasonZeroDenominator,
	} {
		if a := defi(t, query); !slices.ContainsFunc(a.Warnings, func(w gen.QuantWarning) bool { return w.Reason == want }) {
			t.Errorf("%s: warnings %v, want %s", query, a.Warnings, want)
		}
	}
}

func TestRatesWithAPercentSignAreNotDoubted(t *testing.T) {
	for _, query := range []string{
		"op=swap&reserve_in=1000&reserve_out=2000000&amount_in=10&fee=5%25",
		"op=apy&apr=120%25",
		"op=swap&reserve_in=1000&reserve_out=2000000&amount_in=10&fee=0.01",
	} {
		if a := defi(t, query); len(a.Warnings) > 0 {
			t.Errorf("%s: warnings %v", query, a.Warnings)
		}
	}
}

func TestUnusedDefiInputIsPointedAt(t *testing.T) {
	a := defi(t, "op=apy&apr=.1&n=12&tvl=5&side=long")
	if len(a.Warnings) != 2 || a.Warnings[0].Field != "side" || a.Warnings[1].Field != "tvl" || a.Warnings[1].Reason != reasonNotApplicable {
		t.Errorf("warnings %v", a.Warnings)
	}
	if len(a.Inputs) != 2 || a.Inputs["apr"] != 0.1 || a.Inputs["n"] != 12.0 {
		t.Errorf("inputs %v", a.Inputs)
	}
}

func TestYieldConversionsAreInverse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		apr := rapid.Float64Range(-0.9, 3).Draw(t, "apr")
		n := float64(rapid.SampledFrom([]int{0, 1, 2, 12, 52, 365, 31536000}).Draw(t, "n"))
		apy := compounded(apr, n, 1)
		back := math.Log1p(apy)
		if n > 0 {
			back = n * math.Expm1(back/n)
		}
		if math.Abs(back-apr) > 1e-13*(1+math.Abs(apr))/(1+math.Min(apy, 0)) {
			t.Fatalf("%v at %v gives %v and back %v", apr, n, apy, back)
		}
		if apy < apr-1e-15 {
			t.Fatalf("compounding %v lowers it to %v", apr, apy)
		}
	})
}

func TestPoolLossLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := math.Exp(rapid.Float64Range(-10, 10).Draw(t, "lnk"))
		w := rapid.Float64Range(0.02, 0.98).Draw(t, "w")
		il := poolLoss(k, w)
		if il > 1e-16 || il < -1 {
			t.Fatalf("loss %v", il)
		}
		near(t, "textbook", 1+il, math.Pow(k, w)/(w*k+1-w), 1e-12)
		// Seen from token B the pool is the same one.
		if other := poolLoss(1/k, 1-w); math.Abs(other-il) > 1e-12 {
			t.Fatalf("from the other side %v, not %v", other, il)
		}
		near(t, "even weights", 1+poolLoss(k, 0.5), 2*math.Sqrt(k)/(1+k), 1e-13)
		// A position over a wide range is the pool without one.
		c := concentrated{lower: 1e-6, upper: 1e6}
		a0, b0 := c.amounts(1)
		a1, b1 := c.amounts(k)
		near(t, "wide range", (a1*k+b1)/(a0*k+b0), 1+poolLoss(k, 0.5), 1e-3)
	})
}

func TestSwapNeverShrinksThePool(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in, err := readDefiInputs(gen.QuantDefiParams{
			ReserveIn:  new(rapid.Float64Range(1, 1e9).Draw(t, "x")),
			ReserveOut: new(rapid.Float64Range(1, 1e9).Draw(t, "y")),
			AmountIn:   new(rapid.Float64Range(1e-6, 1e9).Draw(t, "dx")),
			Fee:        new("0.3%"),
		}, defiOps[10])
		if err != nil {
			t.Fatal(err)
		}
		o := swap(in)
		x, y := in.given["reserve_in"], in.given["reserve_out"]
		dx, dy := in.given["amount_in"], o.values["amount_out"]
		if (x+dx)*(y-dy) < x*y*(1-1e-12) {
			t.Fatalf("the product fell from %v to %v", x*y, (x+dx)*(y-dy))
		}
		near(t, "impact", o.values["price_impact"]+1, 2-(dy/(dx*0.997))/(y/x), 1e-9)
		if math.IsNaN(dy) || dy <= 0 || dy >= y {
			t.Fatalf("%v out of %v", dy, y)
		}
	})
}

func TestPercentTextIsTheNearestDouble(t *testing.T) {
	for text, want := range map[string]float64{"0.1%": 0.001, "12%": 0.12, "5.7%": 0.057, "-.5%": -0.005, "+3.%": 0.03, "1e-3": 0.001} {
		if got, ok := parseRate(text); !ok || got != want {
			t.Errorf("%s is %v, want %v", text, got, want)
		}
	}
	for _, text := range []string{"", "%", "1e2%", "0x1p3", "inf", "NaN", "1_0", "1,0", "12%%", "1e999"} {
		if got, ok := parseRate(text); ok {
			t.Errorf("%q was read as %v", text, got)
		}
	}
	var p *problem.Problem
	both := gen.QuantDefiParams{Apr: new("x"), Apy: new("y")}
	if _, err := readDefiInputs(both, defiOps[0]); !errors.As(err, &p) || p.Field != "apr" {
		t.Errorf("got %v, want a problem at apr", err)
	}
}
