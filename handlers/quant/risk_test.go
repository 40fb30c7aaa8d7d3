package quant

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	gen "github.com/farebox/farebox/gen/quant"
	"github.com/farebox/farebox/internal/problem"
	"gonum.org/v1/gonum/stat"
	"pgregory.net/rapid"
)

var twentyReturns = []float64{
	0.012, -0.008, 0.005, -0.021, 0.017, 0.003, -0.011, 0.009, 0.014, -0.004,
	-0.035, 0.022, 0.001, -0.002, 0.007, -0.013, 0.019, 0.004, -0.006, 0.011,
}

// risk posts a body through the spec's own validation, which fills in the defaults.
func risk(t *testing.T, returns any, rest map[string]any) (gen.QuantRisk, error) {
	t.Helper()
	body := map[string]any{"returns": returns}
	for name, value := range rest {
		body[name] = value
	}
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	status, answer := serve(t, "POST", "/quant/risk", string(text))
	if status != 200 {
		var p struct{ Code, Field, Detail string }
		if err := json.Unmarshal(answer, &p); err != nil {
			t.Fatal(err)
		}
		return gen.QuantRisk{}, &problem.Problem{Status: status, Code: p.Code, Field: p.Field, Detail: p.Detail}
	}
	var a gen.QuantRisk
	if err := json.Unmarshal(answer, &a); err != nil {
		t.Fatal(err)
	}
	return a, nil
}

