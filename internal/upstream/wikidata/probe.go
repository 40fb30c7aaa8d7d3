package wikidata

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for the item of legal forms.
func (c *Client) probe(ctx context.Context) error {
	items, err := c.Items(ctx, "Q10541491")
	if err != nil {
		return err
	}
	return upstream.Has("entities", items, "Q10541491", func(i *Item) bool {
		return i.QID == "Q10541491" && i.Missing == nil
	})
}
