package sec

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for the assets that Apple reported for its fiscal year 2024.
func (c *Client) probe(ctx context.Context) error {
	units, err := c.Concept(ctx, "0000320193", "us-gaap", "Assets")
	if err != nil {
		return err
	}
	return upstream.Has("units.USD", units["USD"], "364980000000 of 2024", func(f Fact) bool {
		return f.FY == 2024 && f.Value == "364980000000"
	})
}
