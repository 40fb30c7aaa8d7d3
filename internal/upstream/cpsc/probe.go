package cpsc

import (
	"context"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for a recall of 2026.
func (c *Client) probe(ctx context.Context) error {
	recalls, err := c.Recalls(ctx, "RecallNumber", "26639", time.Time{})
	if err != nil {
		return err
	}
	return upstream.Has("RecallID", recalls, "recall 10880", func(r Recall) bool { return r.ID == "10880" })
}
