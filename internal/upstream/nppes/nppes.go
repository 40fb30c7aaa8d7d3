// Package nppes reads the register of US health care providers, the National Plan and Provider Enumeration System.
package nppes

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Provider is the public API of the register, which needs no key. Every answer has HTTP status 200; errors are in the
// body. Deactivated numbers are not found.
var Provider = upstream.Provider{
	Name:          "nppes",
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
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for a provider by number.
func probe(ctx context.Context, u *upstream.Client) error {
	record, err := (&Client{u}).ByNumber(ctx, "1003000126")
	return upstream.Fact(err, "number", "1003000126", func() any { return record.NPI })
}

// Types of numbers.
const (
	Individual   = "NPI-1"
	Organization = "NPI-2"
)

// Statuses of numbers: in use, and not any more.
const (
	Active      = "A"
	Deactivated = "D"
)

// Record is a provider as the register publishes it. Authorised officials, mailing addresses and sex are left out. What
// is required is in the recordings of 2019 and 2026 alike.
type Record struct {
	NPI        scalar.Text `json:"number" contract:"key" asked:"number"` // a number in older answers
	Type       kind        `json:"enumeration_type"`
	Basic      Basic       `json:"basic"`
	OtherNames []Name      `json:"other_names"`
	Addresses  []Address   `json:"addresses"`
	Practices  []Address   `json:"practiceLocations,omitempty"` // not in older answers
	Taxonomies []Taxonomy  `json:"taxonomies"`
}

type kind string

// Words are the types of numbers.
func (kind) Words() []string { return []string{Individual, Organization} }

// Basic is who a provider is: a person has the parts of a name, an organisation one.
type Basic struct {
	First        string `json:"first_name,omitempty"`
	Middle       string `json:"middle_name,omitempty"`
	Last         string `json:"last_name,omitempty"`
	Suffix       string `json:"name_suffix,omitempty"`
	Credential   string `json:"credential,omitempty"`
	Organization string `json:"organization_name,omitempty"`
	Status       string `json:"status"`                       // A for active
	Enumerated   string `json:"enumeration_date"`             // YYYY-MM-DD
	Updated      string `json:"last_updated"`                 // YYYY-MM-DD
	Certified    string `json:"certification_date,omitempty"` // YYYY-MM-DD, absent of data that were never certified
}

// lacks is the required member that a record lacks, "" if there is none. An address without its purpose may be a home.
func (r Record) lacks() string {
	switch {
	case r.Type == Individual && r.Basic.Last == "":
		return "basic.last_name"
	case r.Type == Individual && r.Basic.First == "":
		return "basic.first_name"
	case r.Type == Organization && r.Basic.Organization == "":
		return "basic.organization_name"
	case slices.ContainsFunc(r.Addresses, func(a Address) bool { return a.Purpose == "" }):
		return "addresses[].address_purpose"
	}
	return ""
}

// Name is another name: a former one of a person, or one that an organisation does business under.
type Name struct {
	Code         string `json:"code,omitempty"`
	First        string `json:"first_name,omitempty"`
	Last         string `json:"last_name,omitempty"`
	Organization string `json:"organization_name,omitempty"`
}

// codeFormerLegal is the code of a former legal name of an organisation (NPPES Data Dissemination, "Code Values": 3 is
// a name it does business under, 5 any other).
const codeFormerLegal = "4"

// FormerlyLegal says whether an organisation had the name by law.
func (n Name) FormerlyLegal() bool { return n.Code == codeFormerLegal }

// Address is a place. The register publishes it as that of the business; parts that it does not have are absent.
type Address struct {
	Purpose string `json:"address_purpose,omitempty"` // LOCATION or MAILING; not of practice locations
	Line1   string `json:"address_1,omitempty"`
	Line2   string `json:"address_2,omitempty"`
	City    string `json:"city,omitempty"`
	State   string `json:"state,omitempty"`
	ZIP     string `json:"postal_code,omitempty"`
	Country string `json:"country_code,omitempty"`
	Phone   string `json:"telephone_number,omitempty"`
}

// Taxonomy is a field of work with the licence that the provider has stated for it, "" if there is none.
type Taxonomy struct {
	Code    string `json:"code"`
	Desc    string `json:"desc,omitempty"`
	License string `json:"license"`
	State   string `json:"state,omitempty"`
	Primary bool   `json:"primary"`
}

// MostRecords is how many records one answer has at most.
const MostRecords = 200

// Query is a search. A first name, a last name or an organisation has to be given; one that ends in * is a beginning,
// of two letters or more. A whole first name also finds nicknames, by the register's own table
// (use_first_name_alias).
type Query struct {
	First, Last  string
	Organization string
	State        string // two letters, of any address; empty for all
	Limit        int    // at most MostRecords
}

// ByNumber is the provider with a number; NotFound for one that was never given or is deactivated.
func (c *Client) ByNumber(ctx context.Context, npi string) (*Record, error) {
	found, err := c.find(ctx, c.request().Query("number", npi))
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, upstream.NotFound.Errorf("nppes: no such number")
	}
	return &found[0], nil
}

// Search finds providers by name, in the register's order.
func (c *Client) Search(ctx context.Context, q Query) ([]Record, error) {
	kind := Individual
	if q.Organization != "" {
		kind = Organization
	}
	request := c.request().Query("limit", strconv.Itoa(q.Limit)).Query("enumeration_type", kind)

	for _, criterion := range []struct{ name, value string }{
		{"organization_name", plain(q.Organization)},
		{"last_name", plain(q.Last)},
		{"first_name", plain(q.First)},
		{"state", q.State},
	} {
		if criterion.value != "" {
			request = request.Query(criterion.name, criterion.value)
		}
	}
	return c.find(ctx, request)
}

// plain leaves out the sign for any letters, except behind a beginning that is long enough.
func plain(name string) string {
	beginning, begins := strings.CutSuffix(name, "*")
	beginning = strings.Join(strings.Fields(strings.ReplaceAll(beginning, "*", " ")), " ")
	if begins && len(beginning) >= 2 {
		return beginning + "*"
	}
	return beginning
}

func (c *Client) request() *upstream.Request { return c.c.Get("/").Query("version", "2.1") }

func (c *Client) find(ctx context.Context, request *upstream.Request) ([]Record, error) {
	type answer struct {
		Count   scalar.Int `json:"result_count"`
		Results []Record   `json:"results" counted:"result_count"`
	}
	var came answer

	_, err := request.Refusal(refusal).Check(upstream.Holds(func(read *answer) error {
		for _, r := range read.Results {
			if member := r.lacks(); member != "" {
				return upstream.Lacks("results[]." + member)
			}
		}
		return nil
	})).JSON(ctx, &came)

	return came.Results, err
}

// refusal reads an error out of an answer with status 200. Their texts are the register's own, never a caller's.
func refusal(resp *upstream.Response) error {
	var answer struct {
		Errors []struct {
			Number scalar.Text `json:"number"`
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
