package manifold

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for an old question.
func (c *Client) probe(ctx context.Context) error {
	market, err := c.Market(ctx, "lEoqtnDgJzft6apSKzYK")
	if err != nil {
		return err
	}
	return upstream.Fact("createdTime", market.Created, "1655258914863")
}
