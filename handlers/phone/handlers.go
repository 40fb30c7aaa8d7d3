// Package phone answers /phone/intel from the public numbering plans, by the libphonenumber data that the
// phonenumbers module carries. Numbers are neither stored nor logged, and nobody is called.
package phone

import (
	"time"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/phone"
)

// Handlers answers the phone route. It has no state.
type Handlers struct {
	now func() time.Time
}

var _ gen.StrictServerInterface = (*Handlers)(nil)

// New returns the handlers; now is the clock by which the numbering plans are called old.
func New(now func() time.Time) *Handlers { return &Handlers{now: now} }

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.RegisterHandlers(e, gen.NewStrictHandler(h, nil)) }
