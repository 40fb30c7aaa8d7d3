package billstatus

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for a joint resolution of the 114th Congress, which is over.
func (c *Client) probe(ctx context.Context) error {
	bill, err := c.Bill(ctx, 114, "sjres", 8)
	if err != nil {
		return err
	}
	return upstream.Fact("bill.introducedDate", bill.Introduced, "2015-02-09")
}
