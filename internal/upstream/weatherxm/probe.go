package weatherxm

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for the stations of a cell.
func (c *Client) probe(ctx context.Context) error {
	devices, err := c.Devices(ctx, "872aaa945ffffff")
	if err != nil {
		return err
	}
	return upstream.Has("cellIndex", devices, "872aaa945ffffff", func(d Device) bool {
		return d.Cell == "872aaa945ffffff"
	})
}
