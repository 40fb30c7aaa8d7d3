// Package fraud answers the routes about the risk of fraud. The local part of an e-mail address is looked at and forgotten: it is in
// no answer, no log and no request to anybody.
package fraud

import (
	"time"

	gen "github.com/farebox/farebox/gen/fraud"
	"github.com/farebox/farebox/handlers/fraud/ipfacts"
	"github.com/farebox/farebox/internal/network/dnslookup"
	"github.com/farebox/farebox/internal/network/maildomain"
	"github.com/farebox/farebox/internal/network/rdap"
	"github.com/farebox/farebox/internal/network/typosquat"
)

const (
	ipDisclaimer    = "A risk estimate from public lists on the dates given. An address is shared and changes hands; country and network do not say who uses it."
	scoreDisclaimer = "A risk estimate from public data on the dates given, not proof of fraud or of its absence. Do not refuse people by it alone."
)

// Sources are what the routes stand on.
type Sources struct {
	IPs      *ipfacts.Service
	Mail     *maildomain.Tables
	DNS      *dnslookup.Resolver
	Registry *rdap.Client
	Squats   *typosquat.Detector
}

// Handlers answers the fraud routes.
type Handlers struct {
	ips      *ipfacts.Service
	tables   *maildomain.Tables
	dns      *dnslookup.Resolver
	registry *rdap.Client
	squats   *typosquat.Detector
	now      func() time.Time
}

var _ gen.StrictServerInterface = (*Handlers)(nil)

// New returns the handlers; now is the clock of checked_at and of the age of domains.
func New(s Sources, now func() time.Time) *Handlers {
	return &Handlers{ips: s.IPs, tables: s.Mail, dns: s.DNS, registry: s.Registry, squats: s.Squats, now: now}
}
