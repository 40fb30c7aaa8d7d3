package nass

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for the yield of corn in Virginia in 2012.
func (c *Client) probe(ctx context.Context) error {
	rows, err := c.Rows(ctx, Query{
		Series: "CORN, GRAIN - YIELD, MEASURED IN BU / ACRE",
		State:  "VA",
		From:   2012,
		To:     2012,
	})
	if err != nil {
		return err
	}
	return upstream.Has("Value", rows, "103", func(r Row) bool { return r.Text == "103" })
}
