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

// scale is what values of a unit are multiplied with to get the unit that this package gives, and the most that there
// can be of it. None is below nothing.
type scale struct {
	most    float64
	factors map[string]float64
}

var (
	per   = scale{100.5, map[string]float64{"percent": 1}}
	angle = scale{360, map[string]float64{"degree_(angle)": 1, "degree_angle": 1}}
	speed = scale{500, map[string]float64{
		"km_h-1": 1,
		"m_s-1":  3.6,
		"kt":     1.852,
		"mi_h-1": 1.609344,
	}}
	pressure = scale{1100, map[string]float64{"Pa": 0.01, "hPa": 1}}
	distance = scale{1000, map[string]float64{"m": 0.001, "km": 1}}
)

// extreme is a temperature in degrees Celsius that no weather reaches, above 0 and below, nor how it feels.
const extreme = 100

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

// in is the value in the unit of the scale, nil for one that is missing, marked wrong, impossible or in another unit.
func (q quantity) in(s scale) *float64 {
	value, ok := q.number()
	factor, known := s.factors[q.unit()]
	value *= factor
	if !ok || !known || value < 0 || value > s.most {
		return nil
	}
	return &value
}

func (q quantity) celsius() *float64 {
	value, ok := q.number()
	if !ok {
		return nil
	}
	return celsius(value, q.unit())
}

// celsius is a temperature in degrees Celsius, nil for one in another unit and one that cannot be.
func celsius(value float64, unit string) *float64 {
	switch unit {
	case "degC":
	case "degF":
		value = (value - 32) / 1.8
	case "K":
		value -= 273.15
	default:
		return nil
	}
	if value < -extreme || value > extreme {
		return nil
	}
	return &value
}
