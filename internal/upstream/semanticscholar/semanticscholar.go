// Package semanticscholar finds authors at Semantic Scholar.
package semanticscholar

import (
	"context"
	"strconv"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Provider is the public API. Callers without a key share one limit, which is often used up.
var Provider = upstream.Provider{
	Name:        "semanticscholar",
	BaseURL:     "https://api.semanticscholar.org/graph/v1",
	Docs:        "https://api.semanticscholar.org/api-docs/graph",
	Attribution: "Semantic Scholar",
	Terms:       "https://www.semanticscholar.org/product/api/license",
	Checked:     "recorded, ids and names only",
	Keys: []upstream.Key{{
		Env:    "S2_API_KEY",
		Header: "x-api-key",
		Gives:  "a limit of one's own, a call a second",
	}},
	RatePerMinute: 60,
	Burst:         1,
	TTL:           24 * time.Hour,
	StaleFor:      7 * 24 * time.Hour,
	Retries:       1,
}

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for Alan Turing.
func probe(ctx context.Context, u *upstream.Client) error {
	authors, err := (&Client{u}).Search(ctx, "alan turing", 5)
	if err != nil {
		return err
	}
	return upstream.Has(authors.List, err, "data", "an author", func(a Author) bool { return a.ID != "" })
}

// Author is a record of an author.
type Author struct {
	ID           string   `json:"authorId"`
	Name         string   `json:"name"`
	Affiliations []string `json:"affiliations,omitempty"`
	Works        *int     `json:"paperCount,omitempty"`
	Citations    *int     `json:"citationCount,omitempty"`
	HIndex       *int     `json:"hIndex,omitempty"`
	External     struct {
		ORCID scalar.Texts `json:"ORCID,omitempty"` // as a list like DBLP in some answers
	} `json:"externalIds,omitempty"`
}

// ORCID is the iD of the author, empty where there is none or more than one.
func (a *Author) ORCID() string {
	if len(a.External.ORCID) != 1 {
		return ""
	}
	return a.External.ORCID[0]
}

// Authors are those that a search found first, and how many there are.
type Authors struct {
	List  []Author
	Total int
}

// Search gives at most n authors whose name has these words, the best fit first.
func (c *Client) Search(ctx context.Context, words string, n int) (*Authors, error) {
	var a answer
	request := c.c.Get("/author/search").
		Query("query", words).
		Query("fields", "name,affiliations,paperCount,citationCount,hIndex,externalIds").
		Query("limit", strconv.Itoa(n))
	if _, err := request.JSON(ctx, &a); err != nil {
		return nil, err
	}
	if len(a.Data) == 0 {
		return nil, upstream.NotFound.Errorf("no author of this name")
	}
	return &Authors{
		List:  a.Data[:min(n, len(a.Data))],
		Total: max(a.Total, len(a.Data)),
	}, nil
}

// answer is a page of a search.
type answer struct {
	Total int      `json:"total"`
	Data  []Author `json:"data" counted:"total"`
}
