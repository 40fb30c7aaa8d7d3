package census

import (
	"context"
	"net/url"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for the median income of Howard County in the survey of 2018.
func (c *Client) probe(ctx context.Context) error {
	rows, err := c.Rows(ctx, "2018/acs/acs5", []string{"NAME", "B19013_001E"}, url.Values{
		"for": {"county:*"},
		"in":  {"state:24"},
	})
	if err != nil {
		return err
	}
	return upstream.Has("B19013_001E", rows, "117730 in Howard County", func(r Row) bool {
		return r["county"] == "027" && r["B19013_001E"] == "117730"
	})
}
