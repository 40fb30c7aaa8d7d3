package response

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/shopspring/decimal"
)

func TestValuesAsAnswersShowThem(t *testing.T) {
	d := decimal.RequireFromString
	cases := []struct {
		why   string
		value any
		want  string
	}{
		{"all digits", Number(d("39412853201467.33")), "39412853201467.33"},
		{"no number", NumberOrNull(nil), "null"},
		{"a number", NumberOrNull(new(d("0.44"))), "0.44"},
		{"an eighth", Pct(d("1"), d("8"), 1), "12.5"},
		{"a fall", Pct(d("-1"), d("3"), 2), "-33.33"},
		{"of what is below nothing", Pct(d("1"), d("-4"), 2), "null"},
		{"of nothing", Pct(d("1"), d("0"), 2), "null"},
		{"a day", Day("2026-11-20"), `"2026-11-20"`},
		{"a month", Day("2026-11"), "null"},
		{"no such day", Day("2026-02-30"), "null"},
		{"the zero time", Date(time.Time{}), "null"},
		{"the day of a moment", Date(time.Date(2026, 11, 20, 23, 0, 0, 0, time.FixedZone("west", -7200))), `"2026-11-21"`},
		{"no list", Items[string](nil), "[]"},
		{"a list", Items([]int{1}), "[1]"},
		{"no pointer", OrZero[bool](nil), "false"},
		{"a pointer", OrZero(new(3)), "3"},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			got, err := json.Marshal(c.value)
			if err != nil || string(got) != c.want {
				t.Errorf("%s, %v; want %s", got, err, c.want)
			}
		})
	}
}

func TestRoundKeepsSoManyDecimals(t *testing.T) {
	for _, c := range []struct {
		x        float64
		decimals int
		want     string
	}{
		{1.005, 1, "1"}, {2.25, 1, "2.3"}, {-2.25, 1, "-2.3"},
		{-0.04, 1, "0"}, {1234.5678, 2, "1234.57"}, {2.5, 0, "3"},
	} {
		if text, err := json.Marshal(Round(c.x, c.decimals)); err != nil || string(text) != c.want {
			t.Errorf("%v with %d decimals: %s, %v; want %s", c.x, c.decimals, text, err, c.want)
		}
	}
	if RoundOrNull(nil, 2) != nil || *RoundOrNull(new(1.234), 2) != 1.23 {
		t.Error("null, or not")
	}
}