func mustRisk(t *testing.T, returns any, rest map[string]any) gen.QuantRisk {
	t.Helper()
	answer, err := risk(t, returns, rest)
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

// Computed independently with the textbook definitions in another language.
func TestRiskMetricsOfAKnownSeries(t *testing.T) {
	for _, c := range []struct {
		rest map[string]any
		want map[string]float64
	}{
		{map[string]any{"risk_free": 0.02, "mar": 0.001}, map[string]float64{
			"mean": 0.0012, "std": 0.014185240661743422, "volatility": 0.22518371447144642, "var_historical": 0.0217,
			"var_parametric": 0.022132644551648175, "cvar": 0.035, "downside_deviation": 0.010686440005914039,
			"sharpe": 1.2540871379746632, "sortino": 1.6646823313584906, "max_drawdown": 0.03886, "calmar": 8.247604831296293,
		}},
		{map[string]any{"confidence": 90, "periods_per_year": 12}, map[string]float64{
			"mean": 0.0012, "std": 0.014185240661743422, "volatility": 0.04913911508746314, "var_historical": 0.0138,
			"var_parametric": 0.016979117377684212, "cvar": 0.028, "downside_deviation": 0.010188228501560023,
			"sharpe": 0.29304557020144356, "sortino": 0.4080122405508274, "max_drawdown": 0.03886, "calmar": 0.34294085026012866,
		}},
	} {
		a := mustRisk(t, twentyReturns, c.rest)
		if len(a.Metrics) != len(c.want) {
			t.Errorf("%d metrics, want %d", len(a.Metrics), len(c.want))
		}
		for name, want := range c.want {
			near(t, name, *a.Metrics[name], want, 1e-12)
		}
	}
}

// The normal quantile of published tables: a standard normal series has a VaR of 1.645 and 2.326.
func TestParametricVarIsTheNormalQuantile(t *testing.T) {
	unit := []float64{-math.Sqrt(0.5), math.Sqrt(0.5)} // mean 0, sample std 1
	for confidence, want := range map[float64]float64{0.95: 1.6448536269514727, 0.99: 2.3263478740408412, 0.975: 1.9599639845400543} {
		a := mustRisk(t, unit, map[string]any{"confidence": confidence, "metrics": []string{"var_parametric"}})
		near(t, "var_parametric", *a.Metrics["var_parametric"], want, 1e-14)
	}
}

// 100 returns of -1 % to -100 % of a percent: the tail at 95 % has h = 4.95, which rounding must not make 5.
func TestTailCountDoesNotFollowTheRoundingOfConfidence(t *testing.T) {
	returns := make([]float64, 101)
	for i := range returns {
		returns[i] = -float64(101-i) / 1e4
	}
	a := mustRisk(t, returns, nil)
	// h = 100 x 0.05 = 5 exactly: the sixth smallest, and the mean of the six smallest.
	near(t, "var_historical", *a.Metrics["var_historical"], 96e-4, 1e-13)
	near(t, "cvar", *a.Metrics["cvar"], (101+100+99+98+97+96)/6e4, 1e-13)
}

func TestDrawdownIsFoundWithItsPlace(t *testing.T) {
	for _, c := range []struct {
		why                    string
		returns                []float64
		depth                  float64
		peak, trough, recovery any
	}{
		{"a loss in the first period counts from the start", []float64{-0.5, 1, 0.1}, 0.5, -1, 0, 1},
		{"never made good", []float64{0.1, -0.2, 0.1}, 0.2, 0, 1, nil},
		{"two steps down, made good later", []float64{0.25, -0.2, -0.25, 0.5, 0.2}, 0.4, 0, 2, 4},
		{"of two falls the deeper one", []float64{-0.1, 0.2, -0.3, 0.5}, 0.3, 1, 2, 3},
		{"a recovery that rounding leaves a hair short", []float64{-0.1, 1.0 / 9, -0.05}, 0.1, -1, 0, 1},
		{"only gains", []float64{0.1, 0, 0.2}, 0, nil, nil, nil},
	} {
		a := mustRisk(t, c.returns, map[string]any{"metrics": []string{"max_drawdown"}})
		if got := *a.Metrics["max_drawdown"]; math.Abs(got-c.depth) > 1e-15 {
			t.Errorf("%s: depth %v, want %v", c.why, got, c.depth)
		}
		d := a.Drawdown
		for name, pair := range map[string][2]any{"peak": {d.PeakIndex, c.peak}, "trough": {d.TroughIndex, c.trough}, "recovery": {d.RecoveryIndex, c.recovery}} {
			got := "<nil>"
			if p := pair[0].(*int); p != nil {
				got = fmt.Sprint(*p)
			}
			if want := fmt.Sprint(pair[1]); got != want {
				t.Errorf("%s: %s at %s, want %s", c.why, name, got, want)
			}
		}
	}
}

func TestUndefinedRatiosAreNullWithAReason(t *testing.T) {
	a := mustRisk(t, []float64{0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01}, nil)
	for _, name := range []string{"sharpe", "sortino", "calmar"} {
		if a.Metrics[name] != nil {
			t.Errorf("%s = %v, want null", name, *a.Metrics[name])
		}
		if !slices.ContainsFunc(a.Warnings, func(w gen.QuantWarning) bool {
			return w.Field == name && w.Reason == reasonZeroDenominator && w.Detail != ""
		}) {
			t.Errorf("no reason for %s in %v", name, a.Warnings)
		}
	}
	if *a.Metrics["std"] != 0 || *a.Metrics["max_drawdown"] != 0 {
		t.Errorf("std %v, max_drawdown %v, want 0", *a.Metrics["std"], *a.Metrics["max_drawdown"])
	}
	for _, name := range []string{"var_historical", "var_parametric", "cvar"} {
		near(t, name, *a.Metrics[name], -0.01, 1e-14)
		if !slices.ContainsFunc(a.Warnings, func(w gen.QuantWarning) bool { return w.Field == name && w.Reason == "tail_is_gain" }) {
			t.Errorf("%s is negative and not warned about", name)
		}
	}
}

func TestNullMetricIsPrintedAsNull(t *testing.T) {
	_, answer := serve(t, "POST", "/quant/risk", `{"returns":[0.01,0.01],"metrics":["sharpe"]}`)
	if !strings.Contains(string(answer), `"metrics":{"sharpe":null}`) {
		t.Errorf("got %s", answer)
	}
}

func TestMetricsAreGivenOnce(t *testing.T) {
	a := mustRisk(t, twentyReturns, map[string]any{"metrics": []string{"sharpe", "var_historical", "sharpe"}})
	if len(a.Metrics) != 2 || a.Metrics["sharpe"] == nil || a.Metrics["var_historical"] == nil || len(a.Inputs.Metrics) != 2 {
		t.Errorf("metrics %v, inputs %v", a.Metrics, a.Inputs.Metrics)
	}
}

func TestRuinousReturnsAreRefusedOnlyForPathMetrics(t *testing.T) {
	_, err := risk(t, []any{0.1, -1.2, 0.3}, nil)
	var p *problem.Problem
	if !errors.As(err, &p) || p.Field != "returns.1" {
		t.Errorf("got %v, want a problem at returns.1", err)
	}
	a := mustRisk(t, []any{0.1, "-1.2", 0.3}, map[string]any{"metrics": []string{"mean", "std"}})
	near(t, "mean", *a.Metrics["mean"], -0.8/3, 1e-14)
	if a.Annualized.ReturnCagr != nil || a.Drawdown.TroughIndex != nil {
		t.Error("wealth was compounded through ruin")
	}
}

func TestBadRiskInputNamesTheField(t *testing.T) {
	for _, c := range []struct {
		field   string
		returns any
		rest    map[string]any
	}{
		{"returns", []float64{0.1}, nil},
		{"returns.1", []any{0.1, "0x10"}, nil},
		{"returns.1", []any{0.1, "1,000"}, nil},
		{"returns.0", []any{"NaN", 0.1}, nil},
		{"returns.0", []any{nil, 0.1}, nil},
		{"returns.0", []any{json.Number("1e999"), 0.1}, nil},
		{"confidence", twentyReturns, map[string]any{"confidence": 1}},
		{"confidence", twentyReturns, map[string]any{"confidence": 0}},
		{"confidence", twentyReturns, map[string]any{"confidence": 100}},
		{"confidence", twentyReturns, map[string]any{"confidence": -0.5}},
		{"confidence", twentyReturns, map[string]any{"confidence": json.Number("0.99999999999999")}},
		{"periods_per_year", twentyReturns, map[string]any{"periods_per_year": 0}},
		{"mar", twentyReturns, map[string]any{"mar": "a"}},
	} {
		_, err := risk(t, c.returns, c.rest)
		var p *problem.Problem
		if !errors.As(err, &p) || p.Field != c.field || p.Status != 400 {
			t.Errorf("%v %v: %v, want a 400 at %s", c.returns, c.rest, err, c.field)
		}
	}
}

func TestRiskLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		returns := rapid.SliceOfN(rapid.Float64Range(-0.5, 0.5), 2, 60).Draw(t, "returns")
		s := series{returns: returns, confidence: rapid.Float64Range(0.5, 0.999).Draw(t, "c"), periodsPerYear: float64(len(returns))}
		if cvar, at := s.cvar(), s.varHistorical(); cvar < at-1e-12 {
			t.Fatalf("the mean of the tail %v is less than its border %v", cvar, at)
		}
		near(t, "std", sampleStd(returns)+1, stat.StdDev(returns, nil)+1, 1e-13)
		near(t, "mean", mean(returns)+1, stat.Mean(returns, nil)+1, 1e-13)
		d := maxDrawdown(returns)
		if d.depth < 0 || d.depth >= 1 {
			t.Fatalf("drawdown %v", d.depth)
		}
		if d.depth > 0 {
			wealth := 1.0
			for _, r := range returns[d.peak+1 : d.trough+1] {
				wealth *= 1 + r
			}
			near(t, "drawdown between its ends", 1-wealth, d.depth, 1e-9)
		}
		// The deepest fall over all pairs of times, by the plain quadratic algorithm.
		var worst float64
		for i := range returns {
			wealth := 1.0
			for _, r := range returns[i:] {
				wealth *= 1 + r
				worst = math.Max(worst, 1-wealth)
			}
		}
		near(t, "drawdown", d.depth, worst, 1e-9)
		near(t, "growth over the year that the series is", 1+s.cagr(), product(returns), 1e-9)
	})
}

func product(returns []float64) float64 {
	p := 1.0
	for _, r := range returns {
		p *= 1 + r
	}
	return p
}

func BenchmarkRiskOfTenThousandReturns(b *testing.B) {
	body := gen.QuantRiskRequest{Confidence: 0.95, PeriodsPerYear: 252}
	for i := range 10000 {
		body.Returns = append(body.Returns, json.RawMessage(fmt.Sprintf("%.6f", 0.01*math.Sin(float64(i*i)))))
	}
	req := gen.QuantRiskRequestObject{Body: &body}
	for b.Loop() {
		if _, err := New().QuantRisk(b.Context(), req); err != nil {
			b.Fatal(err)
		}
	}
}
