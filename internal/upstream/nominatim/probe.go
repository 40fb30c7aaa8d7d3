package nominatim

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for the residence of the Prime Minister.
func (c *Client) probe(ctx context.Context) error {
	places, err := c.Search(ctx, "10 Downing Street, London", "en")
	if err != nil {
		return err
	}
	return upstream.Has("address.postcode", places, "SW1A 2AA", func(p Place) bool {
		return p.Address["postcode"] == "SW1A 2AA"
	})
}
