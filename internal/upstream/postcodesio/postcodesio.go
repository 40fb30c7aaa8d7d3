// Package postcodesio reads postcodes.io: the centre of each postcode of the United Kingdom.
package postcodesio

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the public service, which needs no key.
var Provider = upstream.Provider{
	Name:    "postcodes_io",
	BaseURL: "https://api.postcodes.io",
	Docs:    "https://postcodes.io/docs/overview",
	Attribution: "postcodes.io: contains Ordnance Survey and Royal Mail data © Crown copyright and database right, " +
		"Open Government Licence 3.0",
	Terms:         "https://www.ons.gov.uk/methodology/geography/licences",
	Checked:       "recorded",
	RatePerMinute: 600,
	Burst:         10,
	Concurrency:   8,
	Retries:       1,
	TTL:           7 * 24 * time.Hour,
	StaleFor:      14 * 24 * time.Hour,
}

// Postcode is a postcode in use.
type Postcode struct {
	Code     string // "WR2 6NJ"
	Lat      float64
	Lon      float64
	District string // of local government: "Malvern Hills"
	Country  string // "England"
}

// Client asks the service.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for a postcode of Worcester.
func probe(ctx context.Context, u *upstream.Client) error {
	postcode, err := (&Client{u}).Find(ctx, "WR2 6NJ")
	return upstream.Fact(err, "result.country", "England", func() any { return postcode.Country })
}

// Find gives a postcode. One that is not in use, or has no position, is [upstream.NotFound].
func (c *Client) Find(ctx context.Context, code string) (*Postcode, error) {
	var answer struct {
		Result struct {
			Code     string   `json:"postcode" asked:"/postcodes/{}"`
			Lat      *float64 `json:"latitude" contract:"none latitude"` // null of the Channel Islands, as documented
			Lon      *float64 `json:"longitude" contract:"none longitude"`
			District string   `json:"admin_district" contract:"nullable"` // likewise
			Country  string   `json:"country"`
		} `json:"result"`
	}
	code = strings.ReplaceAll(strings.ToUpper(code), " ", "")
	_, err := c.c.Get("/postcodes/{}", code).
		NoRecord(http.StatusNotFound, upstream.Says("Postcode not found")). // recorded
		JSON(ctx, &answer)
	if err != nil {
		return nil, err
	}

	r := answer.Result
	if r.Lat == nil || r.Lon == nil {
		return nil, upstream.NotFound.Errorf("postcodes.io: a postcode without a position")
	}
	return &Postcode{
		Code:     r.Code,
		Lat:      *r.Lat,
		Lon:      *r.Lon,
		District: r.District,
		Country:  r.Country,
	}, nil
}
