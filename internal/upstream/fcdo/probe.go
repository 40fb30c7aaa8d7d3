package fcdo

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for the advice on Albania.
func (c *Client) probe(ctx context.Context) error {
	advice, err := c.Advice(ctx, "albania")
	if err != nil {
		return err
	}
	return upstream.Fact("details.country.name", advice.Details.Country.Name, "Albania")
}
