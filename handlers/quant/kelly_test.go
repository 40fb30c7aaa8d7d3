package quant

import (
	"encoding/json"
	"errors"
	"math"
	"testing"

	gen "github.com/farebox/farebox/gen/quant"
	"github.com/farebox/farebox/internal/problem"
	"pgregory.net/rapid"
)

func kelly(t *testing.T, p gen.QuantKellyParams) (gen.QuantKelly, error) {
	t.Helper()
	if p.Fraction == 0 {
		p.Fraction = 1
	}
	answer, err := New().QuantKelly(t.Context(), gen.QuantKellyRequestObject{Params: p})
	if err != nil {
		return gen.QuantKelly{}, err
	}
	if _, err := json.Marshal(answer); err != nil {
		t.Fatal(err)
	}
	return gen.QuantKelly(answer.(gen.QuantKelly200JSONResponse)), nil
}

func TestKnownKellyFractions(t *testing.T) {
	for _, c := range []struct {
		why           string
		p             gen.QuantKellyParams
		full, applied float64
		clamped       bool
	}{
		{"even money at 60 %", gen.QuantKellyParams{
			WinProb:      new(0.6),
			WinLossRatio: new(1.0),
			Clamp:        true,
		}, 0.2, 0.2, false},
		{"Thorp's 53 % coin", gen.QuantKellyParams{
			WinProb:      new(0.53),
			WinLossRatio: new(1.0),
			Clamp:        true,
		}, 0.06, 0.06, false},
		{"55 % at 1.2", gen.QuantKellyParams{
			WinProb:      new(0.55),
			WinLossRatio: new(1.2),
			Clamp:        true,
		}, 0.175, 0.175, false},
		{"half Kelly", gen.QuantKellyParams{
			WinProb:      new(0.55),
			WinLossRatio: new(1.2),
			Clamp:        true,
			Fraction:     0.5,
		}, 0.175, 0.0875, false},
		{"edge over odds", gen.QuantKellyParams{Edge: new(0.1), Odds: new(2.0), Clamp: true}, 0.05, 0.05, false},
		{"decimal odds", gen.QuantKellyParams{
			Edge:       new(0.1),
			Odds:       new(3.0),
			OddsFormat: "Decimal",
			Clamp:      true,
		}, 0.05, 0.05, false},
		{"american plus", gen.QuantKellyParams{
			Edge:       new(0.15),
			Odds:       new(150.0),
			OddsFormat: "american",
			Clamp:      true,
		}, 0.1, 0.1, false},
		{"american minus", gen.QuantKellyParams{
			Edge:       new(0.05),
			Odds:       new(-200.0),
			OddsFormat: "american",
			Clamp:      true,
		}, 0.1, 0.1, false},
		{"a losing bet is not made", gen.QuantKellyParams{
			WinProb:      new(0.4),
			WinLossRatio: new(1.0),
			Clamp:        true,
		}, -0.2, 0, true},
		{"unless not clamped", gen.QuantKellyParams{WinProb: new(0.4), WinLossRatio: new(1.0)}, -0.2, -0.2, false},
		{"twice Kelly over the bankroll", gen.QuantKellyParams{
			WinProb:      new(0.9),
			WinLossRatio: new(1.0),
			Fraction:     2,
			Clamp:        true,
		}, 0.8, 1, true},
	} {
		a, err := kelly(t, c.p)
		if err != nil {
			t.Errorf("%s: %v", c.why, err)
			continue
		}
		if math.Abs(a.KellyFraction-c.full) > 1e-15 || math.Abs(a.AppliedFraction-c.applied) > 1e-15 || a.Clamped != c.clamped {
			t.Errorf("%s: full %v applied %v clamped %v", c.why, a.KellyFraction, a.AppliedFraction, a.Clamped)
		}
		if (a.Recommendation == gen.Bet) != (c.full > 0) {
			t.Errorf("%s: %s", c.why, a.Recommendation)
		}
	}
}

func TestKellyAnswerHasGrowthAndStake(t *testing.T) {
	a, err := kelly(t, gen.QuantKellyParams{
		WinProb:      new(0.6),
		WinLossRatio: new(1.0),
		Clamp:        true,
		Bankroll:     new(1000.0),
	})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "growth", *a.ExpectedGrowthPerBet, .020135513550689, 1e-12)
	near(t, "stake", *a.Stake, 200, 1e-14)
	near(t, "breakeven", a.BreakevenWinProb, 0.5, 0)
	near(t, "edge", a.Edge, 0.2, 1e-14)
	a, err = kelly(t, gen.QuantKellyParams{Edge: new(0.1), Odds: new(2.0), Clamp: true})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "implied probability", a.WinProb, 1.1/3, 1e-15)
	if a.Stake != nil {
		t.Error("a stake without a bankroll")
	}
}

