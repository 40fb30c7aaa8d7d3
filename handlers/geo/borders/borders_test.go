package borders

import (
	"math"
	"testing"

	"github.com/farebox/farebox/internal/place/sphere"
)

func load(tb testing.TB) *Map {
	tb.Helper()
	m, err := Load()
	if err != nil {
		tb.Fatal(err)
	}
	return m
}

func TestStatesOfPositions(t *testing.T) {
	m := load(t)
	cases := []struct {
		why      string
		lat, lon float64
		want     string
		inside   bool
	}{
		{"the middle of a state", 38.5, -98.4, "KS", true},
		{"Washington", 38.8977, -77.0365, "DC", true},
		{"Manhattan", 40.7504, -73.9934, "NY", true},
		{"Hoboken, across the river", 40.7440, -74.0324, "NJ", true},
		{"Kansas City, Kansas", 39.1141, -94.6275, "KS", true},
		{"Kansas City, Missouri", 39.0997, -94.5786, "MO", true},
		{"Texarkana, Texas", 33.4251, -94.0677, "TX", true},
		{"Texarkana, Arkansas", 33.4418, -94.0230, "AR", true},
		{"the upper part of Michigan", 46.5436, -87.3954, "MI", true},
		{"Four Corners, a mile into Utah", 37.02, -109.07, "UT", true},
		{"Four Corners, a mile into Arizona", 36.98, -109.07, "AZ", true},
		{"Honolulu", 21.3069, -157.8583, "HI", true},
		{"the Aleutians west of the line of dates", 52.9, 173.0, "AK", true},
		{"San Juan", 18.42, -66.07, "PR", true},
		{"Guam", 13.45, 144.78, "GU", true},
		{"a pier of Santa Monica", 34.0080, -118.4995, "CA", false},
		{"Ottawa", 45.4215, -75.6972, "", false},
		{"Tijuana", 32.50, -117.00, "", false},
		{"London", 51.5, -0.12, "", false},
		{"the South Pole", -90, 0, "", false},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			got, ok := m.At(c.lat, c.lon, 2)
			if ok != (c.want != "") || (ok && (got.State != c.want || got.Inside != c.inside)) {
				t.Errorf("%+v, %v; want %q, inside %v", got, ok, c.want, c.inside)
			}
		})
	}
}

func TestDistanceToTheBorder(t *testing.T) {
	m := load(t)
	got, ok := m.At(37.0+10/sphere.KMPerDegree, -98.4, 0) // 10 km north of the border of Kansas and Oklahoma
	if !ok || got.State != "KS" || math.Abs(got.BorderKM-10) > Tolerance {
		t.Errorf("%+v, %v", got, ok)
	}
}
