// Package certpl reads the warning list of dangerous domains of CERT Polska (cert.pl).
package certpl

import (
	"io"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/linelist"
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

// Read calls each for every domain in src, one a line. The bytes are only good until each returns.
func Read(src io.Reader, each func(host []byte) bool) error {
	return linelist.Read(src, func(line []byte) bool { return line[0] == '#' || each(line) })
}
