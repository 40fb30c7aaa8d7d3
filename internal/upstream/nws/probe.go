package nws

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for Honolulu.
func (c *Client) probe(ctx context.Context) error {
	point, err := c.Point(ctx, 21.305, -157.858, true)
	if err != nil {
		return err
	}
	return upstream.Fact("properties.timeZone", point.TimeZone, "Pacific/Honolulu")
}
