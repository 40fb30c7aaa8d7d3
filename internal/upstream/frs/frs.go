// Package frs reads EPA's Facility Registry Service, which gives every facility that some part of EPA knows one id.
package frs

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Provider is the service.
var Provider = upstream.Provider{
	Name:        "epa-frs",
	Undated:     true,
	BaseURL:     "https://frs-public.epa.gov/ords/frs_public2",
	Docs:        "https://www.epa.gov/frs/frs-rest-services",
	Attribution: "U.S. EPA, Facility Registry Service",
	Terms:       "public domain (17 USC 105)",
	Checked:     "recorded 2014",
	TTL:         24 * time.Hour,
	StaleFor:    6 * 24 * time.Hour,
	Timeout:     20 * time.Second,
	Retries:     1,
	MaxBytes:    16 << 20,
}

// Client calls the service.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for a plant by its registry number.
func probe(ctx context.Context, u *upstream.Client) error {
	found, err := (&Client{u}).ByRegistry(ctx, "110000868918")
	return upstream.Has(found, err, "RegistryId", "110000868918", func(f Facility) bool {
		return f.Registry == "110000868918"
	})
}

// Text is a value: all come as strings, or as null.
type Text = scalar.Text

// Facility is one entry of the registry.
type Facility struct {
	Registry Text `json:"RegistryId"`
	Name     Text `json:"FacilityName" contract:"nullable"`
	Street   Text `json:"LocationAddress,omitempty"`
	City     Text `json:"CityName,omitempty"`
	County   Text `json:"CountyName,omitempty"`
	State    Text `json:"StateAbbr,omitempty"`
	ZIP      Text `json:"ZipCode,omitempty"`
	FIPS     Text `json:"FIPSCode,omitempty"`
	Lat      Text `json:"Latitude83,omitempty" contract:"latitude"`
	Lon      Text `json:"Longitude83,omitempty" contract:"longitude"`
}

// ByRegistry is the facility with this id, or none.
func (c *Client) ByRegistry(ctx context.Context, registry string) ([]Facility, error) {
	list, err := facilities(ctx, c.request().Query("registry_id", registry))
	if slices.ContainsFunc(list, func(f Facility) bool { return string(f.Registry) != registry }) {
		return nil, upstream.BadResponse.Errorf("epa-frs: another facility")
	}
	return list, err
}

// ByName are the facilities with this in their name. state is two letters, or empty.
func (c *Client) ByName(ctx context.Context, name, state string) ([]Facility, error) {
	r := c.request().Query("facility_name", name)
	if state != "" {
		r = r.Query("state_abbr", state)
	}
	return facilities(ctx, r)
}

// Near are the facilities within so many miles.
func (c *Client) Near(ctx context.Context, lat, lon, miles float64) ([]Facility, error) {
	text := func(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
	return facilities(ctx, c.request().
		Query("latitude83", text(lat)).
		Query("longitude83", text(lon)).
		Query("search_radius", text(miles)))
}

func (c *Client) request() *upstream.Request {
	return c.c.Get("/frs_rest_services.get_facilities").Query("output", "JSON")
}

// facilities asks. The service says that there is none by an empty body or an empty list, gives one facility without a
// list around it, and writes JSON with lone backslashes and raw control characters in it.
func facilities(ctx context.Context, r *upstream.Request) ([]Facility, error) {
	resp, err := r.Check(func(resp *upstream.Response) error {
		_, err := read(resp.Body)
		return err
	}).Do(ctx)
	if err != nil {
		return nil, err
	}
	return read(resp.Body)
}

// read takes an answer in any of its forms. A list that is missing is no empty one.
func read(body []byte) ([]Facility, error) {
	body = bytes.TrimSpace(body)
	if len(body) == 0 || string(body) == "[]" {
		return nil, nil
	}
	if !json.Valid(body) {
		body = repaired(body)
	}

	var envelope struct {
		Results struct {
			Facilities json.RawMessage `json:"FRSFacility,omitempty"`
			Error      json.RawMessage `json:"Error,omitempty"`
		}
	}
	if err := upstream.Decode(body, &envelope); err != nil {
		return nil, err
	}
	results := envelope.Results
	if len(results.Error) > 0 && string(results.Error) != "null" {
		return nil, upstream.BadResponse.Errorf("an error instead of facilities")
	}

	list := bytes.TrimSpace(results.Facilities)
	if len(list) == 0 || string(list) == "null" {
		return nil, upstream.Lacks("Results.FRSFacility")
	}
	if list[0] == '{' {
		var one Facility
		err := upstream.Decode(list, &one)
		return []Facility{one}, err
	}
	var many []Facility
	err := upstream.Decode(list, &many)
	return many, err
}

// repaired doubles backslashes that begin no escape and drops control characters.
func repaired(body []byte) []byte {
	var out bytes.Buffer
	for i := 0; i < len(body); i++ {
		c := body[i]
		switch {
		case c < ' ':
			out.WriteByte(' ')
		case c == '\\' && i+1 < len(body) && strings.IndexByte(`"\/bfnrtu`, body[i+1]) >= 0:
			out.Write(body[i : i+2])
			i++
		case c == '\\':
			out.WriteString(`\\`)
		default:
			out.WriteByte(c)
		}
	}
	return out.Bytes()
}
