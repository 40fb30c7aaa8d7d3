package alternativeme

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for the index of the last two days.
func (c *Client) probe(ctx context.Context) error {
	points, err := c.FearGreed(ctx, 2)
	if err != nil {
		return err
	}
	return upstream.Fact("data", len(points), "2")
}
