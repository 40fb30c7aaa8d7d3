package geo

import (
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/geo/borders"
	"github.com/farebox/farebox/handlers/geo/cities"
	"github.com/farebox/farebox/handlers/geo/geotest"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func service(t testing.TB, answers ...upstreamtest.Answer) (*handlertest.Service, *upstreamtest.World) {
	t.Helper()
	return serviceAt(t, geotest.Now, answers...)
}

var serviceAt = handlertest.OverWith(serve)

// serve is the routes over a world.
func serve(t testing.TB, now time.Time, world *upstreamtest.World) *handlertest.Service {
	t.Helper()
	h, err := New(world.Pool(t, nil), func() time.Time { return now })
	if err != nil {
		t.Fatal(err)
	}
	return handlertest.New(t, "geo", h.Register)
}

func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	handlertest.CheckExamples(service(t, geotest.AnswersAt(geotest.Now)...))
}

// TestBordersPutCitiesIntoTheirStates holds the borders against the state that GeoNames gives for each city of the
// United States and its territories.
func TestBordersPutCitiesIntoTheirStates(t *testing.T) {
	states, err := borders.Load()
	if err != nil {
		t.Fatal(err)
	}
	table, err := cities.Load()
	if err != nil {
		t.Fatal(err)
	}

	var all, other, otherDeep, coast int
	table.Each(func(c *cities.City) {
		if c.Country != "US" {
			return
		}
		all++
		place, ok := states.At(c.Lat, c.Lon, shoreKM)
		switch {
		case !ok || !place.Inside:
			coast++
		case place.State != c.State:
			other++
			if place.BorderKM > borders.Tolerance {
				otherDeep++
				t.Logf("%s, %s is %.1f km inside %s", c.Name, c.State, place.BorderKM, place.State)
			}
		}
	})
	t.Logf("%d cities: %d in another state, %d of these farther than %v km from the border; %d off the coast",
		all, other, otherDeep, borders.Tolerance, coast)
	if all < 15_000 || other > 30 || otherDeep > 0 || coast > 70 {
		t.Error("the borders are worse than they were measured to be")
	}
}
