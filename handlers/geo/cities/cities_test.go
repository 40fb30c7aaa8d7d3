package cities

import (
	"math"
	"testing"

	"github.com/farebox/farebox/internal/place/sphere"
)

func load(tb testing.TB) *Table {
	tb.Helper()
	table, err := Load()
	if err != nil {
		tb.Fatal(err)
	}
	return table
}

func TestNearestPlaces(t *testing.T) {
	table := load(t)
	inState := func(state string) func(*City) bool { return func(c *City) bool { return c.State == state } }
	cases := []struct {
		why      string
		lat, lon float64
		keep     func(*City) bool
		want     string
		state    string
	}{
		{"a capital", 48.86, 2.35, nil, "Paris", ""},
		{"west of the line of dates", -18.14, 178.44, nil, "Suva", ""},
		{"the other side of a river", 40.768, -74.005, inState("NY"), "Manhattan", "NY"},
		{"a territory", 18.466, -66.106, nil, "San Juan", "PR"},
		{"the middle of the Pacific", -48.8767, -123.3933, nil, "", ""},
		{"the South Pole", -90, 0, nil, "", ""},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			got, km := table.Nearest(c.lat, c.lon, 300, c.keep)
			switch {
			case (got != nil) != (c.want != ""):
				t.Errorf("%+v", got)
			case got != nil && (got.Name != c.want || got.State != c.state || km > 15):
				t.Errorf("%+v, %.1f km", got, km)
			}
		})
	}
}

// TestNearestIsThatOfAllPlaces holds the walk along the table against a look at every row.
func TestNearestIsThatOfAllPlaces(t *testing.T) {
	table := load(t)
	var places []City
	var points []point
	table.Each(func(c *City) {
		places = append(places, *c)
		points = append(points, onSphere(c.Lat, c.Lon))
	})

	for i := range 300 {
		lat := -85 + math.Mod(float64(i)*37.77, 170)
		lon := -180 + math.Mod(float64(i)*71.13, 360)

		nearest := places[onSphere(lat, lon).nearest(points)]
		want := sphere.Distance(lat, lon, nearest.Lat, nearest.Lon)
		found, got := table.Nearest(lat, lon, 300, nil)
		if (found != nil) != (want <= 300) || (found != nil && math.Abs(got-want) > 1e-9) {
			t.Errorf("%.3f, %.3f: %.3f km, want %.3f", lat, lon, got, want)
		}
	}
}

// point is on the sphere of radius 1. What is nearest as the crow flies is so through the sphere too, and that is quick
// to reckon.
type point struct{ x, y, z float64 }

func onSphere(lat, lon float64) point {
	const degree = math.Pi / 180
	return point{
		x: math.Cos(lat*degree) * math.Cos(lon*degree),
		y: math.Cos(lat*degree) * math.Sin(lon*degree),
		z: math.Sin(lat * degree),
	}
}

// nearest is the index of the nearest of others.
func (p point) nearest(others []point) int {
	found := 0
	least := math.Inf(1)
	for i, o := range others {
		dx, dy, dz := p.x-o.x, p.y-o.y, p.z-o.z
		if square := dx*dx + dy*dy + dz*dz; square < least {
			found = i
			least = square
		}
	}
	return found
}

func TestTableIsWhole(t *testing.T) {
	table := load(t)
	if table.Len() < 120_000 {
		t.Errorf("%d places", table.Len())
	}
	south := -90.0
	table.Each(func(c *City) {
		wrong := c.Name == "" || len(c.Country) != 2 || math.Abs(c.Lat) > 90 || math.Abs(c.Lon) > 180 ||
			(c.State != "") != (c.Country == "US") || c.Lat < south
		if wrong {
			t.Fatalf("%+v", c)
		}
		south = c.Lat
	})
}

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		load(b)
	}
}
