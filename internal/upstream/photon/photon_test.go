package photon

import (
	"context"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const base = "https://photon.komoot.io"

var world = upstreamtest.Over(New)

func TestPlacesAreRead(t *testing.T) { samples.Each(t, placesAreRead) }

func placesAreRead(t *testing.T, read func(name string) string) {
	t.Helper()
	sample := func(name string) string { return read("photon/" + name) }
	c, _ := world(t,
		upstreamtest.Answer{URL: base + "/api?q=221b+Baker+Street", Body: sample("api_221b_baker_street.json")},
		upstreamtest.Answer{URL: base + "/api?q=Paris", Body: sample("api_paris.json")},
		upstreamtest.Answer{URL: base + "/api?q=zzzz", Body: sample("api_no_match.json")},
		upstreamtest.Answer{URL: base + "/reverse?lat=52&lon=10", Body: sample("reverse_10_52.json")},
		upstreamtest.Answer{URL: base + "/reverse?lat=40.750354&lon=-73.993371", Body: sample("reverse_msg.json")},
	)

	baker, err := c.Search(t.Context(), "221b Baker Street", "en")
	if err != nil || baker[0].HouseNumber != "221b" || int(baker[0].Lat) != 51 || baker[0].CountryCode != "GB" {
		t.Errorf("%+v %v", baker, err)
	}
	paris, err := c.Search(t.Context(), "Paris", "en")
	if err != nil || len(paris) < 2 || paris[0].Postcode != "" || paris[0].City != "Paris" ||
		paris[0].Box[0] > paris[0].Box[1] || paris[0].Box[2] > paris[0].Box[3] {
		t.Errorf("%+v %v", paris, err)
	}
	if _, err := c.Search(t.Context(), "zzzz", "en"); upstream.KindOf(err) != upstream.NotFound {
		t.Error(err)
	}
	if got, err := c.Reverse(t.Context(), 52, 10, "en"); err != nil || got[0].Street == "" {
		t.Errorf("%+v %v", got, err)
	}
	if got, err := c.Reverse(t.Context(), 40.750354, -73.993371, "en"); err != nil || got[0].CountryCode != "" {
		t.Errorf("%+v %v", got, err)
	}
}

func TestAnswersThatCannotBeUsed(t *testing.T) {
	cases := []struct {
		why    string
		answer upstreamtest.Answer
		want   upstream.Kind
	}{
		{"no features", upstreamtest.Answer{Body: `{"message":"x"}`}, upstream.BadResponse},
		{"no position", upstreamtest.Answer{Body: `{"features":[{"properties":{"name":"x"}}]}`}, upstream.BadResponse},
		{"refused", upstreamtest.Answer{Status: 400, Body: `{"message":"x"}`}, upstream.Invalid},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			c.answer.URL = base + "/api"
			client, _ := world(t, c.answer)
			if _, err := client.Search(t.Context(), "x", "en"); upstream.KindOf(err) != c.want {
				t.Errorf("%v, want %s", err, c.want)
			}
		})
	}
}

func TestOtherLanguagesAreThoseOfThePlace(t *testing.T) {
	c, w := world(t, upstreamtest.Answer{URL: base + "/api", Body: `{"features":[]}`})
	for _, language := range []string{"fr", "ja", "local"} {
		if _, err := c.Search(t.Context(), "x", language); upstream.KindOf(err) != upstream.NotFound {
			t.Fatal(err)
		}
	}
	asked := strings.Join(w.Asked(), " ")
	if strings.Count(asked, "lang=default") != 1 || strings.Count(asked, "lang=fr") != 1 {
		t.Errorf("%s", asked) // the last two are one question, and remembered
	}
}

func TestPlacesAreHeldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{URL: base + "/api", Body: `{"features":[{"geometry":{"coordinates":[-0.15,51.52]},"properties":{"osm_key":"tourism",
"osm_value":"museum","name":"Museum","housenumber":"221b","street":"Baker Street","city":"London","country":"UK",
"type":"house","osm_type":"N","osm_id":1,"extent":[1,2,3,4]}}]}`},
		Required: []string{
			"features", "features[].geometry", "features[].geometry.coordinates", "features[].properties",
			"features[].properties.osm_value",
		},
		Optional: []string{
			"features[].properties.name", "features[].properties.housenumber", "features[].properties.city",
			"features[].properties.extent",
		},
		NoRecord: []upstreamtest.Answer{{Body: `{"features":[]}`}},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Search(ctx, "x", "en")
			return err
		},
	}.Hold(t)
}
