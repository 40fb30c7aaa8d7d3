// Package sports answers the routes about games, tables and teams of sports leagues.
package sports

import (
	"time"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/sports"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/espn"
	"github.com/farebox/farebox/internal/upstream/mlbstats"
	"github.com/farebox/farebox/internal/upstream/nhlweb"
)

// zone is the time zone that the days of all leagues are counted in: ESPN's scoreboards have the days of the east of
// the United States, those of leagues in Europe too.
const zone = "America/New_York"

// Handlers answers the routes.
type Handlers struct {
	espn *espn.Client
	mlb  *mlbstats.Client
	nhl  *nhlweb.Client
	zone *time.Location
	now  func() time.Time
}

// New returns the handlers over the pool's providers; now is the clock that tells today.
func New(pool *upstream.Pool, now func() time.Time) (*Handlers, error) {
	eastern, err := time.LoadLocation(zone)
	if err != nil {
		return nil, err
	}
	return &Handlers{
		espn: espn.New(pool),
		mlb:  mlbstats.New(pool),
		nhl:  nhlweb.New(pool),
		zone: eastern,
		now:  now,
	}, nil
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }

// today is the day in the zone.
func (h *Handlers) today() time.Time { return h.now().In(h.zone) }

// readDay reads a day as YYYY-MM-DD or YYYYMMDD, or the day in the zone of a moment, such as a game's start; none is
// today.
func (h *Handlers) readDay(text *string) (time.Time, error) {
	if text == nil {
		return h.today(), nil
	}
	for _, form := range []string{time.DateOnly, "20060102", time.RFC3339} {
		day, err := time.ParseInLocation(form, *text, h.zone)
		day = day.In(h.zone)
		if err == nil && day.Year() >= 1900 && day.Year() <= h.today().Year()+2 {
			return day, nil
		}
	}
	return time.Time{}, problem.Invalid("date",
		"date must be a day since 1900, as in 2026-11-20, and at most two years ahead")
}
