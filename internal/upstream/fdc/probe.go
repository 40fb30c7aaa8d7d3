package fdc

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for a branded food.
func (c *Client) probe(ctx context.Context) error {
	food, err := c.Food(ctx, 2613419)
	if err != nil {
		return err
	}
	return upstream.Fact("gtinUpc", food.GTIN, "00049000057980")
}
