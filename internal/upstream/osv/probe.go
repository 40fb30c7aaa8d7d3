package osv

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for an advisory of 2021.
func (c *Client) probe(ctx context.Context) error {
	advisory, err := c.Advisory(ctx, "GHSA-29qj-rvv6-qrmv")
	if err != nil {
		return err
	}
	return upstream.Fact("aliases", advisory.Aliases, "[CVE-2020-10688]")
}
