// Package censusgeocoder reads the Census Geocoder of the U.S. Census Bureau: the position of an address in the United
// States and Puerto Rico, and the state, county, tract and block of a position.
//
// It knows streets and the ranges of house numbers along them, not single houses: a position is computed along the
// range, and whether a house with that number exists is not known.
package censusgeocoder

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Provider is the public service, which needs no key.
var Provider = upstream.Provider{
	Name:          "census_geocoder",
	BaseURL:       "https://geocoding.geo.census.gov",
	Docs:          "https://geocoding.geo.census.gov/geocoder/Geocoding_Services_API.html",
	Attribution:   "U.S. Census Bureau, Census Geocoder",
	Terms:         "public domain (17 USC 105)",
	Checked:       "recorded 2017-11",
	RatePerMinute: 600,
	Burst:         10,
	Concurrency:   8,
	Retries:       1,
	TTL:           24 * time.Hour,
	StaleFor:      14 * 24 * time.Hour,
}

// The newest address ranges, and the newest borders.
const (
	benchmark = "Public_AR_Current"
	vintage   = "Current_Current"
)

// maxAddress is the length of the longest address that the service is asked for.
const maxAddress = 300

// Match is a stretch of street that fits an address, with the position worked out along it.
type Match struct {
	Address string  // "1600 PENNSYLVANIA AVE NW, WASHINGTON, DC, 20502"
	Lat     float64 // degrees, WGS 84
	Lon     float64
	Number  string // the house number asked for: "1600"; empty when Address has none
	Street  string // "PENNSYLVANIA AVE NW"
	Name    string // the street's, without direction and kind: "PENNSYLVANIA"
	City    string // of the postal address: "WASHINGTON"
	State   string // two letters
	ZIP     string // five digits

	// From and To are the house numbers of the stretch, on this side of the street.
	From string
	To   string

	Areas *Areas // of Geographies; nil otherwise
}

// Areas are those that contain a position. One that the service could not determine is nil.
type Areas struct {
	State  *Area
	County *Area
	Tract  *Area
	Block  *Area
}

// Area is a state, county, tract or block.
type Area struct {
	GEOID string // the FIPS codes put together: "36", "36091", "36091061500", "360910615002076"
	Name  string // "New York", "Saratoga County", "Census Tract 615", "Block 2076"
}

// Client asks the service.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for the White House.
func probe(ctx context.Context, u *upstream.Client) error {
	matches, err := (&Client{u}).Locate(ctx, "1600 Pennsylvania Ave NW, Washington, DC 20500")
	return upstream.Has(matches, err, "addressMatches", "a match in Washington", func(m Match) bool {
		return m.City == "WASHINGTON"
	})
}

// Locate gives what fits an address with a house number and a street, in one line; the best first. An address that
// nothing fits is [upstream.NotFound]. A place without a street always is.
func (c *Client) Locate(ctx context.Context, address string) ([]Match, error) {
	return c.matches(ctx, "/geocoder/locations/onelineaddress", address, false)
}

// Geographies is Locate with the areas that each match lies in.
func (c *Client) Geographies(ctx context.Context, address string) ([]Match, error) {
	return c.matches(ctx, "/geocoder/geographies/onelineaddress", address, true)
}

// At gives the areas of a position. One outside the United States and its territories is [upstream.NotFound].
func (c *Client) At(ctx context.Context, lat, lon float64) (*Areas, error) {
	var answer struct {
		Result struct {
			Input       input       `json:"input,omitzero"`
			Geographies geographies `json:"geographies"`
		} `json:"result"`
	}
	_, err := c.c.Get("/geocoder/geographies/coordinates").
		Query("x", coordinate(lon)).
		Query("y", coordinate(lat)).
		Query("benchmark", benchmark).
		Query("vintage", vintage).
		Query("format", "json").
		JSON(ctx, &answer)
	if err != nil {
		return nil, err
	}

	areas := answer.Result.Geographies.areas()
	switch {
	case areas.State != nil && areas.County != nil:
		return areas, nil
	case answer.Result.Geographies.failed():
		return nil, upstream.Unavailable.Errorf("census geocoder: its layers could not be asked")
	case answer.Result.Geographies.unread():
		return nil, upstream.BadResponse.Errorf("census geocoder: layers or areas by other names")
	}
	return nil, upstream.NotFound.Errorf("census geocoder: no state and county of the United States")
}

func (c *Client) matches(ctx context.Context, path, address string, areas bool) ([]Match, error) {
	address = strings.Join(strings.Fields(address), " ")
	if address == "" || len(address) > maxAddress {
		return nil, upstream.Invalid.Errorf("census geocoder: an address of %d bytes", len(address))
	}

	request := c.c.Get(path).
		Query("address", address).
		Query("benchmark", benchmark).
		Query("format", "json")
	if areas {
		request.Query("vintage", vintage)
	}

	var answer struct {
		Result struct {
			Input   input   `json:"input,omitzero"`
			Matches []match `json:"addressMatches"`
		} `json:"result"`
	}
	if _, err := request.JSON(ctx, &answer); err != nil {
		return nil, err
	}
	return read(answer.Result.Matches, areas)
}

