package comtrade

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for China's imports of 2010 from Argentina.
func (c *Client) probe(ctx context.Context) error {
	rows, _, err := c.Rows(ctx, Question{
		Reporter: 156,
		Year:     2010,
		HS:       "TOTAL",
		Flows:    []string{"M"},
		Partner:  new(32),
	})
	if err != nil {
		return err
	}
	return upstream.Has("data", rows, "the row of Argentina", func(r Row) bool { return r.PartnerISO == "ARG" })
}
