// Package crypto answers the /crypto compute routes: signatures, ABI data, hashes, units and addresses, all
// computed locally and exactly. It holds no key and reads no chain.
package crypto

import (
	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/crypto"
)

// Handlers answers the crypto compute routes. It has no dependencies and no state.
type Handlers struct{}

// New returns the handlers.
func New() *Handlers { return &Handlers{} }

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }
