package platform

import "testing"

func TestScoreIsAPartOfTheBest(t *testing.T) {
	for _, c := range []struct {
		part, best float64
		want       int
	}{
		{15.71, 15.71, 100},
		{5.2, 10.4, 50},
		{0.01, 10, 0},
		{0, 0, 100},
	} {
		if got := inPerCent(c.part, c.best); got != c.want {
			t.Errorf("%v of %v: %d, want %d", c.part, c.best, got, c.want)
		}
	}
}
