package gdelt

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for how much was written in a week.
func (c *Client) probe(ctx context.Context) error {
	series, _, err := c.Volume(ctx, "climate", "1w")
	if err != nil {
		return err
	}
	return upstream.Fact("timeline", len(series.Points) > 0, "true")
}
