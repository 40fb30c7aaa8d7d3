// Package unpaywall finds free copies of articles by their DOI.
package unpaywall

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the API, which wants the mail address of the caller.
var Provider = upstream.Provider{
	Name:        "unpaywall",
	Undated:     true,
	BaseURL:     "https://api.unpaywall.org/v2",
	Docs:        "https://unpaywall.org/products/api",
	Attribution: "Unpaywall, CC0 1.0",
	Terms:       "https://unpaywall.org/products/api (100,000 calls a day)",
	Checked:     "recorded 2020",
	Keys: []upstream.Key{{
		Env:      "UNPAYWALL_EMAIL",
		Required: true,
		Query:    "email",
		Gives:    "free copies by Unpaywall in /scholar/oa; the operator's own mail address",
	}},
	RatePerMinute: 300,
	Burst:         5,
	TTL:           7 * 24 * time.Hour,
	StaleFor:      14 * 24 * time.Hour,
}

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for an article of 2020.
func probe(ctx context.Context, u *upstream.Client) error {
	article, err := (&Client{u}).Article(ctx, "10.1016/j.tmaid.2020.101663")
	return upstream.Fact(err, "year", "2020", func() any { return article.Year })
}

// Article is what is known about a DOI.
type Article struct {
	DOI         string     `json:"doi"`
	Title       string     `json:"title,omitempty"`
	Genre       string     `json:"genre,omitempty"`
	Journal     string     `json:"journal_name,omitempty"`
	Publisher   string     `json:"publisher,omitempty"`
	Year        int        `json:"year,omitempty"`
	Date        string     `json:"published_date,omitempty"`
	Open        bool       `json:"is_oa"`
	Status      string     `json:"oa_status"` // diamond, gold, hybrid, bronze, green, closed
	JournalOpen *bool      `json:"journal_is_oa,omitempty"`
	InDOAJ      *bool      `json:"journal_is_in_doaj,omitempty"`
	Best        *Location  `json:"best_oa_location"`
	Locations   []Location `json:"oa_locations"`
	Authors     []Author   `json:"z_authors,omitempty"`
}

// Location is a free copy.
type Location struct {
	URL         string `json:"url" contract:"nullable"`
	PDF         string `json:"url_for_pdf" contract:"nullable"`
	Landing     string `json:"url_for_landing_page" contract:"nullable"`
	Host        string `json:"host_type" contract:"nullable"` // publisher, repository
	License     string `json:"license" contract:"nullable"`
	Version     string `json:"version" contract:"nullable"` // submittedVersion, acceptedVersion, publishedVersion
	Institution string `json:"repository_institution,omitempty"`
}

// Author is one of the authors, or a group that has only a name. Newer answers have the name as it was printed.
type Author struct {
	Given  string `json:"given,omitempty"`
	Family string `json:"family,omitempty"`
	Name   string `json:"name,omitempty"` // of a group
	Raw    string `json:"raw_author_name,omitempty"`
	ORCID  string `json:"ORCID,omitempty"`
}

// Article returns what is known about the DOI in lower case, or [upstream.NotFound].
func (c *Client) Article(ctx context.Context, doi string) (*Article, error) {
	var article Article
	request := c.c.Get("/{}", doi).
		NoRecord(http.StatusNotFound, upstream.Says(`"http_status_code"`)).
		AcceptStatus(http.StatusUnprocessableEntity).
		Refusal(func(resp *upstream.Response) error {
			if resp.Status == http.StatusUnprocessableEntity {
				return upstream.Unauthorized.Errorf("the mail address is refused")
			}
			return nil
		})
	if _, err := request.JSON(ctx, &article); err != nil {
		return nil, err
	}
	if !strings.EqualFold(article.DOI, doi) {
		return nil, upstream.BadResponse.Errorf("not an answer about this DOI")
	}
	return &article, nil
}
