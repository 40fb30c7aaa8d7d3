package imf

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for the growth of the United States.
func (c *Client) probe(ctx context.Context) error {
	series, err := c.Series(ctx, "NGDP_RPCH", "USA")
	if err != nil {
		return err
	}
	return upstream.Fact("1990", len(series) > 30, "true")
}
