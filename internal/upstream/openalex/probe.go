package openalex

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for an article of 2003.
func (c *Client) probe(ctx context.Context) error {
	work, err := c.Work(ctx, "10.1007/s00401-002-0654-1")
	if err != nil {
		return err
	}
	return upstream.Fact("publication_year", work.Year, "2003")
}
