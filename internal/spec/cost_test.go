package spec

import (
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/farebox/farebox/internal/cost"
)

// TestCostOfACallIsReadOrRefused: a cost that cannot be read must not count as none.
func TestCostOfACallIsReadOrRefused(t *testing.T) {
	for _, test := range []struct {
		why   string
		value any
		want  cost.Amount
		wrong bool
	}{
		{"dollars as a text", "0.0005", 500_000, false},
		{"nothing", "0", 0, false},
		{"a number, whose digits may be lost", 0.0005, 0, true},
		{"below nothing", "-0.1", 0, true},
		{"words", "cheap", 0, true},
		{"an empty text, which is no cost only where a setting is meant", "", 0, true},
		{"null", nil, 0, true},
	} {
		got, err := costOf(&openapi3.Operation{Extensions: map[string]any{"x-cost-usd": test.value}})
		if got != test.want || (err != nil) != test.wrong {
			t.Errorf("%s: %s, %v", test.why, got, err)
		}
	}
	if got, err := costOf(&openapi3.Operation{}); got != 0 || err != nil {
		t.Errorf("without one: %s, %v", got, err)
	}
}
