// Package banklists reads the directories of bank codes for account numbers that central banks and payment
// associations publish, and the registers of the SEPA payment schemes. Each publisher has its own format.
//
// A list is accepted as a whole or not at all: a truncated row, an invalid code or a missing column rejects it,
// because a code missing from a complete list counts against a bank account.
package banklists

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Status is what a directory says about a bank code.
type Status string

// The states of a bank code.
const (
	Active  Status = "active"
	Closing Status = "closing" // its deletion is announced
	Deleted Status = "deleted" // it is listed for the last time
	Merged  Status = "merged"  // payments to it go to its successor
)

// Bank is one bank code.
type Bank struct {
	Country     string // ISO 3166-1 alpha-2: the country code of accounts with the bank code
	Code        string // as in the account number, with leading zeros
	BIC         string // 8 or 11 characters, "" when the directory has none
	Name        string
	City        string // "" when the directory has none
	Status      Status
	Successor   string // the code that takes its place, "" when none is named
	CheckMethod string // how account numbers are checked: two characters of the Bundesbank's numbering, else ""
}

// List is one edition of a directory.
type List struct {
	AsOf  time.Time // the day from which the edition is valid; zero if not stated
	Banks []Bank    // one for each code: its first row
}

// Feed is one publisher's directory.
type Feed struct {
	ID        string   // name of the dataset
	Title     string   // for people
	Countries []string // whose bank codes are in it
	Partial   bool     // incomplete, so that a missing code means nothing

	// Letters is how many characters of a code identify the bank, if a list may lack some of a bank's codes: then a
	// missing code means something only if no code begins with them. 0 means the whole code.
	Letters int

	Provider upstream.Provider
	Least    int // bank codes; with fewer the list is incomplete
	Request  func(*upstream.Client) *upstream.Request

	// Next is for a list behind a page that links to it, see [upstream.File]; nil for a single answer.
	Next func(c *upstream.Client, page []byte, pages int) (*upstream.Request, error)
	Read func(data []byte) (*List, error)
}

// Feeds are all directories.
func Feeds() []Feed {
	return []Feed{bundesbank, oenb, six, nbb, betaalvereniging, cnb, nbs, mnb, nbp, bsi, bits, ecb}
}

func get(path string) func(*upstream.Client) *upstream.Request {
	return func(c *upstream.Client) *upstream.Request { return c.Get(path) }
}

// collector builds a list from rows and keeps the first row of each code.
type collector struct {
	list List
	seen map[string]bool
	bics int
}

func newCollector() *collector { return &collector{seen: map[string]bool{}} }

// add adds a row. A row without a name is an error; an existing code stays unchanged.
func (c *collector) add(b Bank) error {
	if b.Name == "" && b.Status != Merged {
		return errors.New("a bank code without a name")
	}
	key := b.Country + b.Code
	if c.seen[key] {
		return nil
	}
	c.seen[key] = true

	b.Status = cmp.Or(b.Status, Active)
	if b.BIC != "" {
		c.bics++
	}
	c.list.Banks = append(c.list.Banks, b)
	return nil
}

// addBeginnings adds prefixes of codes that all belong to one bank, according to same, for that bank's codes
// missing from the list.
func (c *collector) addBeginnings(characters int, same func(a, b Bank) bool) {
	first := map[string]Bank{}
	mixed := map[string]bool{}
	for _, b := range c.list.Banks {
		if len(b.Code) <= characters {
			continue // a beginning itself
		}
		begins := b.Code[:characters]
		if known, ok := first[begins]; ok {
			mixed[begins] = mixed[begins] || !same(known, b)
		} else {
			first[begins] = b
		}
	}

	for _, begins := range slices.Sorted(maps.Keys(first)) {
		if bank := first[begins]; !mixed[begins] {
			bank.Code = begins
			bank.City = ""
			_ = c.add(bank) // it has a name, like the row it was made from
		}
	}
}

// whole returns the list, unless so few banks have a BIC that it must have been read from the wrong place.
func (c *collector) whole() (*List, error) {
	if n := len(c.list.Banks); c.bics*2 < n || n == 0 {
		return nil, fmt.Errorf("only %d of %d banks have a BIC", c.bics, n)
	}
	return &c.list, nil
}

// of is the list of a table's rows, which row adds one by one; it has least columns or more.
func (c *collector) of(t *table, least int, row func(f []string) error) (*List, error) {
	if err := t.each(least, row); err != nil {
		return nil, err
	}
	return c.whole()
}

// digits is a code of at most width digits with its leading zeros, which spreadsheets drop.
func digits(text string, width int) (string, error) {
	text = strings.TrimSpace(text)
	if text == "" || len(text) > width || strings.Trim(text, "0123456789") != "" {
		return "", fmt.Errorf("a bank code that is not one of %d digits", width)
	}
	return strings.Repeat("0", width-len(text)) + text, nil
}

// bic is a business identifier code in one piece and upper case, or "" for anything else: directories write a dash,
// N/A or a word for an unassigned code.
func bic(text string) string {
	text = strings.ToUpper(strings.Join(strings.Fields(text), ""))
	if len(text) != 8 && len(text) != 11 {
		return ""
	}
	for i := range len(text) {
		letter := text[i] >= 'A' && text[i] <= 'Z'
		if digit := text[i] >= '0' && text[i] <= '9'; !letter && (!digit || i < 6) {
			return ""
		}
	}
	return text
}
