package envirofacts

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for a plant by its name.
func (c *Client) probe(ctx context.Context) error {
	sites, err := c.SitesBy(ctx, "facility_name", "EUROPTEC", "IL")
	if err != nil {
		return err
	}
	return upstream.Has("tri_facility_id", sites, "60608NGNRD929WE", func(s Site) bool {
		return s.ID == "60608NGNRD929WE"
	})
}

// probeFiles asks for what the smallest state released in 2019.
func (c *Client) probeFiles(ctx context.Context) error {
	releases, err := c.Releases(ctx, "RI", 2019)
	if err != nil {
		return err
	}
	return upstream.Has("TRI FACILITY ID", releases, "a release", func(r Release) bool { return r.Site != "" })
}
