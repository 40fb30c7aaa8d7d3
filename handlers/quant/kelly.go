package quant

import (
	"context"
	"math"

	gen "github.com/farebox/farebox/gen/quant"
	"github.com/farebox/farebox/internal/problem"
)

// bet is a wager that wins odds per 1 staked with probability prob, and loses the stake otherwise.
type bet struct {
	prob, odds float64
}

// edge is the expected profit per 1 staked, 0 where it is no more than rounding: 40 % at 1.5 to 1 is a fair bet.
func (b bet) edge() float64 {
	const rounding = 4.0 / (1 << 53)
	if e := b.prob*b.odds - (1 - b.prob); math.Abs(e) > rounding {
		return e
	}
	return 0
}

// growth is the expected log growth of the bankroll per bet when the share f is staked; minus infinity or not a
// number if the whole bankroll, or more, can be lost.
func (b bet) growth(f float64) float64 {
	var g float64
	if b.prob > 0 {
		g += b.prob * math.Log1p(b.odds*f)
	}
	if b.prob < 1 {
		g += (1 - b.prob) * math.Log1p(-f)
	}
	return g
}

// QuantKelly answers GET /quant/kelly: how much of a bankroll to stake.
func (h *Handlers) QuantKelly(_ context.Context, req gen.QuantKellyRequestObject) (gen.QuantKellyResponseObject, error) {
	p := req.Params
	format, err := oddsFormat(p.OddsFormat)
	if err != nil {
		return nil, err
	}

	b, mode, err := readBet(p, format)
	if err != nil {
		return nil, err
	}

	edge := b.edge()
	if mode == gen.Edge {
		edge = *p.Edge // the detour through the implied probability would lose digits
	}
	full := edge / b.odds // the share that maximises the expected log growth (Kelly 1956)

	applied := full * p.Fraction
	clamped := false
	if p.Clamp {
		within := math.Min(math.Max(applied, 0), 1)
		clamped = within != applied
		applied = within
	}

	answer := gen.QuantKelly{
		Mode: mode, KellyFraction: unsigned(full), AppliedFraction: unsigned(applied), Fraction: p.Fraction, Clamped: clamped,
		Edge: unsigned(edge), Odds: b.odds, WinProb: b.prob, BreakevenWinProb: 1 / (1 + b.odds),
		ExpectedGrowthPerBet: number(b.growth(applied)), FullKellyGrowthPerBet: number(b.growth(math.Min(math.Max(full, 0), 1))),
		Bankroll: p.Bankroll, Recommendation: gen.NoBet,
		Inputs: gen.QuantKellyInputs{
			WinProb: p.WinProb, WinLossRatio: p.WinLossRatio, Edge: p.Edge, Odds: p.Odds, OddsFormat: format,
			Fraction: p.Fraction, Clamp: p.Clamp, Bankroll: p.Bankroll,
		},
		Conventions: kellyConventions(),
		Warnings:    kellyWarnings(b, full, applied, p.Fraction),
		Disclaimer:  disclaimer,
	}

	if full > 0 {
		answer.Recommendation = gen.Bet
	}
	if p.Bankroll != nil {
		answer.Stake = number(applied * *p.Bankroll)
	}

	return gen.QuantKelly200JSONResponse(answer), nil
}

// readBet is the bet given by one of the two pairs of inputs.
func readBet(p gen.QuantKellyParams, format gen.QuantKellyInputsOddsFormat) (bet, gen.QuantKellyMode, error) {
	byProb := p.WinProb != nil || p.WinLossRatio != nil
	byEdge := p.Edge != nil || p.Odds != nil
	switch {
	case byProb && byEdge:
		return bet{}, "", problem.InvalidCode("win_prob", problem.CodeAmbiguous,
			"give win_prob and win_loss_ratio, or edge and odds, not members of both pairs")
	case !byProb && !byEdge:
		return bet{}, "", problem.InvalidCode("win_prob", problem.CodeMissingInput,
			"give win_prob and win_loss_ratio, or edge and odds")
	case byProb && p.WinProb == nil:
		return bet{}, "", problem.Missing("win_prob")
	case byProb && p.WinLossRatio == nil:
		return bet{}, "", problem.Missing("win_loss_ratio")
	case byEdge && p.Edge == nil:
		return bet{}, "", problem.Missing("edge")
	case byEdge && p.Odds == nil:
		return bet{}, "", problem.Missing("odds")
	}

	if byProb {
		return bet{prob: *p.WinProb, odds: *p.WinLossRatio}, gen.WinProb, nil
	}

	odds, err := netOdds(*p.Odds, format)
	if err != nil {
		return bet{}, "", err
	}

	prob := (*p.Edge + 1) / (1 + odds)
	if *p.Edge < -1 || *p.Edge > odds {
		return bet{}, "", problem.Invalid("edge", "edge must be between -1 (always lost) and the net odds %g (always won)", odds)
	}

	return bet{prob: math.Min(prob, 1), odds: odds}, gen.Edge, nil
}

func oddsFormat(s string) (gen.QuantKellyInputsOddsFormat, error) {
	switch f := gen.QuantKellyInputsOddsFormat(canonical(s)); f {
	case "":
		return gen.Net, nil
	case gen.Net, gen.Decimal, gen.American:
		return f, nil
	}
	return "", problem.Invalid("odds_format", "odds_format must be one of net, decimal, american")
}

// netOdds is the profit per 1 staked for odds in a given format.
func netOdds(odds float64, format gen.QuantKellyInputsOddsFormat) (float64, error) {
	switch format {
	case gen.Decimal:
		if odds <= 1 {
			return 0, problem.Invalid("odds", "decimal odds must be above 1: they include the stake")
		}
		return odds - 1, nil
	case gen.American:
		if math.Abs(odds) < 100 {
			return 0, problem.Invalid("odds", "american odds are 100 or more, or -100 or less")
		}
		if odds > 0 {
			return odds / 100, nil
		}
		return -100 / odds, nil
	}

	if odds < 1e-9 {
		return 0, problem.Invalid("odds", "net odds must be above 0; set odds_format for decimal or american odds")
	}
	return odds, nil
}

func kellyWarnings(b bet, full, applied, fraction float64) []gen.QuantWarning {
	warnings := []gen.QuantWarning{}
	if fraction > 1 {
		warnings = append(warnings, warning("fraction", "over_kelly", "more than full Kelly grows slower with more risk; at twice full Kelly nothing grows"))
	}
	if full <= 0 {
		warnings = append(warnings, warning("recommendation", "no_edge", "the bet does not gain on average: do not take it"))
	}
	const ruin = "a loss takes the whole bankroll: expected log growth is minus infinity"
	if number(b.growth(applied)) == nil {
		warnings = append(warnings, warning("expected_growth_per_bet", reasonNotApplicable, ruin))
	}
	if number(b.growth(math.Min(math.Max(full, 0), 1))) == nil {
		warnings = append(warnings, warning("full_kelly_growth_per_bet", reasonNotApplicable, ruin))
	}
	return warnings
}

func kellyConventions() gen.QuantConventions {
	return gen.QuantConventions{
		"kelly":    "f* = p - (1-p)/b = edge/b, b net odds",
		"loss":     "a lost bet loses the whole stake",
		"growth":   "p ln(1 + b f) + (1-p) ln(1 - f), natural log, per bet",
		"fraction": "applied_fraction = f* x fraction, then clamped to [0,1] if clamp",
	}
}
