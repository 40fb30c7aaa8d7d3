package bazaar

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for resources on weather.
func (c *Client) probe(ctx context.Context) error {
	resources, err := c.Search(ctx, "weather")
	if err != nil {
		return err
	}
	return upstream.Has("resources", resources, "a resource", func(r Resource) bool { return r.URL != "" })
}
