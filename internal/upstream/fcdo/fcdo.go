// Package fcdo reads the travel advice of the British Foreign, Commonwealth and Development Office on GOV.UK.
package fcdo

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the content API of GOV.UK, which needs no key and allows at most ten requests a second.
var Provider = upstream.Provider{
	Name:          "uk_fcdo",
	BaseURL:       "https://www.gov.uk/api/content",
	Docs:          "https://content-api.publishing.service.gov.uk/",
	Attribution:   "UK Foreign, Commonwealth & Development Office, Open Government Licence v3.0",
	Terms:         "https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/",
	Checked:       "official examples of 2015 and 2017",
	RatePerMinute: 300,
	Burst:         5,
	TTL:           time.Hour,
	StaleFor:      7 * 24 * time.Hour,
}

// Usual is the minimum number of countries in a complete index.
const Usual = 200

// Country is a line of the index.
type Country struct {
	Slug     string   `json:"slug"`
	Name     string   `json:"name"`
	Synonyms []string `json:"synonyms"`
}

// Advice is the page on a country. The publisher's schema (travel_advice) requires everything here: without its
// alerts a country would look safe.
type Advice struct {
	PublicUpdated time.Time `json:"public_updated_at"`
	Details       struct {
		Country struct {
			Slug string `json:"slug" asked:"/foreign-travel-advice/{}"`
			Name string `json:"name"`
		} `json:"country"`
		Alerts []string `json:"alert_status"`
		Parts  []Part   `json:"parts"`
	} `json:"details"`
}

// Part is a chapter of the page.
type Part struct {
	Slug string `json:"slug" contract:"said"`
	Body string `json:"body"` // HTML
}

// Part is the chapter with this slug, or nil.
func (a *Advice) Part(slug string) *Part {
	for i, p := range a.Details.Parts {
		if p.Slug == slug {
			return &a.Details.Parts[i]
		}
	}
	return nil
}

// The words of an alert.
const (
	EssentialParts = "avoid_all_but_essential_travel_to_parts"
	AllParts       = "avoid_all_travel_to_parts"
	EssentialWhole = "avoid_all_but_essential_travel_to_whole_country"
	AllWhole       = "avoid_all_travel_to_whole_country"
)

// Client reads the pages and keeps the index.
type Client struct {
	c     *upstream.Client
	Index *upstream.Dataset[[]Country]
}

// New registers the index with the pool, which loads it and checks for a newer one every six hours.
func New(pool *upstream.Pool) *Client {
	c := pool.Client(Provider)
	client := &Client{
		c: c,
		Index: upstream.NewDataset(pool, upstream.DatasetSpec[[]Country]{
			Name:   Provider.Name,
			Client: c,
			Every:  6 * time.Hour,
			Files: []upstream.File{{
				Name:    "index.json",
				Request: func(c *upstream.Client) *upstream.Request { return c.Get("/foreign-travel-advice") },
			}},
			Parse: read,
			Count: func(list []Country) int { return len(list) },
		}),
	}
	c.Probe(client.probe)
	return client
}

// probe asks for the advice on Albania.
func (c *Client) probe(ctx context.Context) error {
	advice, err := c.Advice(ctx, "albania")
	return upstream.Fact(err, "details.country.name", "Albania", func() any { return advice.Details.Country.Name })
}

// index is the list of pages.
type index struct {
	Links struct {
		Children []struct {
			Withdrawn bool `json:"withdrawn"`
			Details   struct {
				Country Country `json:"country"`
			} `json:"details"`
		} `json:"children"`
	} `json:"links"`
}

func read(dir fs.FS) ([]Country, error) {
	came, err := upstream.ReadJSON[index](dir, "index.json")
	if err != nil {
		return nil, fmt.Errorf("index of travel advice: %w", err)
	}

	var list []Country
	for _, child := range came.Links.Children {
		if !child.Withdrawn {
			list = append(list, child.Details.Country)
		}
	}
	if len(list) == 0 {
		return nil, errors.New("index of travel advice: no countries")
	}
	return list, nil
}

// Advice returns the page on the country with this slug from the index.
func (c *Client) Advice(ctx context.Context, slug string) (*Advice, error) {
	var advice Advice
	_, err := c.c.Get("/foreign-travel-advice/{}", slug).JSON(ctx, &advice)
	if err != nil {
		return nil, err
	}
	return &advice, nil
}
