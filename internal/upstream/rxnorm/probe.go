package rxnorm

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for the name of a concept.
func (c *Client) probe(ctx context.Context) error {
	concept, err := c.Properties(ctx, "29046")
	if err != nil {
		return err
	}
	return upstream.Fact("properties.name", concept.Name, "lisinopril")
}
