package dailymed

import (
	"context"
	"strings"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for the labels of lisinopril.
func (c *Client) probe(ctx context.Context) error {
	entries, err := c.Search(ctx, "lisinopril", 20)
	if err != nil {
		return err
	}
	return upstream.Has("data", entries, "a label of lisinopril", func(e Entry) bool {
		return strings.Contains(strings.ToLower(e.Title), "lisinopril")
	})
}
