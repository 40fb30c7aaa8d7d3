package quant

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	gen "github.com/farebox/farebox/gen/quant"
	"github.com/farebox/farebox/internal/problem"
)

// riskMetrics are the metrics of /quant/risk, in the order of its answer.
var riskMetrics = []string{
	"mean", "std", "volatility", "var_historical", "var_parametric", "cvar", "downside_deviation",
	"sharpe", "sortino", "max_drawdown", "calmar",
}

// QuantRisk answers POST /quant/risk: risk metrics of a series of returns. Losses are positive
// numbers; a ratio without a denominator is null.
func (h *Handlers) QuantRisk(_ context.Context, req gen.QuantRiskRequestObject) (gen.QuantRiskResponseObject, error) {
	s, err := readSeries(req.Body)
	if err != nil {
		return nil, err
	}

	wanted := wantedMetrics(req.Body.Metrics)

	ruin := slices.IndexFunc(s.returns, func(r float64) bool { return r <= -1 })
	if ruin >= 0 && (slices.Contains(wanted, "max_drawdown") || slices.Contains(wanted, "calmar")) {
		return nil, problem.Invalid(fmt.Sprintf("returns.%d", ruin),
			"each return must be above -1 for max_drawdown and calmar: %v loses everything; leave these metrics out, or write percentages as decimals (-5 %% is -0.05)", s.returns[ruin])
	}

	answer := gen.QuantRisk{
		Count: len(s.returns), Confidence: s.confidence, PeriodsPerYear: s.periodsPerYear, RiskFree: s.riskFree, Mar: s.mar,
		Inputs: gen.QuantRiskInputs{
			ReturnsCount: len(s.returns), ReturnsSum: unsigned(sum(s.returns)), ReturnsMin: slices.Min(s.returns), ReturnsMax: slices.Max(s.returns),
			Metrics: wanted, Confidence: req.Body.Confidence, PeriodsPerYear: s.periodsPerYear, RiskFree: s.riskFree, Mar: s.mar,
		},
		Conventions: riskConventions(),
		Disclaimer:  disclaimer,
	}

	fall := drawdown{depth: math.NaN()}
	cagr := math.NaN()
	if ruin < 0 {
		fall = maxDrawdown(s.returns)
		cagr = s.cagr()
	}

	answer.Annualized = gen.QuantAnnualized{
		ReturnCagr:        number(cagr),
		ReturnArithmetic:  unsigned(mean(s.returns) * s.periodsPerYear),
		DownsideDeviation: s.downsideDeviation() * math.Sqrt(s.periodsPerYear),
	}

	if fall.depth > 0 {
		answer.Drawdown.PeakIndex = &fall.peak
		answer.Drawdown.TroughIndex = &fall.trough
		if fall.recovered {
			answer.Drawdown.RecoveryIndex = &fall.recovery
		}
	}

	values := metricValues(s, fall, cagr)
	answer.Metrics = make(gen.QuantRiskMetrics, len(wanted))
	for _, name := range wanted {
		answer.Metrics[name] = number(values[name])
	}

	answer.Warnings = riskWarnings(s, answer, wanted, ruin)
	return gen.QuantRisk200JSONResponse(answer), nil
}

// metricValues are all metrics by name; not a number if undefined.
func metricValues(s series, fall drawdown, cagr float64) map[string]float64 {
	std := sampleStd(s.returns)
	downside := s.downsideDeviation()
	calmar := math.NaN()
	if fall.depth > 0 {
		calmar = cagr / fall.depth
	}

	return map[string]float64{
		"mean":               mean(s.returns),
		"std":                std,
		"volatility":         std * math.Sqrt(s.periodsPerYear),
		"var_historical":     s.varHistorical(),
		"var_parametric":     s.varParametric(),
		"cvar":               s.cvar(),
		"downside_deviation": downside,
		"sharpe":             s.perRisk(std),
		"sortino":            s.perRisk(downside),
		"max_drawdown":       fall.depth,
		"calmar":             calmar,
	}
}

