// Package enrich answers the routes that gather what public sources say about a domain. What they say about persons is left
// out: registrants, contacts that are not role addresses, and the part of an e-mail address before the @.
package enrich

import (
	"fmt"
	"time"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/enrich"
	"github.com/farebox/farebox/internal/network/dnslookup"
	"github.com/farebox/farebox/internal/network/maildomain"
	"github.com/farebox/farebox/internal/network/rdap"
	"github.com/farebox/farebox/internal/network/tlsinfo"
	"github.com/farebox/farebox/internal/web/fetch"
)

// Sources are what the routes depend on.
type Sources struct {
	Registry *rdap.Client
	DNS      *dnslookup.Resolver
	Mail     *maildomain.Tables
	TLS      *tlsinfo.Reader
	Pages    *fetch.Client
}

// Handlers answers the enrich routes.
type Handlers struct {
	Sources
	rules *rules
	now   func() time.Time

	verifications []verification
}

// New returns the handlers over their sources; now is the clock that ages are counted by. The error is one of the tables that
// are part of the program.
func New(s Sources, now func() time.Time) (*Handlers, error) {
	rules, err := readRules()
	if err != nil {
		return nil, fmt.Errorf("rules of technologies: %w", err)
	}
	verifications, err := readVerifications()
	if err != nil {
		return nil, fmt.Errorf("verifications of domains: %w", err)
	}

	return &Handlers{
		Sources:       s,
		rules:         rules,
		verifications: verifications,
		now:           now,
	}, nil
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }
