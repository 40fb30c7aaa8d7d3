package regulationsgov

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for a docket of 2003.
func (c *Client) probe(ctx context.Context) error {
	docket, err := c.Docket(ctx, "EPA-HQ-OAR-2003-0129")
	if err != nil {
		return err
	}
	return upstream.Fact("data.id", docket.ID, "EPA-HQ-OAR-2003-0129")
}
