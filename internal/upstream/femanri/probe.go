package femanri

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for the risk of Pierce County.
func (c *Client) probe(ctx context.Context) error {
	county, err := c.County(ctx, "53053")
	if err != nil {
		return err
	}
	return upstream.Fact("COUNTY", county.County, "Pierce")
}
