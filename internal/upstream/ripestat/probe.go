package ripestat

import (
	"context"
	"net/netip"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for the address of the RIPE NCC.
func (c *Client) probe(ctx context.Context) error {
	overview, err := c.Prefix(ctx, netip.MustParseAddr("193.0.6.1"))
	if err != nil {
		return err
	}
	return upstream.Has("asns", overview.ASNs, "AS3333", func(o Origin) bool { return o.ASN == 3333 })
}
