// Package yandex searches Yandex, which has its own index: by its Search API if YANDEX_API_KEY and YANDEX_FOLDER_ID
// are set, else by the result page that it offers for embedding in web sites.
package yandex

import (
	"context"
	"net/url"
	"strconv"
	"strings"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/web/websearch/serp"
)

// Provider is Yandex's result page.
var Provider = serp.ResultPage(upstream.Provider{
	Name:        "yandex",
	Undated:     true,
	BaseURL:     "https://yandex.com",
	Docs:        "https://yandex.com/support/search/",
	Terms:       "https://yandex.com/legal/termsofuse/",
	Attribution: "Yandex",
	Checked:     "recorded 2026; the site search page by description only",
})

// API is the Yandex Search API.
var API = serp.OfficialAPI(upstream.Provider{
	Name:        "yandex_api",
	BaseURL:     "https://searchapi.api.cloud.yandex.net/v2",
	Docs:        "https://aistudio.yandex.ru/docs/en/search-api/",
	Terms:       "https://yandex.com/legal/cloud_termsofuse/",
	Attribution: "Yandex Search API",
	Checked:     "by its documentation only, 2026-11",
	Keys: []upstream.Key{
		{
			Env:      "YANDEX_API_KEY",
			Required: true,
			Header:   "Authorization",
			Scheme:   "Api-Key",
			Gives:    "results from Yandex's API in place of its result page",
		},
		{
			Env:      "YANDEX_FOLDER_ID",
			Required: true,
			Gives:    "the cloud folder that the key belongs to",
		},
	},
})

// Client asks Yandex.
type Client struct{ serp.Ways }

// New returns the clients of the pool's Yandex.
func New(pool *upstream.Pool) *Client {
	c := &Client{serp.WaysOf(pool, Provider, API)}
	c.Probe(c.Search)
	return c
}

const (
	origin  = "https://yandex.com/"
	perPage = 10
	// siteSearch is an arbitrary seven-digit number; the page treats all alike.
	siteSearch = "3131712"
)

// webPage reads the page for web sites (b-serp-item) and the main one (Organic), whose first item may be an answer
// by a language model (futuris).
var webPage = serp.Layout{
	Base:    origin,
	Item:    serp.El("li", "serp-item").Without("serp-item__futuris-snippet").Or(serp.El("li", "b-serp-item")),
	Title:   serp.El("span", "OrganicTitleContentSpan").Or(serp.El("h3")),
	Snippet: serp.El("span", "OrganicTextContentSpan").Or(serp.ElPart("div", "serp-item__text")),
	Target:  outside,
}

// outside drops advertisements and links to Yandex's search.
func outside(u *url.URL) string {
	h := u.Hostname()
	if h == "yabs.yandex.ru" || h == "yabs.yandex.com" || (h == "yandex.com" || h == "yandex.ru") && (strings.HasPrefix(u.Path, "/search") || strings.HasPrefix(u.Path, "/clck")) {
		return ""
	}
	return u.String()
}

var languages = map[string]bool{
	"ru": true,
	"en": true,
	"be": true,
	"fr": true,
	"de": true,
	"id": true,
	"kk": true,
	"tt": true,
	"tr": true,
	"uk": true,
}

var family = map[serp.Safety]string{
	serp.Strict:   "2",
	serp.Moderate: "1",
	serp.Off:      "0",
}

// Search returns web results, ten a page. It has no filter by time.
func (c *Client) Search(ctx context.Context, q serp.Query) (serp.Page, error) {
	if c.Keyed() {
		return c.searchAPI(ctx, q)
	}
	r := q.Ask(c.Page.Get("/search/site/")).Query("text", q.Text).Query("web", "1").Query("frame", "1").
		Query("searchid", siteSearch).Query("tmpl_version", "releases").
		Header("Cookie", "yp=2147483647.sp.family%3A"+family[q.Safe])
	if languages[q.Language] {
		r.Query("lang", q.Language)
	}
	if q.Page > 1 {
		r.Query("p", strconv.Itoa(q.Page-1))
	}
	results, _, err := webPage.Ask(ctx, r)
	return serp.Page{Results: results, More: len(results) >= perPage}, err
}
