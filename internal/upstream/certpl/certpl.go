// Package certpl reads the warning list of dangerous domains of CERT Polska (cert.pl).
package certpl

import (
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the list's own site.
var Provider = upstream.Provider{
	Name: "certpl", BaseURL: "https://hole.cert.pl/domains/v2", Docs: "https://cert.pl/en/warning-list/", Attribution: "CERT Polska warning list",
	Terms: "free", Checked: "documentation 2026-11", Timeout: 10 * time.Minute, MaxBytes: 256 << 20,
}

// New is the client of the provider.
func New(p *upstream.Pool) *upstream.Client { return p.Client(Provider) }

// Domains is the download of the list.
func Domains(c *upstream.Client) *upstream.Request { return c.Get("/domains.txt") }
