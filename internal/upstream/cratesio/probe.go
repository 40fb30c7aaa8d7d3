package cratesio

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for a crate, which was made in 2022.
func (c *Client) probe(ctx context.Context) error {
	crate, err := c.Crate(ctx, "parameters_lib")
	if err != nil {
		return err
	}
	return upstream.Fact("crate.created_at", crate.CreatedAt.Year(), "2022")
}
