// Package osha answers the route about the safety records of employers.
package osha

import (
	"time"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/osha"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/dol"
)

const disclaimer = "Inspection records by establishment name. Names alone do not prove identity; citations may be " +
	"contested and penalties may change until a case is closed."

// site is where the inspections can be read: the search form's html, and what it finds, search.
const site = "https://www.osha.gov/ords/imis/establishment."

// Handlers answers the osha routes.
type Handlers struct {
	records *dol.Client
	names   *names.Engine
	now     func() time.Time
}

// New returns the handlers over the pool's providers; now is the clock that the age of violations is counted by.
func New(pool *upstream.Pool, engine *names.Engine, now func() time.Time) *Handlers {
	return &Handlers{
		records: dol.New(pool),
		names:   engine,
		now:     now,
	}
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }
