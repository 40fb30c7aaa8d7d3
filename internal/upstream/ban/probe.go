package ban

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for Paris.
func (c *Client) probe(ctx context.Context) error {
	places, err := c.Search(ctx, "Paris")
	if err != nil {
		return err
	}
	return upstream.Has("features", places, "Paris", func(p Place) bool { return p.City == "Paris" })
}
