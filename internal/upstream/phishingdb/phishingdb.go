// Package phishingdb reads the Phishing.Database list of domains with live phishing pages (github.com/Phishing-Database).
package phishingdb

import (
	"io"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/linelist"
)

// Provider is the repository's raw files.
var Provider = upstream.Provider{
	Name: "phishing-db", BaseURL: "https://raw.githubusercontent.com/Phishing-Database/Phishing.Database/master", Docs: "https://github.com/Phishing-Database/Phishing.Database",
	Attribution: "Phishing.Database", Terms: "MIT", Checked: "documentation 2026-11", Timeout: 10 * time.Minute, MaxBytes: 256 << 20,
}

// New is the client of the provider.
func New(p *upstream.Pool) *upstream.Client { return p.Client(Provider) }

// Active is the download of the domains that are live.
func Active(c *upstream.Client) *upstream.Request { return c.Get("/phishing-domains-ACTIVE.txt") }

// Read calls each for every host in src, one a line. The bytes are only good until each returns.
func Read(src io.Reader, each func(host []byte) bool) error {
	return linelist.Read(src, func(line []byte) bool { return line[0] == '#' || each(line) })
}
