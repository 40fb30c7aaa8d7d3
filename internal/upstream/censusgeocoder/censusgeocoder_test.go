package censusgeocoder

import (
	"context"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const (
	base       = "https://geocoding.geo.census.gov/geocoder"
	locations  = base + "/locations/onelineaddress?benchmark=Public_AR_Current&format=json"
	geographic = base + "/geographies/onelineaddress?vintage=Current_Current&format=json"
	positions  = base + "/geographies/coordinates?vintage=Current_Current&format=json"
)

func client(t *testing.T, answers ...upstreamtest.Answer) *Client {
	t.Helper()
	return New(upstreamtest.New(t, answers...).Pool(t, nil))
}

func TestRecordedMatch(t *testing.T) {
	c := client(t, upstreamtest.Answer{
		URL:  locations + "&address=1600+Pennsylvania+Avenue+NW,+Washington,+DC",
		Body: string(samples.Read(t, "census-geocoder/locations_address.json")),
	})
	got, err := c.Locate(t.Context(), " 1600 Pennsylvania Avenue NW,  Washington, DC")
	if err != nil || len(got) != 1 {
		t.Fatalf("%v %v", got, err)
	}
	want := Match{
		Address: "1600 PENNSYLVANIA AVE NW, WASHINGTON, DC, 20502",
		Lat:     38.898754,
		Lon:     -77.03535,
		Number:  "1600",
		Street:  "PENNSYLVANIA AVE NW",
		Name:    "PENNSYLVANIA",
		City:    "WASHINGTON",
		State:   "DC",
		ZIP:     "20502",
		From:    "1600",
		To:      "1698",
	}
	if got[0] != want {
		t.Errorf("%+v", got[0])
	}
}

func TestRecordedAreas(t *testing.T) {
	c := client(t,
		upstreamtest.Answer{
			URL:  geographic,
			Body: string(samples.Read(t, "census-geocoder/geographies_onelineaddress.json")),
		},
		upstreamtest.Answer{
			URL:  positions + "&x=-74&y=43",
			Body: string(samples.Read(t, "census-geocoder/geographies_coordinates.json")),
		},
	)

	t.Run("of an address, with a layer that failed", func(t *testing.T) {
		got, err := c.Geographies(t.Context(), "1600 Pennsylvania Avenue NW, Washington, DC, 20500")
		if err != nil || len(got) != 1 || got[0].Areas == nil {
			t.Fatalf("%v %v", got, err)
		}
		a := got[0].Areas
		if *a.County != (Area{"11001", "District of Columbia"}) || a.Tract.GEOID != "11001006202" ||
			a.State.GEOID != "11" || a.Block.GEOID != "110010062021031" {
			t.Errorf("%+v %+v %+v %+v", a.State, a.County, a.Tract, a.Block)
		}
	})

	t.Run("of a position", func(t *testing.T) {
		a, err := c.At(t.Context(), 43, -74)
		if err != nil {
			t.Fatal(err)
		}
		if *a.County != (Area{"36091", "Saratoga County"}) || a.State.Name != "New York" {
			t.Errorf("%+v %+v", a.State, a.County)
		}
	})
}

func TestAnswersWithoutAMatch(t *testing.T) {
	const failedLayer = `{"result":{"geographies":{"Counties":[{"status":"Layer query encountered an error"}]}}}`
	cases := []struct {
		why    string
		answer upstreamtest.Answer
		want   upstream.Kind
		at     upstream.Kind
	}{
		{"nothing fits", upstreamtest.Answer{Body: `{"result":{"addressMatches":[],"geographies":{}}}`},
			upstream.NotFound, upstream.NotFound},
		{"another answer", upstreamtest.Answer{Body: `{"message":"x"}`}, upstream.BadResponse, upstream.BadResponse},
		{"a page that is gone", upstreamtest.Answer{Status: 404}, upstream.BadResponse, upstream.BadResponse},
		{"layers that failed", upstreamtest.Answer{Body: failedLayer}, upstream.BadResponse, upstream.Unavailable},
		{"a match without a position",
			upstreamtest.Answer{Body: `{"result":{"addressMatches":[{"matchedAddress":"1 A ST"}]}}`},
			upstream.BadResponse, upstream.BadResponse},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			c.answer.URL = "https://geocoding.geo.census.gov/*"
			got := client(t, c.answer)
			if _, err := got.Locate(t.Context(), "1 Main St, Topeka, KS"); upstream.KindOf(err) != c.want {
				t.Errorf("an address: %v, want %s", err, c.want)
			}
			if _, err := got.At(t.Context(), 43, -74); upstream.KindOf(err) != c.at {
				t.Errorf("a position: %v, want %s", err, c.at)
			}
		})
	}

	for _, address := range []string{"", " \n", strings.Repeat("1 ", 200)} {
		if _, err := client(t).Locate(t.Context(), address); upstream.KindOf(err) != upstream.Invalid {
			t.Errorf("%.10q: %v", address, err)
		}
	}
}

