// Package cryptonews answers the routes about crypto headlines and the mood of the market.
package cryptonews

import (
	"fmt"
	"time"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/cryptonews"
	"github.com/farebox/farebox/handlers/cryptonews/coins"
	"github.com/farebox/farebox/handlers/cryptonews/sentiment"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/alternativeme"
)

// Handlers answers the cryptonews routes.
type Handlers struct {
	news  *newsroom
	index *alternativeme.Client
	coins *coins.Table
}

// New returns the handlers over the pool's publishers and fear and greed index; now is the clock that the age of
// headlines is counted by.
func New(pool *upstream.Pool, now func() time.Time) (*Handlers, error) {
	scorer, err := sentiment.New()
	if err != nil {
		return nil, err
	}
	table, err := coins.Load()
	if err != nil {
		return nil, fmt.Errorf("table of coins: %w", err)
	}
	return &Handlers{
		news:  newNewsroom(pool, scorer, table, now),
		index: alternativeme.New(pool),
		coins: table,
	}, nil
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }

const attribution = "Headlines belong to their publishers (%s); links go to the originals. Scores are ours."
