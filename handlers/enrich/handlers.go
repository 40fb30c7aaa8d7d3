// Package enrich answers the routes that gather what public sources say about a domain. What they say about persons is left
// out: registrants, contacts that are no role addresses, and the part of an e-mail address before the @.
package enrich

import (
	"fmt"
	"time"

	"github.com/farebox/farebox/dnslookup"
	"github.com/farebox/farebox/fetch"
	gen "github.com/farebox/farebox/gen/enrich"
	"github.com/farebox/farebox/hostname"
	"github.com/farebox/farebox/maildomain"
	"github.com/farebox/farebox/tlsinfo"
	"github.com/farebox/farebox/upstream/rdap"
)

// Handlers answers the enrich routes.
type Handlers struct {
	rdap  *rdap.Client
	dns   *dnslookup.Resolver
	mail  *maildomain.Tables
	tls   *tlsinfo.Reader
	pages *fetch.Client
	rules []rule
	now   func() time.Time
}

var _ gen.StrictServerInterface = (*Handlers)(nil)

// New returns the handlers over their sources; now is the clock that ages are counted by. The error is one of the tables that
// are part of the program.
func New(registries *rdap.Client, dns *dnslookup.Resolver, mail *maildomain.Tables, tls *tlsinfo.Reader, pages *fetch.Client, now func() time.Time) (*Handlers, error) {
	rules, err := readRules()
	if err != nil {
		return nil, fmt.Errorf("rules of technologies: %w", err)
	}
	return &Handlers{rdap: registries, dns: dns, mail: mail, tls: tls, pages: pages, rules: rules, now: now}, nil
}

// organisational is the name whose DMARC record holds for a host: the registrable domain, or below a suffix under which
// anyone can have a name, the one name of the customer (RFC 7489, section 3.2).
func organisational(host *hostname.Host) string {
	suffix := hostname.PrivateSuffix(host.ASCII)
	if suffix == "" || len(host.ASCII) <= len(suffix)+1 {
		return host.Registrable
	}
	left := host.ASCII[:len(host.ASCII)-len(suffix)-1]
	for i := len(left) - 1; i >= 0; i-- {
		if left[i] == '.' {
			return left[i+1:] + "." + suffix
		}
	}
	return host.ASCII
}
