package usaspending

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for a recipient by number.
func (c *Client) probe(ctx context.Context) error {
	profile, err := c.RecipientProfile(ctx, "34228757-4b3c-8dac-90bb-a06834ec884a-C", 0)
	if err != nil {
		return err
	}
	return upstream.Fact("uei", profile.UEI, "KMLTRR8Y96L9")
}