func TestHouseNumbersThatAddressesBeginWith(t *testing.T) {
	for address, want := range map[string]string{
		"1600 PENNSYLVANIA AVE NW, WASHINGTON, DC, 20502": "1600",
		"12-34 47TH AVE, QUEENS, NY, 11101":               "12-34",
		"N MAIN ST & E 1ST ST, TOPEKA, KS, 66603":         "",
		"": "",
	} {
		if got := leadingNumber(address); got != want {
			t.Errorf("%q begins with %q, want %q", address, got, want)
		}
	}
}

func TestAnswersAreHeldToTheirContracts(t *testing.T) {
	const matches = "result.addressMatches[]"
	t.Run("an address", func(t *testing.T) {
		upstreamtest.Contract{
			Answer: upstreamtest.Answer{
				URL: Provider.BaseURL + "/geocoder/locations/onelineaddress",
				Body: `{"result":{"addressMatches":[{"matchedAddress":"1 A ST, B, DC, 20502","coordinates":{"x":-77,"y":38.9},
"addressComponents":{"fromAddress":"1","preQualifier":"","preDirection":"","preType":"","streetName":"A",
"suffixType":"ST","suffixDirection":"","suffixQualifier":"","city":"B","state":"DC","zip":"20502"}}]}}`,
			},
			Required: []string{
				"result", "result.addressMatches", matches + ".matchedAddress", matches + ".coordinates",
				matches + ".coordinates.x", matches + ".coordinates.y", matches + ".addressComponents",
				matches + ".addressComponents.city", matches + ".addressComponents.state",
				matches + ".addressComponents.zip", matches + ".addressComponents.streetName",
				matches + ".addressComponents.suffixType", matches + ".addressComponents.suffixDirection",
			},
			Optional: []string{matches + ".addressComponents.fromAddress"},
			NoRecord: []upstreamtest.Answer{{Body: `{"result":{"addressMatches":[]}}`}},
			Call: func(_ context.Context, pool *upstream.Pool) error {
				_, err := New(pool).Locate(t.Context(), "1 A St, B, DC")
				return err
			},
		}.Hold(t)
	})

	t.Run("a position", func(t *testing.T) {
		for _, c := range []struct {
			why, geographies string
			want             upstream.Kind
		}{
			{"in a county", `{"States":[{"GEOID":"36","NAME":"New York"}],"Counties":[{"GEOID":"36115","NAME":"Washington"}]}`, ""},
			{"in no county that is named", `{"States":[{"GEOID":"36","NAME":"New York"}]}`, upstream.BadResponse},
			{"at sea", `{}`, upstream.NotFound},
			{"at sea, by layer", `{"States":[],"Counties":[]}`, upstream.NotFound},
			{"a code by another name", `{"States":[{"GEO_ID":"36","NAME":"New York"}]}`, upstream.BadResponse},
			{"a layer by another name", `{"US States":[{"GEOID":"36"}]}`, upstream.BadResponse},
		} {
			t.Run(c.why, func(t *testing.T) {
				world := upstreamtest.New(t, upstreamtest.Answer{
					URL:  Provider.BaseURL + "/geocoder/geographies/coordinates",
					Body: `{"result":{"geographies":` + c.geographies + `}}`,
				})
				if _, err := New(world.Pool(t, nil)).At(t.Context(), 43, -73); upstream.KindOf(err) != c.want {
					t.Errorf("%v, want %s", err, c.want)
				}
			})
		}
	})
}
