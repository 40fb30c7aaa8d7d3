// Package statedept keeps the travel advisories of the U.S. Department of State, from its two feeds.
package statedept

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/upstream"
)

const (
	attribution = "U.S. Department of State, Travel Advisories"
	terms       = "https://www.state.gov/copyright-information/ (public domain)"
)

// Provider is the JSON feed, which returns an empty list to programs without a name and a contact.
var Provider = upstream.Provider{
	Name:          "us_state",
	BaseURL:       "https://cadataapi.state.gov/api",
	Docs:          "https://travel.state.gov/content/travel/en/traveladvisories/traveladvisories.html",
	Attribution:   attribution,
	Terms:         terms,
	Checked:       "recorded 2026-07, four advisories",
	RatePerMinute: 6,
	Timeout:       time.Minute,
	MaxBytes:      32 << 20,
	Headers:       map[string]string{"Accept": "application/json"},
}

// RSS is the feed on the site, which lags behind for some countries.
var RSS = upstream.Provider{
	Name:          "us_state-rss",
	BaseURL:       "https://travel.state.gov/_res/rss",
	Docs:          "https://travel.state.gov/content/travel/en/traveladvisories/traveladvisories.html",
	Attribution:   attribution,
	Terms:         terms,
	Checked:       "recorded 2025-10, twelve advisories",
	RatePerMinute: 6,
	Timeout:       time.Minute,
	MaxBytes:      32 << 20,
	Headers:       map[string]string{"Accept": "application/rss+xml, application/xml, text/xml"},
}

// Usual is the minimum number of advisories in a complete list: there is one for every country except the United
// States.
const Usual = 150

// Advisory is the advice on a country or on several.
type Advisory struct {
	Places  string // what it is about: "Japan", "Mainland China, Hong Kong & Macau"
	Level   int    // 1 to 4; 0 if it has none
	Words   string // "Exercise Normal Precautions"
	Link    string
	Summary string    // HTML
	Updated time.Time // the day, at midnight UTC
}

// Client keeps both feeds.
type Client struct{ JSON, RSS *upstream.Dataset[[]Advisory] }

// New registers the feeds with the pool, which loads them and checks for newer ones every six hours.
func New(pool *upstream.Pool) *Client {
	return &Client{
		JSON: dataset(pool, Provider, "/TravelAdvisories", readJSON),
		RSS: dataset(pool, RSS, "/TAsTWs.xml", func(dir fs.FS) ([]Advisory, error) {
			return upstream.ReadFile(dir, fileName, readRSS)
		}),
	}
}

// fileName is a feed's file name on disk.
const fileName = "advisories"

func dataset(
	pool *upstream.Pool, p upstream.Provider, path string, read func(fs.FS) ([]Advisory, error),
) *upstream.Dataset[[]Advisory] {
	return upstream.NewDataset(pool, upstream.DatasetSpec[[]Advisory]{
		Name:   p.Name,
		Client: pool.Client(p),
		Every:  6 * time.Hour,
		Files: []upstream.File{{
			Name:    fileName,
			Request: func(c *upstream.Client) *upstream.Request { return c.Get(path) },
		}},
		Parse: read,
		Count: func(list []Advisory) int { return len(list) },
		Stated: func(list []Advisory, _ fs.FS) time.Time {
			return upstream.Newest(slices.Values(list), func(a Advisory) time.Time { return a.Updated })
		},
		Lasts: 60 * 24 * time.Hour, // each of some 210 advisories is reviewed once or twice a year
	})
}

// row is an advisory in the JSON feed.
type row struct {
	Title   string
	Link    string `json:",omitempty"` // describes
	Summary string
	Updated string
}

func readJSON(dir fs.FS) ([]Advisory, error) {
	rows, err := upstream.ReadJSON[[]row](dir, fileName)
	if err != nil {
		return nil, fmt.Errorf("list of advisories: %w", err)
	}

	list := each.Of(rows, func(r row) Advisory { return advisory(r.Title, "", r.Link, r.Summary, moment(r.Updated)) })
	return checked(list)
}

func readRSS(f io.Reader) ([]Advisory, error) {
	var feed struct {
		Channel *struct {
			Items []struct {
				Title       string `xml:"title"`
				Link        string `xml:"link"`
				Published   string `xml:"pubDate"`
				Description string `xml:"description"`
				Categories  []struct {
					Domain string `xml:"domain,attr"`
					Text   string `xml:",chardata"`
				} `xml:"category"`
			} `xml:"item"`
		} `xml:"channel"`
	}
	if err := upstream.NewXMLDecoder(f).Decode(&feed); err != nil {
		return nil, fmt.Errorf("feed of advisories: %w", err)
	}
	if feed.Channel == nil {
		return nil, errors.New("feed of advisories: no channel")
	}

	var list []Advisory
	for i, item := range feed.Channel.Items {
		if item.Title == "" || item.Description == "" || item.Published == "" {
			return nil, fmt.Errorf("feed of advisories: item %d has no title, text or date", i+1)
		}
		var level string
		for _, c := range item.Categories {
			if c.Domain == "Threat-Level" {
				level = c.Text
			}
		}
		list = append(list, advisory(item.Title, level, item.Link, item.Description, day(item.Published)))
	}
	return checked(list)
}

// moment reads a row's time, with or without a zone.
func moment(text string) time.Time {
	for _, form := range []string{time.RFC3339Nano, "2006-01-02T15:04:05", time.DateOnly} {
		if t, err := time.Parse(form, text); err == nil {
			return t
		}
	}
	return time.Time{}
}

// day reads the date of a feed, which has no time.
func day(text string) time.Time {
	for _, form := range []string{"Mon, 02 Jan 2006", time.RFC1123, time.RFC1123Z} {
		if t, err := time.Parse(form, strings.TrimSpace(text)); err == nil {
			return t
		}
	}
	return time.Time{}
}

var (
	levelForm = regexp.MustCompile(`(?i)level ([1-4])\s*:?\s*([^-]*)`)
	tailForm  = regexp.MustCompile(`(?i)(\s+travel advisory)?\s*-\s*(level [1-4]|see (individual )?summar).*$`)
)

// advisory reads a title, "Mexico Travel Advisory - Level 2: Exercise Increased Caution".
func advisory(title, level, link, summary string, updated time.Time) Advisory {
	title = strings.Join(strings.Fields(title), " ")
	a := Advisory{
		Places:  strings.TrimSuffix(tailForm.ReplaceAllString(title, ""), " Travel Advisory"),
		Link:    strings.TrimSpace(link),
		Summary: summary,
		Updated: updated.UTC().Truncate(24 * time.Hour),
	}
	for _, text := range []string{level, title} {
		if m := levelForm.FindStringSubmatch(text); m != nil {
			a.Level = int(m[1][0] - '0')
			a.Words = strings.TrimSpace(m[2])
			break
		}
	}
	return a
}

// checked rejects a list with hardly any readable title: the feed has changed.
func checked(list []Advisory) ([]Advisory, error) {
	levels := 0
	for _, a := range list {
		if a.Level > 0 && a.Places != "" {
			levels++
		}
	}
	if len(list) == 0 || levels*2 < len(list) {
		return nil, fmt.Errorf("%d of %d advisories have a level", levels, len(list))
	}
	return list, nil
}
