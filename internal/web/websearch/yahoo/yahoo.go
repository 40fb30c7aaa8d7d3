// Package yahoo reads Yahoo's result pages for web results and news. The web index behind them is Bing's. Yahoo has
// no API for either.
package yahoo

import (
	"cmp"
	"context"
	"net/url"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/html"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/web/websearch/serp"
)

// Provider is Yahoo Search. Besides news it has a host for each country.
var Provider = serp.ResultPage(upstream.Provider{
	Name:    "yahoo",
	Undated: true,
	BaseURL: "https://search.yahoo.com",
	Hosts: map[string]string{
		"news": "https://news.search.yahoo.com",
		"gb":   "https://uk.search.yahoo.com", "de": "https://de.search.yahoo.com", "fr": "https://fr.search.yahoo.com", "ca": "https://ca.search.yahoo.com",
		"in": "https://in.search.yahoo.com", "br": "https://br.search.yahoo.com", "mx": "https://mx.search.yahoo.com", "sg": "https://sg.search.yahoo.com",
	},
	Docs:        "https://help.yahoo.com/kb/search-for-desktop",
	Terms:       "https://legal.yahoo.com/us/en/yahoo/terms/otos/index.html",
	Attribution: "Yahoo",
	Checked:     "recorded 2026-04; news by description only",
	MaxBytes:    4 << 20,
})

const (
	origin      = "https://search.yahoo.com/"
	perPage     = 7
	newsPerPage = 10
	newsTTL     = 5 * time.Minute
)

var webPage = serp.Layout{
	Base:    origin,
	Item:    serp.El("div", "algo-sr").Or(serp.El("div", "relsrch")),
	Title:   serp.El("h3"),
	Snippet: serp.El("div", "compText"),
	Target:  target,
}

var safety = map[serp.Safety]string{
	serp.Strict:   "r",
	serp.Moderate: "i",
	serp.Off:      "p",
}

// Search returns web results, seven a page. It has no filter for a year.
func Search(ctx context.Context, c *upstream.Client, q serp.Query) (serp.Page, error) {
	r := q.Ask(c.Get("/search")).Query("p", q.Text)
	if _, own := Provider.Hosts[q.Country]; own {
		r.On(q.Country)
	}
	if q.Page > 1 {
		r.Query("b", strconv.Itoa((q.Page-1)*perPage+1)).Query("pz", strconv.Itoa(perPage))
	}
	if q.Within != serp.AnyTime && q.Within != serp.Year {
		r.Query("btf", string(q.Within))
	}
	results, _, err := webPage.Ask(ctx, r.Header("Cookie", cookie(q)))
	return serp.Page{Results: results, More: len(results) >= perPage-1}, err
}

func cookie(q serp.Query) string {
	settings := "v=1&vm=" + safety[q.Safe] + "&pn=10&rw=new&userset=1"
	if q.Language != "" {
		settings += "&fl=1&vl=lang_" + q.Language
	}
	return "sB=" + settings
}

var newsPage = serp.Layout{
	Base:    "https://news.search.yahoo.com/",
	Item:    serp.El("li").In(serp.El("ol", "searchCenterMiddle")).Or(serp.El("div", "NewsArticle")),
	Title:   serp.El("h4"),
	Snippet: serp.El("p"),
	Target:  target,
}

// News returns news articles in English, ten a page.
func News(ctx context.Context, c *upstream.Client, q serp.Query) (serp.Page, error) {
	r := q.Ask(c.Get("/search").On("news")).TTL(newsTTL).Query("p", q.Text).Header("Cookie", cookie(q))
	if q.Page > 1 {
		r.Query("b", strconv.Itoa((q.Page-1)*newsPerPage+1))
	}
	if q.Within != serp.AnyTime && q.Within != serp.Year {
		r.Query("btf", string(q.Within))
	}
	page := newsPage
	page.News = func(item *html.Node, r *serp.Result) {
		r.Published, _ = serp.When(serp.Text(serp.First(item, serp.ElPart("span", "s-time").Or(serp.ElPart("span", "fc-2nd"))), 100), q.Now, false)
		source, _, _ := strings.Cut(serp.Text(serp.First(item, serp.ElPart("span", "s-source")), 200), " · ")
		r.Source = strings.TrimSuffix(source, " via Yahoo")
		r.Image = image(serp.First(item, serp.El("img")))
	}
	results, _, err := page.Ask(ctx, r)
	return serp.Page{Results: results, More: len(results) >= newsPerPage}, err
}

// image is a thumbnail's original URL: Yahoo appends it to its own image service's URL after "-/".
func image(img *html.Node) string {
	src := serp.Attr(img, "data-src")
	src = cmp.Or(src, serp.Attr(img, "src"))
	if _, behind, found := strings.Cut(src, "-/"); found && strings.HasPrefix(behind, "http") {
		src = behind
	}
	return serp.Link(origin, src)
}

// target unwraps a redirect (/RU=<escaped address>/RK=) and drops advertisements and links to Yahoo's search.
func target(u *url.URL) string {
	h := u.Hostname()
	if h != "search.yahoo.com" && !strings.HasSuffix(h, ".search.yahoo.com") {
		if strings.HasSuffix(h, "bing.com") && strings.HasPrefix(u.Path, "/aclick") {
			return ""
		}
		return u.String()
	}

	_, wrapped, found := strings.Cut(u.EscapedPath(), "/RU=")
	if !found {
		return ""
	}

	wrapped, _, _ = strings.Cut(wrapped, "/R")
	plain, err := url.PathUnescape(wrapped)
	if err != nil {
		return ""
	}

	to, err := url.Parse(plain)
	if err != nil || to.Host == "" || strings.HasSuffix(to.Hostname(), "search.yahoo.com") || strings.HasSuffix(to.Hostname(), "bing.com") && strings.HasPrefix(to.Path, "/aclick") {
		return ""
	}

	return plain
}
