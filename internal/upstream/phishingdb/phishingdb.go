// Package phishingdb reads the Phishing.Database list of domains with live phishing pages (github.com/Phishing-Database).
package phishingdb

import (
	"time"

	"github.com/farebox/farebox/internal/upstream"
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
