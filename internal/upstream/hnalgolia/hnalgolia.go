// Package hnalgolia searches Hacker News through Algolia's public search of it.
package hnalgolia

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/upstream"
)

// MaxHits is how many hits one query can give.
const MaxHits = 1000

// Provider is the public API, which needs no key.
var Provider = upstream.Provider{
	Name:          "hn-algolia",
	Undated:       true,
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
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for stories of many years.
func probe(ctx context.Context, u *upstream.Client) error {
	stories, _, err := (&Client{u}).Stories(ctx, "theoretical biologist", time.Unix(1262304000, 0))
	return upstream.Has(stories, err, "hits", "a story", func(s Story) bool { return s.ID != "" })
}

// Story is a hit.
type Story struct {
	ID        string    `json:"objectID" contract:"key"`
	Title     string    `json:"title"`
	URL       string    `json:"url,omitempty"` // absent of a text post, such as Ask HN
	Text      string    `json:"story_text,omitempty"`
	Points    *int      `json:"points"`       // null for some
	Comments  *int      `json:"num_comments"` // likewise
	Author    string    `json:"author"`
	CreatedAt time.Time `json:"created_at" contract:"past"`
}

// page is an answer of the search.
type page struct {
	Hits  []Story `json:"hits" counted:"nbHits"`
	Total int     `json:"nbHits"`
	Query string  `json:"query,omitempty" asked:"query"`
}

// Hold wants the hits that are counted, and that stories link to something or have a text: those that have neither are
// few.
func (p *page) Hold() error {
	bare := 0
	for _, s := range p.Hits {
		if s.URL == "" && s.Text == "" {
			bare++
		}
	}
	if 2*bare > len(p.Hits) {
		return upstream.Lacks("hits[].url")
	}
	return nil
}

// Stories are the stories since a time that match the query, best first, at most MaxHits, and how many there are.
func (c *Client) Stories(ctx context.Context, query string, since time.Time) (stories []Story, total int, err error) {
	return c.First(ctx, query, since, MaxHits)
}

// First is like [Client.Stories] for no more than most stories.
func (c *Client) First(
	ctx context.Context, query string, since time.Time, most int,
) (stories []Story, total int, err error) {
	var r page
	_, err = c.c.Get("/api/v1/search").
		Query("query", query).
		Query("typoTolerance", "false"). // another product is one letter away
		Query("tags", "story").
		Query("numericFilters", "created_at_i>"+strconv.FormatInt(since.Unix(), 10)).
		Query("hitsPerPage", strconv.Itoa(most)).
		Query("page", "0").
		JSON(ctx, &r)
	hits := len(r.Hits)
	r.Hits = slices.DeleteFunc(r.Hits, func(s Story) bool { return s.CreatedAt.Before(since) })
	if hits > 0 && len(r.Hits) == 0 {
		return nil, 0, problem.BadGateway(problem.CodePromiseBroken, nil, "all stories are older than was asked for")
	}
	return r.Hits, r.Total - hits + len(r.Hits), err
}
