package treasurydirect

import (
	"context"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for an auction of November 2023.
func (c *Client) probe(ctx context.Context) error {
	first := time.Date(2023, 11, 1, 0, 0, 0, 0, time.UTC)
	auctions, err := c.Auctions(ctx, first, first.AddDate(0, 0, 29))
	if err != nil {
		return err
	}
	return upstream.Has("cusip", auctions, "912796ZN2", func(a Auction) bool { return a.CUSIP == "912796ZN2" })
}
