// Package energy answers the routes about energy prices, stocks and power of the United States.
package energy

import (
	"time"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/energy"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/eia"
)

// Handlers answers the energy routes.
type Handlers struct {
	eia *eia.Client
	now func() time.Time
}

// New returns the handlers over the pool's provider; now is the clock that decides whether data are stale.
func New(pool *upstream.Pool, now func() time.Time) *Handlers {
	return &Handlers{
		eia: eia.New(pool),
		now: now,
	}
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }

// asked is EIA as the only source of an answer. Data that ended longer ago than the usual delay are stale: a
// discontinued series keeps its last value forever.
func (h *Handlers) asked(reads *upstream.Reads, end time.Time, usual time.Duration) []shared.Source {
	return []shared.Source{response.Until(response.Read(eia.Provider.Name, reads, nil), end, h.now(), usual)}
}
