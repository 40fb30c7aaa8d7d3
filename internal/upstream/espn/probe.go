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
	return upstream.Fact(err, "season.year", "2022", func() any { return day.Season.Year })
}
