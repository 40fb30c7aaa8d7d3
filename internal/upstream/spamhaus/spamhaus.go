// Package spamhaus reads the Don't Route Or Peer lists of The Spamhaus Project: address ranges and networks that are leased or
// hijacked by criminals. DROP holds what was EDROP since 2024.
package spamhaus

import (
	"encoding/json"
	"io"
	"net/netip"
	"regexp"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/linelist"
)

// Provider is the download site. Its terms allow one download of a list per hour; once a day is enough.
var Provider = upstream.Provider{
	Name: "spamhaus-drop", BaseURL: "https://www.spamhaus.org/drop", Docs: "https://www.spamhaus.org/blocklists/do-not-route-or-peer/",
	Attribution: "(c) The Spamhaus Project SLU", Terms: "https://www.spamhaus.org/drop/terms/ (free, with credit)", Checked: "recorded 2026-09",
	RatePerMinute: 2, Burst: 2, Timeout: 2 * time.Minute,
}

// New is the client of the provider.
func New(p *upstream.Pool) *upstream.Client { return p.Client(Provider) }

// DROP is the download of the IPv4 ranges.
func DROP(c *upstream.Client) *upstream.Request { return c.Get("/drop_v4.json") }

// DROPv6 is the download of the IPv6 ranges, which has the same form.
func DROPv6(c *upstream.Client) *upstream.Request { return c.Get("/drop_v6.json") }

// ASNDROP is the download of the networks.
func ASNDROP(c *upstream.Client) *upstream.Request { return c.Get("/asndrop.json") }

// Stated is where each list has the Unix time at which it was made: in its last line.
var Stated = regexp.MustCompile(`"timestamp":\s*([0-9]{1,12})\b`)

// Range is one entry of DROP.
type Range struct {
	Prefix netip.Prefix
	SBL    string // the number of the listing, "SBL256894"
}

// ReadRanges calls each for every range in src, one JSON object a line. The last line describes the list and is not an
// entry.
func ReadRanges(src io.Reader, each func(Range)) error {
	return linelist.Read(src, func(line []byte) bool {
		var row struct {
			Type string       `json:"type"`
			CIDR netip.Prefix `json:"cidr"`
			SBL  string       `json:"sblid"`
		}
		if json.Unmarshal(line, &row) != nil {
			return false
		}
		if row.Type == "metadata" {
			return true
		}
		if !row.CIDR.IsValid() {
			return false
		}

		each(Range{row.CIDR.Masked(), row.SBL})
		return true
	})
}

// Network is one entry of ASN-DROP.
type Network struct {
	ASN  uint32 `json:"asn"`
	Name string `json:"asname"`
}

// ReadNetworks calls each for every network in src, in the form of ReadRanges.
func ReadNetworks(src io.Reader, each func(Network)) error {
	return linelist.Read(src, func(line []byte) bool {
		var row struct {
			Type string `json:"type"`
			Network
		}
		if json.Unmarshal(line, &row) != nil {
			return false
		}
		if row.Type == "metadata" {
			return true
		}
		if row.ASN == 0 {
			return false
		}
		each(row.Network)
		return true
	})
}
