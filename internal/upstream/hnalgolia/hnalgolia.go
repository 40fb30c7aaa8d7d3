// Package hnalgolia searches Hacker News through Algolia's public search of it.
package hnalgolia

import (
	"context"
	"strconv"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// MaxHits is how many hits one query can give.
const MaxHits = 1000

// Provider is the public API, which needs no key.
var Provider = upstream.Provider{
	Name:          "hn-algolia",
	BaseURL:       "https://hn.algolia.com",
	Docs:          "https://hn.algolia.com/api",
	Attribution:   "Hacker News Search by Algolia",
	Terms:         "https://hn.algolia.com/api",
	Checked:       "recorded 2026-10",
	RatePerMinute: 160,
	Burst:         20,
	TTL:           5 * time.Minute,
	StaleFor:      time.Hour,
}

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.Client(Provider)} }

// Story is a hit. Points and Comments are null for some; texts have no URL.
type Story struct {
	ID        string    `json:"objectID"`
	Title     string    `json:"title"`
	URL       string    `json:"url,omitempty"` // empty for a text post, such as Ask HN
	Points    *int      `json:"points,omitempty"`
	Comments  *int      `json:"num_comments,omitempty"`
	Author    string    `json:"author,omitempty"`
	CreatedAt time.Time `json:"created_at"`
}

// Stories are the stories since a time that match the query, best first, at most MaxHits, and how many there are.
func (c *Client) Stories(ctx context.Context, query string, since time.Time) (stories []Story, total int, err error) {
	var r struct {
		Hits   []Story `json:"hits"`
		NbHits int     `json:"nbHits"`
	}

	_, err = c.c.Get("/api/v1/search").Query("query", query).Query("tags", "story").
		Query("numericFilters", "created_at_i>"+strconv.FormatInt(since.Unix(), 10)).
		Query("hitsPerPage", strconv.Itoa(MaxHits)).Query("page", "0").
		JSON(ctx, &r)

	return r.Hits, r.NbHits, err
}
