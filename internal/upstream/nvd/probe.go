package nvd

import (
	"context"
	"strings"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for a vulnerability of 2021.
func (c *Client) probe(ctx context.Context) error {
	cve, err := c.CVE(ctx, "CVE-2021-26855")
	if err != nil {
		return err
	}
	return upstream.Fact("cve.published", strings.HasPrefix(cve.Published, "2021-03-03"), "true")
}
