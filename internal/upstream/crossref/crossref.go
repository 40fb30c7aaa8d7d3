// Package crossref reads what publishers say of their works at Crossref.
package crossref

import (
	"context"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the public API. It takes one call at a time and five a second; with a mail address ten.
var Provider = upstream.Provider{
	Name:        "crossref",
	Undeclared:  true,
	BaseURL:     "https://api.crossref.org",
	Docs:        "https://www.crossref.org/documentation/retrieve-metadata/rest-api/",
	Attribution: "Crossref",
	Terms:       "https://www.crossref.org/documentation/retrieve-metadata/ (facts, no restrictions)",
	Checked:     "recorded 2026-06",
	Keys: []upstream.Key{{
		Env:           "CROSSREF_MAILTO",
		Query:         "mailto",
		RatePerMinute: 480,
		Gives:         "ten calls a second instead of five; the operator's own mail address",
	}},
	RatePerMinute: 240,
	Burst:         2,
	Concurrency:   1,
	TTL:           7 * 24 * time.Hour,
	StaleFor:      14 * 24 * time.Hour,
}

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.Client(Provider)} }

// Work is a work as its publisher registered it.
type Work struct {
	DOI       string    `json:"DOI"`
	Type      string    `json:"type"`
	Title     []string  `json:"title"`
	Journal   []string  `json:"container-title"`
	Publisher string    `json:"publisher"`
	Issued    Date      `json:"issued"`
	Authors   []Author  `json:"author"`
	Licenses  []License `json:"license"`
	Citations *int      `json:"is-referenced-by-count"`
	Updates   []Update  `json:"updated-by"`
	Indexed   Date      `json:"indexed"`
}

// Author is an author, or a group that has only a name.
type Author struct {
	Given  string `json:"given"`
	Family string `json:"family"`
	Name   string `json:"name"`
	ORCID  string `json:"ORCID"` // http://orcid.org/0000-0001-6187-6610
}

// License is a licence of one version of the work.
type License struct {
	URL     string `json:"URL"`
	Version string `json:"content-version"` // vor, am, tdm, stm-asf, unspecified
	Start   Date   `json:"start"`
}

// Update is a notice about the work: a correction, a retraction.
type Update struct {
	DOI     string `json:"DOI"`
	Type    string `json:"type"`
	Label   string `json:"label"`
	Source  string `json:"source"` // publisher, retraction-watch
	Updated Date   `json:"updated"`
}

// Date is a date as Crossref writes it: of a year, a month or a day.
type Date struct {
	Parts [][]*int `json:"date-parts"` // [[2012, 3, 21]]; [[null]] when it is not known
	Time  string   `json:"date-time"`  // RFC 3339
}

// Known are the year, the month and the day as far as they are known, 0 beyond.
func (d Date) Known() (year, month, day int) {
	parts := [3]int{}
	if len(d.Parts) > 0 {
		for i, p := range d.Parts[0] {
			if i == len(parts) || p == nil || *p <= 0 {
				break
			}
			parts[i] = *p
		}
	}
	return parts[0], parts[1], parts[2]
}

// Work gives the work with this DOI, or [upstream.NotFound].
func (c *Client) Work(ctx context.Context, doi string) (*Work, error) {
	type answer struct {
		Message *Work `json:"message"`
	}
	var a answer
	_, err := c.c.Get("/works/{}", doi).
		Check(func(resp *upstream.Response) error {
			var came answer
			if err := resp.JSON(&came); err != nil {
				return err
			}
			if came.Message == nil || !strings.EqualFold(came.Message.DOI, doi) {
				return upstream.BadResponse.Errorf("not an answer about this DOI")
			}
			return nil
		}).JSON(ctx, &a)
	if err != nil {
		return nil, err
	}
	return a.Message, nil
}
