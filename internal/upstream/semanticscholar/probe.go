package semanticscholar

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for Alan Turing.
func (c *Client) probe(ctx context.Context) error {
	authors, err := c.Search(ctx, "alan turing", 5)
	if err != nil {
		return err
	}
	return upstream.Has("data", authors.List, "an author", func(a Author) bool { return a.ID != "" })
}
