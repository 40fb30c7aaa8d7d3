package ctgov

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for a study that was terminated.
func (c *Client) probe(ctx context.Context) error {
	study, err := c.Protocol(ctx, "NCT02576665")
	if err != nil {
		return err
	}
	return upstream.Fact("protocolSection.statusModule.overallStatus", study.Protocol.Status.Overall, "TERMINATED")
}
