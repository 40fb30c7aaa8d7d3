package echo

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for a plant by its registry number.
func probe(ctx context.Context, u *upstream.Client) error {
	_, facilities, err := (&Client{u}).Search(ctx, Query{Registry: "110000868918"})
	if err != nil {
		return err
	}
	return upstream.Has("RegistryID", facilities, "110000868918", func(f Facility) bool {
		return f.Registry == "110000868918"
	})
}
