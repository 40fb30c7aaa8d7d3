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
	Undeclared:    true,
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
func New(pool *upstream.Pool) *Client { return &Client{pool.Client(Provider)} }

// Vehicle is what a VIN says. What the catalog does not know is empty, as most of its columns are.
type Vehicle struct {
	Make         scalar.Text `json:"Make"`
	Model        scalar.Text `json:"Model"`
	ModelYear    scalar.Text `json:"ModelYear"`
	Trim         scalar.Text `json:"Trim"`
	Series       scalar.Text `json:"Series"`
	BodyClass    scalar.Text `json:"BodyClass"`
	VehicleType  scalar.Text `json:"VehicleType"`
	DriveType    scalar.Text `json:"DriveType"`
	Cylinders    scalar.Text `json:"EngineCylinders"`
	Displacement scalar.Text `json:"DisplacementL"`
	Horsepower   scalar.Text `json:"EngineHP"`
	Fuel         scalar.Text `json:"FuelTypePrimary"`
	Manufacturer scalar.Text `json:"Manufacturer"`
	PlantCountry scalar.Text `json:"PlantCountry"`
	ErrorCode    scalar.Text `json:"ErrorCode"` // "0", or a list as in "1,11,400"
	ErrorText    scalar.Text `json:"ErrorText"`
	Suggested    scalar.Text `json:"SuggestedVIN"`
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

// Decode gives the vehicle of a VIN, also of one that is none: see [Vehicle.Clean]. A year other than 0 tells which of
// the two that the VIN can mean.
func (c *Client) Decode(ctx context.Context, vin string, year int) (*Vehicle, error) {
	request := c.c.Get("/DecodeVinValues/{}", vin).Query("format", "json")
	if year != 0 {
		request.Query("modelyear", strconv.Itoa(year))
	}

	resp, err := request.Check(func(resp *upstream.Response) error {
		_, err := read(resp)
		return err
	}).Do(ctx)
	if upstream.KindOf(err) == upstream.NotFound {
		return nil, upstream.BadResponse.Errorf("the decoder is gone: %v", err)
	}
	if err != nil {
		return nil, err
	}
	return read(resp)
}

func read(resp *upstream.Response) (*Vehicle, error) {
	var answer struct {
		Results []Vehicle `json:"Results"`
	}
	if err := resp.JSON(&answer); err != nil {
		return nil, err
	}
	if len(answer.Results) == 0 || answer.Results[0].ErrorCode == "" {
		return nil, upstream.BadResponse.Errorf("an answer without a vehicle")
	}
	return &answer.Results[0], nil
}
