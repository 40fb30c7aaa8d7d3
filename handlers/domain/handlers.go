// Package domain answers the routes about domain names.
package domain

import (
	"time"

	gen "github.com/farebox/farebox/gen/domain"
	"github.com/farebox/farebox/internal/network/dnslookup"
	"github.com/farebox/farebox/internal/network/domainlist"
	"github.com/farebox/farebox/internal/network/maildomain"
	"github.com/farebox/farebox/internal/network/rdap"
	"github.com/farebox/farebox/internal/network/tlsinfo"
	"github.com/farebox/farebox/internal/network/typosquat"
)

// Sources are what /domain/trust asks besides the letters of a name.
type Sources struct {
	Registry *rdap.Client
	DNS      *dnslookup.Resolver
	Mail     *maildomain.Tables
	TLS      *tlsinfo.Reader
	Lists    *domainlist.Lists
}

// Handlers answers the domain routes.
type Handlers struct {
	detector *typosquat.Detector
	sources  Sources
	now      func() time.Time
}

var _ gen.StrictServerInterface = (*Handlers)(nil)

// New returns the handlers over a loaded detector and the other sources; now is the clock that ages are counted by.
func New(detector *typosquat.Detector, sources Sources, now func() time.Time) *Handlers {
	return &Handlers{detector: detector, sources: sources, now: now}
}
