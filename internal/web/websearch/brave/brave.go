// Package brave searches Brave Search, which has its own index: by its API if BRAVE_API_KEY is set, else by its
// result page.
package brave

import (
	"context"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/web/websearch/serp"
)

// Provider is Brave's result page.
var Provider = serp.ResultPage(upstream.Provider{
	Name:        "brave",
	Undated:     true,
	BaseURL:     "https://search.brave.com",
	Docs:        "https://search.brave.com/help",
	Terms:       "https://search.brave.com/help/terms-of-use",
	Attribution: "Brave Search",
	Checked:     "recorded 2026-04",
})

// API is Brave's Search API.
var API = serp.OfficialAPI(upstream.Provider{
	Name:        "brave_api",
	BaseURL:     "https://api.search.brave.com/res/v1",
	Docs:        "https://api-dashboard.search.brave.com/app/documentation/web-search/get-started",
	Terms:       "https://api-dashboard.search.brave.com/terms-of-service",
	Attribution: "Brave Search API",
	Checked:     "by its documentation only, 2026-11",
	Keys: []upstream.Key{{
		Env:      "BRAVE_API_KEY",
		Required: true,
		Header:   "X-Subscription-Token",
		Gives:    "web and news results from Brave's API in place of its result page",
	}},
})

// Client asks Brave.
type Client struct{ serp.Ways }

// New returns the clients of the pool's Brave.
func New(pool *upstream.Pool) *Client {
	c := &Client{serp.WaysOf(pool, Provider, API)}
	c.Probe(c.Search)
	return c
}

// NewsConfigured returns nil if news is available, which requires the key.
func (c *Client) NewsConfigured() error { return c.API.Configured() }

const origin = "https://search.brave.com/"

var webPage = serp.Layout{
	Base:    origin,
	Item:    serp.El("div").With("data-type", "web"),
	Title:   serp.El("div", "title").Or(serp.El("div", "search-snippet-title")),
	Snippet: snippet,
}

// snippet is the text of a result; the classes beside "content" change with each release of the page.
func snippet(n *html.Node) bool {
	return n.Data == "div" && serp.HasClass(n, "content") && strings.Contains(serp.Attr(n.Parent, "class"), "snippet")
}

var safety = map[serp.Safety]string{
	serp.Strict:   "strict",
	serp.Moderate: "moderate",
	serp.Off:      "off",
}

// lastPage is the last page, by API and by result page.
const lastPage = 10

// Search returns web results, about twenty a page.
func (c *Client) Search(ctx context.Context, q serp.Query) (serp.Page, error) {
	if q.Page > lastPage {
		return serp.Page{}, nil
	}
	if c.Keyed() {
		return c.searchAPI(ctx, q)
	}

	r := q.Ask(c.Page.Get("/search")).Query("q", q.Text).Query("source", "web")
	if q.Page > 1 {
		r.Query("offset", strconv.Itoa(q.Page-1))
	}

	if q.Within != serp.AnyTime {
		r.Query("tf", "p"+string(q.Within))
	}
	cookie := "safesearch=" + safety[q.Safe] + "; useLocation=0; summarizer=0"
	if q.Country != "" {
		cookie += "; country=" + q.Country + "; ui_lang=" + strings.ToLower(q.Locale())
	}

	results, _, err := webPage.Ask(ctx, r.Header("Cookie", cookie))
	return serp.Page{Results: results, More: len(results) >= 10}, err
}
