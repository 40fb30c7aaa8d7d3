package bing

import (
	"context"
	"encoding/base64"
	"encoding/xml"
	"strings"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/web/websearch/serp"
)

// rss is the RSS feed. The News elements are in a namespace that differs with every request.
type rss struct {
	XMLName xml.Name `xml:"rss"`
	Items   []struct {
		Title       string `xml:"title"`
		Link        string `xml:"link"`
		Description string `xml:"description"`
		PubDate     string `xml:"pubDate"`
		Source      string `xml:"Source"`
		Image       string `xml:"Image"`
	} `xml:"channel>item"`
}

func readFeed(ctx context.Context, c *upstream.Client, q serp.Query) (serp.Page, error) {
	r := ask(c, "/news/search", q).Query("format", "rss").Header("Accept", "application/rss+xml, text/xml")
	resp, err := serp.Keyless(r).Check(func(resp *upstream.Response) error {
		var probe rss
		if err := resp.XML(&probe); err != nil {
			return serp.Block("the answer is not a feed")
		}
		return nil
	}).Do(ctx)
	if err != nil {
		return serp.Page{}, err
	}

	var feed rss
	if err := resp.XML(&feed); err != nil {
		return serp.Page{}, err
	}

	var page serp.Page
	for _, item := range feed.Items {
		r := serp.Result{
			Title: serp.Plain(item.Title), URL: newsPage.Link(item.Link), Snippet: serp.Plain(item.Description), Source: serp.Clean(item.Source),
			Image: serp.Link(origin, item.Image),
		}
		r.Published, _ = serp.When(item.PubDate, q.Now, true)
		page.Add(r)
	}

	return page, nil
}

// clicked is the address in the u parameter of /ck/a: "a1" and then base64url without padding.
func clicked(u string) string {
	rest, found := strings.CutPrefix(u, "a1")
	if !found {
		return ""
	}
	plain, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(rest, "="))
	if err != nil {
		return ""
	}
	return string(plain)
}
