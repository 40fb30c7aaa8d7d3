// Package crossref reads what publishers say of their works at Crossref.
package crossref

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the public API. It takes one call at a time and one search a second, with a mail address three; it
// allows more calls for a record, which are few.
var Provider = upstream.Provider{
	Name:        "crossref",
	Undated:     true,
	BaseURL:     "https://api.crossref.org",
	Docs:        "https://www.crossref.org/documentation/retrieve-metadata/rest-api/",
	Attribution: "Crossref",
	Terms:       "https://www.crossref.org/documentation/retrieve-metadata/ (facts, no restrictions)",
	Checked:     "recorded 2026-06",
	Keys: []upstream.Key{{
		Env:           "CROSSREF_MAILTO",
		Query:         "mailto",
		RatePerMinute: 180,
		Gives:         "three calls a second instead of one; the operator's own mail address",
	}},
	RatePerMinute: 60,
	Burst:         1,
	Concurrency:   1,
	TTL:           7 * 24 * time.Hour,
	StaleFor:      14 * 24 * time.Hour,
}

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for an article of 2012.
func probe(ctx context.Context, u *upstream.Client) error {
	work, err := (&Client{u}).Work(ctx, "10.1371/journal.pone.0033693")
	return upstream.Fact(err, "message.DOI", "10.1371/journal.pone.0033693", func() any { return work.DOI })
}

// Work is a work as its publisher registered it.
type Work struct {
	DOI       string    `json:"DOI"`
	Type      string    `json:"type"`
	Title     []string  `json:"title,omitempty"`
	Journal   []string  `json:"container-title,omitempty"`
	Publisher string    `json:"publisher,omitempty"`
	Issued    Date      `json:"issued"`
	Authors   []Author  `json:"author,omitempty"`
	Licenses  []License `json:"license,omitempty"`
	Citations int       `json:"is-referenced-by-count"`
	Updates   []Update  `json:"updated-by,omitempty"` // there only when the work has any
	Indexed   Date      `json:"indexed,omitempty"`
}

// Author is an author, or a group that has only a name. The schema of deposits asks for the family name of a person and
// not for the given one.
type Author struct {
	Given  string `json:"given,omitempty"`
	Family string `json:"family,omitempty"`
	Name   string `json:"name,omitempty"`  // of a group
	ORCID  string `json:"ORCID,omitempty"` // http://orcid.org/0000-0001-6187-6610
}

// License is a licence of one version of the work.
type License struct {
	URL     string `json:"URL"`
	Version string `json:"content-version"` // vor, am, tdm, stm-asf, unspecified
	Start   Date   `json:"start"`
}

// Update is a notice about the work: a correction, a retraction.
type Update struct {
	DOI     string `json:"DOI,omitempty"`
	Type    string `json:"type"`
	Source  string `json:"source,omitempty"` // publisher, retraction-watch
	Updated Date   `json:"updated,omitempty"`
}

// Date is a date as Crossref writes it: of a year, a month or a day.
type Date struct {
	Parts [][]*int `json:"date-parts"`          // [[2012, 3, 21]]; [[null]] when it is not known
	Time  string   `json:"date-time,omitempty"` // RFC 3339
}

// Known are the year, month and day, 0 for unknown parts.
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

// Matching are the works whose title, authors or journal match the words, best first, at most most. since leaves out
// what was published before that day, unless it is zero. Something always matches a word of many.
func (c *Client) Matching(ctx context.Context, words string, since time.Time, most int) ([]Work, error) {
	var answer struct {
		Message struct {
			Total int    `json:"total-results"`
			Items []Work `json:"items" counted:"total-results"`
		} `json:"message"`
	}
	request := c.c.Get("/works").
		Query("query.bibliographic", words).
		Query("rows", strconv.Itoa(most)).
		TTL(time.Hour)
	if !since.IsZero() {
		request.Query("filter", "from-pub-date:"+since.UTC().Format(time.DateOnly))
	}

	if _, err := request.JSON(ctx, &answer); err != nil {
		return nil, err
	}
	return answer.Message.Items, nil
}

// Work gives the work with this DOI, or [upstream.NotFound].
func (c *Client) Work(ctx context.Context, doi string) (*Work, error) {
	var answer struct {
		Message Work `json:"message"`
	}
	request := c.c.Get("/works/{}", doi).NoRecord(http.StatusNotFound, upstream.Says("resource not found"))
	if _, err := request.JSON(ctx, &answer); err != nil {
		return nil, err
	}
	if !strings.EqualFold(answer.Message.DOI, doi) {
		return nil, upstream.BadResponse.Errorf("not an answer about this DOI")
	}
	for _, a := range answer.Message.Authors {
		if a.Family == "" && a.Name == "" {
			return nil, &upstream.Error{Kind: upstream.BadResponse, Cause: upstream.Lacks("message.author[].family")}
		}
	}
	return &answer.Message, nil
}
