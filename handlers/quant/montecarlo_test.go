package quant

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"testing"

	gen "github.com/farebox/farebox/gen/quant"
	"github.com/farebox/farebox/internal/normal"
	"github.com/farebox/farebox/internal/problem"
)

func simulate(t testing.TB, s simulation) estimate {
	t.Helper()
	e, err := s.run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// Computed by an independent program in another language with its own generator and inverse normal, multiplying the
// price step by step.
func TestSimulationIsTheDocumentedOne(t *testing.T) {
	for _, c := range []struct {
		s                                   simulation
		price, se, mean, std, p05, p50, p95 float64
	}{
		{simulation{option(call, 100, 100, 1, .05, 0, .2), 1000, 1, 42, true},
			10.18501264705631, 0.31751515573702327, 105.0079394496051, 20.62407190513617, 74.80318981371737, 103.04545541943318, 141.95070445713347},
		{simulation{option(put, 100, 110, .5, .03, .01, .35), 1000, 3, 7, true},
			15.283013019491602, 0.2002167040546577, 100.99206518146636, 25.262031349243074, 64.8449922849387, 97.95869914104699, 147.9820058682746},
		{simulation{option(call, 42, 40, .5, .1, 0, .2), 1000, 2, 123456789012345, false},
			4.956015686696768, 0.159149733993077, 44.40734230970958, 6.299833649119778, 34.94249816540717, 43.86729480250139, 55.68900697320827},
	} {
		e := simulate(t, c.s)
		near(t, "price", e.price, c.price, 1e-12)
		near(t, "std_error", e.stdError(), c.se, 1e-12)
		near(t, "mean", e.mean, c.mean, 1e-12)
		near(t, "std", e.std, c.std, 1e-12)
		near(t, "p05", e.percentiles[0], c.p05, 1e-12)
		near(t, "p50", e.percentiles[1], c.p50, 1e-12)
		near(t, "p95", e.percentiles[2], c.p95, 1e-12)
	}
}

// The standard deviations of the discounted payoff and of the average of an antithetic pair, by quadrature.
func TestStandardErrorIsThatOfIndependentDraws(t *testing.T) {
	for _, c := range []struct {
		contract
		price, plain, pair float64
	}{
		{option(call, 100, 100, 1, .05, 0, .2), 10.4505835722, 14.71940409, 7.352355589},
		{option(put, 100, 110, .5, .03, 0, .35), 14.9735210083, 15.35747313, 4.577875897},
		{option(call, 42, 40, .5, .1, 0, .2), 4.75942239287, 4.963726266, 1.731722401},
	} {
		const paths = 200_000
		plain := simulate(t, simulation{c.contract, paths, 1, 1, false})
		pairs := simulate(t, simulation{c.contract, paths, 1, 1, true})
		near(t, "plain standard error", plain.stdError(), c.plain/math.Sqrt(paths), 0.02)
		near(t, "antithetic standard error", pairs.stdError(), c.pair/math.Sqrt(paths/2), 0.02)
		for _, e := range []estimate{plain, pairs} {
			if z := (e.price - c.price) / e.stdError(); math.Abs(z) > 4 {
				t.Errorf("%+v: %v is %v standard errors from %v", c.contract, e.price, z, c.price)
			}
		}
	}
}

func TestIntervalsCoverAsOftenAsTheySay(t *testing.T) {
	c := option(put, 100, 110, .5, .03, 0, .35)
	want := c.price()
	const runs = 2000
	half := normal.Quantile(0.95)
	covered := 0
	for seed := range runs {
		e := simulate(t, simulation{c, 1000, 1, uint64(seed), true})
		if math.Abs(e.price-want) <= half*e.stdError() {
			covered++
		}
	}
	// 90 % of 2000 with a standard deviation of 13.4.
	if covered < 1800-60 || covered > 1800+60 {
		t.Errorf("%d of %d intervals of 90 %% cover the price", covered, runs)
	}
}

func TestStepsDoNotChangeTheLaw(t *testing.T) {
	c := option(call, 100, 105, 2, .03, .01, .3)
	for _, steps := range []int{1, 7, 50} {
		e := simulate(t, simulation{c, 40_000, steps, 9, true})
		if z := (e.price - c.price()) / e.stdError(); math.Abs(z) > 4 {
			t.Errorf("%d steps: off by %v standard errors", steps, z)
		}
		near(t, "mean", e.mean, c.forward(), 0.01)
		near(t, "std", e.std, c.forward()*math.Sqrt(math.Expm1(.3*.3*2)), 0.03)
		near(t, "share in the money", e.inTheMoney, c.probInTheMoney(), 0.03)
	}
}

func montecarloParams(change func(*gen.QuantMontecarloParams)) gen.QuantMontecarloParams {
	p := gen.QuantMontecarloParams{S: 100, K: 100, T: 1, R: 0.05, Sigma: 0.2, Type: "call", Paths: 10000, Steps: 1, Seed: 42, Antithetic: true, Confidence: 0.95}
	change(&p)
	return p
}

func montecarlo(t *testing.T, p gen.QuantMontecarloParams) (gen.QuantMontecarlo, []byte, error) {
	t.Helper()
	answer, err := New().QuantMontecarlo(t.Context(), gen.QuantMontecarloRequestObject{Params: p})
	if err != nil {
		return gen.QuantMontecarlo{}, nil, err
	}
	text, err := json.Marshal(answer)
	if err != nil {
		t.Fatal(err)
	}
	return gen.QuantMontecarlo(answer.(gen.QuantMontecarlo200JSONResponse)), text, nil
}

func TestSameSeedGivesTheSameBytes(t *testing.T) {
	p := montecarloParams(func(p *gen.QuantMontecarloParams) { p.Steps = 5 })
	first, a, err := montecarlo(t, p)
	if err != nil {
		t.Fatal(err)
	}
	_, b, err := montecarlo(t, p)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(a, b) {
		t.Error("two runs of one seed differ")
	}
	p.Seed++
	other, _, err := montecarlo(t, p)
	if err != nil {
		t.Fatal(err)
	}
	if first.Price == other.Price {
		t.Error("another seed gives the same price")
	}
}

func TestMontecarloAnswerAgreesWithItself(t *testing.T) {
	a, _, err := montecarlo(t, montecarloParams(func(p *gen.QuantMontecarloParams) { p.Paths, p.Confidence = 9999, 95 }))
	if err != nil {
		t.Fatal(err)
	}
	if a.Paths != 10000 || *a.Pairs != 5000 || a.Inputs.Paths != 9999 || a.Confidence != 0.95 {
		t.Errorf("paths %d of %d asked for, pairs %d, confidence %v", a.Paths, a.Inputs.Paths, *a.Pairs, a.Confidence)
	}
	near(t, "ci_low", *a.CiLow, a.Price-1.959963984540054**a.StdError, 1e-14)
	near(t, "ci_high", *a.CiHigh, a.Price+1.959963984540054**a.StdError, 1e-14)
	near(t, "z", *a.Z, (a.Price-a.ClosedForm)/(*a.StdError), 1e-14)
	near(t, "closed_form", a.ClosedForm, 10.450583572185567, 1e-14)
	near(t, "prob_itm_closed_form", a.ProbItmClosedForm, normal.CDF(0.15), 1e-14)
	if *a.WithinCi != (*a.CiLow <= a.ClosedForm && a.ClosedForm <= *a.CiHigh) {
		t.Error("within_ci disagrees with the interval")
	}
}

func TestDeterministicSimulationsHaveNoError(t *testing.T) {
	for _, change := range []func(*gen.QuantMontecarloParams){
		func(p *gen.QuantMontecarloParams) { p.Sigma = 0 },
		func(p *gen.QuantMontecarloParams) { p.T, p.S = 0, 110 },
	} {
		a, _, err := montecarlo(t, montecarloParams(change))
		if err != nil {
			t.Fatal(err)
		}
		near(t, "price", a.Price, a.ClosedForm, 1e-12)
		if *a.StdError != 0 || a.Z != nil || !*a.WithinCi || a.Terminal.Std != 0 || len(a.Warnings) != 1 {
			t.Errorf("std_error %v z %v within %v std %v warnings %v",
				*a.StdError, a.Z, *a.WithinCi, a.Terminal.Std, a.Warnings)
		}
	}
}

func TestUnknownErrorIsNotReportedAsNone(t *testing.T) {
	a, _, err := montecarlo(t, montecarloParams(func(p *gen.QuantMontecarloParams) { p.Paths = 2 }))
	if err != nil {
		t.Fatal(err)
	}
	if a.StdError != nil || a.CiLow != nil || a.WithinCi != nil || len(a.Warnings) != 1 || a.Warnings[0].Reason != reasonNotEnoughData {
		t.Errorf("one pair: std_error %v, warnings %v", a.StdError, a.Warnings)
	}
	a, _, err = montecarlo(t, montecarloParams(func(p *gen.QuantMontecarloParams) { p.K, p.Paths = 1000, 100 }))
	if err != nil {
		t.Fatal(err)
	}
	if a.Price != 0 || a.Z != nil || len(a.Warnings) != 1 || a.Warnings[0].Field != "std_error" {
		t.Errorf("nothing in the money: price %v, warnings %v", a.Price, a.Warnings)
	}
}

func TestBadMontecarloInputNamesTheField(t *testing.T) {
	for field, change := range map[string]func(*gen.QuantMontecarloParams){
		"type":       func(p *gen.QuantMontecarloParams) { p.Type = "digital" },
		"steps":      func(p *gen.QuantMontecarloParams) { p.Paths, p.Steps = 20_002, 1000 },
		"sigma":      func(p *gen.QuantMontecarloParams) { p.Sigma = 25 },
		"confidence": func(p *gen.QuantMontecarloParams) { p.Confidence = 100 },
	} {
		_, _, err := montecarlo(t, montecarloParams(change))
		var p *problem.Problem
		if !errors.As(err, &p) || p.Field != field {
			t.Errorf("%s: %v", field, err)
		}
	}
}

func TestCancelledSimulationStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := simulation{option(call, 100, 100, 1, .05, 0, .2), 1_000_000, 20, 1, true}
	if _, err := s.run(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
}

func BenchmarkMontecarlo(b *testing.B) {
	c := option(call, 100, 105, 1, .05, 0, .2)
	for _, x := range []struct {
		name string
		simulation
	}{
		{"default, 10000 paths", simulation{c, 10_000, 1, 42, true}},
		{"at the cap of paths", simulation{c, 1_000_000, 1, 42, true}},
		{"at both caps", simulation{c, 1_000_000, maxPathSteps / 1_000_000, 42, true}},
		{"at both caps, plain", simulation{c, 1_000_000, maxPathSteps / 1_000_000, 42, false}},
	} {
		b.Run(x.name, func(b *testing.B) {
			for b.Loop() {
				simulate(b, x.simulation)
			}
		})
	}
}
