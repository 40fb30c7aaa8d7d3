package quant

import (
	"math"

	gen "github.com/farebox/farebox/gen/quant"
	"github.com/farebox/farebox/internal/problem"
)

// poolLoss is the value of a pool position relative to holding, minus 1, after the price of token A in token B
// changed by a factor of k; w is the weight of A. It is never positive.
func poolLoss(k, w float64) float64 {
	if w == 0.5 {
		// -(1 - sqrt k)^2/(1 + k): 2 sqrt(k)/(1+k) - 1 without the cancellation near k = 1.
		d := 1 - math.Sqrt(k)
		return -d * d / (1 + k)
	}
	return math.Expm1(w*math.Log(k) - math.Log1p(w*(k-1)))
}

func impermanentLoss(in *defiInputs) outcome {
	k, a, b := priceMoves(in)
	w := in.or("weight", 0.5, 0, 1)
	if w == 0 || w == 1 {
		in.fail(problem.Invalid("weight", "weight must be between 0 and 1, both excluded: a pool has two tokens"))
		return outcome{}
	}
	principal := in.or("principal", 1, 0, math.Inf(1))
	il := poolLoss(k, w)
	hodl := principal * (w*a + (1-w)*b)
	return outcome{main: "il", values: map[string]float64{
		"il": il, "il_pct": il * 100, "price_ratio": k, "hodl_value": hodl, "lp_value": hodl * (1 + il),
	}}
}

// priceMoves are the relative price move of A in B, and the separate moves of A and B. If only the relative move is
// known, B is the unit of account.
func priceMoves(in *defiInputs) (k, a, b float64) {
	pair := in.has("p0_a") || in.has("p1_a") || in.has("p0_b") || in.has("p1_b")
	prices := in.has("entry_price") || in.has("current_price")
	ratio := in.has("price_ratio")
	switch {
	case pair && prices, pair && ratio, prices && ratio:
		in.fail(problem.InvalidCode("price_ratio", problem.CodeAmbiguous,
			"give price_ratio, or entry_price and current_price, or p0_a, p1_a, p0_b and p1_b: one of the three"))
	case pair:
		a = in.positive("p1_a") / in.positive("p0_a")
		b = in.positive("p1_b") / in.positive("p0_b")
		return a / b, a, b
	case prices:
		k = in.positive("current_price") / in.positive("entry_price")
		return k, k, 1
	}
	k = in.positive("price_ratio")
	return k, k, 1
}

// concentrated is a position of liquidity 1 between two prices of token A in token B, stored as their roots.
type concentrated struct {
	lower, upper float64
}

// amounts are the position's tokens at a price.
func (c concentrated) amounts(price float64) (a, b float64) {
	s := math.Min(math.Max(math.Sqrt(price), c.lower), c.upper)
	return 1/s - 1/c.upper, s - c.lower
}

func concentratedLoss(in *defiInputs) outcome {
	entry := in.positive("entry_price")
	current := in.positive("current_price")
	lower := in.positive("price_lower")
	upper := in.positive("price_upper")
	principal := in.or("principal", 1, 0, math.Inf(1))
	c := concentrated{lower: math.Sqrt(lower), upper: math.Sqrt(upper)}

	if in.err != nil {
		return outcome{}
	}

	// In a thinner range the amounts are only rounding errors.
	if c.upper-c.lower <= 1e-9*c.upper {
		in.fail(problem.Invalid("price_upper", "price_upper must be above price_lower, by more than one part in a billion"))
		return outcome{}
	}

	a0, b0 := c.amounts(entry)
	a1, b1 := c.amounts(current)

	// The loss from the differences of the amounts: near the entry price the quotient loses most digits.
	il := ((a1-a0)*current + (b1 - b0)) / (a0*current + b0)
	scale := principal / (a0*entry + b0)
	inside := current >= lower && current <= upper
	if entry < lower || entry > upper {
		in.warnings = append(in.warnings, warning("entry_price", "out_of_range", "the entry price is outside of the range: the position started with one token"))
	}

	return outcome{main: "il", inRange: &inside, values: map[string]float64{
		"il": il, "il_pct": il * 100,
		"entry_amount_a": a0 * scale, "entry_amount_b": b0 * scale, "current_amount_a": a1 * scale, "current_amount_b": b1 * scale,
		"hodl_value": (a0*current + b0) * scale, "lp_value": (a1*current + b1) * scale,
	}}
}

