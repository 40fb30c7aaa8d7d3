package ban

import (
	"context"
	"testing"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const search = "https://data.geopf.fr/geocodage/search"

func TestRecordedEntries(t *testing.T) {
	w := upstreamtest.New(t,
		upstreamtest.Answer{URL: search + "?q=Paris", Body: string(samples.Read(t, "ban-fr/search_paris.json"))},
		upstreamtest.Answer{URL: search + "?q=oozpuip", Body: string(samples.Read(t, "ban-fr/search_no_results.json"))},
		upstreamtest.Answer{URL: search + "?q=4+Rue", Body: string(samples.Read(t, "ban-fr/reverse.json"))},
	)
	c := New(w.Pool(t, nil))

	paris, err := c.Search(t.Context(), "Paris")
	if err != nil || len(paris) != 5 || paris[0].Kind != "municipality" || paris[0].Score != 1 ||
		paris[2].Street != "PARIS (Vaillac)" {
		t.Errorf("%+v %v", paris, err)
	}
	if _, err := c.Search(t.Context(), "oozpuip"); upstream.KindOf(err) != upstream.NotFound {
		t.Error(err)
	}
	house, err := c.Search(t.Context(), "4 Rue")
	want := Place{
		Lat:         48.770639,
		Lon:         2.364375,
		Kind:        "housenumber",
		Score:       0.9999997696809948,
		Label:       "4 Rue du Lieutenant Alain le Coz 94550 Chevilly-Larue",
		Name:        "4 Rue du Lieutenant Alain le Coz",
		HouseNumber: "4",
		Street:      "Rue du Lieutenant Alain le Coz",
		Postcode:    "94550",
		City:        "Chevilly-Larue",
		Context:     "94, Val-de-Marne, Île-de-France",
	}
	if err != nil || house[0] != want {
		t.Errorf("%+v %v", house, err)
	}
}

func TestEntriesAreHeldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{URL: search, Body: `{"features":[{"geometry":{"coordinates":[2.3,48.7]},"properties":{"type":"housenumber",
"score":0.9,"label":"4 Rue X 94550 Y","name":"4 Rue X","housenumber":"4","street":"Rue X","postcode":"94550","city":"Y",
"context":"94, Val-de-Marne"}}]}`},
		Required: []string{
			"features", "features[].geometry.coordinates", "features[].properties.type",
			"features[].properties.score", "features[].properties.label", "features[].properties.name",
			"features[].properties.housenumber", "features[].properties.street", "features[].properties.postcode",
			"features[].properties.city", "features[].properties.context",
		},
		NoRecord: []upstreamtest.Answer{{Body: `{"features":[]}`}},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Search(ctx, "x")
			return err
		},
	}.Hold(t)
}
