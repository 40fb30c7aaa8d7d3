package sec

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"github.com/farebox/farebox/internal/upstream"
)

// NamesFile is the download of EDGAR's list of all names that anybody has filed under, about a million lines of 40 MB
// in all: companies, funds and persons, former names too, of filers that ended long ago too. It says neither which of
// a filer's names is its name today nor when it had the others.
func NamesFile(c *upstream.Client) *upstream.Request {
	return c.Get("/Archives/edgar/cik-lookup-data.txt").On(www).Timeout(10 * time.Minute).MaxBytes(mostOfNames)
}

const (
	mostOfNames = 256 << 20
	longestLine = 4096

	// A line in a thousand may be none, and no more.
	oddLines = 1000
)

// ReadNames gives each name of the list to each, with its filer's CIK in ten digits. It fails for a text that is not
// the list.
func ReadNames(f io.Reader, each func(cik, name string) error) error {
	lines := bufio.NewScanner(f)
	lines.Buffer(make([]byte, 0, longestLine), longestLine)
	read := 0
	odd := 0
	for lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		if line == "" {
			continue
		}
		read++
		cik, name, ok := nameLine(line)
		if !ok {
			odd++
			continue
		}
		if err := each(cik, name); err != nil {
			return err
		}
	}

	switch {
	case lines.Err() != nil:
		return fmt.Errorf("list of names: %w", lines.Err())
	case read == 0:
		return errors.New("list of names: empty")
	case odd*oddLines > read:
		return fmt.Errorf("list of names: %d of %d lines are no name with a CIK", odd, read)
	}
	return nil
}

// nameLine reads "APPLE INC:0000320193:". A name may hold colons. The file is in Latin-1.
func nameLine(line string) (cik, name string, ok bool) {
	rest, ok := strings.CutSuffix(line, ":")
	colon := strings.LastIndexByte(rest, ':')
	if !ok || colon <= 0 {
		return "", "", false
	}

	name = strings.TrimSpace(rest[:colon])
	cik = rest[colon+1:]
	if name == "" || len(cik) != 10 || strings.Trim(cik, "0123456789") != "" {
		return "", "", false
	}
	if !utf8.ValidString(name) {
		name, _ = charmap.ISO8859_1.NewDecoder().String(name) // every byte is a letter of Latin-1
	}
	return cik, name, true
}
