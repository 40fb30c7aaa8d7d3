package qcmobile

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for a carrier by number.
func (c *Client) probe(ctx context.Context) error {
	carrier, err := c.Carrier(ctx, "158121")
	if err != nil {
		return err
	}
	return upstream.Fact("dotNumber", carrier.DOT, "158121")
}
