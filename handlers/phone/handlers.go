// Package phone answers /phone/intel from the public numbering plans, by the libphonenumber data that the
// phonenumbers module carries. Numbers are neither stored nor logged, and nobody is called.
package phone

import (
	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/phone"
)

// Handlers answers the phone route. It has no dependencies and no state.
type Handlers struct{}

var _ gen.StrictServerInterface = (*Handlers)(nil)

// New returns the handlers.
func New() *Handlers { return &Handlers{} }

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.RegisterHandlers(e, gen.NewStrictHandler(h, nil)) }
