package heliumentity

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for an old hotspot.
func (c *Client) probe(ctx context.Context) error {
	hotspot, err := c.ByEntityKey(ctx, "11vBaUqP9vfN8qRkMSwVkQqPdGraJCzWxQdX4cbq89WqkTZtpVF")
	if err != nil {
		return err
	}
	return upstream.Fact("name", hotspot.Name, "Creamy Lavender Alligator")
}
