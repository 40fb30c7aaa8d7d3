// Package firehol reads the FireHOL level 1 list of attacking addresses (iplists.firehol.org). It is put together from
// lists with differing licences, so it is off until the operator has looked at these and given its address:
// UPSTREAM_FIREHOL_URL=https://iplists.firehol.org/files
//
// The copy on GitHub (firehol/blocklist-ipsets) has stood still for months at a time, last since March 2026.
package firehol

import (
	"io"
	"net/netip"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/linelist"
)

// Provider has no address of its own; see the package.
var Provider = upstream.Provider{
	Name:        "firehol",
	Docs:        "https://iplists.firehol.org/?ipset=firehol_level1",
	Attribution: "FireHOL IP lists",
	Terms:       "the licences of the lists in it, https://iplists.firehol.org; off until UPSTREAM_FIREHOL_URL is set",
	Checked:     "documentation 2026-11",
	Timeout:     2 * time.Minute,
	MaxBytes:    32 << 20,
}

// New is the client of the provider.
func New(p *upstream.Pool) *upstream.Client { return p.Client(Provider) }

// Level1 is the download of the list.
func Level1(c *upstream.Client) *upstream.Request { return c.Get("/firehol_level1.netset") }

// Read calls each for every prefix in src. Private and reserved ranges are among them: ask only about public addresses.
func Read(src io.Reader, each func(netip.Prefix)) error {
	return linelist.Read(src, func(line []byte) bool {
		text := string(line)
		if !strings.Contains(text, "/") {
			a, err := netip.ParseAddr(text)
			if err != nil {
				return false
			}
			each(netip.PrefixFrom(a, a.BitLen()))
			return true
		}

		p, err := netip.ParsePrefix(text)
		if err != nil {
			return false
		}

		each(p.Masked())
		return true
	})
}
