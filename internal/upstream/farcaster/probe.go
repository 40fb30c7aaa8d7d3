package farcaster

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for an account of the first days.
func (a *AppClient) probe(ctx context.Context) error {
	user, err := a.ByFID(ctx, 50)
	if err != nil {
		return err
	}
	return upstream.Fact("result.user.fid", user.FID, "50")
}

// probe asks for the account of a founder.
func (n *Node) probe(ctx context.Context) error {
	user, err := n.ByFID(ctx, 3)
	if err != nil {
		return err
	}
	return upstream.Fact("users[].fid", user.FID, "3")
}

// probe asks for what a founder says of himself.
func (m *MessageClient) probe(ctx context.Context) error {
	data, err := m.UserData(ctx, 3)
	if err != nil {
		return err
	}
	return upstream.Fact("messages", len(data) > 0, "true")
}
