package geo

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/farebox/farebox/handlers/geo/geotest"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const (
	censusMatch = `{"result":{"addressMatches":[{"matchedAddress":"350 5TH AVE, NEW YORK, NY, 10118",
"coordinates":{"x":-73.9853,"y":40.7482},"addressComponents":{"zip":"10118","city":"NEW YORK","state":"NY",
"preQualifier":"","preDirection":"","preType":"",
"streetName":"5TH","suffixType":"AVE","suffixDirection":"","suffixQualifier":"","fromAddress":"338","toAddress":"398"}}]}}`

	photonHouse = `{"features":[{"geometry":{"coordinates":[-73.98565,40.74844]},"properties":{"osm_type":"W",
"type":"house","osm_key":"building","osm_value":"yes","name":"Empire State Building","housenumber":"350",
"street":"5th Avenue","city":"New York","state":"New York","postcode":"10118","country":"United States",
"countrycode":"US"}}]}`

	photonElsewhere = `{"features":[{"geometry":{"coordinates":[-73.9800,40.8000]},"properties":{"type":"house",
"osm_key":"building","osm_value":"yes","housenumber":"350","street":"5th Avenue","city":"New York","state":"New York","country":"United States",
"countrycode":"US"}}]}`

	photonStreet = `{"features":[{"geometry":{"coordinates":[2.30,48.87]},"properties":{"type":"street",
"osm_key":"highway",
"osm_value":"primary","name":"Rue de Rivoli","city":"Paris","country":"France","countrycode":"FR"}}]}`

	banHouse = `{"features":[{"geometry":{"coordinates":[2.3587,48.8556]},"properties":{"type":"housenumber",
"score":0.97,
"label":"10 Rue de Rivoli 75004 Paris","name":"10 Rue de Rivoli","housenumber":"10","street":"Rue de Rivoli","postcode":"75004","city":"Paris",
"context":"75, Paris, Île-de-France"}}]}`

	banOther = `{"features":[{"geometry":{"coordinates":[-4.49,48.39]},"properties":{"type":"street","score":0.41,
"label":"Rue du Port 29200 Brest","name":"Rue du Port","postcode":"29200","city":"Brest",
"context":"29, Finistère, Bretagne"}}]}`

	springfields = `[
{"lat":"39.7990","lon":"-89.6440","category":"boundary","type":"administrative","place_rank":16,"importance":0.60,
"addresstype":"city","name":"Springfield","display_name":"Springfield, Sangamon County, Illinois, United States",
"address":{"city":"Springfield","county":"Sangamon County","state":"Illinois","country":"United States",
"country_code":"us"},"boundingbox":["39.6","39.9","-89.8","-89.5"]},
{"lat":"37.2090","lon":"-93.2923","category":"boundary","type":"administrative","place_rank":16,"importance":0.59,
"addresstype":"city","name":"Springfield","display_name":"Springfield, Greene County, Missouri, United States",
"address":{"city":"Springfield","county":"Greene County","state":"Missouri","country":"United States",
"country_code":"us"},"boundingbox":["37.0","37.3","-93.4","-93.1"]}]`
)

func TestAmericanAddressesAreThoseOfTheCensusOrOfTheHouseOnTheMap(t *testing.T) {
	const address = "350 5th Ave, New York, NY 10118"
	census := upstreamtest.Answer{URL: geotest.Census, Body: censusMatch}
	cases := []struct {
		why    string
		photon upstreamtest.Answer
		want   map[string]any
	}{
		{"only the census", upstreamtest.Answer{Body: geotest.NoFeatures}, map[string]any{
			"source":                  "census",
			"match_level":             "interpolated",
			"exact":                   true,
			"confidence_level":        "medium",
			"lat":                     40.7482,
			"components.house_number": "350",
			"components.road":         "5TH AVE",
			"components.state_code":   "NY",
			"agreement":               nil,
			"partial":                 false,
			"sources.0.name":          "census",
			"sources.1.status":        "empty",
			"components.postcode":     "10118",
			"components.country_code": "us",
			"matched_address":         "350 5TH AVE, NEW YORK, NY, 10118",
		}},
		{"the house as well", upstreamtest.Answer{Body: photonHouse}, map[string]any{
			"source":           "photon",
			"match_level":      "house_number",
			"confidence_level": "high",
			"agreement.source": "census",
			"lat":              40.74844,
		}},
		{"a house elsewhere", upstreamtest.Answer{Body: photonElsewhere}, map[string]any{
			"source":              "census",
			"confidence_level":    "low",
			"agreement.source":    "photon",
			"candidates.0.source": "photon",
		}},
		{"the other source is down", upstreamtest.Answer{Status: 503}, map[string]any{
			"source":           "census",
			"partial":          true,
			"sources.1.status": "error",
		}},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			c.photon.URL = geotest.Photon + "/api"
			s, world := service(t, census, c.photon)
			status, got := s.Get("/geocode", "address", address)
			if status != http.StatusOK {
				t.Fatalf("%d %v", status, got)
			}
			handlertest.Holds(t, got, c.want)
			if asked := strings.Join(world.Asked(), " "); strings.Contains(asked, "nominatim") {
				t.Errorf("asked without need: %s", asked)
			}
		})
	}
}

