package polymarket

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Level is the shares that are offered at one price.
type Level struct {
	Price scalar.Text `json:"price" contract:"fraction key"`
	Size  scalar.Text `json:"size"`
}

// Book is the offers for a token, in no order that is sure. A side without offers is an empty list.
type Book struct {
	Token scalar.Text `json:"asset_id" asked:"token_id"`
	Bids  []Level     `json:"bids"`
	Asks  []Level     `json:"asks"`
}

// Book is the order book of the token of an outcome.
func (c *Client) Book(ctx context.Context, token string) (*Book, error) {
	return upstream.Read[Book](ctx, c.c.Get("/book").On(clobHost).Query("token_id", token))
}
