package dimo

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for the number of vehicles.
func (c *Client) probe(ctx context.Context) error {
	count, err := c.Count(ctx)
	if err != nil {
		return err
	}
	return upstream.Fact("vehicles.totalCount", count > 0, "true")
}
