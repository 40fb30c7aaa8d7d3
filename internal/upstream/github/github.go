// Package github reads public facts of repositories from GitHub's REST API.
package github

import (
	"context"
	"net/http"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

const (
	docs    = "https://docs.github.com/en/rest"
	terms   = "https://docs.github.com/en/site-policy/github-terms/github-terms-of-service"
	version = "2022-11-28"
	accept  = "application/vnd.github+json"
)

// Provider is the part of the API with the general limit: 60 requests an hour for an address, 5,000 with a token.
var Provider = upstream.Provider{
	Name: "github", BaseURL: "https://api.github.com", Docs: docs, Terms: terms, Attribution: "GitHub", Checked: "recorded 2026-11",
	Undated: true,
	Keys: []upstream.Key{{
		Env: "GITHUB_TOKEN", Header: "Authorization", Scheme: "Bearer", RatePerMinute: 140,
		Gives: "5,000 requests an hour instead of 60, and 30 searches a minute instead of 10; any token, without any permission",
	}},
	RatePerMinute: 1, Burst: 60, TTL: 10 * time.Minute, StaleFor: 6 * time.Hour,
	Headers: map[string]string{"Accept": accept, "X-GitHub-Api-Version": version},
}

// Search is the search, which has its own limit: 10 requests a minute, 30 with a token.
var Search = upstream.Provider{
	Name: "github-search", BaseURL: "https://api.github.com", Docs: docs, Terms: terms, Attribution: "GitHub", Checked: "recorded 2026-11",
	Undated: true,
	Keys: []upstream.Key{{
		Env: "GITHUB_TOKEN", Header: "Authorization", Scheme: "Bearer", RatePerMinute: 30,
		Gives: "5,000 requests an hour instead of 60, and 30 searches a minute instead of 10; any token, without any permission",
	}},
	RatePerMinute: 10, Burst: 3, TTL: 10 * time.Minute, StaleFor: 6 * time.Hour,
	Headers: map[string]string{"Accept": accept, "X-GitHub-Api-Version": version},
}

// Client calls the API.
type Client struct {
	core, search *upstream.Client
}

// New makes a client.
func New(pool *upstream.Pool) *Client {
	c := &Client{
		core:   pool.Client(Provider),
		search: pool.Client(Search),
	}
	c.core.Probe(c.probe)
	c.search.Probe(c.probeSearch)
	return c
}

// probe asks for a repository.
func (c *Client) probe(ctx context.Context) error {
	repository, err := c.Repository(ctx, "PyGithub", "PyGithub")
	return upstream.Fact(err, "created_at", "2012", func() any { return repository.CreatedAt.Year() })
}

// probeSearch asks for repositories in a language.
func (c *Client) probeSearch(ctx context.Context) error {
	found, err := c.SearchRepositories(ctx, "language:python stars:>50000", "stars", "5")
	if err != nil {
		return err
	}
	return upstream.Has(found.Items, err, "items", "a repository", func(r Listing) bool { return r.FullName != "" })
}

// Listing is a repository as searches show it. The description of the API has all members as always there.
type Listing struct {
	FullName    string     `json:"full_name" contract:"key"`
	HTMLURL     string     `json:"html_url"`
	Description string     `json:"description" contract:"nullable"` // "" when there is none
	Stars       int        `json:"stargazers_count"`
	Forks       int        `json:"forks_count"`
	Language    string     `json:"language" contract:"nullable"` // "" when there is none
	CreatedAt   time.Time  `json:"created_at" contract:"past"`
	PushedAt    *time.Time `json:"pushed_at" contract:"past"` // null for an empty repository
}

// Hold sees that counts are counts.
func (l *Listing) Hold() error {
	if l.Stars < 0 || l.Forks < 0 {
		return upstream.BadResponse.Errorf("a repository with less than no stars or forks")
	}
	return nil
}

// Repository is a repository as the API returns it on its own.
type Repository struct {
	Listing
	OpenIssues int      `json:"open_issues_count"` // pull requests count too
	License    *License `json:"license"`
	Topics     []string `json:"topics"`
	Archived   bool     `json:"archived"`
	Disabled   bool     `json:"disabled"`
	Fork       bool     `json:"fork"`
}

// License is a repository's licence as detected by GitHub.
type License struct {
	SPDX string `json:"spdx_id" contract:"nullable"` // NOASSERTION when there is one that it does not know
}

// Repository is owner/name; renamed ones are followed. One that GitHub has blocked is NotFound.
func (c *Client) Repository(ctx context.Context, owner, name string) (*Repository, error) {
	request := c.core.Get("/repos/{}/{}", owner, name).NoRecord(http.StatusNotFound, upstream.Says(`"Not Found"`))
	var r Repository
	if _, err := answer(ctx, request, &r); err != nil {
		return nil, err
	}
	return &r, nil
}

// Found is one page of a search.
type Found struct {
	Total int `json:"total_count"`
	// Incomplete says that the search ran out of its time; nil in a recording that does not tell.
	Incomplete *bool     `json:"incomplete_results,omitempty"`
	Items      []Listing `json:"items" counted:"total_count"`
}

// SearchRepositories searches by a query in GitHub's syntax, in descending order of sort (stars, forks, updated). limit
// is at most 100; without a sort the best match is first. A query that GitHub cannot read is Invalid.
func (c *Client) SearchRepositories(ctx context.Context, query, sort string, limit string) (*Found, error) {
	request := c.search.Get("/search/repositories").
		Query("q", query).
		Query("per_page", limit)
	if sort != "" {
		request.Query("sort", sort).Query("order", "desc")
	}

	var f Found
	if _, err := answer(ctx, request, &f); err != nil {
		return nil, err
	}
	return &f, nil
}
