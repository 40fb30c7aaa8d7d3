package sphere

import (
	"math"
	"testing"
)

func TestDistances(t *testing.T) {
	for _, c := range []struct{ lat1, lon1, lat2, lon2, km float64 }{
		{0, 0, 0, 0, 0},
		{0, 0, 0, 180, 20015.1},
		{90, 0, -90, 77, 20015.1},
		{51.5074, -0.1278, 48.8566, 2.3522, 343.6},
		{0, 179.9, 0, -179.9, 22.2},
	} {
		if got := Distance(c.lat1, c.lon1, c.lat2, c.lon2); math.Abs(got-c.km) > 0.1 {
			t.Errorf("%v: %.1f km", c, got)
		}
	}
}
