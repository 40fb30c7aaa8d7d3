package safety

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/safety/safetytest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func TestCheckDigitsOfVINs(t *testing.T) {
	cases := []struct{ vin, want, why string }{
		{"1HGCM82633A004352", checkValid, "an example of NHTSA's"},
		{"1M8GDM9AXKP042788", checkValid, "a check digit of X"},
		{"11111111111111111", checkValid, "a number that the rule's text uses"},
		{"5GZCZ43D13S812715", checkValid, "a car of 2003"},
		{"WA1A4AFY2J2008189", checkValid, "a German maker's, sold in North America"},
		{"1HGCM82633A004353", checkMismatch, "a sign mistyped"},
		{"2HGCM82633A004352", checkMismatch, "another first sign"},
		{"WVWZZZ1KZAW000001", checkNotRequired, "made for Europe"},
		{"JTDBR32E720000001", checkNotRequired, "made for Japan, which has no check digit"},
		{"7A8GE9FT4M0000001", checkNotRequired, "New Zealand"},
	}
	for _, c := range cases {
		if got := checkDigit(c.vin); got != c.want {
			t.Errorf("%s (%s): %s, want %s", c.vin, c.why, got, c.want)
		}
	}
}

func TestModelYearsOfVINs(t *testing.T) {
	cases := []struct {
		vin  string
		want []int
		why  string
	}{
		{"1HGCM82633A004352", []int{2003}, "2033 is in the future"},
		{"WA1A4AFY2J2008189", []int{2018, 1988}, "a letter at position 7"},
		{"1FTEX15N1JKA00001", []int{1988, 2018}, "a digit at position 7"},
		{"1FTEX1EN1TKA00001", []int{2026, 1996}, "this year"},
		{"1FTEX1EN1WKA00001", []int{2028, 1998}, "sold two years ahead"},
		{"1FTEX1EN1XKA00001", []int{1999}, "2029 is in the future"},
		{"WVWZZZ1KZ0W000001", []int{}, "no year at position 10"},
	}
	for _, c := range cases {
		if got := modelYears(c.vin, handlertest.Now()); !slices.Equal(got, c.want) {
			t.Errorf("%s (%s): %v, want %v", c.vin, c.why, got, c.want)
		}
	}
}

func TestVINsThatAreNotClean(t *testing.T) {
	decode := func(vin, row string) map[string]any {
		t.Helper()
		s, _ := service(t,
			upstreamtest.Answer{URL: safetytest.Decoder + "/" + vin, Body: `{"Results":[` + row + `]}`},
			upstreamtest.Answer{URL: safetytest.Models, Body: `{"results":[]}`},
			upstreamtest.Answer{URL: safetytest.Vehicles + "/*", Status: 400, Body: safetytest.NoRows},
		)
		status, got := s.Get("/safety/vehicle", "vin", vin)
		got["status"] = status
		return got
	}

	t.Run("mistyped", func(t *testing.T) {
		got := decode(
			"1HGCM82633A004353",
			`{"Make":"HONDA","Model":"Accord","ModelYear":"2003","Manufacturer":"HONDA","ErrorCode":"1,11",
"ErrorText":"1 - Check Digit does not calculate properly","SuggestedVIN":"1HGCM82633A00435!"}`,
		)
		handlertest.Holds(t, got, map[string]any{
			"status":                         200,
			"vehicle_identity.check_digit":   "mismatch",
			"vehicle_identity.decode_ok":     false,
			"vehicle_identity.suggested_vin": "1HGCM82633A00435!",
			"vin_recalls_url":                "https://www.nhtsa.gov/recalls?vin=1HGCM82633A004353",
			"risk_score.score":               nil,
			"risk_score.band":                nil,
			"recalls_count":                  nil,
			"complaints_summary":             nil,
		})
		if !slices.Contains(got["risk_score"].(map[string]any)["flags"].([]any), any("vin_not_clean")) {
			t.Errorf("%v", got["risk_score"])
		}
	})

	t.Run("without make, model or year", func(t *testing.T) {
		for _, row := range []string{
			`{"Make":"VOLKSWAGEN","Model":"","ModelYear":"","Manufacturer":"","ErrorCode":"14,400"}`,
			`{"Make":"VOLKSWAGEN","Model":"GOLF","ModelYear":"","Manufacturer":"","ErrorCode":"14,400"}`,
			`{"Make":"VOLKSWAGEN","Model":"GOLF","ModelYear":"0","Manufacturer":"","ErrorCode":"0"}`,
			`{"Make":"","Model":"","ModelYear":"2010","Manufacturer":"VOLKSWAGEN AG","ErrorCode":"14"}`,
		} {
			got := decode("WVWZZZ1KZAW000001", row)
			handlertest.Holds(t, got, map[string]any{"status": 404, "field": "vin"})
		}
	})

	t.Run("of no maker", func(t *testing.T) {
		got := decode(
			"ZZZZZZ1KZAW000001",
			`{"Make":"","Model":"","ModelYear":"","Manufacturer":"","ErrorCode":"7","ErrorText":"7 - not registered"}`,
		)
		handlertest.Holds(t, got, map[string]any{"status": 404, "field": "vin"})
	})

	t.Run("a year of its own", func(t *testing.T) {
		got := decode("1FTEX1EN1TKA00001", `{"Make":"FORD","Model":"F-150","ModelYear":"2011","Manufacturer":"FORD",
"ErrorCode":"0"}`)
		if notes := fmt.Sprint(got["notes"]); !strings.Contains(notes, "2026 or 1996") {
			t.Errorf("does not say that the years differ: %s", notes)
		}
	})
}