func TestFrenchAddressesAreThoseOfTheNationalBase(t *testing.T) {
	nominatim := upstreamtest.Answer{URL: geotest.Nominatim + "/search", Body: `[]`}
	photon := upstreamtest.Answer{URL: geotest.Photon + "/api", Body: photonStreet}

	t.Run("the house", func(t *testing.T) {
		s, world := service(t, upstreamtest.Answer{URL: geotest.BAN + "?q=10+rue+de+Rivoli,+Paris", Body: banHouse})
		_, got := s.Get("/geocode", "address", "10 rue de Rivoli, Paris, France")
		handlertest.Holds(t, got, map[string]any{
			"source":            "ban",
			"match_level":       "house_number",
			"exact":             true,
			"confidence_level":  "high",
			"components.state":  "Île-de-France",
			"components.county": "Paris",
			"country_code":      "fr",
		})
		if len(world.Asked()) != 1 {
			t.Errorf("%q", world.Asked())
		}
	})

	t.Run("something else there, and the street on the map", func(t *testing.T) {
		s, _ := service(t, upstreamtest.Answer{URL: geotest.BAN, Body: banOther}, nominatim, photon)
		_, got := s.Get("/geocode", "address", "10 rue de Rivoli, Paris, France")
		handlertest.Holds(t, got, map[string]any{
			"source":                  "photon",
			"match_level":             "street",
			"exact":                   false,
			"confidence_level":        "low",
			"components.house_number": nil,
			"components.road":         "Rue de Rivoli",
			"unmatched.0":             10,
		})
	})
}

func TestNamesOfSeveralPlacesComeWithCandidates(t *testing.T) {
	s, _ := service(t, upstreamtest.Answer{URL: geotest.Nominatim + "/search?q=Springfield", Body: springfields})
	_, got := s.Get("/geocode", "address", "Springfield")
	handlertest.Holds(t, got, map[string]any{
		"ambiguous":          true,
		"confidence_level":   "low",
		"match_level":        "locality",
		"components.state":   "Illinois",
		"candidates.0.state": "Missouri",
		"candidates.1":       nil,
	})
}

// TestATownIsInTheStateThatIsNamed: a search gives towns of the name in other states as well, or alone.
func TestATownIsInTheStateThatIsNamed(t *testing.T) {
	s, _ := service(t,
		upstreamtest.Answer{URL: geotest.Nominatim + "/search", Body: springfields},
		upstreamtest.Answer{URL: geotest.Photon + "/*", Body: `{"features":[{"geometry":{"coordinates":[-93.2923,37.2090]},
"properties":{"type":"city","osm_key":"place","osm_value":"city","name":"Springfield","state":"Missouri","country":"United States",
"countrycode":"US"}}]}`})
	for address, state := range map[string]any{
		"Springfield, MO":               "Missouri", // the second
		"Springfield, Missouri":         "Missouri",
		"Springfield, Illinois, USA":    "Illinois",
		"Springfield, Wyoming":          nil,
		"Springfield, Wyoming, USA":     nil,
		"Springfield, New Mexico":       nil,
		"Springfield, British Columbia": nil,
	} {
		status, got := s.Get("/geocode", "address", address)
		if state == nil && status == http.StatusNotFound {
			continue
		}
		if components, _ := got["components"].(map[string]any); status != http.StatusOK || components["state"] != state {
			t.Errorf("%s: %d %v", address, status, got)
		}
	}
}

