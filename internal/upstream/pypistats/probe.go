package pypistats

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for the downloads of flask.
func (c *Client) probe(ctx context.Context) error {
	recent, err := c.Recent(ctx, "flask")
	if err != nil {
		return err
	}
	return upstream.Fact("last_month", recent.LastMonth > 0, "true")
}
