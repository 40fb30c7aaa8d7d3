package nppes

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for a provider by number.
func (c *Client) probe(ctx context.Context) error {
	record, err := c.ByNumber(ctx, "1003000126")
	if err != nil {
		return err
	}
	return upstream.Fact("number", record.NPI, "1003000126")
}
