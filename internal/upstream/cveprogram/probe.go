package cveprogram

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for the record of Log4Shell.
func (c *Client) probe(ctx context.Context) error {
	record, err := c.Record(ctx, "CVE-2021-44228")
	if err != nil {
		return err
	}
	return upstream.Fact("cveMetadata.assignerShortName", record.Metadata.Assigner, "apache")
}
