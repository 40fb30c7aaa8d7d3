// Package mojeek searches Mojeek, which has its own index: by its API if MOJEEK_API_KEY is set, else by its result
// page.
package mojeek

import (
	"context"
	"net/url"
	"strconv"
	"strings"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/web/websearch/serp"
)

// Provider is Mojeek's result page.
var Provider = serp.ResultPage(upstream.Provider{
	Name:        "mojeek",
	Undated:     true,
	BaseURL:     "https://www.mojeek.com",
	Docs:        "https://www.mojeek.com/support/",
	Terms:       "https://www.mojeek.com/about/terms-of-service",
	Attribution: "Mojeek",
	Checked:     "recorded 2026-04",
})

// API is Mojeek's Search API.
var API = serp.OfficialAPI(upstream.Provider{
	Name:        "mojeek_api",
	BaseURL:     "https://api.mojeek.com",
	Docs:        "https://www.mojeek.com/support/api/search/",
	Terms:       "https://www.mojeek.com/services/search/web-search-api/",
	Attribution: "Mojeek Web Search API",
	Checked:     "by its documentation only, 2026-11",
	Keys: []upstream.Key{{
		Env:      "MOJEEK_API_KEY",
		Required: true,
		Query:    "api_key",
		Gives:    "results from Mojeek's API in place of its result page",
	}},
})

// Client asks Mojeek.
type Client struct{ serp.Ways }

// New returns the clients of the pool's Mojeek.
func New(pool *upstream.Pool) *Client {
	c := &Client{serp.WaysOf(pool, Provider, API)}
	c.Probe(c.Search)
	return c
}

const (
	origin  = "https://www.mojeek.com/"
	perPage = 10
)

var webPage = serp.Layout{
	Base:    origin,
	Item:    serp.El("li").In(serp.El("ul", "results-standard")),
	Title:   serp.El("h2"),
	Snippet: serp.El("p", "s"),
	Target:  outside,
}

// outside drops links to Mojeek itself, such as further searches.
func outside(u *url.URL) string {
	if h := u.Hostname(); h == "mojeek.com" || h == "www.mojeek.com" {
		return ""
	}
	return u.String()
}

// Search returns web results, ten a page.
func (c *Client) Search(ctx context.Context, q serp.Query) (serp.Page, error) {
	if c.Keyed() {
		return c.searchAPI(ctx, q)
	}
	r := options(q.Ask(c.Page.Get("/search")).Query("q", q.Text), q)
	if q.Page > 1 { // only robots send a start on the first page, and it is refused
		r.Query("s", strconv.Itoa((q.Page-1)*perPage))
	}
	if q.Country != "" {
		r.Header("Cookie", "arc="+strings.ToUpper(q.Country)+"; lb="+q.Language)
	}
	results, _, err := webPage.Ask(ctx, r)
	return serp.Page{Results: results, More: len(results) >= perPage}, err
}

// options are the parameters that page and API share. There is no "week", so a period is sent as its first day.
func options(r *upstream.Request, q serp.Query) *upstream.Request {
	safe := "1"
	if q.Safe == serp.Off {
		safe = "0"
	}
	if r.Query("safe", safe); q.Within != serp.AnyTime {
		r.Query("since", q.Within.Since(q.Now.UTC()).Format("20060102"))
	}
	return r
}

type answer struct {
	Response struct {
		Status  string `json:"status"` // "OK", or "ERROR: " and what; always with HTTP 200
		Results []struct {
			Title string `json:"title"`
			URL   string `json:"url"`
			Desc  string `json:"desc,omitempty"`
		} `json:"results"`
	} `json:"response"`
}

func (c *Client) searchAPI(ctx context.Context, q serp.Query) (serp.Page, error) {
	r := options(c.API.Get("/search").Header("Accept", "application/json").Query("q", q.Text).Query("fmt", "json"), q)
	if q.Page > 1 {
		r.Query("s", strconv.Itoa((q.Page-1)*perPage+1))
	}

	if q.Country != "" {
		r.Query("arc", strings.ToUpper(q.Country)).Query("lb", strings.ToUpper(q.Language))
	}
	got, err := serp.JSON[answer](ctx, r.Check(statusOK))
	if err != nil {
		return serp.Page{}, err
	}

	var page serp.Page
	for _, h := range got.Response.Results {
		page.Add(serp.Result{
			Title:   serp.Plain(h.Title),
			URL:     serp.Link(origin, h.URL),
			Snippet: serp.Plain(h.Desc),
		})
	}

	page.More = len(got.Response.Results) >= perPage
	return page, nil
}

func statusOK(resp *upstream.Response) error {
	var a answer
	if resp.JSON(&a) != nil || a.Response.Status == "OK" {
		return nil // anything that is not an answer is detected elsewhere
	}
	if strings.Contains(strings.ToLower(a.Response.Status), "limit") {
		return serp.Block("the key's limit is reached")
	}
	return upstream.BadResponse.Errorf("%w", serp.Refusal("the API refused the request"))
}
