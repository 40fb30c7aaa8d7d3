package geodnet

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for the stations.
func (c *Client) probe(ctx context.Context) error {
	stations, err := c.Stations(ctx)
	if err != nil {
		return err
	}
	return upstream.Has("stations", stations, "a station with a name", func(s Station) bool { return s.Name != "" })
}
