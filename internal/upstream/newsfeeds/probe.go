package newsfeeds

import (
	"bytes"
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for the feed, which always has news in it.
func (c *Client) probe(ctx context.Context) error {
	resp, err := c.Read(ctx)
	if err != nil {
		return err
	}
	return upstream.Fact("item", bytes.Contains(resp.Body, []byte("<item")), "true")
}
