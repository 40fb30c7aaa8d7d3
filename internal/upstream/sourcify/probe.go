package sourcify

import (
	"context"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for the deposit contract.
func (c *Client) probe(ctx context.Context) error {
	contract, err := c.Contract(ctx, 1, common.HexToAddress("0x00000000219ab540356cBB839Cbe05303d7705Fa"))
	if err != nil {
		return err
	}
	return upstream.Fact("deployment.blockNumber", contract.Deployment.BlockNumber, "11052984")
}
