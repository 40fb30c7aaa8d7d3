// Package nominatim reads Nominatim, the geocoder of OpenStreetMap: the position of addresses and places anywhere, and
// what lies at a position.
package nominatim

import (
	"context"
	"encoding/json"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Provider is the public server of the OpenStreetMap Foundation. Its usage policy allows an application one request a
// second, one at a time, with answers kept and the map's contributors named. An operator with much traffic runs a
// server of their own, and names it in UPSTREAM_NOMINATIM_URL: see docs/operations/lists.md.
var Provider = upstream.Provider{
	Name:          "nominatim",
	BaseURL:       "https://nominatim.openstreetmap.org",
	Docs:          "https://nominatim.org/release-docs/latest/api/Overview/",
	Attribution:   "© OpenStreetMap contributors, ODbL 1.0 (https://www.openstreetmap.org/copyright)",
	Terms:         "https://operations.osmfoundation.org/policies/nominatim/",
	Checked:       "recorded",
	RatePerMinute: 60,
	Burst:         1,
	Concurrency:   1,
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

// maxResults is the most that a search gives.
const maxResults = 10

// maxWays is the most that the server gives of anything.
const maxWays = 40

// Local asks for names in the language of the place.
const Local = "local"

// Place is an object of the map.
type Place struct {
	OSMType     string // node, way, relation; empty for postcodes, which are not objects
	Lat         float64
	Lon         float64
	Name        string // empty for houses without one
	DisplayName string
	Category    string // key of the main tag: highway, place, boundary, amenity
	Type        string // its value: residential, house, administrative, cafe
	AddressType string // what part of an address it is: road, city; empty in older answers
	Rank        int    // 4 country, 8 state, 16 city, 26 street, 30 house
	Importance  float64
	Address     map[string]string
	Odd         bool      // the address has a part by a name that is not documented
	Box         []float64 // south, north, west, east
}

// Way is a part of a street on the map. Ways that meet share a point to the last digit.
type Way struct {
	Place
	Line []Point
}

// Point is a position in degrees.
type Point struct {
	Lat float64
	Lon float64
}

// parts are the names of the parts of an address (nominatim.org/release-docs/latest/api/Output/#addressdetails). An
// object is named by the key of its main tag.
const parts = `
	continent country country_code region state state_district province county municipality city town village
	city_district district borough suburb subdivision hamlet croft isolated_dwelling neighbourhood allotments quarter
	city_block residential farm farmyard industrial commercial retail road house_number house_name postcode
	pedestrian footway path cycleway square locality place block
	emergency historic military natural landuse railway man_made aerialway boundary amenity aeroway club craft leisure
	office mountain_pass shop tourism bridge tunnel waterway building highway healthcare junction island islet
	archipelago water ocean sea power telecom sport`

// isPart says whether an address may have a part by that name. Codes of ISO 3166-2 have their level in it.
func isPart(name string) bool {
	return strings.HasPrefix(name, "ISO3166-2-") || slices.Contains(strings.Fields(parts), name)
}

// Client asks the server.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for the residence of the Prime Minister.
func probe(ctx context.Context, u *upstream.Client) error {
	places, err := (&Client{u}).Search(ctx, "10 Downing Street, London", "en")
	return upstream.Has(places, err, "address.postcode", "SW1A 2AA", func(p Place) bool {
		return p.Address["postcode"] == "SW1A 2AA"
	})
}

// Search finds places by a text, the best first. Names are in the language given, or in that of the place. No place is
// [upstream.NotFound].
func (c *Client) Search(ctx context.Context, text, language string) ([]Place, error) {
	found, err := c.search(ctx, text, language, "limit", strconv.Itoa(maxResults))
	if err != nil {
		return nil, err
	}

	return each.Of(found, func(r row) Place { return r.place() }), nil
}

// Ways finds the ways that a street by that name is made of on the map, with their lines. A long street has more than
// the server gives. No way is [upstream.NotFound].
func (c *Client) Ways(ctx context.Context, text, language string) ([]Way, error) {
	found, err := c.search(ctx, text, language,
		"limit", strconv.Itoa(maxWays), "dedupe", "0", "polygon_geojson", "1")
	if err != nil {
		return nil, err
	}

	var ways []Way
	for _, r := range found {
		line, err := r.Shape.line()
		if err != nil {
			return nil, err
		}
		if r.Category == "highway" && len(line) > 1 {
			ways = append(ways, Way{Place: r.place(), Line: line})
		}
	}
	if len(ways) == 0 {
		return nil, upstream.NotFound.Errorf("nominatim: no such street")
	}
	return ways, nil
}

// search finds objects, with further parameters of the request. None is [upstream.NotFound].
func (c *Client) search(ctx context.Context, text, language string, more ...string) (rows, error) {
	request := c.c.Get("/search").
		Query("q", text).
		Query("format", "jsonv2").
		Query("addressdetails", "1")
	for i := 0; i+1 < len(more); i += 2 {
		request.Query(more[i], more[i+1])
	}
	in(request, language)

	var found rows
	if _, err := request.JSON(ctx, &found); err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, upstream.NotFound.Errorf("nominatim: no such place")
	}
	return found, nil
}

// far is how many degrees the box of an object is never away from the position that it is nearest to.
const far = 2

// Reverse gives the object nearest to a position: a house, else a street, else the area that it is in. Where there is
// nothing it is [upstream.NotFound].
func (c *Client) Reverse(ctx context.Context, lat, lon float64, language string) (*Place, error) {
	request := c.c.Get("/reverse").
		Query("lat", coordinate(lat)).
		Query("lon", coordinate(lon)).
		Query("format", "jsonv2").
		Query("addressdetails", "1").
		Query("zoom", "18").
		Refusal(refused).
		NoRecord(http.StatusOK, upstream.Says("unable to geocode")).
		Check(upstream.Holds(func(r *row) error {
			outside := func(at float64, sides []scalar.Float) bool {
				return at < float64(sides[0])-far || at > float64(sides[1])+far
			}
			if outside(lat, r.Box) || outside(lon, r.Box[2:]) && math.Abs(lon) < 180-far {
				return upstream.BadResponse.Errorf("nominatim: a place that is far from the position")
			}
			return nil
		}))
	in(request, language)

	var answer row
	if _, err := request.JSON(ctx, &answer); err != nil {
		return nil, err
	}
	place := answer.place()
	return &place, nil
}

func in(request *upstream.Request, language string) {
	if language != Local {
		request.Query("accept-language", language)
	}
}

// refused reads the failures that come with status 200. That a position has nothing near it is one of them.
func refused(resp *upstream.Response) error {
	var failure struct {
		Error json.RawMessage `json:"error"`
	}
	if json.Unmarshal(resp.Body, &failure) != nil || len(failure.Error) == 0 {
		return nil
	}
	if strings.Contains(string(failure.Error), "Unable to geocode") {
		return upstream.NotFound.Errorf("nominatim: nothing is near")
	}
	return upstream.BadResponse.Errorf("nominatim: an error in place of an answer")
}

// row is a place. What is required is in all recordings; a place has those parts of an address that the map has.
type row struct {
	OSMType     string                 `json:"osm_type,omitempty"` // not of postcodes
	Lat         scalar.Float           `json:"lat" contract:"latitude"`
	Lon         scalar.Float           `json:"lon" contract:"longitude"`
	Name        string                 `json:"name,omitempty"`
	DisplayName string                 `json:"display_name"`
	Category    string                 `json:"category"`
	Type        string                 `json:"type"`
	AddressType string                 `json:"addresstype,omitempty"` // not in older answers
	Rank        int                    `json:"place_rank"`
	Importance  float64                `json:"importance"`
	Address     map[string]scalar.Text `json:"address"`
	Box         []scalar.Float         `json:"boundingbox"`
	Shape       shape                  `json:"geojson,omitzero"` // where it was asked for
}

// shape is the geometry of an object in GeoJSON.
type shape struct {
	Type        string          `json:"type"`
	Coordinates json.RawMessage `json:"coordinates"`
}

// line are the points of a line, none of another geometry.
func (s shape) line() ([]Point, error) {
	if s.Type != "LineString" {
		return nil, nil
	}

	var pairs [][]float64
	if err := json.Unmarshal(s.Coordinates, &pairs); err != nil {
		return nil, upstream.BadResponse.Errorf("nominatim: a line without its points")
	}
	line := make([]Point, 0, len(pairs))
	for _, pair := range pairs {
		if len(pair) < 2 {
			return nil, upstream.Lacks("geojson.coordinates[]")
		}
		line = append(line, Point{Lat: pair[1], Lon: pair[0]})
	}
	return line, nil
}

// Hold sees that the box has all its sides.
func (r row) Hold() error {
	if len(r.Box) != 4 {
		return upstream.Lacks("boundingbox[]")
	}
	return nil
}

type rows []row

// Hold sees that all boxes have their sides.
func (rs rows) Hold() error {
	for _, r := range rs {
		if err := r.Hold(); err != nil {
			return err
		}
	}
	return nil
}

func (r row) place() Place {
	place := Place{
		OSMType:     r.OSMType,
		Lat:         float64(r.Lat),
		Lon:         float64(r.Lon),
		Name:        r.Name,
		DisplayName: r.DisplayName,
		Category:    r.Category,
		Type:        r.Type,
		AddressType: r.AddressType,
		Rank:        r.Rank,
		Importance:  r.Importance,
		Address:     make(map[string]string, len(r.Address)),
	}

	for part, value := range r.Address {
		place.Address[part] = string(value)
		place.Odd = place.Odd || !isPart(part) && part != r.Category && part != r.Type && part != r.AddressType
	}
	for _, side := range r.Box {
		place.Box = append(place.Box, float64(side))
	}
	return place
}

func coordinate(degrees float64) string { return strconv.FormatFloat(degrees, 'f', -1, 64) }
