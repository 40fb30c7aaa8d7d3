// Package bing reads news from the fragments that Bing's news page loads or, if these are refused, from its RSS
// feed. Neither takes a key; the keyed API was retired in 2025. The RSS feed states that it is for personal feed
// readers only: an operator who is bound by that switches Bing off.
package bing

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

// Provider is Bing News.
var Provider = serp.ResultPage(upstream.Provider{
	Name:        "bing",
	Undated:     true,
	BaseURL:     "https://www.bing.com",
	Docs:        "https://www.bing.com/news",
	Terms:       "https://www.microsoft.com/servicesagreement",
	Attribution: "Bing News",
	Checked:     "RSS recorded 2021; the page's fragments by description only",
	TTL:         5 * time.Minute,
})

const (
	origin  = "https://www.bing.com/"
	perPage = 10
)

// newsPage reads a fragment. A card has the publisher's own URL and name. The title's link may lead to a portal's
// copy, so the card takes precedence.
var newsPage = serp.Layout{
	Base:    origin,
	Item:    serp.El("div", "newsitem"),
	Title:   serp.El("a", "title"),
	Snippet: serp.El("div", "snippet"),
	Target:  target,
}

// intervals are Bing's numbers for periods. There is no number for a year.
var intervals = map[serp.Period]string{
	serp.Day:   "7",
	serp.Week:  "8",
	serp.Month: "9",
}

// News returns news articles, ten a page. Bing filters by period only roughly, so the caller must check the dates.
func News(ctx context.Context, c *upstream.Client, q serp.Query) (serp.Page, error) {
	page, err := fragment(ctx, c, q)
	if err == nil || q.Page > 1 || ctx.Err() != nil {
		return page, err
	}
	feed, feedErr := readFeed(ctx, c, q)
	if feedErr != nil {
		return serp.Page{}, err // the first refusal tells more
	}
	return feed, nil
}

func ask(c *upstream.Client, path string, q serp.Query) *upstream.Request {
	r := q.Ask(c.Get(path)).Query("q", q.Text)
	if locale := q.Locale(); locale != "" {
		r.Query("mkt", locale)
	}
	if n := intervals[q.Within]; n != "" {
		r.Query("qft", `interval="`+n+`"`)
	}
	return r
}

func fragment(ctx context.Context, c *upstream.Client, q serp.Query) (serp.Page, error) {
	page := newsPage
	page.News = func(item *html.Node, r *serp.Result) {
		card(item, r)
		if s := serp.First(item, aged); s != nil {
			dayFirst := q.Country != "us" && q.Country != ""
			var known bool
			if r.Published, known = serp.When(serp.Attr(s, "aria-label"), q.Now, dayFirst); !known {
				r.Published, _ = serp.When(serp.Text(s, 100), q.Now, dayFirst)
			}
		}
	}

	first := (q.Page-1)*perPage + 1
	r := ask(c, "/news/infinitescrollajax", q).Query("InfiniteScroll", "1").Query("first", strconv.Itoa(first)).Query("SFX", strconv.Itoa(q.Page-1)).Query("form", "PTFTNR")
	results, _, err := page.Ask(ctx, r)
	return serp.Page{Results: results, More: len(results) >= perPage}, err
}

// aged is the span with an article's age.
func aged(n *html.Node) bool { return n.Data == "span" && serp.Attr(n, "aria-label") != "" }

// card reads the card's own attributes.
func card(item *html.Node, r *serp.Result) {
	if t := serp.Clean(serp.Attr(item, "data-title")); t != "" {
		r.Title = t
	}

	for _, name := range []string{"url", "data-url"} {
		if plain := newsPage.Link(serp.Attr(item, name)); plain != "" {
			r.URL = plain
			break
		}
	}

	if r.Snippet == "" {
		r.Snippet = serp.Clean(serp.Attr(serp.First(item, newsPage.Snippet), "title"))
	}
	r.Source = serp.Clean(serp.Attr(item, "data-author"))

	if img := serp.First(serp.First(item, serp.ElPart("a", "image")), serp.El("img")); img != nil {
		src := serp.Attr(img, "src")
		if data := serp.Attr(img, "data-src"); data != "" {
			src = data
		}
		src, _, _ = strings.Cut(src, "&") // the rest asks for a small size
		r.Image = serp.Link(origin, src)
	}
}

// target unwraps the redirects /news/apiclick.aspx?url= and /ck/a?u=. It drops advertisements and links to Bing
// itself.
func target(u *url.URL) string {
	h := u.Hostname()
	if h != "bing.com" && !strings.HasSuffix(h, ".bing.com") {
		return u.String()
	}
	switch to := u.Query(); {
	case strings.HasPrefix(u.Path, "/news/apiclick.aspx"):
		return absolute(to.Get("url"))
	case u.Path == "/ck/a":
		return absolute(clicked(to.Get("u")))
	}
	return ""
}

// absolute is address if it is an absolute URL: a relative one would be a page of Bing.
func absolute(address string) string {
	to, err := url.Parse(address)
	if err != nil || to.Host == "" {
		return ""
	}
	return address
}
