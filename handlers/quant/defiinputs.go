package quant

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	gen "github.com/farebox/farebox/gen/quant"
	"github.com/farebox/farebox/internal/problem"
)

// defiInputs are the caller's inputs, read by the op that needs them. The first broken rule stays in err, and
// reading continues with harmless values, so that a calculation needs no checks after each line.
type defiInputs struct {
	op       defiOp
	given    map[string]float64
	text     map[string]string // inputs that are words, and the text of those that may be
	percent  map[string]bool   // rates written with a % sign
	used     map[string]any    // inputs read by the op, for the answer
	err      error
	warnings []gen.QuantWarning
}

// readDefiInputs parses the inputs. Ops read words for n and loops themselves.
func readDefiInputs(p gen.QuantDefiParams, op defiOp) (*defiInputs, error) {
	in := &defiInputs{
		op:       op,
		given:    map[string]float64{},
		text:     map[string]string{},
		percent:  map[string]bool{},
		used:     map[string]any{},
		warnings: []gen.QuantWarning{},
	}
	for name, value := range map[string]*float64{
		"principal": p.Principal, "years": p.Years, "contribution": p.Contribution, "price_ratio": p.PriceRatio,
		"p0_a": p.P0A, "p1_a": p.P1A, "p0_b": p.P0B, "p1_b": p.P1B, "entry_price": p.EntryPrice, "current_price": p.CurrentPrice,
		"price_lower": p.PriceLower, "price_upper": p.PriceUpper, "volume_24h": p.Volume24H, "tvl": p.Tvl, "position": p.Position,
		"collateral_value": p.CollateralValue, "debt_value": p.DebtValue, "collateral_amount": p.CollateralAmount,
		"debt_amount": p.DebtAmount, "reserve_in": p.ReserveIn, "reserve_out": p.ReserveOut, "amount_in": p.AmountIn,
	} {
		if value != nil {
			in.given[name] = unsigned(*value)
		}
	}

	rates := map[string]*gen.QuantRate{
		"apr": p.Apr, "apy": p.Apy, "weight": p.Weight, "fee_rate": p.FeeRate, "liquidity_share": p.LiquidityShare, "il": p.Il,
		"fee_apr": p.FeeApr, "liquidation_threshold": p.LiquidationThreshold, "max_ltv": p.MaxLtv, "fee": p.Fee, "ltv": p.Ltv,
		"supply_apy": p.SupplyApy, "borrow_apy": p.BorrowApy, "inflation": p.Inflation,
	}

	var broken []string
	for name, text := range rates {
		if text == nil {
			continue
		}
		rate, ok := parseRate(*text)
		if !ok {
			broken = append(broken, name)
			continue
		}
		in.given[name] = rate
		in.percent[name] = strings.HasSuffix(*text, "%")
	}

	if len(broken) > 0 {
		name := slices.Min(broken) // the same one each time
		return nil, problem.Invalid(name, "%s must be a decimal such as 0.12, or a percentage such as 12%%", name)
	}

	for name, text := range map[string]*string{
		"n":     p.N,
		"loops": p.Loops,
		"side":  p.Side,
	} {
		if text != nil {
			in.text[name] = canonical(*text)
		}
	}

	return in, nil
}

// parseRate reads a decimal or a percentage. A percentage is scaled as text, so that 0.1% is the double nearest to
// 0.001.
func parseRate(text string) (float64, bool) {
	text = strings.TrimSpace(text)
	if percent, ok := strings.CutSuffix(text, "%"); ok {
		text = strings.TrimSpace(percent) + "e-2"
	}
	if strings.Trim(text, "0123456789+-.eE") != "" {
		return 0, false
	}
	x, err := strconv.ParseFloat(text, 64)
	return unsigned(x), err == nil && math.Abs(x) <= 1e18
}

func (in *defiInputs) fail(err error) {
	in.err = cmp.Or(in.err, err)
}

// note records that the op read an input.
func (in *defiInputs) note(name string, value any) {
	in.used[name] = value
}

// has reports whether an input was given.
func (in *defiInputs) has(name string) bool { _, ok := in.given[name]; return ok }

// within is an input between lo and hi; it is required.
func (in *defiInputs) within(name string, lo, hi float64) float64 {
	if !in.has(name) {
		in.fail(problem.InvalidCode(name, problem.CodeMissingInput,
			"%s is required: op %s takes %s", name, in.op.name, in.op.takes))
		return 1
	}
	return in.bounded(name, in.given[name], lo, hi)
}

