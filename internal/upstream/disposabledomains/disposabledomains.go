// Package disposabledomains reads the community's list of domains that hand out throw-away e-mail addresses
// (github.com/disposable-email-domains, CC0): one domain a line.
package disposabledomains

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the list's repository.
var Provider = upstream.Provider{
	Name:          "disposable-email-domains",
	BaseURL:       "https://raw.githubusercontent.com/disposable-email-domains/disposable-email-domains/main",
	Docs:          "https://github.com/disposable-email-domains/disposable-email-domains",
	Attribution:   "disposable-email-domains",
	Terms:         "CC0 1.0",
	Checked:       "documentation 2026-08",
	RatePerMinute: 10,
	Timeout:       time.Minute,
	MaxBytes:      4 << 20,
}

// New is the client of the provider.
func New(pool *upstream.Pool) *upstream.Client { return pool.Client(Provider) }

// Blocklist is the download of the list.
func Blocklist(c *upstream.Client) *upstream.Request {
	return c.Get("/disposable_email_blocklist.conf")
}

// Read reads the list. A line that cannot be a domain is an error: the list has changed its form.
func Read(src io.Reader) (map[string]bool, error) {
	out := map[string]bool{}
	lines := bufio.NewScanner(src)
	for n := 1; lines.Scan(); n++ {
		line := strings.ToLower(strings.TrimSpace(strings.TrimPrefix(lines.Text(), "\ufeff")))
		if line == "" || line[0] == '#' {
			continue
		}
		if !strings.Contains(line, ".") || strings.ContainsAny(line, " \t<>{}@/,;") {
			return nil, fmt.Errorf("disposable mail domains: line %d is not a domain", n)
		}
		out[line] = true
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("disposable mail domains: %w", err)
	}
	return out, nil
}
