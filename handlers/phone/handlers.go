// Package phone answers /phone/intel from the public numbering plans, by the libphonenumber data that the
// phonenumbers module carries. Numbers are neither stored nor logged, and nobody is called.
package phone

import (
	gen "github.com/farebox/farebox/gen/phone"
)

// Handlers answers the phone route. It has no dependencies and no state.
type Handlers struct{}

var _ gen.StrictServerInterface = (*Handlers)(nil)

// New returns the handlers.
func New() *Handlers { return &Handlers{} }
