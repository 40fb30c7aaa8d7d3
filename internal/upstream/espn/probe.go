package espn

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for the games of a Sunday of 2022.
func probe(ctx context.Context, u *upstream.Client) error {
	day, err := (&Client{u}).Scoreboard(ctx, League{
		Sport: "football",
		Slug:  "nfl",
	}, "20220911")
	if err != nil {
		return err
	}
	return upstream.Fact("season.year", day.Season.Year, "2022")
}
