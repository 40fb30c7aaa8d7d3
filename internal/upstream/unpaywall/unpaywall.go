// Package unpaywall finds free copies of articles by their DOI.
package unpaywall

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Provider is the API, which wants the mail address of the caller.
var Provider = upstream.Provider{
	Name:        "unpaywall",
	Undeclared:  true,
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
func New(pool *upstream.Pool) *Client { return &Client{pool.Client(Provider)} }

// Article is what is known of a DOI.
type Article struct {
	DOI         string      `json:"doi"`
	Title       string      `json:"title"`
	Genre       string      `json:"genre"`
	Journal     string      `json:"journal_name"`
	Publisher   string      `json:"publisher"`
	Year        int         `json:"year"`
	Date        string      `json:"published_date"`
	Open        *bool       `json:"is_oa"`
	Status      string      `json:"oa_status"` // diamond, gold, hybrid, bronze, green, closed
	JournalOpen *bool       `json:"journal_is_oa"`
	InDOAJ      *bool       `json:"journal_is_in_doaj"`
	Best        *Location   `json:"best_oa_location"`
	Locations   []Location  `json:"oa_locations"`
	Authors     []Author    `json:"z_authors"`
	Updated     scalar.Text `json:"updated"`
}

// Location is a free copy.
type Location struct {
	URL         string `json:"url"`
	PDF         string `json:"url_for_pdf"`
	Landing     string `json:"url_for_landing_page"`
	Host        string `json:"host_type"` // publisher, repository
	License     string `json:"license"`
	Version     string `json:"version"` // submittedVersion, acceptedVersion, publishedVersion
	Institution string `json:"repository_institution"`
}

// Author is one of the authors. Newer answers have the name as it was printed.
type Author struct {
	Given  string `json:"given"`
	Family string `json:"family"`
	Raw    string `json:"raw_author_name"`
	ORCID  string `json:"ORCID"`
}

// Article gives what is known of the DOI in lower case, or [upstream.NotFound].
func (c *Client) Article(ctx context.Context, doi string) (*Article, error) {
	var article Article
	_, err := c.c.Get("/{}", doi).
		AcceptStatus(http.StatusUnprocessableEntity).
		Check(func(resp *upstream.Response) error {
			if resp.Status == http.StatusUnprocessableEntity {
				return upstream.Unauthorized.Errorf("the mail address is refused")
			}
			var came Article
			if err := resp.JSON(&came); err != nil {
				return err
			}
			if !strings.EqualFold(came.DOI, doi) || came.Open == nil {
				return upstream.BadResponse.Errorf("not an answer about this DOI")
			}
			return nil
		}).JSON(ctx, &article)
	if err != nil {
		return nil, err
	}
	return &article, nil
}