const (
	stopAtTheCorner = `{"features":[{"geometry":{"coordinates":[-73.9849,40.7486]},"properties":{"osm_key":"highway",
"osm_value":"bus_stop","name":"5 Av/W 34 St","street":"5th Avenue","city":"New York","state":"New York",
"country":"United States","countrycode":"US"}}]}`

	oneStreet = `{"features":[{"geometry":{"coordinates":[-73.9654,40.7741]},"properties":{"type":"street",
"osm_key":"highway","osm_value":"primary","name":"5th Avenue","city":"New York","state":"New York",
"country":"United States","countrycode":"US"}}]}`
)

func TestIntersectionIsNeverOneOfItsStreets(t *testing.T) {
	for _, c := range []struct {
		why    string
		photon string
		status int
		want   map[string]any
	}{
		{"a stop named for both", stopAtTheCorner, http.StatusOK, map[string]any{
			"match_level":      "intersection",
			"exact":            true,
			"confidence_level": "medium",
			"name":             "5 Av/W 34 St",
		}},
		{"one street", oneStreet, http.StatusOK, map[string]any{
			"match_level":      "street",
			"exact":            false,
			"confidence_level": "low",
			"unmatched.0":      "34th",
			"notes.0": "No source knows the intersection: this is a position on one of its streets, or another " +
				"place of the name.",
		}},
		{"nothing", geotest.NoFeatures, http.StatusNotFound, map[string]any{
			"detail": "no source knows this intersection; ask for one of its streets, or for a house or a shop at " +
				"the corner",
		}},
	} {
		t.Run(c.why, func(t *testing.T) {
			s, world := service(t, upstreamtest.Answer{URL: geotest.Photon + "/api", Body: c.photon},
				upstreamtest.Answer{URL: geotest.Nominatim + "/search", Body: `[]`})
			status, got := s.Get("/geocode", "address", "5th Ave & W 34th St, New York, NY")
			if status != c.status {
				t.Fatalf("%d %v", status, got)
			}
			handlertest.Holds(t, got, c.want)
			if asked := strings.Join(world.Asked(), " "); strings.Contains(asked, "census") {
				t.Errorf("the census knows houses only: %s", asked)
			}
		})
	}
}

func TestSourcesThatFailAreNotTakenForAnEmptyAnswer(t *testing.T) {
	down := upstreamtest.Answer{URL: geotest.Nominatim + "/search", Status: 503}
	empty := upstreamtest.Answer{URL: geotest.Nominatim + "/search", Body: `[]`}
	noPhoton := upstreamtest.Answer{URL: geotest.Photon + "/api", Body: geotest.NoFeatures}
	cases := []struct {
		why     string
		answers []upstreamtest.Answer
		want    int
	}{
		{"none knows it", []upstreamtest.Answer{empty, noPhoton}, http.StatusNotFound},
		{"one failed, the other does not know it", []upstreamtest.Answer{down, noPhoton}, http.StatusBadGateway},
		{"all failed", []upstreamtest.Answer{down, {URL: geotest.Photon + "/api", Status: 500}}, http.StatusBadGateway},
		{"garbage", []upstreamtest.Answer{
			{URL: geotest.Nominatim + "/search", Body: "<html>"}, {URL: geotest.Photon + "/api", Body: `{"features":[`},
		}, http.StatusBadGateway},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			s, _ := service(t, c.answers...)
			if status, got := s.Get("/geocode", "address", "Nowhere at all"); status != c.want {
				t.Errorf("%d %v, want %d", status, got, c.want)
			}
		})
	}
}

func TestTextOfCallersReachesSourcesAsItIs(t *testing.T) {
	const text = `O'Brien "Road" \ (1) & lat=1, Köln)`
	s, world := service(t, upstreamtest.Answer{URL: geotest.Nominatim + "/search", Body: `[]`},
		upstreamtest.Answer{URL: geotest.Photon + "/api", Body: geotest.NoFeatures})
	if status, _ := s.Get("/geocode", "address", text); status != http.StatusNotFound {
		t.Error(status)
	}
	const escaped = `q=O%27Brien+%22Road%22+%5C+%281%29+%26+lat%3D1%2C+K%C3%B6ln%29`
	for _, asked := range world.Asked() {
		if !strings.Contains(asked, escaped) {
			t.Errorf("asked %s", asked)
		}
	}
}

