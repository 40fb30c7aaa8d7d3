// Package fraud answers the routes about the risk of fraud. The local part of an e-mail address is looked at and forgotten: it is in
// no answer, no log and no request to anybody.
package fraud

import (
	"fmt"
	"time"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/fraud"
	"github.com/farebox/farebox/handlers/fraud/ipfacts"
	"github.com/farebox/farebox/internal/network/dnslookup"
	"github.com/farebox/farebox/internal/network/maildomain"
	"github.com/farebox/farebox/internal/network/rdap"
	"github.com/farebox/farebox/internal/network/typosquat"
	"github.com/farebox/farebox/internal/upstream"
)

const (
	ipDisclaimer    = "A risk estimate from public lists on the dates given. An address is shared and changes hands; country and network do not say who uses it."
	scoreDisclaimer = "A risk estimate from public data on the dates given, not proof of fraud or of its absence. Do not refuse people by it alone."
)

// Sources are what the routes depend on.
type Sources struct {
	Pool     *upstream.Pool // has the lists of addresses
	Mail     *maildomain.Tables
	DNS      *dnslookup.Resolver
	Registry *rdap.Client
	Squats   *typosquat.Detector
}

// Handlers answers the fraud routes.
type Handlers struct {
	Sources
	ips *ipfacts.Service
	now func() time.Time
}

// New returns the handlers; now is the clock of checked_at and of the age of domains. The error is one of the tables
// that are part of the program.
func New(s Sources, now func() time.Time) (*Handlers, error) {
	ips, err := ipfacts.New(s.Pool, now, s.DNS)
	if err != nil {
		return nil, fmt.Errorf("tables of addresses: %w", err)
	}

	return &Handlers{s, ips, now}, nil
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }
