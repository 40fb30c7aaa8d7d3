package nominatim

import (
	"context"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const (
	search  = "https://nominatim.openstreetmap.org/search?format=jsonv2&addressdetails=1"
	reverse = "https://nominatim.openstreetmap.org/reverse?format=jsonv2"
)

const place = `{"osm_type":"node","osm_id":1,"lat":"1","lon":"2","category":"place","type":"house","place_rank":30,
"addresstype":"place","importance":0.1,"name":"","display_name":"1, Street","address":{"house_number":"1"},
"boundingbox":["1","1","2","2"]}`

func TestPlacesAreHeldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{URL: search, Body: "[" + place + "]"},
		Required: []string{
			"[].lat", "[].lon", "[].display_name", "[].category", "[].type", "[].place_rank", "[].importance",
			"[].address", "[].boundingbox",
		},
		Optional: []string{"[].osm_id", "[].osm_type", "[].name", "[].addresstype", "[].address.house_number"},
		NoRecord: []upstreamtest.Answer{{Body: `[]`}},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Search(ctx, "x", "en")
			return err
		},
	}.Hold(t)
}

func TestObjectAtAPositionIsHeldToItsContract(t *testing.T) {
	upstreamtest.Contract{
		Answer:   upstreamtest.Answer{URL: reverse, Body: place},
		Required: []string{"lat", "lon", "display_name", "category", "type", "place_rank", "address", "boundingbox"},
		Optional: []string{"osm_id", "name"},
		NoRecord: []upstreamtest.Answer{{Body: `{"error":"Unable to geocode"}`}},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Reverse(ctx, 1, 2, "en")
			return err
		},
	}.Hold(t)
}

const way = `{"osm_type":"way","osm_id":2,"lat":"1","lon":"2","category":"highway","type":"residential",
"place_rank":26,"addresstype":"road","importance":0.1,"name":"Street","display_name":"Street, Town",
"address":{"road":"Street"},"boundingbox":["1","1","2","2"],
"geojson":{"type":"LineString","coordinates":[[2.1,1.1],[2.2,1.2]]}}`

func TestWaysAreHeldToTheirContract(t *testing.T) {
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{URL: search + "&dedupe=0&polygon_geojson=1&limit=40", Body: "[" + way + "]"},
		Required: []string{
			"[].lat", "[].lon", "[].display_name", "[].category", "[].type", "[].place_rank", "[].importance",
			"[].address", "[].boundingbox", "[].geojson.type", "[].geojson.coordinates",
		},
		Optional: []string{"[].osm_id", "[].osm_type", "[].name", "[].addresstype"},
		NoRecord: []upstreamtest.Answer{{Body: `[]`}, {Body: "[" + place + "]"}},
		Call: func(ctx context.Context, pool *upstream.Pool) error {
			_, err := New(pool).Ways(ctx, "x", "en")
			return err
		},
	}.Hold(t)
}

func TestWaysHaveTheirLines(t *testing.T) {
	c, _ := world(t, upstreamtest.Answer{URL: search + "&q=Street", Body: "[" + way + "," + place + "]"})
	ways, err := c.Ways(t.Context(), "Street", "en")
	if err != nil || len(ways) != 1 || ways[0].Name != "Street" {
		t.Fatalf("%+v %v", ways, err)
	}
	if line := ways[0].Line; len(line) != 2 || line[1] != (Point{Lat: 1.2, Lon: 2.2}) {
		t.Errorf("%v", line)
	}
}

var world = upstreamtest.Over(New)

