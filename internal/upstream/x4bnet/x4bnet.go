// Package x4bnet reads a list of networks that are data centres rather than access providers (github.com/X4BNet/lists_vpn).
package x4bnet

import (
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/linelist"
)

// Provider is the repository's raw files.
var Provider = upstream.Provider{
	Name: "x4bnet-datacenter", BaseURL: "https://raw.githubusercontent.com/X4BNet/lists_vpn/main", Docs: "https://github.com/X4BNet/lists_vpn",
	Attribution: "X4BNet/lists_vpn", Terms: "MIT", Checked: "repository 2026-11", Timeout: 2 * time.Minute,
}

// New is the client of the provider.
func New(p *upstream.Pool) *upstream.Client { return p.Client(Provider) }

// Datacenters is the download of the list.
func Datacenters(c *upstream.Client) *upstream.Request { return c.Get("/input/datacenter/ASN.txt") }

// Read calls each for every network in src: "AS64500 # name".
func Read(src io.Reader, each func(asn uint32)) error {
	return linelist.Read(src, func(line []byte) bool {
		number, _, _ := strings.Cut(string(line), "#")
		number = strings.TrimPrefix(strings.ToUpper(strings.TrimSpace(number)), "AS")
		asn, err := strconv.ParseUint(number, 10, 32)
		if err != nil {
			return false
		}
		each(uint32(asn))
		return true
	})
}
