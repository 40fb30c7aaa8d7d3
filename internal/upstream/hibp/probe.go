package hibp

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for the breach of Adobe.
func (c *Client) probe(ctx context.Context) error {
	breaches, _, err := c.OfDomain(ctx, "adobe.com")
	if err != nil {
		return err
	}
	return upstream.Has("BreachDate", breaches, "2013-10-04", func(b Breach) bool {
		return b.BreachDate == "2013-10-04"
	})
}