func TestRecordedPlaces(t *testing.T) {
	sample := func(name string) string { return string(samples.Read(t, "nominatim/"+name)) }
	c, _ := world(t,
		upstreamtest.Answer{URL: search + "&q=10+Downing+Street", Body: sample("search_10_downing_street.json")},
		upstreamtest.Answer{URL: search + "&q=Italia", Body: sample("search_antarctica_no_country.json")},
		upstreamtest.Answer{URL: search + "&q=zzzz", Body: sample("search_no_match.json")},
		upstreamtest.Answer{URL: reverse + "&lat=48.86&lon=2.35", Body: sample("reverse_paris.json")},
		upstreamtest.Answer{URL: reverse + "&lat=35.68601&lon=139.81169", Body: sample("reverse_tokyo_null_name.json")},
		upstreamtest.Answer{URL: search + "&q=busy", Status: 429, Type: "text/html", Body: sample("over_limit.html")},
		upstreamtest.Answer{URL: search + "&q=page", Type: "text/html", Body: sample("over_limit.html")},
	)

	got, err := c.Search(t.Context(), "10 Downing Street", "en")
	if err != nil || len(got) != 2 || got[0].Lat != 51.50344025 || got[0].Lon != -0.12770820958562096 ||
		got[0].Address["house_number"] != "10" || len(got[0].Box) != 4 || got[0].Rank != 30 {
		t.Errorf("%+v %v", got, err)
	}
	if got, err := c.Search(t.Context(), "Italia", "en"); err != nil || got[0].Address["country"] != "" {
		t.Errorf("%+v %v", got, err)
	}
	if got, err := c.Reverse(t.Context(), 48.86, 2.35, "en"); err != nil || got.Name != "Starbucks" {
		t.Errorf("%+v %v", got, err)
	}
	if got, err := c.Reverse(t.Context(), 35.68601, 139.81169, "en"); err != nil || got.Name != "" {
		t.Errorf("%+v %v", got, err)
	}
	for text, want := range map[string]upstream.Kind{
		"zzzz": upstream.NotFound,
		"busy": upstream.RateLimited,
		"page": upstream.BadResponse,
	} {
		if _, err := c.Search(t.Context(), text, "en"); upstream.KindOf(err) != want {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestAnswersThatCannotBeUsed(t *testing.T) {
	cases := []struct {
		why    string
		answer upstreamtest.Answer
		want   upstream.Kind
	}{
		{"nothing near", upstreamtest.Answer{Body: `{"error":"Unable to geocode"}`}, upstream.NotFound},
		{"another error", upstreamtest.Answer{Body: `{"error":{"code":500,"message":"x"}}`}, upstream.BadResponse},
		{"no position", upstreamtest.Answer{Body: `{"display_name":"x"}`}, upstream.BadResponse},
		{"beyond the pole", upstreamtest.Answer{Body: `{"lat":"91","lon":"0"}`}, upstream.BadResponse},
		{"blocked", upstreamtest.Answer{Status: 403, Body: `<html>`}, upstream.Unavailable},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			c.answer.URL = reverse
			client, _ := world(t, c.answer)
			if _, err := client.Reverse(t.Context(), 1, 2, "en"); upstream.KindOf(err) != c.want {
				t.Errorf("%v, want %s", err, c.want)
			}
		})
	}
}

// TestUsagePolicy holds what the foundation asks of an application: one request a second, one at a time, a name with a
// contact, and answers that are kept.
func TestUsagePolicy(t *testing.T) {
	if Provider.RatePerMinute > 60 || Provider.Burst > 1 || Provider.Concurrency > 1 || Provider.Retries >= 0 {
		t.Error("more than one request a second")
	}
	if !strings.Contains(Provider.Attribution, "OpenStreetMap") {
		t.Error("the map's contributors are not named")
	}

	c, w := world(t, upstreamtest.Answer{URL: reverse, Body: place})
	for range 3 {
		if _, err := c.Reverse(t.Context(), 1, 2, "en"); err != nil {
			t.Fatal(err)
		}
	}
	if asked := w.Asked(); len(asked) != 1 {
		t.Errorf("one position was asked for %d times", len(asked))
	}
}

func TestNamesInTheLanguageOfThePlaceAreAskedForWithoutALanguage(t *testing.T) {
	c, w := world(t, upstreamtest.Answer{URL: search, Body: "[" + place + "]"})
	for _, language := range []string{Local, "ja"} {
		if _, err := c.Search(t.Context(), "東京", language); err != nil {
			t.Fatal(err)
		}
	}
	asked := w.Asked()
	if strings.Contains(asked[0], "accept-language") || !strings.Contains(asked[1], "accept-language=ja") {
		t.Errorf("%q", asked)
	}
}
