package samexclusions

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for an exclusion that has no end.
func (c *Client) probe(ctx context.Context) error {
	found, _, err := c.ByName(ctx, "hongdark")
	if err != nil {
		return err
	}
	return upstream.Has("excludedEntity", found, "a record", func(e Exclusion) bool { return e.Details.Class != "" })
}
