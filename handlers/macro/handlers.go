// Package macro answers the routes about macroeconomic indicators of countries.
package macro

import (
	"time"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/macro"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/imf"
	"github.com/farebox/farebox/internal/upstream/worldbank"
)

// Handlers answers the macro routes.
type Handlers struct {
	bank *worldbank.Client
	fund *imf.Client
	now  func() time.Time
}

// New returns the handlers over the pool's providers; now is the clock by which years are past.
func New(pool *upstream.Pool, now func() time.Time) *Handlers {
	return &Handlers{
		bank: worldbank.New(pool),
		fund: imf.New(pool),
		now:  now,
	}
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }
