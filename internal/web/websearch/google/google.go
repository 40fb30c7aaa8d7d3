// Package google searches Google: by the Custom Search JSON API if GOOGLE_CSE_KEY and GOOGLE_CSE_CX are set, else
// by its result page, which has not served programs without JavaScript since 2025 and is nearly always refused. The
// API is closed to new customers and ends for all on 2027-01-01.
package google

import (
	"context"
	"net/url"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/html"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/web/websearch/serp"
)

// Provider is Google's result page.
var Provider = serp.ResultPage(upstream.Provider{
	Name:        "google",
	BaseURL:     "https://www.google.com",
	Docs:        "https://support.google.com/websearch/",
	Terms:       "https://policies.google.com/terms",
	Attribution: "Google",
	Checked:     "recorded 2026",
	MaxBytes:    4 << 20,
})

// API is the Custom Search JSON API.
var API = serp.OfficialAPI(upstream.Provider{
	Name:        "google_cse",
	BaseURL:     "https://www.googleapis.com/customsearch",
	Docs:        "https://developers.google.com/custom-search/v1/overview",
	Terms:       "https://developers.google.com/terms",
	Attribution: "Google Programmable Search",
	Checked:     "by its documentation only, 2026-11; the API ends on 2027-01-01",
	Keys: []upstream.Key{
		{
			Env:      "GOOGLE_CSE_KEY",
			Required: true,
			Query:    "key",
			Gives:    "results from Google's Custom Search API, for those who still have one",
		},
		{
			Env:      "GOOGLE_CSE_CX",
			Required: true,
			Query:    "cx",
			Gives:    "the search engine that the key asks",
		},
	},
})

// Client asks Google.
type Client struct {
	serp.Ways
	now func() time.Time
}

// New returns the clients of the pool's Google; now is the clock that decides whether the API has ended.
func New(pool *upstream.Pool, now func() time.Time) *Client {
	c := &Client{
		Ways: serp.WaysOf(pool, Provider, API),
		now:  now,
	}
	c.Probe(c.Search)
	return c
}

// Keyed reports whether the API is used: its keys are set and it has not ended.
func (c *Client) Keyed() bool { return c.Ways.Keyed() && !Dated.Past(c.now()) }

// Configured returns nil if either way is available.
func (c *Client) Configured() error {
	if c.Keyed() {
		return nil
	}
	return c.Page.Configured()
}

const (
	origin  = "https://www.google.com/"
	perPage = 10
)

var webPage = serp.Layout{
	Base:    origin,
	Item:    serp.El("div", "tF2Cxc"),
	Title:   serp.El("h3"),
	Snippet: serp.El("div", "VwiC3b"),
	Target:  target,
}

// target unwraps a redirect (/url?q=) and drops advertisements and links to Google's search.
func target(u *url.URL) string {
	if h := u.Hostname(); h != "www.google.com" && h != "google.com" {
		return u.String()
	}
	switch u.Path {
	case "/url":
		for _, name := range []string{"q", "url"} {
			if to := u.Query().Get(name); strings.HasPrefix(to, "http") {
				return to
			}
		}
		return ""
	case "/search", "/aclk", "/imgres", "/sorry/index":
		return ""
	}
	return u.String()
}

var safety = map[serp.Safety]string{
	serp.Strict:   "high",
	serp.Moderate: "medium",
	serp.Off:      "off",
}

// Search returns web results, ten a page.
func (c *Client) Search(ctx context.Context, q serp.Query) (serp.Page, error) {
	if c.Keyed() {
		return c.searchAPI(ctx, q)
	}
	r := q.Ask(c.Page.Get("/search")).Query("q", q.Text).Query("safe", safety[q.Safe]).Header("Cookie", "CONSENT=YES+")
	if locale := q.Locale(); locale != "" {
		r.Query("hl", locale).Query("gl", q.Country)
	}
	if q.Within != serp.AnyTime {
		r.Query("tbs", "qdr:"+string(q.Within))
	}
	if q.Page > 1 {
		r.Query("start", strconv.Itoa((q.Page-1)*perPage))
	}
	results, _, err := webPage.Ask(ctx, r)
	return serp.Page{Results: results, More: len(results) >= perPage}, err
}

type answer struct {
	Items []struct {
		Title   string `json:"title"`
		Link    string `json:"link"`
		Snippet string `json:"snippet,omitempty"`
	} `json:"items,omitempty"` // not there when nothing was found
	Queries struct {
		Next []struct{} `json:"nextPage,omitempty"` // not there on the last page
	} `json:"queries"`
}

// lastPage is the API's last page: it returns at most 100 results.
const lastPage = 10

var periods = map[serp.Period]string{
	serp.Day:   "d1",
	serp.Week:  "w1",
	serp.Month: "m1",
	serp.Year:  "y1",
}

func (c *Client) searchAPI(ctx context.Context, q serp.Query) (serp.Page, error) {
	if q.Page > lastPage {
		return serp.Page{}, nil
	}
	safe := "active"
	if q.Safe == serp.Off {
		safe = "off"
	}

	r := c.API.Get("/v1").Header("Accept", "application/json").
		Query("q", q.Text).Query("num", strconv.Itoa(perPage)).Query("safe", safe)
	if q.Page > 1 {
		r.Query("start", strconv.Itoa((q.Page-1)*perPage+1))
	}

	if q.Country != "" {
		r.Query("gl", q.Country)
		if q.Language != "" {
			r.Query("hl", q.Language)
		}
	}

	if p := periods[q.Within]; p != "" {
		r.Query("dateRestrict", p)
	}
	got, err := serp.JSON[answer](ctx, r)
	if err != nil {
		return serp.Page{}, err
	}

	var page serp.Page
	for _, i := range got.Items {
		page.Add(serp.Result{
			Title:   serp.Clean(html.UnescapeString(i.Title)),
			URL:     serp.Link(origin, i.Link),
			Snippet: serp.Clean(html.UnescapeString(i.Snippet)),
		})
	}

	page.More = len(got.Queries.Next) > 0
	return page, nil
}
