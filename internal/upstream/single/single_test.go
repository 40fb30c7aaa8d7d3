package single_test

import (
	"slices"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/single"
)

func TestOneRowForEachKey(t *testing.T) {
	type row struct{ year, value int }
	year := func(r row) int { return r.year }
	cases := []struct {
		why        string
		rows, want []row
		kind       upstream.Kind
	}{
		{"none", nil, []row{}, ""},
		{"in their order", []row{{2025, 2}, {2024, 1}}, []row{{2025, 2}, {2024, 1}}, ""},
		{"one twice", []row{{2025, 2}, {2024, 1}, {2025, 2}}, []row{{2025, 2}, {2024, 1}}, ""},
		{"equal values of two years", []row{{2025, 2}, {2024, 2}}, []row{{2025, 2}, {2024, 2}}, ""},
		{"two values of a year", []row{{2025, 2}, {2025, 3}}, nil, upstream.BadResponse},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			got, err := single.Rows(c.rows, year)
			if upstream.KindOf(err) != c.kind || !slices.Equal(got, c.want) {
				t.Errorf("%v %v, want %v %v", got, err, c.want, c.kind)
			}
		})
	}
}
