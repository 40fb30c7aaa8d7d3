// Package cdcnotices keeps the travel health notices of the U.S. Centers for Disease Control and Prevention.
package cdcnotices

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the feed, which needs no key.
var Provider = upstream.Provider{
	Name:          "cdc_notices",
	BaseURL:       "https://wwwnc.cdc.gov/travel/rss",
	Docs:          "https://wwwnc.cdc.gov/travel/notices",
	Attribution:   "U.S. Centers for Disease Control and Prevention, Travel Health Notices",
	Terms:         "https://www.cdc.gov/other/agencymaterials.html (public domain)",
	Checked:       "abridged recording of 2026-07",
	RatePerMinute: 6,
	Timeout:       time.Minute,
}

// Notice is a health notice.
type Notice struct {
	Level     int    // 1 to 4
	Title     string // without its level: "Diphtheria in Haiti"
	Text      string // HTML
	Link      string
	Published time.Time // zero if unknown
}

// Client keeps the notices.
type Client struct{ List *upstream.Dataset[[]Notice] }

// New registers the notices with the pool, which loads them and checks for newer ones every six hours.
func New(pool *upstream.Pool) *Client {
	return &Client{List: upstream.NewDataset(pool, upstream.DatasetSpec[[]Notice]{
		Name:   Provider.Name,
		Client: pool.Client(Provider),
		Every:  6 * time.Hour,
		Files: []upstream.File{{
			Name:    "notices.xml",
			Request: func(c *upstream.Client) *upstream.Request { return c.Get("/notices.xml") },
		}},
		Parse:     func(dir fs.FS) ([]Notice, error) { return upstream.ReadFile(dir, "notices.xml", read) },
		Count:     func(list []Notice) int { return len(list) },
		MaxShrink: 0.6, // notices end
		Stated: func(list []Notice, _ fs.FS) time.Time {
			return upstream.Newest(slices.Values(list), func(n Notice) time.Time { return n.Published })
		},
		Lasts: 120 * 24 * time.Hour, // some notice is new or updated every few weeks
	})}
}

var (
	titleForm = regexp.MustCompile(`(?i)^\s*(?:(?:updated|new|reissued)\s*[:-]?\s*)?` +
		`(?:(?:watch|alert|warning|level)\s*([1-4])\s*[-:–,]\s*)?(.*)$`)
	linkForm = regexp.MustCompile(`(?i)/level([1-4])/`)
)

// read reads the feed. It rejects one without a channel, or with a notice of unknown level.
func read(f io.Reader) ([]Notice, error) {
	var feed struct {
		Channel *struct {
			Items []struct {
				Title       string `xml:"title"`
				Link        string `xml:"link"`
				Published   string `xml:"pubDate"`
				Description string `xml:"description"`
			} `xml:"item"`
		} `xml:"channel"`
	}
	if err := upstream.NewXMLDecoder(f).Decode(&feed); err != nil {
		return nil, fmt.Errorf("feed of notices: %w", err)
	}
	if feed.Channel == nil || len(feed.Channel.Items) == 0 {
		return nil, errors.New("feed of notices: no channel, or no notice at all")
	}

	var list []Notice
	for _, item := range feed.Channel.Items {
		n := Notice{
			Title: strings.Join(strings.Fields(item.Title), " "),
			Text:  item.Description,
			Link:  strings.TrimSpace(item.Link),
		}
		if m := titleForm.FindStringSubmatch(n.Title); m != nil {
			n.Title = m[2]
			if m[1] != "" {
				n.Level = int(m[1][0] - '0')
			}
		}
		if m := linkForm.FindStringSubmatch(n.Link); m != nil {
			n.Level = max(n.Level, int(m[1][0]-'0')) // where they differ, one of them was not changed with the level
		}
		if n.Level == 0 {
			return nil, errors.New("feed of notices: a notice without a level")
		}
		for _, form := range []string{time.RFC1123, time.RFC1123Z} {
			if at, err := time.Parse(form, strings.TrimSpace(item.Published)); err == nil {
				n.Published = at.UTC()
			}
		}
		if !slices.Contains(list, n) {
			list = append(list, n)
		}
	}
	return list, nil
}
