package federalregister

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for a rule of 2020.
func (c *Client) probe(ctx context.Context) error {
	document, err := c.Document(ctx, "2020-28306")
	if err != nil {
		return err
	}
	return upstream.Fact("document_number", document.Number, "2020-28306")
}
