package solanarpc

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for the length of an epoch.
func (c *Client) probe(ctx context.Context) error {
	epoch, err := c.Epoch(ctx)
	if err != nil {
		return err
	}
	return upstream.Fact("slotsInEpoch", epoch.SlotsInEpoch, "432000")
}
