// Package iptoasn reads the tables of IPv4 and IPv6 ranges and the networks that announce them (iptoasn.com, made
// hourly from public BGP tables).
package iptoasn

import (
	"io"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/linelist"
)

// Provider is the site that gives the tables. The file is about 8 MB packed.
var Provider = upstream.Provider{
	Name:        "iptoasn",
	BaseURL:     "https://iptoasn.com",
	Docs:        "https://iptoasn.com",
	Attribution: "iptoasn.com",
	Terms:       "Public Domain Dedication and License 1.0",
	Checked:     "recorded 2019",
	Timeout:     10 * time.Minute,
	MaxBytes:    256 << 20,
}

// ProviderV6 is the same site for the IPv6 table, about 4 MB packed. It has no address of its own, since the routes
// about IP addresses promise IPv4 only. An operator who wants IPv6 addresses looked up as well gives it one:
// UPSTREAM_IPTOASN_V6_URL=https://iptoasn.com
var ProviderV6 = upstream.Provider{
	Name:        "iptoasn-v6",
	Docs:        Provider.Docs,
	Attribution: Provider.Attribution,
	Terms:       Provider.Terms + "; IPv6 addresses are refused until UPSTREAM_IPTOASN_V6_URL is set",
	Checked:     Provider.Checked,
	Timeout:     Provider.Timeout,
	MaxBytes:    Provider.MaxBytes,
}

// New is the client of the provider.
func New(p *upstream.Pool) *upstream.Client { return p.Client(Provider) }

// NewV6 is the client for the IPv6 table.
func NewV6(p *upstream.Pool) *upstream.Client { return p.Client(ProviderV6) }

// V4 is the download of the IPv4 table.
func V4(c *upstream.Client) *upstream.Request { return c.Get("/data/ip2asn-v4.tsv.gz") }

// V6 is the download of the IPv6 table.
func V6(c *upstream.Client) *upstream.Request { return c.Get("/data/ip2asn-v6.tsv.gz") }

// Row is one range of the table. Unannounced space has rows too, with ASN 0.
type Row struct {
	First, Last netip.Addr
	ASN         uint32
	Country     string // ISO 3166-1 alpha-2 of the network's registration, empty when there is none
	Description string // "EXAMPLENET - Example Networks, Ltd", empty when there is none
}

// Read calls each for every row of the table in src, packed or not.
func Read(src io.Reader, each func(Row)) error {
	return linelist.Read(src, func(line []byte) bool {
		fields := strings.SplitN(string(line), "\t", 5)
		if len(fields) < 3 {
			return false
		}

		var r Row
		var err error
		if r.First, err = netip.ParseAddr(fields[0]); err != nil {
			return false
		}
		if r.Last, err = netip.ParseAddr(fields[1]); err != nil {
			return false
		}

		asn, err := strconv.ParseUint(fields[2], 10, 32)
		if err != nil {
			return false
		}

		if r.ASN = uint32(asn); asn != 0 {
			if len(fields) > 3 && len(fields[3]) == 2 {
				r.Country = fields[3]
			}
			if len(fields) > 4 {
				r.Description = fields[4]
			}
		}

		each(r)
		return true
	})
}
