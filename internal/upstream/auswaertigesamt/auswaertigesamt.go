// Package auswaertigesamt keeps the travel warnings of the German Federal Foreign Office.
package auswaertigesamt

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the open data of the office, which needs no key.
var Provider = upstream.Provider{
	Name:          "de_aa",
	BaseURL:       "https://www.auswaertiges-amt.de/opendata",
	Docs:          "https://travelwarning.api.bund.dev/",
	Attribution:   "Auswärtiges Amt",
	Terms:         "https://www.auswaertiges-amt.de/de/open-data-schnittstelle (free use with the source named)",
	Checked:       "recorded 2026-07, two countries",
	RatePerMinute: 6,
	Timeout:       time.Minute,
	MaxBytes:      32 << 20,
}

// Usual is the minimum number of countries in a complete list.
const Usual = 180

// Warning is the office's advice on a country. Every entry has all of it: without its flags a country would look
// safe.
type Warning struct {
	ID        string `json:"-"`
	Country   string `json:"countryCode"` // ISO 3166-1 alpha-2
	Name      string `json:"countryName"` // German
	Whole     bool   `json:"warning"`
	Part      bool   `json:"partialWarning"`
	Situation bool   `json:"situationWarning"`
	InPart    bool   `json:"situationPartWarning"`
	Modified  int64  `json:"lastModified" contract:"seconds"` // seconds since 1970
}

// Client keeps the list.
type Client struct {
	List *upstream.Dataset[map[string]Warning]
}

// New registers the list with the pool, which loads it and checks for a newer one every six hours.
func New(pool *upstream.Pool) *Client {
	return &Client{List: upstream.NewDataset(pool, upstream.DatasetSpec[map[string]Warning]{
		Name:   Provider.Name,
		Client: pool.Client(Provider),
		Every:  6 * time.Hour,
		Files: []upstream.File{{
			Name:    "warnings.json",
			Request: func(c *upstream.Client) *upstream.Request { return c.Get("/travelwarning") },
		}},
		Parse: read,
		Count: func(list map[string]Warning) int { return len(list) },
		Stated: func(list map[string]Warning, _ fs.FS) time.Time {
			return upstream.Newest(maps.Values(list), func(w Warning) time.Time { return time.Unix(w.Modified, 0) })
		},
		Lasts: 60 * 24 * time.Hour, // some 200 countries, several of which change in a week
	})}
}

// read extracts the countries from the list, which also has its time of change and other things.
func read(dir fs.FS) (map[string]Warning, error) {
	type answer struct {
		Response map[string]json.RawMessage `json:"response"`
	}
	file, err := upstream.ReadJSON[answer](dir, "warnings.json")
	if err != nil {
		return nil, fmt.Errorf("list of warnings: %w", err)
	}

	list := map[string]Warning{}
	for id, raw := range file.Response {
		var w Warning
		if len(raw) == 0 || raw[0] != '{' {
			continue
		}
		if err := upstream.Decode(raw, &w); err != nil {
			return nil, fmt.Errorf("list of warnings: entry %s: %w", id, err)
		}
		w.ID = id
		if had, ok := list[w.Country]; len(w.Country) == 2 && (!ok || w.Modified > had.Modified) {
			list[w.Country] = w
		}
	}
	if len(list) == 0 {
		return nil, errors.New("list of warnings: no countries")
	}
	return list, nil
}
