// Package tranco reads the Tranco list of the million most popular sites (tranco-list.eu). Some of the rankings that it
// is made from are for non-commercial use, so it is off until the operator gives its address:
// UPSTREAM_TRANCO_URL=https://tranco-list.eu
package tranco

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/linelist"
)

// Provider has no address of its own; see the package.
var Provider = upstream.Provider{
	Name:        "tranco",
	Docs:        "https://tranco-list.eu",
	Attribution: "Tranco (Le Pochat et al., NDSS 2019)",
	Terms:       "those of the rankings in it, some non-commercial; off until UPSTREAM_TRANCO_URL is set",
	Checked:     "documentation 2026-11",
	Timeout:     10 * time.Minute,
	MaxBytes:    64 << 20,
}

// New is the client of the provider.
func New(p *upstream.Pool) *upstream.Client { return p.Client(Provider) }

// Million is the download of the list, a zip file.
func Million(c *upstream.Client) *upstream.Request { return c.Get("/top-1m.csv.zip") }

// mostBytes bounds the unpacked list; the real one has about 23 MB.
const mostBytes = 256 << 20

// Read calls each for every site in src, size bytes of a zip file with one table, with its rank from 1. The bytes are
// only good until each returns.
func Read(src io.ReaderAt, size int64, each func(domain []byte, rank uint32) bool) error {
	archive, err := zip.NewReader(src, size)
	if err != nil {
		return fmt.Errorf("the Tranco list: %w", err)
	}
	if len(archive.File) != 1 {
		return errors.New("the Tranco list: want one file in the zip file")
	}
	table, err := archive.File[0].Open()
	if err != nil {
		return fmt.Errorf("the Tranco list: %w", err)
	}
	defer table.Close()
	return linelist.Read(io.LimitReader(table, mostBytes), func(line []byte) bool {
		rank, domain, _ := bytes.Cut(line, []byte(","))
		n, err := strconv.ParseUint(string(rank), 10, 32)
		return err == nil && n > 0 && each(domain, uint32(n))
	})
}
