// Package photon reads Photon, a geocoder over OpenStreetMap that forgives misspellings: the position of addresses and
// places, and what lies at a position.
package photon

import (
	"context"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Provider is the public server of komoot. It asks for fair use without naming a number, and promises nothing. An
// operator with much traffic runs a server of their own, and names it in UPSTREAM_PHOTON_URL: see
// docs/operations/lists.md.
var Provider = upstream.Provider{
	Name:          "photon",
	BaseURL:       "https://photon.komoot.io",
	Docs:          "https://github.com/komoot/photon",
	Attribution:   "© OpenStreetMap contributors, ODbL 1.0 (https://www.openstreetmap.org/copyright); Photon by komoot",
	Terms:         "https://photon.komoot.io (fair use)",
	Checked:       "recorded",
	RatePerMinute: 60,
	Burst:         2,
	Concurrency:   2,
	Own: &upstream.Limits{
		RatePerMinute: 3000,
		Burst:         50,
		Concurrency:   16,
	},
	Retries:  -1,
	Timeout:  8 * time.Second, // the wait for one's turn is a part of it
	TTL:      48 * time.Hour,
	StaleFor: 14 * 24 * time.Hour,
}

const maxResults = "10"

// languages are those that the public server has names in; for others it is asked for those of the place.
var languages = []string{"en", "de", "fr"}

// Place is an object of the map. What is required is in all recordings; a place has those parts of an address that the
// map has. Photon leaves out what a place has not.
type Place struct {
	Lat         float64     `json:"-"`
	Lon         float64     `json:"-"`
	Kind        string      `json:"type,omitempty"` // house, street, locality, district, city, county, state
	Value       string      `json:"osm_value"`      // of the main tag: residential, city, hotel
	Name        string      `json:"name,omitempty"`
	HouseNumber scalar.Text `json:"housenumber,omitempty"`
	Street      string      `json:"street,omitempty"`
	Locality    string      `json:"locality,omitempty"`
	District    string      `json:"district,omitempty"`
	City        string      `json:"city,omitempty"`
	County      string      `json:"county,omitempty"`
	State       string      `json:"state,omitempty"`
	Postcode    scalar.Text `json:"postcode,omitempty"` // empty for a place with several
	Country     string      `json:"country,omitempty"`
	CountryCode string      `json:"countrycode,omitempty"` // two letters, upper case
	Extent      []float64   `json:"extent,omitempty"`      // west, north, east, south
	Odd         bool        `json:"-"`                     // a property has no known name, or is null
	Box         []float64   `json:"-"`                     // south, north, west, east
}

// Client asks the server.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for Paris.
func probe(ctx context.Context, u *upstream.Client) error {
	places, err := (&Client{u}).Search(ctx, "Paris", "en")
	return upstream.Has(places, err, "features", "Paris in France", func(p Place) bool { return p.CountryCode == "FR" })
}

// Search finds places by a text, the best first. No place is [upstream.NotFound].
func (c *Client) Search(ctx context.Context, text, language string) ([]Place, error) {
	return c.places(ctx, c.c.Get("/api").Query("q", text).Query("limit", maxResults), language)
}

// far is how many degrees no place is away that is near a position. Photon looks within a kilometre.
const far = 2

// Reverse returns what is near a position, the nearest first, or [upstream.NotFound].
func (c *Client) Reverse(ctx context.Context, lat, lon float64, language string) ([]Place, error) {
	request := c.c.Get("/reverse").Query("lat", coordinate(lat)).Query("lon", coordinate(lon))
	request.Check(upstream.Holds(func(fs *features) error {
		for _, f := range fs.Features {
			east := math.Abs(f.Geometry.Coordinates[0] - lon)
			if math.Abs(f.Geometry.Coordinates[1]-lat) > far || east > far && east < 360-far {
				return upstream.BadResponse.Errorf("photon: a place that is far from the position")
			}
		}
		return nil
	}))
	return c.places(ctx, request, language)
}

func (c *Client) places(ctx context.Context, request *upstream.Request, language string) ([]Place, error) {
	if !slices.Contains(languages, language) {
		language = "default"
	}

	var answer features
	if _, err := request.Query("lang", language).JSON(ctx, &answer); err != nil {
		return nil, err
	}
	if len(answer.Features) == 0 {
		return nil, upstream.NotFound.Errorf("photon: no such place")
	}

	return each.Of(answer.Features, func(f feature) Place { return f.place() }), nil
}

type features struct {
	Features []feature `json:"features"`
}

// feature is a place.
type feature struct {
	Geometry struct {
		Coordinates []float64 `json:"coordinates" contract:"position"`
	} `json:"geometry"`
	Properties Place `json:"properties"`
}

// known are the names of properties that are recorded or documented; extra has tags of the map.
const known = `osm_type osm_id type osm_key osm_value name housenumber street locality district city county state
	postcode country countrycode extent extra`

// UnmarshalJSON reads the properties, and sees whether there are others.
func (p *Place) UnmarshalJSON(raw []byte) error {
	type plain Place
	if err := upstream.Decode(raw, (*plain)(p)); err != nil {
		return err
	}

	var all map[string]json.RawMessage
	if err := json.Unmarshal(raw, &all); err != nil {
		return err
	}
	for name, value := range all {
		p.Odd = p.Odd || string(value) == "null" || !slices.Contains(strings.Fields(known), name)
	}
	return nil
}

func (f feature) place() Place {
	p := f.Properties
	p.Lat = f.Geometry.Coordinates[1]
	p.Lon = f.Geometry.Coordinates[0]
	p.CountryCode = strings.ToUpper(p.CountryCode)
	if strings.ContainsAny(string(p.Postcode), ";,") {
		p.Postcode = ""
	}
	if e := p.Extent; len(e) == 4 {
		p.Box = []float64{min(e[1], e[3]), max(e[1], e[3]), e[0], e[2]}
	}
	return p
}

func coordinate(degrees float64) string { return strconv.FormatFloat(degrees, 'f', -1, 64) }
