package gdelt

import (
	"math"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/upstream/gdelt"
)

// fewest is the number of points below which nothing is called unusual.
const fewest = 8

func values(points []gdelt.Point) []float64 {
	return each.Of(points, func(p gdelt.Point) float64 { return p.Value })
}

// mean is that of a list that is not empty.
func mean(list []float64) float64 {
	sum := 0.0
	for _, v := range list {
		sum += v
	}
	return sum / float64(len(list))
}

// deviation is the standard deviation of the list as it is, not of what it could be a sample of.
func deviation(list []float64) float64 {
	m := mean(list)
	sum := 0.0
	for _, v := range list {
		sum += (v - m) * (v - m)
	}
	return math.Sqrt(sum / float64(len(list)))
}

// score is how many standard deviations a value is from the mean of a list; null with too few or equal values.
func score(value float64, list []float64) *float64 {
	if len(list) < fewest {
		return nil
	}
	d := deviation(list)
	if d < 1e-9 {
		return nil
	}
	return new((value - mean(list)) / d)
}

// latestEighth is the mean of the last eighth of a list, of one value at least.
func latestEighth(list []float64) float64 {
	return mean(list[len(list)-max(1, len(list)/8):])
}

// thirds are the means of the first and the last third of a list; ok is false with fewer than three values.
func thirds(list []float64) (first, last float64, ok bool) {
	n := len(list) / 3
	if n == 0 {
		return 0, 0, false
	}
	return mean(list[:n]), mean(list[len(list)-n:]), true
}

// slopePerDay is that of the straight line nearest to the points (least squares).
func slopePerDay(points []gdelt.Point) float64 {
	days := each.Of(points, func(p gdelt.Point) float64 { return p.At.Sub(points[0].At).Hours() / 24 })
	x := mean(days)
	y := mean(values(points))
	over := 0.0
	under := 0.0
	for i, p := range points {
		over += (days[i] - x) * (p.Value - y)
		under += (days[i] - x) * (days[i] - x)
	}
	if under == 0 {
		return 0
	}
	return over / under
}
