package sfdp

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for the validators of the program.
func (c *Client) probe(ctx context.Context) error {
	participants, err := c.Participants(ctx)
	if err != nil {
		return err
	}
	return upstream.Has("mainnetBetaPubkey", participants, "a validator", func(p Participant) bool {
		return p.Identity != ""
	})
}