// read gives the matches: none is [upstream.NotFound], as the service says by an empty list that nothing fits.
func read(rows []match, areas bool) ([]Match, error) {
	if len(rows) == 0 {
		return nil, upstream.NotFound.Errorf("census geocoder: no stretch of street fits the address")
	}

	var list []Match
	for _, row := range rows {
		m := row.match()
		if areas {
			m.Areas = row.Geographies.areas()
		}
		list = append(list, m)
	}
	return list, nil
}

// input repeats what was asked for.
type input struct {
	Address struct {
		Line string `json:"address,omitempty" asked:"address"`
	} `json:"address,omitzero"`
	Location struct {
		X *float64 `json:"x,omitempty" asked:"x"`
		Y *float64 `json:"y,omitempty" asked:"y"`
	} `json:"location,omitzero"`
}

// match is a row of an answer. Parts that an address does not have are empty, and there (recorded).
type match struct {
	Address     string `json:"matchedAddress"`
	Coordinates struct {
		X float64 `json:"x" contract:"longitude"`
		Y float64 `json:"y" contract:"latitude"`
	} `json:"coordinates"`
	Parts struct {
		From            scalar.Text `json:"fromAddress,omitempty"`
		To              scalar.Text `json:"toAddress,omitempty"`
		PreQualifier    string      `json:"preQualifier"`
		PreDirection    string      `json:"preDirection"`
		PreType         string      `json:"preType"`
		StreetName      string      `json:"streetName"`
		SuffixType      string      `json:"suffixType"`
		SuffixDirection string      `json:"suffixDirection"`
		SuffixQualifier string      `json:"suffixQualifier"`
		City            string      `json:"city"`
		State           string      `json:"state"`
		ZIP             scalar.Text `json:"zip"`
	} `json:"addressComponents"`
	Geographies geographies `json:"geographies,omitempty"` // where they were asked for
}

func (row match) match() Match {
	p := row.Parts
	street := strings.Join(strings.Fields(strings.Join([]string{
		p.PreQualifier,
		p.PreDirection,
		p.PreType,
		p.StreetName,
		p.SuffixType,
		p.SuffixDirection,
		p.SuffixQualifier,
	}, " ")), " ")

	return Match{
		Address: row.Address,
		Lat:     row.Coordinates.Y,
		Lon:     row.Coordinates.X,
		Number:  leadingNumber(row.Address),
		Street:  street,
		Name:    p.StreetName,
		City:    p.City,
		State:   p.State,
		ZIP:     string(p.ZIP),
		From:    string(p.From),
		To:      string(p.To),
	}
}

// leadingNumber is the house number that an address begins with, which has no member of its own.
func leadingNumber(address string) string {
	first, _, _ := strings.Cut(address, " ")
	if first == "" || first[0] < '0' || first[0] > '9' || strings.HasSuffix(first, ",") {
		return ""
	}
	return first
}

// geographies are the areas by the name of their layer. A layer that could not be asked has a row with a status only.
type geographies map[string][]area

type area struct {
	GEOID  string `json:"GEOID,omitempty"`
	Name   string `json:"NAME,omitempty"`
	Status string `json:"status,omitempty"` // of a layer that failed
}

// areas reads the layers whose names stay; that of blocks begins with the year of the census in older vintages.
func (g geographies) areas() *Areas {
	areas := &Areas{
		State:  g.first("States"),
		County: g.first("Counties"),
		Tract:  g.first("Census Tracts"),
	}
	for layer := range g {
		if strings.HasSuffix(layer, "Census Blocks") {
			areas.Block = g.first(layer)
		}
	}
	return areas
}

func (g geographies) first(layer string) *Area {
	rows := g[layer]
	if len(rows) == 0 || rows[0].GEOID == "" {
		return nil
	}
	return &Area{GEOID: rows[0].GEOID, Name: rows[0].Name}
}

// unread says whether layers have rows without a readable area: they have other names, or other codes.
func (g geographies) unread() bool {
	for layer := range g {
		if len(g[layer]) > 0 {
			return true
		}
	}
	return false
}

// failed says whether a layer answered with its failure.
func (g geographies) failed() bool {
	for layer := range g {
		for _, row := range g[layer] {
			if row.GEOID == "" && row.Status != "" {
				return true
			}
		}
	}
	return false
}

func coordinate(degrees float64) string { return strconv.FormatFloat(degrees, 'f', -1, 64) }
