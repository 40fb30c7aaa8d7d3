// Package urlhaus reads the lists of abuse.ch URLhaus, which collects URLs that malware is spread from: the hosts in use now, and
// the URLs of the last 30 days.
package urlhaus

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/linelist"
)

// Provider is the download site. Its paths need no key, but are no longer documented: those that are need one.
var Provider = upstream.Provider{
	Name: "urlhaus", BaseURL: "https://urlhaus.abuse.ch/downloads", Docs: "https://urlhaus.abuse.ch/api/", Attribution: "abuse.ch URLhaus",
	Terms: "CC0", Checked: "recorded 2026-07; its documentation asks for a key since", RatePerMinute: 12, Timeout: 5 * time.Minute, MaxBytes: 128 << 20,
}

// New is the client of the provider.
func New(p *upstream.Pool) *upstream.Client { return p.Client(Provider) }

// Hosts is the download of the hosts file.
func Hosts(c *upstream.Client) *upstream.Request { return c.Get("/hostfile/") }

// Recent is the download of the URLs of the last 30 days.
func Recent(c *upstream.Client) *upstream.Request { return c.Get("/csv_recent/") }

// Stated is where the hosts file has the time at which it was made, in time.DateTime.
var Stated = regexp.MustCompile(`# Last updated: ([0-9-]{10} [0-9:]{8}) \(UTC\)`)

// ReadHosts calls each for every host in src, a hosts file. The bytes are only good until each returns.
func ReadHosts(src io.Reader, each func(host []byte)) error {
	return linelist.Read(src, func(line []byte) bool {
		for i, c := range line {
			if c == '\t' || c == ' ' {
				each(line[i+1:])
				return true
			}
		}
		return false
	})
}

// ReadRecent calls each for every URL in src, a CSV table whose header is a comment. Malformed rows are left out unless they
// are more than one in fifty.
func ReadRecent(src io.Reader, each func(url string)) error {
	text, err := linelist.Open(src)
	if err != nil {
		return err
	}

	rows := csv.NewReader(text)
	rows.Comment = '#'
	rows.FieldsPerRecord = -1
	rows.LazyQuotes = true
	rows.ReuseRecord = true
	read := 0
	refused := 0
	for {
		f, err := rows.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fmt.Errorf("URLhaus rows: %w", err)
		}
		read++
		if len(f) < 9 || !strings.Contains(f[2], "://") {
			refused++
			continue
		}
		each(f[2])
	}

	if refused*50 > read {
		return fmt.Errorf("%w: %d of %d rows unreadable", linelist.ErrUnreadable, refused, read)
	}
	return nil
}
