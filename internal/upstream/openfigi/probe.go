package openfigi

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for the shares of IBM.
func (c *Client) probe(ctx context.Context) error {
	found, err := c.ByISIN(ctx, "US4592001014")
	if err != nil {
		return err
	}
	return upstream.Has("data", found["US4592001014"], "IBM", func(s Security) bool { return s.Ticker == "IBM" })
}
