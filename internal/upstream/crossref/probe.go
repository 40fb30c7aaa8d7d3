package crossref

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for an article of 2012.
func (c *Client) probe(ctx context.Context) error {
	work, err := c.Work(ctx, "10.1371/journal.pone.0033693")
	if err != nil {
		return err
	}
	return upstream.Fact("message.DOI", work.DOI, "10.1371/journal.pone.0033693")
}
