package vpic

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for a car of 2018.
func (c *Client) probe(ctx context.Context) error {
	vehicle, err := c.Decode(ctx, "WA1A4AFY2J2008189", 0)
	if err != nil {
		return err
	}
	return upstream.Fact("Make", vehicle.Make, "AUDI")
}
