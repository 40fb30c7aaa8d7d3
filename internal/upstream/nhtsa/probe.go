package nhtsa

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for the rating of a car of 2019.
func (c *Client) probe(ctx context.Context) error {
	rating, err := c.Rating(ctx, 13679)
	if err != nil {
		return err
	}
	return upstream.Fact("OverallRating", rating.Overall, "5")
}
