package hnalgolia

import (
	"context"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for stories of many years.
func (c *Client) probe(ctx context.Context) error {
	stories, _, err := c.Stories(ctx, "theoretical biologist", time.Unix(1262304000, 0))
	if err != nil {
		return err
	}
	return upstream.Has("hits", stories, "a story", func(s Story) bool { return s.ID != "" })
}
