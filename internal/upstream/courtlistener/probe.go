package courtlistener

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for opinions on Marbury v. Madison.
func (c *Client) probe(ctx context.Context) error {
	page, err := c.Search(ctx, Opinions, "Marbury v. Madison")
	if err != nil {
		return err
	}
	return upstream.Has("results", page.Cases, "a case", func(c Case) bool { return c.Name != "" })
}
