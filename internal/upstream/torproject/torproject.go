// Package torproject reads the list of addresses that Tor traffic leaves from (check.torproject.org).
package torproject

import (
	"io"
	"net/netip"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/linelist"
)

// Provider is the Tor Project's check service.
var Provider = upstream.Provider{
	Name: "tor-exit", BaseURL: "https://check.torproject.org", Docs: "https://blog.torproject.org/changes-tor-exit-list-service/",
	Attribution: "The Tor Project", Terms: "free", Checked: "recorded 2024-02", Timeout: 2 * time.Minute,
}

// New is the client of the provider.
func New(p *upstream.Pool) *upstream.Client { return p.Client(Provider) }

// Exits is the download of the list.
func Exits(c *upstream.Client) *upstream.Request { return c.Get("/torbulkexitlist") }

// Read calls each for every address in src, IPv6 ones too.
func Read(src io.Reader, each func(netip.Addr)) error {
	return linelist.Read(src, func(line []byte) bool {
		a, err := netip.ParseAddr(string(line))
		if err != nil {
			return false
		}
		each(a)
		return true
	})
}
