package huduser

import (
	"context"
	"strings"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for the areas of Virginia.
func (c *Client) probe(ctx context.Context) error {
	state, err := c.State(ctx, "VA")
	if err != nil {
		return err
	}
	return upstream.Has("metroareas", state.Metros, "Blacksburg", func(m Metro) bool {
		return strings.HasPrefix(m.Name, "Blacksburg")
	})
}
