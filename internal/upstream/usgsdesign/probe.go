package usgsdesign

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for San Francisco.
func (c *Client) probe(ctx context.Context) error {
	design, err := c.Design(ctx, Query{
		Edition:      "asce7-16",
		Lat:          37.7749,
		Lon:          -122.4194,
		RiskCategory: "II",
		SiteClass:    "D",
	})
	if err != nil {
		return err
	}
	return upstream.Fact("ss", *design.SS, "1.5")
}
