package worldbank

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for Germany.
func (c *Client) probe(ctx context.Context) error {
	economy, err := c.Economy(ctx, "DEU")
	if err != nil {
		return err
	}
	return upstream.Fact("name", economy.Name, "Germany")
}
