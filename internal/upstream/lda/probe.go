package lda

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for filings of 2025.
func (c *Client) probe(ctx context.Context) error {
	page, err := c.Filings(ctx, Query{
		ClientName: "lockheed",
		Year:       2025,
	})
	if err != nil {
		return err
	}
	return upstream.Has("results", page.Filings, "one of 2025", func(f Filing) bool { return f.Year == 2025 })
}
