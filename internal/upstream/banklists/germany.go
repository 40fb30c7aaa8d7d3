package banklists

import (
	"bytes"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"golang.org/x/text/encoding/charmap"

	"github.com/farebox/farebox/internal/upstream"
)

// Bundesbank publishes the German bank codes four times a year.
var Bundesbank = upstream.Provider{
	Name:        "bundesbank",
	BaseURL:     "https://www.bundesbank.de",
	Docs:        "https://www.bundesbank.de/de/aufgaben/unbarer-zahlungsverkehr/serviceangebot/bankleitzahlen",
	Attribution: "Quelle: Deutsche Bundesbank",
	Terms:       "free to store, forward and reproduce for business use, unchanged and with the source named",
	Checked:     "recorded 2026-09 (page and records)",
	Timeout:     5 * time.Minute,
	MaxBytes:    16 << 20,
}

const (
	blzPage = "/de/aufgaben/unbarer-zahlungsverkehr/serviceangebot/bankleitzahlen/download-bankleitzahlen-602592"
	blzFile = "/blz-aktuell-txt-data.txt"
	blzLine = 168 // characters of a record
)

var bundesbank = Feed{
	ID:        "bank-de",
	Title:     "Bankleitzahlendatei of the Deutsche Bundesbank",
	Countries: []string{"DE"},
	Provider:  Bundesbank,
	Least:     3000,
	Request:   get(blzPage),
	Next:      blzLink,
	Read:      readBundesbank,
}

// blzLink is the request for the file linked on the page; its URL changes with each edition.
func blzLink(c *upstream.Client, data []byte, pages int) (*upstream.Request, error) {
	if pages > 1 {
		return nil, nil
	}
	for _, l := range readPage(data).links {
		if strings.HasSuffix(l.href, blzFile) {
			return follow(c, Bundesbank.BaseURL+blzPage, l.href)
		}
	}
	return nil, errors.New("the page links no file of bank codes")
}

// follow is the request for a link on the page at base.
func follow(c *upstream.Client, base, href string) (*upstream.Request, error) {
	page, err := url.Parse(base)
	if err != nil {
		return nil, fmt.Errorf("address of the page: %w", err)
	}
	target, err := page.Parse(href)
	if err != nil {
		return nil, errors.New("the page links the list by an invalid URL")
	}
	return c.Follow(target.String()), nil
}

func readBundesbank(data []byte) (*List, error) {
	before, records, err := parted(data)
	if err != nil {
		return nil, err
	}
	list, err := ReadBLZ(records)
	if err != nil {
		return nil, err
	}
	list.AsOf = dayAfter(readPage(before).text, "gültig vom")
	return list, nil
}

// ReadBLZ reads the file of the German bank codes as the Bundesbank publishes it: records of 168 bytes (ISO
// 8859-1), one or more for each code. The record with the mark 1 is the code's main one; those with 2 are further
// offices.
func ReadBLZ(data []byte) (*List, error) {
	all := newCollector()
	offices := 0
	for n, line := range bytes.Split(data, []byte("\n")) {
		line = bytes.TrimSuffix(line, []byte("\r"))
		if len(line) == 0 {
			continue
		}
		if len(line) != blzLine {
			return nil, fmt.Errorf("line %d is not a record of %d characters", n+1, blzLine)
		}
		bank, leads, err := blzRecord(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n+1, err)
		}
		if !leads {
			offices++
			continue
		}
		if err := all.add(bank); err != nil {
			return nil, fmt.Errorf("line %d: %w", n+1, err)
		}
	}

	list, err := all.whole()
	if err != nil {
		return nil, fmt.Errorf("%w, beside %d further offices", err, offices)
	}

	return list, nil
}

// blzRecord reads one record; leads reports whether it is its code's main one.
func blzRecord(line []byte) (bank Bank, leads bool, err error) {
	text, err := charmap.Windows1252.NewDecoder().Bytes(line)
	if err != nil {
		return Bank{}, false, fmt.Errorf("decoding: %w", err)
	}
	runes := []rune(string(text))
	if len(runes) != blzLine {
		return Bank{}, false, errors.New("not one character a byte")
	}
	field := func(from, to int) string { return strings.TrimSpace(string(runes[from:to])) }

	bank = Bank{
		Country:     "DE",
		Name:        oneLine(field(9, 67)),
		City:        field(72, 107),
		BIC:         bic(field(139, 150)),
		CheckMethod: field(150, 152),
	}
	if bank.Code, err = digits(field(0, 8), 8); err != nil || field(0, 8) != bank.Code {
		return Bank{}, false, errors.New("a bank code that is not one of 8 digits")
	}

	if bank.BIC == "" && field(139, 150) != "" {
		return Bank{}, false, errors.New("an invalid BIC")
	}

	mark := line[8]
	change := line[158]
	deletion := line[159]
	if mark != '1' && mark != '2' || !strings.ContainsRune("AUMD", rune(change)) || deletion != '0' && deletion != '1' {
		return Bank{}, false, errors.New("marks that the record does not have")
	}
	switch {
	case change == 'D':
		bank.Status = Deleted
	case deletion == '1':
		bank.Status = Closing
	}
	successor, err := digits(field(160, 168), 8)
	if err != nil {
		return Bank{}, false, errors.New("a successor that is not a bank code")
	}
	if strings.Trim(successor, "0") != "" {
		bank.Successor = successor
	}
	return bank, mark == '1', nil
}
