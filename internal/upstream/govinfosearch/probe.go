package govinfosearch

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for the bills of the 113th Congress, which is over.
func (c *Client) probe(ctx context.Context) error {
	texts, _, err := c.Bills(ctx, 113, []string{"member"})
	if err != nil {
		return err
	}
	return upstream.Has("results", texts, "a bill", func(t Text) bool { return t.PackageID != "" })
}
