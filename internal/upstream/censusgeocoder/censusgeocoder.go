// Package censusgeocoder reads the Census Geocoder of the U.S. Census Bureau: the position of an address in the United
// States and Puerto Rico, and the state, county, tract and block of a position.
//
// It knows streets and the ranges of house numbers along them, not single houses: a position is worked out along the
// range, and whether a house of that number stands there is not known.
package censusgeocoder

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Provider is the public service, which needs no key.
var Provider = upstream.Provider{
	Name:          "census_geocoder",
	Undeclared:    true,
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
	City    string // of the postal address: "WASHINGTON"
	State   string // two letters
	ZIP     string // five digits

	// From and To are the house numbers of the stretch, on this side of the street.
	From string
	To   string

	Areas *Areas // of Geographies; nil otherwise
}

// Areas are those that a position lies in. One that the service could not tell is nil.
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
func New(pool *upstream.Pool) *Client { return &Client{pool.Client(Provider)} }

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
		Result *struct {
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
		return nil, told(err)
	}
	if answer.Result == nil {
		return nil, upstream.BadResponse.Errorf("census geocoder: an answer without a result")
	}

	areas := answer.Result.Geographies.areas()
	if *areas == (Areas{}) {
		if answer.Result.Geographies.failed() {
			return nil, upstream.Unavailable.Errorf("census geocoder: its layers could not be asked")
		}
		return nil, upstream.NotFound.Errorf("census geocoder: no area of the United States")
	}
	return areas, nil
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
		Result *struct {
			Matches []match `json:"addressMatches"`
		} `json:"result"`
	}
	if _, err := request.JSON(ctx, &answer); err != nil {
		return nil, told(err)
	}
	if answer.Result == nil || answer.Result.Matches == nil {
		return nil, upstream.BadResponse.Errorf("census geocoder: an answer without a list of matches")
	}
	return read(answer.Result.Matches, areas)
}

// told makes a failure of a page that is gone: the service says that nothing fits by an empty list.
func told(err error) error {
	var failed *upstream.Error
	if errors.As(err, &failed) && failed.Kind == upstream.NotFound {
		gone := *failed
		gone.Kind = upstream.BadResponse
		return &gone
	}
	return err
}

// read leaves out matches without a position, and fails when none has one.
func read(rows []match, areas bool) ([]Match, error) {
	var list []Match
	for _, row := range rows {
		if row.Coordinates == nil {
			continue
		}
		m := row.match()
		if areas {
			m.Areas = row.Geographies.areas()
		}
		list = append(list, m)
	}

	switch {
	case len(rows) == 0:
		return nil, upstream.NotFound.Errorf("census geocoder: no stretch of street fits the address")
	case len(list) == 0:
		return nil, upstream.BadResponse.Errorf("census geocoder: matches without positions")
	}
	return list, nil
}

type match struct {
	Address     string `json:"matchedAddress"`
	Coordinates *struct {
		X float64 `json:"x"`
		Y float64 `json:"y"`
	} `json:"coordinates"`
	Parts struct {
		From            scalar.Text `json:"fromAddress"`
		To              scalar.Text `json:"toAddress"`
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
	Geographies geographies `json:"geographies"`
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
		City:    p.City,
		State:   p.State,
		ZIP:     string(p.ZIP),
		From:    string(p.From),
		To:      string(p.To),
	}
}

// leadingNumber is the house number that an address begins with, which stands in no member of its own.
func leadingNumber(address string) string {
	first, _, _ := strings.Cut(address, " ")
	if first == "" || first[0] < '0' || first[0] > '9' || strings.HasSuffix(first, ",") {
		return ""
	}
	return first
}

// geographies are the areas by the name of their layer. A layer that could not be asked has a row with a status only.
type geographies map[string]json.RawMessage

type area struct {
	GEOID  string `json:"GEOID"`
	Name   string `json:"NAME"`
	Status string `json:"status"`
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

func (g geographies) rows(layer string) []area {
	var rows []area
	if json.Unmarshal(g[layer], &rows) != nil {
		return nil
	}
	return rows
}

func (g geographies) first(layer string) *Area {
	rows := g.rows(layer)
	if len(rows) == 0 || rows[0].GEOID == "" {
		return nil
	}
	return &Area{GEOID: rows[0].GEOID, Name: rows[0].Name}
}

// failed says whether a layer answered with its failure.
func (g geographies) failed() bool {
	for layer := range g {
		for _, row := range g.rows(layer) {
			if row.GEOID == "" && row.Status != "" {
				return true
			}
		}
	}
	return false
}

func coordinate(degrees float64) string { return strconv.FormatFloat(degrees, 'f', -1, 64) }