// riskWarnings gives a reason for each null, and flags tails that are gains or thin.
func riskWarnings(s series, answer gen.QuantRisk, wanted []string, ruin int) []gen.QuantWarning {
	denominators := map[string]string{
		"sharpe": "the returns do not vary: std is 0", "sortino": "no return is below mar: downside_deviation is 0",
		"calmar": "wealth never fell: max_drawdown is 0",
	}

	warnings := []gen.QuantWarning{}
	for _, name := range wanted {
		value := answer.Metrics[name]
		switch {
		case value == nil && name == "calmar" && answer.Metrics["max_drawdown"] != nil && *answer.Metrics["max_drawdown"] > 0:
			warnings = append(warnings, warning(name, "overflow", "the growth rate of a year is too large for a double"))
		case value == nil:
			warnings = append(warnings, warning(name, reasonZeroDenominator, denominators[name]))
		case *value < 0 && (name == "var_historical" || name == "var_parametric" || name == "cvar"):
			warnings = append(warnings, warning(name, "tail_is_gain", "even the tail is a gain: the loss is negative"))
		}
	}

	switch {
	case ruin >= 0:
		warnings = append(warnings, warning("annualized.return_cagr", reasonNotApplicable, fmt.Sprintf("return %d is -1 or less: wealth cannot be compounded", ruin)))
	case answer.Annualized.ReturnCagr == nil:
		warnings = append(warnings, warning("annualized.return_cagr", "overflow", "the growth rate of a year is too large for a double"))
	}

	if n := float64(len(s.returns)); n*s.tail() < 1 && (slices.Contains(wanted, "var_historical") || slices.Contains(wanted, "cvar")) {
		warnings = append(warnings, warning("confidence", "thin_tail",
			fmt.Sprintf("%d returns hold less than one beyond the %g quantile: var_historical and cvar rest on the worst one or two", len(s.returns), s.tail())))
	}

	if slices.Max(s.returns) > 1.5 || ruin >= 0 {
		warnings = append(warnings, warning("returns", reasonCheckUnits, "returns are decimals: 1.5 means +150 % in a period"))
	}
	return warnings
}

// readSeries reads the body's numbers, which the spec has bounded and defaulted.
func readSeries(body *gen.QuantRiskRequest) (series, error) {
	s := series{
		returns: make([]float64, len(body.Returns)), periodsPerYear: body.PeriodsPerYear,
		riskFree: unsigned(body.RiskFree), mar: unsigned(body.Mar),
	}

	var err error
	for i, raw := range body.Returns {
		if s.returns[i], err = bodyNumber(fmt.Sprintf("returns.%d", i), raw); err != nil {
			return s, err
		}
	}

	if s.confidence, err = confidenceLevel(body.Confidence); err != nil {
		return s, err
	}
	if tail := s.tail(); tail == 0 || tail == 1 {
		return s, problem.Invalid("confidence", "confidence must be at least 1e-12 away from 0 and 1")
	}

	return s, nil
}

// maxReturn bounds a return, so that no sum of squares leaves the range of a double.
const maxReturn = 1e100

// bodyNumber reads a JSON number or a number in a string.
func bodyNumber(field string, raw json.RawMessage) (float64, error) {
	text := strings.TrimSpace(string(raw))
	if strings.HasPrefix(text, `"`) {
		if err := json.Unmarshal(raw, &text); err != nil {
			return 0, problem.Invalid(field, "%s must be a number", field)
		}
		text = strings.TrimSpace(text)
	}
	// ParseFloat also reads hex, underscores, infinities and NaN, which are not decimal numbers.
	if text == "" || strings.Trim(text, "0123456789+-.eE") != "" {
		return 0, problem.Invalid(field, "%s must be a number", field)
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || math.Abs(x) > maxReturn {
		return 0, problem.Invalid(field, "%s must be a number between -%g and %g", field, maxReturn, maxReturn)
	}
	return unsigned(x), nil
}

// wantedMetrics are the requested canonical names, once each, or all by default.
func wantedMetrics(names []gen.QuantRiskRequestMetrics) []string {
	if len(names) == 0 {
		return riskMetrics
	}
	wanted := []string{}
	for _, name := range names {
		if !slices.Contains(wanted, string(name)) {
			wanted = append(wanted, string(name))
		}
	}
	return wanted
}

func riskConventions() gen.QuantConventions {
	return gen.QuantConventions{
		"sign":               "losses are positive numbers",
		"std":                "ddof 1, per period",
		"volatility":         "std x sqrt(periods_per_year)",
		"var_historical":     "minus the (1-confidence) quantile, linear interpolation (type 7)",
		"var_parametric":     "minus (mean + z std), z the normal quantile of 1-confidence",
		"cvar":               "minus the mean of the floor((n-1)(1-confidence))+1 smallest returns",
		"downside_deviation": "root of the mean of min(return-mar, 0)^2 over all returns, per period",
		"sharpe":             "(mean - risk_free/periods_per_year) / std x sqrt(periods_per_year)",
		"sortino":            "(mean - risk_free/periods_per_year) / downside_deviation x sqrt(periods_per_year)",
		"max_drawdown":       "on compounded wealth that starts at 1 before the first return",
		"calmar":             "cagr / max_drawdown, cagr = prod(1+r)^(periods_per_year/n) - 1",
	}
}
