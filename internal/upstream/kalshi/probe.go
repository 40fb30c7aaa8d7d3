package kalshi

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for a market that is open until 2099.
func (c *Client) probe(ctx context.Context) error {
	market, err := c.Market(ctx, "KXELONMARS-99")
	if err != nil {
		return err
	}
	return upstream.Fact("market.ticker", market.Ticker, "KXELONMARS-99")
}
