package quant

import (
	"context"
	"maps"
	"math"
	"slices"
	"strings"

	gen "github.com/farebox/farebox/gen/quant"
	"github.com/farebox/farebox/internal/problem"
)

// defiOp is one calculation of /quant/defi.
type defiOp struct {
	name    gen.QuantDefiOp
	aliases []string
	takes   string // its inputs, for messages
	formula string
	run     func(*defiInputs) outcome
}

// outcome is the result of a calculation, by the answer's names. A value that is not finite is null in the answer;
// undefined says why.
type outcome struct {
	main      string // name of the number that is also at top level
	values    map[string]float64
	inRange   *bool
	undefined map[string]gen.QuantWarning
}

// defiOps are the calculations in listing order.
var defiOps = []defiOp{
	{gen.QuantDefiOpAprToApy, []string{"apy"}, "apr, n", "apy = (1 + apr/n)^n - 1; e^apr - 1 when continuous", aprToAPY},
	{gen.QuantDefiOpApyToApr, []string{"apr"}, "apy, n", "apr = n ((1 + apy)^(1/n) - 1); ln(1 + apy) when continuous", apyToAPR},
	{gen.QuantDefiOpCompound, []string{"future_value"}, "principal, apr, years, n, contribution", "future_value = principal (1+i)^(n years) + contribution ((1+i)^(n years) - 1)/i, i = apr/n; principal e^(apr years) when continuous", compound},
	{gen.QuantDefiOpImpermanentLoss, []string{"il"}, "price_ratio (or entry_price and current_price, or p0_a, p1_a, p0_b, p1_b), weight, principal", "il = k^w / (w k + 1 - w) - 1, k the price ratio; 2 sqrt(k)/(1+k) - 1 at w = 0.5", impermanentLoss},
	{gen.QuantDefiOpIlV3, []string{"concentrated_il"}, "entry_price, current_price, price_lower, price_upper, principal", "per unit of liquidity a = 1/s - 1/sqrt(price_upper), b = s - sqrt(price_lower), s = sqrt(price) held within the range; il = (a1 P1 + b1)/(a0 P1 + b0) - 1", concentratedLoss},
	{gen.QuantDefiOpLpFees, nil, "volume_24h, fee_rate, tvl (or liquidity_share), position", "fees_24h = volume_24h fee_rate position/tvl; fee_apr = volume_24h fee_rate 365/tvl; fee_apy = (1 + fee_apr/365)^365 - 1", lpFees},
	{gen.QuantDefiOpBreakevenDays, []string{"il_breakeven"}, "il, fee_apr", "days = |il| 365 / fee_apr", breakevenDays},
	{gen.QuantDefiOpHealthFactor, nil, "collateral_value, liquidation_threshold, debt_value", "health_factor = collateral_value liquidation_threshold / debt_value; distance_to_liquidation = 1 - 1/health_factor", healthFactor},
	{gen.QuantDefiOpLiquidationPrice, nil, "collateral_amount, debt_value, liquidation_threshold (side=short: collateral_value, debt_amount, liquidation_threshold), current_price, side", "long: debt_value / (collateral_amount liquidation_threshold); short: collateral_value liquidation_threshold / debt_amount", liquidationPrice},
	{gen.QuantDefiOpLtv, nil, "collateral_value, debt_value, max_ltv", "ltv = debt_value / collateral_value; max_borrow = collateral_value max_ltv; available_to_borrow = max(max_borrow - debt_value, 0)", loanToValue},
	{gen.QuantDefiOpSwap, []string{"constant_product"}, "reserve_in, reserve_out, amount_in, fee", "amount_out = reserve_out d / (reserve_in + d), d = amount_in (1 - fee); price_impact = 1 - (amount_out/d) / (reserve_out/reserve_in)", swap},
	{gen.QuantDefiOpLooping, []string{"leverage"}, "ltv, loops, supply_apy, borrow_apy", "leverage = (1 - ltv^(loops+1)) / (1 - ltv); net_apy = leverage supply_apy - (leverage - 1) borrow_apy", looping},
	{gen.QuantDefiOpRealYield, nil, "apy, inflation", "real = (1 + apy)/(1 + inflation) - 1", realYield},
}

// findDefiOp is the calculation of a name or an alias, which the spec has checked.
func findDefiOp(name gen.QuantDefiCalculation) defiOp {
	return defiOps[slices.IndexFunc(defiOps, func(op defiOp) bool {
		return string(op.name) == string(name) || slices.Contains(op.aliases, string(name))
	})]
}

// QuantDefi answers GET /quant/defi: one piece of DeFi arithmetic, chosen by op.
func (h *Handlers) QuantDefi(_ context.Context, req gen.QuantDefiRequestObject) (gen.QuantDefiResponseObject, error) {
	op := findDefiOp(req.Params.Op)
	in, err := readDefiInputs(req.Params, op)
	if err != nil {
		return nil, err
	}

	found := op.run(in)
	if in.err != nil {
		return nil, in.err
	}

	answer := gen.QuantDefi{
		Op: op.name, Formula: op.formula, Inputs: in.used, Result: gen.QuantDefiResult{},
		Conventions: gen.QuantConventions{
			"rates": "decimal per year unless a name ends in _pct",
			"year":  "365 days",
			"n":     "compounding periods per year; 0 is continuous",
		},
		Warnings: append(in.warnings, in.unused()...), Disclaimer: disclaimer,
	}

	for _, name := range sortedNames(found.values) {
		value := number(found.values[name])
		if value != nil {
			answer.Result[name] = *value
			continue
		}
		why, known := found.undefined[name]
		if !known {
			return nil, problem.Invalid(sortedNames(in.used)[0], "the result %s is too large for a double with these inputs: %s", name, strings.Join(sortedNames(in.used), ", "))
		}
		answer.Result[name] = nil
		answer.Warnings = append(answer.Warnings, why)
	}

	if found.inRange != nil {
		answer.Result["in_range"] = *found.inRange
	}
	setMain(&answer, found.main, number(found.values[found.main]))
	return gen.QuantDefi200JSONResponse(answer), nil
}

func sortedNames[V any](values map[string]V) []string {
	return slices.Sorted(maps.Keys(values))
}

// setMain puts the op's main number at top level under its own name.
func setMain(answer *gen.QuantDefi, name string, value *float64) {
	*map[string]**float64{
		"apy":               &answer.Apy,
		"apr":               &answer.Apr,
		"future_value":      &answer.FutureValue,
		"il":                &answer.Il,
		"fee_apr":           &answer.FeeApr,
		"days":              &answer.Days,
		"health_factor":     &answer.HealthFactor,
		"liquidation_price": &answer.LiquidationPrice,
		"ltv":               &answer.Ltv,
		"amount_out":        &answer.AmountOut,
		"net_apy":           &answer.NetApy,
		"real":              &answer.Real,
	}[name] = value
}

// nothing is an undefined number.
func nothing() float64 { return math.NaN() }
