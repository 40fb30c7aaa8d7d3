package quant

import (
	"math"

	gen "github.com/farebox/farebox/gen/quant"
	"github.com/farebox/farebox/internal/problem"
)

// compounded is (1 + apr/n)^periods - 1, or e^(apr periods) - 1 if n is 0 (then periods are years). expm1 and log1p
// keep the digits of small rates.
func compounded(apr, n, years float64) float64 {
	if n == 0 {
		return math.Expm1(apr * years)
	}
	return math.Expm1(n * years * math.Log1p(apr/n))
}

func aprToAPY(in *defiInputs) outcome {
	n := in.periods()
	apr := in.rate("apr", -periodFloor(n))
	return outcome{main: "apy", values: map[string]float64{"apy": compounded(apr, n, 1)}}
}

// periodFloor is the n below whose negative a rate loses more than everything in one period.
func periodFloor(n float64) float64 {
	if n == 0 {
		return math.Inf(1)
	}
	return n
}

func apyToAPR(in *defiInputs) outcome {
	apy := in.rate("apy", -1)
	n := in.periods()
	apr := math.Log1p(apy)
	if n > 0 {
		apr = n * math.Expm1(apr/n)
	}
	return outcome{main: "apr", values: map[string]float64{"apr": apr}}
}

func compound(in *defiInputs) outcome {
	principal := in.within("principal", 0, math.Inf(1))
	n := in.periods()
	apr := in.rate("apr", -periodFloor(n))
	years := in.within("years", 0, 1000)
	contribution := in.or("contribution", 0, math.Inf(-1), math.Inf(1))
	growth := compounded(apr, n, years)
	interest := principal * growth
	var added float64
	if contribution != 0 {
		if n == 0 {
			in.fail(problem.Invalid("contribution", "contribution is made once per period: n must be 1 or more"))
			return outcome{}
		}
		count := n * years
		if count != math.Trunc(count) {
			in.warnings = append(in.warnings, warning("years", "fractional_periods", "n x years is not a whole number: the formula interpolates the last contribution"))
		}
		added = contribution * count
		// ((1+i)^count - 1)/i - count is the contributions' earnings.
		if i := apr / n; i != 0 {
			interest += contribution * (growth/i - count)
		}
	}

	return outcome{main: "future_value", values: map[string]float64{
		"future_value": principal + added + interest, "interest": interest, "contributions": added,
	}}
}

func realYield(in *defiInputs) outcome {
	apy := in.rate("apy", -1)
	inflation := in.rate("inflation", -1)
	return outcome{main: "real", values: map[string]float64{"real": (apy - inflation) / (1 + inflation)}}
}

func looping(in *defiInputs) outcome {
	ltv := in.within("ltv", 0, 1)
	loops := in.rounds()
	supply := in.rate("supply_apy", math.Inf(-1))
	borrow := in.rate("borrow_apy", math.Inf(-1))
	if ltv == 1 && in.has("ltv") {
		in.fail(problem.Invalid("ltv", "ltv must be below 1: at 1 leverage has no end"))
		return outcome{}
	}
	leverage := (1 - math.Pow(ltv, loops+1)) / (1 - ltv)
	debt := leverage - 1
	return outcome{main: "net_apy", values: map[string]float64{
		"leverage": leverage, "net_apy": leverage*supply - debt*borrow, "debt_ratio": debt / leverage,
	}}
}

func lpFees(in *defiInputs) outcome {
	volume := in.within("volume_24h", 0, math.Inf(1))
	fee := in.within("fee_rate", 0, 1)
	byShare := in.has("liquidity_share")
	var share, tvl float64
	switch {
	case byShare && in.has("tvl"):
		in.fail(problem.InvalidCode("tvl", problem.CodeAmbiguous, "give tvl or liquidity_share, not both"))
	case byShare:
		share = in.positive("liquidity_share")
		if share > 1 {
			in.fail(problem.Invalid("liquidity_share", "liquidity_share must be at most 1"))
		}
	default:
		tvl = in.positive("tvl")
	}

	position := nothing()
	if in.has("position") {
		position = in.positive("position")
	}

	undefined := map[string]gen.QuantWarning{}
	lacking := func(name string) {
		undefined[name] = warning(name, reasonNotEnoughData, "needs position, the value of your share of the pool")
	}

	values := map[string]float64{}
	if byShare {
		values["fees_24h"] = volume * fee * share
		values["fee_apr"] = volume * fee * share * 365 / position
	} else {
		values["fees_24h"] = position * volume * fee / tvl
		values["fee_apr"] = volume * fee * 365 / tvl
	}

	values["fee_apy"] = compounded(values["fee_apr"], 365, 1)
	if !in.has("position") {
		if byShare {
			lacking("fee_apr")
			lacking("fee_apy")
		} else {
			lacking("fees_24h")
		}
	}

	return outcome{
		main:      "fee_apr",
		values:    values,
		undefined: undefined,
	}
}

func breakevenDays(in *defiInputs) outcome {
	il := in.within("il", -1, 1)
	apr := in.within("fee_apr", 0, math.Inf(1))
	if il > 0 {
		in.warnings = append(in.warnings, warning("il", "sign", "a loss is a negative number; the size was taken"))
	}
	days := math.Abs(il) * 365 / apr
	out := outcome{main: "days", values: map[string]float64{"days": days}}
	if apr == 0 {
		out.values["days"] = nothing()
		out.undefined = map[string]gen.QuantWarning{"days": warning("days", reasonZeroDenominator, "without fees the loss is never made up for: fee_apr is 0")}
	}
	return out
}
