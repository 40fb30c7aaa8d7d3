// Package enrich answers the routes that gather what public sources say about a domain. What they say about persons is left
// out: registrants, contacts that are no role addresses, and the part of an e-mail address before the @.
package enrich

import (
	"fmt"
	"time"

	gen "github.com/farebox/farebox/gen/enrich"
	"github.com/farebox/farebox/internal/network/dnslookup"
	"github.com/farebox/farebox/internal/network/maildomain"
	"github.com/farebox/farebox/internal/network/rdap"
	"github.com/farebox/farebox/internal/network/tlsinfo"
	"github.com/farebox/farebox/internal/web/fetch"
)

// Handlers answers the enrich routes.
type Handlers struct {
	rdap  *rdap.Client
	dns   *dnslookup.Resolver
	mail  *maildomain.Tables
	tls   *tlsinfo.Reader
	pages *fetch.Client
	rules *rules
	now   func() time.Time

	verifications []verification
}

var _ gen.StrictServerInterface = (*Handlers)(nil)

// New returns the handlers over their sources; now is the clock that ages are counted by. The error is one of the tables that
// are part of the program.
func New(registries *rdap.Client, dns *dnslookup.Resolver, mail *maildomain.Tables, tls *tlsinfo.Reader, pages *fetch.Client, now func() time.Time) (*Handlers, error) {
	rules, err := readRules()
	if err != nil {
		return nil, fmt.Errorf("rules of technologies: %w", err)
	}
	verifications, err := readVerifications()
	if err != nil {
		return nil, fmt.Errorf("verifications of domains: %w", err)
	}
	return &Handlers{rdap: registries, dns: dns, mail: mail, tls: tls, pages: pages, rules: rules, now: now, verifications: verifications}, nil
}
