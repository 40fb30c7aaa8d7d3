package openfec

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for a committee by number.
func (c *Client) probe(ctx context.Context) error {
	committee, err := c.Committee(ctx, "C00401224")
	if err != nil {
		return err
	}
	return upstream.Fact("committee_id", committee.ID, "C00401224")
}
