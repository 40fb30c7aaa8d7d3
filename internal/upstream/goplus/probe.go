package goplus

import (
	"context"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for the token USDC.
func (c *Client) probe(ctx context.Context) error {
	token, err := c.Token(ctx, 1, common.HexToAddress("0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"))
	if err != nil {
		return err
	}
	return upstream.Fact("token_symbol", token.Symbol, "USDC")
}
