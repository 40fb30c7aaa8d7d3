package treasuryrates

import (
	"context"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for a yield of January 2015.
func (c *Client) probe(ctx context.Context) error {
	curves, err := c.Year(ctx, 2015)
	if err != nil {
		return err
	}
	return upstream.Has("BC_10YEAR", curves, "2.12 on 2015-01-02", func(r Curve) bool {
		return r.Date.Format(time.DateOnly) == "2015-01-02" && r.Rates["10y"].String() == "2.12"
	})
}
