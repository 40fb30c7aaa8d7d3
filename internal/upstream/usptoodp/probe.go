package usptoodp

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for patents of an owner.
func (c *Client) probe(ctx context.Context) error {
	page, err := c.Granted(ctx, Query{
		Owners: []string{"BTL Medical"},
		Limit:  5,
	})
	if err != nil {
		return err
	}
	return upstream.Has("patentFileWrapperDataBag", page.Patents, "a patent", func(p Patent) bool {
		return p.Number != ""
	})
}
