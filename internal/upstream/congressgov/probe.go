package congressgov

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for a bill of the 117th Congress, which is over.
func (c *Client) probe(ctx context.Context) error {
	bill, err := c.Bill(ctx, 117, "hr", 21)
	if err != nil {
		return err
	}
	return upstream.Fact("bill.introducedDate", bill.Introduced, "2021-01-04")
}
