package propublica

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for an organisation by number.
func (c *Client) probe(ctx context.Context) error {
	record, err := c.Record(ctx, 311124220)
	if err != nil {
		return err
	}
	return upstream.Fact("organization.name", record.Organization.Name, "RURAL ACTION INC")
}