// or is an input between lo and hi, or its default.
func (in *defiInputs) or(name string, otherwise, lo, hi float64) float64 {
	if in.has(name) {
		otherwise = in.given[name]
	}
	return in.bounded(name, otherwise, lo, hi)
}

// doubtful are the rates from which a decimal may be meant as a percentage: pools take fees of 0.01 to 1 %.
var doubtful = map[string]float64{
	"apr":        1,
	"apy":        1,
	"supply_apy": 1,
	"borrow_apy": 1,
	"inflation":  1,
	"fee_apr":    1,
	"fee":        0.03,
	"fee_rate":   0.03,
}

func (in *defiInputs) bounded(name string, value, lo, hi float64) float64 {
	in.note(name, value)
	if from, known := doubtful[name]; known && value >= from && !in.percent[name] {
		in.warnings = append(in.warnings, warning(name, reasonCheckUnits,
			fmt.Sprintf("%s was read as %g %%: rates are decimals, 12 %% is 0.12 or 12%%", name, value*100)))
	}
	if value < lo || value > hi {
		rule := fmt.Sprintf("%s must be between %g and %g", name, lo, hi)
		switch {
		case math.IsInf(hi, 1):
			rule = fmt.Sprintf("%s must be at least %g", name, lo)
		case hi <= 1 && value > 1:
			rule += fmt.Sprintf(": it is a decimal, write %g%% or %g", value, value/100)
		}
		in.fail(problem.Invalid(name, "%s", rule))
		return 1
	}
	return value
}

// positive is an input above 0; it is required.
func (in *defiInputs) positive(name string) float64 {
	x := in.within(name, 0, math.Inf(1))
	if x == 0 {
		in.fail(problem.Invalid(name, "%s must be above 0", name))
		return 1
	}
	return x
}

// rate is a yearly rate above floor; it is required.
func (in *defiInputs) rate(name string, floor float64) float64 {
	x := in.within(name, math.Inf(-1), math.Inf(1))
	if in.has(name) && x <= floor {
		in.fail(problem.Invalid(name, "%s must be above %g", name, floor))
		return 0
	}
	return x
}

// periods is n: compounding periods a year, by default 365; 0 for continuous.
func (in *defiInputs) periods() float64 {
	text, ok := in.text["n"]
	switch {
	case !ok:
		in.note("n", 365)
		return 365
	case text == "continuous":
		in.note("n", "continuous")
		return 0
	}
	n, err := strconv.ParseUint(text, 10, 31)
	if err != nil || n > 1e9 {
		in.fail(problem.Invalid("n", "n must be a whole number of periods a year up to 1000000000, 0 or continuous"))
		return 1
	}
	in.note("n", n)
	return float64(n)
}

// rounds is loops: a whole number up to 10000, or infinity.
func (in *defiInputs) rounds() float64 {
	text, ok := in.text["loops"]
	if !ok {
		in.fail(problem.InvalidCode("loops", problem.CodeMissingInput,
			"loops is required, a number or infinite: op %s takes %s", in.op.name, in.op.takes))
		return 0
	}
	if text == "infinite" || text == "infinity" || text == "inf" {
		in.note("loops", "infinite")
		return math.Inf(1)
	}
	n, err := strconv.ParseUint(text, 10, 31)
	if err != nil || n > 10000 {
		in.fail(problem.Invalid("loops", "loops must be a whole number from 0 to 10000, or infinite"))
		return 0
	}
	in.note("loops", n)
	return float64(n)
}

// short tells whether side is short.
func (in *defiInputs) short() bool {
	side := cmp.Or(in.text["side"], "long")
	if side != "long" && side != "short" {
		in.fail(problem.Invalid("side", "side must be one of long, short"))
	}
	in.note("side", side)
	return side == "short"
}

// unused are warnings about given inputs that the op did not read.
func (in *defiInputs) unused() []gen.QuantWarning {
	var names []string
	for name := range in.given {
		names = append(names, name)
	}
	for name := range in.text {
		names = append(names, name)
	}
	slices.Sort(names)
	var warnings []gen.QuantWarning
	for _, name := range names {
		if _, used := in.used[name]; !used {
			warnings = append(warnings, warning(name, reasonNotApplicable, fmt.Sprintf("not used: op %s takes %s", in.op.name, in.op.takes)))
		}
	}
	return warnings
}
