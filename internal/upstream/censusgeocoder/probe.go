package censusgeocoder

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for the White House.
func (c *Client) probe(ctx context.Context) error {
	matches, err := c.Locate(ctx, "1600 Pennsylvania Ave NW, Washington, DC 20500")
	if err != nil {
		return err
	}
	return upstream.Has("addressMatches", matches, "a match in Washington", func(m Match) bool {
		return m.City == "WASHINGTON"
	})
}