func swap(in *defiInputs) outcome {
	reserveIn := in.positive("reserve_in")
	reserveOut := in.positive("reserve_out")
	amount := in.positive("amount_in")
	fee := in.or("fee", 0.003, 0, 1)
	if fee == 1 {
		in.fail(problem.Invalid("fee", "fee must be below 1"))
		return outcome{}
	}
	net := amount * (1 - fee)
	out := reserveOut * (net / (reserveIn + net))
	// 1 - (out/net)/(reserveOut/reserveIn) is net/(reserveIn + net): exact for small trades too.
	impact := net / (reserveIn + net)
	return outcome{main: "amount_out", values: map[string]float64{
		"amount_out": out, "price_impact": impact, "price_impact_pct": impact * 100,
		"effective_price": out / amount, "spot_price": reserveOut / reserveIn, "fee_paid": amount * fee,
	}}
}

func healthFactor(in *defiInputs) outcome {
	collateral := in.within("collateral_value", 0, math.Inf(1))
	threshold := in.within("liquidation_threshold", 0, 1)
	debt := in.within("debt_value", 0, math.Inf(1))
	backing := collateral * threshold
	out := outcome{main: "health_factor", undefined: map[string]gen.QuantWarning{}, values: map[string]float64{
		"health_factor": backing / debt, "ltv": debt / collateral,
		"distance_to_liquidation": 1 - debt/backing, "distance_to_liquidation_pct": (1 - debt/backing) * 100,
	}}

	if debt == 0 {
		out.values["health_factor"] = nothing()
		out.undefined["health_factor"] = warning("health_factor", "no_debt", "without debt there is nothing to liquidate")
	}

	if collateral == 0 {
		out.values["ltv"] = nothing()
		out.undefined["ltv"] = warning("ltv", reasonZeroDenominator, "collateral_value is 0")
	}

	if backing == 0 {
		for _, name := range []string{"distance_to_liquidation", "distance_to_liquidation_pct"} {
			out.values[name] = nothing()
			out.undefined[name] = warning(name, reasonZeroDenominator, "no collateral counts towards the debt")
		}
	} else if debt > backing {
		in.warnings = append(in.warnings, warning("health_factor", "liquidatable", "the health factor is below 1"))
	}

	return out
}

func liquidationPrice(in *defiInputs) outcome {
	short := in.short()
	threshold := in.within("liquidation_threshold", 0, 1)
	if threshold == 0 {
		in.fail(problem.Invalid("liquidation_threshold", "liquidation_threshold must be above 0"))
	}

	var price float64
	moveName := "drop_pct"
	if short {
		price = in.within("collateral_value", 0, math.Inf(1)) * threshold / in.positive("debt_amount")
		moveName = "rise_pct"
	} else {
		price = in.within("debt_value", 0, math.Inf(1)) / (in.positive("collateral_amount") * threshold)
	}

	out := outcome{main: "liquidation_price", values: map[string]float64{"liquidation_price": price}}
	if !in.has("current_price") {
		return out
	}

	current := in.positive("current_price")
	move := (price - current) / current * 100
	if !short {
		move = -move
	}

	out.values[moveName] = move
	if move < 0 {
		in.warnings = append(in.warnings, warning("liquidation_price", "liquidatable", "current_price is already past it"))
	}

	return out
}

func loanToValue(in *defiInputs) outcome {
	collateral := in.within("collateral_value", 0, math.Inf(1))
	debt := in.within("debt_value", 0, math.Inf(1))
	limit := collateral * in.within("max_ltv", 0, 1)
	out := outcome{main: "ltv", values: map[string]float64{
		"ltv": debt / collateral, "max_borrow": limit, "available_to_borrow": math.Max(limit-debt, 0),
	}}
	if collateral == 0 {
		out.values["ltv"] = nothing()
		out.undefined = map[string]gen.QuantWarning{"ltv": warning("ltv", reasonZeroDenominator, "collateral_value is 0")}
	}
	return out
}
