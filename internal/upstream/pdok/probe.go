package pdok

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for the Royal Palace of Amsterdam.
func (c *Client) probe(ctx context.Context) error {
	places, err := c.Search(ctx, "Nieuwezijds Voorburgwal 147 Amsterdam")
	if err != nil {
		return err
	}
	return upstream.Has("response.docs", places, "a place in Amsterdam", func(p Place) bool {
		return p.City == "Amsterdam"
	})
}
