package echo

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for a plant by its registry number.
func probe(ctx context.Context, u *upstream.Client) error {
	_, facilities, err := (&Client{u}).Search(ctx, Query{Registry: "110000868918"})
	return upstream.Has(facilities, err, "RegistryID", "110000868918", func(f Facility) bool {
		return f.Registry == "110000868918"
	})
}
