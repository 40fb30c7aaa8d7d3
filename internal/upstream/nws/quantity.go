package nws

import (
	"strings"

	"github.com/farebox/farebox/internal/upstream/scalar"
)

// quantity is a measured value with its unit. Units have a prefix that has changed over the years: "wmoUnit:degC",
// "unit:degC".
type quantity struct {
	Unit    string      `json:"unitCode"`
	Value   scalar.Text `json:"value" contract:"nullable"` // null for what was not measured
	Quality string      `json:"qualityControl,omitempty"`  // of observations
}

// wrong are the marks of values that failed a check (MADIS quality control): rejected, questioned, judged bad by hand.
const wrong = "XQB"

// factors are what values of a unit are multiplied with to get the unit that this package gives.
type factors map[string]float64

var (
	per   = factors{"percent": 1}
	angle = factors{"degree_(angle)": 1, "degree_angle": 1}
	speed = factors{
		"km_h-1": 1,
		"m_s-1":  3.6,
		"kt":     1.852,
		"mi_h-1": 1.609344,
	}
	pressure = factors{"Pa": 0.01, "hPa": 1}
	distance = factors{"m": 0.001, "km": 1}
)

func (q quantity) unit() string {
	if _, name, prefixed := strings.Cut(q.Unit, ":"); prefixed {
		return name
	}
	return q.Unit
}

// number is the value, false for one that is missing or marked wrong.
func (q quantity) number() (float64, bool) {
	if q.Quality != "" && strings.Contains(wrong, q.Quality) {
		return 0, false
	}
	return q.Value.Number()
}

// in is the value in the unit of the table, nil for one that is missing, marked wrong or in a unit that is not in it.
func (q quantity) in(table factors) *float64 {
	value, ok := q.number()
	factor, known := table[q.unit()]
	if !ok || !known {
		return nil
	}
	return new(value * factor)
}

func (q quantity) celsius() *float64 {
	value, ok := q.number()
	if !ok {
		return nil
	}
	switch q.unit() {
	case "degC":
		return &value
	case "degF":
		return new((value - 32) / 1.8)
	case "K":
		return new(value - 273.15)
	}
	return nil
}
