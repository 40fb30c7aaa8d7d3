package github

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for a repository.
func (c *Client) probe(ctx context.Context) error {
	repository, err := c.Repository(ctx, "PyGithub", "PyGithub")
	if err != nil {
		return err
	}
	return upstream.Fact("created_at", repository.CreatedAt.Year(), "2012")
}

// probeSearch asks for repositories in a language.
func (c *Client) probeSearch(ctx context.Context) error {
	found, err := c.SearchRepositories(ctx, "language:python stars:>50000", "stars", "5")
	if err != nil {
		return err
	}
	return upstream.Has("items", found.Items, "a repository", func(r Listing) bool { return r.FullName != "" })
}
