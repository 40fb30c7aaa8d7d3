// Package legislative answers the routes about the US Congress and federal rules: a bill and its stage, its history, a
// search for bills, and rulemaking dockets.
package legislative

import (
	"time"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/legislative"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/billstatus"
	"github.com/farebox/farebox/internal/upstream/congressgov"
	"github.com/farebox/farebox/internal/upstream/federalregister"
	"github.com/farebox/farebox/internal/upstream/govinfosearch"
	"github.com/farebox/farebox/internal/upstream/regulationsgov"
)

// budget is what each source may take; two may be asked one after the other.
const budget = 9 * time.Second

// Handlers answers the legislative routes.
type Handlers struct {
	congress    *congressgov.Client
	files       *billstatus.Client
	texts       *govinfosearch.Client
	regulations *regulationsgov.Client
	register    *federalregister.Client
	agencies    *federalregister.Directory
	now         func() time.Time
}

// New returns the handlers over the pool's providers; agencies are those of the Federal Register, and now is the clock
// for days, and for which Congress sits.
func New(pool *upstream.Pool, agencies *federalregister.Directory, now func() time.Time) *Handlers {
	return &Handlers{
		congress:    congressgov.New(pool),
		files:       billstatus.New(pool),
		texts:       govinfosearch.New(pool),
		regulations: regulationsgov.New(pool),
		register:    federalregister.New(pool),
		agencies:    agencies,
		now:         now,
	}
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }

// orNull is a value of one of the answers' enumerations, null for the empty one.
func orNull[T, S ~string](value S) *T {
	if value == "" {
		return nil
	}
	named := T(value)
	return &named
}
