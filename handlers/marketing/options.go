package marketing

import (
	"encoding/json"
	"math"
	"strconv"

	"github.com/farebox/farebox/internal/problem"
)

// option is a number of the body, or otherwise when it was not given. Unlike cells of a table, it must
// be a plain decimal number, as a JSON number or as text.
func option(name string, raw *json.RawMessage, otherwise float64) (float64, error) {
	if raw == nil {
		return otherwise, nil
	}
	c := (&scanner{s: string(*raw)}).value()
	if c.kind != kindNumber && c.kind != kindText {
		return 0, problem.Invalid(name, "%s must be a number", name)
	}
	x, err := strconv.ParseFloat(c.text, 64)
	if err != nil || !decimalText(c.text) || math.Abs(x) > maxAmount {
		return 0, problem.Invalid(name, "%s must be a number between -%g and %g", name, maxAmount, maxAmount)
	}
	return x + 0, nil
}
