package polymarket

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for the event on a nomination.
func (c *Client) probe(ctx context.Context) error {
	event, err := c.Event(ctx, "30829")
	if err != nil {
		return err
	}
	return upstream.Fact("slug", event.Slug, "democratic-presidential-nominee-2028")
}
