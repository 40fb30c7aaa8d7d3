package table

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/holiman/uint256"
	"github.com/shopspring/decimal"
	"pgregory.net/rapid"
)

func TestNumbersAreReadAsPeopleWriteThem(t *testing.T) {
	for _, c := range []struct {
		text             string
		semicolon, whole bool
		want             string // its value, or one of null, bad; ? marks an ambiguous one
	}{
		{"1000", false, true, "1000"},
		{" 12.50 ", false, false, "12.5"},
		{"1,234.50", false, false, "1234.5"},
		{"1,234,567", false, true, "1234567"},
		{"12,34,567", false, true, "1234567"},
		{"1,5", false, false, "bad"}, // not 15
		{"1,2345", false, false, "bad"},
		{"0,123", false, false, "bad"},
		{"1.234", false, true, "1.234"},
		{"1.234.567", false, true, "bad"},
		{"$1,000.00", false, false, "1000"},
		{"€ 12.5", false, false, "12.5"},
		{"£3", false, false, "3"},
		{"USD 7", false, false, "7"},
		{"7 EUR", false, false, "7"},
		{"1\u00a0234", false, false, "1234"},
		{"1\u202f234.5", false, false, "1234.5"},
		{"1'234.50", false, false, "1234.5"},
		{"12%", false, false, "bad"}, // of what?
		{"(5.5)", false, false, "-5.5"},
		{"($1,200)", false, false, "-1200"},
		{"-3", false, false, "-3"},
		{"\u22123", false, false, "-3"},
		{"-$3", false, false, "-3"},
		{"(-3)", false, false, "bad"},
		{"--3", false, false, "bad"},
		{"+3", false, false, "3"},
		{"1e3", false, false, "1000"},
		{"1.5E+2", false, false, "150"},
		{".5", false, false, "0.5"},
		{"5.", false, false, "5"},
		{".", false, false, "bad"},
		{"", false, false, "null"},
		{"-", false, false, "null"},
		{"N/A", false, false, "null"},
		{"NULL", false, false, "null"},
		{"--", false, false, "null"},
		{"NaN", false, false, "bad"},
		{"Infinity", false, false, "bad"},
		{"0x10", false, false, "bad"},
		{"1_000", false, false, "bad"},
		{"12 apples", false, false, "bad"},
		{"1e400", false, false, "bad"},
		{"1e16", false, false, "bad"},
		{"1000000000000000", false, false, "1000000000000000"},
		{"1e-400", false, false, "0"},
		{"0.1234567890125", false, false, "0.123456789013"},
		{strings.Repeat("9", 400), false, false, "bad"},
		// Decimal commas occur only in semicolon tables.
		{"12,5", true, false, "12.5"},
		{"1.234,50", true, false, "1234.5"},
		{"1,234.50", true, false, "1234.5"},
		{"1.234.567,5", true, false, "1234567.5"},
		{"1.234.567", true, true, "1234567"},
		{"1,234,567", true, true, "1234567"},
		{"1.5", true, false, "1.5"},
		{"0,500", true, false, "0.5"},
		{"1.234", true, true, "1234?"},
		{"1,234", true, true, "1234?"},
		{"1.234", true, false, "1.234?"},
		{"1,234", true, false, "1.234?"},
		{"1.2.3", true, false, "bad"},
		{"1,2.3,4", true, false, "bad"},
	} {
		n, how := Cell{c.text, Text}.number(c.semicolon, c.whole, "")
		got := map[reading]string{readNull: "null", readBad: "bad"}[how]
		if got == "" {
			got = exact(n).String()
		}
		if how == readAmbiguous {
			got += "?"
		}
		if got != c.want {
			t.Errorf("%q (semicolon %v, counts %v) is %s, not %s", c.text, c.semicolon, c.whole, got, c.want)
		}
	}
}

// exact is a as a decimal of any size.
func exact(a Amount) decimal.Decimal {
	if a.Sign() < 0 {
		return exact(a.Neg()).Neg()
	}

	return decimal.NewFromBigInt((&uint256.Int{a.lo, a.hi}).ToBig(), -places)
}

// Sums of amounts are the exact decimal sums, for any order and signs.
func TestAmountsAddExactly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var sum Amount
		want := decimal.Zero
		for range rapid.IntRange(1, 20).Draw(t, "n") {
			whole := rapid.Int64Range(-1e14, 1e14).Draw(t, "whole")
			d := decimal.New(whole, -int32(rapid.IntRange(0, 12).Draw(t, "places")))
			text := d.String()
			if rapid.Bool().Draw(t, "exponent") {
				text = fmt.Sprintf("%de%d", d.Coefficient(), d.Exponent())
			}
			a, ok := ReadAmount(text)
			if !ok {
				t.Fatalf("%s is not read", text)
			}
			sum, want = sum.Add(a), want.Add(d)
			if back := sum.Sub(a).Add(a); back != sum {
				t.Fatalf("taking %s away and adding it changes the sum", text)
			}
		}
		if got := exact(sum); !got.Equal(want) {
			t.Fatalf("%s, not %s", got, want)
		}
		if f, _ := want.Float64(); sum.Float() != f {
			t.Fatalf("%v, not %v", sum.Float(), f)
		}
		if sum.Sign() != want.Sign() || sum.Cmp(Amount{}) != want.Sign() {
			t.Fatalf("sign of %s", want)
		}
	})
}

