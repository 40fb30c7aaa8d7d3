// Package kev keeps CISA's catalogue of known exploited vulnerabilities.
package kev

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

const (
	docs        = "https://www.cisa.gov/known-exploited-vulnerabilities-catalog"
	terms       = "https://www.cisa.gov/sites/default/files/licenses/kev/license.txt (CC0 1.0)"
	attribution = "CISA Known Exploited Vulnerabilities Catalog"
)

// Provider is the catalogue at its home.
var Provider = upstream.Provider{
	Name: "kev", BaseURL: "https://www.cisa.gov/sites/default/files/feeds", Docs: docs, Attribution: attribution, Terms: terms, Checked: "recorded 2025-08",
	RatePerMinute: 10, Timeout: time.Minute,
}

// Mirror is CISA's copy on GitHub, which answers addresses that the home turns away.
var Mirror = upstream.Provider{
	Name: "kev-mirror", BaseURL: "https://raw.githubusercontent.com/cisagov/kev-data/develop", Docs: "https://github.com/cisagov/kev-data",
	Attribution: attribution, Terms: terms, Checked: "recorded 2025-08", RatePerMinute: 10, Timeout: time.Minute,
}

// floor is the number of entries below which a catalogue is not believed: it had 1,404 in August 2025, and entries seldom leave.
const floor = 1200

// Entry is a vulnerability in the catalogue.
type Entry struct {
	ID             string   `json:"cveID"`
	Added          string   `json:"dateAdded"` // YYYY-MM-DD
	RequiredAction string   `json:"requiredAction"`
	Due            string   `json:"dueDate,omitempty"` // YYYY-MM-DD; may be missing since BOD 26-04 took the place of BOD 22-01
	Ransomware     use      `json:"knownRansomwareCampaignUse"`
	CWEs           []string `json:"cwes,omitempty"` // since 2024
}

type use string

// Words say whether a use is known.
func (use) Words() []string { return []string{"Known", "Unknown"} }

// KnownRansomware is true when it is known to have been used by ransomware. False means that none is known.
func (e Entry) KnownRansomware() bool { return e.Ransomware == "Known" }

// Catalogue is a version of the list.
type Catalogue struct {
	Version  string    // 2026.11.19
	Released time.Time // when CISA published it
	Clears   bool      // it is new enough to say that a CVE is not in it
	byID     map[string]Entry
}

// Entry is the entry of a CVE id in upper case, nil when it is not listed.
func (c *Catalogue) Entry(id string) *Entry {
	e, ok := c.byID[id]
	if !ok {
		return nil
	}
	return &e
}

// Client keeps the catalogue, from whichever of the two places has the newer one.
type Client struct {
	lists []*upstream.Dataset[*Catalogue]
}

// New registers the catalogue with the pool, which loads it and looks for a newer one every hour.
func New(pool *upstream.Pool) *Client {
	c := &Client{}

	file := upstream.File{Name: "kev.json", Request: func(c *upstream.Client) *upstream.Request {
		return c.Get("/known_exploited_vulnerabilities.json")
	}}

	for _, p := range []upstream.Provider{Provider, Mirror} {
		c.lists = append(c.lists, upstream.NewDataset(pool, upstream.DatasetSpec[*Catalogue]{
			Name:       p.Name,
			Client:     pool.Client(p),
			Every:      time.Hour,
			Files:      []upstream.File{file},
			Parse:      func(dir fs.FS) (*Catalogue, error) { return upstream.ReadFile(dir, file.Name, read) },
			Count:      func(c *Catalogue) int { return len(c.byID) },
			MinRecords: floor,
			MaxShrink:  0.05,
			Stated:     func(c *Catalogue, _ fs.FS) time.Time { return c.Released },
			Lasts:      30 * 24 * time.Hour, // twice the longest pause between two versions, over a year's end
		}))
	}
	return c
}

// unconfirmed is how long neither place may have confirmed a catalogue that clears.
const unconfirmed = 3 * 24 * time.Hour

// Catalogue is the list in use at a time. Before the first load it is Warming.
func (c *Client) Catalogue(now time.Time) (*Catalogue, error) {
	var newest *Catalogue
	var failed error

	for _, d := range c.lists {
		list, info, err := d.Get()
		switch {
		case err != nil:
			if failed == nil || errors.Is(failed, upstream.NotConfigured) {
				failed = err
			}
		case newest == nil, list.Released.After(newest.Released),
			!newest.Clears && list.Released.Equal(newest.Released):
			known := *list
			known.Clears = info.Holds(now, unconfirmed)
			newest = &known
		}
	}

	if newest == nil {
		return nil, failed
	}
	return newest, nil
}

// Datasets are the two copies, to load them in tests and to see their state.
func (c *Client) Datasets() []*upstream.Dataset[*Catalogue] { return c.lists }

func read(f io.Reader) (*Catalogue, error) {
	var file struct {
		Version  string    `json:"catalogVersion"`
		Released time.Time `json:"dateReleased"`
		Count    int       `json:"count"`
		Entries  []Entry   `json:"vulnerabilities"`
	}
	body, err := io.ReadAll(f)
	if err == nil {
		err = upstream.Decode(body, &file)
	}
	if err != nil {
		return nil, fmt.Errorf("catalogue of exploited vulnerabilities: %w", err)
	}
	if file.Count != len(file.Entries) {
		return nil, fmt.Errorf("catalogue of exploited vulnerabilities: it says %d entries and has %d", file.Count, len(file.Entries))
	}

	c := &Catalogue{
		Version:  file.Version,
		Released: file.Released,
		byID:     make(map[string]Entry, len(file.Entries)),
	}
	for i, e := range file.Entries {
		if !strings.HasPrefix(e.ID, "CVE-") {
			return nil, fmt.Errorf("catalogue of exploited vulnerabilities: entry %d has no CVE id", i)
		}
		c.byID[e.ID] = e
	}

	return c, nil
}