const reverseUS = `{"osm_type":"way","lat":"%s","lon":"%s","category":"building","type":"yes","place_rank":30,
"addresstype":"building","name":"","display_name":"4, Pier Road, Somewhere, United States",
"address":{"house_number":"4",
"road":"Pier Road","city":"%s","state":"%s","country":"United States","country_code":"us"},"importance":0.1,
"boundingbox":["%[1]s","%[1]s","%[2]s","%[2]s"]}`

func inUS(lat, lon, city, state string) string {
	return fmt.Sprintf(reverseUS, lat, lon, city, state)
}

func TestStatesAndCitiesOfPositions(t *testing.T) {
	cases := []struct {
		why      string
		lat, lon string
		answer   upstreamtest.Answer
		want     map[string]any
	}{
		{
			"Manhattan, where Weehawken is nearer", "40.7625", "-74.0005",
			upstreamtest.Answer{Body: inUS("40.7626", "-74.0004", "New York", "New York")},
			map[string]any{"nearest_state": "NY", "nearest_city": "New York City"},
		},
		{
			"on the border: the state of the map", "36.5951", "-82.1887",
			upstreamtest.Answer{Body: inUS("36.5952", "-82.1888", "Bristol", "Tennessee")},
			map[string]any{"nearest_state": "TN", "nearest_city": "Bristol"},
		},
		{
			"deep in a state, with an object over the border", "39.0", "-98.0",
			upstreamtest.Answer{Body: inUS("40.1", "-98.0", "Superior", "Nebraska")},
			map[string]any{"nearest_state": "KS", "match_level": "house_number"},
		},
		{
			"on the border, with an object far away", "36.5951", "-82.1887",
			upstreamtest.Answer{Body: inUS("36.7", "-82.2", "Abingdon", "Virginia")},
			map[string]any{"nearest_state": nil, "components.state_code": "VA"},
		},
		{
			"no address, in a state", "39.0", "-98.0",
			upstreamtest.Answer{Body: `{"error":"Unable to geocode"}`},
			map[string]any{
				"source":                "geonames",
				"nearest_state":         "KS",
				"country_code":          "us",
				"matched_address":       nil,
				"match_level":           nil,
				"components.state_code": "KS",
				"partial":               false,
			},
		},
		{
			"no address, on a border", "36.5951", "-82.1887",
			upstreamtest.Answer{Body: `{"error":"Unable to geocode"}`},
			map[string]any{
				"nearest_state": nil, "country_code": nil,
				"notes.1": "The position is too near to the border of a state to tell its state.",
			},
		},
		{
			"no address, in another country", "45.4215", "-75.6972",
			upstreamtest.Answer{Body: `{"error":"Unable to geocode"}`},
			map[string]any{"nearest_state": nil, "country_code": nil, "nearest_city": "Ottawa"},
		},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			c.answer.URL = geotest.Nominatim + "/reverse"
			s, _ := service(t, c.answer, upstreamtest.Answer{URL: geotest.Photon + "/reverse", Status: 503})
			status, got := s.Get("/geocode/reverse", "lat", c.lat, "lon", c.lon)
			if status != http.StatusOK {
				t.Fatalf("%d %v", status, got)
			}
			handlertest.Holds(t, got, c.want)
		})
	}

	t.Run("the open sea", func(t *testing.T) {
		s, _ := service(t, upstreamtest.Answer{
			URL:  geotest.Nominatim + "/reverse",
			Body: `{"error":"Unable to geocode"}`,
		})
		status, _ := s.Get("/geocode/reverse", "lat", "-48.8767", "lon", "-123.3933")
		if status != http.StatusNotFound {
			t.Error(status)
		}
	})
	t.Run("the nearest city alone is not sold when both maps are down", func(t *testing.T) {
		s, _ := service(t, upstreamtest.Answer{URL: geotest.Nominatim + "/reverse", Status: 503},
			upstreamtest.Answer{URL: geotest.Photon + "/reverse", Status: 503})
		for _, position := range [][2]string{{"-48.8767", "-123.3933"}, {"48.86", "2.35"}} {
			status, got := s.Get("/geocode/reverse", "lat", position[0], "lon", position[1])
			if status != http.StatusBadGateway {
				t.Errorf("%v: %d %v", position, status, got)
			}
		}
	})
}

