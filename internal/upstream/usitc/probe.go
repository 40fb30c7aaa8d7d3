package usitc

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for the tariff line of printed circuits.
func (c *Client) probe(ctx context.Context) error {
	lines, err := c.Search(ctx, "8534")
	if err != nil {
		return err
	}
	return upstream.Has("htsno", lines, "8534.00.00", func(l Line) bool { return l.Code == "8534.00.00" })
}
