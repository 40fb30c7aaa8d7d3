package femanfhl

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for whether New Orleans is mapped.
func (c *Client) probe(ctx context.Context) error {
	available, err := c.Available(ctx, 29.9511, -90.0715)
	if err != nil {
		return err
	}
	return upstream.Fact("features", available, "true")
}
