// Package gac keeps the travel advisories of Global Affairs Canada.
package gac

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"strconv"
	"strings"
	"time"

	_ "time/tzdata" // its times are Ottawa's, also on machines without zones

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Provider is the open data of travel.gc.ca, which needs no key.
var Provider = upstream.Provider{
	Name:          "ca_gac",
	BaseURL:       "https://data.international.gc.ca/travel-voyage",
	Docs:          "https://open.canada.ca/data/en/dataset/a3a5a6dd-5d0c-4a3b-9ee3-7a4a2c7ba2e4",
	Attribution:   "Global Affairs Canada, Open Government Licence - Canada",
	Terms:         "https://open.canada.ca/en/open-government-licence-canada",
	Checked:       "recorded 2026-09, six countries",
	RatePerMinute: 6,
	Timeout:       time.Minute,
}

// Usual is the minimum number of countries in a complete list.
const Usual = 200

// Advisory is the advice on a country.
type Advisory struct {
	Name string
	// State is 0 for normal precautions, 1 for a high degree of caution, 2 for no non-essential travel, 3 for no
	// travel at all, and -1 if unknown.
	State    int
	Regional *bool  // nil if unknown
	Words    string // "Avoid non-essential travel (with regional advisories)"
	Slug     string
	Updated  time.Time // zero if unknown
}

// Client keeps the list.
type Client struct {
	List *upstream.Dataset[map[string]Advisory]
}

// New registers the list with the pool, which loads it and checks for a newer one every six hours.
func New(pool *upstream.Pool) *Client {
	return &Client{List: upstream.NewDataset(pool, upstream.DatasetSpec[map[string]Advisory]{
		Name:   Provider.Name,
		Client: pool.Client(Provider),
		Every:  6 * time.Hour,
		Files: []upstream.File{{
			Name:    "index.json",
			Request: func(c *upstream.Client) *upstream.Request { return c.Get("/index-alpha-eng.json") },
		}},
		Parse: read,
		Count: func(list map[string]Advisory) int { return len(list) },
		Stated: func(list map[string]Advisory, _ fs.FS) time.Time {
			return upstream.Newest(maps.Values(list), func(a Advisory) time.Time { return a.Updated })
		},
		Lasts: 60 * 24 * time.Hour, // some 230 countries, several of which change in a week
	})}
}

// entry is an entry as received. Flags and states are numbers, sometimes texts.
type entry struct {
	Name      string      `json:"country-eng"`
	State     scalar.Text `json:"advisory-state"`
	Regional  scalar.Text `json:"has-regional-advisory,omitempty"` // absent of some countries, recorded 2026-09
	Published struct {
		Local string `json:"date,omitempty"` // 2026-09-01 09:10:12 in Ottawa; recorded 2026-09
		Zoned string `json:"asp,omitempty"`  // recorded 2026-07
	} `json:"date-published"`
	English struct {
		Slug  string `json:"url-slug,omitempty"` // describes
		Words string `json:"advisory-text"`
	} `json:"eng"`
}

func read(dir fs.FS) (map[string]Advisory, error) {
	type index struct {
		Data map[string]json.RawMessage `json:"data"`
	}
	file, err := upstream.ReadJSON[index](dir, "index.json")
	if err != nil {
		return nil, fmt.Errorf("list of advisories: %w", err)
	}

	list := map[string]Advisory{}
	unknown := 0
	for code, raw := range file.Data {
		if len(code) != 2 { // parts of a country, as in PT-20
			continue
		}
		var e entry
		if err := upstream.Decode(raw, &e); err != nil {
			return nil, fmt.Errorf("list of advisories: %s: %w", code, err)
		}
		list[code] = e.advisory()
		if list[code].State < 0 {
			unknown++
		}
	}
	if len(list) == 0 || unknown*10 > len(list) {
		return nil, fmt.Errorf("list of advisories: %d of %d countries have no state that is known", unknown, len(list))
	}
	return list, nil
}

func (e entry) advisory() Advisory {
	state, err := strconv.Atoi(string(e.State))
	if err != nil || state < 0 || state > 3 {
		state = -1
	}
	return Advisory{
		Name:     e.Name,
		State:    state,
		Regional: e.regional(),
		Words:    e.English.Words,
		Slug:     e.English.Slug,
		Updated:  moment(e.Published.Zoned, e.Published.Local),
	}
}

// regional is the flag or, if missing, derived from the words of the advice.
func (e entry) regional() *bool {
	switch {
	case e.Regional == "1", e.Regional == "true", strings.Contains(strings.ToLower(e.English.Words), "regional"):
		return new(true)
	case e.Regional == "0", e.Regional == "false":
		return new(false)
	}
	return nil
}

// moment is an entry's time of publication.
func moment(zoned, local string) time.Time {
	if at, err := time.Parse(time.RFC3339Nano, zoned); err == nil {
		return at.UTC()
	}
	ottawa, err := time.LoadLocation("America/Toronto")
	if err != nil {
		return time.Time{}
	}
	at, err := time.ParseInLocation(time.DateTime, local, ottawa)
	if err != nil {
		return time.Time{}
	}
	return at.UTC()
}
