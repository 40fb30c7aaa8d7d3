// Package safety answers the routes about the safety of things that are sold: vehicles, and consumer goods, food, drugs
// and devices.
package safety

import (
	"time"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/safety"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/scored"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/cpsc"
	"github.com/farebox/farebox/internal/upstream/nhtsa"
	"github.com/farebox/farebox/internal/upstream/openfda"
	"github.com/farebox/farebox/internal/upstream/vpic"
)

// Handlers answers the safety routes.
type Handlers struct {
	vins     *vpic.Client
	vehicles *nhtsa.Client
	goods    *cpsc.Client
	fda      *openfda.Client
	names    *names.Engine
	now      func() time.Time
}

// New returns the handlers over the pool's providers; now is the clock that ages are counted by.
func New(pool *upstream.Pool, engine *names.Engine, now func() time.Time) *Handlers {
	return &Handlers{
		vins:     vpic.New(pool),
		vehicles: nhtsa.New(pool),
		goods:    cpsc.New(pool),
		fda:      openfda.New(pool),
		names:    engine,
		now:      now,
	}
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }

// bands are those of both routes' scores.
var bands = scored.Quarters
