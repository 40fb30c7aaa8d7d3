package treasurydirect

import (
	"context"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for an auction of November 2023.
func (c *Client) probe(ctx context.Context) error {
	auctions, err := c.Auctions(ctx, time.Date(2023, 11, 1, 0, 0, 0, 0, time.UTC), time.Date(2023, 11, 30, 0, 0, 0, 0, time.UTC))
	if err != nil {
		return err
	}
	return upstream.Has("cusip", auctions, "912796ZN2", func(a Auction) bool { return a.CUSIP == "912796ZN2" })
}
