// Package majestic reads the Majestic Million, the million sites that most networks link to (majestic.com).
package majestic

import (
	"bytes"
	"io"
	"strconv"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/linelist"
)

// Provider is the download site. The table is about 80 MB.
var Provider = upstream.Provider{
	Name: "majestic", BaseURL: "https://downloads.majestic.com", Docs: "https://majestic.com/reports/majestic-million", Attribution: "Majestic Million, majestic.com",
	Terms: "CC BY 3.0", Checked: "documentation 2026-10", Timeout: 20 * time.Minute, MaxBytes: 256 << 20,
}

// New is the client of the provider.
func New(p *upstream.Pool) *upstream.Client { return p.Client(Provider) }

// Million is the download of the table.
func Million(c *upstream.Client) *upstream.Request { return c.Get("/majestic_million.csv") }

// header begins the first line; the columns read here are the first and the third.
const header = "GlobalRank,TldRank,Domain,"

// Read calls each for every site in src with its rank from 1. The bytes are only good until each returns. A table whose columns
// are others is refused.
func Read(src io.Reader, each func(domain []byte, rank uint32) bool) error {
	started := false
	return linelist.Read(src, func(line []byte) bool {
		if !started {
			started = bytes.HasPrefix(line, []byte(header))
			return started
		}
		rank, rest, _ := bytes.Cut(line, []byte(","))
		_, rest, _ = bytes.Cut(rest, []byte(","))
		domain, _, more := bytes.Cut(rest, []byte(","))
		n, err := strconv.ParseUint(string(rank), 10, 32)
		return more && err == nil && n > 0 && each(domain, uint32(n))
	})
}
