package kalshi

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Level is the contracts that are bid for at one price in dollars.
type Level struct {
	Price scalar.Text
	Count scalar.Text
}

// UnmarshalJSON reads a pair of price and count.
func (l *Level) UnmarshalJSON(raw []byte) error {
	var pair []scalar.Text
	if err := upstream.Decode(raw, &pair); err != nil {
		return err
	}
	if len(pair) != 2 {
		return upstream.BadResponse.Errorf("kalshi: a level of a book that is not a pair")
	}
	l.Price = pair[0]
	l.Count = pair[1]
	return nil
}

// Book is the bids for Yes and for No. A bid for No at a price is an offer of Yes at a dollar less that price.
type Book struct {
	Yes []Level `json:"yes_dollars"`
	No  []Level `json:"no_dollars"`
}

// Book is the order book of a market.
func (c *Client) Book(ctx context.Context, ticker string) (*Book, error) {
	var body struct {
		Book Book `json:"orderbook_fp"`
	}
	if _, err := noRecord(c.c.Get("/markets/{}/orderbook", ticker)).JSON(ctx, &body); err != nil {
		return nil, err
	}
	return &body.Book, nil
}
