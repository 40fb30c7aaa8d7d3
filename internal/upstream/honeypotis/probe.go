package honeypotis

import (
	"context"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for the token WETH.
func (c *Client) probe(ctx context.Context) error {
	result, err := c.Check(ctx, 1, common.HexToAddress("0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2"))
	if err != nil {
		return err
	}
	return upstream.Fact("honeypotResult.isHoneypot", result.Honeypot.Is, "false")
}
