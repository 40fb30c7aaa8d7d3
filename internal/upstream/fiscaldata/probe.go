package fiscaldata

import (
	"context"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for the public debt of the last days of 2019.
func (c *Client) probe(ctx context.Context) error {
	last := time.Date(2019, 12, 31, 0, 0, 0, 0, time.UTC)
	debts, err := c.Debts(ctx, last.AddDate(0, 0, -1), last)
	if err != nil {
		return err
	}
	return upstream.Has("tot_pub_debt_out_amt", debts, "23201380142724.53 on 2019-12-31", func(d Debt) bool {
		return d.Total.String() == "23201380142724.53"
	})
}
