package stakewiz

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for a validator by its vote account.
func (c *Client) probe(ctx context.Context) error {
	validator, err := c.Validator(ctx, "7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh")
	if err != nil {
		return err
	}
	return upstream.Fact("identity", validator.Identity, "BFMufPp4wW276nFzB7FVHgtY8FTahzn53kxxJaNpPGu6")
}
