package chain

import (
	"math/big"
	"testing"
)

// TestMediansOfPriorityFees: of an even number the mean of the middle two, as everywhere.
func TestMediansOfPriorityFees(t *testing.T) {
	cases := []struct {
		why  string
		rows []int64 // -1 for a row without the column
		want int64   // -1 for none
	}{
		{"two", []int64{1, 3}, 2},
		{"two, half a wei", []int64{1, 4}, 2},
		{"one odd block", []int64{5, 0, 1_000_000_000_000}, 5},
		{"four in any order", []int64{9, 1, 5, 3}, 4},
		{"none", nil, -1},
		{"a row that lacks it", []int64{1, -1}, -1},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			var rows [][]*big.Int
			for _, fee := range c.rows {
				row := []*big.Int{}
				if fee >= 0 {
					row = append(row, big.NewInt(fee))
				}
				rows = append(rows, row)
			}
			got := median(rows, 0)
			if got == nil != (c.want < 0) || got != nil && got.Int64() != c.want {
				t.Errorf("%v, want %d", got, c.want)
			}
		})
	}
}
