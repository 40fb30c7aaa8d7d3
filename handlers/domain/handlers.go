// Package domain answers the routes about domain names.
package domain

import (
	"time"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/domain"
	"github.com/farebox/farebox/internal/network/dnslookup"
	"github.com/farebox/farebox/internal/network/domainlist"
	"github.com/farebox/farebox/internal/network/maildomain"
	"github.com/farebox/farebox/internal/network/rdap"
	"github.com/farebox/farebox/internal/network/tlsinfo"
	"github.com/farebox/farebox/internal/network/typosquat"
)

// Sources are what the routes depend on. Squats reads the letters of a name; the others are what /domain/trust asks.
type Sources struct {
	Squats   *typosquat.Detector
	Registry *rdap.Client
	DNS      *dnslookup.Resolver
	Mail     *maildomain.Tables
	TLS      *tlsinfo.Reader
	Lists    *domainlist.Lists
}

// Handlers answers the domain routes.
type Handlers struct {
	sources Sources
	now     func() time.Time
}

// New returns the handlers over their sources; now is the clock that ages are counted by.
func New(sources Sources, now func() time.Time) *Handlers {
	return &Handlers{sources: sources, now: now}
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }
