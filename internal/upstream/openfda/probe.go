package openfda

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for the approval of imatinib.
func (c *Client) probe(ctx context.Context) error {
	found, err := c.Applications(ctx, Query{
		Search: `openfda.generic_name:"imatinib"`,
		Limit:  5,
	})
	if err != nil {
		return err
	}
	return upstream.Has("application_number", found.Records, "an application", func(a Application) bool {
		return a.Number != ""
	})
}
