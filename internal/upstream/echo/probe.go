package echo

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for a plant by its registry number.
func (c *Client) probe(ctx context.Context) error {
	_, facilities, err := c.Search(ctx, Query{Registry: "110000868918"})
	if err != nil {
		return err
	}
	return upstream.Has("RegistryID", facilities, "110000868918", func(f Facility) bool {
		return f.Registry == "110000868918"
	})
}
