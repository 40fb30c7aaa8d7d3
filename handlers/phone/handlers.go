// Package phone answers /phone/intel from the public numbering plans, with the libphonenumber data in the
// phonenumbers module. Numbers are neither stored nor logged nor called.
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

// New returns the handlers; now is the clock that decides whether the numbering plans are old.
func New(now func() time.Time) *Handlers { return &Handlers{now: now} }

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }
