package fmcsa

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// known is a carrier since 1989.
const known = "344554"

// probeCensus asks for the census of a carrier.
func (c *Client) probeCensus(ctx context.Context) error {
	rows, err := c.Census(ctx, known)
	if err != nil {
		return err
	}
	return upstream.Has("dot_number", rows, known, func(r Census) bool { return r.DOT == known })
}

// probeAuthorities asks for the authorities of that carrier.
func (c *Client) probeAuthorities(ctx context.Context) error {
	rows, err := c.Authorities(ctx, known)
	if err != nil {
		return err
	}
	return upstream.Has("usdot_number", rows, "an authority", func(a Authority) bool { return a.Docket != "" })
}
