package photon

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for Paris.
func (c *Client) probe(ctx context.Context) error {
	places, err := c.Search(ctx, "Paris", "en")
	if err != nil {
		return err
	}
	return upstream.Has("features", places, "Paris in France", func(p Place) bool { return p.CountryCode == "FR" })
}
