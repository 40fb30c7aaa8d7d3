package depsdev

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for an old release of lodash.
func (c *Client) probe(ctx context.Context) error {
	version, err := c.Version(ctx, "npm", "lodash", "4.17.20")
	if err != nil {
		return err
	}
	return upstream.Fact("licenses", version.Licenses, "[MIT]")
}
