// Package vpic decodes vehicle identification numbers by what manufacturers told NHTSA (Product Information Catalog and
// Vehicle Listing).
package vpic

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Provider is the public API. Its limit is not published; a few requests a second are borne.
var Provider = upstream.Provider{
	Name:          "nhtsa_vpic",
	BaseURL:       "https://vpic.nhtsa.dot.gov/api/vehicles",
	Docs:          "https://vpic.nhtsa.dot.gov/api/",
	Attribution:   "NHTSA Product Information Catalog and Vehicle Listing (vPIC)",
	Terms:         "public domain (US Government work)",
	Checked:       "recorded, one vehicle, before 2025",
	RatePerMinute: 120,
	Burst:         4,
	TTL:           30 * 24 * time.Hour,
	StaleFor:      30 * 24 * time.Hour,
	Timeout:       15 * time.Second,
}

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for a car of 2018.
func probe(ctx context.Context, u *upstream.Client) error {
	vehicle, err := (&Client{u}).Decode(ctx, "WA1A4AFY2J2008189", 0)
	return upstream.Fact(err, "Make", "AUDI", func() any { return vehicle.Make })
}

// Vehicle is what a VIN says. What the catalog does not know is empty, as most of its columns are. It gives all
// columns; those that only describe may be absent.
type Vehicle struct {
	VIN          scalar.Text `json:"VIN,omitempty" asked:"/DecodeVinValues/{}"`
	Make         scalar.Text `json:"Make"`
	Model        scalar.Text `json:"Model"`
	ModelYear    scalar.Text `json:"ModelYear"`
	Trim         scalar.Text `json:"Trim,omitempty"`
	Series       scalar.Text `json:"Series,omitempty"`
	BodyClass    scalar.Text `json:"BodyClass,omitempty"`
	VehicleType  scalar.Text `json:"VehicleType,omitempty"`
	DriveType    scalar.Text `json:"DriveType,omitempty"`
	Cylinders    scalar.Text `json:"EngineCylinders,omitempty"`
	Displacement scalar.Text `json:"DisplacementL,omitempty"`
	Horsepower   scalar.Text `json:"EngineHP,omitempty"`
	Fuel         scalar.Text `json:"FuelTypePrimary,omitempty"`
	Manufacturer scalar.Text `json:"Manufacturer"`
	PlantCountry scalar.Text `json:"PlantCountry,omitempty"`
	ErrorCode    scalar.Text `json:"ErrorCode"` // "0", or a list as in "1,11,400"
	ErrorText    scalar.Text `json:"ErrorText,omitempty"`
	Suggested    scalar.Text `json:"SuggestedVIN,omitempty"`
}

// Clean is true when the catalog found nothing wrong with the VIN.
func (v *Vehicle) Clean() bool {
	for code := range strings.SplitSeq(string(v.ErrorCode), ",") {
		if strings.TrimSpace(code) != "0" {
			return false
		}
	}
	return true
}

// Decode returns the vehicle of a VIN, even of an invalid one: see [Vehicle.Clean]. A year other than 0 tells which of
// the two that the VIN can mean.
func (c *Client) Decode(ctx context.Context, vin string, year int) (*Vehicle, error) {
	request := c.c.Get("/DecodeVinValues/{}", vin).Query("format", "json")
	if year != 0 {
		request.Query("modelyear", strconv.Itoa(year))
	}

	type answer struct {
		Results []Vehicle `json:"Results"`
	}
	var came answer
	_, err := request.Check(func(resp *upstream.Response) error {
		var read answer
		if err := resp.JSON(&read); err != nil {
			return err
		}
		if len(read.Results) == 0 || read.Results[0].ErrorCode == "" {
			return upstream.BadResponse.Errorf("an answer without a vehicle")
		}
		return nil
	}).JSON(ctx, &came)
	if err != nil {
		return nil, err
	}
	return &came.Results[0], nil
}
