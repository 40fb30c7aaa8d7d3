package geodnet

import (
	"context"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func TestStationsAreHeldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL:  "https://rtk.geodnet.com/api/v2/coverage_stations",
			Body: `{"code":0,"data":[{"name":"****20CFC","lat":35.066761,"lng":-82.631384}]}`,
		},
		Required: []string{
			"code", "data", "data[].name", "data[].lat", "data[].lng",
		},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Stations(ctx)
			return err
		},
	}.Hold(t)
}

func TestAListWithoutPlacesIsNotBelieved(t *testing.T) {
	const placed = `{"name":"****20CFC","lat":35.066761,"lng":-82.631384}`
	const unplaced = `{"name":"****20CFD","lat":null,"lng":null}`
	for body, want := range map[string]upstream.Kind{
		placed + "," + unplaced: upstream.BadResponse,
		placed + "," + placed + "," + placed + "," + placed + "," + placed + "," + placed + "," + placed + "," + placed +
			"," + placed + "," + unplaced: "",
	} {
		world := upstreamtest.New(t, upstreamtest.Answer{
			URL:  "https://rtk.geodnet.com/api/v2/coverage_stations",
			Body: `{"code":0,"data":[` + body + `]}`,
		})
		if _, err := New(world.Pool(t, nil)).Stations(t.Context()); upstream.KindOf(err) != want {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
