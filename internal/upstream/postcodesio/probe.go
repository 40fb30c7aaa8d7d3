package postcodesio

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for a postcode of Worcester.
func (c *Client) probe(ctx context.Context) error {
	postcode, err := c.Find(ctx, "WR2 6NJ")
	if err != nil {
		return err
	}
	return upstream.Fact("result.country", postcode.Country, "England")
}
