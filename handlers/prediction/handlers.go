// Package prediction answers the routes about prediction markets: Polymarket, Kalshi and Manifold in one shape.
package prediction

import (
	"time"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/prediction"
	"github.com/farebox/farebox/handlers/prediction/openmarkets"
	"github.com/farebox/farebox/handlers/prediction/question"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/kalshi"
	"github.com/farebox/farebox/internal/upstream/manifold"
	"github.com/farebox/farebox/internal/upstream/polymarket"
)

// budget is what each source has of a request's time.
const budget = 6 * time.Second

// Handlers answers the prediction routes.
type Handlers struct {
	kalshi     *kalshi.Client
	polymarket *polymarket.Client
	manifold   *manifold.Client
	lists      *openmarkets.Lists
	questions  question.Reader
	now        func() time.Time
}

// New returns the handlers over the pool's providers; now is the clock.
func New(pool *upstream.Pool, now func() time.Time) *Handlers {
	h := &Handlers{
		kalshi:     kalshi.New(pool),
		polymarket: polymarket.New(pool),
		manifold:   manifold.New(pool),
		now:        now,
	}
	h.lists = openmarkets.New(pool, h.kalshi, h.polymarket, h.manifold, now)
	return h
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }
