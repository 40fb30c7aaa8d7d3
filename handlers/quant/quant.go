// Package quant answers the /quant routes: European options, risk metrics of a return series, Kelly bet sizes,
// Monte Carlo and DeFi arithmetic. Everything is computed here, from the inputs alone.
//
// Numbers have the full precision of a double. Undefined values are null and named in warnings; NaN and infinity
// never appear.
package quant

import (
	"math"
	"strings"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/quant"
	"github.com/farebox/farebox/internal/problem"
)

// disclaimer ends every answer of the family.
const disclaimer = "Model value from the inputs given, not investment advice."

// Reasons of warnings, stable for programs.
const (
	reasonZeroDenominator = "zero_denominator"
	reasonNotEnoughData   = "not_enough_data"
	reasonNotApplicable   = "not_applicable"
	reasonExpired         = "expired"
	reasonZeroVolatility  = "zero_volatility"
	reasonLowVega         = "low_vega"
	reasonCheckUnits      = "check_units"
)

// Handlers answers the routes of the family. It has no state: every answer depends only on its inputs.
type Handlers struct{}

// New returns the handlers of the quant family.
func New() *Handlers { return &Handlers{} }

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }

func warning(field, reason, detail string) gen.QuantWarning {
	return gen.QuantWarning{
		Field:  field,
		Reason: reason,
		Detail: detail,
	}
}

// canonical is a choice's word in comparable form: case, spaces and dashes do not matter.
func canonical(s string) string {
	return strings.NewReplacer("-", "_", " ", "_").Replace(strings.ToLower(strings.TrimSpace(s)))
}

// unsigned is x without the sign of a negative zero, which JSON would print.
func unsigned(x float64) float64 {
	if x == 0 {
		return 0
	}
	return x
}

// number is x for a field that may be null: null if x is not finite.
func number(x float64) *float64 {
	if !finite(x) {
		return nil
	}
	x = unsigned(x)
	return &x
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// confidenceLevel reads a confidence: a fraction, or a percentage if above 1.
func confidenceLevel(c float64) (float64, error) {
	switch {
	case c > 0 && c < 1:
		return c, nil
	case c > 1 && c < 100:
		return c / 100, nil
	}
	return 0, problem.Invalid("confidence", "confidence must be between 0 and 1, or a percentage between 1 and 100, both ends excluded")
}

// optionType reads call or put.
func optionType(s string) (gen.QuantOptionType, error) {
	switch canonical(s) {
	case "call", "c":
		return gen.QuantOptionTypeCall, nil
	case "put", "p":
		return gen.QuantOptionTypePut, nil
	}
	return "", problem.Invalid("type", "type must be one of call, put")
}

// dividendYield is the given one of q and its aliases, or 0.
func dividendYield(q, dividendYield, div *float64) (float64, error) {
	var value float64
	var from string
	for _, in := range []struct {
		name  string
		value *float64
	}{{"q", q}, {"dividend_yield", dividendYield}, {"div", div}} {
		if in.value == nil {
			continue
		}
		if from != "" {
			return 0, problem.Invalid(in.name, "%s and %s are two names of one input: give one of them", from, in.name)
		}
		value = *in.value
		from = in.name
	}
	return value, nil
}
