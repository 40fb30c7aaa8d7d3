package pwnedpasswords

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for the password "password".
func (c *Client) probe(ctx context.Context) error {
	found, err := c.Look(ctx, SHA1, "5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8")
	if err != nil {
		return err
	}
	return upstream.Fact("count", found.Count > 0, "true")
}