// wayOf is a street's way on the map, with its line.
func wayOf(name, city, line string) string {
	return fmt.Sprintf(`{"osm_type":"way","osm_id":1,"lat":"52.51","lon":"13.39","category":"highway","type":"primary",
"place_rank":26,"addresstype":"road","importance":0.1,"name":%q,"display_name":"%s, %s","address":{"road":%q,"city":%q,
"country":"Deutschland","country_code":"de"},"boundingbox":["52.5","52.6","13.3","13.4"],
"geojson":{"type":"LineString","coordinates":%s}}`, name, name, city, name, city, line)
}

// TestIntersectionsAreWorkedOutFromLines: streets that share a point of the map meet there. A bridge shares none.
func TestIntersectionsAreWorkedOutFromLines(t *testing.T) {
	const (
		search = geotest.Nominatim + "/search?q="
		along  = `[[13.3900,52.5090],[13.3901,52.5103],[13.3902,52.5120]]`
		across = `[[13.3850,52.5102],[13.3901,52.5103],[13.3950,52.5104]]`
		above  = `[[13.3850,52.5102],[13.3950,52.5104]]`
	)
	street := wayOf("Friedrichstraße", "Berlin", along)
	for _, c := range []struct {
		why, other string
		want       map[string]any
	}{
		{"a point of both", wayOf("Leipziger Straße", "Berlin", across), map[string]any{
			"match_level":      "intersection",
			"intersection":     "computed",
			"exact":            true,
			"confidence_level": "medium",
			"lat":              52.5103,
			"lon":              13.3901,
			"place_type":       "junction",
			"matched_address":  "Friedrichstraße / Leipziger Straße, Berlin, Deutschland",
		}},
		{"a bridge", wayOf("Leipziger Straße", "Berlin", above), map[string]any{
			"match_level":      "street",
			"intersection":     "intersection_not_resolved",
			"exact":            false,
			"confidence_level": "low",
		}},
		{"a street of another name", wayOf("Leipziger Platz", "Berlin", across), map[string]any{
			"intersection":     "intersection_not_resolved",
			"confidence_level": "low",
		}},
		{"a second one that lies far from the first", wayOf("Leipziger Straße", "Berlin", across) + "," +
			wayOf("Leipziger Straße", "Berlin", `[[13.3902,52.5200],[13.3950,52.5200]]`) + "," +
			wayOf("Friedrichstraße", "Berlin", `[[13.3902,52.5120],[13.3902,52.5200]]`), map[string]any{
			"intersection": "computed",
		}},
		{"nothing", "", map[string]any{"intersection": "intersection_not_resolved"}},
	} {
		t.Run(c.why, func(t *testing.T) {
			s, _ := service(t,
				upstreamtest.Answer{URL: search + "Friedrichstraße+/+Leipziger+Straße,+Berlin", Body: "[" + street + "]"},
				upstreamtest.Answer{URL: search + "Friedrichstraße,+Berlin", Body: "[" + street + "]"},
				upstreamtest.Answer{URL: search + "Leipziger+Straße,+Berlin", Body: "[" + c.other + "]"},
				upstreamtest.Answer{URL: geotest.Photon + "/api", Body: geotest.NoFeatures})
			status, got := s.Get("/geocode", "address", "Friedrichstraße / Leipziger Straße, Berlin")
			if status != http.StatusOK {
				t.Fatalf("%d %v", status, got)
			}
			handlertest.Holds(t, got, c.want)
		})
	}
}

// TestIntersectionWhoseStreetsCouldNotBeReadIsNoAnswer: one street is not sold where the other could not be looked up.
func TestIntersectionWhoseStreetsCouldNotBeReadIsNoAnswer(t *testing.T) {
	const search = geotest.Nominatim + "/search?q="
	street := wayOf("Friedrichstraße", "Berlin", `[[13.39,52.509],[13.391,52.51]]`)
	s, _ := service(t,
		upstreamtest.Answer{URL: search + "Friedrichstraße+/+Leipziger+Straße,+Berlin", Body: "[" + street + "]"},
		upstreamtest.Answer{URL: search + "Friedrichstraße,+Berlin", Body: "[" + street + "]"},
		upstreamtest.Answer{URL: search + "Leipziger+Straße,+Berlin", Status: 503},
		upstreamtest.Answer{URL: geotest.Photon + "/api", Body: geotest.NoFeatures})
	if status, got := s.Get("/geocode", "address", "Friedrichstraße / Leipziger Straße, Berlin"); status < 500 {
		t.Errorf("%d %v", status, got)
	}
}
