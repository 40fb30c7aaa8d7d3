package npmdownloads

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for the downloads of react on three days of 2019.
func (c *Client) probe(ctx context.Context) error {
	days, err := c.Range(ctx, "react", "2019-01-01", "2019-01-03")
	if err != nil {
		return err
	}
	return upstream.Fact("downloads", len(days), "3")
}
