package abijson

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestIntegersKeepToTheirType(t *testing.T) {
	for _, c := range []struct {
		typ, value string
		ok         bool
	}{
		{"uint8", "255", true},
		{"uint8", "256", false},
		{"uint8", "-1", false},
		{"int8", "127", true},
		{"int8", "128", false},
		{"int8", "-128", true},
		{"int8", "-129", false},
		{"uint256", "0x" + strings.Repeat("f", 64), true},
		{"uint256", "0x1" + strings.Repeat("0", 64), false},
		{"uint64", "1e3", false},
		{"uint64", "+1", false},
		{"uint64", "", false},
		{"uint64", "0x", false},
		{"int64", "--1", false},
		{"uint256", strings.Repeat("9", 81), false},
	} {
		t.Run(c.typ+" "+c.value, func(t *testing.T) {
			typ, err := Elementary(c.typ)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := Value(&typ, c.value); (err == nil) != c.ok {
				t.Errorf("%s %s: %v", c.typ, c.value, err)
			}
		})
	}
}

// TestHugeExponentsAreRefusedUnread: a number of a few characters must not be expanded.
func TestHugeExponentsAreRefusedUnread(t *testing.T) {
	for _, text := range []string{"1e81", "1e999999999", "1E+99999999999999999999", "1e-81", "0e999999999"} {
		if _, err := Integer(json.Number(text)); err == nil || !strings.Contains(err.Error(), "range") {
			t.Errorf("%s: %v", text, err)
		}
	}
	if n, err := Integer(json.Number("15.0e1")); err != nil || n.Int64() != 150 {
		t.Errorf("%v, %v", n, err)
	}
}
