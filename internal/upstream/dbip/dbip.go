// Package dbip reads DB-IP's free table of IPv4 ranges and the countries that they are used in (db-ip.com, IP to Country Lite),
// which comes out once a month.
package dbip

import (
	"io"
	"net/netip"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/linelist"
)

// Provider is the download site. Answers that show the data have to name and link DB-IP.
var Provider = upstream.Provider{
	Name: "dbip", BaseURL: "https://download.db-ip.com/free", Docs: "https://db-ip.com/db/download/ip-to-country-lite",
	Attribution: "IP Geolocation by DB-IP (https://db-ip.com)", Terms: "CC BY 4.0", Checked: "documentation 2026-11",
	Timeout: 10 * time.Minute, MaxBytes: 128 << 20,
}

// New is the client of the provider.
func New(p *upstream.Pool) *upstream.Client { return p.Client(Provider) }

// settled is how far into a month its table is surely there.
const settled = 3 * 24 * time.Hour

// CountryLite is the download of the newest table at a time: files are named for their month, and a new one can be some
// days late.
func CountryLite(now func() time.Time) func(*upstream.Client) *upstream.Request {
	return func(c *upstream.Client) *upstream.Request {
		return c.Get("/dbip-country-lite-{}.csv.gz", now().UTC().Add(-settled).Format("2006-01"))
	}
}

// Row is one range.
type Row struct {
	First, Last netip.Addr
	Country     string // ISO 3166-1 alpha-2; ZZ for ranges of no country
}

// Read calls each for every range in src, IPv6 ones too.
func Read(src io.Reader, each func(Row)) error {
	return linelist.Read(src, func(line []byte) bool {
		fields := strings.Split(string(line), ",")
		if len(fields) != 3 { // the full product has the continent in the third place
			return false
		}

		for i := range fields {
			fields[i] = strings.Trim(fields[i], `"`)
		}
		first, err := netip.ParseAddr(fields[0])
		if err != nil {
			return false
		}

		last, err := netip.ParseAddr(fields[1])
		if err != nil || len(fields[2]) != 2 {
			return false
		}

		each(Row{first, last, fields[2]})
		return true
	})
}
