// Package nppes reads the register of US health care providers, the National Plan and Provider Enumeration System.
package nppes

import (
	"bytes"
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the public API of the register, which needs no key. Every answer has HTTP status 200; errors are in the
// body. Deactivated numbers are not found.
var Provider = upstream.Provider{
	Name:          "nppes",
	Undeclared:    true,
	BaseURL:       "https://npiregistry.cms.hhs.gov/api",
	Docs:          "https://npiregistry.cms.hhs.gov/api-page",
	Attribution:   "CMS, National Plan and Provider Enumeration System (NPPES)",
	Terms:         "public domain (17 USC 105)",
	Checked:       "recorded 2019 and 2026-08",
	RatePerMinute: 300,
	Burst:         20,
	TTL:           12 * time.Hour,
}

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.Client(Provider)} }

// Types of numbers.
const (
	Individual   = "NPI-1"
	Organization = "NPI-2"
)

// Active is the status of a number in use.
const Active = "A"

// Record is a provider as the register publishes it. Authorised officials, mailing addresses and sex are left out.
type Record struct {
	NPI        text       `json:"number"`
	Type       string     `json:"enumeration_type"`
	Basic      Basic      `json:"basic"`
	OtherNames []Name     `json:"other_names"`
	Addresses  []Address  `json:"addresses"`
	Practices  []Address  `json:"practiceLocations"`
	Taxonomies []Taxonomy `json:"taxonomies"`
}

// Basic is who a provider is: a person has the parts of a name, an organisation one.
type Basic struct {
	First        string `json:"first_name"`
	Middle       string `json:"middle_name"`
	Last         string `json:"last_name"`
	Suffix       string `json:"name_suffix"`
	Credential   string `json:"credential"`
	Organization string `json:"organization_name"`
	Status       string `json:"status"`             // A for active
	Enumerated   string `json:"enumeration_date"`   // YYYY-MM-DD
	Updated      string `json:"last_updated"`       // YYYY-MM-DD
	Certified    string `json:"certification_date"` // YYYY-MM-DD, empty when the data were never certified
}

// Name is another name: a former one of a person, or one that an organisation does business under.
type Name struct {
	First        string `json:"first_name"`
	Last         string `json:"last_name"`
	Organization string `json:"organization_name"`
}

// Address is a place. The register publishes it as that of the business.
type Address struct {
	Purpose string `json:"address_purpose"` // LOCATION or MAILING
	Line1   string `json:"address_1"`
	Line2   string `json:"address_2"`
	City    string `json:"city"`
	State   string `json:"state"`
	ZIP     string `json:"postal_code"`
	Country string `json:"country_code"`
	Phone   string `json:"telephone_number"`
}

// Taxonomy is a field of work with the licence that the provider has stated for it.
type Taxonomy struct {
	Code    string `json:"code"`
	Desc    string `json:"desc"`
	License string `json:"license"`
	State   string `json:"state"`
	Primary bool   `json:"primary"`
}

// text is a value that older answers give as a number.
type text string

func (t *text) UnmarshalJSON(raw []byte) error {
	if len(raw) > 0 && raw[0] == '"' {
		return json.Unmarshal(raw, (*string)(t))
	}
	if !bytes.Equal(raw, []byte("null")) {
		*t = text(raw)
	}
	return nil
}

// Query is a search. At least a last name or an organisation has to be given.
type Query struct {
	First, Last  string
	Organization string // its beginning, if Begins
	Begins       bool
	State        string // two letters, of any address; empty for all
	Limit        int    // at most 200
}

// ByNumber is the provider with a number; NotFound for one that was never given or is deactivated.
func (c *Client) ByNumber(ctx context.Context, npi string) (*Record, error) {
	found, err := c.find(ctx, c.request().Query("number", npi))
	if err != nil {
		return nil, err
	}
	for i := range found {
		if string(found[i].NPI) == npi {
			return &found[i], nil
		}
	}
	return nil, upstream.NotFound.Errorf("nppes: no such number")
}

// Search finds providers by name, in the register's order.
func (c *Client) Search(ctx context.Context, q Query) ([]Record, error) {
	request := c.request().Query("limit", strconv.Itoa(q.Limit))
	if q.Organization != "" {
		name := plain(q.Organization)
		if q.Begins && len(name) >= 2 {
			name += "*"
		}
		request = request.Query("organization_name", name).Query("enumeration_type", Organization)
	} else {
		request = request.Query("last_name", plain(q.Last)).Query("enumeration_type", Individual)
		if q.First != "" {
			request = request.Query("first_name", plain(q.First))
		}
	}
	if q.State != "" {
		request = request.Query("state", q.State)
	}
	return c.find(ctx, request)
}

// plain leaves out the sign for any letters, which is ours to set.
func plain(name string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(name, "*", " ")), " ")
}

func (c *Client) request() *upstream.Request { return c.c.Get("/").Query("version", "2.1") }

func (c *Client) find(ctx context.Context, request *upstream.Request) ([]Record, error) {
	var answer struct {
		Results *[]Record `json:"results"`
	}
	if _, err := request.Check(refusal).JSON(ctx, &answer); err != nil {
		return nil, err
	}
	if answer.Results == nil {
		return nil, upstream.BadResponse.Errorf("nppes: an answer without results")
	}
	return *answer.Results, nil
}

// refusal reads an error out of an answer with status 200. Their texts are the register's own, never a caller's.
func refusal(resp *upstream.Response) error {
	var answer struct {
		Errors []struct {
			Description string `json:"description"`
			Number      text   `json:"number"`
		} `json:"Errors"`
	}
	if err := resp.JSON(&answer); err != nil {
		return err
	}
	if len(answer.Errors) > 0 {
		return upstream.Invalid.Errorf("nppes: error %s", answer.Errors[0].Number)
	}
	return nil
}
