package dol

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for the citations of an inspection of 2017.
func (c *Client) probe(ctx context.Context) error {
	violations, err := c.Violations(ctx, []int64{342235454}, 10)
	if err != nil {
		return err
	}
	return upstream.Has("activity_nr", violations, "inspection 342235454", func(v Violation) bool {
		return v.Activity == 342235454
	})
}
