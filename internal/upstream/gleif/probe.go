package gleif

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for a fund whose registration has lapsed.
func (c *Client) probe(ctx context.Context) error {
	record, err := c.Record(ctx, "549300LBI3LRIZ2V8V66")
	if err != nil {
		return err
	}
	return upstream.Fact("entity.legalName", record.Entity.LegalName.Name, "UK EQUITY FUND (OFFSHORE)")
}