func TestTenthsAddUpAsDecimals(t *testing.T) {
	var sum Amount
	for _, text := range []string{"0.1", "0.2", "0.3"} {
		a, _ := ReadAmount(text)
		sum = sum.Add(a)
	}
	if sum.Float() != 0.6 {
		t.Errorf("0.1 + 0.2 + 0.3 is %v", sum.Float())
	}
}

func TestTimesAreReadInAllForms(t *testing.T) {
	const noon = 1772366400000 // 2026-03-01T12:00:00Z
	for _, c := range []struct {
		c    Cell
		want float64
	}{
		{Cell{"2026-03-01T12:00:00Z", Text}, noon},
		{Cell{"2026-03-01T14:00:00+02:00", Text}, noon},
		{Cell{"2026-03-01T12:00:00.250Z", Text}, noon + 250},
		{Cell{"2026-03-01 12:00", Text}, noon},
		{Cell{"2026-03-01T12:00", Text}, noon},
		{Cell{"2026-03-01 12:00:00", Text}, noon},
		{Cell{"2026-03-01T12:00:00", Text}, noon},
		{Cell{"2026-03-01 12:00:00.5", Text}, noon + 500},
		{Cell{"2026-03-01 12:00:00 UTC", Text}, noon},
		{Cell{"2026-03-01 12:00:00+00:00", Text}, noon},
		{Cell{"2026-03-01", Text}, noon - 12*3600*1000},
		{Cell{"1772366400", Number}, noon},
		{Cell{"1772366400", Text}, noon},
		{Cell{"1772366400000", Number}, noon},
		{Cell{"1772366400.5", Number}, noon + 500},
		{Cell{"", Text}, math.NaN()},
		{Cell{}, math.NaN()},
	} {
		got, ok := c.c.Millis()
		if !ok || got != c.want && !(math.IsNaN(got) && math.IsNaN(c.want)) {
			t.Errorf("%q is %v (%v), not %v", c.c.Text, got, ok, c.want)
		}
	}
	for _, bad := range []Cell{
		{"yesterday", Text},
		{"2026-02-30", Text},
		{"2026-13-01", Text},
		{"01/02/2026", Text},
		{"2026-03-01 12:00:00 EST", Text},
		{"NaN", Text}, {"1e300", Number}, {"true", Bool}, {"[]", List},
	} {
		if got, ok := bad.Millis(); ok {
			t.Errorf("%q is read as %v", bad.Text, got)
		}
	}
}

func TestNamesAreNormalised(t *testing.T) {
	for name, want := range map[string]string{
		"Channel": "channel", " Ad Spend ($) ": "ad_spend", "sign-ups": "sign_ups", "Conv.": "conv", "__x__": "x", "Über Kanal": "über_kanal", "→": "", "sales_count": "sales_count",
	} {
		if got := NormalName(name); got != want {
			t.Errorf("%q is %q, not %q", name, got, want)
		}
	}
}

// TestNumbersTellEachOtherTheirSigns: 2.000 beside 1.234,50 is two thousand.
func TestNumbersTellEachOtherTheirSigns(t *testing.T) {
	for text, want := range map[string]string{
		"1.234,50":   ",",
		"12,5":       ",",
		"1.234.567":  ",",
		"12.5":       ".",
		"1,234.5":    ".",
		"2.000":      "",
		"2,000":      "",
		"01.02.2026": "",
		"1.2.3.4":    "",
		"a,b":        "",
		"12":         "",
	} {
		if got := pointOf(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}

	for text, want := range map[string]string{
		"n;x\n2.000;1.234,50":     "2000",
		"n;x\n2,000;12.5":         "2000",
		"n;x\n2,000;12,5":         "2",
		"n;x\n2.000;7":            "2 ambiguous",
		"n;x\n2.000;12,5\n1;12.5": "2 ambiguous",
	} {
		got := ""
		table, err := Input{CSV: &text}.Open("csv", func(_, reason, _ string, _ int) { got = " ambiguous" })
		if err != nil {
			t.Fatal(err)
		}
		first := ""
		err = table.Each([]int{0}, func(row int, cells []Cell) error {
			if n, _ := table.Figure("n", row, cells[0]); first == "" {
				first = strconv.FormatFloat(n.Float(), 'f', -1, 64)
			}
			return nil
		})
		if first += got; err != nil || first != want {
			t.Errorf("%q: %s, want %s, %v", text, first, want, err)
		}
	}
}
