// Package passportindex keeps a table of visa requirements by passport and destination, as volunteers copied it
// from passportindex.org on one day.
package passportindex

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// snapshot is the version of the table to read: it never changes, so the day it is valid for is certain.
const snapshot = "9c59780dd0dbaefcbdfa0134d21cd99d0d547509"

// AsOf is the day for which the table is valid, according to its authors.
const AsOf = "2026-02-17"

// Provider is the table on GitHub.
var Provider = upstream.Provider{
	Name:          "passport_index",
	BaseURL:       "https://raw.githubusercontent.com/imorte/passport-index-data/" + snapshot,
	Docs:          "https://github.com/imorte/passport-index-data",
	Attribution:   "imorte/passport-index-data, from passportindex.org",
	Terms:         "https://github.com/imorte/passport-index-data/blob/main/LICENSE (MIT, for the compilation)",
	Checked:       "the whole table of " + AsOf,
	RatePerMinute: 6,
	Timeout:       time.Minute,
}

// The requirements.
const (
	VisaFree      = "visa free"
	VisaOnArrival = "visa on arrival"
	ETA           = "eta"
	EVisa         = "e-visa"
	VisaRequired  = "visa required"
	NoAdmission   = "no admission"
	Home          = "-1" // the passport is of the destination
)

// authorising is Seychelles, which wants an authorisation of everybody that needs no visa (mfa.gov.sc). The table has
// it as visa free.
const authorising = "SC"

// Forms are what has to be filled in before arrival where the table has no visa, by destination. Its authors name
// these; there are others.
var Forms = map[string]string{
	"DO": "an e-ticket",
	"MY": "an arrival card",
	"SG": "an arrival card",
}

// Rule is what a destination requires of a passport.
type Rule struct {
	Requirement string // one of the constants
	Days        int    // for how long; 0 if unknown
	Raw         string // as the table has it
}

// Table is a version of the table.
type Table struct{ rules map[[4]byte]Rule }

// Rule is what destination requires of passport, by their two-letter codes; false if the table does not say.
func (t *Table) Rule(passport, destination string) (Rule, bool) {
	key, ok := keyOf(passport, destination)
	rule, known := t.rules[key]
	if destination == authorising && rule.Requirement == VisaFree {
		rule.Requirement = ETA
	}
	return rule, ok && known
}

// Len is the number of pairs.
func (t *Table) Len() int { return len(t.rules) }

func keyOf(passport, destination string) (key [4]byte, ok bool) {
	if len(passport) != 2 || len(destination) != 2 {
		return key, false
	}
	copy(key[:], passport+destination)
	return key, true
}

// Client keeps the table.
type Client struct{ Table *upstream.Dataset[*Table] }

// New registers the table with the pool. It never changes; it is checked once a week.
func New(pool *upstream.Pool) *Client {
	file := func(name string) upstream.File {
		return upstream.File{
			Name:    name,
			Request: func(c *upstream.Client) *upstream.Request { return c.Get("/" + name) },
		}
	}
	return &Client{Table: upstream.NewDataset(pool, upstream.DatasetSpec[*Table]{
		Name:   Provider.Name,
		Client: pool.Client(Provider),
		Every:  7 * 24 * time.Hour,
		Files:  []upstream.File{file("passport-index-tidy-iso2.csv"), file("passport-index.json")},
		Parse:  parse,
		Count:  (*Table).Len,
	})}
}

func parse(dir fs.FS) (*Table, error) {
	table, err := upstream.ReadFile(dir, "passport-index-tidy-iso2.csv", readCSV)
	if err != nil {
		return nil, err
	}
	stays, err := upstream.ReadJSON[map[string]map[string]stay](dir, "passport-index.json")
	if err != nil {
		return nil, fmt.Errorf("days of visa requirements: %w", err)
	}
	days := daysOf(stays)
	for key, rule := range table.rules {
		if more := days[key]; rule.Days == 0 && more.Requirement == rule.Requirement {
			rule.Days = more.Days
			table.rules[key] = rule
		}
	}
	return table, nil
}

// readCSV reads "US,JP,90". A truncated file could lose a digit of its last line, so it must end with a line end.
func readCSV(f io.Reader) (*Table, error) {
	body, err := io.ReadAll(f)
	if err != nil {
		return nil, err
	}
	if !bytes.HasSuffix(body, []byte("\n")) {
		return nil, errors.New("table of visa requirements: its last line is cut")
	}

	table := &Table{rules: map[[4]byte]Rule{}}
	rows := upstream.CSV{}.Read(bytes.NewReader(body)).Need("Passport", "Destination", "Requirement")
	for row := range rows.All() {
		key, ok := keyOf(row.Get("Passport"), row.Get("Destination"))
		rule, known := ruleOf(row.Get("Requirement"))
		home := key[0] == key[2] && key[1] == key[3]
		if !ok || !known || home != (rule.Requirement == Home) {
			return nil, fmt.Errorf("table of visa requirements: line %d cannot be read", table.Len()+2)
		}
		table.rules[key] = rule
	}
	return table, rows.Err()
}

func ruleOf(raw string) (Rule, bool) {
	rule := Rule{
		Requirement: strings.ToLower(raw),
		Raw:         raw,
	}
	switch rule.Requirement {
	case VisaFree, VisaOnArrival, ETA, EVisa, VisaRequired, NoAdmission, Home:
		return rule, true
	}
	days, err := strconv.Atoi(raw)
	if err != nil || days < 1 || days > 3660 {
		return rule, false
	}
	rule.Requirement = VisaFree
	rule.Days = days
	return rule, true
}

// stay reads a rule of the form that has days for visas on arrival and electronic visas too.
type stay struct {
	Status string `json:"status"`
	Days   int    `json:"days,omitempty"` // absent if unknown, or if no visa is available on the way
}

func daysOf(stays map[string]map[string]stay) map[[4]byte]Rule {
	list := map[[4]byte]Rule{}
	for passport, destinations := range stays {
		for destination, s := range destinations {
			if key, ok := keyOf(strings.ToUpper(passport), strings.ToUpper(destination)); ok {
				list[key] = Rule{
					Requirement: strings.ToLower(s.Status),
					Days:        s.Days,
				}
			}
		}
	}
	return list
}
