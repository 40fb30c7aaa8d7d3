// Package kyb answers whether a company exists, in which state it is, and what speaks against dealing with it.
package kyb

import (
	"time"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/kyb"
	"github.com/farebox/farebox/internal/party/organisations"
	"github.com/farebox/farebox/internal/party/sanctions"
)

// Handlers answers the kyb routes.
type Handlers struct {
	registers *organisations.Registers
	lists     *sanctions.Lists
	now       func() time.Time
}

// New returns the handlers over the registers and the sanctions lists; now is the clock that ages are counted by.
func New(registers *organisations.Registers, lists *sanctions.Lists, now func() time.Time) *Handlers {
	return &Handlers{
		registers: registers,
		lists:     lists,
		now:       now,
	}
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }

const (
	screenDisclaimer = "Entries of the LEI index and of the SEC's lists of filers by name. " +
		"A company that is not among them may exist. Not legal advice."
	verifyDisclaimer = "Worked out by fixed rules from public registers and sanctions lists at the times given. " +
		"A match with a sanctions list is by name alone and has to be checked. Not a credit rating, not legal advice."
)
