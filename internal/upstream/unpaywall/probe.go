package unpaywall

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for an article of 2020.
func (c *Client) probe(ctx context.Context) error {
	article, err := c.Article(ctx, "10.1016/j.tmaid.2020.101663")
	if err != nil {
		return err
	}
	return upstream.Fact("year", article.Year, "2020")
}