func TestStakingAllHasNoGrowthUnlessItIsCertain(t *testing.T) {
	a, err := kelly(t, gen.QuantKellyParams{WinProb: new(0.9), WinLossRatio: new(1.0), Fraction: 2, Clamp: true})
	if err != nil {
		t.Fatal(err)
	}
	if a.ExpectedGrowthPerBet != nil || len(a.Warnings) != 2 {
		t.Errorf("growth %v, warnings %v", a.ExpectedGrowthPerBet, a.Warnings)
	}
	a, err = kelly(t, gen.QuantKellyParams{WinProb: new(1.0), WinLossRatio: new(1.0), Clamp: true})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "certain growth", *a.ExpectedGrowthPerBet, math.Ln2, 1e-15)
}

func TestKellyNeedsOnePair(t *testing.T) {
	for _, c := range []struct {
		field, code string
		p           gen.QuantKellyParams
	}{
		{"win_prob", "missing_input", gen.QuantKellyParams{}},
		{"win_loss_ratio", "missing_input", gen.QuantKellyParams{WinProb: new(0.5)}},
		{"win_prob", "missing_input", gen.QuantKellyParams{WinLossRatio: new(0.5)}},
		{"odds", "missing_input", gen.QuantKellyParams{Edge: new(0.5)}},
		{"edge", "missing_input", gen.QuantKellyParams{Odds: new(0.5)}},
		{"win_prob", "ambiguous", gen.QuantKellyParams{
			WinProb:      new(0.5),
			WinLossRatio: new(1.0),
			Edge:         new(0.1),
			Odds:         new(1.0),
		}},
		{"win_prob", "ambiguous", gen.QuantKellyParams{WinProb: new(0.5), Odds: new(1.0)}},
		{"odds_format", "invalid_input", gen.QuantKellyParams{
			Edge:       new(0.5),
			Odds:       new(1.0),
			OddsFormat: "fractional",
		}},
		{"odds", "invalid_input", gen.QuantKellyParams{Edge: new(0.5), Odds: new(1.0), OddsFormat: "decimal"}},
		{"odds", "invalid_input", gen.QuantKellyParams{Edge: new(0.5), Odds: new(-99.0), OddsFormat: "american"}},
		{"odds", "invalid_input", gen.QuantKellyParams{Edge: new(0.5), Odds: new(-2.0)}},
		{"edge", "invalid_input", gen.QuantKellyParams{Edge: new(2.5), Odds: new(2.0)}},
	} {
		_, err := kelly(t, c.p)
		var p *problem.Problem
		if !errors.As(err, &p) || p.Field != c.field || p.Code != c.code {
			t.Errorf("%+v: %v, want %s at %s", c.p, err, c.code, c.field)
		}
	}
}

func TestNoStakeGrowsFasterThanKelly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := bet{prob: rapid.Float64Range(0.01, 0.99).Draw(t, "p"), odds: rapid.Float64Range(0.05, 20).Draw(t, "b")}
		best := math.Max(b.edge()/b.odds, 0)
		f := rapid.Float64Range(0, 0.99).Draw(t, "f")
		if b.growth(f) > b.growth(best)+1e-14 {
			t.Fatalf("%v at %v grows faster than at %v", b, f, best)
		}
	})
}

// TestAFairBetIsNone: whatever its odds, and however it is asked for.
func TestAFairBetIsNone(t *testing.T) {
	for _, odds := range []float64{0.1, 0.2, 0.25, 3.0 / 7, 2.0 / 3, 12.0 / 13, 1, 1.5, 2, 3, 4, 9, 99} {
		for _, p := range []float64{1 / (1 + odds), math.Nextafter(1/(1+odds), 0), math.Nextafter(1/(1+odds), 1)} {
			a, err := kelly(t, gen.QuantKellyParams{WinProb: &p, WinLossRatio: &odds, Fraction: 1, Clamp: true})
			if err != nil || a.Recommendation != gen.NoBet || a.KellyFraction != 0 || len(a.Warnings) != 1 {
				t.Errorf("%v at %v: %v %+v", p, odds, err, a)
			}
		}
	}
}
