package esplora

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for the hash of an old block.
func (c *Client) probe(ctx context.Context) error {
	hash, err := c.BlockHash(ctx, 615615)
	if err != nil {
		return err
	}
	return upstream.Fact("block-height", hash, "000000000000000000067bea442af50a91377ac796e63b8d284354feff4042b3")
}
