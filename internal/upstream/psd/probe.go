package psd

import (
	"context"
	"strconv"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for the corn of 2010.
func (c *Client) probe(ctx context.Context) error {
	rows, err := c.Rows(ctx, "0440000", 2010)
	if err != nil {
		return err
	}
	return upstream.Fact("attributeId", rows[Production].Attribute, strconv.Itoa(Production))
}
